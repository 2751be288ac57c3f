//! What only tests need.

mod content_tests;
mod coverage;
mod partners;
mod proofs;
mod small_maps;

mod properties {
    intrigue_testkit::game_tests!(crate::Brotherhood);
}
