//! Views and events as messages.

pub(crate) mod bounds;
pub(crate) mod event;
pub(crate) mod question;
pub(crate) mod setting;
pub(crate) mod view;
pub(crate) mod workings;
