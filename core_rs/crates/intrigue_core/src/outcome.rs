use crate::wire_fields::seat_number;
use crate::{MAX_SEATS, Presentation, Seat, SeatSet, Wording, message};
use intrigue_wire::v1 as wire;

/// The payoff of a sole winner. It divides evenly by every number of seats.
pub const WIN: u32 = 840;

/// One payoff per seat, in 840ths of the win; seats that a match does not have get 0.
pub type Payoffs = [u32; MAX_SEATS];

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// One payoff per seat, in 840ths of the win.
    pub payoffs: Vec<u32>,
    /// The way it ended, for machines: `three_cities`.
    pub ending: &'static str,
    /// The parts of the seats' scores.
    pub scores: Vec<Score>,
}

/// A part of a seat's score.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The seat that scored.
    pub seat: usize,
    /// Which part, for machines; `total` is the sum.
    pub part: &'static str,
    /// The points.
    pub points: i32,
}

/// How a seat left a match before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatEnding {
    /// Its holder resigned.
    Resigned,
    /// Its time was up.
    OutOfTime,
    /// Another player, or a policy, has it now.
    Replaced,
}

/// How seats left a match before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftSeats([Option<SeatEnding>; MAX_SEATS]);

impl LeftSeats {
    /// Nobody has left.
    pub const NONE: Self = Self([None; MAX_SEATS]);

    /// Notes how a seat left. That it changed hands says less than how its holder gave up.
    pub(crate) fn note(&mut self, seat: Seat, ending: SeatEnding) {
        let noted = &mut self.0[seat.index()];
        if ending != SeatEnding::Replaced || noted.is_none() {
            *noted = Some(ending);
        }
    }

    /// The seat, if it is one whose time was up.
    pub(crate) fn out_of_time(self, seat: Option<Seat>) -> Option<Seat> {
        seat.filter(|seat| self.0[seat.index()] == Some(SeatEnding::OutOfTime))
    }
}

impl Outcome {
    /// The outcome of a match of a game as its message, with texts.
    pub(crate) fn to_wire<G: Presentation>(
        &self,
        out: SeatSet,
        left: LeftSeats,
        wording: &Wording,
    ) -> wire::Outcome {
        let seats = SeatSet::first(self.payoffs.len()).iter();
        let seat_outcome = |seat: Seat| wire::SeatOutcome {
            seat: Some(seat_number(seat)),
            payoff: self.payoffs[seat.index()],
            ending: match left.0[seat.index()] {
                Some(SeatEnding::Resigned) => wire::SeatEnding::Resigned,
                Some(SeatEnding::OutOfTime) => wire::SeatEnding::OutOfTime,
                Some(SeatEnding::Replaced) => wire::SeatEnding::Replaced,
                None if out.contains(seat) => wire::SeatEnding::Eliminated,
                None => wire::SeatEnding::PlayedToEnd,
            }
            .into(),
        };
        let score = |score: &Score| wire::Score {
            seat: u32::try_from(score.seat).ok(),
            part: score.part.to_owned(),
            text: wording.localized(G::catalog(), |text| message!(text, ("score", score.part))),
            points: score.points,
        };
        wire::Outcome {
            seats: seats.map(seat_outcome).collect(),
            ending: self.ending.to_owned(),
            text: wording.localized(G::catalog(), |text| G::outcome_text(self, text)),
            scores: self.scores.iter().map(score).collect(),
        }
    }
}
