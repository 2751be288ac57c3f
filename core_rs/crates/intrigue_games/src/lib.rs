//! The games, one folder each with the same files in it, and the catalog of them.

pub mod brotherhood;
pub mod catalog;
pub mod complots;
pub mod district_noir;
pub mod shadow_blades;
