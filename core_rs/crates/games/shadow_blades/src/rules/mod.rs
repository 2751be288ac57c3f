//! The rules: what may be done, and what follows.

pub(crate) mod action;
pub(crate) mod board;
pub(crate) mod deployment;
pub(crate) mod flow;
pub(crate) mod game;
pub(crate) mod invariants;
pub(crate) mod legal;
pub(crate) mod options;
pub(crate) mod refusal;
pub(crate) mod setting;
pub(crate) mod skills;
pub(crate) mod state;
pub(crate) mod turns;
