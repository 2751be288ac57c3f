//! Complots: two to eight seats, two hidden characters each, and the right to lie about them.

mod action;
mod cards;
mod draw;
mod features;
mod flow;
#[cfg(test)]
mod leaks;
mod options;
mod policy;
#[cfg(test)]
mod proofs;
mod redeal;
mod refusal;
mod rules;
mod sides;
mod state;
mod tell;
mod view;
mod wire;
mod words;
#[cfg(test)]
mod worlds;

pub use action::Action;
pub use cards::{Character, Hand};
pub use options::Options;
pub use refusal::Rule;
pub use sides::Sides;
pub use state::{Chance, Complots, Deed, Ending, Event, Sequel, Stage, Undertaking};
pub use view::{Secrets, Seen, Side, View};

#[cfg(test)]
mod properties {
    intrigue_testkit::game_tests!(super::Complots);
}
