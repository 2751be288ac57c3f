use intrigue_core::{Hidden, Seat, SeatSet};

use crate::content::cards::{Card, Conspiracy, Skill, ZONES, Zone};
use crate::content::pack::Cards;
use crate::knowledge::tale::Tale;
use crate::rules::action::{Mark, Spot};
use crate::rules::board::Board;
use crate::rules::options::{Options, Variant};

/// The most seats that a match has.
pub(crate) const SEATS: usize = 4;
/// How many piles there are (S-03).
pub(crate) const PILES: usize = 3;
/// The most turns that a match can have (S-66).
pub(crate) const TURNS: u16 = 180;
/// The most weapons that there can be on the table: all, and the Theft agents (S-75).
pub(crate) const WEAPONRY: usize = 18;

/// A match: all that is true of its table, whoever may know it.
#[derive(Clone, PartialEq)]
pub struct ShadowBlades {
    pub(crate) options: Options,
    /// The options, and the conspiracy once it is drawn.
    pub(crate) variant: Variant,
    pub(crate) hands: [Hidden<Cards>; SEATS],
    /// The deck without the cards whose place in it somebody knows.
    pub(crate) deck: Hidden<Cards>,
    /// The cards on top of the deck that the Illusionist knows, the next to be drawn last.
    pub(crate) top: Hidden<Row<4>>,
    /// The seat of that Illusionist.
    pub(crate) conjurer: Option<Seat>,
    pub(crate) piles: [Hidden<Cards>; PILES],
    /// Cards that go round in the draft (S-04).
    pub(crate) bundle: Hidden<Cards>,
    pub(crate) missions: [[Hidden<Cards>; ZONES]; SEATS],
    pub(crate) board: Board,
    pub(crate) graveyard: Row<76>,
    /// The skills that have happened, one bit each (S-25).
    pub(crate) used: u16,
    pub(crate) resigned: SeatSet,
    pub(crate) active: Seat,
    pub(crate) turn: u16,
    pub(crate) window: u32,
    pub(crate) phase: Phase,
    /// What the seat to act has chosen so far of a step that is not complete (S-20).
    pub(crate) step: Hidden<Step>,
    pub(crate) deployment: Deployment,
    /// How many piles were looked at in this turn, and which was taken.
    pub(crate) looked: u8,
    pub(crate) taken: Option<u8>,
    /// In the final confrontation: the seats whose last turn is still to come (S-60).
    pub(crate) finale: Option<SeatSet>,
    /// Which cards went where, as far as somebody did not see it.
    pub(crate) tale: Hidden<Tale>,
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Phase {
    /// Chance: which conspiracy.
    Conspire,
    /// Chance: who begins.
    Toss,
    /// Chance: a starting card for this seat.
    Deal(u8),
    /// Chance: the number of cards still to be drawn for the draft.
    Bundle(u8),
    /// Chance keeps a card of the bundle for a seat that has resigned.
    DraftFor(Seat),
    /// Chance: the number of cards for each pile; then what follows.
    Refill([u8; PILES], After),
    /// Chance: the number of cards that the active seat draws.
    Draw(u8),
    /// Chance: the number of the Illusionist's cards still to be drawn.
    Conjure(u8),
    /// A seat is asked something.
    Ask(Question),
    Over(Ending),
}

/// What follows when the piles are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// The first turn begins.
    Start,
    /// The turn is over.
    Turn,
    /// The deployment goes on.
    Loot,
}

/// What is asked, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What kind of question it is.
    pub stage: Stage,
    /// Who is to answer.
    pub seat: Seat,
    /// Ruby Tracker's two agents, of which one is discarded.
    pub named: Option<[Mark; 2]>,
    /// The pile that is looked at, 1 to 3.
    pub pile: u8,
    /// The seat, or its zone, that a skill looks at.
    pub focus: Option<Spot>,
}

/// Kinds of questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// Which card of the bundle to keep.
    Draft,
    /// Recruit, or begin a deployment; in the last turn pass or deploy.
    Turn,
    /// Whether to take the pile.
    Recruit,
    /// How the deployment goes on.
    Deploy,
    /// Which two agents Ruby Tracker names.
    RubyTracker,
    /// Which of the two agents goes to the graveyard.
    TrackerChoice,
    /// Whom Shadow Claw eliminates.
    ShadowClaw,
    /// In which zone Yaksha eliminates.
    Yaksha,
    /// Which pile the Looter takes.
    Looter,
    /// Which card the Illusionist keeps.
    IllusionistKeep,
    /// In which order the others go back to the deck.
    IllusionistOrder,
    /// Whom the Beast scares away.
    Beast,
    /// Which agent Mistrunner moves, where to, and for which weapons.
    Mistrunner,
    /// At whose hand Amber Whisper looks.
    Whisper,
    /// Which card Amber Whisper takes.
    WhisperTake,
    /// At which missions the Chameleon looks.
    Chameleon,
    /// Which mission goes back to its owner's hand.
    ChameleonReturn,
    /// Which card goes to the ally.
    Shadow,
    /// Nothing: the match is over.
    Over,
}

impl Stage {
    /// Every stage, in the order of the declaration.
    pub(crate) const ALL: [Self; 19] = [
        Self::Draft,
        Self::Turn,
        Self::Recruit,
        Self::Deploy,
        Self::RubyTracker,
        Self::TrackerChoice,
        Self::ShadowClaw,
        Self::Yaksha,
        Self::Looter,
        Self::IllusionistKeep,
        Self::IllusionistOrder,
        Self::Beast,
        Self::Mistrunner,
        Self::Whisper,
        Self::WhisperTake,
        Self::Chameleon,
        Self::ChameleonReturn,
        Self::Shadow,
        Self::Over,
    ];

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Turn => "turn",
            Self::Recruit => "recruit",
            Self::Deploy => "deploy",
            Self::RubyTracker => "ruby_tracker",
            Self::TrackerChoice => "tracker_choice",
            Self::ShadowClaw => "shadow_claw",
            Self::Yaksha => "yaksha",
            Self::Looter => "looter",
            Self::IllusionistKeep => "illusionist_keep",
            Self::IllusionistOrder => "illusionist_order",
            Self::Beast => "beast",
            Self::Mistrunner => "mistrunner",
            Self::Whisper => "whisper",
            Self::WhisperTake => "whisper_take",
            Self::Chameleon => "chameleon",
            Self::ChameleonReturn => "chameleon_return",
            Self::Shadow => "shadow",
            Self::Over => "over",
        }
    }
}

impl Question {
    pub(crate) const fn plain(stage: Stage, seat: Seat) -> Self {
        Self { stage, seat, named: None, pile: 0, focus: None }
    }
}

/// What a seat has chosen so far of a step (S-20): only the seat itself knows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Step {
    /// What kind of step it is.
    pub kind: StepKind,
    /// The agent of the hand that is deployed or discarded.
    pub card: Option<Card>,
    /// Where the agent goes.
    pub spot: Option<Spot>,
    /// The deployed agent that the step is aimed at.
    pub target: Option<Mark>,
    /// The weapons, in order; for the Illusionist the cards put back.
    pub weapons: Row<WEAPONRY>,
}

/// Kinds of steps that take several decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum StepKind {
    /// No step is begun.
    #[default]
    None,
    /// An agent is deployed.
    Agent,
    /// An agent is discarded for a Fatal Blow (S-74).
    Blow,
    /// An agent is won over by a Deception (S-71).
    Deception,
    /// A skill takes two targets, or a target, a zone and weapons.
    Skill,
}

/// What has been done in the deployment of this turn (S-20, S-28).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Deployment {
    /// The agents deployed, in order.
    pub agents: Row<20>,
    /// Their strengths when they were deployed.
    pub strengths: [u8; 20],
    /// Which of them opened an allowance with their skill, one bit each.
    pub opened: u32,
    /// Whether a mission was laid.
    pub mission: bool,
    /// Whether a Deception was made (once a turn).
    pub deceived: bool,
    /// Whether any step was made.
    pub begun: bool,
}

/// A short list of cards in order.
#[derive(Clone, Copy)]
pub struct Row<const N: usize> {
    cards: [Card; N],
    length: u8,
}

impl<const N: usize> Row<N> {
    /// A row without cards.
    pub const EMPTY: Self = Self { cards: [Card(0); N], length: 0 };

    /// The cards, in order.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.length)]
    }

    #[inline]
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.length)] = card;
        self.length += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Card> {
        let card = *self.cards().last()?;
        self.length -= 1;
        Some(card)
    }

    #[inline]
    pub(crate) fn len(&self) -> u8 {
        self.length
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Takes out one card of a kind, if it is there.
    pub(crate) fn remove(&mut self, card: Card) {
        if let Some(place) = self.cards().iter().position(|&other| other == card) {
            self.cards.copy_within(place + 1..usize::from(self.length), place);
            self.length -= 1;
        }
    }

    pub(crate) fn of(cards: &[Card]) -> Option<Self> {
        let mut row = Self::EMPTY;
        row.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        row.length = u8::try_from(cards.len()).ok()?;
        Some(row)
    }
}

impl<const N: usize> Default for Row<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Cards beyond the end are leftovers of what was there before: they don't count.
impl<const N: usize> PartialEq for Row<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl<const N: usize> std::fmt::Debug for Row<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards().iter().map(|card| card.notation())).finish()
    }
}

/// How a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// Bounties were counted (S-62).
    Bounties,
    /// Only one seat, or one alliance, is left (S-65).
    Resignation,
}

impl Ending {
    /// Every ending, in the order of the declaration.
    pub(crate) const ALL: [Self; 2] = [Self::Bounties, Self::Resignation];

    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Bounties => "bounties",
            Self::Resignation => "resignation",
        }
    }
}

/// One of nature's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The seat that begins.
    First(Seat),
    /// The conspiracy of the match.
    Conspiracy(Conspiracy),
    /// The card that is dealt or drawn.
    Card(Card),
}

impl From<Chance> for u32 {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::First(seat) => Self::from(seat.index().to_le_bytes()[0]),
            Chance::Conspiracy(conspiracy) => 8 + conspiracy as Self,
            Chance::Card(card) => 16 + Self::from(card.0),
        }
    }
}

impl TryFrom<u32> for Chance {
    type Error = ();

    fn try_from(number: u32) -> Result<Self, ()> {
        let number = number as usize;
        let chance = match number {
            0..8 => Seat::new(number).filter(|seat| seat.index() < SEATS).map(Self::First),
            8..16 => Some(Self::Conspiracy(Conspiracy::ALL[number - 8])),
            _ => Card::of(number - 16).map(Self::Card),
        };
        chance.ok_or(())
    }
}

/// What truly happened.
#[derive(Clone, PartialEq)]
pub enum Event {
    /// The conspiracy is drawn.
    Conspired(Conspiracy),
    /// Every seat has its starting card.
    Dealt(Seat, [Hidden<Option<Card>>; SEATS]),
    /// The bundle comes to a seat.
    Offered(Seat, Hidden<Cards>),
    /// A seat keeps a card of the bundle.
    Kept(Seat, Hidden<Card>),
    /// A turn begins.
    TurnBegan(u16, Seat),
    /// A question is open.
    Asked(Question),
    /// A seat looks at a pile.
    Looked(Seat, u8, Hidden<Cards>),
    /// A seat puts a pile back.
    Refused(Seat, u8),
    /// A seat takes a pile; whether it has not looked at it.
    Took(Seat, u8, Hidden<Cards>, bool),
    /// A card goes from the deck to a pile; somebody may know which.
    Refilled(u8, Hidden<Card>, Option<Seat>),
    /// A seat draws a card; somebody may know which.
    Drew(Seat, Hidden<Card>, Option<Seat>),
    /// A decision of a step that is not complete.
    Composed(Seat, Hidden<Step>),
    /// An agent comes to the table.
    Deployed(Seat, Card, Spot, Vec<Card>),
    /// A skill happens.
    SkillHappened(Skill),
    /// A mission is laid.
    MissionLaid(Seat, Zone, Hidden<Card>),
    /// Ruby Tracker names two agents of a seat.
    Named(Seat, [Mark; 2]),
    /// An agent leaves the table for the graveyard.
    Eliminated(Mark),
    /// A card goes from a hand to the graveyard.
    Discarded(Seat, Card),
    /// A seat moves an agent to one of its zones, with more weapons of its own.
    Moved(Seat, Mark, Spot, Vec<Card>),
    /// An agent goes back to its owner's hand, its weapons to a seat's.
    Scared(Seat, Mark),
    /// A seat looks at another's hand.
    Whispered(Seat, Seat, Hidden<Cards>),
    /// A card goes from a hand to another: who takes, from whom.
    Taken(Seat, Seat, Hidden<Card>),
    /// A seat looks at another's missions.
    Spied(Seat, Spot, Hidden<Cards>),
    /// A mission goes back to its owner's hand.
    Returned(Seat, Spot, Hidden<Card>),
    /// The Illusionist's seat looks at four cards.
    Conjured(Seat, Hidden<[Card; 4]>),
    /// The Illusionist's seat keeps one of the four.
    Chosen(Seat, Hidden<Card>),
    /// The other three lie on the deck again, the next to be drawn first.
    Arranged(Seat, Hidden<[Card; 3]>),
    /// The top card of the graveyard goes to a hand.
    Exhumed(Seat),
    /// A card goes to an ally.
    Slipped(Seat, Seat, Hidden<Card>),
    /// The final confrontation begins.
    FinaleBegan(SeatSet),
    /// A seat passes its last turn.
    Passed(Seat),
    /// A seat gives up.
    Resigned(Seat),
    /// All missions are turned up; those that fail go to the graveyard.
    Revealed(Box<[[Cards; ZONES]; SEATS]>),
    /// The match is over.
    Ended(Ending, SeatSet),
}
