//! What people read. The sentences are in `en.ftl` and `fr.ftl`.

mod events;
mod render;

use std::sync::LazyLock;

use intrigue_core::{CardKind, Catalog, Localizer, Presentation, Seat, Value, game_text, message};

use crate::content::{COPIES, Character, Hand};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::state::Complots;

impl Presentation for Complots {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::new([include_str!("en.ftl"), include_str!("fr.ftl")]));
        &CATALOG
    }

    fn cards() -> Vec<CardKind> {
        let kind = |card: Character| CardKind {
            id: card.notation(),
            name: game_text::<Self>(|text| message!(text, ("card", card.notation()))),
            copies: COPIES,
            provenance: "printed",
        };
        Character::ALL.map(kind).into()
    }

    fn label(action: Action, text: &Localizer<'_>) -> String {
        let (verb, target, card) = action.parts();
        message!(text, ("label", verb), target, card)
    }

    fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
        events::event_text(seen, text)
    }

    fn resigned_seat(seen: &Seen) -> Option<Seat> {
        match *seen {
            Seen::Resigned(seat, _) => Some(seat),
            _ => None,
        }
    }

    fn render(view: &View, text: &Localizer<'_>) -> String {
        render::render(view, text)
    }
}

impl From<Character> for Value<'_> {
    fn from(card: Character) -> Self {
        Self::Entry("card", card.notation())
    }
}

/// The names of cards, one after the other; `None` if there are none.
fn names(cards: Hand, text: &Localizer<'_>) -> Option<String> {
    let name = |card: Character| message!(text, ("card", card.notation()));
    (!cards.is_empty()).then(|| text.list(cards.cards().map(name)))
}
