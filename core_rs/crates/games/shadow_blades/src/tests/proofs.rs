//! Proofs of clauses that no scenario can give; `tests/golden` names them.

use std::collections::BTreeMap;

use intrigue_core::{
    ActionId, ActionSet, Game, Match, NoEvents, Rng, Seat, Seed, Settings, Turn, Viewer,
    fill_defaults, play_chance,
};
use intrigue_testkit::{chi_square_p, effort, shares, variants, with_rest};

use crate::content::cards::{Card, Conspiracy, Role, STAMPED, Skill, Zone};
use crate::rules::action::{ACCEPT, Action, END, PASS, RECRUIT};
use crate::rules::options::Options;
use crate::rules::state::{Chance, Event, Phase, ShadowBlades, Stage, TURNS};
use crate::tests::worlds::somewhere;

fn settings(given: &[(&str, &str)]) -> Settings {
    given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn options(given: &Settings) -> Options {
    let full = fill_defaults(crate::rules::options::OPTIONS, given).expect("the options are known");
    Match::<ShadowBlades>::options_of(&full).expect("the options are sound")
}

fn choices(state: &ShadowBlades) -> Vec<Chance> {
    state.chances().into_iter().map(|(chance, _)| chance).collect()
}

/// S-02, S-03, S-04.
#[test]
fn chance_deals_stamped_cards_then_any_that_are_left() {
    for seats in 2..=4_usize {
        let number = seats.to_string();
        for start in ["dealt", "drafted"] {
            let given = settings(&[("seats", &number), ("start", start), ("first_seat", "0")]);
            let mut state = ShadowBlades::new(&options(&given));
            let mut rng = Rng::new(&Seed::from_number(1), 0);
            if start == "dealt" {
                let mut left: Vec<Chance> = STAMPED.map(Chance::Card).to_vec();
                for _ in 0..seats {
                    assert_eq!(choices(&state), left);
                    let chance = state.draw(&mut rng);
                    state.apply_chance(chance, &mut NoEvents);
                    left.retain(|&other| other != chance);
                }
                let deck = choices(&state);
                assert!(left.iter().all(|card| deck.contains(card)));
                assert_eq!(deck.len(), 54 - seats);
            } else {
                assert_eq!(state.chances().len(), 54);
            }
            while !(state.turn() == Turn::Seats(intrigue_core::SeatSet::first(1)) && state.turn > 0)
            {
                play_chance(&mut state, &mut rng, &mut NoEvents);
                if let Some(seat) = state.turn().seats().lowest().filter(|_| state.turn == 0) {
                    let id = state.legal(seat).pick(&mut rng);
                    state.play(seat, Action::TABLE[usize::from(id.0)], &mut NoEvents);
                }
            }
            assert_eq!(usize::from(state.deck_size()), 73 - seats);
        }
    }
    let deals = effort(20_000, 500_000);
    let given = settings(&[("seats", "3"), ("first_seat", "0")]);
    let (mut starts, mut firsts) = ([[0_u64; 4]; 3], [0_u64; 54]);
    for seed in 0..deals {
        let mut state = ShadowBlades::new(&options(&given));
        play_chance(&mut state, &mut Rng::new(&Seed::from_number(seed), 0), &mut NoEvents);
        for (seat, counts) in starts.iter_mut().enumerate() {
            let card = state.hands[seat].peek().cards().next().expect("a start card");
            counts[card.index() / 8] += 1;
        }
        let first = state.piles[0].peek().cards().next().expect("a pile has a card");
        firsts[first.index()] += 1;
    }
    for counts in starts {
        let p = chi_square_p(&counts.map(|count| (count, 0.25)), deals);
        assert!((0.0005..=0.9995).contains(&p), "p = {p}");
    }
    // A stamped card is in the deck in one deal of four.
    let share = |card: Card| {
        let copies = f64::from(card.copies());
        if card.is_stamped() { copies / 4.0 / 73.0 } else { copies / 73.0 }
    };
    let cells: Vec<(u64, f64)> =
        Card::all().map(|card| (firsts[card.index()], share(card))).collect();
    let p = chi_square_p(&cells, deals);
    assert!((0.0005..=0.9995).contains(&p), "p = {p}");
}

/// S-78.
#[test]
fn a_random_conspiracy_is_any_of_the_eight() {
    let state = ShadowBlades::new(&options(&settings(&[("conspiracy", "random")])));
    assert_eq!(choices(&state), Conspiracy::ALL.map(Chance::Conspiracy));
    let mut rng = Rng::new(&Seed::from_number(5), 0);
    let mut counts = [0_u64; 8];
    for _ in 0..8_000 {
        if let Chance::Conspiracy(conspiracy) = state.draw(&mut rng) {
            counts[conspiracy as usize] += 1;
        }
    }
    let p = chi_square_p(&counts.map(|count| (count, 0.125)), 8_000);
    assert!((0.0005..=0.9995).contains(&p), "p = {p}");
}

/// S-80: and a first seat is a seat of the match.
#[test]
fn options_that_disagree_are_refused() {
    let read = |given: &Settings| {
        Options::read(&fill_defaults(crate::rules::options::OPTIONS, given).expect("known"))
    };
    for seats in ["2", "3", "4"] {
        let alliances = read(&settings(&[("mode", "alliances"), ("seats", seats)]));
        assert_eq!(alliances.is_ok(), seats == "4");
        let first = read(&settings(&[("first_seat", "3"), ("seats", seats)]));
        assert_eq!(first.is_ok(), seats == "4");
    }
}

/// S-90: in every world that fits a view each seat's start card is a stamped one.
#[test]
fn start_cards_are_stamped_in_every_world() {
    let mut others = 0;
    for start in ["dealt", "drafted"] {
        for seats in ["2", "3", "4"] {
            let given = settings(&[("seats", seats), ("start", start)]);
            for (seed, decisions) in [(1, 0), (2, 6), (3, 15), (4, 40)] {
                let Some(state) = somewhere(&given, seed, decisions) else {
                    continue;
                };
                for viewer in Viewer::all(state.variant.seats.into()) {
                    let view = state.view(viewer);
                    let mut rng = Rng::new(&Seed::from_number(seed), 1);
                    for _ in 0..50 {
                        let world = ShadowBlades::redeal(&view, &mut rng).expect("a world fits");
                        let starts: Vec<(u8, Card)> = starts(&world);
                        let truth = starts_of_own(&state, viewer);
                        assert!(truth.iter().all(|own| starts.contains(own)));
                        let stamped = starts.iter().filter(|(_, card)| card.is_stamped()).count();
                        if start == "dealt" {
                            assert_eq!(stamped, starts.len());
                            let mut cards: Vec<Card> =
                                starts.iter().map(|(_, card)| *card).collect();
                            cards.sort_unstable();
                            cards.dedup();
                            assert_eq!(cards.len(), starts.len());
                        } else {
                            others += starts.len() - stamped;
                        }
                    }
                }
            }
        }
    }
    assert!(others > 0, "drafted cards may be any");
}

fn starts(state: &ShadowBlades) -> Vec<(u8, Card)> {
    let kept = state.tale.peek().ops().filter_map(|op| match op {
        crate::knowledge::tale::Op::Start(seat, card)
        | crate::knowledge::tale::Op::Keep(seat, card) => Some((seat, card?)),
        _ => None,
    });
    kept.collect()
}

fn starts_of_own(state: &ShadowBlades, viewer: Viewer) -> Vec<(u8, Card)> {
    let own = |seat: u8| Seat::new(seat.into()).is_some_and(|seat| viewer.is(seat));
    starts(state).into_iter().filter(|(seat, _)| own(*seat)).collect()
}

/// What a slow seat does: take the first pile, lay one card a turn, and no more.
fn slowly(state: &ShadowBlades, legal: crate::rules::legal::Legal, rng: &mut Rng) -> ActionId {
    let Phase::Ask(question) = state.phase else {
        unreachable!("somebody is asked");
    };
    let first = [ACCEPT, END, PASS].map(ActionId).into_iter().find(|&id| legal.contains(id));
    match (question.stage, first) {
        (_, Some(id)) => id,
        (Stage::Turn, None) if legal.contains(ActionId(RECRUIT)) && rng.below(2) == 0 => {
            ActionId(RECRUIT)
        }
        _ => legal.pick(rng),
    }
}

/// S-66.
#[test]
fn no_match_has_more_than_180_turns() {
    let variants = variants::<ShadowBlades>();
    let mut longest = 0;
    for seed in 0..effort(4_000, 400_000) {
        let variant = usize::try_from(seed).expect("small") % variants.len();
        let given = with_rest::<ShadowBlades>(&variants[variant], seed);
        let mut state = ShadowBlades::new(&options(&given));
        let mut rng = Rng::new(&Seed::from_number(seed), 2);
        loop {
            play_chance(&mut state, &mut rng, &mut NoEvents);
            let Some(seat) = state.turn().seats().lowest() else {
                break;
            };
            if seed % 8 == 0 && rng.below(200) == 0 && state.check_resign(seat).is_ok() {
                state.resign(seat, &mut NoEvents);
                continue;
            }
            let id = slowly(&state, state.legal(seat), &mut rng);
            state.play(seat, Action::TABLE[usize::from(id.0)], &mut NoEvents);
        }
        longest = longest.max(state.turn);
    }
    println!("the longest match had {longest} turns");
    assert!((100..=TURNS).contains(&longest), "{longest}");
}

/// Every skill and every conspiracy happens, and often, in as many random matches as the
/// invariants are checked in.
#[test]
fn every_skill_and_conspiracy_happens() {
    let each = effort(20_000, 1_000_000) / shares::<ShadowBlades>();
    let mut skills = [0_u64; 12];
    let mut conspiracies: BTreeMap<&str, u64> = BTreeMap::new();
    for variant in variants::<ShadowBlades>() {
        for seed in 0..each {
            let given = with_rest::<ShadowBlades>(&variant, seed);
            let mut state = ShadowBlades::new(&options(&given));
            let mut rng = Rng::new(&Seed::from_number(seed), 4);
            let mut events = Vec::new();
            loop {
                play_chance(&mut state, &mut rng, &mut events);
                for event in events.drain(..) {
                    if let Event::SkillHappened(skill) = event {
                        skills[skill as usize] += 1;
                    }
                    if let (Some(conspiracy), true) =
                        (state.variant.conspiracy, works(&state, &event))
                    {
                        *conspiracies.entry(conspiracy.notation()).or_default() += 1;
                    }
                }
                let Some(seat) = state.turn().seats().lowest() else {
                    break;
                };
                let legal = state.legal(seat);
                if state.variant.is(Conspiracy::Arrogance) && state.board.dominated != 0 {
                    *conspiracies.entry("arrogance").or_default() +=
                        u64::from(is_arrogant(&state, seat));
                }
                let action = Action::TABLE[usize::from(legal.pick(&mut rng).0)];
                state.play(seat, action, &mut events);
            }
        }
    }
    for (count, skill) in skills.iter().zip(Skill::ALL) {
        println!("{}: {count}", skill.notation());
    }
    println!("{conspiracies:?}");
    assert!(skills.iter().all(|&count| count >= 1_000), "{skills:?}");
    assert!(conspiracies.len() == 8 && conspiracies.values().all(|&count| count >= 1_000));
}

/// Whether an event could not have happened, or not so, without the conspiracy.
fn works(state: &ShadowBlades, event: &Event) -> bool {
    match (state.variant.conspiracy, event) {
        (Some(Conspiracy::Deception), Event::Moved(_, _, _, weapons)) => !weapons.is_empty(),
        (Some(Conspiracy::Double), Event::Took(..)) => true,
        (Some(Conspiracy::Duo), Event::Deployed(..)) => {
            state.deployment.agents.len() > 1 && state.deployment.opened == 0
        }
        (Some(Conspiracy::FatalBlow), Event::Discarded(_, card)) => card.index() < 8,
        (Some(Conspiracy::WeaponTheft), Event::Deployed(_, _, _, weapons)) => {
            weapons.iter().any(|weapon| weapon.index() < 32)
        }
        (Some(Conspiracy::TotalSupport), Event::Deployed(_, card, spot, _)) => {
            card.zone() == Some(Zone::Reinforcement) && card.zone() != Some(spot.zone())
        }
        (Some(Conspiracy::Espionage), Event::Deployed(seat, _, spot, _)) => spot.seat() != *seat,
        _ => false,
    }
}

/// Whether Arrogance keeps an agent in the hand of a seat that is to begin its turn.
fn is_arrogant(state: &ShadowBlades, seat: Seat) -> bool {
    let asked = matches!(state.phase, Phase::Ask(question) if question.stage == Stage::Turn);
    let hand = state.hands[seat.index()].peek();
    let mut agents = hand.kinds().filter(|card| card.index() < crate::content::cards::AGENTS);
    asked && agents.any(|card| state.spots(seat.index(), card) == 0)
}

/// The rulebook prints the lists of three zones in full; of Infiltration it shows a few cards.
#[test]
fn cards_say_what_the_rulebook_prints_of_them() {
    let of = |wanted: &str| -> Vec<&str> {
        let cards = Card::all().filter(|card| card.provenance() == wanted);
        cards.map(Card::notation).collect()
    };
    let listed = |card: &Card| match card.role() {
        Role::Agent(zone, ..) => zone.is_some_and(|zone| zone != Zone::Infiltration),
        Role::Mission(zones, ..) => matches!(zones, 1 | 2 | 4),
        Role::Weapon(_) => false,
    };
    let mut printed: Vec<&str> = Card::all().filter(listed).map(Card::notation).collect();
    printed.insert(24, "spy-s");
    assert_eq!(of("printed"), printed);
    let spies = ["spy-1", "spy-2", "spy-3", "spy-4"];
    assert_eq!(of("deduced"), [&spies[..], &["shadowing", "syndicate"]].concat());
}
