//! The feature tensor: what a seat knows, as numbers, its own side first. A spectator sees the
//! table from seat 0, without a hand.

use intrigue_core::{Plane, Seat, feature_size};

use crate::content::{Card, FULL, KINDS, Pack};
use crate::knowledge::view::View;
use crate::rules::state::{ROUND_ACTIONS, TAKEN};

/// Changes when the planes do.
pub(crate) const VERSION: u32 = 1;

/// The planes, one after the other.
pub(crate) const PLANES: &[Plane] = &[
    Plane { name: "hand", size: KINDS, summary: "own cards in hand, by kind" },
    Plane { name: "collection", size: KINDS, summary: "own cards before the seat, by kind" },
    Plane { name: "rival_collection", size: KINDS, summary: "the other seat's cards, by kind" },
    Plane { name: "line", size: KINDS, summary: "cards in the line, by kind" },
    Plane {
        name: "line_end",
        size: KINDS * TAKEN,
        summary: "the cards that a Take brings, one-hot, the end of the line first",
    },
    Plane { name: "unseen", size: KINDS, summary: "cards that the seat has not seen, by kind" },
    Plane { name: "round", size: 1, summary: "1 to 4" },
    Plane { name: "actions", size: 1, summary: "actions made in this round, by both seats" },
    Plane { name: "plays", size: 2, summary: "Plays made in this round, own first" },
    Plane { name: "taken", size: 2, summary: "1 if a seat has taken in this round, own first" },
    Plane { name: "line_length", size: 1, summary: "cards in the line" },
    Plane { name: "pile", size: 1, summary: "cards in the draw pile" },
    Plane { name: "starter", size: 1, summary: "1 if the seat started this round" },
    Plane { name: "to_act", size: 1, summary: "1 if the seat owes a decision" },
];

/// How many numbers there are.
const SIZE: usize = feature_size(PLANES);

/// Numbers by kind.
type Counts = [u8; KINDS];

#[inline]
fn counts(pack: Pack) -> Counts {
    Card::ALL.map(|card| pack.count(card))
}

#[inline]
pub(crate) fn write(view: &View, out: &mut [i8]) {
    let own = view.viewer.seat().map_or(0, Seat::index);
    let [mine, theirs] = [own, 1 - own].map(|side| view.sides[side]);
    let line = view.line();
    let mut ends = [[0; KINDS]; TAKEN];
    for (end, &card) in ends.iter_mut().zip(line.iter().rev()) {
        end[card.index()] = 1;
    }
    let mut laid = [0; KINDS];
    for &card in line {
        laid[card.index()] += 1;
    }
    let [hand, own_cards, their_cards] =
        [view.hand, mine.collection, theirs.collection].map(counts);
    let mut unseen = counts(FULL);
    for seen in [hand, own_cards, their_cards, laid] {
        for (count, seen) in unseen.iter_mut().zip(seen) {
            *count = count.saturating_sub(seen);
        }
    }
    let actions = [mine, theirs].map(|side| side.plays + u8::from(side.taken));
    let made = actions[0] + actions[1];
    let started = view.starter.index() == own;
    let running = view.ending().is_none() && made < ROUND_ACTIONS;
    let scalars = [
        view.round,
        made,
        mine.plays,
        theirs.plays,
        u8::from(mine.taken),
        u8::from(theirs.taken),
        line.len().to_le_bytes()[0],
        view.pile,
        u8::from(started),
        u8::from(running && (made % 2 == 0) == started && view.viewer.seat().is_some()),
    ];
    let out: &mut [i8; SIZE] = out.first_chunk_mut().expect("the tensor has its size");
    let packs = [hand, own_cards, their_cards, laid];
    let planes = packs.iter().chain(&ends).chain([&unseen]);
    for (plane, counts) in out.chunks_exact_mut(KINDS).zip(planes) {
        for (place, count) in plane.iter_mut().zip(counts) {
            *place = count.cast_signed();
        }
    }
    for (place, value) in out[KINDS * (packs.len() + TAKEN + 1)..].iter_mut().zip(scalars) {
        *place = value.cast_signed();
    }
}
