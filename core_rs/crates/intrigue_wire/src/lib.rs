//! The messages of the contract, as Rust types: one module per proto package.
//!
//! Everything in these modules is generated from `proto/intrigue` by `make gen` and checked in;
//! `make check` fails when it is stale. Nothing here knows the rules of any game.
//!
//! Maps are ordered ([`std::collections::BTreeMap`]), so the same message always encodes to
//! the same bytes.

/// The module of a proto package, as generated code refers to it.
macro_rules! package {
    ($version:ident, $path:literal) => {
        #[allow(
            clippy::all,
            clippy::pedantic,
            clippy::restriction,
            missing_docs,
            unused_qualifications,
            reason = "generated code is judged by its generator, not by the rules for other code"
        )]
        pub mod $version {
            include!($path);
        }
    };
}

package!(v1, "gen/intrigue.v1.rs");

/// Texts for people.
pub mod text {
    package!(v1, "gen/intrigue.text.v1.rs");
}

/// The game Brotherhood.
pub mod brotherhood {
    package!(v1, "gen/intrigue.brotherhood.v1.rs");
}

/// The game Complots.
pub mod complots {
    package!(v1, "gen/intrigue.complots.v1.rs");
}

/// The game District Noir.
pub mod district_noir {
    package!(v1, "gen/intrigue.district_noir.v1.rs");
}

/// The game Shadow Blades.
pub mod shadow_blades {
    package!(v1, "gen/intrigue.shadow_blades.v1.rs");
}

pub use prost::{DecodeError, EncodeError, Message, Name};
pub use prost_types::{Any, Duration, Timestamp};
