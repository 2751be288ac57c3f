use std::borrow::Cow;

use intrigue_wire::text::v1::LocalizedText;

use crate::{Catalog, Lang, Localizer, Seat, SeatSet};

/// An argument of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// A number, by which a message can choose between singular and plural.
    Number(i64),
    /// A text that is put in as it is.
    Text(Cow<'a, str>),
    /// A text between the quotation marks of the language; [`quote`](crate::quote) makes it.
    Quoted(Cow<'a, str>),
    /// A seat. `$seat` is "player 3" or the seat's name; `$seat_start`, `$seat_of` and so on are
    /// its forms, which the core's catalog lists as `seat-start`, `seat-of` and so on.
    Seat(Seat),
    /// Several seats, with the forms `seats-start` and so on.
    Seats(SeatSet),
    /// Another message of the catalog: `("card", "duchess")` is the message `card-duchess`.
    /// `$card_the` is its attribute `.the`.
    Entry(&'static str, &'static str),
    /// Nothing, by which a message can choose: `[none]`.
    None,
}

/// The names by which texts call the seats. Without names, a seat is "player 3".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatNames(Vec<String>);

impl SeatNames {
    /// Every seat by its number.
    pub const NUMBERS: &'static Self = &Self(Vec::new());

    /// The names of the seats, in order. A seat without a name of its own is called by its number:
    /// one that has none, a blank one, or the name of another seat.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        let is_own = |name: &str| {
            let same = names.iter().filter(|other| other.trim() == name.trim());
            !name.trim().is_empty() && same.count() == 1
        };
        let own = names.iter().map(|name| is_own(name).then(|| name.clone()));
        Self(own.map(Option::unwrap_or_default).collect())
    }

    /// Whether any seat has a name.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }

    /// The name of a seat, if it has one.
    pub fn get(&self, seat: Seat) -> Option<&str> {
        let name = self.0.get(seat.index())?;
        (!name.is_empty()).then_some(name)
    }
}

/// The languages that a caller asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Languages {
    en: bool,
    fr: bool,
}

impl Languages {
    /// Every language.
    pub const ALL: Self = Self { en: true, fr: true };
    /// No texts at all.
    pub const NONE: Self = Self { en: false, fr: false };

    /// The languages of codes such as `fr`; unknown codes are none.
    pub fn of<'a>(codes: impl IntoIterator<Item = &'a str>) -> Self {
        let mut languages = Self::NONE;
        for code in codes {
            languages.en |= code == Lang::En.code();
            languages.fr |= code == Lang::Fr.code();
        }
        languages
    }

    /// A text with only these languages; none without any.
    pub fn select(self, text: &LocalizedText) -> Option<LocalizedText> {
        let pick = |wanted: bool, text: &str| if wanted { text.to_owned() } else { String::new() };
        (self != Self::NONE)
            .then(|| LocalizedText { en: pick(self.en, &text.en), fr: pick(self.fr, &text.fr) })
    }

    /// A text that is written in only these languages; none without any.
    pub fn write(self, write: impl Fn(Lang) -> String) -> Option<LocalizedText> {
        let text = |wanted: bool, lang| if wanted { write(lang) } else { String::new() };
        (self != Self::NONE)
            .then(|| LocalizedText { en: text(self.en, Lang::En), fr: text(self.fr, Lang::Fr) })
    }
}

/// How the texts of messages are written: in which languages, and with which names for seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The languages that are filled in.
    pub languages: Languages,
    /// What seats are called.
    pub names: SeatNames,
}

impl Wording {
    /// Every language, and seats by their numbers.
    pub const PLAIN: &'static Self =
        &Self { languages: Languages::ALL, names: SeatNames(Vec::new()) };

    /// A text of a catalog.
    pub fn localized(
        &self,
        catalog: &Catalog,
        write: impl Fn(&Localizer<'_>) -> String,
    ) -> Option<LocalizedText> {
        self.languages.write(|lang| write(&catalog.localizer(lang, &self.names)))
    }
}

impl std::fmt::Display for Value<'_> {
    /// The value for programs: without quotation marks, and seats as numbers.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) | Self::Quoted(text) => f.write_str(text),
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Seats(seats) => {
                let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
                f.write_str(&seats.join(" "))
            }
            Self::Entry(_, member) => f.write_str(member),
            Self::None => Ok(()),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&Value<'a>> for Value<'a> {
    fn from(value: &Value<'a>) -> Self {
        value.clone()
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

/// A condition, by which a message can choose: `[true]` and `[false]`.
impl From<bool> for Value<'_> {
    fn from(condition: bool) -> Self {
        Self::Text(if condition { "true" } else { "false" }.into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl From<Seat> for Value<'_> {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<SeatSet> for Value<'_> {
    fn from(seats: SeatSet) -> Self {
        Self::Seats(seats)
    }
}
