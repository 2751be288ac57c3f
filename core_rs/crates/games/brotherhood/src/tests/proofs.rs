//! Proofs of clauses that no mission can give; `tests/golden` names them.

use std::collections::BTreeSet;

use intrigue_core::{ActionSet, Game, NoEvents, Rng, Seed, Settings, Turn, Viewer, fill_defaults};

use crate::content::campaign::Campaign;
use crate::content::compile::{MISSIONS, compile, script};
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::{Level, Mission};
use crate::content::pack::{Companion, Effect};
use crate::content::squares::{Squad, Square, Way};
use crate::knowledge::view::View;
use crate::rules::action::{Aim, AssassinAction, TABLE};
use crate::rules::agenda::{Call, Draw, Question, Task};
use crate::rules::fact::Fact;
use crate::rules::options::OPTIONS;
use crate::rules::progress;
use crate::rules::state::{Brotherhood, Chance, Ending, Place};

const TEMPLATE: &str = include_str!("../content/template.toml");

fn settings(given: &[(&str, &str)]) -> Settings {
    let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    fill_defaults(OPTIONS, &given.collect()).expect("the options are known")
}

fn game(settings: &Settings) -> Brotherhood {
    Brotherhood::new(&Brotherhood::options(settings).expect("the options are sound"))
}

fn happens(state: &mut Brotherhood, fact: &Fact) {
    state.table.apply(&state.options, fact);
}

fn at(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

/// One step of a match: chance, or the choice of a seat. False if it is over.
fn step(state: &mut Brotherhood, rng: &mut Rng, facts: &mut Vec<Fact>) -> bool {
    match state.turn() {
        Turn::Chance => state.apply_chance(state.draw(rng), facts),
        Turn::Seats(seats) => {
            let seat = seats.iter().nth(rng.index(seats.len()));
            let seat = seat.expect("below their number");
            let id = state.legal(seat).pick(rng);
            state.play(seat, TABLE[usize::from(id.0)], facts);
        }
        Turn::Over => return false,
    }
    true
}

/// V-26.4.
#[test]
fn the_critical_lie_on_the_square() {
    let first = AssassinId::First;
    let mut hidden = game(&settings(&[("mission", "low_water")]));
    hidden.table.turn = 1;
    hidden.table.crew[0].place = Place::Square(at("b3"));
    hidden.table.crew[0].hidden = true;
    hidden.wound(first, 4, 2, &mut NoEvents);
    // Hit, but not critical: it stays where it is.
    assert!(hidden.table.crew[0].hidden && !hidden.table.crew[0].critical());
    hidden.wound(first, 4, 1, &mut NoEvents);
    let one = &hidden.table.crew[0];
    assert!(one.critical() && !one.hidden);
    assert_eq!(one.place, Place::Square(at("b3")));

    let mut tower = game(&settings(&[("mission", "seven_ropes")]));
    tower.table.turn = 1;
    tower.table.crew[0].place = Place::Tower(0);
    tower.wound(first, 4, 2, &mut NoEvents);
    assert_eq!(tower.table.crew[0].place, Place::Tower(0));
    tower.wound(first, 4, 1, &mut NoEvents);
    assert!(tower.table.crew[0].critical());
    assert_eq!(tower.table.crew[0].place, Place::Square(at("d4")));
}

/// The kind of equipment with this id.
fn kind(state: &Brotherhood, id: &str) -> EquipmentId {
    let mut kinds = state.table.mission.pack.kinds();
    kinds.find(|(_, card)| card.id == id).expect("a card").0
}

/// The campaign after a match that ends as it stands.
fn after(state: &mut Brotherhood, ending: Ending) -> Campaign {
    happens(state, &Fact::Ended { ending, trophy: false });
    let mut settings = state.options.settings.clone();
    progress::go_on(state, &mut settings);
    Campaign::read(&settings["campaign"]).expect("what is written can be read")
}

fn next(campaign: &Campaign) -> Brotherhood {
    let team = [("seats", "2"), ("campaign", &campaign.write())];
    game(&settings(&team))
}

/// V-26.5.
#[test]
fn an_apprentice_plays_one_mission() {
    let mut first = game(&settings(&[("seats", "2"), ("campaign", "new")]));
    let remedy = kind(&first, "remedy");
    first.give(AssassinId::First, remedy, &mut NoEvents);
    first.give(AssassinId::Second, remedy, &mut NoEvents);
    first.table.crew[1].hearts = 2;
    happens(&mut first, &Fact::Hearts { assassin: AssassinId::First, hearts: 0 });
    happens(&mut first, &Fact::Eliminated { assassin: AssassinId::First });
    let campaign = after(&mut first, Ending::Success);
    let [lisetta, menega] = &campaign.team[..2] else {
        panic!("a team of four");
    };
    assert!(lisetta.apprentice && lisetta.hearts == 3);
    assert_eq!(lisetta.slots[0].as_deref(), Some("street_sword"));
    assert!(lisetta.beside.is_empty(), "what lay beside is discarded");
    assert!(!menega.apprentice && menega.hearts == 2);
    assert_eq!(menega.beside, [("remedy".to_owned(), 1)]);

    // Whether the apprentice comes through or not, the assassin is back after it.
    for lost in [false, true] {
        let mut second = next(&campaign);
        assert!(second.table.crew[0].apprentice && second.ability(AssassinId::First).is_none());
        assert!(!second.table.crew[1].apprentice && second.ability(AssassinId::Second).is_some());
        happens(&mut second, &Fact::Hearts { assassin: AssassinId::First, hearts: 1 });
        if lost {
            happens(&mut second, &Fact::Eliminated { assassin: AssassinId::First });
        }
        let campaign = after(&mut second, Ending::TurnLimit);
        assert!(!campaign.team[0].apprentice, "lost: {lost}");
        assert_eq!(campaign.team[0].hearts, 3, "healed");
        assert!(next(&campaign).ability(AssassinId::First).is_some());
    }
}

/// V-14.2, V-C.4.
#[test]
fn a_campaign_carries_everything_over() {
    let mut state = game(&settings(&[("seats", "2"), ("campaign", "new")]));
    for successes in 1..=4 {
        let before = state.table.crew[0].level;
        assert_eq!(before, if successes > 3 { 2 } else { 1 });
        let coat = kind(&state, "padded_coat");
        state.give(AssassinId::First, coat, &mut NoEvents);
        let halberd = kind(&state, "halberd");
        happens(&mut state, &Fact::PutOut { card: halberd });
        happens(&mut state, &Fact::Saved { assassin: AssassinId::Second, saved: true });
        happens(&mut state, &Fact::Florins { florins: 7 });
        happens(&mut state, &Fact::Hearts { assassin: AssassinId::Second, hearts: 2 });
        let campaign = after(&mut state, Ending::Success);
        assert_eq!(usize::from(successes), campaign.place);
        assert_eq!(successes, campaign.successes);
        state = next(&campaign);
        let [one, other] = &state.table.crew[..2] else {
            panic!("a team of two");
        };
        assert_eq!(state.table.florins, 7);
        assert_eq!(one.count(coat), successes, "on the board and beside it");
        assert_eq!((one.hearts, other.hearts), (4, 2));
        assert!(!one.saved && other.saved);
        assert_eq!(state.table.gone[halberd], successes, "out for good");
        assert_eq!(state.table.deck[halberd], 2 - successes.min(2));
    }
    // A mission that was lost for good is gone past, and is no success.
    let campaign = after(&mut state, Ending::TurnLimit);
    assert_eq!((campaign.place, campaign.successes), (5, 4));
    assert_eq!(campaign.trophies, ["first_success"]);
}

/// V-0.3.
#[test]
fn of_no_equipment_at_all_nothing_is_drawn() {
    let mut state = game(&settings(&[]));
    let before = state.table.crew[0];
    state.table.deck.fill(0);
    state.table.pending.agenda.clear();
    state.draw_cards(AssassinId::First, 2, false);
    state.run(&mut NoEvents);
    assert_eq!((state.top(), state.table.crew[0]), (None, before));
}

/// V-14.1, V-26.1: at level 2 a re-roll helps any assassin on the tile, but it is an act.
#[test]
fn a_critical_assassin_helps_nobody() {
    for critical in [false, true] {
        let mut state = game(&settings(&[("assassins", "menega,piero")]));
        state.table.turn = 1;
        state.table.crew[0].level = 2;
        state.table.pending.tests.dice[1] = 1;
        state.table.pending.tests.seen.insert(AssassinId::Second);
        if critical {
            happens(&mut state, &Fact::Fell { assassin: AssassinId::First });
        }
        state.offer_rerolls(0);
        let asked = matches!(state.top(), Some(Task::Ask(Question::Reroll { .. })));
        assert_eq!(asked, !critical);
    }
}

/// V-15.2, V-27.2.
#[test]
fn as_many_dice_as_the_weapon_shows() {
    let dice_of = |act: AssassinAction| {
        let mut state = game(&settings(&[("mission", "low_water")]));
        let guards = Squad::new(4, 0);
        let start = state.table.mission.level.start;
        happens(&mut state, &Fact::GuardsPlaced { square: start, guards });
        happens(
            &mut state,
            &Fact::CompanionsCame {
                companion: Companion::Mercenaries,
                assassin: AssassinId::First,
            },
        );
        state.do_assassin_action(AssassinId::First, act, false, &mut NoEvents);
        let most = |(chance, _)| match chance {
            Chance::Dice(hits, specials) => hits + specials,
            _ => panic!("dice are thrown"),
        };
        state.chances().into_iter().map(most).max()
    };
    let script = script("low_water").expect("it is sound");
    for (kind, card) in script.mirrors[0].pack.kinds() {
        if let Effect::Weapon { dice, .. } = card.effect {
            assert_eq!(dice_of(AssassinAction::Use(kind, Aim::Here)), Some(dice), "{}", card.id);
        }
    }
    assert_eq!(dice_of(AssassinAction::Mercenaries(None)), Some(3));
}

/// V-23.8: of the pile, and only if it shows no direction of the discards.
#[test]
fn the_direction_is_one_of_the_pile() {
    let mut state = game(&settings(&[("mission", "glass_furnace")]));
    let card = |id: &str| {
        let events = &script("glass_furnace").expect("it is sound").mirrors[0].pack.events;
        let place = events.iter().position(|event| event.id == id);
        1 << place.expect("an event")
    };
    let (random, west, north) = (card("E09"), card("E13"), card("E15"));
    state.draw_next(Draw::Way);
    state.table.events = random | west;
    state.table.events_discarded = north;
    assert_eq!(state.chances(), [(Chance::Way(Way::West), 1.0)]);
    state.table.events = random;
    assert_eq!(state.chances(), [(Chance::Way(Way::North), 1.0)]);
}

/// V-27.3.
#[test]
fn escorted_persons_are_refused() {
    let with = TEMPLATE.replacen("save = true", "save = true\nescorts = [\"a1\"]", 1);
    let faults = compile(&with).map(|_| ()).expect_err("it has escorts");
    assert_eq!(faults[0].place, "escorts");
    assert!(faults[0].reason.en.contains("V-27.3"));
    assert!(compile(TEMPLATE).is_ok(), "and without them it is sound");
}

/// V-K.1.
#[test]
fn every_viewer_has_the_same_table() {
    let mut rng = Rng::new(&Seed::from_number(41), 0);
    for mission in MISSIONS {
        let mut state = game(&settings(&[("seats", "3"), ("mission", mission)]));
        let mut facts = Vec::new();
        for _ in 0..300 {
            for viewer in Viewer::all(3) {
                let view = View::look(&state, viewer);
                assert!(view.table == state.table, "{mission}");
                assert_eq!(Brotherhood::asked(&state, viewer), state.turn().seats());
            }
            facts.clear();
            if !step(&mut state, &mut rng, &mut facts) {
                break;
            }
            for (fact, viewer) in
                facts.iter().flat_map(|fact| Viewer::all(3).map(move |v| (fact, v)))
            {
                assert_eq!(Brotherhood::see(fact, viewer).as_ref(), Some(fact));
            }
        }
    }
}

/// V-K.1: what nobody may know yet is not even decided, so a table can't hide it.
#[test]
fn what_is_not_drawn_yet_is_nowhere() {
    let drawn = |state: &Brotherhood| -> BTreeSet<u32> {
        let seeds = 0..2_000;
        seeds.map(|seed| state.draw(&mut Rng::new(&Seed::from_number(seed), 0)).into()).collect()
    };
    let all = |state: &Brotherhood| -> BTreeSet<u32> {
        state.chances().into_iter().map(|(chance, _)| chance.into()).collect()
    };
    let mut state = game(&settings(&[("seats", "2"), ("mission", "glass_furnace")]));
    let assassin = AssassinId::First;
    for (draw, outcomes) in [
        (Draw::Event, 18),
        (Draw::Reinforcement { call: Call::Only }, 8),
        (Draw::Chest { assassin }, 8),
        (Draw::FalseObjective, 3),
        (Draw::Tower { assassin }, 1),
    ] {
        state.draw_next(draw);
        assert_eq!(all(&state).len(), outcomes, "{draw:?}");
        assert_eq!(drawn(&state), all(&state), "{draw:?}");
    }
    state.draw_next(Draw::Cards { assassin, count: 1, quiet: false });
    // Every kind with a copy in the deck; sword and cuff blade have none.
    assert_eq!(all(&state).len(), 17);
    assert_eq!(drawn(&state), all(&state));
}

/// Every token that a map can have.
fn tokens(mission: &Mission) -> Vec<String> {
    let Level {
        roofs,
        canals,
        walls,
        ladders,
        stations,
        chests,
        spots,
        towers,
        entrances,
        objectives,
        ..
    } = &mission.level;
    let mut tokens = Vec::new();
    let mut token = |is: bool, name: &str| {
        if is {
            tokens.push(name.to_owned());
        }
    };
    token(!roofs.is_empty(), "roof");
    token(!canals.is_empty(), "canal");
    token(!walls.is_empty(), "wall");
    token(!ladders.is_empty(), "ladder");
    token(stations.len() > 1, "second station");
    token(!chests.is_empty(), "chest");
    token(!spots.is_empty(), "spot");
    token(!towers.is_empty(), "tower");
    token(mission.save, "save");
    for (letter, entrance) in ["A", "B", "C", "D"].into_iter().zip(entrances) {
        token(entrance.is_some(), letter);
    }
    for places in 0..=3 {
        let is = objectives.iter().any(|objective| objective.places == places);
        token(is, &format!("{places} places"));
    }
    for step in &mission.steps {
        token(true, &format!("{step:?}"));
    }
    token(mission.figures.crossbowmen > 0, "crossbowman");
    token(mission.figures.elites > 0, "elite");
    tokens
}

/// V-C.1.
#[test]
fn the_missions_bring_in_every_token_in_order() {
    assert!(MISSIONS.len() >= 6);
    let mut known = BTreeSet::new();
    let mut steps = 0;
    for (number, id) in MISSIONS.into_iter().enumerate() {
        let mission = &script(id).expect("it is sound").mirrors[0];
        assert_eq!(mission.steps.is_empty(), number == 0, "{id}");
        assert!(mission.steps.len() >= steps, "{id} takes a step away");
        steps = mission.steps.len();
        known.extend(tokens(mission));
        let size = |guards: &[(Square, Squad)]| -> u32 {
            guards.iter().map(|(_, squad)| u32::from(squad.total())).sum()
        };
        let sizes = mission.guards.each_ref().map(|guards| size(guards));
        // More guards for more assassins; one alone has a level of its own, by time or by guards.
        assert!(sizes[1] < sizes[2] && sizes[2] <= sizes[3], "{id}");
        assert!(mission.limit.iter().all(|limit| (1..=30).contains(limit)), "{id}");
    }
    let every = [
        "0 places",
        "1 places",
        "2 places",
        "3 places",
        "A",
        "B",
        "C",
        "Combat",
        "D",
        "Movement",
        "Reinforcement",
        "canal",
        "chest",
        "crossbowman",
        "elite",
        "ladder",
        "roof",
        "save",
        "second station",
        "spot",
        "tower",
        "wall",
    ];
    assert_eq!(known.iter().map(String::as_str).collect::<Vec<_>>(), every);
}
