//! Shadow Blades: two to four guilds, four zones, agents with skills and weapons in the open,

mod bot;
mod content;
mod knowledge;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod wire;

pub use content::cards::{Card, Conspiracy, Role, Skill, Zone};
pub use content::pack::Cards;
pub use knowledge::memory::{Known, Memory, Place};
pub use knowledge::view::{Agent, End, Secrets, Seen, Side, View};
pub use rules::action::{Action, Mark, Spot};
pub use rules::options::{Options, Variant};
pub use rules::refusal::Rule;
pub use rules::state::{
    Chance, Deployment, Ending, Event, Question, Row, ShadowBlades, Stage, Step, StepKind,
};
