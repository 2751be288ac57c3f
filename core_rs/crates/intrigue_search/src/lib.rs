//! Policies over any game, and many matches between them. A policy is given a view and nothing
//! else: it can't know what its seat may not know.
//!
//! ```
//! use intrigue_core::{Seed, Settings, Viewer};
//! use intrigue_search::{Policy, Source, decide};
//!
//! let seed = Seed::from_number(7);
//! let mut played = intrigue_games::catalog::new_match("complots", &Settings::new(), &seed, &[])?;
//! let policy = Policy::parse("greedy:worlds=4")?;
//! let seat = played.turn().seats().iter().next().expect("a seat owes a decision");
//! let position = played.position(Viewer::Seat(seat));
//! let action = decide(&position, Source::Match, policy, &seed, 0, 1)?;
//! played.act(seat, action, None)?;
//! # Ok::<(), intrigue_core::Refusal>(())
//! ```

#![warn(missing_docs)]

mod columns;
mod decide;
mod ismcts;
mod judgment;
mod lanes;
pub mod learned;
mod planner;
mod policy;
mod rollout;
mod simulate;
mod spec;
mod stop;
mod summary;
mod tally;
mod trajectories;
mod tree;
mod world;
mod worlds;

pub use columns::{Columns, Masks, Shape};
pub use decide::{Source, analyze, decide, sample_worlds};
pub use judgment::{Judgment, judge};
pub use lanes::{AnyLanes, BatchSpec, IllegalLaneAction, new_lanes};
pub use policy::{Budget, Ismcts, Observers, Policy, list_policies, resolve_policy};
pub use simulate::{CheckedTask, check_task, simulate, simulate_recorded};
pub use spec::{POLICIES, Parameter, ParameterKind, PolicyKind, PolicySpec};
pub use stop::Stop;
pub use summary::summarize;
pub use tally::add_tallies;
pub use trajectories::{Recording, Trajectories};
pub use tree::ActionValue;
pub use world::{AnyWorld, deal_world, undealt_world, world_of};
