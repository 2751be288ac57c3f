//! What people read. The sentences are in `en.ftl` and `fr.ftl`.

mod events;
mod render;
mod render_seat;

use std::sync::LazyLock;

use intrigue_core::{
    CardKind, Catalog, GameAction, Localizer, Presentation, Seat, Value, game_text, message,
};

use crate::content::cards::{Card, Conspiracy, Role, Skill, Zone};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{Action, Mark};
use crate::rules::state::ShadowBlades;

impl Presentation for ShadowBlades {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::new([include_str!("en.ftl"), include_str!("fr.ftl")]));
        &CATALOG
    }

    fn cards() -> Vec<CardKind> {
        let kind = |card: Card| CardKind {
            id: card.notation(),
            name: game_text::<Self>(|text| full_name(card, text)),
            copies: card.copies().into(),
            provenance: card.provenance(),
        };
        Card::all().map(kind).collect()
    }

    fn label(action: Action, text: &Localizer<'_>) -> String {
        let verb = action.form().verb;
        match action {
            Action::Recruit
            | Action::Accept
            | Action::Refuse
            | Action::Pass
            | Action::End
            | Action::Done
            | Action::Deceive => message!(text, ("label", verb)),
            Action::Pile(pile) => message!(text, ("label", verb), pile),
            Action::Seat(seat) => message!(text, ("label", verb), seat),
            Action::Zone(spot) => {
                message!(text, ("label", verb), seat = spot.seat(), zone = spot.zone())
            }
            Action::Mission(card, zone) => message!(text, ("label", verb), card, zone),
            Action::Target(agent) | Action::Discard(agent) => {
                message!(text, ("label", verb), agent)
            }
            Action::Agent(card)
            | Action::Weapon(card)
            | Action::Blow(card)
            | Action::Keep(card)
            | Action::Put(card)
            | Action::Take(card)
            | Action::Slip(card)
            | Action::Return(card) => message!(text, ("label", verb), card),
        }
    }

    fn event_text(seen: &Seen, text: &Localizer<'_>) -> String {
        events::event_text(seen, text)
    }

    fn resigned_seat(seen: &Seen) -> Option<Seat> {
        match *seen {
            Seen::Resigned(seat) => Some(seat),
            _ => None,
        }
    }

    fn render(view: &View, text: &Localizer<'_>) -> String {
        render::render(view, text)
    }
}

impl From<Card> for Value<'_> {
    fn from(card: Card) -> Self {
        Self::Entry("card", card.notation())
    }
}

impl From<Mark> for Value<'_> {
    fn from(agent: Mark) -> Self {
        Self::Entry("card", agent.notation())
    }
}

/// A skill is called by the name of the agent that has it.
impl From<Skill> for Value<'_> {
    fn from(skill: Skill) -> Self {
        skill.agent().into()
    }
}

impl From<Zone> for Value<'_> {
    fn from(zone: Zone) -> Self {
        Self::Entry("zone", zone.notation())
    }
}

impl From<Conspiracy> for Value<'_> {
    fn from(conspiracy: Conspiracy) -> Self {
        Self::Entry("conspiracy", conspiracy.notation())
    }
}

fn name(card: Card, text: &Localizer<'_>) -> String {
    message!(text, ("card", card.notation()))
}

/// The name of a card with what it doesn't say: the strength of a skilled agent, the bounty of a
/// mission.
fn full_name(card: Card, text: &Localizer<'_>) -> String {
    match card.role() {
        Role::Agent(_, strength, Some(_)) => message!(text, "full-name-agent", card, strength),
        Role::Mission(_, bounty, conditional) => {
            message!(text, "full-name-mission", card, bounty, conditional)
        }
        Role::Agent(..) | Role::Weapon(_) => name(card, text),
    }
}

/// Cards in their order, each written by `write`; equal ones next to each other are counted, since
/// a hand of three equal weapons would fill a line.
fn counted(cards: impl IntoIterator<Item = Card>, write: impl Fn(Card) -> String) -> Vec<String> {
    let mut runs: Vec<(Card, usize)> = Vec::new();
    for card in cards {
        match runs.last_mut() {
            Some((last, count)) if *last == card => *count += 1,
            _ => runs.push((card, 1)),
        }
    }
    let item = |(card, count): (Card, usize)| match count {
        1 => write(card),
        _ => format!("{} ×{count}", write(card)),
    };
    runs.into_iter().map(item).collect()
}

/// The names of cards, one after the other; `None` if there are none.
fn names(cards: impl IntoIterator<Item = Card>, text: &Localizer<'_>) -> Option<String> {
    let names = counted(cards, |card| name(card, text));
    (!names.is_empty()).then(|| text.list(names))
}
