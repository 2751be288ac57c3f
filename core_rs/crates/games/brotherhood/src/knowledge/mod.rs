//! Who knows what.

pub(crate) mod features;
pub(crate) mod soundness;
pub(crate) mod view;
