//! Shadow Blades: two to four guilds, four zones, agents with skills and weapons in the open, and
//! missions that are laid face down.
//!
//! ```
//! use shadow_blades::ShadowBlades;
//! use intrigue_core::{AnyMatch, Match, Seed, Settings, Viewer};
//!
//! // The first legal action, again and again, until the match is over.
//! let mut played = Match::<ShadowBlades>::new(&Settings::new(), Seed::from_number(7), vec![])?;
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

pub use content::cards::{Card, Conspiracy, Role, Skill, Zone};
pub use content::pack::Cards;
pub use knowledge::seen_moves::{Known, Place, SeenMoves};
pub use knowledge::view::{Agent, End, Secrets, Seen, Side, View};
pub use rules::action::{Action, Mark, Spot};
pub use rules::options::{Options, Variant};
pub use rules::refusal::RefusalReason;
pub use rules::state::{
    Chance, Deployment, Ending, Event, Question, Row, ShadowBlades, Stage, Step, StepKind,
};
