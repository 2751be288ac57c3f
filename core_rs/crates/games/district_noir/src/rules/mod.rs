//! What may be done, and what follows.

pub(crate) mod action;
pub(crate) mod game;
pub(crate) mod options;
pub(crate) mod refusal;
pub(crate) mod state;
