//! Rollouts where they matter: actions that do badly get no more, and the default policy is left
//! only for a clear gain.

use intrigue_core::{Game, NoEvents, Refusal, Rng, Seat, WIN};

use crate::judgment::{stopped, unless_clearly_better};
use crate::rollout::rollout;
use crate::{ActionValue, Judgment, Stop};

/// Spends `sims` rollouts on the actions of a seat by sequential halving: all get as many, then
/// the better half gets as many again, until two are left. The game's default policy is always
/// among those that stay, and is the answer unless another one is better by more than chance would
/// have it.
pub(crate) fn plan<G: Game>(
    view: &G::View,
    seat: Seat,
    mut worths: Vec<ActionValue>,
    sims: u32,
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Judgment, Refusal> {
    let world = G::redeal(view, rng).ok_or_else(Refusal::bad_view)?;
    let usual_action = world.default_policy(seat, &world.legal(seat), rng);
    let mut left: Vec<usize> = (0..worths.len()).collect();
    let rounds = worths.len().next_power_of_two().ilog2().max(1);
    let (mut worlds, mut simulations) = (1, 0);
    for _ in 0..rounds {
        #[expect(clippy::cast_possible_truncation, reason = "a few dozen actions")]
        let each = (sims / rounds).div_ceil(left.len() as u32).max(1);
        for _ in 0..each {
            if stop.is_set() {
                return Err(stopped());
            }
            // Nothing is hidden in an open game: the only world that fits is at hand.
            let world = if G::ABOUT.open {
                world.clone()
            } else {
                worlds += 1;
                G::redeal(view, rng).ok_or_else(Refusal::bad_view)?
            };
            for &place in &left {
                let mut world = world.clone();
                let worth = &mut worths[place];
                world.play(seat, G::ACTIONS[usize::from(worth.id.0)], &mut NoEvents);
                let payoffs = rollout(&mut world, seat, 0, rng);
                worth.count(payoffs[seat.index()].min(WIN));
                simulations += 1;
            }
        }
        left.sort_by(|&a, &b| worths[b].value().total_cmp(&worths[a].value()));
        let keep = left.len().div_ceil(2).max(2);
        let dropped = left.split_off(keep.min(left.len()));
        left.extend(dropped.into_iter().find(|&place| worths[place].id == usual_action));
    }
    let best = unless_clearly_better(&worths, usual_action, worths[left[0]].id);
    Ok(Judgment { worths, best, worlds, simulations })
}
