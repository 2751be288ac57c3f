//! The properties of open and co-operative games, of words that say how things stand, and of documents:
//! a game that keeps them, and its flaws, each caught.

mod together;

use intrigue_core::{
    ActionId, AnyMatch, Game, Lang, Match, RefusalKind, Seat, Seed, Settings, Viewer, Wording,
};
use intrigue_testkit::{
    Channels, EvaluationCheck, action_table, check_properties, check_random_invariants,
    twin_worlds, variants, words,
};

use intrigue_wire::v1 as wire;
use together::{Flaw, SEATS, Together};

const TAKE: ActionId = ActionId(1);

fn with(name: &str, value: &str) -> Settings {
    Settings::from([(name.to_owned(), value.to_owned())])
}

fn dealt(settings: &Settings, script: &str) -> Match<Together> {
    let script = script.split(' ').map(str::to_owned).collect();
    Match::new(settings, Seed::from_number(1), script).unwrap()
}

#[test]
fn the_laws_hold_where_all_win_together_and_nothing_is_hidden() {
    action_table::<Together>();
    words::<Together>();
    assert_eq!(variants::<Together>().len(), 10);
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..500 {
        for level in ["easy", "hard", "{own, Own, Propre, 9}"] {
            let settings = with("level", level);
            check_properties::<Together>(&settings, seed)
                .unwrap_or_else(|violation| panic!("{violation:?}"));
            check_random_invariants::<Together>(&settings, seed)
                .unwrap_or_else(|violation| panic!("{violation:?}"));
            for viewer in Viewer::all(SEATS) {
                let channels = Channels::<Together>::default();
                let tally = twin_worlds(&channels, &settings, viewer, seed)
                    .unwrap_or_else(|violation| panic!("{violation:?}"));
                assert!(tally.pairs > 0 && tally.different == 0, "{tally:?}");
            }
            let mut state = Together::new(&Together::options(&full(&settings)).unwrap());
            let mut rng = intrigue_core::Rng::new(&Seed::from_number(seed), 7);
            intrigue_core::playout(&mut state, &mut rng);
            ends.insert(state.outcome().unwrap().ending);
        }
    }
    assert_eq!(ends.len(), 2, "all win now and then, and all lose");
}

fn full(settings: &Settings) -> Settings {
    let (level, flaw) = (with("level", "easy"), with("flaw", "none"));
    [level, flaw, settings.clone()].into_iter().flatten().collect()
}

#[test]
fn every_flaw_is_caught_by_its_law() {
    for (flaw, said) in [
        ("hiding", "of an open game lacks something"),
        ("splitting", "the seats got [840, 0]"),
        ("partial", "2 seats expect"),
        ("mute", "has no words"),
    ] {
        let settings = with("flaw", flaw);
        let violation =
            (0..200).find_map(|seed| check_properties::<Together>(&settings, seed).err());
        let violation = violation.unwrap_or_else(|| panic!("{flaw} is not caught"));
        assert!(violation.what.contains(said), "{flaw}: {}", violation.what);
    }
    let settings = with("flaw", "hiding");
    let channels = Channels::<Together>::default();
    let violation = twin_worlds(&channels, &settings, Viewer::Spectator, 1).unwrap_err();
    assert!(violation.what.contains("lacks something"), "{}", violation.what);
    assert_eq!(Together::options(&full(&settings)), Ok((14, Flaw::Hiding)));
}

#[test]
fn appraisals_are_held_against_what_all_got() {
    let mut evaluated = EvaluationCheck::default();
    for seed in 0..2000 {
        evaluated.play::<Together>(&with("level", "hard"), seed);
    }
    let ([best, others], [error, even]) = (evaluated.means(), evaluated.errors());
    println!(
        "above the mean got {best:.0}, others {others:.0}; error {error:.4}, of even {even:.4}"
    );
    assert!(best > others && others > 0.0);
    assert!(error < even && (0.0..=0.25).contains(&even));
}

#[test]
fn words_say_how_things_stand() {
    let mut the_match = dealt(&Settings::new(), "3 2 4");
    let north = Seat::new(0).unwrap();
    let labels = |the_match: &Match<Together>, seat: usize| {
        let view = AnyMatch::view(the_match, Viewer::Seat(Seat::new(seat).unwrap()));
        let actions = view.prompt.unwrap().actions.into_iter();
        actions.map(|action| action.label.unwrap().en).collect::<Vec<_>>()
    };
    assert_eq!(labels(&the_match, 0), ["Leave the 3", "Take the 3: 3"]);
    let explained = the_match.explain(north, TAKE, Wording::PLAIN).unwrap();
    assert_eq!(explained.action.unwrap().label.unwrap().fr, "Prendre le 3 : 3");
    the_match.act(north, TAKE, None).unwrap();
    assert_eq!(labels(&the_match, 1), ["Leave the 2", "Take the 2: 5"]);
    let update = the_match.updates(Viewer::Spectator, 1, 1, false).remove(0);
    let told: Vec<String> = update.events.into_iter().map(|event| event.text.unwrap().en).collect();
    assert_eq!(told, ["It is taken (sum 3)", "A 2 is rolled (sum 3)"]);
    // What is not legal now has the words of the table, whatever stands there.
    let explained = the_match.explain(north, TAKE, Wording::PLAIN).unwrap();
    assert_eq!(explained.action.unwrap().label.unwrap().en, "Take it");
}

#[test]
fn a_rematch_knows_how_the_match_ended() {
    let mut the_match = dealt(&with("level", "{own, Own, Propre, 6}"), "4 4 1 1 1 1 1 1");
    let mut steps = 0;
    while let Some(seat) = the_match.state().turn().seats().lowest() {
        let id = *AnyMatch::legal(&the_match, seat).last().unwrap();
        the_match.act(seat, id, None).unwrap();
        steps += 1;
    }
    assert_eq!(steps, 8);
    let next = AnyMatch::rematch(&the_match, &[1, 0]);
    assert_eq!(next["level"], "{next, Next, Suivant, 9}");
}

#[test]
fn a_document_that_is_no_level_is_refused_when_a_match_is_made_of_it() {
    for (level, code) in [
        ("{nonsense}", "OPTIONS_DISAGREE"),
        ("unheard of", "BAD_OPTION_VALUE"),
        ("{own, A name that is far too long, Propre, 9}", "BAD_OPTION_VALUE"),
    ] {
        let settings = with("level", level);
        let made = Match::<Together>::new(&settings, Seed::from_number(1), Vec::new());
        let refusal = made.err().unwrap();
        assert_eq!((refusal.kind, refusal.code), (RefusalKind::BadOption, code));
    }
    let study = Together::check_document("level", "{own, Own, Propre, 9}");
    assert_eq!((study.id.as_str(), study.name.get(Lang::Fr)), ("own", "Propre"));
    let wire = study.to_wire();
    let [note] = &wire.issues[..] else { panic!("{wire:?}") };
    assert_eq!(note.severity(), wire::IssueSeverity::Note);
    assert_eq!(note.text.as_ref().unwrap().fr, "But : 9");
    assert!(!Together::check_document("level", "{}").is_sound());
}
