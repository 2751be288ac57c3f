use intrigue_core::{Hidden, MAX_SEATS, Seat, SeatSet};

use crate::content::{Character, Characters, Hand};
use crate::rules::options::Options;

/// All coins of the bank (C-04).
pub(crate) const COINS: u8 = 54;

/// The truth of one table.
#[derive(Clone, PartialEq)]
pub struct Complots {
    pub(crate) options: Options,
    /// Face-down cards; during an exchange also those drawn.
    pub(crate) hands: [Hidden<Hand>; MAX_SEATS],
    pub(crate) face_up: [Hand; MAX_SEATS],
    /// What each seat has claimed since its cards last changed.
    pub(crate) claimed: [Characters; MAX_SEATS],
    /// Its order is known to nobody, so it has none.
    pub(crate) court: Hidden<Hand>,
    /// Two seats: the pack to choose from, then what was not chosen.
    pub(crate) aside: [Hidden<Hand>; 2],
    pub(crate) purses: [u8; MAX_SEATS],
    pub(crate) treasury: u8,
    /// The seats that have influence.
    pub(crate) living: SeatSet,
    pub(crate) active: Seat,
    pub(crate) turn: u16,
    pub(crate) window: u32,
    pub(crate) pending: Option<PendingAction>,
    pub(crate) phase: Phase,
    /// Seats that have resigned; it takes effect between two actions (C-46).
    pub(crate) resigning: Hidden<SeatSet>,
}

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TurnAction {
    /// C-12.
    Income,
    /// C-13.
    ForeignAid,
    /// C-14.
    Coup,
    /// C-15.
    Tax,
    /// C-16.
    Assassinate,
    /// C-17.
    Steal,
    /// C-19, C-20.
    Exchange,
    /// C-21.
    Examine,
}

impl TurnAction {
    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Income => "income",
            Self::ForeignAid => "foreign_aid",
            Self::Coup => "coup",
            Self::Tax => "tax",
            Self::Assassinate => "assassinate",
            Self::Steal => "steal",
            Self::Exchange => "exchange",
            Self::Examine => "examine",
        }
    }
}

/// The action under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingAction {
    pub turn_action: TurnAction,
    pub target: Option<Seat>,
    /// Who challenged the claim and lost.
    pub lost_challenger: Option<Seat>,
    /// Who blocks, claiming what.
    pub block: Option<(Seat, Character)>,
}

/// Where a turn stands.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Phase {
    /// Chance: who begins.
    Toss,
    /// Chance: the number of cards that are still to be dealt.
    Deal(u8),
    /// Two seats: the sealed choices made so far (C-06).
    Keep(Hidden<[Option<Character>; 2]>),
    Act,
    /// A window of one kind; who has passed is hidden where it is sealed (C-51).
    Window(Stage, Hidden<SeatSet>),
    Lose(Seat, Sequel),
    /// Chance: a seat draws a replacement (C-21, C-32); then perhaps a challenger loses.
    Replace(Seat, Option<Seat>, Sequel),
    /// Chance: the number of cards that the exchange still draws.
    Draw(u8),
    Return(u8),
    Show,
    Verdict(Hidden<Character>),
    Over(Ending),
}

/// What is asked, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Two seats: which card to keep.
    Keep,
    /// The action of the turn.
    Act,
    /// Whether to challenge the action's claim.
    ChallengeAction,
    /// Whether to block the action.
    Block,
    /// Whether to challenge the block's claim.
    ChallengeBlock,
    /// Which card to lose.
    Lose,
    /// Which card to return.
    Return,
    /// Which card to show.
    Show,
    /// Whether the examined card is given back.
    Verdict,
    /// Nothing: the match is over.
    Over,
}

impl Stage {
    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Act => "act",
            Self::ChallengeAction => "challenge_action",
            Self::Block => "block",
            Self::ChallengeBlock => "challenge_block",
            Self::Lose => "lose",
            Self::Return => "return",
            Self::Show => "show",
            Self::Verdict => "verdict",
            Self::Over => "over",
        }
    }
}

impl Stage {
    /// All, in order.
    pub(crate) const ALL: [Self; 10] = [
        Self::Keep,
        Self::Act,
        Self::ChallengeAction,
        Self::Block,
        Self::ChallengeBlock,
        Self::Lose,
        Self::Return,
        Self::Show,
        Self::Verdict,
        Self::Over,
    ];
}

/// What follows when a seat has lost a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Sequel {
    /// The turn is over.
    TurnEnds,
    /// The action's claim stands: blocks are asked for, or, if nobody may block, its power follows.
    Blocks,
    /// The action goes through.
    Power,
}

/// How a match ends (C-45).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// One seat alone has influence.
    LastInfluence,
    /// The turn limit is reached.
    TurnLimit,
}

impl Ending {
    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::LastInfluence => "last_influence",
            Self::TurnLimit => "turn_limit",
        }
    }
}

/// One of nature's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Who begins.
    First(Seat),
    /// A card comes from the Court.
    Card(Character),
}

impl From<Chance> for u32 {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::First(seat) => Self::from(seat.index().to_le_bytes()[0]),
            Chance::Card(card) => 8 + card as Self,
        }
    }
}

impl TryFrom<u32> for Chance {
    type Error = ();

    fn try_from(number: u32) -> Result<Self, ()> {
        let number = number as usize;
        match number.checked_sub(MAX_SEATS) {
            None => Seat::new(number).map(Self::First).ok_or(()),
            Some(card) => Character::ALL.get(card).copied().map(Self::Card).ok_or(()),
        }
    }
}

/// What truly happened.
#[derive(Clone, PartialEq)]
pub enum Event {
    /// The deal: who begins, and every seat's cards.
    Dealt(Seat, [Hidden<Hand>; MAX_SEATS]),
    /// Two seats: a sealed choice.
    Kept(Seat, Hidden<Character>),
    /// Two seats: both choices are made.
    AllKept,
    /// A turn begins.
    TurnBegan(u16, Seat),
    Acted(Seat, TurnAction, Option<Seat>),
    /// A question is open.
    Asked(Question),
    /// A pass that everybody sees.
    Passed(Seat),
    /// A pass that nobody else sees.
    PassedSealed(Seat),
    /// A sealed window is closed without a reaction.
    AllPassed,
    /// Who challenges whose claim of what.
    Challenged(Seat, Seat, Character),
    /// A block.
    Blocked(Seat, Character),
    /// The claimed card is shown and goes to the Court.
    Proved(Seat, Character),
    /// A seat draws from the Court.
    Drew(Seat, Hidden<Hand>),
    /// A seat returns a card.
    Returned(Seat, Hidden<Character>),
    /// A seat turns a card up.
    Lost(Seat, Character),
    /// Coins from the Treasury, or back.
    Coins(Seat, i8),
    /// Who steals how much from whom.
    Stole(Seat, Seat, u8),
    /// Who shows what to whom.
    Showed(Seat, Seat, Hidden<Character>),
    /// The examiner, the seat, and whether its card is discarded.
    Judged(Seat, Seat, bool),
    /// A resignation that waits.
    Resigning(Seat),
    /// A resignation takes effect.
    Resigned(Seat, Hand),
    /// The match is over.
    Ended(Ending, SeatSet),
}

/// An open question, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    /// What is asked.
    pub stage: Stage,
    pub window: SeatSet,
    /// Who has passed, where that is public.
    pub passed: SeatSet,
    /// What follows a loss.
    pub sequel: Option<Sequel>,
    /// How many cards are to be returned.
    pub to_return: u8,
    /// The action that it is about.
    pub pending: Option<PendingAction>,
}
