//! The feature tensor: what a seat knows, as numbers, its own side first and the others clockwise.
//! A spectator sees the table from seat 0, without secrets.

use intrigue_core::{MAX_SEATS, Plane, Seat, SeatSet};

use super::cards::{Character, Hand, KINDS};
use super::state::Stage;
use super::view::View;

/// Changes when the planes do.
pub(super) const VERSION: u32 = 1;

const DEEDS: usize = 8;
const STAGES: usize = Stage::ALL.len();

/// The planes, one after the other.
pub(super) const PLANES: &[Plane] = &[
    Plane {
        name: "hand",
        size: KINDS,
        summary: "own face-down cards, by character",
    },
    Plane {
        name: "set_aside",
        size: KINDS,
        summary: "two seats: own cards out of the game",
    },
    Plane {
        name: "examined",
        size: KINDS,
        summary: "the examined card that the seat knows, one-hot",
    },
    Plane {
        name: "in_play",
        size: KINDS,
        summary: "1 for each character in play",
    },
    Plane {
        name: "face_up",
        size: KINDS * MAX_SEATS,
        summary: "face-up cards by character, one row a seat, own first",
    },
    Plane {
        name: "coins",
        size: MAX_SEATS,
        summary: "coins of each seat, own first",
    },
    Plane {
        name: "face_down",
        size: MAX_SEATS,
        summary: "face-down cards of each seat, own first",
    },
    Plane {
        name: "active",
        size: MAX_SEATS,
        summary: "whose turn it is, one-hot, own first",
    },
    Plane {
        name: "window",
        size: MAX_SEATS,
        summary: "who is asked, own first",
    },
    Plane {
        name: "passed",
        size: MAX_SEATS,
        summary: "who is known to have passed, own first",
    },
    Plane {
        name: "target",
        size: MAX_SEATS,
        summary: "the target of the action under way, own first",
    },
    Plane {
        name: "counterer",
        size: MAX_SEATS,
        summary: "who counters, own first",
    },
    Plane {
        name: "counter",
        size: KINDS,
        summary: "the character that a counter claims, one-hot",
    },
    Plane {
        name: "deed",
        size: DEEDS,
        summary: "the action under way, one-hot",
    },
    Plane {
        name: "stage",
        size: STAGES,
        summary: "what is asked, one-hot",
    },
    Plane {
        name: "treasury",
        size: 1,
        summary: "coins in the Treasury",
    },
    Plane {
        name: "court",
        size: 1,
        summary: "cards in the Court",
    },
    Plane {
        name: "to_return",
        size: 1,
        summary: "cards still to be returned in an exchange",
    },
    Plane {
        name: "seats",
        size: 1,
        summary: "how many seats there are",
    },
    Plane {
        name: "turn",
        size: 1,
        summary: "the number of the turn, at most 127",
    },
];

struct Writer<'a> {
    out: &'a mut [i8],
    at: usize,
}

impl Writer<'_> {
    fn number(&mut self, value: impl Into<i32>) {
        self.out[self.at] = i8::try_from(value.into()).unwrap_or(i8::MAX);
        self.at += 1;
    }

    fn hand(&mut self, hand: Hand) {
        for card in Character::ALL {
            self.number(hand.count(card));
        }
    }

    fn one_hot(&mut self, index: Option<usize>, size: usize) {
        for place in 0..size {
            self.number(index == Some(place));
        }
    }

    fn seats(&mut self, order: &[Option<Seat>; MAX_SEATS], set: SeatSet) {
        for seat in order {
            self.number(seat.is_some_and(|seat| set.contains(seat)));
        }
    }
}

pub(super) fn write(view: &View, out: &mut [i8]) {
    let seats = view.sides.len();
    let own = view.viewer.seat().map_or(0, Seat::index);
    let order: [Option<Seat>; MAX_SEATS] = std::array::from_fn(|place| {
        (place < seats)
            .then(|| Seat::new((own + place) % seats))
            .flatten()
    });
    let secrets = view.secrets.unwrap_or_default();
    let undertaking = view.question.undertaking;
    let set = |seat: Option<Seat>| seat.map_or(SeatSet::EMPTY, SeatSet::of);
    let mut passed = view.question.passed;
    if let Some(seat) = view.viewer.seat().filter(|_| secrets.passed) {
        passed.insert(seat);
    }
    let counter = undertaking.and_then(|u| u.counter);
    let mut to = Writer { out, at: 0 };
    to.hand(secrets.hand);
    to.hand(secrets.set_aside);
    to.one_hot(secrets.examined.map(|card| card as usize), KINDS);
    to.hand(view.variant.pack());
    for seat in order {
        to.hand(seat.map_or(Hand::EMPTY, |seat| view.sides[seat.index()].face_up));
    }
    for seat in order {
        to.number(seat.map_or(0, |seat| view.sides[seat.index()].coins));
    }
    for seat in order {
        to.number(seat.map_or(0, |seat| view.sides[seat.index()].face_down));
    }
    to.seats(&order, SeatSet::of(view.active));
    to.seats(&order, view.question.window);
    to.seats(&order, passed);
    to.seats(&order, set(undertaking.and_then(|u| u.target)));
    to.seats(&order, set(counter.map(|(seat, _)| seat)));
    to.one_hot(counter.map(|(_, card)| card as usize), KINDS);
    to.one_hot(undertaking.map(|u| u.deed as usize), DEEDS);
    to.one_hot(Some(view.question.stage as usize), STAGES);
    to.number(view.treasury);
    to.number(view.court);
    to.number(view.question.to_return);
    to.number(i32::try_from(seats).unwrap_or(0));
    to.number(view.turn);
}
