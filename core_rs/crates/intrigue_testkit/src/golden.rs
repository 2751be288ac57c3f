//! Golden files: what a game was found to do, kept in `tests/golden/<game>` and compared on every
//! run.
//!
//! `INTRIGUE_BLESS=1 cargo test` writes them again and prints which ones it wrote. From version
//! 0.2.0 on, files that promise something to users (`actions.txt`, and `records.txt` under one
//! `rules_version`) can grow, but no line of them can change.

use std::path::{Path, PathBuf};

use intrigue_core::Settings;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A file of a game's golden folder.
pub(crate) fn golden_path(game: &str, file: &str) -> PathBuf {
    root().join("tests/golden").join(game).join(file)
}

/// Whether the lines of files that promise something can still change.
fn is_released() -> bool {
    !env!("CARGO_PKG_VERSION").starts_with("0.1.")
}

/// The lines of a golden file without its comments; none if there is no such file.
pub(crate) fn golden_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Compares what was found with a golden file, or writes it there. `frozen` says why no line of the
/// file can change after a release.
///
/// # Panics
///
/// Panics if they differ: it prints the first lines that do.
pub(crate) fn compare(path: &Path, comment: &str, found: &[String], frozen: Option<&str>) {
    let golden = golden_lines(path);
    let name = path.file_name().unwrap_or_default().display();
    if found == golden {
        return;
    }
    if let Some(why) = frozen.filter(|_| is_released()) {
        let lost = golden.iter().find(|line| !found.contains(line));
        assert!(lost.is_none(), "{name} is frozen, {why}: it says {lost:?}, which is not found");
    }
    if std::env::var_os("INTRIGUE_BLESS").is_some() {
        std::fs::write(path, format!("{comment}\n{}\n", found.join("\n"))).expect("it is ours");
        println!("blessed {}", path.display());
        return;
    }
    let differences: Vec<String> = (0..golden.len().max(found.len()))
        .filter(|&place| golden.get(place) != found.get(place))
        .map(|place| {
            let line = |lines: &[String]| lines.get(place).map_or("(none)", |line| line).to_owned();
            format!("  golden {}\n  found  {}", line(&golden), line(found))
        })
        .collect();
    panic!(
        "{name} differs in {} lines. The first:\n{}\n\
         If this is meant, run the test again with INTRIGUE_BLESS=1.",
        differences.len(),
        differences[..differences.len().min(5)].join("\n")
    );
}

/// The options of a variant in one word.
pub(crate) fn variant_name(settings: &Settings) -> String {
    let options: Vec<String> =
        settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if options.is_empty() { "-".to_owned() } else { options.join(",") }
}
