//! What lies in the box.

pub(crate) mod campaign;
pub(crate) mod compile;
pub(crate) mod document;
pub(crate) mod ids;
pub(crate) mod level;
pub(crate) mod pack;
pub(crate) mod report;
pub(crate) mod solve;
pub(crate) mod squares;
pub(crate) mod teams;
