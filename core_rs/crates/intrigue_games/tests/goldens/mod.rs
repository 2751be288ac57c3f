//! How golden files are compared with what is found.
//!
//! `INTRIGUE_BLESS=1 cargo test --package intrigue_games` writes the tables anew and says which it
//! wrote. It never changes what promises were made on: a line of `actions.txt`, or of
//! `records.txt` while `rules_version` is the same.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::{Path, PathBuf};

use intrigue_core::{Settings, Visitor};
use intrigue_games::catalog;

/// Does something with every game of the catalog.
pub(crate) fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for id in catalog::IDS {
        catalog::visit(id, visitor).expect("the catalog knows its games");
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

pub(crate) fn golden(game: &str, file: &str) -> PathBuf {
    root().join("tests/golden").join(game).join(file)
}

pub(crate) fn blessing() -> bool {
    std::env::var_os("INTRIGUE_BLESS").is_some()
}

/// The lines of a golden file without its comments; none if there is no such file.
pub(crate) fn lines_of(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Compares what was found with a golden file, or writes it there. `frozen` says that every line
/// of the file must be found for ever, and why.
pub(crate) fn compare(path: &Path, comment: &str, found: &[String], frozen: Option<&str>) {
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
pub(crate) fn title(settings: &Settings) -> String {
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
