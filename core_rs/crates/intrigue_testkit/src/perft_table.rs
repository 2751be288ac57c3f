//! `perft.txt`: how many sequences of decisions there are from given states, figures that change if
//! any rule of legality does.

use std::path::PathBuf;

use intrigue_core::{
    ActionSet, Game, Match, NoEvents, OptionKind, OptionSpec, Rng, Seed, Settings, Turn,
    fill_defaults, play_chance,
};

use crate::golden::{compare, golden_path, variant_name};
use crate::{perft, variants};

/// Compares the figures of every variant, and of the small maps of the scenarios, with `perft.txt`.
///
/// # Panics
///
/// Panics if they differ.
pub fn perft_table<G: Game>() {
    // More rows, or deeper ones, would take too long in every run of the tests.
    let variants = variants::<G>();
    let (seeds, most) = if variants.len() > 10 { (1, 200_000) } else { (3, 500_000) };
    let mut rows = Vec::new();
    let titled = |settings: Settings| (variant_name(&settings), settings);
    for (title, settings) in variants.into_iter().map(titled).chain(maps::<G>()) {
        for number in 0..seeds {
            let seed = Seed::from_number(number);
            for after in [0, 9, 40] {
                let Some(state) = start::<G>(&settings, &seed, after) else {
                    continue;
                };
                let (mut depth, mut nodes) = (0, 1);
                while depth < 12 && nodes * 4 < most {
                    depth += 1;
                    nodes = perft(&state, &seed, after, depth);
                    rows.push(format!("{title} {number} {after} {depth} {nodes}"));
                }
            }
        }
    }
    let path = golden_path(G::ABOUT.id, "perft.txt");
    let comment = "# How many sequences of decisions there are: options, seed, decisions made \
                   at random before,\n# depth, sequences.";
    compare(&path, comment, &rows, None);
}

/// A state after some decisions made at random; `None` if it is over by then.
fn start<G: Game>(settings: &Settings, seed: &Seed, after: u64) -> Option<G> {
    let settings = fill_defaults(G::ABOUT.options, settings).expect("a variant is sound");
    let mut state = G::new(&Match::<G>::options_of(&settings).expect("a variant is sound"));
    let mut choice = Rng::new(seed, u64::MAX);
    for made in 0..after {
        play_chance(&mut state, &mut Rng::new(seed, made), &mut NoEvents);
        let Turn::Seats(seats) = state.turn() else {
            return None;
        };
        let seat = seats.iter().nth(choice.index(seats.len()))?;
        let id = state.legal(seat).pick(&mut choice);
        state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
    }
    Some(state)
}

/// The small maps of a game's scenarios by name, as the document that its options can be given.
fn maps<G: Game>() -> Vec<(String, Settings)> {
    let document = |option: &&OptionSpec| matches!(option.kind, OptionKind::Document(..));
    let (Some(option), Ok(files)) = (
        G::ABOUT.options.iter().find(document),
        std::fs::read_dir(golden_path(G::ABOUT.id, "maps")),
    ) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("it is ours").path()).collect();
    paths.sort();
    let named = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().display();
        let text = std::fs::read_to_string(path).expect("it is ours");
        let settings = [(option.name.to_owned(), text)];
        (format!("{}={name}", option.name), settings.into())
    };
    paths.iter().map(named).collect()
}
