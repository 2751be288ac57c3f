//! The cards of the box, and bags of them.

pub(crate) mod cards;
pub(crate) mod pack;
