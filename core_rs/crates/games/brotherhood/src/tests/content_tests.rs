//! The content of the game is whole, and bad content is refused with its place and its reason.

mod refusals;

use std::sync::Arc;

use intrigue_core::Codec;

use crate::content::campaign::{Campaign, Fellow};
use crate::content::compile::{MISSIONS, base, compile, script};
use crate::content::document::Fault;
use crate::content::level::{FAR, Failure, Goal, Mission, Step};
use crate::content::pack::{ChestEffect, Effect, EventEffect, Origin, TowerEffect};
use crate::content::solve;
use crate::content::squares::{Squad, Square, Way};
use crate::rules::state::Brotherhood;

const TEMPLATE: &str = include_str!("../content/template.toml");
const SCHEMA: &str = include_str!("../content/schema.json");

fn mission(id: &str) -> Arc<Mission> {
    let script = script(id).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
    Arc::clone(&script.mirrors[0])
}

fn at(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

/// The template with one passage changed.
fn changed(from: &str, to: &str) -> String {
    assert!(TEMPLATE.contains(from), "the template has no {from:?}");
    TEMPLATE.replacen(from, to, 1)
}

fn faults(text: &str) -> Vec<Fault> {
    compile(text).map(|_| ()).expect_err("it must be refused")
}

#[test]
fn every_mission_is_sound_and_ids_are_theirs() {
    for id in MISSIONS {
        let mission = mission(id);
        assert_eq!(mission.id, id);
        assert!(solve::proof(&mission).len() >= 4);
    }
    let built_in = Brotherhood::ABOUT.documents[0].built_in;
    assert_eq!(built_in.len(), MISSIONS.len());
    for (document, id) in built_in.iter().zip(MISSIONS) {
        assert_eq!(document.id, id);
        let script = compile(document.text).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        assert_eq!(script.mirrors[0].id, id);
    }
    let faults = script("nowhere").map(|_| ()).expect_err("unknown");
    assert!(faults[0].reason.en.contains("unlocked_shutter"));
}

#[test]
fn the_missions_have_their_numbers() {
    let figures = [(12, 0), (17, 4), (20, 6), (18, 6), (18, 8), (20, 9)];
    let limits =
        [[7, 5, 5, 5], [9, 7, 7, 7], [10, 7, 7, 7], [14, 9, 8, 8], [11, 9, 7, 7], [11, 8, 8, 8]];
    // Guards on the map for 1 to 4 assassins, crossbowmen and elites.
    let guards = [
        [(12, 0), (5, 0), (6, 0), (7, 0)],
        [(12, 2), (15, 2), (16, 2), (17, 3)],
        [(11, 3), (13, 3), (15, 4), (17, 5)],
        [(4, 2), (12, 2), (14, 2), (14, 3)],
        [(10, 4), (10, 4), (12, 4), (13, 6)],
        [(12, 5), (14, 6), (16, 7), (16, 7)],
    ];
    let events = [7, 11, 15, 15, 18, 18];
    for (number, id) in MISSIONS.into_iter().enumerate() {
        let mission = mission(id);
        let (crossbowmen, elites) = figures[number];
        assert_eq!(mission.figures, Squad::new(crossbowmen, elites), "{id}");
        assert_eq!(mission.limit, limits[number], "{id}");
        assert_eq!(mission.events.count_ones(), events[number], "{id}");
        let standing = mission.guards.each_ref().map(|guards| {
            let all = guards.iter().fold(Squad::NONE, |sum, &(_, squad)| sum + squad);
            (all.crossbowmen, all.elites)
        });
        assert_eq!(standing, guards[number], "{id}");
    }
    let first = mission("unlocked_shutter");
    assert!(first.steps.is_empty() && !first.save && first.kit.is_empty());
    assert_eq!(first.sync, [Goal::AlertOff]);
    assert_eq!(mission("weigh_house").fails, [Failure::BodiesSeen(3)]);
    let third = mission("seven_ropes");
    assert_eq!(third.steps, [Step::Movement, Step::Combat, Step::Reinforcement]);
    assert_eq!(third.level.towers[0].haystack, at("d4"));
    assert_eq!(third.level.entrances, ["d1", "f3", "e6", ""].map(Square::parse));
    assert!(third.guards[1].contains(&(at("e3"), Squad::new(1, 0))));
    assert!(third.guards[0].iter().all(|&(square, _)| square != at("e3")));
}

#[test]
fn v_c_2_the_pack_is_whole() {
    let pack = base();
    // Which they are is told by `actions.txt`, where each has its name.
    assert_eq!(pack.equipment.len(), 19);
    let kept = pack.equipment.iter().filter(|card| card.effect != Effect::Investigation);
    assert_eq!(kept.count(), 18);
    let deck: u8 = pack.equipment.iter().map(|card| card.copies).sum();
    assert_eq!(deck, 52);
    assert_eq!(pack.events.len(), 18);
    for way in Way::ALL {
        let showing = pack.events.iter().filter(|card| card.compass == Some(way));
        assert_eq!(showing.count(), 4, "{way:?}");
    }
    let chests: u8 = pack.chests.iter().map(|card| card.copies).sum();
    assert_eq!(chests, 8);
    assert_eq!(pack.assassins.len(), 4);
    let (remedy, _) = pack.kinds().find(|(_, card)| card.id == "remedy").expect("a remedy");
    assert_eq!(pack.chests[0].effect, ChestEffect::Take(remedy));
    assert_eq!(pack.towers[0].effect, TowerEffect::FalseObjective);
    let companions =
        pack.events.iter().filter(|card| matches!(card.effect, EventEffect::Companions(_)));
    assert_eq!(companions.count(), 3);
    let seed: Vec<&str> = pack
        .equipment
        .iter()
        .filter(|card| card.origin == Origin::Seed)
        .map(|card| card.id.as_str())
        .collect();
    assert_eq!(seed, ["remedy", "parachute"]);
    // The worked example of V-25.3.
    assert_eq!(pack.reinforcements[3][0].quiet[0], Squad::new(2, 0));
    assert_eq!(pack.reinforcements[3][0].quiet[1], Squad::new(0, 1));
    let counts = pack.reinforcements.map(|set| {
        let all = |squads: [Squad; 4]| squads.iter().map(|squad| squad.total()).sum::<u8>();
        let quiet: u8 = set.iter().map(|card| all(card.quiet)).sum();
        let alert: u8 = set.iter().map(|card| all(card.alert)).sum();
        assert!(set.iter().all(|card| all(card.alert) > all(card.quiet)), "V-13.1");
        (quiet, alert)
    });
    assert_eq!(counts, [(9, 20), (15, 27), (20, 34), (24, 42)]);
}

#[test]
fn the_map_is_surveyed() {
    let level = &mission("unlocked_shutter").level;
    assert_eq!(level.near(at("b2"), Way::East), None);
    assert_eq!(level.near(at("b2"), Way::South), Some(at("b3")));
    // Up from a3 to the roof a2 is a wall; from c2 to the roof c3 a ladder; from d3 to c3 nothing.
    assert_eq!(level.beat[at("c2").index()][Way::South as usize], Some(at("c3")));
    assert_eq!(level.near(at("d3"), Way::West), Some(at("c3")));
    assert_eq!(level.beat[at("d3").index()][Way::West as usize], None);
    assert_eq!(level.walk(at("a4"), at("a1")), 5);
    assert_eq!(level.walk(at("a4"), at("e5")), FAR);
    assert_eq!(level.patrol(at("d4"), at("d3")), 1);
    assert_eq!(level.tile[at("a1").index()], level.tile[at("b2").index()]);
    assert_ne!(level.tile[at("b1").index()], level.tile[at("c1").index()]);
}

#[test]
fn a_mirror_twice_is_the_mission_and_the_compass_stays() {
    for id in MISSIONS {
        let script = script(id).expect("sound");
        for (number, turned) in script.mirrors.iter().enumerate() {
            let (east_west, north_south) = (number & 1 == 1, number & 2 == 2);
            let back = crate::content::compile::turned(turned, east_west, north_south);
            assert_eq!(back, *script.mirrors[0], "{id} {number}");
            assert_eq!(turned.pack.events, base().events);
            assert_eq!(solve::fewest_turns(turned), solve::fewest_turns(&back));
        }
    }
    let flipped = &script("unlocked_shutter").expect("sound").mirrors[1].level;
    assert_eq!(flipped.start, at("d4"));
    assert_eq!(flipped.near(at("c2"), Way::West), None);
}

#[test]
fn a_search_proves_that_a_mission_can_be_done() {
    // By hand, for two: a4 to d1 is 6 steps, the roll 2, to d4 5 steps round the wall, leaving 1:
    // 14 cubes. The other needs 5 to the seal, 1, 5 back and 1. For one: 5 and 1 for the seal, 3 to
    // d1, the roll 2, 5 to d4 and 1: 17 cubes.
    let turns = solve::fewest_turns(&mission("unlocked_shutter"));
    assert_eq!(turns, [6, 5, 5, 5]);
    // Without ladders nobody comes up to the roofs.
    let roofs = changed("ladders = [\"b2/c2\", \"d2/d3\"]", "ladders = []");
    let notes = solve::proof(&compile(&roofs).expect("sound").mirrors[0]);
    assert_eq!(notes.len(), 5);
    assert_eq!(notes[4].en, "Guards from entrance A can't reach c1 d1 c2 d2.");
}

#[test]
fn the_template_is_sound() {
    let script = compile(TEMPLATE).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(script.mirrors[0].id, "my_mission");
    // With the remark marks of its last part taken away, it has a card of its own.
    let (head, tail) = TEMPLATE.split_once("# [[pack.equipment]]").expect("an example");
    let own = format!("{head}[[pack.equipment]]{}", tail.replace("\n# ", "\n"));
    let script = compile(&own).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(script.mirrors[0].pack.equipment.len(), 20);
    assert_eq!(script.mirrors[0].pack.equipment[19].id, "lamp_oil");
    let groups = changed("tiles = \"2x2\"", "tiles = [[\"a1\", \"b1\"], [\"c1\", \"d1\", \"d2\"]]");
    let tile = compile(&groups).expect("sound").mirrors[0].level.tile;
    assert_eq!(tile[at("c1").index()], tile[at("d2").index()]);
    assert_ne!(tile[at("a2").index()], tile[at("b2").index()]);
}

#[test]
fn a_document_may_be_json() {
    let table: toml::Table = TEMPLATE.parse().expect("TOML");
    let json = serde_json::to_string(&table).expect("JSON");
    let one = compile(&json).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(*one.mirrors[0], *compile(TEMPLATE).expect("sound").mirrors[0]);
    let found = faults("{\"id\": \"x\",\n \"id\": \"y\"}");
    assert_eq!((&found[0].place[..], found[0].position), ("", (2, 5)));
    assert!(found[0].reason.en.contains("JSON"), "{found:?}");
}

/// The keys that a reason names after `The keys are: `.
fn named_keys(fault: &Fault) -> Vec<String> {
    let (_, keys) = fault.reason.en.split_once("The keys are: ").expect("keys are named");
    let mut keys: Vec<String> = keys.trim_end_matches('.').split(", ").map(str::to_owned).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("JSON");
    let forms = [
        ("/properties", "zz = 1\nid = \"x\"\n"),
        ("/$defs/name/properties", "[name]\nzz = 1\n"),
        ("/$defs/objective/properties", "[[objectives]]\nzz = 1\n"),
        ("/$defs/tower/properties", "[[towers]]\nzz = 1\n"),
        ("/properties/entrances/properties", "[entrances]\nzz = 1\n"),
        ("/properties/guards_by_assassins/properties", "[guards_by_assassins]\nzz = 1\n"),
        ("/properties/guards_without/properties", "[guards_without]\nzz = 1\n"),
        ("/properties/figures/properties", "[figures]\nzz = 1\n"),
        ("/properties/limit/properties", "[limit]\nzz = 1\n"),
        ("/properties/sync/properties", "[sync]\nzz = 1\n"),
        ("/$defs/pack/properties", "[pack]\nzz = 1\n"),
        ("/$defs/pack/properties/dice/properties", "[pack.dice]\nzz = 1\n"),
        ("/$defs/pack/properties/guards/properties", "[pack.guards]\nzz = 1\n"),
        ("/$defs/guard_card/properties", "[pack.guards.elite]\nzz = 1\n"),
        ("/$defs/assassin/properties", "[[pack.assassins]]\nzz = 1\n"),
        ("/$defs/equipment/properties", "[[pack.equipment]]\nzz = 1\n"),
        ("/$defs/event/properties", "[[pack.events]]\nzz = 1\n"),
        ("/$defs/chest/properties", "[[pack.chests]]\nzz = 1\n"),
        ("/$defs/tower_card/properties", "[[pack.towers]]\nzz = 1\n"),
        ("/$defs/reinforcement/properties", "[[pack.reinforcements.2]]\nzz = 1\n"),
    ];
    for (pointer, text) in forms {
        let found = faults(text);
        let properties = schema.pointer(pointer).and_then(|value| value.as_object());
        let properties = properties.unwrap_or_else(|| panic!("no {pointer}"));
        let mut keys: Vec<String> = properties.keys().cloned().collect();
        keys.sort_unstable();
        assert_eq!(named_keys(&found[0]), keys, "{pointer}");
    }
}

#[test]
fn v_c_4_a_campaign_is_written_and_read() {
    let mut campaign = Campaign::default();
    assert_eq!(campaign.missions, MISSIONS);
    assert_eq!(Campaign::read(&campaign.write()), Ok(campaign.clone()));
    campaign.place = 3;
    campaign.successes = 2;
    campaign.florins = 11;
    campaign.trophies = vec!["first_success".to_owned(), "salt_ledger".to_owned()];
    campaign.gone = vec![("remedy".to_owned(), 2), ("darts".to_owned(), 1)];
    let card = |id: &str| Some(id.to_owned());
    let fellow = |role: &str| Fellow {
        role: role.to_owned(),
        hearts: 4,
        saved: true,
        slots: [card("street_sword"), None, card("cuff_blade"), card("padded_coat")],
        beside: vec![("remedy".to_owned(), 1)],
        apprentice: role == "piero",
    };
    campaign.team = ["piero", "lisetta", "menega", "bortolo"].map(fellow).to_vec();
    let text = campaign.write();
    assert!(text.starts_with('{') && !text.contains('\n'));
    assert_eq!(Campaign::read(&text), Ok(campaign));
    for (from, to, place) in [
        ("\"place\":3", "\"place\":6", "place"),
        ("\"successes\":2", "\"successes\":4", "successes"),
        ("\"sales\":false", "\"sales\":true", "sales"),
        ("\"florins\":11", "\"florins\":10000", "florins"),
        ("\"florins\":11", "\"gold\":11", "gold"),
        ("[\"unlocked_shutter\"", "[\"lost\"", "missions[0]"),
        ("\"first_success\"", "\"cup\"", "trophies[0]"),
        ("\"first_success\"", "\"salt_ledger\"", "trophies[1]"),
        ("\"darts\":1", "\"spoon\":1", "gone.spoon"),
        ("\"darts\":1", "\"darts\":0", "gone.darts"),
        ("\"role\":\"lisetta\"", "\"role\":\"piero\"", "team[1].role"),
        ("\"role\":\"lisetta\"", "\"role\":\"anna\"", "team[1].role"),
        ("\"hearts\":4", "\"hearts\":5", "team[0].hearts"),
        ("\"hearts\":4", "\"hearts\":0", "team[0].hearts"),
        ("\"melee\":\"street_sword\"", "\"melee\":\"darts\"", "team[0].slots.melee"),
        ("{\"remedy\":1}", "{\"investigation\":1}", "team[0].beside.investigation"),
    ] {
        assert!(text.contains(from), "{from}");
        let faults = Campaign::read(&text.replacen(from, to, 1)).expect_err(to);
        assert!(faults.iter().any(|fault| fault.place == place), "{to}: {faults:#?}");
    }
    let own = Campaign::new(vec!["low_water".to_owned(), TEMPLATE.to_owned()]);
    assert_eq!(Campaign::read(&own.write()), Ok(own.clone()));
    let won = Campaign { place: 1, trophies: vec!["my_mission".to_owned()], ..own };
    assert_eq!(Campaign::read(&won.write()), Ok(won.clone()));
    for (from, to, place) in [
        ("\"b1|c1\"", "\"b1|d1\"", "missions[1].walls[0]"),
        ("start = ", "begin = ", "missions[1].begin"),
        ("start = ", "start = = ", "missions[1]"),
    ] {
        let broken = TEMPLATE.replacen(from, to, 1);
        let campaign = Campaign { missions: vec!["low_water".to_owned(), broken], ..won.clone() };
        let faults = Campaign::read(&campaign.write()).expect_err(to);
        assert!(faults.iter().any(|fault| fault.place == place), "{to}: {faults:#?}");
        assert!(faults.iter().all(|fault| fault.position == (0, 0)), "{faults:#?}");
    }
    let faults =
        Campaign::read("missions = [\"low_water\"]\n[[team]]\nrole = \"piero\"\nhearts = 3\n");
    assert_eq!(faults.expect_err("a team of one")[0].place, "team");
}
