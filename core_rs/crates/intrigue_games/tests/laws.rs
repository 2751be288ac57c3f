//! The laws of the testkit over the whole catalog and every option.

use intrigue_core::{Game, Settings, Viewer, Visitor};
use intrigue_games::catalog;
use intrigue_testkit::{
    Faces, Tally, action_table, effort, keep_invariants, keep_laws, share_out, shares, twin_worlds,
    variants, with_rest, words,
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
        // The laws look at every face of every step, so the matches are shared out; a long action
        // table makes each step longer.
        let table = G::ACTIONS.len().max(500) as u64;
        let each = (effort(400, 60_000) * 500 / table).div_ceil(variants::<G>().len() as u64);
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

/// Into how many jobs the matches of a variant are cut.
const JOBS: u64 = 8;

/// Plays `games` matches of every variant, on all cores, and prints what was played.
fn over_variants<G: Game>(what: &str, games: u64, play: impl Fn(&Settings, u64) -> u64 + Sync) {
    let variants = variants::<G>();
    let jobs: Vec<(&Settings, u64)> = variants
        .iter()
        .flat_map(|settings| (0..JOBS).map(move |job| (settings, job)))
        .collect();
    let decisions = share_out(&jobs, |&(settings, job)| {
        let seeds = games * job / JOBS..games * (job + 1) / JOBS;
        seeds
            .map(|seed| play(&with_rest::<G>(settings, seed), seed))
            .sum::<u64>()
    });
    let parts = usize::try_from(JOBS).expect("a few");
    for (settings, decisions) in variants.iter().zip(decisions.chunks(parts)) {
        let decisions: u64 = decisions.iter().sum();
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
        let variants = variants::<G>();
        let mut sum = Tally::default();
        let mut seed = 0;
        while sum.pairs < goal {
            let mut jobs = Vec::new();
            for settings in &variants {
                for viewer in Viewer::all(G::ABOUT.max_seats) {
                    let settings = with_rest::<G>(settings, seed);
                    let (_, seats) = catalog::settle_options(G::ABOUT.id, &settings)
                        .expect("a variant is sound");
                    if viewer.seat().is_some_and(|seat| seat.index() >= seats) {
                        continue;
                    }
                    jobs.push((settings, viewer, seed));
                    seed += 1;
                }
            }
            let tallies = share_out(&jobs, |(settings, viewer, seed)| {
                twin_worlds(&Faces::<G>::default(), settings, *viewer, *seed)
                    .unwrap_or_else(|breach| panic!("{settings:?} {viewer:?} {breach:?}"))
            });
            for tally in tallies {
                sum.pairs += tally.pairs;
                sum.different += tally.different;
                sum.diverged += tally.diverged;
            }
        }
        println!("{} twin worlds: {sum:?}", G::ABOUT.id);
        if G::ABOUT.open {
            // Every twin was held against the truth, and none was another world.
            assert_eq!(sum.different, 0, "{sum:?}");
            return;
        }
        // A test that compares a world with itself would prove nothing.
        assert!(sum.different * 2 > sum.pairs, "{sum:?}");
        assert!(sum.diverged > sum.pairs / 100, "{sum:?}");
    }
}

#[test]
fn nobody_can_tell_twin_worlds_apart() {
    every_game(Twins);
}
