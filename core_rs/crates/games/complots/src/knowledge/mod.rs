//! Who knows what.

pub(crate) mod features;
pub(crate) mod redeal;
pub(crate) mod view;
