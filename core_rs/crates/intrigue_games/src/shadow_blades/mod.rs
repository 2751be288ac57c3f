//! Shadow Blades: two to four guilds, four zones, agents with skills and weapons in the open,
//! missions face down, and piles of cards that some have seen.

mod action;
mod board;
mod cards;
mod deployment;
mod draw;
mod draw_seat;
mod features;
mod flow;
mod fold;
mod hypotheses;
#[cfg(test)]
mod leaks;
mod legal;
mod memory;
mod missions;
mod options;
mod outlook;
mod pack;
mod policy;
#[cfg(test)]
mod proofs;
mod reason;
mod redeal;
mod refusal;
mod rules;
mod setting;
mod skills;
mod state;
mod tale;
mod tell;
mod thinning;
mod tracks;
mod turns;
mod view;
mod walk;
mod wire;
mod wire_seen;
mod words;
#[cfg(test)]
mod worlds;

pub use action::{Action, Mark, Spot};
pub use cards::{Card, Conspiracy, Role, Skill, Zone};
pub use memory::{Known, Memory, Place};
pub use options::{Options, Variant};
pub use pack::Cards;
pub use refusal::Rule;
pub use state::{
    Chance, Deployment, Ending, Event, Question, Row, ShadowBlades, Stage, Step, StepKind,
};
pub use view::{Agent, End, Secrets, Seen, Side, View};

#[cfg(test)]
mod properties {
    intrigue_testkit::game_tests!(super::ShadowBlades);
}
