//! What a table is worth to its seats before the end.
//!
//! The lead of a seat is counted in quarters of a point: the present collections as the final count
//! would have them, where a narrow majority is worth less than a safe one, and what the seats can
//! still get. The nearer the end, the more a point tells. Weights and slopes are rounded from fits
//! to who won 26,000 matches, played at random and by seats that judge by playouts.

use intrigue_core::{Game, Payoffs, WIN};

use crate::content::{Card, Pack};
use crate::rules::state::{DistrictNoir, ROUND_ACTIONS};

/// What a majority is worth by how many cards it is ahead, for each point that it scores: one ahead
/// is soon lost, three ahead will hardly be caught.
const MAJORITY: [i32; 4] = [0, 2, 4, 5];
/// A set of four Supports: less than its points, since majorities count the same cards.
const SET: i32 = 10;
/// A point of an Alliance or a Betrayal.
const POINT: i32 = 4;
/// The Take of this round, for a seat that still has it.
const TAKE: i32 = 40;
/// The value of a number of Cities while the other seat has none, by round.
const CITIES: [[i32; 4]; 4] = [[0, 18, 46, 0], [0, 18, 46, 0], [0, 16, 40, 0], [0, 8, 20, 0]];
/// The end of the line, for a seat that may take it now: a point of an Alliance or a Betrayal.
const END_POINT: i32 = 2;
/// A Support.
const END_SUPPORT: i32 = 1;
/// The Cities that the seat lacks.
const END_CITIES: i32 = 70;
/// How much a quarter of a point tells, in 2,048ths of a power of e: in each half of each round.
const SLOPES: [[i32; 2]; 4] = [[56, 53], [56, 59], [66, 74], [92, 140]];

/// The expectation by the lead, in eighths of a power of e.
static EXPECTATIONS: [u32; 64] = {
    let mut expectations = [0; 64];
    let (one, mut power) = (1_000_000u64, 1_000_000u64);
    let mut place = 0;
    while place < expectations.len() {
        #[expect(clippy::cast_possible_truncation, reason = "a part of the win")]
        {
            expectations[place] = (WIN as u64 * power / (power + one)) as u32;
        }
        // The eighth root of e.
        power = power * 1_133_148 / 1_000_000;
        place += 1;
    }
    expectations
};

/// What each seat may expect.
#[inline]
pub(crate) fn evaluate(state: &DistrictNoir) -> Payoffs {
    if state.end.is_some() {
        return state.payoffs();
    }
    let round = usize::from(state.round - 1);
    let half = usize::from(state.actions * 2 >= ROUND_ACTIONS);
    let lead = collected(state, round) + to_come(state);
    let place = (lead.abs() * SLOPES[round][half] / 256).unsigned_abs() as usize;
    let better = EXPECTATIONS[place.min(EXPECTATIONS.len() - 1)];
    let first = if lead < 0 { WIN - better } else { better };
    let mut values = Payoffs::default();
    (values[0], values[1]) = (first, WIN - first);
    values
}

/// By how much the first seat's collection is better than the other's.
#[inline]
fn collected(state: &DistrictNoir, round: usize) -> i32 {
    let [own, others] = state.collections;
    let mut lead = 0;
    for (card, value) in Card::SUPPORTS {
        let ahead = i32::from(own.count(card)) - i32::from(others.count(card));
        let worth = MAJORITY[(ahead.unsigned_abs() as usize).min(3)];
        lead += ahead.signum() * value * worth;
    }
    lead += SET * (sets(own) - sets(others)) + POINT * (pacts(own) - pacts(others));
    match [own, others].map(cities) {
        [held, 0] => lead + CITIES[round][held],
        [0, held] => lead - CITIES[round][held],
        _ => lead,
    }
}

/// By how much more the first seat can still get in this round than the other.
#[inline]
fn to_come(state: &DistrictNoir) -> i32 {
    let mut lead = TAKE * (i32::from(state.taken[1]) - i32::from(state.taken[0]));
    let side = state.to_act().index();
    if !state.taken[side] {
        let end: Pack = state.line.end().iter().copied().collect();
        let supports: u8 = Card::SUPPORTS.iter().map(|&(card, _)| end.count(card)).sum();
        let mut worth = END_POINT * pacts(end) + END_SUPPORT * i32::from(supports);
        if cities(end) + cities(state.collections[side]) == Card::CITIES.len() {
            worth += END_CITIES;
        }
        lead += if side == 0 { worth } else { -worth };
    }
    lead
}

#[inline]
fn sets(pack: Pack) -> i32 {
    let supports = Card::SUPPORTS.map(|(card, _)| pack.count(card));
    i32::from(supports.into_iter().fold(u8::MAX, u8::min))
}

#[inline]
fn pacts(pack: Pack) -> i32 {
    let values = Card::PACTS.map(|(card, value)| value * i32::from(pack.count(card)));
    values.into_iter().sum()
}

#[inline]
fn cities(pack: Pack) -> usize {
    Card::CITIES.iter().filter(|&&city| pack.has(city)).count()
}
