//! The core's own texts, which all crates below the games share.

use intrigue_core::{Lang, core_catalog};
use intrigue_testkit::catalog_matches;

#[test]
fn the_catalog_of_the_core_matches_the_code() {
    let manifests = [
        concat!(env!("CARGO_MANIFEST_DIR"), "/../intrigue_core"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../intrigue_search"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../intrigue_games"),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../intrigue_py"),
    ];
    // The localizer itself names the forms of seats, quotation marks, and what stands between the
    // items of a list.
    catalog_matches(core_catalog(), &manifests, &["seat", "seats", "list", "quotation"]);
}

#[test]
fn messages_of_the_localizer_use_what_the_localizer_gives() {
    for lang in Lang::ALL {
        for (id, variables) in core_catalog().messages(lang) {
            let given = match id.split('-').next() {
                Some("seat") => vec!["kind", "seat"],
                Some("seats") => vec!["count", "kind", "list"],
                Some("quotation") => vec!["text"],
                _ => continue,
            };
            let used: Vec<&str> = variables.into_iter().collect();
            assert_eq!(used, given, "{}: {id}", lang.code());
        }
    }
}
