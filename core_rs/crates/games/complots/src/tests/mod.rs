//! What only tests need.

mod leaks;
mod proofs;
mod worlds;

mod properties {
    intrigue_testkit::game_tests!(crate::Complots);
}
