use crate::{MAX_SEATS, Text};
use intrigue_wire::v1 as wire;

/// The payoff of a sole winner. It divides evenly by every number of seats.
pub const WIN: u32 = 840;

/// A payoff a seat, in 840ths of the win; places of seats that a match has not are 0.
pub type Payoffs = [u32; MAX_SEATS];

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// One payoff a seat, in 840ths of the win.
    pub payoffs: Vec<u32>,
    /// The way it ended, for machines: `three_cities`.
    pub ending: &'static str,
    /// The way it ended, for people.
    pub text: Text,
    /// The parts of the seats' scores.
    pub scores: Vec<Score>,
}

/// A part of a seat's score.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// Whose.
    pub seat: usize,
    /// Which part, for machines; `total` is the sum.
    pub part: &'static str,
    /// Which part, for people.
    pub text: Text,
    /// The points.
    pub points: i32,
}

impl Outcome {
    pub(crate) fn to_wire(&self) -> wire::Outcome {
        wire::Outcome {
            payoffs: self.payoffs.clone(),
            ending: self.ending.to_owned(),
            text: Some(self.text.to_wire()),
            scores: self.scores.iter().map(Score::to_wire).collect(),
        }
    }
}

impl Score {
    fn to_wire(&self) -> wire::Score {
        wire::Score {
            #[expect(clippy::cast_possible_truncation, reason = "a seat number")]
            seat: self.seat as u32,
            part: self.part.to_owned(),
            text: Some(self.text.to_wire()),
            points: self.points,
        }
    }
}
