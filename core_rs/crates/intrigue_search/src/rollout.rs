use intrigue_core::{ActionSet, Game, Payoffs, Rng, Seat, SeatSet, Silence, Turn};

/// The seat of a set that answers first; in truth nobody knows, so it is drawn.
#[inline]
pub(crate) fn first_of(seats: SeatSet, rng: &mut Rng) -> Seat {
    let seat = match seats.len() {
        1 => seats.lowest(),
        several => seats.iter().nth(rng.index(several)),
    };
    seat.expect("a turn has a seat")
}

/// Plays at random for at most `depth` decisions, or to the end if that is 0; what each seat got,
/// or may expect where the play was left.
#[inline]
pub(crate) fn rollout<G: Game>(state: &mut G, depth: u32, rng: &mut Rng) -> Payoffs {
    let mut decisions = 0;
    loop {
        match state.turn() {
            Turn::Chance => {
                let chance = state.draw(rng);
                state.settle(chance, &mut Silence);
            }
            Turn::Over => return state.payoffs(),
            Turn::Seats(_) if depth != 0 && decisions == depth => return state.appraise(),
            Turn::Seats(seats) => {
                random_decision(state, first_of(seats, rng), rng);
                decisions += 1;
            }
        }
    }
}

/// Plays at random until a seat owes a decision again and somebody else has made one in between.
pub(crate) fn round<G: Game>(state: &mut G, own: Seat, rng: &mut Rng) -> Payoffs {
    /// However long a round is: what comes after so many random decisions says little.
    const LONGEST: u32 = 60;
    let mut others = false;
    let mut decisions = 0;
    loop {
        match state.turn() {
            Turn::Chance => {
                let chance = state.draw(rng);
                state.settle(chance, &mut Silence);
            }
            Turn::Over => return state.payoffs(),
            Turn::Seats(seats) if others && seats.contains(own) || decisions == LONGEST => {
                return state.appraise();
            }
            Turn::Seats(seats) => {
                let seat = first_of(seats, rng);
                others |= seat != own;
                random_decision(state, seat, rng);
                decisions += 1;
            }
        }
    }
}

#[inline]
fn random_decision<G: Game>(state: &mut G, seat: Seat, rng: &mut Rng) {
    let id = state.legal(seat).pick(rng);
    state.play(seat, G::ACTIONS[usize::from(id.0)], &mut Silence);
}
