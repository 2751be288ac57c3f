//! District Noir: two seats, one line of cards, and three places that win at once.

mod bot;
mod content;
mod knowledge;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod wire;

pub use content::{Card, Pack};
pub use knowledge::view::{Seen, Side, View};
pub use rules::action::Action;
pub use rules::game::Rule;
pub use rules::options::Options;
pub use rules::state::{Chance, DistrictNoir, Ending, Event};
