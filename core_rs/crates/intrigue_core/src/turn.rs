use crate::SeatSet;

/// Who owes a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Nature: a card is to be drawn, a die to be thrown.
    Chance,
    /// Every seat of the set, in whatever order the answers come. Never empty.
    Seats(SeatSet),
    /// Nobody: the match is over.
    Over,
}

impl Turn {
    /// The seats that owe a decision.
    pub const fn seats(self) -> SeatSet {
        match self {
            Self::Seats(seats) => seats,
            Self::Chance | Self::Over => SeatSet::EMPTY,
        }
    }
}
