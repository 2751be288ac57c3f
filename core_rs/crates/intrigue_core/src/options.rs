use std::collections::BTreeMap;

use intrigue_wire::v1 as wire;
use wire::game_option::Kind;

use crate::refusal::quote;
use crate::{Lang, Localizer, Refusal, RefusalKind, Seat, SeatNames, Text, core_catalog, message};

/// Options of a match as they travel: names and values as text.
pub type Settings = BTreeMap<String, String>;

/// One setting of a game.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// The key in the settings of a match.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// The value of a match that does not set it.
    pub default: &'static str,
    /// How tests go through its values.
    pub coverage: Coverage,
}

/// How tests go through the values of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// As many matches with each value, together with all other options.
    Each,
    /// The matches are shared out over the values, together with all other options.
    Shared,
    /// A value here and there.
    Sometimes,
}

/// What an option can be.
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// One of these.
    Choice(&'static [&'static str]),
    /// A number within these bounds, both included.
    Integer(i64, i64),
    /// One of these names, or a text of at most this number of bytes. A text is known by its line
    /// break, or begins with a brace, and no name does.
    Document(&'static [&'static str], usize),
}

impl OptionSpec {
    /// Whether the option can have this value.
    fn accepts(&self, value: &str) -> bool {
        match self.kind {
            OptionKind::Choice(values) => values.contains(&value),
            // Only the plain form of a number: a record must name its options in one way.
            OptionKind::Integer(low, high) => value
                .parse::<i64>()
                .is_ok_and(|n| (low..=high).contains(&n) && n.to_string() == value),
            OptionKind::Document(_, most) if is_document(value) => value.len() <= most,
            OptionKind::Document(names, _) => names.contains(&value),
        }
    }

    /// The values for which tests try the game: all of a choice, the ends and the default of a
    /// number, the documents that have a name.
    pub fn samples(&self) -> Vec<String> {
        match self.kind {
            OptionKind::Choice(values) | OptionKind::Document(values, _) => {
                values.iter().map(|&v| v.to_owned()).collect()
            }
            OptionKind::Integer(low, high) if high - low < 8 => {
                (low..=high).map(|n| n.to_string()).collect()
            }
            OptionKind::Integer(low, high) => {
                vec![low.to_string(), self.default.to_owned(), high.to_string()]
            }
        }
    }

    fn values(&self, text: &Localizer<'_>) -> String {
        match self.kind {
            OptionKind::Choice(values) => values.join(", "),
            OptionKind::Integer(low, high) => format!("{low}..{high}"),
            OptionKind::Document(names, most) => {
                message!(text, "option-document", names = names.join(", "), most)
            }
        }
    }

    /// Why the option can't have a value.
    fn complaint(&self, value: &str) -> Text {
        let (name, shown, length) = (self.name, quote(value), value.len());
        Text::of_core(|text| match self.kind {
            OptionKind::Document(_, most) if is_document(value) => {
                message!(text, "document-too-long", name, length, most)
            }
            _ => {
                message!(text, "bad-option-value", name, shown = &shown, values = self.values(text))
            }
        })
    }

    pub(crate) fn to_wire(&self, summary: &Text) -> wire::GameOption {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let number = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
        wire::GameOption {
            name: self.name.to_owned(),
            summary: Some(summary.to_wire()),
            default_value: self.default.to_owned(),
            kind: Some(match self.kind {
                OptionKind::Choice(["false", "true"] | ["true", "false"]) => {
                    Kind::Boolean(wire::BooleanOption {})
                }
                OptionKind::Choice(values) => {
                    Kind::Choice(wire::ChoiceOption { values: texts(values) })
                }
                OptionKind::Integer(low, high) => Kind::Integer(wire::IntegerOption {
                    minimum: number(low),
                    maximum: number(high),
                }),
                OptionKind::Document(names, most) => Kind::Document(wire::DocumentOption {
                    names: texts(names),
                    max_bytes: u32::try_from(most).unwrap_or(u32::MAX),
                }),
            }),
        }
    }

    /// The field of a request that has the option.
    fn field(&self, value: &str) -> String {
        match self.name {
            SEATS_OPTION => "seat_count".to_owned(),
            name if is_document(value) => format!("documents.{name}"),
            name => format!("options.{name}"),
        }
    }
}

/// The option that says how many seats there are, in games that leave a choice. Messages have a field
/// for it.
pub const SEATS_OPTION: &str = "seats";

/// Whether a value is a document itself, and not the name of one.
pub fn is_document(value: &str) -> bool {
    value.starts_with('{') || value.contains('\n')
}

/// All options of a game: what was given, and the defaults of the rest.
pub fn fill_defaults(specs: &[OptionSpec], given: &Settings) -> Result<Settings, Refusal> {
    if let Some(name) = given.keys().find(|name| specs.iter().all(|spec| spec.name != **name)) {
        return Err(unknown_option(name, specs.iter(), "options"));
    }
    specs
        .iter()
        .map(|spec| {
            let value = given.get(spec.name).map_or(spec.default, String::as_str);
            if spec.accepts(value) {
                return Ok((spec.name.to_owned(), value.to_owned()));
            }
            Err(bad_value(spec, value))
        })
        .collect()
}

fn unknown_option<'a>(
    name: &str,
    specs: impl Iterator<Item = &'a OptionSpec>,
    place: &str,
) -> Refusal {
    let known = specs.map(|spec| spec.name).collect::<Vec<_>>().join(", ");
    let field = format!("{place}.{name}");
    let name = quote(name);
    let text = Text::of_core(|text| message!(text, "unknown-option", name = &name, known = &known));
    Refusal::new(RefusalKind::BadOption, "UNKNOWN_OPTION", text)
        .with("option", name)
        .with("known", known)
        .in_field(field.chars().take(80).collect::<String>())
}

fn bad_value(spec: &OptionSpec, value: &str) -> Refusal {
    let text = spec.complaint(value);
    let accepted = core_catalog().localizer(Lang::En, SeatNames::NUMBERS);
    Refusal::new(RefusalKind::BadOption, "BAD_OPTION_VALUE", text)
        .with("option", spec.name)
        .with("value", quote(value))
        .with("accepted", spec.values(&accepted))
        .in_field(spec.field(value))
}

/// Settings as messages have them: the number of seats, options, and documents apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SettingsMessage {
    /// How many seats; 0: the game's default.
    pub seat_count: u32,
    /// Options that are no documents.
    pub options: Settings,
    /// The texts of options that are documents.
    pub documents: Settings,
}

impl SettingsMessage {
    /// The message of complete settings.
    pub fn new(settings: &Settings, seats: usize) -> Self {
        let others = settings.iter().filter(|(name, _)| *name != SEATS_OPTION);
        let pairs = others.map(|(name, value)| (name.clone(), value.clone()));
        let (documents, options) = pairs.partition(|(_, value)| is_document(value));
        Self { seat_count: u32::try_from(seats).unwrap_or(u32::MAX), options, documents }
    }

    /// The settings of a message for a game with these options and this number of seats, if it leaves
    /// no choice. Values are not judged here.
    pub fn settings(&self, specs: &[OptionSpec], fixed_seats: usize) -> Result<Settings, Refusal> {
        let named = specs.iter().filter(|spec| spec.name != SEATS_OPTION);
        let takes_document = |spec: &&OptionSpec| matches!(spec.kind, OptionKind::Document(..));
        let mut settings = Settings::new();
        for (name, value) in &self.options {
            let spec = named.clone().find(|spec| spec.name == name);
            let spec = spec.ok_or_else(|| unknown_option(name, named.clone(), "options"))?;
            if is_document(value) {
                return Err(bad_value(spec, value).in_field(format!("options.{name}")));
            }
            settings.insert(name.clone(), value.clone());
        }
        for (name, text) in &self.documents {
            let documents = named.clone().filter(takes_document);
            let spec = documents.clone().find(|spec| spec.name == name);
            let spec = spec.ok_or_else(|| unknown_option(name, documents, "documents"))?;
            let text = if is_document(text) { text.clone() } else { format!("{text}\n") };
            if let Some(name) = settings.insert(name.clone(), text) {
                return Err(bad_value(spec, &name));
            }
        }
        if self.seat_count != 0 {
            let count = self.seat_count.to_string();
            if let Some(spec) = specs.iter().find(|spec| spec.name == SEATS_OPTION) {
                if !spec.accepts(&count) {
                    return Err(bad_value(spec, &count));
                }
                settings.insert(SEATS_OPTION.to_owned(), count);
            } else if self.seat_count as usize != fixed_seats {
                let text = Text::of_core(|text| {
                    message!(
                        text,
                        "bad-option-value",
                        name = "seat_count",
                        shown = &count,
                        values = fixed_seats
                    )
                });
                return Err(Refusal::new(RefusalKind::BadOption, "BAD_OPTION_VALUE", text)
                    .with("option", "seat_count")
                    .with("value", count)
                    .with("accepted", fixed_seats)
                    .in_field("seat_count"));
            }
        }
        Ok(settings)
    }
}

/// The value of an option that is a number. The settings are complete and checked.
pub fn integer_option<T: std::str::FromStr>(settings: &Settings, name: &str) -> T {
    let value = settings[name].parse().ok();
    value.expect("a number that the option can have")
}

/// The seat that the option `first_seat` names; `None` if chance decides.
pub fn first_seat_option(settings: &Settings, seats: usize) -> Result<Option<Seat>, Text> {
    let first_seat: Option<Seat> = settings["first_seat"].parse().ok().and_then(Seat::new);
    if first_seat.is_some_and(|seat| seat.index() >= seats) {
        return Err(Text::of_core(|text| message!(text, "bad-first-seat", seats)));
    }
    Ok(first_seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[OptionSpec {
        name: "map",
        kind: OptionKind::Document(&["harbor", "palace"], 20),
        default: "harbor",
        coverage: Coverage::Each,
    }];

    fn settled(value: &str) -> Result<Settings, Refusal> {
        fill_defaults(SPECS, &Settings::from([("map".to_owned(), value.to_owned())]))
    }

    #[test]
    fn a_document_is_a_name_or_a_text() {
        for value in ["palace", "{}", "a line\nand another", "{exactly 20 bytes..}"] {
            assert_eq!(settled(value).unwrap()["map"], value);
        }
        assert_eq!(fill_defaults(SPECS, &Settings::new()).unwrap()["map"], "harbor");
        assert_eq!(SPECS[0].samples(), ["harbor", "palace"]);
        let wire = SPECS[0].to_wire(&Text::fixed("", ""));
        let Some(Kind::Document(document)) = wire.kind else { panic!("{wire:?}") };
        assert_eq!((document.names.len(), document.max_bytes), (2, 20));
    }

    #[test]
    fn a_document_that_can_t_be_is_told_why() {
        for (value, en, fr) in [
            ("{exactly 21 bytes...}", "21 bytes", "21 octets"),
            ("bazaar", "harbor, palace, or a document", "harbor, palace, ou un document"),
            ("", "at most 20 bytes", "au plus 20 octets"),
            ("a long text without any line break", "can't be", "ne peut pas"),
        ] {
            let refusal = settled(value).unwrap_err();
            assert_eq!((refusal.kind, refusal.code), (RefusalKind::BadOption, "BAD_OPTION_VALUE"));
            assert!(refusal.text.en.contains(en), "{}", refusal.text.en);
            assert!(refusal.text.fr.contains(fr), "{}", refusal.text.fr);
        }
    }
}
