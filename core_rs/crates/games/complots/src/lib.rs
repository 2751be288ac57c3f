//! Complots: two to eight seats, two hidden characters each, and the right to lie about them.

mod bot;
mod content;
mod knowledge;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod wire;

pub use content::{Character, Hand};
pub use knowledge::view::{Secrets, Seen, Side, View};
pub use rules::action::Action;
pub use rules::options::Options;
pub use rules::refusal::Rule;
pub use rules::sides::Sides;
pub use rules::state::{Chance, Complots, Deed, Ending, Event, Sequel, Stage, Undertaking};
