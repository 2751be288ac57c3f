//! Views and events as messages.

pub(crate) mod event;
pub(crate) mod view;
