//! What a game's contract says beside its messages: settings, and the reasons to refuse.

use intrigue_core::{
    Game, Match, OptionKind, OptionSpec, Refusal, RefusalKind, RefusalReason, SEATS_OPTION,
    Settings, SettingsMessage, fill_defaults,
};

use crate::golden::root;
use crate::variants::full;
use crate::{variants, with_rest};

/// The reasons to refuse are those of the game's proto, in the same order.
///
/// # Panics
///
/// Panics if they are not.
pub fn refusal_reasons<G: Game>() {
    let id = G::ABOUT.id;
    let path = root().join(format!("proto/intrigue/{id}/v1/{id}.proto"));
    let proto = std::fs::read_to_string(&path).expect("a game has a proto");
    let (_, rest) =
        proto.split_once("\nenum RefusalReason {\n").expect("it has an enum of reasons");
    let (body, _) = rest.split_once("\n}").expect("the enum ends");
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let listed: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let value = |(number, code): (usize, &str)| format!("REFUSAL_REASON_{code} = {number};");
    let codes = G::RefusalReason::ALL.iter().map(|reason| reason.code());
    let expected = ["UNSPECIFIED"].into_iter().chain(codes).enumerate().map(value);
    assert_eq!(listed, expected.collect::<Vec<_>>());
}

/// The settings of every variant survive their message, and those that a message can't have are
/// refused with the field that is wrong.
///
/// # Panics
///
/// Panics where it is not so.
pub fn settings_messages<G: Game>() {
    for (seed, variant) in (0..).zip(variants::<G>()) {
        check_round_trip::<G>(&full::<G>(&variant));
        check_round_trip::<G>(&full::<G>(&with_rest::<G>(&variant, seed)));
    }
    for kind in G::ABOUT.documents {
        for document in kind.built_in {
            let settings = [(kind.option.to_owned(), document.text.to_owned())].into();
            let message = check_round_trip::<G>(&full::<G>(&settings));
            assert_eq!(message.documents, settings);
        }
    }
    check_unknown::<G>();
    check_seat_counts::<G>();
    for spec in G::ABOUT.options.iter().filter(|spec| spec.name != SEATS_OPTION) {
        check_values::<G>(spec);
    }
}

fn check_round_trip<G: Game>(settings: &Settings) -> SettingsMessage {
    let seats = G::seats(&Match::<G>::options_of(settings).expect("a variant is sound"));
    let message = SettingsMessage::new(settings, seats);
    assert_eq!(message.seat_count as usize, seats);
    assert!(!message.options.contains_key(SEATS_OPTION), "the number of seats has its field");
    let read = message.settings(G::ABOUT.options, G::ABOUT.min_seats);
    assert_eq!(read.as_ref(), Ok(settings));
    // A message may leave everything out.
    let nothing = SettingsMessage::default().settings(G::ABOUT.options, G::ABOUT.min_seats);
    assert_eq!(nothing, Ok(Settings::new()));
    message
}

/// What becomes of a message: its settings, or why not.
fn settled<G: Game>(message: &SettingsMessage) -> Result<Settings, Refusal> {
    let given = message.settings(G::ABOUT.options, G::ABOUT.min_seats)?;
    fill_defaults(G::ABOUT.options, &given)
}

fn refused<G: Game>(message: &SettingsMessage, code: &str, field: &str) -> Refusal {
    let refusal = settled::<G>(message).expect_err("such settings can't be");
    assert_eq!(refusal.kind, RefusalKind::BadOption, "{refusal:?}");
    assert_eq!((refusal.code, &refusal.field[..]), (code, field), "{refusal:?}");
    refusal
}

fn pair(name: &str, value: &str) -> Settings {
    [(name.to_owned(), value.to_owned())].into()
}

fn option(name: &str, value: &str) -> SettingsMessage {
    SettingsMessage { options: pair(name, value), ..SettingsMessage::default() }
}

fn document(name: &str, text: &str) -> SettingsMessage {
    SettingsMessage { documents: pair(name, text), ..SettingsMessage::default() }
}

fn check_unknown<G: Game>() {
    let refusal = refused::<G>(&option("nonsense", "1"), "UNKNOWN_OPTION", "options.nonsense");
    assert_eq!(refusal.values[0], ("option", "nonsense".to_owned()));
    refused::<G>(&document("nonsense", "{}"), "UNKNOWN_OPTION", "documents.nonsense");
    // The number of seats has a field of its own.
    refused::<G>(&option(SEATS_OPTION, "2"), "UNKNOWN_OPTION", "options.seats");
    refused::<G>(&document(SEATS_OPTION, "2"), "UNKNOWN_OPTION", "documents.seats");
}

fn check_seat_counts<G: Game>() {
    let most = u32::try_from(G::ABOUT.max_seats).expect("a few");
    for seat_count in [most + 1, u32::MAX] {
        let message = SettingsMessage { seat_count, ..SettingsMessage::default() };
        let refusal = refused::<G>(&message, "BAD_OPTION_VALUE", "seat_count");
        assert!(refusal.values.contains(&("value", seat_count.to_string())), "{refusal:?}");
        assert!(refusal.values.iter().any(|(name, _)| *name == "accepted"), "{refusal:?}");
    }
    for seat_count in 1..=most {
        let message = SettingsMessage { seat_count, ..SettingsMessage::default() };
        if seat_count < u32::try_from(G::ABOUT.min_seats).expect("a few") {
            refused::<G>(&message, "BAD_OPTION_VALUE", "seat_count");
        } else {
            let settings = settled::<G>(&message).expect("the game has as many seats");
            let options = Match::<G>::options_of(&settings).expect("a variant is sound");
            assert_eq!(G::seats(&options), seat_count as usize);
        }
    }
}

fn check_values<G: Game>(spec: &OptionSpec) {
    let name = spec.name;
    let field = format!("options.{name}");
    let mut bad = vec!["nonsense".to_owned(), String::new()];
    if let OptionKind::Integer(low, high) = spec.kind {
        bad.extend([low - 1, high + 1].map(|number| number.to_string()));
        bad.extend([format!("0{low}"), format!("+{high}"), format!(" {low}")]);
    }
    // A document is in a field of its own.
    bad.extend(["{}".to_owned(), "a line\n".to_owned()]);
    for value in bad {
        let refusal = refused::<G>(&option(name, &value), "BAD_OPTION_VALUE", &field);
        assert_eq!(refusal.values[0], ("option", name.to_owned()));
        assert!(refusal.values.iter().any(|(name, _)| *name == "accepted"), "{refusal:?}");
    }
    let field = format!("documents.{name}");
    let OptionKind::Document(names, most) = spec.kind else {
        refused::<G>(&document(name, "{}"), "UNKNOWN_OPTION", &field);
        return;
    };
    let long = format!("{{{}}}", " ".repeat(most));
    refused::<G>(&document(name, &long), "BAD_OPTION_VALUE", &field);
    // A name and a document at once.
    let both = SettingsMessage { documents: pair(name, "{}"), ..option(name, names[0]) };
    refused::<G>(&both, "BAD_OPTION_VALUE", &format!("options.{name}"));
    // A text in the field of documents is never taken for a name.
    let text = settled::<G>(&document(name, names[0])).expect("a text can be anything");
    assert_eq!(text[name], format!("{}\n", names[0]));
}
