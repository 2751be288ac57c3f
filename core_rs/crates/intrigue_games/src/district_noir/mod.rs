//! District Noir: two seats, one line of cards, and three places that win at once.

mod action;
mod cards;
mod features;
#[cfg(test)]
mod leaks;
mod options;
mod policy;
#[cfg(test)]
mod proofs;
mod rules;
mod state;
mod view;
mod wire;
mod words;

pub use action::Action;
pub use cards::{Card, Pack};
pub use options::Options;
pub use rules::Rule;
pub use state::{Chance, DistrictNoir, Ending, Event};
pub use view::{Seen, Side, View};

#[cfg(test)]
mod properties {
    intrigue_testkit::game_tests!(super::DistrictNoir);
}
