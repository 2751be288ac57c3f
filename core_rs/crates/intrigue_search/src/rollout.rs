use intrigue_core::{ActionId, ActionSet, Game, NoEvents, Payoffs, Rng, Seat, SeatSet, Turn};

/// The seat of a set that answers first; in truth nobody knows, so it is drawn.
#[inline]
pub(crate) fn first_of(seats: SeatSet, rng: &mut Rng) -> Seat {
    let seat = match seats.len() {
        1 => seats.lowest(),
        several => seats.iter().nth(rng.index(several)),
    };
    seat.expect("a turn has a seat")
}

/// However long a seat waits for its next decision: what comes after so many thoughtless
/// ones says little.
const LONGEST: u32 = 60;

/// Plays by the default policy, at least `depth` decisions, until a seat is to act again; or to the
/// end if `depth` is 0. What each seat got, or may expect where the play was left: when a seat is to
/// act, no exchange is half done.
#[inline]
pub(crate) fn rollout<G: Game>(state: &mut G, own: Seat, depth: u32, rng: &mut Rng) -> Payoffs {
    play_until(state, rng, deep_enough(own, depth), G::default_policy)
}

/// The same with every legal action equally likely.
#[inline]
pub(crate) fn random_rollout<G: Game>(
    state: &mut G,
    own: Seat,
    depth: u32,
    rng: &mut Rng,
) -> Payoffs {
    play_until(state, rng, deep_enough(own, depth), |_, _, legal, rng| legal.pick(rng))
}

#[inline]
fn deep_enough(own: Seat, depth: u32) -> impl Fn(Option<Seat>, SeatSet, u32) -> bool {
    move |_, seats, decisions| {
        let due = decisions >= depth && seats.contains(own);
        depth != 0 && (due || decisions >= depth.saturating_add(LONGEST))
    }
}

/// Plays by the default policy until a seat is to act again, and somebody else has acted in
/// between.
pub(crate) fn round<G: Game>(state: &mut G, own: Seat, rng: &mut Rng) -> Payoffs {
    let mut others = false;
    let enough = |last: Option<Seat>, seats: SeatSet, decisions| {
        others |= last.is_some_and(|seat| seat != own);
        (others && seats.contains(own)) || decisions >= LONGEST
    };
    play_until(state, rng, enough, G::default_policy)
}

/// Plays on until `enough` of who decided last, who is asked, and how many decisions there were.
#[inline]
fn play_until<G: Game>(
    state: &mut G,
    rng: &mut Rng,
    mut enough: impl FnMut(Option<Seat>, SeatSet, u32) -> bool,
    choose: impl Fn(&G, Seat, &G::Legal, &mut Rng) -> ActionId,
) -> Payoffs {
    let (mut last, mut decisions) = (None, 0);
    loop {
        match state.turn() {
            Turn::Chance => {
                let chance = state.draw(rng);
                state.apply_chance(chance, &mut NoEvents);
            }
            Turn::Over => return state.payoffs(),
            Turn::Seats(seats) if enough(last, seats, decisions) => return state.evaluate(),
            Turn::Seats(seats) => {
                let seat = first_of(seats, rng);
                let id = choose(state, seat, &state.legal(seat), rng);
                state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                last = Some(seat);
                decisions += 1;
            }
        }
    }
}
