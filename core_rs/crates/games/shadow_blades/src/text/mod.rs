//! What people read.

pub(crate) mod events;
pub(crate) mod face;
pub(crate) mod render;
pub(crate) mod render_seat;
