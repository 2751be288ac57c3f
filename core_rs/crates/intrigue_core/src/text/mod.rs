//! Texts for people, which are data: one Fluent file for each language and game, and one for each
//! language and the core.

use std::borrow::Cow;
use std::sync::LazyLock;

use intrigue_wire::text::v1::LocalizedText;

mod catalog;
mod localizer;
mod pseudo;
#[cfg(test)]
mod tests;
mod value;

pub use catalog::Catalog;
pub use localizer::{Localizer, MessageId, drawn_width, padded};
pub use value::{Languages, SeatNames, Value, Wording};

/// The core's own texts.
pub fn core_catalog() -> &'static Catalog {
    static CATALOG: LazyLock<Catalog> =
        LazyLock::new(|| Catalog::new([include_str!("en.ftl"), include_str!("fr.ftl")]));
    &CATALOG
}

/// A message of a catalog with its arguments, written by a [`Localizer`]:
/// `message!(text, "event-stole", seat, target, coins = amount)`. A family and one of its members
/// name a message together: `message!(text, ("card", id))` is `card-<id>`.
///
/// A test compares the ids and arguments in the code with those in the catalogs.
#[macro_export]
macro_rules! message {
    ($text:expr, $id:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $text.format(&$id, &[$((stringify!($name), $crate::message!(@value $name $($value)?))),*])
    };
    (@value $name:ident) => { $crate::Value::from($name) };
    (@value $name:ident $value:expr) => { $crate::Value::from($value) };
}

/// A language of the service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English.
    En,
    /// French.
    Fr,
    /// English with accents, for tests: what is not accented was not read from a catalog.
    Pseudo,
}

impl Lang {
    /// Every language in which people are served.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// Its code, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Pseudo => "en-XA",
        }
    }

    /// The language of a code.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The one of two texts that is in this language.
    pub fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Self::En | Self::Pseudo => en,
            Self::Fr => fr,
        }
    }
}

/// A text for people in every language of the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// English.
    pub en: Cow<'static, str>,
    /// French.
    pub fr: Cow<'static, str>,
}

impl Text {
    /// A text that is written in the program.
    pub const fn fixed(en: &'static str, fr: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), fr: Cow::Borrowed(fr) }
    }

    /// A text that is made at run time.
    pub fn made(make: impl Fn(Lang) -> String) -> Self {
        Self { en: make(Lang::En).into(), fr: make(Lang::Fr).into() }
    }

    /// A text of a catalog, with the names by which it calls seats.
    pub fn localized(
        catalog: &Catalog,
        names: &SeatNames,
        write: impl Fn(&Localizer<'_>) -> String,
    ) -> Self {
        Self::made(|lang| write(&catalog.localizer(lang, names)))
    }

    /// A text of the core.
    pub fn of_core(write: impl Fn(&Localizer<'_>) -> String) -> Self {
        Self::localized(core_catalog(), SeatNames::NUMBERS, write)
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        lang.pick(&self.en, &self.fr)
    }

    /// The text as its message, in every language.
    pub fn to_wire(&self) -> LocalizedText {
        LocalizedText { en: self.en.to_string(), fr: self.fr.to_string() }
    }
}
