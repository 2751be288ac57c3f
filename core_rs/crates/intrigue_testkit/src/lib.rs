//! The properties that every game must have, and the tools that test them. For tests only.
//!
//! A game's crate calls [`game_tests!`] once, which makes a test of each property. The tools can be
//! used alone:
//!
//! ```
//! // Are these counts what a fair die gives? A small number says no.
//! let cells = [98, 105, 99, 97, 101, 100].map(|count| (count, 1.0 / 6.0));
//! assert!(intrigue_testkit::chi_square_p(&cells, 600) > 0.9);
//! ```

#![warn(missing_docs)]

mod catalogs;
mod chance;
mod channels;
mod contract;
mod evaluation;
mod golden;
mod languages;
mod leaks;
mod leaving;
mod parallel;
mod perft;
mod perft_table;
mod probabilities;
mod properties;
mod records;
mod refusals;
mod scenario;
mod setting;
mod sheet;
mod suite;
mod tampering;
mod text_corpus;
mod twins;
mod variants;
mod views;
mod words;

pub use catalogs::catalog_matches;
pub use chance::{chi_square_p, chi_square_p_with};
pub use channels::Channels;
pub use evaluation::EvaluationCheck;
pub use leaks::{Mutant, catch_leaks};
pub use parallel::run_parallel;
pub use perft::perft;
pub use properties::{Violation, check_properties, check_random_invariants};
pub use scenario::{MatchSource, Scenario, run, scenarios};
pub use sheet::{Proof, proofs};
pub use suite::game;
pub use twins::{TwinTally, twin_worlds};
pub use variants::{shares, variants, with_rest};
pub use words::{action_table, words};

/// How long the tests should run: `short` as a rule, `long` when `INTRIGUE_SOAK` is set.
pub fn effort(short: u64, long: u64) -> u64 {
    if std::env::var_os("INTRIGUE_SOAK").is_some() { long } else { short }
}
