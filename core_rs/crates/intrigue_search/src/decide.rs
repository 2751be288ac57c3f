use intrigue_core::{ActionId, ActionSet, Game, Refusal, Rng, Seed, Viewer, Visitor, view_of};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::{Policy, playouts};

/// The action that a policy picks for the seat of a view that owes a decision. The same view,
/// policy, seed and stream give the same action.
pub fn decide(
    view: &wire::View,
    policy: Policy,
    seed: &Seed,
    stream: u64,
) -> Result<ActionId, Refusal> {
    let mut rng = Rng::new(seed, stream);
    catalog::IDS
        .iter()
        .find_map(|id| {
            catalog::visit(
                id,
                Decide {
                    view,
                    policy,
                    rng: &mut rng,
                },
            )
            .ok()
            .flatten()
        })
        .ok_or_else(Refusal::bad_view)
}

struct Decide<'a> {
    view: &'a wire::View,
    policy: Policy,
    rng: &'a mut Rng,
}

impl Visitor for Decide<'_> {
    type Output = Option<ActionId>;

    fn visit<G: Game>(self) -> Option<ActionId> {
        let (view, viewer) = view_of::<G>(self.view)?;
        let Viewer::Seat(seat) = viewer else {
            return None;
        };
        let world = G::redeal(&view, self.rng)?;
        if !world.turn().seats().contains(seat) {
            return None;
        }
        match self.policy {
            Policy::Random => Some(world.legal(seat).pick(self.rng)),
            Policy::Playouts { sims } => playouts::<G>(&view, seat, sims, self.rng),
        }
    }
}
