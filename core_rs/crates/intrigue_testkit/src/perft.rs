use intrigue_core::{ActionSet, Game, NoEvents, Rng, Seed, Turn};

/// How many sequences of `depth` decisions there are from a state, chance settled from the seed
/// by the number of decisions made: a number that changes if any rule of legality does.
pub fn perft<G: Game>(state: &G, seed: &Seed, made: u64, depth: u32) -> u64 {
    let mut state = state.clone();
    let mut rng = Rng::new(seed, made);
    while state.turn() == Turn::Chance {
        let chance = state.draw(&mut rng);
        state.apply_chance(chance, &mut NoEvents);
    }
    let Turn::Seats(seats) = state.turn() else {
        return 1;
    };
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for seat in seats.iter() {
        for id in state.legal(seat).iter() {
            let mut next = state.clone();
            next.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
            nodes += perft(&next, seed, made + 1, depth - 1);
        }
    }
    nodes
}
