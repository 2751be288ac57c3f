//! The catalog of games: one line per game, and what can be done with a game chosen at run time.
//! Each game is a crate of its own under `games/`, behind a feature.
//!
//! ```
//! use intrigue_core::{Seed, Settings, Viewer};
//! use intrigue_games::catalog;
//!
//! for id in catalog::IDS {
//!     let dealt = catalog::new_match(id, &Settings::new(), &Seed::from_number(7), &[])?;
//!     let position = dealt.position(Viewer::Spectator);
//!     println!("{id}, {} seats:\n{:?}", dealt.seats(), catalog::facts(&position)?);
//! }
//! # Ok::<(), intrigue_core::Refusal>(())
//! ```

#![warn(missing_docs)]

pub mod catalog;
