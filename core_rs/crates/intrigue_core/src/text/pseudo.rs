//! English with accents. What is not accented in it was not read from a catalog.

use std::borrow::Cow;

const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCENTED: &str = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

/// The text with an accent on every letter.
pub(super) fn transform(text: &str) -> Cow<'_, str> {
    let accented = |letter: char| {
        let place = PLAIN.find(letter)?;
        ACCENTED.chars().nth(place)
    };
    text.chars().map(|letter| accented(letter).unwrap_or(letter)).collect::<String>().into()
}
