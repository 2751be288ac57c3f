//! Everything that is tested of every game, one function for each property. [`game_tests!`] makes a
//! test of each in the game's own crate.

use std::collections::BTreeMap;

use intrigue_core::{
    ActionSet, AnyMatch, Codec, Game, GameAction, Match, NetworkFile, PositionMessage, Refusal,
    RefusalReason, Rng, Seed, Settings, Turn, Viewer, clauses, fill_defaults, view_of,
};
use intrigue_wire::v1 as wire;

use crate::golden::{compare, golden_path, root};
use crate::{
    Channels, EvaluationCheck, MatchSource, TwinTally, action_table, check_properties,
    check_random_invariants, effort, proofs, run_parallel, scenarios, shares, twin_worlds,
    variants, with_rest, words,
};

/// Tests every property of a game, one test each, in the module that calls it.
///
/// ```text
/// #[cfg(test)]
/// mod properties {
///     intrigue_testkit::game_tests!(crate::Complots);
/// }
/// ```
#[macro_export]
macro_rules! game_tests {
    ($game:ty) => {
        #[test]
        fn action_table_and_texts_are_complete() {
            $crate::game::tables::<$game>();
        }
        #[test]
        fn random_matches_keep_the_laws() {
            $crate::game::properties::<$game>();
        }
        #[test]
        fn random_matches_keep_the_invariants() {
            $crate::game::invariants::<$game>();
        }
        #[test]
        fn chance_follows_its_probabilities() {
            $crate::game::probabilities::<$game>();
        }
        #[test]
        fn no_viewer_can_tell_twin_worlds_apart() {
            $crate::game::twins::<$game>();
        }
        #[test]
        fn evaluations_predict_payoffs() {
            $crate::game::evaluations::<$game>();
        }
        #[test]
        fn scenarios_hold_and_prove_every_clause() {
            $crate::game::clauses_are_proven::<$game>();
        }
        #[test]
        fn every_refusal_has_a_scenario() {
            $crate::game::refusals_have_scenarios::<$game>();
        }
        #[test]
        fn scripts_that_do_not_fit_are_refused() {
            $crate::game::misfit_scripts::<$game>();
        }
        #[test]
        fn action_ids_are_golden() {
            $crate::game::actions::<$game>();
        }
        #[test]
        fn records_are_golden_and_replay() {
            $crate::game::records::<$game>();
        }
        #[test]
        fn perft_is_golden() {
            $crate::game::perft_table::<$game>();
        }
        #[test]
        fn texts_are_golden() {
            $crate::game::text_corpus::<$game>();
        }
        #[test]
        fn catalogs_match_the_code() {
            $crate::game::catalog_matches_code::<$game>(env!("CARGO_MANIFEST_DIR"));
        }
        #[test]
        fn no_text_is_written_in_the_code() {
            $crate::game::pseudo_locale::<$game>();
        }
        #[test]
        fn honest_records_verify() {
            $crate::game::honest_records_verify::<$game>();
        }
        #[test]
        fn changed_chances_are_rejected() {
            $crate::game::changed_chances_are_rejected::<$game>();
        }
        #[test]
        fn changed_steps_are_rejected() {
            $crate::game::changed_steps_are_rejected::<$game>();
        }
        #[test]
        fn changed_heads_are_rejected() {
            $crate::game::changed_heads_are_rejected::<$game>();
        }
        #[test]
        fn seats_that_run_out_of_time_are_named() {
            $crate::game::time_forfeits::<$game>();
        }
        #[test]
        fn replaced_seats_are_marked_in_the_outcome() {
            $crate::game::replaced_seats::<$game>();
        }
        #[test]
        fn texts_have_the_languages_that_were_asked_for() {
            $crate::game::languages::<$game>();
        }
        #[test]
        fn settings_survive_their_message() {
            $crate::game::settings_messages::<$game>();
        }
        #[test]
        fn networks_fit_the_game() {
            $crate::game::networks::<$game>();
        }
        #[test]
        fn refusal_reasons_are_those_of_the_contract() {
            $crate::game::refusal_reasons::<$game>();
        }
    };
}

/// The properties, for [`game_tests!`]. Each function panics if the game does not have it.
pub mod game {
    pub use super::{
        actions, clauses_are_proven, evaluations, invariants, misfit_scripts, networks, properties,
        refusals_have_scenarios, tables, twins,
    };
    pub use crate::catalogs::{catalog_matches_code, pseudo_locale};
    pub use crate::contract::{refusal_reasons, settings_messages};
    pub use crate::languages::languages;
    pub use crate::leaving::{replaced_seats, time_forfeits};
    pub use crate::perft_table::perft_table;
    pub use crate::probabilities::probabilities;
    pub use crate::records::records;
    pub use crate::tampering::{
        changed_chances_are_rejected, changed_heads_are_rejected, changed_steps_are_rejected,
        honest_records_verify,
    };
    pub use crate::text_corpus::text_corpus;
}

/// The action table is a bijection, and every text exists in every language.
pub fn tables<G: Game>() {
    action_table::<G>();
    words::<G>();
    assert!(!variants::<G>().is_empty());
}

/// Every network is whole and fits the game, and there is at most one for each number of seats.
pub fn networks<G: Game>() {
    let mut taken = Vec::new();
    for bytes in G::ABOUT.networks {
        let network = NetworkFile::check::<G>(bytes).unwrap_or_else(|error| panic!("{error}"));
        for seats in network.min_seats..=network.max_seats {
            assert!(!taken.contains(&seats), "two networks for {seats} seats");
            taken.push(seats);
        }
    }
}

/// All properties over random matches of every variant.
pub fn properties<G: Game>() {
    // The properties look at every face of every step, so the matches are shared out; a long action table
    // makes each step longer.
    let table = G::ACTIONS.len().max(500) as u64;
    let each = (effort(240, 60_000) * 500 / table).div_ceil(variants::<G>().len() as u64);
    over_variants::<G>("properties", each, |settings, seed| {
        check_properties::<G>(settings, seed).unwrap_or_else(|violation| panic!("{violation:?}"))
    });
}

/// The invariants over many random matches of every variant.
pub fn invariants<G: Game>() {
    let each = effort(20_000, 1_000_000) / shares::<G>();
    over_variants::<G>("invariants", each, |settings, seed| {
        check_random_invariants::<G>(settings, seed)
            .unwrap_or_else(|violation| panic!("{violation:?}"))
    });
}

/// Into how many jobs the matches of a variant are cut.
const JOBS: u64 = 8;

/// Plays `games` matches of every variant, on all cores, and prints what was played.
fn over_variants<G: Game>(what: &str, games: u64, play: impl Fn(&Settings, u64) -> u64 + Sync) {
    let variants = variants::<G>();
    let jobs: Vec<(&Settings, u64)> =
        variants.iter().flat_map(|settings| (0..JOBS).map(move |job| (settings, job))).collect();
    let decisions = run_parallel(&jobs, |&(settings, job)| {
        let seeds = games * job / JOBS..games * (job + 1) / JOBS;
        seeds.map(|seed| play(&with_rest::<G>(settings, seed), seed)).sum::<u64>()
    });
    let parts = usize::try_from(JOBS).expect("a few");
    for (settings, decisions) in variants.iter().zip(decisions.chunks(parts)) {
        let decisions: u64 = decisions.iter().sum();
        println!("{} {what} {settings:?}: {games} matches, {decisions} decisions", G::ABOUT.id);
    }
}

/// The number of seats of a variant.
fn seats_of<G: Game>(settings: &Settings) -> usize {
    let settings = fill_defaults(G::ABOUT.options, settings).expect("a variant is sound");
    G::seats(&Match::<G>::options_of(&settings).expect("a variant is sound"))
}

/// Twin worlds look the same to every viewer of every variant.
pub fn twins<G: Game>() {
    let goal = effort(100_000, 10_000_000);
    let variants = variants::<G>();
    let mut sum = TwinTally::default();
    let mut seed = 0;
    while sum.pairs < goal {
        let mut jobs = Vec::new();
        for settings in &variants {
            for viewer in Viewer::all(G::ABOUT.max_seats) {
                let settings = with_rest::<G>(settings, seed);
                let seats = seats_of::<G>(&settings);
                if viewer.seat().is_some_and(|seat| seat.index() >= seats) {
                    continue;
                }
                jobs.push((settings, viewer, seed));
                seed += 1;
            }
        }
        let tallies = run_parallel(&jobs, |(settings, viewer, seed)| {
            twin_worlds(&Channels::<G>::default(), settings, *viewer, *seed)
                .unwrap_or_else(|violation| panic!("{settings:?} {viewer:?} {violation:?}"))
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

/// How much smaller the mean square error must be than that of expecting the same for all, or
/// where all win together the same at any time.
const MARGIN: f64 = 0.8;

/// Evaluations say something about payoffs, for every number of seats.
pub fn evaluations<G: Game>() {
    let variants = variants::<G>();
    let matches = effort(6000, 200_000).div_ceil(variants.len() as u64);
    let mut by_seats: BTreeMap<usize, EvaluationCheck> = BTreeMap::new();
    for settings in variants {
        for seed in 0..matches {
            let settings = with_rest::<G>(&settings, seed);
            let evaluated = by_seats.entry(seats_of::<G>(&settings)).or_default();
            evaluated.play::<G>(&settings, seed);
        }
    }
    for (seats, evaluated) in by_seats {
        let ([best, others], [error, even]) = (evaluated.means(), evaluated.errors());
        println!(
            "{} with {seats} seats, seeds 0 to {matches} of every variant: evaluated highest got \
             {best:.0}, others {others:.0}; error {error:.4}, of even shares {even:.4}",
            G::ABOUT.id
        );
        assert!(best > 2.0 * others, "{best} against {others}");
        assert!(error < MARGIN * even, "{error} against {even}");
    }
}

/// One game, for its scenarios.
struct OneGame<G>(std::marker::PhantomData<G>);

impl<G: Game> MatchSource for OneGame<G> {
    fn new_match(
        &self,
        game: &str,
        settings: &Settings,
        seed: &Seed,
        script: &[String],
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        assert_eq!(game, G::ABOUT.id);
        Ok(Box::new(Match::<G>::new(settings, seed.clone(), script.to_vec())?))
    }

    fn facts(&self, position: &PositionMessage) -> Vec<(String, String)> {
        let (view, _) = view_of::<G>(position).expect("a view of this game");
        G::facts(&view)
    }

    fn event_notation(&self, event: &wire::MatchEvent) -> String {
        let event = event.game.as_ref().and_then(|event| event.kind.as_ref());
        let seen = event.and_then(<G as Codec>::seen_from_wire);
        G::event_notation(&seen.expect("an event of this game"))
    }
}

/// Every scenario holds, and every clause of the rule sheet has a proof.
pub fn clauses_are_proven<G: Game>() {
    let [en, fr] = G::ABOUT.rules;
    let source = OneGame::<G>(std::marker::PhantomData);
    let proofs = proofs(&clauses(en, fr), G::ABOUT.id, &root(), &source)
        .unwrap_or_else(|faults| panic!("{}:\n{}", G::ABOUT.id, faults.join("\n")));
    let unproven: Vec<_> =
        proofs.iter().filter(|proof| proof.by.is_empty()).map(|proof| proof.clause).collect();
    assert!(unproven.is_empty(), "not proven: {unproven:?}");
}

/// Every reason to refuse is shown by a scenario.
pub fn refusals_have_scenarios<G: Game>() {
    let folder = golden_path(G::ABOUT.id, "");
    let files = std::fs::read_dir(&folder).expect("a game has a golden folder");
    let mut shown = Vec::new();
    for file in files.filter_map(|entry| Some(entry.ok()?.path())) {
        if file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("it is text");
        let all = scenarios(&text).into_iter().filter(|scenario| scenario.kind == "scenario");
        let lines = all.flat_map(|scenario| scenario.lines).map(|(_, line)| line);
        shown.extend(lines.filter(|line| line.starts_with("refuse ")));
    }
    for rule in G::RefusalReason::ALL {
        let ending = format!(" : {} {}", rule.code(), rule.clause());
        let is_shown = shown.iter().any(|line| line.ends_with(&ending));
        assert!(is_shown, "no scenario has a refusal{ending}");
    }
}

/// A script with a choice that nature has not is refused, and the refusal names it, its place and the
/// choices that there are. After the deal the script ends with it, unless the match keeps to its script:
/// then the step is refused, and nothing has changed.
pub fn misfit_scripts<G: Game>() {
    let new = |script: &[String]| {
        Match::<G>::new(&Settings::new(), Seed::from_number(0), script.to_vec())
    };
    let dealt = new(&[]).expect("a game can be dealt").record(false);
    let deal = &dealt.steps[0].chances;
    for place in 0..deal.len() {
        let mut script = deal.clone();
        assert!(new(&script).is_ok(), "a deal can be scripted");
        script[place] = format!("misfit {place}");
        let refusal = new(&script).err().expect("there is no such chance");
        assert_eq!(refusal.code, "BAD_SCRIPT");
        let text = &refusal.text.en;
        assert!(text.contains(&script[place]), "{text} misnames it");
        assert_eq!(refusal.field, format!("script[{place}]"));
        let possible = refusal.values.iter().find(|(name, _)| *name == "possible");
        let possible = &possible.expect("it says what is possible").1;
        assert!(possible.split(", ").any(|token| token == deal[place] || token == "…"));
    }
    let script = [&deal[..], &["misfit".to_owned()]].concat();
    let left = (0..20).any(|number| leaves_script(new(&script).expect("the deal fits"), number));
    assert!(left, "there is no chance after the deal");
}

/// Plays at random until chance leaves the script of a deal; whether it does.
fn leaves_script<G: Game>(mut free: Match<G>, number: u64) -> bool {
    let mut strict = free.clone();
    strict.keep_to_script();
    let mut rng = Rng::new(&Seed::from_number(number), u64::MAX);
    while let Turn::Seats(asked) = free.turn() {
        let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
        let id = free.state().legal(seat).pick(&mut rng);
        let entry = free.act(seat, id, None).expect("a script keeps nobody from moving");
        if entry.chances.is_empty() {
            strict.act(seat, id, None).expect("no chance is needed");
            continue;
        }
        let before = strict.record(true);
        let refusal = strict.act(seat, id, None).expect_err("there is no such chance");
        assert_eq!(refusal.field, format!("script[{}]", before.script.len() - 1));
        assert_eq!(strict.record(true), before);
        assert_eq!(strict.rest_of_script(), ["misfit"]);
        assert!(strict.rebuild().expect("it can be rebuilt").act(seat, id, None).is_err());
        return true;
    }
    false
}

/// The action table is that of `actions.txt`.
pub fn actions<G: Game>() {
    let line = |&action: &G::Action| format!("{} {}", action.id().0, action.notation());
    let table: Vec<String> = G::ACTIONS.iter().map(line).collect();
    let comment = "# The action table: id and notation. Lines may be added, never changed.";
    let why = "for bots and records rely on its ids";
    let path = golden_path(G::ABOUT.id, "actions.txt");
    compare(&path, comment, &table, Some(why));
}
