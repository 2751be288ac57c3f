use intrigue_core::{Game, Match, Settings, Viewer};

use crate::variants::full;
use crate::{Faces, twin_worlds};

/// A leak that was planted on purpose: what it shows, and the faces that show it.
pub type Mutant<G> = (&'static str, Faces<G>);

/// Checks that the law of twin worlds catches every planted leak, and calls the honest game honest.
/// At least 25 of them: a law that is never seen to fail is not worth its name. (That the honest
/// game is honest is shown at length by the law itself.)
pub fn catch_leaks<G: Game>(variants: &[Settings], mutants: &[Mutant<G>]) {
    let caught = |faces: &Faces<G>, seeds: u64| {
        (0..seeds).any(|seed| {
            variants
                .iter()
                .any(|settings| is_noticed(faces, settings, seed))
        })
    };
    assert!(
        !caught(&Faces::default(), 12),
        "the honest game is said to leak"
    );
    let escaped: Vec<&str> = mutants
        .iter()
        .filter(|(_, faces)| !caught(faces, 60))
        .map(|(name, _)| *name)
        .collect();
    println!(
        "{} planted leaks, {} caught",
        mutants.len(),
        mutants.len() - escaped.len()
    );
    assert!(escaped.is_empty(), "not caught: {escaped:#?}");
    assert!(
        mutants.len() >= 25,
        "there are only {} planted leaks",
        mutants.len()
    );
}

/// Whether any viewer can tell twin worlds apart in one match.
fn is_noticed<G: Game>(faces: &Faces<G>, settings: &Settings, seed: u64) -> bool {
    let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
    Viewer::all(G::seats(&options))
        .any(|viewer| twin_worlds(faces, settings, viewer, seed).is_err())
}
