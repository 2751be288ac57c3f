use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::FluentValue;

use super::{Catalog, Lang, SeatNames, Text, Value, core_catalog, pseudo};
use crate::{MAX_SEATS, Seat, SeatSet};

/// Writes the messages of a catalog in one language. Code that has one can say what a catalog says
/// and nothing else: it names a message and its arguments ([`message!`](crate::message)).
#[derive(Clone, Copy)]
pub struct Localizer<'a> {
    catalog: &'a Catalog,
    lang: Lang,
    names: &'a SeatNames,
    markup: bool,
}

/// What names a message: `"event-passed"`, or a family and one of its members, `("card", "duchess")`
/// for `card-duchess`.
pub trait MessageId: Copy {
    /// The id as the catalog has it.
    fn id(&self) -> Cow<'_, str>;
}

impl MessageId for &str {
    fn id(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl MessageId for (&str, &str) {
    fn id(&self) -> Cow<'_, str> {
        Cow::Owned(format!("{}-{}", self.0, self.1))
    }
}

/// The two marks between which a name stands, so that its letters can't change the direction of the
/// rest of a line.
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

impl<'a> Localizer<'a> {
    pub(super) fn new(catalog: &'a Catalog, lang: Lang, names: &'a SeatNames) -> Self {
        Self { catalog, lang, names, markup: false }
    }

    /// The same for a drawing, in which square brackets are style tags: those of names are escaped.
    /// A backslash is an escape before `[` alone, so those of names stay as they are.
    #[must_use]
    pub fn with_markup(self) -> Self {
        Self { markup: true, ..self }
    }

    /// A message with its arguments. [`message!`](crate::message) calls it.
    pub fn format(&self, id: &impl MessageId, arguments: &[(&str, Value<'_>)]) -> String {
        let text = |name: &str| self.variable(name, arguments);
        self.catalog.format(self.lang, &id.id(), text)
    }

    /// A text of content in this language.
    pub fn content<'t>(&self, text: &'t Text) -> Cow<'t, str> {
        match self.lang {
            Lang::Pseudo => pseudo::transform(&text.en),
            lang => text.get(lang).into(),
        }
    }

    /// Items, one after the other: "a, b, c".
    pub fn list<T: AsRef<str>>(&self, items: impl IntoIterator<Item = T>) -> String {
        let comma = core_catalog().format(self.lang, "list-comma", |_| None);
        let mut text = String::new();
        for item in items {
            if !text.is_empty() {
                text.push_str(&comma);
            }
            text.push_str(item.as_ref());
        }
        text
    }

    /// The value of a variable: an argument, or a form of one (`$seat_start` of `seat`).
    fn variable<'v>(&self, name: &str, arguments: &[(&str, Value<'_>)]) -> Option<FluentValue<'v>> {
        let exact = arguments.iter().find(|(argument, _)| *argument == name);
        let (value, form) = match exact {
            Some((_, value)) => (value, ""),
            None => arguments.iter().find_map(|(argument, value)| {
                let form = name.strip_prefix(argument)?.strip_prefix('_')?;
                Some((value, form))
            })?,
        };
        match value {
            Value::Number(number) if form.is_empty() => Some((*number).into()),
            Value::Text(text) if form.is_empty() => Some(text.to_string().into()),
            Value::Quoted(text) if form.is_empty() => Some(self.quoted(text).into()),
            Value::None => Some("none".into()),
            Value::Seat(seat) => Some(self.seat(*seat, form).into()),
            Value::Seats(seats) => Some(self.seats(*seats, form).into()),
            Value::Entry(family, member) => {
                let id = match form {
                    "" => format!("{family}-{member}"),
                    form => format!("{family}-{member}.{form}"),
                };
                Some(self.catalog.format(self.lang, &id, |_| None).into())
            }
            Value::Number(_) | Value::Text(_) | Value::Quoted(_) => None,
        }
    }

    /// A seat in one of its forms; the plain one is "player 3".
    pub fn seat(&self, seat: Seat, form: &str) -> Cow<'static, str> {
        if let Some(name) = self.names.get(seat) {
            let (shown, kind) = (self.isolated(name), kind_of_name(name));
            return seat_form(self.lang, form, &shown, kind).into();
        }
        match NUMBERED[self.lang as usize].iter().find(|(known, _)| known == form) {
            Some((_, seats)) => Cow::Borrowed(&seats[seat.index()]),
            None => seat_form(self.lang, form, &seat.to_string(), "number").into(),
        }
    }

    /// Several seats in one of their forms; the plain one is "players 0, 2".
    pub fn seats(&self, seats: SeatSet, form: &str) -> String {
        let id = if form.is_empty() {
            Cow::Borrowed("seats")
        } else {
            Cow::Owned(format!("seats-{form}"))
        };
        let named = seats.iter().all(|seat| self.names.get(seat).is_some());
        let list = self.list(seats.iter().map(|seat| match self.names.get(seat) {
            Some(name) if named => self.isolated(name),
            _ => seat.to_string(),
        }));
        let kind = if named && !seats.is_empty() { "name" } else { "number" };
        core_catalog().format(self.lang, &id, |variable| match variable {
            "list" => Some(list.clone().into()),
            "count" => Some(seats.len().into()),
            "kind" => Some(kind.into()),
            _ => None,
        })
    }

    fn quoted(&self, text: &str) -> String {
        core_catalog().format(self.lang, "quotation", |variable| {
            (variable == "text").then(|| text.to_owned().into())
        })
    }

    fn isolated(&self, name: &str) -> String {
        let [open, close] = ISOLATE;
        let name =
            if self.markup { Cow::Owned(name.replace('[', "\\[")) } else { Cow::Borrowed(name) };
        format!("{open}{name}{close}")
    }
}

fn seat_form(lang: Lang, form: &str, shown: &str, kind: &'static str) -> String {
    let id =
        if form.is_empty() { Cow::Borrowed("seat") } else { Cow::Owned(format!("seat-{form}")) };
    core_catalog().format(lang, &id, |variable| match variable {
        "seat" => Some(shown.to_owned().into()),
        "kind" => Some(kind.into()),
        _ => None,
    })
}

/// The forms of one language, each with all seats by their numbers.
type Numbered = Vec<(String, [String; MAX_SEATS])>;

/// The forms of numbered seats in every language: nearly every event has one.
static NUMBERED: LazyLock<[Numbered; Lang::ALL.len() + 1]> = LazyLock::new(|| {
    [Lang::En, Lang::Fr, Lang::Pseudo].map(|lang| {
        let messages = core_catalog().messages(lang);
        let forms = messages.keys().filter_map(|id| {
            let form = id.strip_prefix("seat")?;
            if form.is_empty() { Some(form) } else { form.strip_prefix('-') }
        });
        forms
            .map(|form| {
                let seat = |index: usize| seat_form(lang, form, &index.to_string(), "number");
                (form.to_owned(), std::array::from_fn(seat))
            })
            .collect()
    })
});

/// How many columns a text of a drawing takes on a screen. Style tags, the backslash before a bracket
/// and the marks around a name take none.
pub fn drawn_width(text: &str) -> usize {
    let (mut columns, mut in_tag) = (0, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ']' if in_tag => in_tag = false,
            _ if in_tag => {}
            '\\' if letters.next_if_eq(&'[').is_some() => columns += 1,
            '[' => in_tag = true,
            _ => columns += usize::from(!ISOLATE.contains(&letter)),
        }
    }
    columns
}

/// A text of a drawing, padded with spaces to this many columns.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(drawn_width(text));
    format!("{text}{:missing$}", "")
}

/// The kind of a name, by which French elides: d'Alice, de Marie.
fn kind_of_name(name: &str) -> &'static str {
    let vowels = "aeiouyhàâäæéèêëîïôöœùûüÿ";
    let first = name.chars().next().and_then(|first| first.to_lowercase().next());
    match first {
        Some(first) if vowels.contains(first) => "vowel",
        _ => "name",
    }
}
