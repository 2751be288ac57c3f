//! Brotherhood: one to four assassins, all on one side against the guards of a level. The map, the
//!
//! ```
//! use brotherhood::Brotherhood;
//! use intrigue_core::{AnyMatch, Match, Seed, Settings, Viewer};
//!
//! // The first legal action, again and again, until the match is over.
//! let mut played = Match::<Brotherhood>::new(&Settings::new(), Seed::from_number(7), vec![])?;
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

pub use content::ids::{AssassinId, Entrance, EquipmentId};
pub use knowledge::view::{Seen, View};
pub use rules::action::{Action, Aim, AssassinAction, Errand};
pub use rules::choices::Choices;
pub use rules::options::Options;
pub use rules::refusal::RefusalReason;
pub use rules::state::{Assassin, Brotherhood, Chance, Ending, Phase, Place, Table};
