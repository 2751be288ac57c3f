//! Policies over any game. A policy is given a view and nothing else: it can't know what its seat
//! may not know.

mod decide;
mod playouts;
mod policy;

pub use decide::decide;
pub use playouts::playouts;
pub use policy::{POLICIES, Policy, PolicySpec};
