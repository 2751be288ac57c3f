//! A game that knows how to play without thought: greedy plays so, and rollouts do.

#[path = "../../intrigue_testkit/tests/together/mod.rs"]
mod together;

use intrigue_core::{ActionId, Game, NoEvents, Rng, Seat, Seed, Settings, Viewer, play_chance};
use intrigue_search::{Judgment, Policy, Stop, judge};

use together::{SEATS, Together};

const TAKE: ActionId = ActionId(1);

/// The table after the first roll.
fn table(level: &str) -> Together {
    let settings = [("level", level), ("flaw", "none")];
    let settings: Settings =
        settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let mut state = Together::new(&Together::options(&settings).unwrap());
    let mut rng = Rng::new(&Seed::from_number(1), 0);
    play_chance(&mut state, &mut rng, &mut NoEvents);
    state
}

fn judged(level: &str, policy: &str, seed: u64) -> Judgment {
    let seat = Seat::new(0).unwrap();
    let view = table(level).view(Viewer::Seat(seat));
    let policy = Policy::parse(policy).unwrap();
    let mut rng = Rng::new(&Seed::from_number(seed), 0);
    judge::<Together>(&view, seat, policy, &mut rng, 1, &Stop::default()).unwrap()
}

/// How many of 400 picks take the die.
fn takes(policy: &str) -> usize {
    let picks = (0..400).map(|seed| judged("easy", policy, seed).best);
    picks.filter(|&id| id == TAKE).count()
}

#[test]
fn greedy_plays_the_habit_and_random_does_not() {
    // The default policy does not look once in sixteen times, and then picks either.
    let greedy = takes("greedy");
    assert!((370..400).contains(&greedy), "{greedy}");
    let random = takes("random");
    assert!((150..250).contains(&random), "{random}");
    let judgment = judged("easy", "greedy", 1);
    assert_eq!((judgment.worths.len(), judgment.simulations), (SEATS, 0));
}

#[test]
fn rollouts_are_played_by_habit() {
    // Random play gets there once in a while; the default policy does nearly always.
    let mut random = 0;
    for seed in 0..400 {
        let mut state = table("easy");
        let mut rng = Rng::new(&Seed::from_number(seed), 3);
        intrigue_core::playout(&mut state, &mut rng);
        random += u32::from(state.payoffs()[0] > 0);
    }
    assert!(random < 80, "{random}");
    for policy in ["playouts:sims=400", "ismcts:sims=400,depth=0"] {
        let judgment = judged("easy", policy, 2);
        assert_eq!(judgment.best, TAKE, "{policy}");
        let taken = judgment.worths.iter().find(|worth| worth.id == TAKE);
        assert!(taken.unwrap().value() > 0.6, "{policy}: {taken:?}");
    }
}
