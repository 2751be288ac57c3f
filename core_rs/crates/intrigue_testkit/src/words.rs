use std::collections::BTreeSet;

use intrigue_core::{
    ActionId, ActionSet, DocumentIssue, DocumentKind, Game, GameAction, Lang, Match, OptionKind,
    RefusalReason, SeatNames, Seed, clauses, game_text, message, refusal_text,
};

/// Property 1. The action table is a bijection, and notation round-trips.
pub fn action_table<G: Game>() {
    assert!(G::ACTIONS.len() <= G::Legal::ROOM, "the set of legal actions is too small");
    let mut notations = BTreeSet::new();
    for (place, &action) in G::ACTIONS.iter().enumerate() {
        let id = action.id();
        assert_eq!(usize::from(id.0), place, "{action:?}");
        assert_eq!(G::action(id), Some(action));
        let notation = action.notation();
        assert_eq!(G::parse(&notation), Some(action), "{notation}");
        assert_eq!(G::parse(&notation.to_uppercase()), Some(action), "{notation}");
        assert!(notations.insert(notation.clone()), "two actions are written {notation}");
        let form = action.form();
        assert!(notation.starts_with(form.verb), "{notation} is not a {}", form.verb);
        for lang in Lang::ALL {
            let text = G::catalog().localizer(lang, SeatNames::NUMBERS);
            assert!(!G::label(action, &text).trim().is_empty(), "{notation}");
        }
    }
    let beyond = u16::try_from(G::ACTIONS.len()).expect("ids fit 16 bits");
    assert_eq!(G::action(ActionId(beyond)), None);
    assert_eq!(G::parse("no such action"), None);
}

/// Whatever a game says to people it says in every language, and whatever it cites exists.
pub fn words<G: Game>() {
    let about = G::ABOUT;
    let sheet = clauses(about.rules[0], about.rules[1]);
    assert!(!sheet.is_empty(), "{} has no rule sheet", about.id);
    let french = clauses(about.rules[1], about.rules[0]);
    assert_eq!(sheet.len(), french.len(), "the sheets have different clauses");
    let ids: BTreeSet<&str> = sheet.iter().map(|clause| clause.id).collect();
    assert_eq!(ids.len(), sheet.len(), "a clause number comes twice");
    let head = |id: &str| game_text::<G>(|text| message!(text, ("game", id)));
    let mut texts: Vec<intrigue_core::Text> = vec![head("name"), head("summary")];
    texts.extend(sheet.into_iter().map(|clause| clause.text));
    let summary = |name: &str| game_text::<G>(|text| message!(text, ("option", name)));
    texts.extend(about.options.iter().map(|option| summary(option.name)));
    texts.extend(G::cards().into_iter().map(|card| card.name));
    for kind in about.documents {
        documents::<G>(kind);
        texts.push(game_text::<G>(|text| message!(text, ("document", kind.option))));
    }
    let mut codes = BTreeSet::new();
    for &rule in G::RefusalReason::ALL {
        assert!(ids.contains(rule.clause()), "{rule:?} cites {}", rule.clause());
        assert!(codes.insert(rule.code()), "two rules have the code {}", rule.code());
        texts.push(refusal_text::<G>(rule));
    }
    for text in texts {
        assert!(!text.en.trim().is_empty() && !text.fr.trim().is_empty(), "{text:?}");
    }
    let planes: BTreeSet<&str> = about.planes.iter().map(|plane| plane.name).collect();
    assert_eq!(planes.len(), about.planes.len(), "two planes have one name");
}

/// The documents that come with a game are those that its option names, and sound; so is the
/// template. What is no document at all is not.
fn documents<G: Game>(kind: &DocumentKind) {
    let spec = G::ABOUT.options.iter().find(|spec| spec.name == kind.option);
    let Some(OptionKind::Document(names, most)) = spec.map(|spec| &spec.kind) else {
        panic!("the game has no option {} that takes documents", kind.option);
    };
    let ids: Vec<&str> = kind.built_in.iter().map(|document| document.id).collect();
    assert_eq!(ids, *names, "the documents of option {}", kind.option);
    assert!(!kind.schema.trim().is_empty(), "{} has no schema", kind.option);
    for document in kind.built_in {
        let study = G::check_document(kind.option, document.text);
        assert!(study.is_sound(), "{}: {:?}", document.id, study.issues);
        assert_eq!(study.id, document.id);
        let unnamed = study.name.en.is_empty() || study.name.fr.is_empty();
        assert!(!unnamed, "{} has no name", document.id);
    }
    let texts = kind.built_in.iter().map(|document| document.text);
    for text in texts.chain([kind.template]) {
        let study = G::check_document(kind.option, text);
        assert!(study.is_sound(), "{:?}", study.issues);
        assert!(text.len() <= *most, "a document has more than {most} bytes");
        let settings = [(kind.option.to_owned(), text.to_owned())].into();
        Match::<G>::new(&settings, Seed::from_number(0), Vec::new())
            .unwrap_or_else(|refusal| panic!("{}", refusal.text.en));
    }
    for nonsense in ["", "{", "\n", "no document"] {
        let study = G::check_document(kind.option, nonsense);
        assert!(!study.is_sound(), "{nonsense:?} is a document");
        for DocumentIssue { text, .. } in study.issues {
            assert!(!text.en.trim().is_empty() && !text.fr.trim().is_empty());
        }
    }
}
