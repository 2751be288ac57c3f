use intrigue_core::{Game, Match, Settings, Viewer};

use crate::variants::full;
use crate::{Channels, twin_worlds};

/// A leak that was planted on purpose: what it shows, and the channels that show it.
pub type Mutant<G> = (&'static str, Channels<G>);

/// Checks that the property of twin worlds catches every planted leak, and calls the honest game honest.
/// At least 25 of them: a property that is never seen to fail is not worth its name. (That the honest
/// game is honest is shown at length by the property itself.)
pub fn catch_leaks<G: Game>(variants: &[Settings], mutants: &[Mutant<G>]) {
    let caught = |channels: &Channels<G>, seeds: u64| {
        (0..seeds).any(|seed| variants.iter().any(|settings| is_noticed(channels, settings, seed)))
    };
    assert!(!caught(&Channels::default(), 3), "the honest game is said to leak");
    let escaped: Vec<&str> = mutants
        .iter()
        .filter(|(_, channels)| !caught(channels, 60))
        .map(|(name, _)| *name)
        .collect();
    println!("{} planted leaks, {} caught", mutants.len(), mutants.len() - escaped.len());
    assert!(escaped.is_empty(), "not caught: {escaped:#?}");
    assert!(mutants.len() >= 25, "there are only {} planted leaks", mutants.len());
}

/// Whether any viewer can tell twin worlds apart in one match.
fn is_noticed<G: Game>(channels: &Channels<G>, settings: &Settings, seed: u64) -> bool {
    let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
    Viewer::all(G::seats(&options))
        .any(|viewer| twin_worlds(channels, settings, viewer, seed).is_err())
}
