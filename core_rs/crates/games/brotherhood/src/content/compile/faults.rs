//! The faults of a document, gathered so that its writer sees all of them at once.

use intrigue_core::{Localizer, Text, Value, message, quote};

use super::MISSIONS;
use crate::content::document::{Fault, Words};

/// The longest name, in characters.
pub(super) const NAME: usize = 40;
/// The longest text.
pub(super) const TEXT: usize = 400;

/// What was found so far.
#[derive(Default, Debug)]
pub(crate) struct Faults(pub Vec<Fault>);

impl Faults {
    /// A fault at a place, with a sentence of the catalog.
    pub(crate) fn add(&mut self, place: &str, reason: impl Fn(&Localizer<'_>) -> String) {
        self.0.push(Fault::new(place, reason));
    }

    /// A number that must lie between two others.
    pub(crate) fn within<T>(&mut self, place: &str, number: T, least: T, most: T)
    where
        T: Copy + PartialOrd,
        Value<'static>: From<T>,
    {
        if !(least..=most).contains(&number) {
            self.add(place, |text| message!(text, "fault-out-of-bounds", number, least, most));
        }
    }

    pub(crate) fn too_many(&mut self, place: &str, number: usize, most: usize) {
        self.add(place, |text| message!(text, "fault-too-many", number, most));
    }

    pub(crate) fn twice(&mut self, place: &str) {
        self.add(place, |text| message!(text, "fault-twice"));
    }

    pub(crate) fn unknown_card(&mut self, place: &str, id: &str) {
        self.add(place, |text| message!(text, "fault-unknown-card", id = quote(id)));
    }

    pub(crate) fn unknown_mission(&mut self, place: &str, id: &str) {
        self.add(place, |text| {
            let known = text.list(MISSIONS);
            message!(text, "fault-unknown-mission", id = quote(id), known)
        });
    }

    /// The id of a mission: small letters, digits and low lines.
    pub(super) fn mission_id(&mut self, place: &str, id: &str) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !id.starts_with(|c: char| c.is_ascii_lowercase())
            || !id.chars().all(plain)
            || id.len() > NAME
        {
            self.bad_id(place, id);
        }
    }

    /// The id of a card, which may have capital letters too.
    pub(super) fn card_id(&mut self, place: &str, id: &str) {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !id.starts_with(|c: char| c.is_ascii_alphabetic())
            || !id.chars().all(plain)
            || id.len() > NAME
        {
            self.bad_id(place, id);
        }
    }

    fn bad_id(&mut self, place: &str, id: &str) {
        self.add(place, |text| message!(text, "fault-id", id = quote(id), most = NAME));
    }

    /// A text that is there in both languages, short, and fit to be shown.
    pub(super) fn words(&mut self, place: &str, words: &Words, most: usize) -> Text {
        for (lang, text) in [("en", &words.en), ("fr", &words.fr)] {
            let place = format!("{place}.{lang}");
            if text.trim().is_empty() {
                self.add(&place, |text| message!(text, "fault-empty-text"));
            }
            let length = text.chars().count();
            if length > most {
                self.add(&place, |text| message!(text, "fault-long-text", length, most));
            }
            if text.chars().any(unfit) {
                self.add(&place, |text| message!(text, "fault-control-characters"));
            }
        }
        Text { en: words.en.clone().into(), fr: words.fr.clone().into() }
    }
}

/// Characters that steer a terminal, or turn the direction of the text around them.
fn unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
