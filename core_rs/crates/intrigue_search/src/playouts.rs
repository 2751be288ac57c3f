use intrigue_core::{ActionId, ActionSet, Game, Rng, Seat, Silence, playout};

/// The action that does best on average over `sims` random playouts each, all actions in the same
/// worlds, and each world drawn from the view. `None` if no world fits it.
pub fn playouts<G: Game>(view: &G::View, seat: Seat, sims: u32, rng: &mut Rng) -> Option<ActionId> {
    let legal: Vec<ActionId> = G::redeal(view, rng)?.legal(seat).iter().collect();
    let mut totals = vec![0u64; legal.len()];
    // One legal action needs no thought; what it costs must not depend on more than the view.
    for _ in 0..if legal.len() > 1 { sims } else { 0 } {
        let world = G::redeal(view, rng)?;
        for (total, &id) in totals.iter_mut().zip(&legal) {
            let mut world = world.clone();
            world.play(seat, G::ACTIONS[usize::from(id.0)], &mut Silence);
            playout(&mut world, rng);
            let outcome = world.outcome().expect("a playout ends");
            *total += u64::from(outcome.payoffs[seat.index()]);
        }
    }
    let best = *totals.iter().max()?;
    let ties: Vec<ActionId> = legal
        .iter()
        .zip(&totals)
        .filter(|(_, total)| **total == best)
        .map(|(&id, _)| id)
        .collect();
    Some(ties[rng.index(ties.len())])
}
