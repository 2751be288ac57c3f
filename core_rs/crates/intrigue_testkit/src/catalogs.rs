//! Texts are data: the catalogs agree with each other and with the code, and no sentence is written
//! in the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use intrigue_core::{
    ActionSet, AnyMatch, Catalog, Game, Lang, Localizer, Match, RefusalReason, Rng, SeatNames,
    Seed, Settings, Turn, Viewer, message,
};

use crate::channels::event_text;
use crate::variants;

/// What the code names: messages with their arguments, and families of messages with all arguments
/// that any of their members is given.
#[derive(Default, Debug)]
struct Named {
    messages: BTreeMap<String, BTreeSet<String>>,
    families: BTreeMap<String, BTreeSet<String>>,
}

/// Families of which the core names the members, in the catalog of every game.
const OF_EVERY_GAME: &[&str] = &["game", "option", "document", "refusal", "ending", "score"];

/// The messages of the core whose arguments the localizer itself gives.
const OF_LOCALIZER: &[&str] = &["seat", "quotation"];

/// The catalog of a game has the messages that its crate names, in every language, with the same
/// arguments, and no others.
///
/// # Panics
///
/// Panics if not.
pub fn catalog_matches_code<G: Game>(manifest: &str) {
    catalog_matches(G::catalog(), &[manifest], OF_EVERY_GAME);
}

/// The same for any catalog and the crates that use it.
///
/// # Panics
///
/// Panics if not.
pub fn catalog_matches(catalog: &Catalog, manifests: &[&str], families: &[&str]) {
    let mut named = Named::default();
    for &family in families {
        named.families.entry(family.to_owned()).or_default();
    }
    for manifest in manifests {
        named.add_folder(&Path::new(manifest).join("src"));
    }
    let mut faults = Vec::new();
    for lang in Lang::ALL {
        let messages = catalog.messages(lang);
        faults.extend(named.compare(lang, &messages));
    }
    let ids = Lang::ALL.map(|lang| {
        let messages = catalog.messages(lang);
        let ids = messages.keys().filter(|id| !id.contains('.'));
        ids.map(ToString::to_string).collect::<BTreeSet<_>>()
    });
    for id in ids[0].symmetric_difference(&ids[1]) {
        faults.push(format!("{id} is not in every language"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

impl Named {
    fn add_folder(&mut self, folder: &Path) {
        let entries = std::fs::read_dir(folder).expect("a crate has sources");
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.file_stem().is_some_and(|name| name == "tests") {
                continue;
            }
            if path.is_dir() {
                self.add_folder(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(&path).expect("a source is text");
                let without_comments: Vec<&str> =
                    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                self.add(&without_comments.join("\n"));
            }
        }
    }

    fn add(&mut self, source: &str) {
        for call in source.split("message!(").skip(1) {
            let parts = arguments(call);
            // The macro's own definition names nothing.
            let Some(id) = parts.get(1).filter(|id| !id.starts_with('$')) else {
                continue;
            };
            let names = parts.iter().skip(2).filter(|part| !part.is_empty());
            let name = |part: &&String| {
                let name = part.split('=').next().unwrap_or_default();
                name.trim().to_owned()
            };
            let names = names.map(|part| name(&part));
            if let Some(id) = literal(id) {
                self.messages.entry(id).or_default().extend(names);
            } else if let Some(family) = id.strip_prefix('(').and_then(literal) {
                self.families.entry(family).or_default().extend(names);
            } else {
                panic!("message!({}: the id is neither a text nor a family", parts[0]);
            }
        }
        // Where the core writes an entry it names no family.
        for family in source.split("::Entry(").skip(1).filter_map(literal) {
            self.families.entry(family).or_default();
        }
    }

    fn compare(&self, lang: Lang, messages: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<String> {
        let mut faults = Vec::new();
        let code = lang.code();
        for (id, arguments) in &self.messages {
            let Some(variables) = messages.get(id.as_str()) else {
                faults.push(format!("{code}: there is no {id}"));
                continue;
            };
            let used: BTreeSet<_> = variables
                .iter()
                .map(|name| base(name, arguments).unwrap_or(name).to_owned())
                .collect();
            if used != *arguments {
                faults.push(format!("{code}: {id} uses {used:?}, is given {arguments:?}"));
            }
        }
        for (id, variables) in messages {
            let (message, _) = id.split_once('.').unwrap_or((id, ""));
            if self.messages.contains_key(message) {
                continue;
            }
            // Of several families that fit, the longest name is meant.
            let family = self.families.iter().rev().find(|(family, _)| {
                message == family.as_str()
                    || message
                        .strip_prefix(family.as_str())
                        .is_some_and(|rest| rest.starts_with('-'))
            });
            let Some((_, arguments)) = family else {
                faults.push(format!("{code}: nothing uses {id}"));
                continue;
            };
            for name in variables {
                let is_localizers = OF_LOCALIZER.iter().any(|own| message.starts_with(own));
                if !is_localizers && base(name, arguments).is_none() {
                    faults.push(format!("{code}: {id} is never given ${name}"));
                }
            }
        }
        faults
    }
}

/// The argument that a variable is, or is a form of.
fn base<'a>(variable: &str, arguments: &'a BTreeSet<String>) -> Option<&'a str> {
    let is_form = |argument: &&String| {
        variable
            .strip_prefix(argument.as_str())
            .is_some_and(|form| form.is_empty() || form.starts_with('_'))
    };
    arguments.iter().find(is_form).map(String::as_str)
}

/// The text at the beginning of a source, if it is in quotation marks.
fn literal(source: &str) -> Option<String> {
    let text = source.trim_start().strip_prefix('"')?;
    Some(text.split('"').next()?.to_owned())
}

/// The arguments of a call, without the space around them; the source begins after its bracket.
fn arguments(source: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    let mut quoted = false;
    for letter in source.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            ',' if !quoted && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is one").push(letter);
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

/// In English with accents, everything that people read has accents: a new language needs new
/// catalogs and no change of the code.
///
/// # Panics
///
/// Panics if something that people read was written in the code.
pub fn pseudo_locale<G: Game>() {
    let text = G::catalog().localizer(Lang::Pseudo, SeatNames::NUMBERS);
    let mut plain = BTreeSet::new();
    let mut look = |what: String| {
        if let Some(word) = plain_word(&what) {
            plain.insert(format!("{word}: {what}"));
        }
    };
    for &action in G::ACTIONS {
        look(G::label(action, &text));
    }
    for reason in G::RefusalReason::ALL {
        let code = reason.code().to_ascii_lowercase();
        look(message!(text, ("refusal", &code[..])));
    }
    for (number, settings) in (0..).zip(variants::<G>()) {
        read_match::<G>(&settings, number, &text, &mut look);
    }
    let plain: Vec<String> = plain.into_iter().take(20).collect();
    assert!(plain.is_empty(), "written in the code:\n{}", plain.join("\n"));
}

/// Plays a match at random and looks at what its viewers read.
fn read_match<G: Game>(
    settings: &Settings,
    number: u64,
    text: &Localizer<'_>,
    look: &mut impl FnMut(String),
) {
    let seed = Seed::from_number(number);
    let mut rng = Rng::new(&seed, u64::MAX);
    let mut the_match = Match::<G>::new(settings, seed, Vec::new()).expect("a variant is sound");
    loop {
        let state = the_match.state();
        let viewer = Viewer::all(the_match.seats()).nth(rng.index(the_match.seats() + 1));
        let viewer = viewer.expect("there is a spectator");
        let view = state.view(viewer);
        look(G::render(&view, text));
        let events = the_match.events().iter();
        for event in events.filter_map(|event| G::see(event, viewer)) {
            let view = G::ABOUT.contextual.then_some(&view);
            look(event_text::<G>(view, &event, Lang::Pseudo));
        }
        let Turn::Seats(asked) = the_match.turn() else {
            break;
        };
        let seat = asked.iter().nth(rng.index(asked.len()));
        let seat = seat.expect("a turn has a seat");
        let state = the_match.state();
        let legal = state.legal(seat);
        if G::ABOUT.contextual {
            let view = state.view(Viewer::Seat(seat));
            for id in legal.iter() {
                look(G::describe_action(&view, G::ACTIONS[usize::from(id.0)], text));
            }
        }
        let id = legal.pick(&mut rng);
        the_match.act(seat, id, None).expect("a legal action is accepted");
    }
    let outcome = the_match.state().outcome().expect("the match is over");
    look(G::outcome_text(&outcome, text));
    for score in outcome.scores {
        look(message!(text, ("score", score.part)));
    }
}

/// The first word of plain letters in a text, apart from style tags.
fn plain_word(text: &str) -> Option<String> {
    let mut rest = text.to_owned();
    for tag in ["b", "dim", "red", "green", "yellow", "blue", "magenta", "cyan", "/"] {
        rest = rest.replace(&format!("[{tag}]"), " ");
    }
    let words = rest.split(|letter: char| !letter.is_ascii_lowercase());
    // Squares and the like have at most two letters in a row.
    words.filter(|word| word.len() > 2).map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: &str = "greeting = Hello { $seat_start }, { $count }\ncard-ace = Ace\nspare = Spare";
    const FR: &str = "greeting = Salut { $seat }, { $count }\ncard-ace = As\nspare = En trop";

    fn faults(en: &str, fr: &str, code: &str) -> Vec<String> {
        let catalog = Catalog::new([en, fr]);
        let mut named = Named::default();
        named.add(code);
        let compare = |lang| named.compare(lang, &catalog.messages(lang));
        Lang::ALL.into_iter().flat_map(compare).collect()
    }

    #[test]
    fn what_the_code_names_is_compared() {
        let uses = r#"message!(text, "greeting", seat, count = f(1, 2));
            message!(text, ("card", id));"#;
        let spare = r#"message!(text, "spare");"#;
        assert!(faults(EN, FR, &format!("{uses}{spare}")).is_empty());
        assert!(faults(EN, FR, uses)[0].contains("nothing uses spare"));
        let missing = format!("{uses}{spare}message!(text, \"absent\")");
        assert!(faults(EN, FR, &missing)[0].contains("there is no absent"));
        let less = r#"message!(text, "greeting", seat); message!(text, ("card", id));"#;
        assert!(faults(EN, FR, &format!("{less}{spare}"))[0].contains("is given"));
        let entry = r#"Self::Entry("card", id); message!(text, "greeting", seat, count)"#;
        assert!(faults(EN, FR, &format!("{entry}{spare}")).is_empty());
    }

    #[test]
    fn plain_words_are_found() {
        assert_eq!(plain_word("[b]Ŝéåţ 3[/] c4"), None);
        assert_eq!(plain_word("Ŝéåţ 3 passes"), Some("passes".to_owned()));
    }
}
