//! The laws of the testkit over the whole catalog and every option.

use intrigue_core::{Game, Settings, Viewer, Visitor};
use intrigue_games::catalog;
use intrigue_testkit::{
    Faces, Tally, action_table, effort, keep_invariants, keep_laws, shares, twin_worlds, variants,
    with_rest, words,
};

/// Does something with every game of the catalog.
fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for id in catalog::IDS {
        catalog::visit(id, visitor).expect("the catalog knows its games");
    }
}

#[derive(Clone, Copy)]
struct Tables;
impl Visitor for Tables {
    type Output = ();
    fn visit<G: Game>(self) {
        action_table::<G>();
        words::<G>();
        assert!(!variants::<G>().is_empty());
    }
}

#[test]
fn tables_and_words_are_whole() {
    every_game(Tables);
}

#[derive(Clone, Copy)]
struct Laws;
impl Visitor for Laws {
    type Output = ();
    fn visit<G: Game>(self) {
        // The laws look at every face of every step, so the matches are shared out.
        let each = effort(400, 60_000).div_ceil(variants::<G>().len() as u64);
        over_variants::<G>("laws", each, |settings, seed| {
            keep_laws::<G>(settings, seed).unwrap_or_else(|breach| panic!("{breach:?}"))
        });
    }
}

#[test]
fn every_game_keeps_the_laws() {
    every_game(Laws);
}

#[derive(Clone, Copy)]
struct Invariants;
impl Visitor for Invariants {
    type Output = ();
    fn visit<G: Game>(self) {
        let each = effort(20_000, 1_000_000) / shares::<G>();
        over_variants::<G>("invariants", each, |settings, seed| {
            keep_invariants::<G>(settings, seed).unwrap_or_else(|breach| panic!("{breach:?}"))
        });
    }
}

#[test]
fn every_game_keeps_its_invariants() {
    every_game(Invariants);
}

/// Plays `games` matches of every variant and prints what was played.
fn over_variants<G: Game>(what: &str, games: u64, play: impl Fn(&Settings, u64) -> u64) {
    for settings in variants::<G>() {
        let decisions: u64 = (0..games)
            .map(|seed| play(&with_rest::<G>(&settings, seed), seed))
            .sum();
        println!(
            "{} {what} {settings:?}: {games} matches, {decisions} decisions",
            G::ABOUT.id
        );
    }
}

#[derive(Clone, Copy)]
struct Twins;
impl Visitor for Twins {
    type Output = ();
    fn visit<G: Game>(self) {
        let goal = effort(100_000, 10_000_000);
        let faces = Faces::<G>::default();
        let variants = variants::<G>();
        let mut sum = Tally::default();
        let mut seed = 0;
        while sum.pairs < goal {
            for settings in &variants {
                for viewer in Viewer::all(G::ABOUT.max_seats) {
                    let settings = with_rest::<G>(settings, seed);
                    let (_, seats) = catalog::settle_options(G::ABOUT.id, &settings)
                        .expect("a variant is sound");
                    if viewer.seat().is_some_and(|seat| seat.index() >= seats) {
                        continue;
                    }
                    let tally = twin_worlds(&faces, &settings, viewer, seed)
                        .unwrap_or_else(|breach| panic!("{settings:?} {viewer:?} {breach:?}"));
                    sum.pairs += tally.pairs;
                    sum.different += tally.different;
                    sum.diverged += tally.diverged;
                    seed += 1;
                }
            }
        }
        println!("{} twin worlds: {sum:?}", G::ABOUT.id);
        // A test that compares a world with itself would prove nothing.
        assert!(sum.different * 2 > sum.pairs, "{sum:?}");
        assert!(sum.diverged > sum.pairs / 100, "{sum:?}");
    }
}

#[test]
fn nobody_can_tell_twin_worlds_apart() {
    every_game(Twins);
}
