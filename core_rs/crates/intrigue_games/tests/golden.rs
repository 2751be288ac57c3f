//! The golden files of every game, in `tests/golden/<game>`: scenarios, refusals, the action
//! table, the perft table and the digests of records. A game without them fails.
//!
//! `INTRIGUE_BLESS=1 cargo test --package intrigue_games --test golden` writes the tables anew and
//! says which it wrote. It never changes what promises were made on: a line of `actions.txt`, or
//! of `records.txt` while `rules_version` is the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use intrigue_core::{
    ActionSet, AnyMatch, Game, Match, Refusal, Rng, Rule, Seat, Seed, Settings, Silence, Turn,
    Visitor, clauses, settle_chance,
};
use intrigue_games::catalog;
use intrigue_testkit::{House, effort, perft, proofs, scenarios, variants};
use intrigue_wire::{Message, v1 as wire};

/// Does something with every game of the catalog.
fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for id in catalog::IDS {
        catalog::visit(id, visitor).expect("the catalog knows its games");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn golden(game: &str, file: &str) -> PathBuf {
    root().join("tests/golden").join(game).join(file)
}

fn blessing() -> bool {
    std::env::var_os("INTRIGUE_BLESS").is_some()
}

/// The lines of a golden file without its comments; none if there is no such file.
fn lines_of(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Compares what was found with a golden file, or writes it there. `frozen` says that every line
/// of the file must be found for ever, and why.
fn compare(path: &Path, comment: &str, found: &[String], frozen: Option<&str>) {
    let golden = lines_of(path);
    let name = path.file_name().unwrap_or_default().display();
    if found == golden {
        return;
    }
    if let Some(why) = frozen {
        let lost = golden.iter().find(|line| !found.contains(line));
        assert!(
            lost.is_none(),
            "{name} is frozen, {why}: it says {lost:?}, which is not found"
        );
    }
    if blessing() {
        std::fs::write(path, format!("{comment}\n{}\n", found.join("\n"))).expect("it is ours");
        println!("blessed {}", path.display());
        return;
    }
    let place = found
        .iter()
        .zip(&golden)
        .position(|(found, golden)| found != golden);
    let place = place.unwrap_or(golden.len().min(found.len()));
    panic!(
        "{name}, line {} below the comment: it says {:?}, found is {:?}.\n\
         If this is meant, run the test again with INTRIGUE_BLESS=1.",
        place + 1,
        golden.get(place),
        found.get(place)
    );
}

/// The options of a variant in one word.
fn title(settings: &Settings) -> String {
    let options: Vec<String> = settings
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if options.is_empty() {
        "-".to_owned()
    } else {
        options.join(",")
    }
}

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

/// A state after some decisions made at random; `None` if it is over by then.
fn start<G: Game>(settings: &Settings, seed: &Seed, after: u64) -> Option<G> {
    let mut state = G::new(&Match::<G>::options_of(settings).expect("a variant is sound"));
    let mut choice = Rng::new(seed, u64::MAX);
    for made in 0..after {
        settle_chance(&mut state, &mut Rng::new(seed, made), &mut Silence);
        let Turn::Seats(seats) = state.turn() else {
            return None;
        };
        let seat = seats.iter().nth(choice.index(seats.len()))?;
        let id = state.legal(seat).pick(&mut choice);
        state.play(seat, G::ACTIONS[usize::from(id.0)], &mut Silence);
    }
    Some(state)
}

#[derive(Clone, Copy)]
struct Perft;
impl Visitor for Perft {
    type Output = ();
    fn visit<G: Game>(self) {
        // A row deeper than this would take too long in every run of the tests.
        const MOST: u64 = 500_000;
        let mut rows = Vec::new();
        for settings in variants::<G>() {
            for number in 0..3 {
                let seed = Seed::from_number(number);
                for after in [0, 9, 40] {
                    let Some(state) = start::<G>(&settings, &seed, after) else {
                        continue;
                    };
                    let (mut depth, mut nodes) = (0, 1);
                    while depth < 12 && nodes * 4 < MOST {
                        depth += 1;
                        nodes = perft(&state, &seed, after, depth);
                        let title = title(&settings);
                        rows.push(format!("{title} {number} {after} {depth} {nodes}"));
                    }
                }
            }
        }
        let path = golden(G::ABOUT.id, "perft.txt");
        let comment = "# How many sequences of decisions there are: options, seed, decisions made \
                       at random before,\n# depth, sequences.";
        compare(&path, comment, &rows, None);
    }
}

#[test]
fn sequences_are_as_many_as_ever() {
    every_game(Perft);
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
            the_match.resign(seat).expect("a seat may resign");
            continue;
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
        const GROUP: u64 = 10;
        const LONG: u64 = 10_000;
        let path = golden(G::ABOUT.id, "records.txt");
        let golden = lines_of(&path);
        let version = format!("rules_version {}", G::ABOUT.rules_version);
        let is_old = golden.first() == Some(&version);
        let mut lines = vec![version];
        for settings in variants::<G>() {
            let mut line = |numbers: std::ops::Range<u64>| {
                let mut line = format!(
                    "{} {}-{} ",
                    title(&settings),
                    numbers.start,
                    numbers.end - 1
                );
                let known = golden.iter().find(|known| known.starts_with(&line));
                let is_long = numbers.end - numbers.start > GROUP;
                match known {
                    // The long run is for `make soak`, and for whoever makes it golden.
                    Some(known) if is_long && is_old && effort(0, 1) == 0 => line.clone_from(known),
                    _ => write!(line, "{:016x}", digest::<G>(&settings, numbers)).expect("text"),
                }
                lines.push(line);
            };
            for group in 0..500 / GROUP {
                line(group * GROUP..(group + 1) * GROUP);
            }
            line(0..LONG);
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
