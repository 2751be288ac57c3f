use std::borrow::Cow;

use intrigue_wire::v1 as wire;

/// A language of the service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    /// English.
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// Its code, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }

    /// The language of a code.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The one of two texts that is in this language.
    pub fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Self::En => en,
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
        Self {
            en: Cow::Borrowed(en),
            fr: Cow::Borrowed(fr),
        }
    }

    /// A text that is made at run time.
    pub fn made(make: impl Fn(Lang) -> String) -> Self {
        Self {
            en: make(Lang::En).into(),
            fr: make(Lang::Fr).into(),
        }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        lang.pick(&self.en, &self.fr)
    }

    /// The text as its message.
    pub fn to_wire(&self) -> wire::Text {
        wire::Text {
            en: self.en.to_string(),
            fr: self.fr.to_string(),
        }
    }
}
