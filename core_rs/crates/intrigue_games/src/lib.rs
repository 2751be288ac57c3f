//! The catalog of games: one line per game, and what can be done with a game chosen at run time.
//! Each game is a crate of its own under `games/`, behind a feature.

pub mod catalog;
