//! What people read. The sentences are in `en.ftl` and `fr.ftl`.

mod render;

use std::sync::LazyLock;

use intrigue_core::{CardKind, Catalog, Localizer, Presentation, Seat, Value, game_text, message};

use crate::content::{Card, FULL, KINDS};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::state::{DistrictNoir, Ending, other};

/// The ids of the cards in the catalogs, where an id can't have a plus sign.
const CARD_IDS: [&str; KINDS] = [
    "support_5",
    "support_6",
    "support_7",
    "support_8",
    "alliance_2",
    "alliance_3",
    "alliance_4",
    "betrayal_1",
    "betrayal_2",
    "betrayal_3",
    "docks",
    "police",
    "hall",
];

impl Presentation for DistrictNoir {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::new([include_str!("en.ftl"), include_str!("fr.ftl")]));
        &CATALOG
    }

    fn cards() -> Vec<CardKind> {
        let kind = |card: Card| CardKind {
            id: card.notation(),
            name: game_text::<Self>(|text| name(card, text)),
            copies: FULL.count(card).into(),
            provenance: "printed",
        };
        Card::ALL.map(kind).into()
    }

    fn label(action: Action, text: &Localizer<'_>) -> String {
        match action {
            Action::Play(card) => message!(text, "label-play", card),
            Action::Take => message!(text, "label-take"),
        }
    }

    fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
        match *seen {
            Seen::LineLaid(ref cards) => {
                message!(text, "event-line-laid", cards = names(cards, text))
            }
            Seen::RoundBegan { round, starter, .. } => {
                message!(text, "event-round-began", round, starter)
            }
            Seen::Played { seat, card } => message!(text, "event-played", seat, card),
            Seen::Took { seat, ref cards } => {
                message!(text, "event-took", seat, cards = names(cards, text))
            }
            Seen::Ended { ending, winner } => ended(ending, winner, text),
        }
    }

    fn resigned_seat(seen: &Seen) -> Option<Seat> {
        match *seen {
            Seen::Ended { ending: Ending::Resignation, winner } => winner.map(other),
            _ => None,
        }
    }

    fn render(view: &View, text: &Localizer<'_>) -> String {
        render::render(view, text)
    }
}

impl From<Card> for Value<'_> {
    fn from(card: Card) -> Self {
        Self::Entry("card", CARD_IDS[card.index()])
    }
}

impl From<Ending> for Value<'_> {
    fn from(ending: Ending) -> Self {
        Self::Entry("ending", ending.notation())
    }
}

fn name(card: Card, text: &Localizer<'_>) -> String {
    message!(text, ("card", CARD_IDS[card.index()]))
}

fn names(cards: &[Card], text: &Localizer<'_>) -> String {
    text.list(cards.iter().map(|&card| name(card, text)))
}

fn ended(ending: Ending, winner: Option<Seat>, text: &Localizer<'_>) -> String {
    message!(text, "event-ended", ending, winner)
}
