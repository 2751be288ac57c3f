//! Texts are sent in the languages that were asked for, and nothing else depends on them.

use intrigue_core::{
    ActionId, ActionSet, AnyMatch, Game, Languages, Match, Rng, SeatNames, Seed, Turn, Viewer,
    Wording,
};
use intrigue_wire::text::v1::LocalizedText;
use intrigue_wire::v1 as wire;

use crate::{variants, with_rest};

/// A choice of languages, and what is left of a text in every language.
type Choice = (&'static [&'static str], fn(LocalizedText) -> Option<LocalizedText>);

const CHOICES: &[Choice] = &[
    (&["fr"], |text| Some(LocalizedText { en: String::new(), ..text })),
    (&["en"], |text| Some(LocalizedText { fr: String::new(), ..text })),
    (&["fr", "en"], Some),
    (&[], |_| None),
    (&["tlh"], |_| None),
];

/// How many matches are played.
const MATCHES: usize = 20;

/// Views, updates and explanations have the texts of the languages that were asked for, and are
/// otherwise the same.
///
/// # Panics
///
/// Panics where it is not so.
pub fn languages<G: Game>() {
    let variants = variants::<G>();
    let mut french = 0;
    for number in 0..MATCHES {
        let settings = with_rest::<G>(&variants[number % variants.len()], number as u64);
        let seed = Seed::from_number(number as u64);
        let mut rng = Rng::new(&seed, u64::MAX);
        let mut the_match =
            Match::<G>::new(&settings, seed, Vec::new()).expect("a variant is sound");
        let names = (0..the_match.seats()).map(|seat| format!("Name {seat}"));
        let names = if number % 2 == 0 { SeatNames::default() } else { SeatNames::new(names) };
        loop {
            let viewers: Vec<Viewer> = Viewer::all(the_match.seats()).collect();
            french += compare(&the_match, viewers[rng.index(viewers.len())], &names);
            let Turn::Seats(asked) = the_match.turn() else {
                break;
            };
            let seat = asked.iter().nth(rng.index(asked.len())).expect("a turn has a seat");
            if rng.below(100) == 0 && the_match.forfeit_on_time(seat).is_ok() {
                continue;
            }
            let id = the_match.state().legal(seat).pick(&mut rng);
            the_match.act(seat, id, None).expect("a legal action is accepted");
        }
    }
    assert!(french > 100, "only {french} texts are in French");
}

/// Compares what a viewer is sent in some languages with the whole of it, and says how many texts
/// were in French alone.
fn compare<G: Game>(the_match: &Match<G>, viewer: Viewer, names: &SeatNames) -> usize {
    let whole = Wording { languages: Languages::ALL, names: names.clone() };
    let last = the_match.revision(viewer) - 1;
    let mut french = 0;
    for (codes, keep) in CHOICES {
        let languages = Languages::of(codes.iter().copied());
        let wording = Wording { languages, names: names.clone() };
        let mut kept = |text: &mut Option<LocalizedText>| {
            *text = text.take().and_then(keep);
            french += usize::from(
                text.as_ref().is_some_and(|text| text.en.is_empty() && !text.fr.is_empty()),
            );
        };
        let mut view = the_match.view_with(viewer, &whole);
        in_view(&mut view, &mut kept);
        assert_eq!(the_match.view_with(viewer, &wording), view, "{codes:?}");
        let mut updates = the_match.updates_with(viewer, last, 1, true, &whole);
        for update in &mut updates {
            in_update(update, &mut kept);
        }
        assert_eq!(the_match.updates_with(viewer, last, 1, true, &wording), updates, "{codes:?}");
        if let Some(seat) = viewer.seat() {
            let legal = AnyMatch::legal(the_match, seat);
            let ids = legal.first().copied().into_iter().chain([ActionId(0)]);
            for id in ids {
                let mut explained = the_match.explain(seat, id, &whole).expect("it is an action");
                explained.action.iter_mut().for_each(|action| kept(&mut action.label));
                explained.refusal.iter_mut().for_each(|refusal| kept(&mut refusal.text));
                let again = the_match.explain(seat, id, &wording).expect("it is an action");
                assert_eq!(again, explained, "{codes:?}");
            }
        }
    }
    french
}

fn in_view(view: &mut wire::View, keep: &mut impl FnMut(&mut Option<LocalizedText>)) {
    in_prompt(view.prompt.as_mut(), keep);
    in_outcome(view.outcome.as_mut(), keep);
}

fn in_update(update: &mut wire::Update, keep: &mut impl FnMut(&mut Option<LocalizedText>)) {
    for event in &mut update.events {
        keep(&mut event.text);
    }
    in_prompt(update.prompt.as_mut(), keep);
    in_outcome(update.outcome.as_mut(), keep);
    if let Some(view) = &mut update.view {
        in_view(view, keep);
    }
}

fn in_prompt(prompt: Option<&mut wire::Prompt>, keep: &mut impl FnMut(&mut Option<LocalizedText>)) {
    for action in prompt.into_iter().flat_map(|prompt| &mut prompt.actions) {
        keep(&mut action.label);
    }
}

fn in_outcome(
    outcome: Option<&mut wire::Outcome>,
    keep: &mut impl FnMut(&mut Option<LocalizedText>),
) {
    if let Some(outcome) = outcome {
        keep(&mut outcome.text);
        for score in &mut outcome.scores {
            keep(&mut score.text);
        }
    }
}
