//! What people read.

pub(crate) mod about;
pub(crate) mod events;
pub(crate) mod facts;
pub(crate) mod labels;
pub(crate) mod names;
pub(crate) mod question;
pub(crate) mod render;
pub(crate) mod render_map;
pub(crate) mod words;
