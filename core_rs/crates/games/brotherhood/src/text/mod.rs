//! What people read. The sentences are in `en.ftl` and `fr.ftl`.

mod events;
mod labels;
mod names;
mod question;
mod render;
mod render_map;
mod words;

use std::sync::LazyLock;

use intrigue_core::{CardKind, Catalog, Localizer, Presentation, Seat, Value};

use crate::content::compile::base;
use crate::content::level::Step;
use crate::content::pack::{Companion, Equipment, Slot};
use crate::content::squares::{Guard, Square, Way};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::fact::Pile;
use crate::rules::state::{Brotherhood, Ending};
use crate::text::names::Names;

impl Presentation for Brotherhood {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::new([include_str!("en.ftl"), include_str!("fr.ftl")]));
        &CATALOG
    }

    /// The equipment of the built-in pack.
    fn cards() -> Vec<CardKind> {
        let kind = |card: &'static Equipment| CardKind {
            id: &card.id,
            name: card.name.clone(),
            copies: card.copies.into(),
            provenance: "ours",
        };
        base().equipment.iter().map(kind).collect()
    }

    fn label(action: Action, text: &Localizer<'_>) -> String {
        words::label(action, text)
    }

    fn describe_action(view: &View, action: Action, text: &Localizer<'_>) -> String {
        labels::describe(view, action, text)
    }

    fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
        events::event_text(seen, Names::bare(text))
    }

    fn describe_event(view: &View, seen: &Seen, text: &Localizer<'_>) -> String {
        events::event_text(seen, Names::at(&view.table, text))
    }

    fn resigned_seat(seen: &Seen) -> Option<Seat> {
        match *seen {
            Seen::Resigned { seat } => Some(seat),
            _ => None,
        }
    }

    fn render(view: &View, text: &Localizer<'_>) -> String {
        render::render(view, text)
    }
}

impl From<Square> for Value<'_> {
    fn from(square: Square) -> Self {
        Self::Text(square.to_string().into())
    }
}

impl From<Guard> for Value<'_> {
    fn from(guard: Guard) -> Self {
        Self::Entry("guard", guard.notation())
    }
}

impl From<Way> for Value<'_> {
    fn from(way: Way) -> Self {
        Self::Entry("way", way.notation())
    }
}

impl From<Companion> for Value<'_> {
    fn from(companion: Companion) -> Self {
        let names = ["thieves", "mercenaries", "courtesans"];
        Self::Entry("companion", names[companion as usize])
    }
}

impl From<Slot> for Value<'_> {
    fn from(slot: Slot) -> Self {
        let names = ["melee", "ranged", "blade", "armor"];
        Self::Entry("slot", names[slot as usize])
    }
}

impl From<Step> for Value<'_> {
    fn from(step: Step) -> Self {
        let names = ["movement", "combat", "reinforcement"];
        Self::Entry("step", names[step as usize])
    }
}

impl From<Pile> for Value<'_> {
    fn from(pile: Pile) -> Self {
        Self::Number(pile as i64)
    }
}

impl From<Ending> for Value<'_> {
    fn from(ending: Ending) -> Self {
        Self::Entry("ending", ending.notation())
    }
}
