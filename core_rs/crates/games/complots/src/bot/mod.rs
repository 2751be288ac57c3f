//! What policies know of the game.

pub(crate) mod evaluation;
pub(crate) mod player_model;
