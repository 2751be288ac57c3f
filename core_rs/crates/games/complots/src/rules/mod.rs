//! What may be done, and what follows.

pub(crate) mod action;
pub(crate) mod flow;
pub(crate) mod game;
pub(crate) mod invariants;
pub(crate) mod legality;
pub(crate) mod opening;
pub(crate) mod options;
pub(crate) mod refusal;
pub(crate) mod sides;
pub(crate) mod state;
