//! Policies are as strong as their names promise, for every game; the seeds are fixed.

use intrigue_core::{Settings, SettingsMessage};
use intrigue_games::catalog;
use intrigue_search::{Policy, Stop, check_task, simulate, summarize};
use intrigue_wire::v1 as wire;

/// The payoff of the first policy with the second at every other seat, with its interval.
fn contest(
    game: &str,
    options: &[(&str, &str)],
    policies: [&str; 2],
    games: u64,
) -> wire::Estimate {
    let options =
        options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (settings, seats) = catalog::settle_options(game, &options).unwrap();
    let message = SettingsMessage::new(&settings, seats);
    let policy = |text: &str| Policy::parse(text).unwrap().to_wire();
    let task = wire::SimulationTask {
        game: game.to_owned(),
        options: message.options,
        documents: message.documents,
        policies: (0..seats).map(|seat| policy(policies[usize::from(seat > 0)])).collect(),
        match_count: games,
        seed: vec![6; 32],
        ..Default::default()
    };
    let checked = check_task(&task).unwrap();
    let tally = simulate(&checked.task, 0, checked.blocks, &Stop::default()).unwrap();
    let payoff = summarize(&checked.task, &tally).policies[0].payoff.unwrap();
    println!(
        "{game}, {seats} seats, {} with {}: {:.3} ({:.3} to {:.3})",
        policies[0], policies[1], payoff.mean, payoff.low, payoff.high
    );
    payoff
}

#[test]
fn greedy_beats_random_at_every_game() {
    for game in catalog::IDS {
        if catalog::get_game(game).unwrap().game.unwrap().cooperative {
            // They win or lose together, so they are compared with others who do.
            let greedy = contest(game, &[], ["greedy:worlds=8"; 2], 200);
            let random = contest(game, &[], ["random"; 2], 200);
            assert!(greedy.low > random.high, "{game}");
            continue;
        }
        let (_, seats) = catalog::settle_options(game, &Settings::default()).unwrap();
        let payoff = contest(game, &[], ["greedy:worlds=8", "random"], 40);
        let fair = 1.0 / f64::from(u8::try_from(seats).unwrap());
        assert!(payoff.low > fair, "{game}");
    }
}

#[test]
fn a_search_beats_greedy_and_more_of_it_beats_less() {
    for (game, options) in [("district_noir", [].as_slice()), ("complots", &[("seats", "2")])] {
        let payoff = contest(game, options, ["ismcts:sims=1000", "greedy:worlds=16"], 160);
        assert!(payoff.low > 0.5, "{game}");
        let payoff = contest(game, options, ["ismcts:sims=1600", "ismcts:sims=50"], 120);
        assert!(payoff.low > 0.5, "{game}");
    }
}

#[test]
fn trees_of_their_own_don_t_see_through_a_bluff() {
    // With a model of the players neither sees through it.
    let policies = [
        "ismcts:sims=800,observers=multi,opponents=random",
        "ismcts:sims=800,observers=single,opponents=random",
    ];
    let payoff = contest("complots", &[("seats", "2")], policies, 200);
    assert!(payoff.low > 0.5);
}

#[test]
fn every_strength_beats_the_one_below() {
    for (game, options) in [("district_noir", [].as_slice()), ("complots", &[("seats", "2")])] {
        for (policies, games) in
            [(["easy", "random"], 100), (["normal", "easy"], 160), (["hard", "normal"], 240)]
        {
            let payoff = contest(game, options, policies, games);
            assert!(payoff.low > 0.5, "{game}: {policies:?}");
        }
    }
}
