//! `texts.txt` and `drawings.txt`: what people read of a game, in every language, from seeded
//! matches of every variant. They change only when a text is meant to change.

use std::collections::{BTreeMap, BTreeSet};

use intrigue_core::{
    ActionSet, AnyMatch, Game, GameAction, Lang, Localizer, Match, RefusalReason, Rng, Seat,
    SeatNames, Seed, Settings, Text, Turn, Viewer, message, refusal_text,
};

use crate::channels::event_text;
use crate::golden::{compare, golden_path, variant_name};
use crate::variants;

/// The number of different texts that are kept of one kind: of events that differ only in numbers, and of
/// actions that are described by the position.
const EXAMPLES: usize = 3;
/// The decisions after which a view is drawn.
const DRAWN_AFTER: [u64; 3] = [0, 12, 40];

/// Compares labels, event texts, refusals, outcomes and drawings with the golden files.
///
/// # Panics
///
/// Panics if they differ.
pub fn text_corpus<G: Game>() {
    let mut corpus = Corpus::default();
    for &action in G::ACTIONS {
        let labels = Lang::ALL.map(|lang| G::label(action, &localizer::<G>(lang)));
        corpus.add("label", &action.notation(), &labels);
    }
    for rule in G::RefusalReason::ALL {
        let text = refusal_text::<G>(*rule);
        let texts = both(&text);
        corpus.add("refusal", &format!("{} {}", rule.code(), rule.clause()), &texts);
    }
    for (number, settings) in (0..).zip(variants::<G>()) {
        corpus.play::<G>(&settings, number);
    }
    let comment = "# What people read: kind, notation or facts, then the text in each language.";
    let path = golden_path(G::ABOUT.id, "texts.txt");
    compare(&path, comment, &corpus.lines(), None);
    let comment = "# Views as they are drawn, of seat 0 and of a spectator in turn.";
    let path = golden_path(G::ABOUT.id, "drawings.txt");
    compare(&path, comment, &corpus.drawings, None);
}

#[derive(Default)]
struct Corpus {
    /// By kind and shape (the key without its numbers), the different texts.
    texts: BTreeMap<(&'static str, String), BTreeSet<String>>,
    drawings: Vec<String>,
    drawn: usize,
}

fn localizer<G: Game>(lang: Lang) -> Localizer<'static> {
    G::catalog().localizer(lang, SeatNames::NUMBERS)
}

fn both(text: &Text) -> [String; 2] {
    Lang::ALL.map(|lang| lang.pick(&text.en, &text.fr).to_string())
}

impl Corpus {
    fn add(&mut self, kind: &'static str, key: &str, texts: &[String]) {
        let exact = kind == "label" || kind == "refusal";
        let shape = if exact {
            key.to_owned()
        } else {
            key.replace(|letter: char| letter.is_ascii_digit(), "")
        };
        let known = self.texts.entry((kind, shape)).or_default();
        if known.len() < EXAMPLES {
            known.insert(format!("{kind} {key} | {}", texts.join(" | ")));
        }
    }

    fn lines(&self) -> Vec<String> {
        self.texts.values().flatten().cloned().collect()
    }

    /// Plays a match at random and keeps what its viewers read.
    fn play<G: Game>(&mut self, settings: &Settings, number: u64) {
        let seed = Seed::from_number(number);
        let mut rng = Rng::new(&seed, u64::MAX);
        let mut the_match =
            Match::<G>::new(settings, seed, Vec::new()).expect("a variant is sound");
        let mut decisions = 0;
        loop {
            self.add_events(&the_match);
            let Turn::Seats(asked) = the_match.turn() else {
                break;
            };
            if DRAWN_AFTER.contains(&decisions) {
                self.draw(&the_match, settings, &format!("after {decisions}"));
            }
            let seat = asked.iter().nth(rng.index(asked.len()));
            let seat = seat.expect("a turn has a seat");
            self.add_descriptions(&the_match, seat);
            if number % 5 == 4 && decisions == 9 && the_match.resign(seat).is_ok() {
                decisions += 1;
                continue;
            }
            let id = the_match.state().legal(seat).pick(&mut rng);
            the_match.act(seat, id, None).expect("a legal action is accepted");
            decisions += 1;
        }
        self.draw(&the_match, settings, "at the end");
        let outcome = the_match.state().outcome().expect("the match is over");
        let texts = Lang::ALL.map(|lang| G::outcome_text(&outcome, &localizer::<G>(lang)));
        self.add("ending", outcome.ending, &texts);
        for score in outcome.scores {
            let texts = Lang::ALL.map(|lang| message!(localizer::<G>(lang), ("score", score.part)));
            self.add("score", score.part, &texts);
        }
    }

    fn add_events<G: Game>(&mut self, the_match: &Match<G>) {
        let state = the_match.state();
        for viewer in Viewer::all(the_match.seats()) {
            let view = G::ABOUT.contextual.then(|| state.view(viewer));
            for seen in the_match
                .events()
                .iter()
                .filter_map(|event| G::see(event, viewer))
                .filter(|seen| G::seen_to_wire(seen).is_some())
            {
                let texts = Lang::ALL.map(|lang| event_text::<G>(view.as_ref(), &seen, lang));
                self.add("event", &G::event_notation(&seen), &texts);
            }
        }
    }

    fn add_descriptions<G: Game>(&mut self, the_match: &Match<G>, seat: Seat) {
        if !G::ABOUT.contextual {
            return;
        }
        let state = the_match.state();
        let view = state.view(Viewer::Seat(seat));
        for id in state.legal(seat).iter() {
            let action = G::ACTIONS[usize::from(id.0)];
            let texts =
                Lang::ALL.map(|lang| G::describe_action(&view, action, &localizer::<G>(lang)));
            self.add("description", &action.notation(), &texts);
        }
    }

    fn draw<G: Game>(&mut self, the_match: &Match<G>, settings: &Settings, when: &str) {
        let spectator = the_match.seats() * (self.drawn % 2);
        let viewer = Viewer::all(the_match.seats()).nth(spectator);
        let viewer = viewer.expect("a spectator is the last viewer");
        let lang = Lang::ALL[self.drawn / 2 % Lang::ALL.len()];
        self.drawn += 1;
        let title = variant_name(settings);
        self.drawings.push(format!("{title}, {viewer:?}, {lang:?}, {when}"));
        let drawing = G::render(&the_match.state().view(viewer), &localizer::<G>(lang));
        let indented = |line: &str| match line {
            "" => String::new(),
            line => format!("  {line}"),
        };
        let lines = drawing.lines().map(indented);
        self.drawings.extend(lines);
    }
}
