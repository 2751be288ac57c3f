//! The feature tensor: what a seat knows, as numbers, its own side first and the others clockwise.
//! A spectator sees the table from seat 0, without secrets.

use intrigue_core::{FeatureWriter, MAX_SEATS, Plane, Seat, SeatSet, feature_size};

use crate::content::{Character, Hand, KINDS};
use crate::knowledge::view::{Side, View};
use crate::rules::state::Stage;

/// Changes when the planes do.
pub(crate) const VERSION: u32 = 2;

const TURN_ACTIONS: usize = 8;
const STAGES: usize = Stage::ALL.len();

/// The planes, one after the other.
pub(crate) const PLANES: &[Plane] = &[
    Plane { name: "hand", size: KINDS, summary: "own face-down cards, by character" },
    Plane { name: "set_aside", size: KINDS, summary: "two seats: own cards out of the game" },
    Plane {
        name: "examined",
        size: KINDS,
        summary: "the examined card that the seat knows, one-hot",
    },
    Plane { name: "in_play", size: KINDS, summary: "1 for each character in play" },
    Plane {
        name: "face_up",
        size: KINDS * MAX_SEATS,
        summary: "face-up cards by character, one row per seat, own first",
    },
    Plane {
        name: "claimed",
        size: KINDS * MAX_SEATS,
        summary: "characters claimed since the seat's cards last changed, one row per seat, own first",
    },
    Plane { name: "coins", size: MAX_SEATS, summary: "coins of each seat, own first" },
    Plane {
        name: "face_down",
        size: MAX_SEATS,
        summary: "face-down cards of each seat, own first",
    },
    Plane { name: "active", size: MAX_SEATS, summary: "whose turn it is, one-hot, own first" },
    Plane { name: "window", size: MAX_SEATS, summary: "who is asked, own first" },
    Plane { name: "passed", size: MAX_SEATS, summary: "who is known to have passed, own first" },
    Plane {
        name: "target",
        size: MAX_SEATS,
        summary: "the target of the action under way, own first",
    },
    Plane { name: "blocker", size: MAX_SEATS, summary: "who blocks, own first" },
    Plane { name: "block", size: KINDS, summary: "the character that a block claims, one-hot" },
    Plane { name: "turn_action", size: TURN_ACTIONS, summary: "the action under way, one-hot" },
    Plane { name: "stage", size: STAGES, summary: "what is asked, one-hot" },
    Plane { name: "treasury", size: 1, summary: "coins in the Treasury" },
    Plane { name: "court", size: 1, summary: "cards in the Court" },
    Plane { name: "to_return", size: 1, summary: "cards still to be returned in an exchange" },
    Plane { name: "seats", size: 1, summary: "how many seats there are" },
    Plane { name: "turn", size: 1, summary: "the number of the turn, at most 127" },
];

/// How many numbers there are.
const SIZE: usize = feature_size(PLANES);

struct Writer<'a> {
    planes: FeatureWriter<'a, SIZE>,
    own: u32,
    seats: u32,
}

impl Writer<'_> {
    #[inline]
    fn hand(&mut self, hand: Hand) {
        for (place, card) in self.planes.plane(KINDS).iter_mut().zip(Character::ALL) {
            *place = hand.count(card).cast_signed();
        }
    }

    /// A row for each seat, own first.
    #[inline]
    fn sides(&mut self, sides: &[Side], width: usize, row: impl Fn(&Side, &mut [i8])) {
        let (before, from) = sides.split_at(self.own as usize);
        let rows = self.planes.plane(width * MAX_SEATS).chunks_exact_mut(width);
        for (side, place) in from.iter().chain(before).zip(rows) {
            row(side, place);
        }
    }

    /// One number for each seat, own first: whether it is in a set.
    #[inline]
    fn seats(&mut self, set: SeatSet) {
        let bits = u64::from(set.bits());
        let turned = (bits >> self.own | bits << (self.seats - self.own)) & ((1 << self.seats) - 1);
        // Every byte gets all bits and keeps its own, which then carries to the byte's highest.
        let spread = (turned * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
        let ones = ones.to_le_bytes().map(u8::cast_signed);
        self.planes.plane(MAX_SEATS).copy_from_slice(&ones);
    }
}

#[inline]
pub(crate) fn write(view: &View, out: &mut [i8]) {
    let seats = view.sides.len();
    let secrets = view.secrets.unwrap_or_default();
    let pending = view.question.pending;
    let set = |seat: Option<Seat>| seat.map_or(SeatSet::EMPTY, SeatSet::of);
    let mut passed = view.question.passed;
    if let Some(seat) = view.viewer.seat().filter(|_| secrets.passed) {
        passed.insert(seat);
    }
    let block = pending.and_then(|u| u.block);
    let [own, seats] =
        [view.viewer.seat().map_or(0, Seat::index), seats].map(|n| n.to_le_bytes()[0]);
    let mut to = Writer { planes: FeatureWriter::new(out), own: own.into(), seats: seats.into() };
    to.hand(secrets.hand);
    to.hand(secrets.set_aside);
    to.planes.one_hot(secrets.examined.map(|card| card as usize), KINDS);
    to.hand(view.variant.pack());
    to.sides(&view.sides, KINDS, |side, row| {
        for (place, card) in row.iter_mut().zip(Character::ALL) {
            *place = side.face_up.count(card).cast_signed();
        }
    });
    to.sides(&view.sides, KINDS, |side, row| {
        for (place, card) in row.iter_mut().zip(Character::ALL) {
            *place = side.claimed.has(card).into();
        }
    });
    to.sides(&view.sides, 1, |side, row| {
        row[0] = side.coins.cast_signed();
    });
    to.sides(&view.sides, 1, |side, row| {
        row[0] = side.face_down.cast_signed();
    });
    to.seats(SeatSet::of(view.active));
    to.seats(view.question.window);
    to.seats(passed);
    to.seats(set(pending.and_then(|u| u.target)));
    to.seats(set(block.map(|(seat, _)| seat)));
    to.planes.one_hot(block.map(|(_, card)| card as usize), KINDS);
    to.planes.one_hot(pending.map(|u| u.turn_action as usize), TURN_ACTIONS);
    to.planes.one_hot(Some(view.question.stage as usize), STAGES);
    to.planes.number(view.treasury);
    to.planes.number(view.court);
    to.planes.number(view.question.to_return);
    to.planes.number(seats);
    to.planes.number(view.turn);
}
