//! The faults of a document, gathered so that its writer sees all of them at once.

use intrigue_core::{Text, quote};

use crate::content::document::{Fault, Words};

/// The longest name, in characters.
pub(super) const NAME: usize = 40;
/// The longest text.
pub(super) const TEXT: usize = 400;

/// What was found so far.
#[derive(Default, Debug)]
pub(crate) struct Faults(pub Vec<Fault>);

impl Faults {
    pub(crate) fn add(&mut self, place: &str, en: impl Into<String>, fr: impl Into<String>) {
        self.0.push(Fault::new(place, en, fr));
    }

    /// A number that must lie between two others.
    pub(crate) fn within(&mut self, place: &str, number: u8, least: u8, most: u8) {
        if !(least..=most).contains(&number) {
            self.add(
                place,
                format!("{number} is out of bounds: {least} to {most}."),
                format!("{number} est hors limites : {least} à {most}."),
            );
        }
    }

    pub(crate) fn too_many(&mut self, place: &str, number: usize, most: usize) {
        self.add(
            place,
            format!("There are {number}; at most {most} are possible."),
            format!("Il y en a {number} ; {most} au plus sont possibles."),
        );
    }

    pub(crate) fn twice(&mut self, place: &str) {
        self.add(place, "This is there twice.", "Ceci s'y trouve deux fois.");
    }

    pub(crate) fn unknown_card(&mut self, place: &str, id: &str) {
        let id = quote(id);
        self.add(
            place,
            format!("There is no card {id}."),
            format!("Il n'y a pas de carte {id}."),
        );
    }

    /// The id of a memory: small letters, digits and low lines.
    pub(super) fn memory_id(&mut self, place: &str, id: &str) {
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
        let id = quote(id);
        self.add(
            place,
            format!(
                "{id} is no id: a letter, then letters, digits and _, at most {NAME} in all; \
                 small letters for a memory."
            ),
            format!(
                "{id} n'est pas un identifiant : une lettre, puis des lettres, des chiffres et _, \
                 {NAME} au plus en tout ; des minuscules pour un souvenir."
            ),
        );
    }

    /// A text that is there in both languages, short, and fit to be shown.
    pub(super) fn words(&mut self, place: &str, words: &Words, most: usize) -> Text {
        for (lang, text) in [("en", &words.en), ("fr", &words.fr)] {
            let place = format!("{place}.{lang}");
            if text.trim().is_empty() {
                self.add(&place, "The text is empty.", "Le texte est vide.");
            }
            let length = text.chars().count();
            if length > most {
                self.add(
                    &place,
                    format!("The text has {length} characters; at most {most} are possible."),
                    format!("Le texte a {length} caractères ; {most} au plus sont possibles."),
                );
            }
            if text.chars().any(unfit) {
                self.add(
                    &place,
                    "The text has control characters.",
                    "Le texte contient des caractères de contrôle.",
                );
            }
        }
        Text {
            en: words.en.clone().into(),
            fr: words.fr.clone().into(),
        }
    }
}

/// Characters that steer a terminal, or turn the direction of the text around them.
fn unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
