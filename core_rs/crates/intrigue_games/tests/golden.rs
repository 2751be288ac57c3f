//! The golden files of every game, in `tests/golden/<game>`: scenarios, refusals, the action table
//! and the digests of records. A game without them fails.

mod goldens;

use std::fmt::Write;

use intrigue_core::{
    ActionSet, AnyMatch, Game, Match, Refusal, Rng, Rule, Seat, Seed, Settings, Turn, Visitor,
    clauses,
};
use intrigue_games::catalog;
use intrigue_testkit::{House, effort, proofs, scenarios, shares, variants};
use intrigue_wire::{Message, v1 as wire};

use goldens::{compare, every_game, golden, lines_of, root, title};

struct Catalog;

impl House for Catalog {
    fn new_match(
        &self,
        game: &str,
        settings: &Settings,
        seed: &Seed,
        script: &[String],
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        catalog::new_match(game, settings, seed, script)
    }

    fn facts(&self, view: &wire::View) -> Vec<(String, String)> {
        catalog::facts(view).expect("a view of this engine")
    }

    fn event_face(&self, event: &wire::Event) -> String {
        catalog::event_face(event).expect("an event of this engine")
    }
}

#[derive(Clone, Copy)]
struct Clauses;
impl Visitor for Clauses {
    type Output = ();
    fn visit<G: Game>(self) {
        let [en, fr] = G::ABOUT.rules;
        let proofs = proofs(&clauses(en, fr), G::ABOUT.id, &root(), &Catalog)
            .unwrap_or_else(|faults| panic!("{}:\n{}", G::ABOUT.id, faults.join("\n")));
        let unproven: Vec<_> = proofs
            .iter()
            .filter(|proof| proof.by.is_empty())
            .map(|proof| proof.clause)
            .collect();
        assert!(
            unproven.is_empty(),
            "{}: not proven: {unproven:?}",
            G::ABOUT.id
        );
    }
}

#[test]
fn scenarios_hold_and_prove_every_clause() {
    every_game(Clauses);
}

#[derive(Clone, Copy)]
struct Scripts;
impl Visitor for Scripts {
    type Output = ();
    fn visit<G: Game>(self) {
        let new = |script: &[String]| {
            catalog::new_match(G::ABOUT.id, &Settings::new(), &Seed::from_number(0), script)
        };
        let deal = new(&[])
            .expect("a game can be dealt")
            .record(false)
            .steps
            .swap_remove(0)
            .chances;
        for place in 0..deal.len() {
            let mut script = deal.clone();
            assert!(new(&script).is_ok(), "a deal can be scripted");
            script[place] = format!("misfit {place}");
            let refusal = new(&script).err().expect("there is no such chance");
            assert_eq!(refusal.code, "BAD_SCRIPT");
            assert!(
                refusal.text.en.contains(&script[place]),
                "{} misnames it",
                refusal.text.en
            );
        }
    }
}

#[test]
fn a_script_that_does_not_fit_is_refused() {
    every_game(Scripts);
}

#[derive(Clone, Copy)]
struct Refusals;
impl Visitor for Refusals {
    type Output = ();
    fn visit<G: Game>(self) {
        let folder = golden(G::ABOUT.id, "");
        let files = std::fs::read_dir(&folder).expect("a game has a golden folder");
        let mut shown = Vec::new();
        for file in files.filter_map(|entry| Some(entry.ok()?.path())) {
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("it is text");
            let all = scenarios(&text)
                .into_iter()
                .filter(|scenario| scenario.kind == "scenario");
            let lines = all
                .flat_map(|scenario| scenario.lines)
                .map(|(_, line)| line);
            shown.extend(lines.filter(|line| line.starts_with("refuse ")));
        }
        for rule in G::Rule::ALL {
            let ending = format!(" : {} {}", rule.code(), rule.clause());
            let is_shown = shown.iter().any(|line| line.ends_with(&ending));
            assert!(
                is_shown,
                "{}: no scenario has a refusal{ending}",
                G::ABOUT.id
            );
        }
    }
}

#[test]
fn every_refusal_has_a_scenario() {
    every_game(Refusals);
}

#[derive(Clone, Copy)]
struct Actions;
impl Visitor for Actions {
    type Output = ();
    fn visit<G: Game>(self) {
        let line = |&action: &G::Action| format!("{} {}", G::id(action).0, G::notation(action));
        let table: Vec<String> = G::ACTIONS.iter().map(line).collect();
        let path = golden(G::ABOUT.id, "actions.txt");
        let comment = "# The action table: id and notation. Lines may be added, never changed.";
        compare(
            &path,
            comment,
            &table,
            Some("for bots and records rely on its ids"),
        );
    }
}

#[test]
fn action_tables_only_grow() {
    every_game(Actions);
}

/// A match played at random. Some are resigned, and some have half of their deal scripted.
fn played<G: Game>(settings: &Settings, number: u64) -> Match<G> {
    let seed = Seed::from_number(number);
    let script = if number % 10 == 3 {
        let other = Match::<G>::new(settings, Seed::from_number(number + 1), Vec::new());
        let mut deal = other
            .expect("a variant is sound")
            .record(false)
            .steps
            .swap_remove(0)
            .chances;
        deal.truncate(deal.len() / 2);
        deal
    } else {
        Vec::new()
    };
    let mut choice = Rng::new(&seed, u64::MAX);
    let mut the_match = Match::<G>::new(settings, seed, script).expect("a variant is sound");
    while let Turn::Seats(seats) = the_match.turn() {
        if number % 10 == 7 && choice.below(32) == 0 {
            let seat = Seat::new(choice.index(the_match.seats())).expect("a seat of the match");
            // In games of many seats this one may be out, or have resigned before.
            if the_match.resign(seat).is_ok() {
                continue;
            }
        }
        let seat = seats
            .iter()
            .nth(choice.index(seats.len()))
            .expect("a turn has a seat");
        let id = the_match.state().legal(seat).pick(&mut choice);
        the_match
            .act(seat, id, None)
            .expect("a legal action is accepted");
    }
    the_match
}

/// The digest of the records of some seeds (FNV-1a, 64 bits). Each record is replayed from its
/// bytes, without a generator, and must come out as the same bytes.
fn digest<G: Game>(settings: &Settings, numbers: std::ops::Range<u64>) -> u64 {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for number in numbers {
        let bytes = played::<G>(settings, number).record(true).encode_to_vec();
        let record = wire::Record::decode(&bytes[..]).expect("a record is a message");
        let replayed = catalog::replay(&record, usize::MAX);
        let replayed = replayed.unwrap_or_else(|refusal| panic!("seed {number}: {refusal:?}"));
        assert!(
            replayed.record(true).encode_to_vec() == bytes,
            "seed {number} replays otherwise"
        );
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(&bytes) {
            digest = (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    digest
}

#[derive(Clone, Copy)]
struct Records;
impl Visitor for Records {
    type Output = ();
    fn visit<G: Game>(self) {
        // A step of a game whose content is read as data, with a map and its guards, costs ten
        // times as much as one of a game of cards: fewer matches are played.
        let (usual, most) = if G::ABOUT.documents.is_empty() {
            (500, 10_000)
        } else {
            (100, 2_000)
        };
        let long = most / shares::<G>();
        let variants = variants::<G>();
        // Of many variants, more matches share a line: the file must not grow too long.
        let group = if variants.len() > 10 { 50 } else { 10 };
        let path = golden(G::ABOUT.id, "records.txt");
        let golden = lines_of(&path);
        let version = format!("rules_version {}", G::ABOUT.rules_version);
        let is_old = golden.first() == Some(&version);
        let mut lines = vec![version];
        for settings in variants {
            let mut line = |numbers: std::ops::Range<u64>| {
                let mut line = format!(
                    "{} {}-{} ",
                    title(&settings),
                    numbers.start,
                    numbers.end - 1
                );
                let known = golden.iter().find(|known| known.starts_with(&line));
                let is_long = numbers.end == long;
                match known {
                    // The long run is for `make soak`, and for whoever makes it golden.
                    Some(known) if is_long && is_old && effort(0, 1) == 0 => line.clone_from(known),
                    _ => write!(line, "{:016x}", digest::<G>(&settings, numbers)).expect("text"),
                }
                lines.push(line);
            };
            for start in (0..usual).step_by(group) {
                line(start..start + group as u64);
            }
            line(0..long);
        }
        let comment = "# Digests of the records of matches played at random: options, seeds, \
                       FNV-1a of the bytes.";
        let why = "for records of these rules must replay byte by byte; other rules need another \
                   rules_version";
        compare(&path, comment, &lines, is_old.then_some(why));
    }
}

#[test]
fn records_replay_byte_by_byte() {
    every_game(Records);
}
