//! Brotherhood: one to four assassins, all on one side against the guards of a level. The map, the

mod bot;
mod content;
mod knowledge;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod wire;

pub use knowledge::view::{Seen, View};
pub use rules::action::{Action, Aim, Deed, Errand};
pub use rules::choices::Choices;
pub use rules::options::Options;
pub use rules::refusal::Rule;
pub use rules::state::{Assassin, Brotherhood, Chance, Ending, Phase, Place, Table};
