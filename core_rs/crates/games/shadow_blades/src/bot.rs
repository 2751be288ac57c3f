//! What a table is worth to its seats before the end.
//!
//! What a seat has is counted in eighths of a bounty: missions on the table, missions and strength
//! in hand, strength on the table. Seats, or alliances, share the win by powers of e, the steeper
//! the nearer the end is. Weights and slopes are rounded from fits to who won 9,600 matches of
//! seats that play for themselves, at random or judging by playouts; alliances have those of two
//! seats.

use intrigue_core::{Game, Payoffs, Seat, WIN};

use crate::content::cards::{Role, ZONES};
use crate::content::pack::Cards;
use crate::rules::state::{Phase, SEATS, ShadowBlades};

/// A bounty that is sure.
const SURE: u32 = 8;
/// One that depends on a zone, while the zone is dominated and while it is not.
const CONDITIONAL: [u32; 2] = [3, 6];
/// A mission in hand that can be laid now, and what a bounty beyond 1 adds to it.
const LAYABLE: u32 = 4;
/// A bounty in hand that can't be laid now.
const IDLE: u32 = 2;
/// A point of strength in hand, and on the table.
const STRENGTH: u32 = 2;
/// In the final confrontation: a turn that is still to come, and a bounty that can be laid in it.
const LAST_TURN: u32 = 3;
const LAST_BOUNTY: u32 = 5;

/// How steep it is in each part of a match, for two parties and for more: in 16ths of a power of e
/// for two bounties.
const SLOPES: [[u32; 2]; 7] = [[8, 13], [10, 17], [12, 19], [15, 24], [19, 27], [27, 36], [44, 52]];

/// The powers of e from 0 down, by sixteenths.
static POWERS: [u32; 128] = {
    let mut powers = [0; 128];
    let mut power: u64 = 4096 * 1_000_000;
    let mut place = 0;
    while place < powers.len() {
        #[expect(clippy::cast_possible_truncation, reason = "at most 4096")]
        {
            powers[place] = (power / 1_000_000) as u32;
        }
        power = power * 1_000_000 / 1_064_494;
        place += 1;
    }
    powers
};

/// The copies of missions that have a condition.
const CONDITIONALS: u32 = {
    let (mut copies, mut copy) = (0, 0);
    while copy < 32 {
        if let Role::Mission(_, _, true) = Cards::mission_of(copy).role() {
            copies |= 1 << copy;
        }
        copy += 1;
    }
    copies
};

/// The copies of missions with a bounty of more than 1.
const BEYOND_ONE: u32 = {
    let (mut copies, mut copy) = (0, 0);
    while copy < 32 {
        if let Role::Mission(_, 2.., _) = Cards::mission_of(copy).role() {
            copies |= 1 << copy;
        }
        copy += 1;
    }
    copies
};

/// The copies of missions that may be laid in some of the zones, one bit per zone.
static LAID_IN: [u32; 1 << ZONES] = {
    let mut laid = [0; 1 << ZONES];
    let mut zones = 0;
    while zones < laid.len() {
        let mut copy = 0;
        while copy < 32 {
            if let Role::Mission(fitting, ..) = Cards::mission_of(copy).role()
                && fitting as usize & zones != 0
            {
                laid[zones] |= 1 << copy;
            }
            copy += 1;
        }
        zones += 1;
    }
    laid
};

/// What each seat may expect; allies expect the same.
pub(crate) fn evaluate(state: &ShadowBlades) -> Payoffs {
    if let Phase::Over(_) = state.phase {
        return state.payoffs();
    }
    let alliances = state.variant.alliances;
    let mut worths = [0; SEATS];
    for seat in state.living().iter() {
        worths[seat.index()] = worth(state, seat.index());
    }
    let parties = if alliances { 2 } else { state.variant.seats };
    if alliances {
        let [north, east, south, west] = worths;
        worths = [north + south, east + west, 0, 0];
    }
    let slope = SLOPES[part(state)][usize::from(parties > 2)];
    let best = worths.into_iter().max().unwrap_or(0);
    let (mut values, mut sum) = (Payoffs::default(), 0);
    for party in 0..usize::from(parties) {
        if alliances || Seat::new(party).is_some_and(|seat| !state.resigned.contains(seat)) {
            let place = ((best - worths[party]) * slope / 16) as usize;
            values[party] = POWERS[place.min(POWERS.len() - 1)];
            sum += values[party];
        }
    }
    for value in &mut values[..usize::from(parties)] {
        *value = WIN * *value / sum.max(1);
    }
    if alliances {
        let [one, other] = [values[0] / 2, values[1] / 2];
        values[..SEATS].copy_from_slice(&[one, other, one, other]);
    }
    values
}

/// How near the end is, by the cards in the deck.
fn part(state: &ShadowBlades) -> usize {
    if state.finale.is_some() {
        return SLOPES.len() - 1;
    }
    match state.deck_size() {
        46.. => 0,
        31.. => 1,
        21.. => 2,
        11.. => 3,
        6.. => 4,
        _ => 5,
    }
}

/// What a seat has, in eighths of a bounty.
#[inline]
fn worth(state: &ShadowBlades, side: usize) -> u32 {
    let dominated = state.board.dominated >> (side * ZONES) & 15;
    let mut worth = 0;
    for (zone, missions) in state.missions[side].iter().enumerate() {
        let missions = *missions.peek();
        if !missions.is_empty() {
            let open = missions.missions_among(CONDITIONALS).bounty();
            let held = CONDITIONAL[usize::from(dominated >> zone & 1)];
            worth += SURE * (missions.bounty() - open) + held * open;
        }
    }
    let strength: i32 = state.board.strengths[side].iter().map(|&s| i32::from(s)).sum();
    let strength = strength.max(0).unsigned_abs();
    let hand = *state.hands[side].peek();
    let layable = hand.missions_among(LAID_IN[usize::from(dominated)]);
    let Some(left) = state.finale else {
        let idle = hand.bounty() - layable.bounty();
        let count = layable.mission_copies().count_ones();
        let better = layable.missions_among(BEYOND_ONE).mission_copies().count_ones();
        return worth
            + LAYABLE * (count + better)
            + IDLE * idle
            + STRENGTH * (hand.strength() + strength);
    };
    let to_come = Seat::new(side).is_some_and(|seat| left.contains(seat));
    if to_come || state.active.index() == side && !state.deployment.mission {
        worth += LAST_TURN + LAST_BOUNTY * highest(layable);
    }
    worth + strength
}

/// The highest bounty of some missions.
#[inline]
fn highest(missions: Cards) -> u32 {
    if missions.is_empty() {
        0
    } else if missions.missions_among(CONDITIONALS).is_empty() {
        1 + u32::from(!missions.missions_among(BEYOND_ONE).is_empty())
    } else {
        3
    }
}
