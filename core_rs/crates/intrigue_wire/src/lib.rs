//! The messages of the contract, as Rust types.
//!
//! Everything in [`v1`] is generated from `proto/intrigue/v1` by `make gen` and checked in;
//! `make check` fails when it is stale. Nothing here knows the rules of any game.
//!
//! Maps are ordered ([`std::collections::BTreeMap`]), so the same message always encodes to
//! the same bytes.

#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    unused_qualifications,
    reason = "generated code is judged by its generator, not by the rules for hand-written code"
)]
#[path = "gen.rs"]
pub mod v1;

pub use prost::{DecodeError, EncodeError, Message, Name};
pub use prost_types::{Any, Duration, Timestamp};
