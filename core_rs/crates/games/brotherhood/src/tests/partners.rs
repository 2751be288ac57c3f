//! Nobody who plays by the default policy, or looks for something better, leaves the others alone.

use intrigue_core::{
    ActionSet, Codec, Game, NoEvents, Rng, Seat, Seed, Settings, Turn, fill_defaults, play_chance,
};

use crate::rules::action::{Action, AssassinAction};
use crate::rules::options::OPTIONS;
use crate::rules::state::{Brotherhood, Place};

fn table(given: &[(&str, &str)], rng: &mut Rng) -> Brotherhood {
    let given = given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let settings = fill_defaults(OPTIONS, &given.collect::<Settings>()).unwrap();
    let mut game = Brotherhood::new(&Brotherhood::options(&settings).unwrap());
    play_chance(&mut game, rng, &mut NoEvents);
    game
}

fn considers_leaving(game: &Brotherhood) -> bool {
    let seat = Seat::new(0).unwrap();
    let leave = AssassinAction::Leave.id(0);
    let legal = game.legal(seat);
    assert!(legal.contains(leave));
    game.worth_considering(seat, legal).contains(leave)
}

#[test]
fn leaving_is_considered_when_nobody_needs_the_assassin() {
    let mut rng = Rng::new(&Seed::from_number(0), 0);
    let mut game = table(&[("seats", "2")], &mut rng);
    let limit = game.options.limit();
    assert!(!considers_leaving(&game), "an objective is open");
    game.table.turn = limit;
    assert!(!considers_leaving(&game), "there is an objective for each");
    // One is left, and the other assassin is there.
    game.table.objectives = 1;
    let other = game.own(Seat::new(1).unwrap(), 0).unwrap();
    game.table.crew[other].place = Place::Square(game.table.mission.level.objectives[0].at);
    assert!(considers_leaving(&game), "it is the other's, and no turn is left");
    game.table.turn = limit - 1;
    assert!(!considers_leaving(&game), "the other may fall");
    game.table.objectives = 0;
    assert!(considers_leaving(&game), "all is done");
}

#[test]
fn the_default_policy_never_leaves_while_an_objective_is_open_and_turns_are_left() {
    let mut left = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(&Seed::from_number(seed), 0);
        let missions = ["unlocked_shutter", "salt_ledger", "low_water"];
        let seats = ["1", "2", "3", "4"][rng.index(4)];
        let given = [("mission", missions[rng.index(3)]), ("seats", seats)];
        let mut game = table(&given, &mut rng);
        while let Turn::Seats(asked) = game.turn() {
            let seat = asked.iter().nth(rng.index(asked.len())).unwrap();
            let id = game.default_policy(seat, &game.legal(seat), &mut rng);
            let action = Brotherhood::ACTIONS[usize::from(id.0)];
            if matches!(action, Action::Own(_, AssassinAction::Leave)) {
                left += 1;
                let last = game.table.turn >= game.options.limit();
                assert!(game.table.objectives == 0 || last, "seed {seed}");
            }
            game.play(seat, action, &mut NoEvents);
            play_chance(&mut game, &mut rng, &mut NoEvents);
        }
    }
    assert!(left > 20, "{left}");
}
