//! What only tests need.

mod leaks;
mod proofs;

mod properties {
    intrigue_testkit::game_tests!(crate::DistrictNoir);
}
