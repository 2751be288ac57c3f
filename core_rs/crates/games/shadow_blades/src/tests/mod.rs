//! What only tests need.

mod leaks;
mod proofs;
mod steps;
mod worlds;

mod properties {
    intrigue_testkit::game_tests!(crate::ShadowBlades);
}
