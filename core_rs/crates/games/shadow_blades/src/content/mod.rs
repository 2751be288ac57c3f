//! What lies in the box.

pub(crate) mod cards;
pub(crate) mod pack;
