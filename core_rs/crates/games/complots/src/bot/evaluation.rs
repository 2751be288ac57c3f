//! What a table is worth to its seats before the end.
//!
//! A seat's strength is a product: a factor for the second influence, one for each character that
//! it holds, one for its coins. Its expectation is its part of all strengths. The factors are
//! rounded from a fit to who won 36,000 matches of 2 to 8 seats, played at random and by seats that
//! judge by playouts; they hardly differ from one number of seats to another.

use intrigue_core::{Game, Payoffs, SeatSet, WIN};

use crate::content::KINDS;
use crate::rules::state::{Complots, Phase, TurnAction};

/// All factors are powers of this, the sixteenth root of e: they are added up as exponents.
const STEP: [u32; 2] = [1_064_494, 1_000_000];
/// What a second influence is worth, whatever the character.
const SECOND: u32 = 17;
/// What each character is worth: income and theft beat what only wards off.
pub(crate) const CHARACTERS: [u32; KINDS] = [8, 4, 0, 10, 6, 6];
/// What coins are worth: an assassination can be paid with 3, a coup with 7.
const COINS: [u32; 11] = [0, 1, 2, 4, 5, 5, 7, 10, 12, 14, 17];
/// What it costs to be the target of an assassination under way.
const MARKED: u32 = 11;
/// With so few turns left the draw of the survivors comes into sight (C-44).
const HORIZON: u32 = 16;

/// The powers of a step, from a target without anything to the richest seat.
static STRENGTHS: [u32; 72] = {
    let mut strengths = [0; 72];
    let mut power: u64 = 64_000_000;
    let mut place = 0;
    while place < strengths.len() {
        #[expect(clippy::cast_possible_truncation, reason = "below 64 times e^4.5")]
        {
            strengths[place] = (power / 1_000_000) as u32;
        }
        power = power * STEP[0] as u64 / STEP[1] as u64;
        place += 1;
    }
    strengths
};

/// What each living seat may expect.
#[inline]
pub(crate) fn evaluate(state: &Complots) -> Payoffs {
    if let Phase::Over(_) = state.phase {
        return state.payoffs();
    }
    let mut running = state.living.without(*state.resigning.peek());
    if running.is_empty() {
        running = state.living;
    }
    let mut values = Payoffs::default();
    let mut sum = 0;
    for seat in running.iter() {
        values[seat.index()] = strength(state, seat.index());
        sum += values[seat.index()];
    }
    run_parallel(&mut values, sum, running, turns_left(state));
    values
}

fn turns_left(state: &Complots) -> u32 {
    u32::from(state.options.variant.turn_limit.saturating_sub(state.turn))
}

/// Turns strengths into parts of the win.
#[inline]
fn run_parallel(values: &mut Payoffs, sum: u32, running: SeatSet, left: u32) {
    // One division for all: the strengths are small enough for 16 bits behind the point.
    let part = (WIN << 16) / sum.max(1);
    for value in values.iter_mut() {
        *value = (*value * part) >> 16;
    }
    if left < HORIZON {
        let even = WIN / u32::from(running.len().to_le_bytes()[0]);
        for seat in running.iter() {
            let value = &mut values[seat.index()];
            *value = (*value * left + even * (HORIZON - left)) / HORIZON;
        }
    }
}

/// The strength of a living seat.
#[inline]
fn strength(state: &Complots, side: usize) -> u32 {
    let hand = state.hands[side].peek();
    let (held, up) = (u32::from(hand.total()), u32::from(state.face_up[side].total()));
    let losing = matches!(state.phase, Phase::Lose(seat, _) if seat.index() == side);
    let influence = (2 - up.min(1)).saturating_sub(u32::from(losing));
    let mut points = CHARACTERS
        .into_iter()
        .zip(crate::content::Character::ALL)
        .map(|(worth, card)| worth * u32::from(hand.count(card)))
        .sum::<u32>();
    // In an exchange some of the cards go back; before a loss one of them is as good as gone.
    if held != influence {
        points = points * influence / held.max(1);
    }
    points += SECOND * u32::from(influence > 1);
    points += COINS[usize::from(state.purses[side]).min(COINS.len() - 1)];
    let marked = state.pending.is_some_and(|pending| {
        pending.turn_action == TurnAction::Assassinate
            && pending.target.is_some_and(|target| target.index() == side)
    });
    STRENGTHS[(points + if marked { 0 } else { MARKED }) as usize]
}
