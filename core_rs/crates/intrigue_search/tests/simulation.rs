//! Simulations, batches and worlds: the same for a seed, whoever does the work.

use std::collections::BTreeSet;

use intrigue_core::{
    ActionId, PositionMessage, RefusalKind, Seed, Settings, SettingsMessage, Turn, Viewer,
};
use intrigue_games::catalog;
use intrigue_search::{
    AnyLanes, AnyWorld, BatchSpec, Columns, Masks, Policy, Recording, Source, Stop, add_tallies,
    analyze, check_task, deal_world, decide, new_lanes, simulate, simulate_recorded, world_of,
};
use intrigue_wire::v1 as wire;

fn task(game: &str, policy: &str, games: u64) -> wire::SimulationTask {
    let (settings, seats) = catalog::settle_options(game, &Settings::default()).unwrap();
    let message = SettingsMessage::new(&settings, seats);
    wire::SimulationTask {
        game: game.to_owned(),
        options: message.options,
        documents: message.documents,
        policies: vec![Policy::parse(policy).unwrap().to_wire(); seats],
        match_count: games,
        seed: vec![3; 32],
        ..Default::default()
    }
}

/// What the catalog says of a game.
fn head(game: &str) -> wire::Game {
    catalog::get_game(game).unwrap().game.unwrap()
}

#[test]
fn blocks_add_up_in_any_order() {
    for game in catalog::IDS {
        let checked = check_task(&task(game, "random", 60)).unwrap();
        let task = &checked.task;
        let play = |first, blocks| simulate(task, first, blocks, &Stop::default()).unwrap();
        let whole = play(0, checked.blocks);
        let mut parts: Vec<_> = (0..checked.blocks).map(|block| play(block, 1)).collect();
        parts.reverse();
        assert_eq!(add_tallies(&parts), whole);
        assert_eq!(whole.match_count, checked.blocks * checked.block_matches);
        assert_eq!(play(checked.blocks, 5).match_count, 0, "there are no further blocks");
    }
}

#[test]
fn recording_changes_nothing_and_has_every_decision() {
    for game in catalog::IDS {
        let checked = check_task(&task(game, "random", 12)).unwrap();
        let (task, stop) = (&checked.task, Stop::default());
        let record = |first, blocks, legal, features| {
            let recording = Recording { legal, features };
            simulate_recorded(task, first, blocks, &stop, recording).unwrap()
        };
        let (tally, rows) = record(0, checked.blocks, true, true);
        assert_eq!(tally, whole(task));
        assert_eq!(rows.len() as u64, tally.decision_count);
        let features = catalog::about(game).unwrap().feature_size();
        assert_eq!(rows.features.len(), rows.len() * features);
        assert_eq!(rows.legal_counts.iter().sum::<u32>() as usize, rows.legal.len());
        let mut legal = &rows.legal[..];
        for (row, &count) in rows.legal_counts.iter().enumerate() {
            assert!(legal[..count as usize].contains(&rows.actions[row]), "{game}");
            legal = &legal[count as usize..];
            let begins = row == 0 || rows.matches[row] != rows.matches[row - 1];
            let expected = if begins { 0 } else { rows.decisions[row - 1] + 1 };
            assert_eq!(rows.decisions[row], expected);
        }
        // Parts have the rows of their matches, and columns can be left out.
        let (_, part) = record(1, 1, false, false);
        assert!(part.legal.is_empty() && part.legal_counts.is_empty() && part.features.is_empty());
        let block = |number: &u64| number / checked.block_matches == 1;
        let first = rows.matches.iter().position(block).unwrap();
        assert_eq!(part.actions, rows.actions[first..first + part.len()]);
        assert!(part.matches.iter().all(block));
        // What was not finished is left out.
        stop.set();
        let (tally, rows) = simulate_recorded(
            task,
            0,
            checked.blocks,
            &stop,
            Recording { legal: true, features: true },
        )
        .unwrap();
        assert_eq!((tally.match_count, rows.len()), (0, 0));
        assert!(rows.is_empty() && rows.features.is_empty() && rows.legal.is_empty());
    }
}

/// The tally of a whole task.
fn whole(task: &wire::SimulationTask) -> wire::Tally {
    let checked = check_task(task).unwrap();
    simulate(&checked.task, 0, checked.blocks, &Stop::default()).unwrap()
}

#[test]
fn parts_of_a_simulation_add_up_to_the_whole() {
    for game in catalog::IDS {
        for rotate in [None, Some(true), Some(false)] {
            let part = |first_block: u64, blocks: u64| {
                let mut part = task(game, "random", 1);
                let block = if rotate == Some(false) { 1 } else { part.policies.len() as u64 };
                part.rotate = rotate;
                (part.first_match, part.match_count) = (first_block * block, blocks * block);
                part
            };
            let parts = [part(8, 4), part(0, 3), part(3, 5)];
            let tallies = parts.each_ref().map(whole);
            assert_eq!(add_tallies(&tallies), whole(&part(0, 12)), "{game}, {rotate:?}");
            assert_ne!(tallies[0], whole(&part(0, 4)), "{game}, {rotate:?}");
            for (part, tally) in parts.iter().zip(&tallies) {
                assert_eq!(tally.match_count, part.match_count, "{game}, {rotate:?}");
                // A task with its defaults filled in is the same task.
                assert_eq!(whole(&check_task(part).unwrap().task), *tally);
            }
        }
    }
}

#[test]
fn a_part_begins_at_a_whole_block() {
    for game in catalog::IDS {
        let mut part = task(game, "random", 10);
        let block = part.policies.len() as u64;
        for inside in (1..2 * block).filter(|first| !first.is_multiple_of(block)) {
            part.first_match = inside;
            let refusal = check_task(&part).unwrap_err();
            assert_eq!(refusal.kind, RefusalKind::BadSimulation, "{game}");
            assert_eq!(refusal.code, "WRONG_MATCH_COUNT", "{game}");
            assert!(refusal.values.contains(&("first_match", inside.to_string())));
            assert!(simulate(&part, 0, 1, &Stop::default()).is_err());
            let fixed = wire::SimulationTask { rotate: Some(false), ..part.clone() };
            assert!(check_task(&fixed).is_ok(), "{game}: a block has one match");
        }
        part.first_match = u64::MAX - u64::MAX % block;
        assert_eq!(check_task(&part).unwrap_err().code, "WRONG_MATCH_COUNT", "{game}");
    }
}

#[test]
fn each_policy_sits_at_each_seat_and_all_matches_of_a_block_have_the_same_deal() {
    for game in catalog::IDS {
        let checked = check_task(&task(game, "random", 1)).unwrap();
        let tally = simulate(&checked.task, 0, 1, &Stop::default()).unwrap();
        for policy in &tally.policies {
            assert!(policy.seats.iter().all(|seat| seat.match_count == 1), "{game}");
        }
        let paid: u64 =
            tally.policies.iter().flat_map(|policy| &policy.seats).map(|seat| seat.payoff).sum();
        if head(game).cooperative {
            let together = 840 * tally.policies.len() as u64;
            assert!(paid <= together * tally.match_count, "{game}");
            assert_eq!(paid % together, 0, "{game}: all win, or nobody does");
        } else {
            assert!(paid <= 840 * tally.match_count, "{game}");
        }
    }
}

#[test]
fn what_was_finished_before_the_end_was_asked_for_counts() {
    let stop = Stop::default();
    stop.set();
    let checked = check_task(&task(catalog::IDS[0], "random", 100)).unwrap();
    let tally = simulate(&checked.task, 0, checked.blocks, &stop).unwrap();
    assert_eq!((tally.match_count, tally.block_count), (0, 0));
}

#[test]
fn tasks_that_can_t_be_are_refused_with_the_reason() {
    let good = task("complots", "random", 10);
    let with = |change: &dyn Fn(&mut wire::SimulationTask)| {
        let mut task = good.clone();
        change(&mut task);
        let refusal = check_task(&task).unwrap_err();
        (refusal.kind, refusal.text.en.to_string())
    };
    let (kind, text) = with(&|task| task.policies.truncate(1));
    assert_eq!(kind, RefusalKind::BadSimulation, "{text}");
    assert!(text.contains("not 1"), "{text}");
    assert_eq!(with(&|task| task.match_count = 0).0, RefusalKind::BadSimulation);
    assert_eq!(with(&|task| task.match_count = u64::MAX).0, RefusalKind::BadSimulation);
    assert_eq!(with(&|task| task.seed.truncate(31)).0, RefusalKind::BadSeed);
    assert_eq!(with(&|task| task.game = "go".into()).0, RefusalKind::UnknownGame);
    assert_eq!(
        with(&|task| {
            let none = [("sims".to_owned(), "0".to_owned())];
            task.policies[0] = wire::Policy { name: "ismcts".to_owned(), parameters: none.into() };
        })
        .0,
        RefusalKind::UnknownPolicy
    );
    let (_, text) = with(&|task| task.policies[0].name = "random:".into());
    assert!(text.contains("random:"), "{text}");
    assert_eq!(
        with(&|task| task.options = [("seats".into(), "99".into())].into()).0,
        RefusalKind::BadOption
    );
}

/// A view with a choice in it, some way into a match.
fn position_of(game: &str, seed: u64) -> PositionMessage {
    let mut world = deal_world(game, &Settings::default(), &Seed::from_number(seed)).unwrap();
    loop {
        let Turn::Seats(seats) = world.turn() else {
            panic!("the match ended before anybody had a choice");
        };
        let seat = seats.lowest().unwrap();
        let legal = world.legal(seat);
        if legal.len() > 2 {
            return PositionMessage { view: world.view(Viewer::Seat(seat)), setup: world.setup() };
        }
        world.act(seat, legal[0]).unwrap();
    }
}

#[test]
fn a_decision_depends_on_the_seed_and_not_on_the_threads() {
    for game in catalog::IDS {
        let position = position_of(game, 5);
        for policy in ["greedy:worlds=3", "playouts:sims=3", "ismcts:sims=90,trees=3"] {
            let policy = Policy::parse(policy).unwrap();
            let judged = |seed, threads| {
                let seed = Seed::from_number(seed);
                analyze(&position, Source::Caller, policy, &seed, threads, &Stop::default())
                    .unwrap()
            };
            assert_eq!(judged(1, 1), judged(1, 1), "{game}");
            assert_eq!(judged(1, 1), judged(1, 2), "{game}");
            assert_eq!(judged(1, 1), judged(1, 7), "{game}");
            let picks: BTreeSet<u16> = (0..8)
                .map(|stream| {
                    decide(&position, Source::Match, policy, &Seed::from_number(1), stream, 2)
                        .unwrap()
                        .0
                })
                .collect();
            let legal = &position.view.prompt.as_ref().unwrap().actions;
            assert!(
                picks.iter().all(|&id| legal.iter().any(|action| action.id == Some(u32::from(id))))
            );
        }
    }
}

#[test]
fn an_analysis_counts_every_simulation() {
    for game in catalog::IDS {
        for (policy, observers) in [("single", 1), ("multi", 2)] {
            let parsed = Policy::parse(&format!("ismcts:sims=400,observers={policy}")).unwrap();
            let seed = Seed::from_number(2);
            let found =
                analyze(&position_of(game, 9), Source::Caller, parsed, &seed, 1, &Stop::default())
                    .unwrap();
            let visits: u64 = found.actions.iter().map(|action| action.visit_count).sum();
            assert_eq!(found.simulation_count, 400, "{game}");
            assert_eq!(visits, 400 / observers, "{game}, {policy}");
            assert!(found.actions.iter().all(|action| (0.0..=1.0).contains(&action.value)));
            assert!(
                found
                    .actions
                    .iter()
                    .any(|action| found.best_action_id == action.action.as_ref().unwrap().id)
            );
        }
    }
}

#[test]
fn a_search_by_the_clock_ends() {
    let policy = Policy::parse("ismcts:ms=30,trees=2").unwrap();
    let position = position_of(catalog::IDS[0], 1);
    let found =
        analyze(&position, Source::Caller, policy, &Seed::from_number(1), 2, &Stop::default())
            .unwrap();
    assert!(found.simulation_count > 0);
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let stop = Stop::default();
    stop.set();
    for policy in ["ismcts:sims=1000000", "playouts:sims=20000", "greedy:worlds=20000"] {
        let policy = Policy::parse(policy).unwrap();
        let position = position_of(catalog::IDS[0], 1);
        let refusal = analyze(&position, Source::Caller, policy, &Seed::from_number(1), 1, &stop)
            .unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::Stopped);
    }
}

#[test]
fn views_that_no_judge_can_use_are_refused() {
    let policy = Policy::parse("ismcts:sims=10").unwrap();
    let seed = Seed::from_number(1);
    let judged = |position: &PositionMessage| {
        analyze(position, Source::Caller, policy, &seed, 1, &Stop::default())
    };
    for game in catalog::IDS {
        let mut world = deal_world(game, &Settings::default(), &seed).unwrap();
        let spectator =
            judged(&PositionMessage { view: world.view(Viewer::Spectator), setup: world.setup() })
                .unwrap_err();
        assert_eq!(spectator.kind, RefusalKind::NotToAct, "{game}");
        let Turn::Seats(asked) = world.turn() else {
            panic!("a match that was dealt has begun");
        };
        let seat = asked.lowest().unwrap();
        let looked_at = |world: &dyn AnyWorld| PositionMessage {
            view: world.view(Viewer::Seat(seat)),
            setup: world.setup(),
        };
        let position = looked_at(world.as_ref());
        world.playout();
        let over = judged(&looked_at(world.as_ref())).unwrap_err();
        assert_eq!(over.kind, RefusalKind::NotToAct, "{game}");
        for name in ["random", "learned"] {
            let policy = Policy::parse(name).unwrap();
            let refusal =
                analyze(&position, Source::Caller, policy, &seed, 1, &Stop::default()).unwrap_err();
            assert_eq!(refusal.code, "NO_JUDGE");
            assert!(refusal.text.en.starts_with(&format!("The policy {name} does not")));
        }
    }
    let nothing = judged(&PositionMessage::default()).unwrap_err();
    assert_eq!(nothing.kind, RefusalKind::BadView);
}

#[test]
fn a_world_fits_its_view_and_can_be_dealt_again() {
    for game in catalog::IDS {
        let position = position_of(game, 4);
        let seed = Seed::from_number(8);
        let view = &position.view;
        let viewer = Viewer::Seat(intrigue_core::Seat::new(view.seat.unwrap() as usize).unwrap());
        let mut worlds = BTreeSet::new();
        for index in 0..20 {
            let world = world_of(&position, &seed, index, false).unwrap();
            assert_eq!(world.view(viewer).game, view.game, "{game}");
            assert_eq!(world.view(viewer).prompt, view.prompt, "{game}");
            let wire = world.to_wire(index);
            assert_eq!(wire, world_of(&position, &seed, index, false).unwrap().to_wire(index));
            worlds.insert(format!("{:?}", wire.seats));
        }
        let different = worlds.len();
        if head(game).perfect_information {
            assert_eq!(different, 1, "{game}: only the true world fits");
            let seats = world_of(&position, &seed, 0, false).unwrap().to_wire(0).seats;
            assert!(seats.iter().all(|seat| Some(seat) == view.game.as_ref()));
        } else {
            assert!(different > 15, "{game}: {different} of 20 worlds differ");
        }
    }
}

#[test]
fn a_clone_goes_its_own_way() {
    for game in catalog::IDS {
        let seed = Seed::from_number(2);
        let world = deal_world(game, &Settings::default(), &seed).unwrap();
        let [mut one, mut two] = [world.boxed(None), world.boxed(None)];
        assert_eq!(one.playout(), two.playout());
        assert_eq!(one.payoffs(), two.payoffs());
        assert_ne!(world.turn(), Turn::Over);
        let ends: BTreeSet<u32> =
            (0..20).map(|number| world.boxed(Some(&Seed::from_number(number))).playout()).collect();
        assert!(ends.len() > 1, "{game}: other luck, other matches");
    }
}

struct Rows {
    seats: Vec<u8>,
    masks: Vec<u8>,
    features: Vec<i8>,
    rewards: Vec<f32>,
    ends: Vec<u8>,
}

impl Rows {
    fn of(lanes: &dyn AnyLanes) -> Self {
        let shape = lanes.shape();
        Self {
            seats: vec![9; shape.lanes],
            masks: vec![9; shape.lanes * shape.actions],
            features: vec![9; shape.lanes * shape.features],
            rewards: vec![9.0; shape.lanes * shape.seats],
            ends: vec![9; shape.lanes],
        }
    }

    fn columns(&mut self) -> Columns<'_> {
        Columns {
            seats: &mut self.seats,
            masks: Masks::Bytes(&mut self.masks),
            features: &mut self.features,
            rewards: &mut self.rewards,
            ends: &mut self.ends,
        }
    }
}

fn batch(game: &str, policies: &[Option<&str>], rotate: bool, threads: usize) -> Box<dyn AnyLanes> {
    let spec = BatchSpec {
        options: Settings::default(),
        lanes: 13,
        seed: Seed::from_number(1),
        policies: policies
            .iter()
            .map(|policy| policy.map(|name| Policy::parse(name).unwrap()))
            .collect(),
        rotate,
        threads,
    };
    new_lanes(game, &spec).unwrap_or_else(|refusal| panic!("{}", refusal.text.en))
}

#[test]
fn lanes_are_the_same_on_any_number_of_threads() {
    for game in catalog::IDS {
        let together = head(game).cooperative;
        let mut seen = Vec::new();
        for threads in [1, 2, 5] {
            let mut lanes = batch(game, &[], false, threads);
            let mut rows = Rows::of(lanes.as_ref());
            let mut actions = vec![0; 13];
            let mut ends = 0;
            for _ in 0..200 {
                lanes.sample(&mut actions);
                assert!(lanes.missteps(&actions, 1).is_empty());
                lanes.step(&actions, rows.columns()).unwrap();
                ends += rows.ends.iter().map(|&end| usize::from(end)).sum::<usize>();
                for (lane, &end) in rows.ends.iter().enumerate() {
                    let seats = lanes.shape().seats;
                    let rewards = &rows.rewards[lane * seats..][..seats];
                    let paid: f32 = rewards.iter().sum();
                    if together {
                        let apart =
                            |reward: f32| rewards.iter().any(|&r| (r - reward).abs() > 1e-6);
                        let sound = !apart(0.0) || (end == 1 && !apart(1.0));
                        assert!(sound, "{game}: {rewards:?}");
                    } else {
                        assert_eq!(end == 1, paid > 0.0, "{game}: somebody wins every match");
                    }
                }
            }
            seen.push((rows.seats, rows.masks, rows.features, rows.rewards, ends));
        }
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[0], seen[2]);
    }
}

#[test]
fn drawing_random_actions_moves_no_card() {
    for game in catalog::IDS {
        let [mut one, mut two] = [0, 1].map(|_| batch(game, &[], false, 1));
        let mut rows = [&one, &two].map(|lanes| Rows::of(lanes.as_ref()));
        let mut actions = vec![0; 13];
        for _ in 0..100 {
            one.sample(&mut actions);
            one.step(&actions, rows[0].columns()).unwrap();
            two.step(&actions, rows[1].columns()).unwrap();
        }
        assert_eq!(rows[0].features, rows[1].features, "{game}");
    }
}

#[test]
fn an_illegal_action_names_its_lane_and_its_rule() {
    for game in catalog::IDS {
        let mut lanes = batch(game, &[], false, 1);
        let mut actions = vec![0; 13];
        lanes.sample(&mut actions);
        let mut rows = Rows::of(lanes.as_ref());
        lanes.observe(rows.columns());
        let width = lanes.shape().actions;
        let illegal = (0..width).find(|id| rows.masks[4 * width + id] == 0).unwrap();
        actions[4] = i32::try_from(illegal).unwrap();
        actions[7] = -1;
        actions[9] = 1_000_000;
        let missteps = lanes.missteps(&actions, 16);
        let told: Vec<_> = missteps.iter().map(|step| (step.lane, step.refusal.kind)).collect();
        assert_eq!(
            told,
            [
                (4, RefusalKind::Illegal),
                (7, RefusalKind::UnknownAction),
                (9, RefusalKind::UnknownAction)
            ]
        );
        assert!(!missteps[0].refusal.clause.is_empty(), "{game}");
    }
}

#[test]
fn policies_within_a_batch_move_on_by_one_seat_with_each_match() {
    for game in catalog::IDS {
        let (_, seats) = catalog::settle_options(game, &Settings::default()).unwrap();
        let mut policies = vec![Some("random"); seats];
        policies[0] = None;
        let mut lanes = batch(game, &policies, true, 1);
        let mut rows = Rows::of(lanes.as_ref());
        lanes.observe(rows.columns());
        let (mut actions, mut matches) = (vec![0; 13], [0usize; 13]);
        // Some games are long, and a seat of many is asked rarely.
        let mut steps = 0;
        while steps < 400 || (steps < 20_000 && matches.iter().any(|&count| count < 2)) {
            steps += 1;
            for (lane, &seat) in rows.seats.iter().enumerate() {
                assert_eq!(usize::from(seat), matches[lane] % seats, "{game}, lane {lane}");
            }
            lanes.sample(&mut actions);
            lanes.step(&actions, rows.columns()).unwrap();
            for (lane, &end) in rows.ends.iter().enumerate() {
                matches[lane] += usize::from(end);
            }
        }
        assert!(matches.iter().all(|&count| count > 1), "{game}: {matches:?}");
    }
}

#[test]
fn batches_that_can_t_be_are_refused() {
    let open = |lanes, policies: Vec<Option<Policy>>| {
        let spec = BatchSpec {
            options: Settings::default(),
            lanes,
            seed: Seed::from_number(1),
            policies,
            rotate: false,
            threads: 1,
        };
        new_lanes(catalog::IDS[0], &spec).err().map(|refusal| refusal.code)
    };
    assert_eq!(open(0, vec![]), Some("WRONG_LANES"));
    assert_eq!(open(usize::MAX, vec![]), Some("WRONG_LANES"));
    assert_eq!(open(1, vec![None]), Some("WRONG_POLICIES"));
    let random = Some(Policy::Random);
    assert_eq!(open(1, vec![random, random]), Some("WRONG_POLICIES"));
    assert_eq!(open(1, vec![random, None]), None);
}

#[test]
fn an_action_that_no_game_has_is_unknown_to_a_world() {
    let seed = Seed::from_number(2);
    let mut world = deal_world(catalog::IDS[0], &Settings::default(), &seed).unwrap();
    let seat = world.turn().seats().lowest().unwrap();
    let refusal = world.act(seat, ActionId(u16::MAX)).unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::UnknownAction);
}
