//! Proofs of clauses that no scenario can give; `tests/golden` names them.

use std::collections::BTreeSet;

use intrigue_core::{Game, NoEvents, Presentation, Rng, Seat, Seed, Turn, play_chance};

use crate::content::{Card, FULL, Pack};
use crate::rules::action::Action;
use crate::rules::options::Options;
use crate::rules::state::{Chance, DistrictNoir, OUT};

fn options(first_seat: usize) -> Options {
    Options { first_seat: Seat::new(first_seat) }
}

/// D-01 and D-02, as printed on the aid cards.
#[test]
fn the_pack_is_the_printed_one() {
    let printed = [
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 8),
        ("+2", 4),
        ("+3", 2),
        ("+4", 1),
        ("-1", 3),
        ("-2", 4),
        ("-3", 2),
        ("docks", 1),
        ("police", 1),
        ("hall", 1),
    ];
    let shown: Vec<_> = DistrictNoir::cards().iter().map(|kind| (kind.id, kind.copies)).collect();
    assert_eq!(shown, printed);
    let dealt: Vec<_> =
        Card::ALL.iter().map(|&card| (card.notation(), u32::from(FULL.count(card)))).collect();
    assert_eq!(dealt, printed);
    assert_eq!(FULL.total(), 45);
    let sum = |cards: &[(Card, i32)]| -> i32 {
        cards.iter().map(|&(card, value)| value * i32::from(FULL.count(card))).sum()
    };
    let (alliances, betrayals) = Card::PACTS.split_at(3);
    assert_eq!((sum(alliances), sum(betrayals)), (18, -17));
}

/// D-03: over many deals every kind comes to every place, and stays out of the game, as often as
/// its share of the pack says. Seeds are fixed: the test gives the same figure each time.
#[test]
fn every_place_of_the_deal_is_fair() {
    const DEALS: u32 = 20_000;
    // Place 0 is seat 0's hand, 1 is seat 1's, 2 and 3 are the line, 4 is what is not dealt.
    let mut counts = [[0u32; Card::ALL.len()]; 5];
    for seed in 0..DEALS {
        let mut state = DistrictNoir::new(&options(0));
        let mut rng = Rng::new(&Seed::from_number(seed.into()), 0);
        play_chance(&mut state, &mut rng, &mut NoEvents);
        let line = state.line.cards().iter().map(|&card| Pack::from_iter([card]));
        let places = state.hands.iter().map(|hand| *hand.peek()).chain(line);
        for (place, pack) in places.chain([*state.undealt.peek()]).enumerate() {
            for card in pack.cards() {
                counts[place][card.index()] += 1;
            }
        }
    }
    let sizes = [5, 5, 1, 1, 30 + u32::from(OUT)];
    for (place, size) in sizes.into_iter().enumerate() {
        let chi: f64 = Card::ALL
            .iter()
            .map(|&card| {
                let expected = f64::from(DEALS * size * u32::from(FULL.count(card))) / 45.0;
                (f64::from(counts[place][card.index()]) - expected).powi(2) / expected
            })
            .sum();
        // Twelve degrees of freedom: one fair deal in 100,000 would exceed it.
        assert!(chi < 45.1, "place {place}: chi-square {chi}");
    }
}

/// What decides how a round can go on, the cards themselves left aside.
type Shape = (u8, usize, [u8; 2], [bool; 2], u8);

/// The different states that all sequences of Plays and Takes come through.
#[derive(Default)]
struct Sequences {
    /// Where a seat owes a decision.
    decisions: BTreeSet<Shape>,
    /// After each round: its number, and how many cards are left in the line.
    round_ends: BTreeSet<(u8, u8)>,
    /// How many cards the line has when a seat with an empty hand must take.
    forced: BTreeSet<u8>,
}

impl Sequences {
    fn run(&mut self, mut state: DistrictNoir) {
        let length = u8::try_from(state.line.cards().len()).expect("the line is short");
        if state.turn() == Turn::Over {
            self.round_ends.insert((state.round, length));
            return;
        }
        if state.turn() == Turn::Chance {
            self.round_ends.insert((state.round - 1, length));
        }
        deal_no_city(&mut state);
        let seat = state.turn().seats().lowest().expect("a turn has a seat");
        let shape = (state.round, seat.index(), state.plays, state.taken, length);
        if !self.decisions.insert(shape) {
            return;
        }
        let hand = *state.hands[seat.index()].peek();
        if hand.is_empty() {
            self.forced.insert(length);
        }
        let play = (!hand.is_empty()).then(|| Action::Play(hand.nth(0)));
        let actions = play.into_iter().chain([Action::Take]);
        let legal: Vec<_> = actions.filter(|&action| state.check(seat, action).is_ok()).collect();
        assert!(!legal.is_empty(), "seat {seat} has nothing to do: {shape:?}");
        for action in legal {
            let mut next = state.clone();
            next.play(seat, action, &mut NoEvents);
            self.run(next);
        }
    }
}

/// Deals anything but cities.
fn deal_no_city(state: &mut DistrictNoir) {
    while state.turn() == Turn::Chance {
        let is_city = |chance: &Chance| Card::CITIES.map(Chance::Card).contains(chance);
        let chance = state.chances().into_iter().find(|(chance, _)| !is_city(chance));
        state.apply_chance(chance.expect("42 cards are no cities").0, &mut NoEvents);
    }
}

/// D-16, and with it that a seat is never without an action. The cities are out of the game, so
/// that no sequence is cut short.
#[test]
fn an_empty_hand_finds_six_cards_in_the_line() {
    for first_seat in [0, 1] {
        let mut start = DistrictNoir::new(&options(first_seat));
        deal_no_city(&mut start);
        let mut sequences = Sequences::default();
        sequences.run(start);
        let Sequences { decisions, round_ends, forced } = sequences;
        assert_eq!(forced.first(), Some(&6), "an empty hand finds {forced:?} cards");
        assert_eq!((decisions.len(), round_ends.len()), (990, 34), "1,024 states");
    }
}
