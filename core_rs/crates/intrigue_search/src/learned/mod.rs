//! The policy `learned`: a small network whose weights are part of the game
//! ([`NetworkFile`](intrigue_core::NetworkFile)). All of it is integer arithmetic, so it decides alike
//! on every machine.

mod network;
mod softmax;
mod training;

use intrigue_core::{ActionId, ActionSet, Game, NetworkFile, Refusal, Rng};

pub use network::logits;
pub use softmax::draw;
pub use training::{check_training, network_for};

/// The action that a game's own network picks for a seat that sees these features.
pub(crate) fn pick<G: Game>(
    seats: usize,
    features: &[i8],
    legal: &G::Legal,
    temperature: u32,
    rng: &mut Rng,
) -> Result<ActionId, Refusal> {
    let network = network_for(G::ABOUT, G::ABOUT.networks, seats)?;
    Ok(choose(&network, features, legal, temperature, rng))
}

/// The action that a network picks. Actions that it does not know are picked only if there is no
/// other one.
pub fn choose<L: ActionSet>(
    network: &NetworkFile<'_>,
    features: &[i8],
    legal: &L,
    temperature: u32,
    rng: &mut Rng,
) -> ActionId {
    let known = logits(network, features, legal);
    draw(&known, temperature, rng).unwrap_or_else(|| legal.pick(rng))
}
