//! Who knows what.

pub(crate) mod features;
pub(crate) mod view;
