use crate::{MAX_SEATS, Presentation, SeatNames, Text, message};
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

impl Outcome {
    /// The outcome of a match of a game as its message, with texts.
    pub(crate) fn to_wire<G: Presentation>(&self, names: &SeatNames) -> wire::Outcome {
        let localized = |write: &dyn Fn(&crate::Localizer<'_>) -> String| {
            Some(Text::localized(G::catalog(), names, write).to_wire())
        };
        let score = |score: &Score| wire::Score {
            #[expect(clippy::cast_possible_truncation, reason = "a seat number")]
            seat: score.seat as u32,
            part: score.part.to_owned(),
            text: localized(&|text| message!(text, ("score", score.part))),
            points: score.points,
        };
        wire::Outcome {
            payoffs: self.payoffs.clone(),
            ending: self.ending.to_owned(),
            text: localized(&|text| G::outcome_text(self, text)),
            scores: self.scores.iter().map(score).collect(),
        }
    }
}
