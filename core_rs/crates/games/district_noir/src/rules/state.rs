use intrigue_core::{Hidden, Seat};

use crate::content::{Card, Pack};
use crate::rules::options::Options;

/// The last round (D-10).
pub(crate) const ROUNDS: u8 = 4;
/// Cards in a fresh hand (D-03), and Plays a round (D-10).
pub(crate) const HAND: u8 = 5;
/// Both seats' actions of one round (D-10).
pub(crate) const ROUND_ACTIONS: u8 = 12;
/// Cards out of the game (D-03).
pub(crate) const OUT: u8 = 3;
/// The cards that the line begins with (D-03).
pub(crate) const LAID: u8 = 2;
/// The most cards that one Take brings (D-12).
pub(crate) const TAKEN: usize = 5;

/// The truth of one table.
///
/// The draw pile and the three cards out of the game are one pack without an order: nobody knows
/// more of them than how many there are, and the three are what is left in the end.
#[derive(Clone, PartialEq)]
pub struct DistrictNoir {
    pub(crate) undealt: Hidden<Pack>,
    pub(crate) hands: [Hidden<Pack>; 2],
    pub(crate) collections: [Pack; 2],
    pub(crate) line: Line,
    pub(crate) options: Options,
    /// Whether the CAMP token is still to be tossed.
    pub(crate) toss: bool,
    /// Cards that nature still owes to hands and line.
    pub(crate) dealing: u8,
    pub(crate) round: u8,
    pub(crate) starter: Seat,
    /// Actions made in this round, by both seats.
    pub(crate) actions: u8,
    pub(crate) plays: [u8; 2],
    pub(crate) taken: [bool; 2],
    pub(crate) end: Option<End>,
}

/// How a match ended, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) ending: Ending,
    pub(crate) winner: Option<Seat>,
}

/// The ways in which a match ends (D-26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A seat has all three City cards.
    ThreeCities,
    /// The higher total.
    Points,
    /// Equal totals, more Support cards of a value.
    TieBreak,
    /// Equal in everything.
    Draw,
    /// The other seat gave up.
    Resignation,
}

impl Ending {
    /// As logs and scenarios write it.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::ThreeCities => "three_cities",
            Self::Points => "points",
            Self::TieBreak => "tie_break",
            Self::Draw => "draw",
            Self::Resignation => "resignation",
        }
    }
}

/// One of nature's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The CAMP token falls for a seat.
    First(Seat),
    /// A card comes off the pile.
    Card(Card),
}

impl From<Chance> for u32 {
    #[expect(clippy::cast_possible_truncation, reason = "seats and kinds are few")]
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::First(seat) => seat.index() as Self,
            Chance::Card(card) => 2 + card.index() as Self,
        }
    }
}

impl TryFrom<u32> for Chance {
    type Error = ();

    fn try_from(number: u32) -> Result<Self, ()> {
        let number = number as usize;
        match number {
            0 | 1 => Seat::new(number).map(Self::First).ok_or(()),
            _ => Card::ALL.get(number - 2).copied().map(Self::Card).ok_or(()),
        }
    }
}

/// What truly happened.
#[derive(Clone, PartialEq)]
pub enum Event {
    /// The line begins.
    LineLaid([Card; LAID as usize]),
    /// Both seats hold five cards.
    RoundBegan {
        /// 1 to 4.
        round: u8,
        /// Who starts it.
        starter: Seat,
        /// What each seat was dealt.
        hands: [Hidden<Pack>; 2],
    },
    /// A card came to the end of the line.
    Played { seat: Seat, card: Card },
    /// The end of the line went to a seat.
    Took {
        seat: Seat,
        /// As they lay.
        cards: Vec<Card>,
    },
    /// The match is over.
    Ended { ending: Ending, winner: Option<Seat> },
}

/// The line, from its oldest card to its end.
#[derive(Clone, Copy, Eq)]
pub(crate) struct Line {
    cards: [Card; 45],
    length: u8,
}

impl Line {
    pub(crate) const EMPTY: Self = Self { cards: [Card::Support5; 45], length: 0 };

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.length)]
    }

    pub(crate) fn of(cards: &[Card]) -> Option<Self> {
        let mut line = Self::EMPTY;
        line.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        line.length = u8::try_from(cards.len()).ok()?;
        Some(line)
    }

    #[inline]
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.length)] = card;
        self.length += 1;
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The cards that a Take brings.
    #[inline]
    pub(crate) fn end(&self) -> &[Card] {
        let cards = self.cards();
        &cards[cards.len().saturating_sub(TAKEN)..]
    }

    #[inline]
    pub(crate) fn cut_end(&mut self) {
        self.length = self.length.saturating_sub(TAKEN.to_le_bytes()[0]);
    }
}

/// Cards beyond the end are leftovers of what was there before: they don't count.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.cards().fmt(f)
    }
}

/// The other seat.
#[inline]
pub(crate) fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index()).expect("there are two seats")
}

impl DistrictNoir {
    /// The seat that owes the next action.
    #[inline]
    pub(crate) fn to_act(&self) -> Seat {
        if self.actions.is_multiple_of(2) { self.starter } else { other(self.starter) }
    }
}
