//! Views and events as messages.

pub(crate) mod engine_state;
pub(crate) mod event;
pub(crate) mod field;
pub(crate) mod question;
pub(crate) mod setting;
pub(crate) mod view;
