use intrigue_core::{ActionForm, ActionId, GameAction, MAX_SEATS, Seat};

use crate::content::{Character, KINDS};

/// A seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Take 1 coin.
    Income,
    /// Take 2 coins.
    ForeignAid,
    /// Claim the Duchess: take 3 coins.
    Tax,
    /// Claim the fifth character: exchange cards with the Court.
    Exchange,
    /// Pay 7 coins: a seat loses an influence.
    Coup(Seat),
    /// Claim the Assassin: for 3 coins a seat loses an influence.
    Assassinate(Seat),
    /// Claim the Captain: take 2 coins from a seat.
    Steal(Seat),
    /// Claim the Inquisitor: look at a card of a seat.
    Examine(Seat),
    /// Neither challenge nor block.
    Pass,
    /// Challenge the claim.
    Challenge,
    /// Block, claiming a character.
    Block(Character),
    /// Turn up a card.
    Lose(Character),
    /// Show a card to the examiner.
    Show(Character),
    /// Return a card to the Court.
    Return(Character),
    /// Two seats: keep a card of the own pack.
    Keep(Character),
    /// Give the examined card back.
    GiveBack,
    /// Have the examined card discarded.
    Discard,
}

// Where the groups begin in the table. Append only.
pub(crate) const INCOME: u32 = 0;
pub(crate) const FOREIGN_AID: u32 = 1;
pub(crate) const TAX: u32 = 2;
pub(crate) const EXCHANGE: u32 = 3;
pub(crate) const COUP: u32 = 4;
pub(crate) const ASSASSINATE: u32 = 12;
pub(crate) const STEAL: u32 = 20;
pub(crate) const EXAMINE: u32 = 28;
pub(crate) const PASS: u32 = 36;
pub(crate) const CHALLENGE: u32 = 37;
pub(crate) const BLOCK: u32 = 38;
pub(crate) const LOSE: u32 = 44;
pub(crate) const SHOW: u32 = 50;
pub(crate) const RETURN: u32 = 56;
pub(crate) const KEEP: u32 = 62;
pub(crate) const GIVE_BACK: u32 = 68;
pub(crate) const DISCARD: u32 = 69;
const COUNT: usize = 70;

impl Action {
    /// The action table.
    pub(crate) const TABLE: [Self; COUNT] = {
        let mut table = [Self::Pass; COUNT];
        table[INCOME as usize] = Self::Income;
        table[FOREIGN_AID as usize] = Self::ForeignAid;
        table[TAX as usize] = Self::Tax;
        table[EXCHANGE as usize] = Self::Exchange;
        let mut i = 0;
        while i < MAX_SEATS {
            let Some(seat) = Seat::new(i) else { break };
            table[COUP as usize + i] = Self::Coup(seat);
            table[ASSASSINATE as usize + i] = Self::Assassinate(seat);
            table[STEAL as usize + i] = Self::Steal(seat);
            table[EXAMINE as usize + i] = Self::Examine(seat);
            i += 1;
        }
        table[CHALLENGE as usize] = Self::Challenge;
        let mut i = 0;
        while i < KINDS {
            let character = Character::ALL[i];
            table[BLOCK as usize + i] = Self::Block(character);
            table[LOSE as usize + i] = Self::Lose(character);
            table[SHOW as usize + i] = Self::Show(character);
            table[RETURN as usize + i] = Self::Return(character);
            table[KEEP as usize + i] = Self::Keep(character);
            i += 1;
        }
        table[GIVE_BACK as usize] = Self::GiveBack;
        table[DISCARD as usize] = Self::Discard;
        table
    };

    /// What is done, and to which seat or card.
    pub(crate) fn parts(self) -> (&'static str, Option<Seat>, Option<Character>) {
        match self {
            Self::Income => ("income", None, None),
            Self::ForeignAid => ("foreign_aid", None, None),
            Self::Tax => ("tax", None, None),
            Self::Exchange => ("exchange", None, None),
            Self::Coup(target) => ("coup", Some(target), None),
            Self::Assassinate(target) => ("assassinate", Some(target), None),
            Self::Steal(target) => ("steal", Some(target), None),
            Self::Examine(target) => ("examine", Some(target), None),
            Self::Pass => ("pass", None, None),
            Self::Challenge => ("challenge", None, None),
            Self::Block(character) => ("block", None, Some(character)),
            Self::Lose(character) => ("lose", None, Some(character)),
            Self::Show(character) => ("show", None, Some(character)),
            Self::Return(character) => ("return", None, Some(character)),
            Self::Keep(character) => ("keep", None, Some(character)),
            Self::GiveBack => ("give_back", None, None),
            Self::Discard => ("discard", None, None),
        }
    }
}

impl GameAction for Action {
    #[inline]
    fn id(self) -> ActionId {
        let seat = |base: u32, seat: Seat| base + u32::from(seat.index().to_le_bytes()[0]);
        let card = |base: u32, character: Character| base + character as u32;
        let id = match self {
            Self::Income => INCOME,
            Self::ForeignAid => FOREIGN_AID,
            Self::Tax => TAX,
            Self::Exchange => EXCHANGE,
            Self::Coup(target) => seat(COUP, target),
            Self::Assassinate(target) => seat(ASSASSINATE, target),
            Self::Steal(target) => seat(STEAL, target),
            Self::Examine(target) => seat(EXAMINE, target),
            Self::Pass => PASS,
            Self::Challenge => CHALLENGE,
            Self::Block(character) => card(BLOCK, character),
            Self::Lose(character) => card(LOSE, character),
            Self::Show(character) => card(SHOW, character),
            Self::Return(character) => card(RETURN, character),
            Self::Keep(character) => card(KEEP, character),
            Self::GiveBack => GIVE_BACK,
            Self::Discard => DISCARD,
        };
        ActionId(u16::try_from(id).unwrap_or(u16::MAX))
    }

    fn form(self) -> ActionForm {
        let (verb, target, character) = self.parts();
        let target = target.map(|seat| ("target", seat.to_string()));
        let character = character.map(|c| ("character", c.notation().to_owned()));
        ActionForm { verb, arguments: target.into_iter().chain(character).collect() }
    }
}
