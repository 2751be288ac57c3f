//! What each viewer may know, and what follows from it.

pub(crate) mod features;
pub(crate) mod fold;
pub(crate) mod hypotheses;
pub(crate) mod missions;
pub(crate) mod outlook;
pub(crate) mod redeal;
pub(crate) mod seen_moves;
pub(crate) mod tale;
pub(crate) mod thinning;
pub(crate) mod tracks;
pub(crate) mod view;
pub(crate) mod walk;
