//! One bad document for each refusal.

use super::TEMPLATE;
use super::changed;
use super::faults;
use crate::content::compile::compile;
use crate::content::document::{Fault, LONGEST};

/// That a document is refused, at a place, with a reason.
fn refused(text: &str, place: &str, reason: &str) {
    let faults = faults(text);
    let hit = |fault: &Fault| fault.place == place && fault.reason.en.contains(reason);
    assert!(
        faults.iter().any(hit),
        "it should be refused at {place:?} for {reason:?}: {faults:#?}"
    );
    for fault in &faults {
        assert_ne!(fault.reason.en, fault.reason.fr, "{fault:?}");
    }
}

#[test]
fn changes_of_the_template_are_refused() {
    let cases: toml::Table = include_str!("refusals.toml").parse().expect("TOML");
    let mut count = 0;
    for (section, rows) in &cases {
        for row in rows.as_array().expect("rows") {
            let cells = row.as_array().expect("a row");
            let cells: Vec<&str> = cells.iter().filter_map(toml::Value::as_str).collect();
            let [from, to, place, reason] = cells[..] else {
                panic!("{section}: {row:?} has not four texts");
            };
            refused(&changed(from, to), place, reason);
            count += 1;
        }
    }
    assert!(count >= 90, "only {count} cases");
}

#[test]
fn what_is_no_document_is_refused() {
    let found = faults("id = \"x\"\nrows = [\n");
    assert_eq!((&found[0].place[..], found[0].position), ("", (2, 9)), "{found:?}");
    assert!(found[0].reason.en.contains("TOML"));
    let long = format!("{TEMPLATE}\n#{}", "x".repeat(LONGEST));
    refused(&long, "", "at most 65536");
    let cards = format!("kit = [{}\"remedy\"", "\"remedy\", ".repeat(12));
    refused(&changed("kit = [\"remedy\"", &cards), "kit", "at most 12");
    let long = format!("en = \"{}\"", "x".repeat(41));
    let long = changed("en = \"The Ferryman's Lamp\"", &long);
    refused(&long, "name.en", "at most 40");
    let twice = changed("save = true\nalert = false", "save = true\nalert = true")
        .replace("fails_when = []", "fails_when = [\"alert_on\"]");
    refused(&twice, "fails_when[0]", "never comes on");
}

#[test]
fn bad_numbers_of_objectives_are_refused() {
    let (head, tail) = TEMPLATE.split_once("[[objectives]]").expect("objectives");
    let (_, tail) = tail.split_once("# A tower").expect("towers");
    refused(&format!("objectives = []\n{head}# {tail}"), "objectives", "at least one");
    let one = |square: &str| {
        let name = "name = { en = \"x\", fr = \"y\" }";
        format!("[[objectives]]\nat = \"{square}\"\n{name}\ncost = 1\nplaces = 0\n")
    };
    let more = ["a2", "b1", "b2", "c2", "d1", "d2", "d3"].map(one).concat();
    let nine = changed("[[objectives]]", &(more + "[[objectives]]"));
    refused(&nine, "objectives", "at most 8");
    let painted = format!("objectives = []\n{head}# {tail}")
        .replace("objectives = []", "")
        .replace("[entrances]", &(one("c1") + &tower(BLOCK, "b3")))
        .replace("tower_cards = []", "tower_cards = [\"T1\"]");
    refused(&painted, "tower_cards[0]", "two objectives");
}

const BLOCK: &str = "\"b2\", \"c2\", \"b3\", \"c3\"";

fn tower(squares: &str, haystack: &str) -> String {
    format!("[[towers]]\nsquares = [{squares}]\nhaystack = \"{haystack}\"\n\n[entrances]")
}

#[test]
fn bad_towers_are_refused() {
    let with = |squares: &str, haystack: &str| {
        changed("tower_cards = []", "tower_cards = [\"T3\"]")
            .replace("[entrances]", &tower(squares, haystack))
    };
    compile(&with(BLOCK, "b3")).unwrap_or_else(|faults| panic!("{faults:#?}"));
    refused(&with(BLOCK, "b4"), "towers[0].haystack", "four squares");
    refused(&with(BLOCK, "b9"), "towers[0].haystack", "no square");
    for squares in ["\"b2\", \"c2\", \"b3\"", "\"b2\", \"c2\", \"b3\", \"d3\"", ""] {
        refused(&with(squares, "b3"), "towers[0].squares", "two by two");
    }
    let missing = with("\"b2\", \"c2\", \"b3\", \"c9\"", "b3");
    refused(&missing, "towers[0].squares[3]", "no square");
    let second = tower("\"c3\", \"d3\", \"c4\", \"d4\"", "d4");
    let two = with(BLOCK, "b3").replace("[entrances]", &second);
    refused(&two, "towers[1].squares", "Two towers");
    let without = with(BLOCK, "b3").replace("[\"T3\"]", "[]");
    refused(&without, "tower_cards", "need tower cards");
}

#[test]
fn a_bad_pack_is_refused() {
    let with = |section: &str, place: &str, reason: &str| {
        let to = match section.strip_prefix('[') {
            Some(entry) => format!("[[pack.{entry}\n[sync]"),
            None => format!("[pack.{section}\n[sync]"),
        };
        refused(&changed("[sync]", &to), &format!("pack.{place}"), reason);
    };
    let words = "name = { en = \"a\", fr = \"b\" }\ntext = { en = \"a\", fr = \"b\" }";
    let card = |rest: &str| format!("[equipment]]\nid = \"own\"\n{words}\n{rest}");
    let weapon = "effect = { weapon = { dice = 2, ranged = false, special = \"hit\" } }";
    with(&card(&format!("copies = 10\ncost = 1\n{weapon}")), "equipment[0].copies", "0 to 9");
    let wrong = card(&format!("copies = 1\ncost = 1\nslot = \"armor\"\n{weapon}"));
    with(&wrong, "equipment[0].slot", "does not fit");
    with(&card("copies = 1\ncost = 1\neffect = \"picklocks\""), "equipment[0]", "never used");
    let eye = card("copies = 1\ncost = 1\neye = \"seen\"\neffect = \"smoke\"");
    with(&eye, "equipment[0].eye", "Only a weapon");
    let late = format!("copies = 1\ncost = 1\n{weapon}\n[[pack.equipment]]\nid = \"own\"");
    let late = card(&format!("{late}\n{words}\ncopies = 1\ncost = 1\n{weapon}"));
    with(&late, "equipment[1].id", "twice");
    with(&card("copies = 1\neffect = \"fly\""), "equipment[0].effect", "Known are: weapon");
    with("dice]\nhit = 6\nspecial = 1\nguard = 3\nquiet = 1\nalert = 3", "dice.hit", "six faces");
    with("guards]\nelite = { dice = 9, armor = 1, ranged = true }", "guards.elite.dice", "0 to 3");
    let role = "color = \"red\"\nability = \"heavy_hand\"\nalone = true";
    with(&format!("[assassins]]\nid = \"zan\"\n{words}\n{role}"), "assassins", "at most 4");
    let red = format!("[assassins]]\nid = \"menega\"\n{words}\n{role}");
    with(&red, "assassins", "each color");
    let event = |effect: &str| {
        format!("[events]]\nid = \"E19\"\n{words}\ncompass = \"north\"\neffect = {effect}")
    };
    with(&event("{ guards = \"ZX\" }"), "events[0].effect.guards", "A to D");
    with(&event("{ find = 9 }"), "events[0].effect.find", "1 to 4");
    let chest =
        format!("[chests]]\nid = \"C9\"\n{words}\ncopies = 1\neffect = {{ take = \"gold\" }}");
    with(&chest, "chests[0].effect.take", "no card");
    with("reinforcements]\n2 = []", "reinforcements.2", "a set has 8");
    let set = format!("2 = [{}]", "{ quiet = \"AXX\", alert = \"AX\" },".repeat(8));
    with(&format!("reinforcements]\n{set}"), "reinforcements.2[0].alert", "V-13.1");
    let many = [0, 1, 2, 3, 4, 5].map(|number| {
        let card = card(&format!("copies = 1\ncost = 1\n{weapon}"));
        let card = card.replace("\"own\"", &format!("\"own_{number}\""));
        format!("[[pack.{}\n", &card[1..])
    });
    let many = many.concat();
    let many = changed("[sync]", &format!("{many}[sync]"));
    refused(&many, "pack.equipment", "at most 24");
}
