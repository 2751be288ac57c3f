//! Re-dealt worlds: each physical deal that fits a view comes up equally often, and at the deal
//! the true world can't be told from a sample.

use std::collections::BTreeMap;

use intrigue_core::{ActionSet, Game, Match, Rng, Seat, Seed, Settings, Turn, Viewer, play_chance};
use intrigue_testkit::{chi_square_p, effort};

use crate::content::{Character, Hand};
use crate::rules::state::{Complots, Phase};

/// What is hidden in a world: every seat's cards, and what each has set aside.
type World = Vec<Vec<Character>>;

fn world(state: &Complots) -> World {
    let seats = usize::from(state.options.seats);
    let hands = state.hands[..seats].iter().chain(&state.aside);
    hands.map(|hand| hand.peek().cards().collect()).collect()
}

fn settings(seats: usize, fifth: &str) -> Settings {
    [("seats", seats.to_string()), ("fifth_character", fifth.to_owned())]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
}

/// A state after some random decisions, with somebody to act.
fn somewhere(settings: &Settings, seed: u64, decisions: u32) -> Option<Complots> {
    let full = intrigue_core::fill_defaults(crate::rules::options::OPTIONS, settings).unwrap();
    let mut state = Complots::new(&Match::<Complots>::options_of(&full).unwrap());
    let mut rng = Rng::new(&Seed::from_number(seed), 0);
    for _ in 0..decisions {
        play_chance(&mut state, &mut rng, &mut intrigue_core::NoEvents);
        let Turn::Seats(seats) = state.turn() else {
            return None;
        };
        let seat = seats.lowest()?;
        let id = state.legal(seat).pick(&mut rng);
        state.play(seat, crate::Action::TABLE[usize::from(id.0)], &mut intrigue_core::NoEvents);
    }
    play_chance(&mut state, &mut rng, &mut intrigue_core::NoEvents);
    matches!(state.turn(), Turn::Seats(_)).then_some(state)
}

/// Every way to take `count` of the cards, as places.
fn choices(places: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (i, &first) in places.iter().enumerate() {
        for mut rest in choices(&places[i + 1..], count - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found
}

/// All physical deals that fit what a viewer knows, by exhaustion: where each card lies, card by
/// card, whatever copy it is. Written without a look at how `redeal` does it.
fn fitting(state: &Complots, viewer: Viewer) -> BTreeMap<World, u64> {
    let seats = usize::from(state.options.seats);
    let pack: Vec<Character> = state.options.variant.pack().cards().collect();
    let keeping = matches!(state.phase, Phase::Keep(_));
    let own_packs = state.options.variant.own_packs(seats);
    let mut worlds = BTreeMap::new();
    let own = viewer.seat().map(Seat::index);
    let kept: Vec<Vec<Option<Character>>> = if own_packs && !keeping {
        let choice = |side: usize| -> Vec<Option<Character>> {
            let pack = pack.iter().copied().map(Some);
            let aside = *state.aside[side].peek();
            pack.filter(|card| own != Some(side) || card.is_some_and(|card| !aside.has(card)))
                .collect()
        };
        choice(0)
            .into_iter()
            .flat_map(|left| choice(1).into_iter().map(move |right| vec![left, right]))
            .collect()
    } else {
        vec![vec![None, None]]
    };
    for kept in kept {
        let packs = if seats == 2 { 1 } else { state.options.variant.copies(seats).into() };
        let mut cards: Vec<Character> =
            std::iter::repeat_n(pack.clone(), packs).flatten().collect();
        cards.extend(kept.iter().flatten());
        let aside: Vec<Vec<Character>> = (0..2)
            .map(|side| match (own_packs, kept[side]) {
                (true, None) => pack.clone(),
                (true, Some(card)) => pack.iter().copied().filter(|&other| other != card).collect(),
                _ => Vec::new(),
            })
            .collect();
        // Places to fill, in order: what each seat has face up, then face down.
        let mut needs: Vec<(usize, Option<Hand>)> = Vec::new();
        for side in 0..seats {
            needs.push((state.face_up[side].total().into(), Some(state.face_up[side])));
        }
        for side in 0..seats {
            let hand = *state.hands[side].peek();
            needs.push((hand.total().into(), (own == Some(side)).then_some(hand)));
        }
        let all: Vec<usize> = (0..cards.len()).collect();
        place(&cards, &all, &needs, &mut Vec::new(), &mut |lying| {
            let mut world: World = lying[seats..].to_vec();
            world.extend(aside.iter().cloned());
            for hand in &mut world {
                hand.sort_unstable();
            }
            *worlds.entry(world).or_insert(0) += 1;
        });
    }
    worlds
}

fn place(
    cards: &[Character],
    free: &[usize],
    needs: &[(usize, Option<Hand>)],
    lying: &mut Vec<Vec<Character>>,
    found: &mut impl FnMut(&[Vec<Character>]),
) {
    let Some(((count, known), rest)) = needs.split_first() else {
        return found(lying);
    };
    for choice in choices(free, *count) {
        let chosen: Vec<Character> = choice.iter().map(|&place| cards[place]).collect();
        let bag: Hand = chosen.iter().copied().collect();
        if known.is_none_or(|known| known == bag) {
            let free: Vec<usize> =
                free.iter().copied().filter(|place| !choice.contains(place)).collect();
            lying.push(chosen);
            place(cards, &free, rest, lying, found);
            lying.pop();
        }
    }
}

#[test]
fn every_world_that_fits_is_equally_likely() {
    let samples = effort(40_000, 1_000_000);
    let mut tested = 0;
    for (seats, fifth) in
        [(2, "ambassador"), (2, "inquisitor"), (3, "ambassador"), (3, "inquisitor")]
    {
        let settings = settings(seats, fifth);
        for (seed, decisions) in [(1, 0), (2, 4), (3, 9), (4, 14), (5, 20), (6, 27)] {
            let Some(state) = somewhere(&settings, seed, decisions) else {
                continue;
            };
            // A card that is being examined is seen by the examiner: tried in a test of its own.
            if matches!(state.phase, Phase::Verdict(_)) {
                continue;
            }
            for viewer in Viewer::all(seats) {
                if seats == 3 && viewer == Viewer::Spectator {
                    continue;
                }
                let expected = fitting(&state, viewer);
                check(&state, viewer, &expected, samples, seed);
                tested += 1;
            }
        }
    }
    println!("{tested} views, {samples} worlds each");
    assert!(tested >= 20, "{tested}");
}

/// The examiner knows one card: only hands with it fit.
#[test]
fn worlds_fit_an_examined_card() {
    let mut tested = 0;
    for seats in [2, 3] {
        let settings = settings(seats, "inquisitor");
        let states = (0..4000).filter_map(|seed| somewhere(&settings, seed, 6).map(|s| (seed, s)));
        for (seed, state) in states.filter(|(_, s)| matches!(s.phase, Phase::Verdict(_))).take(6) {
            let Phase::Verdict(card) = state.phase else {
                continue;
            };
            let target = state.pending.and_then(|u| u.target).unwrap();
            let mut expected = fitting(&state, Viewer::Seat(state.active));
            expected.retain(|world, _| world[target.index()].contains(card.peek()));
            check(&state, Viewer::Seat(state.active), &expected, effort(40_000, 1_000_000), seed);
            tested += 1;
        }
    }
    assert!(tested >= 6, "{tested}");
}

fn check(
    state: &Complots,
    viewer: Viewer,
    expected: &BTreeMap<World, u64>,
    samples: u64,
    seed: u64,
) {
    let view = state.view(viewer);
    let mut rng = Rng::new(&Seed::from_number(seed), 99);
    let mut counts: BTreeMap<&World, u64> = expected.keys().map(|world| (world, 0)).collect();
    for _ in 0..samples {
        let dealt = world(&Complots::redeal(&view, &mut rng).expect("the true world fits"));
        let count = counts.get_mut(&dealt);
        *count.unwrap_or_else(|| panic!("{dealt:?} does not fit {view:?}")) += 1;
    }
    assert!(expected.contains_key(&world(state)), "the true world is not among those that fit");
    let total: u64 = expected.values().sum();
    let cells = expected.iter().map(|(world, &ways)| {
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let share = ways as f64 / total as f64;
        (counts[world], share)
    });
    let p = chi_square_p(&cells.collect::<Vec<_>>(), samples);
    assert!((0.0005..=0.9995).contains(&p), "p = {p} for {viewer:?}, seed {seed}");
}

/// Put the true world and a sample side by side, at the deal: the cards of the other seats have
/// the same distribution, so nobody can say which is which.
#[test]
fn the_true_world_cant_be_told_from_a_sample() {
    let matches = effort(20_000, 500_000);
    for seats in [2, 3, 5, 8] {
        let settings = settings(seats, "ambassador");
        let viewer = Viewer::Seat(Seat::new(0).unwrap());
        let mut counts: BTreeMap<World, [u64; 2]> = BTreeMap::new();
        for seed in 0..matches {
            let state = somewhere(&settings, seed, 0).unwrap();
            let mut rng = Rng::new(&Seed::from_number(seed), 7);
            let sample = Complots::redeal(&state.view(viewer), &mut rng).unwrap();
            for (which, state) in [&state, &sample].into_iter().enumerate() {
                // The own hand and that of the seat to the left.
                let key: World = world(state)[..2].to_vec();
                counts.entry(key).or_insert([0; 2])[which] += 1;
            }
        }
        // Homogeneity of two samples of the same size.
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let cells = counts.values().flat_map(|[left, right]| {
            let share = (left + right) as f64 / (4 * matches) as f64;
            [(*left, share), (*right, share)]
        });
        let cells: Vec<_> = cells.collect();
        // Half of the cells are fixed by the other half: the statistic has half the freedom.
        let p = intrigue_testkit::chi_square_p_with(&cells, 2 * matches, cells.len() / 2 - 1);
        assert!((0.0005..=0.9995).contains(&p), "p = {p} for {seats} seats");
    }
}
