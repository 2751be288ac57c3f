//! Complots: two to eight seats, two hidden characters each, and the right to lie about them.
//!
//! ```
//! use complots::Complots;
//! use intrigue_core::{AnyMatch, Match, Seed, Settings, Viewer};
//!
//! // The first legal action, again and again, until the match is over.
//! let mut played = Match::<Complots>::new(&Settings::new(), Seed::from_number(7), vec![])?;
//! while let Some(seat) = played.turn().seats().iter().next() {
//!     let action = played.legal(seat)[0];
//!     played.act(seat, action, None)?;
//! }
//! assert!(played.outcome().is_some());
//! assert_eq!(played.view(Viewer::Spectator).revision, played.revision(Viewer::Spectator));
//! # Ok::<(), intrigue_core::Refusal>(())
//! ```

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
pub use rules::options::{BlockAfterLostChallenge, Options};
pub use rules::refusal::RefusalReason;
pub use rules::sides::Sides;
pub use rules::state::{Chance, Complots, Ending, Event, PendingAction, Sequel, Stage, TurnAction};
