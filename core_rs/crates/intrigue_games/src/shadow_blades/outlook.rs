//! What the feature tensor is written from: the same of a view, and of a table for a viewer without
//! the detour over its view.

use intrigue_core::{Seat, SeatSet, Viewer};

use super::action::Spot;
use super::cards::Card;
use super::features;
use super::memory::{Gaze, Known, Place};
use super::options::Variant;
use super::pack::Cards;
use super::state::{Deployment, PILES, Question, SEATS, ShadowBlades};
use super::view::{Secrets, Side, View, look_at_question, look_at_secrets, look_at_side};

/// What a viewer knows, but for the agents on the table.
pub(super) struct Outlook<'a> {
    pub(super) viewer: Viewer,
    pub(super) variant: Variant,
    pub(super) turn: u16,
    pub(super) active: Seat,
    pub(super) question: Question,
    pub(super) deployment: &'a Deployment,
    pub(super) deck: u8,
    pub(super) piles: [u8; PILES],
    pub(super) sides: [Side; SEATS],
    pub(super) graveyard: &'a [Card],
    pub(super) used: u16,
    pub(super) finale: Option<SeatSet>,
    pub(super) sure: Sure,
    pub(super) secrets: Secrets,
}

/// An agent on the table.
pub(super) struct Standing {
    pub(super) card: Card,
    pub(super) owner: usize,
    pub(super) spot: Spot,
    pub(super) strength: u8,
}

/// Cards of which the viewer is sure where they are.
#[derive(Default)]
pub(super) struct Sure {
    pub(super) hands: [Cards; SEATS],
    pub(super) missions: [Cards; SEATS],
    pub(super) piles: [Cards; PILES],
    pub(super) deck: Cards,
}

impl Sure {
    fn of(cards: &[Known]) -> Self {
        let mut sure = Self::default();
        for known in cards {
            let there = match known.place() {
                Some(Place::Hand(seat)) => &mut sure.hands[seat],
                Some(Place::Missions(seat, _)) => &mut sure.missions[seat],
                Some(Place::Pile(pile)) => &mut sure.piles[pile - 1],
                Some(Place::Deck) => &mut sure.deck,
                Some(Place::Bundle) | None => continue,
            };
            // A view that is sound has no more cards than the game.
            let _ = there.add(known.card);
        }
        sure
    }
}

/// Writes the features of a view.
pub(super) fn write_view(view: &View, out: &mut [i8]) {
    let mut sides = [Side::default(); SEATS];
    for (side, seen) in sides.iter_mut().zip(&view.sides) {
        *side = *seen;
    }
    let outlook = Outlook {
        viewer: view.viewer,
        variant: view.variant,
        turn: view.turn,
        active: view.active,
        question: view.question,
        deployment: &view.deployment,
        deck: view.deck,
        piles: view.piles,
        sides,
        graveyard: &view.graveyard,
        used: view.used,
        finale: view.finale,
        sure: Sure::of(&view.memory.known(view.viewer)),
        secrets: view.secrets.unwrap_or_default(),
    };
    let agents = view.agents.iter().map(|agent| Standing {
        card: agent.card,
        owner: agent.owner.index(),
        spot: agent.spot,
        strength: agent.strength,
    });
    features::write(&outlook, agents, out);
}

/// Writes the features of what a viewer may know of a table.
pub(super) fn write_table(state: &ShadowBlades, gaze: &mut Gaze, viewer: Viewer, out: &mut [i8]) {
    let mut sides = [Side::default(); SEATS];
    for (index, side) in sides[..state.variant.seats.into()].iter_mut().enumerate() {
        *side = look_at_side(state, index);
    }
    let question = look_at_question(state);
    let secrets = viewer
        .seat()
        .map(|seat| look_at_secrets(state, seat, question));
    let outlook = Outlook {
        viewer,
        variant: state.variant,
        turn: state.turn,
        active: state.active,
        question,
        deployment: &state.deployment,
        deck: state.deck_size(),
        piles: state.piles.map(|pile| pile.peek().total()),
        sides,
        graveyard: state.graveyard.cards(),
        used: state.used,
        finale: state.finale,
        sure: Sure::of(&gaze.known(state, viewer)),
        secrets: secrets.unwrap_or_default(),
    };
    let agents = state.board.posts().iter().map(|post| Standing {
        card: post.card,
        owner: post.owner.into(),
        spot: post.spot,
        strength: post.strength,
    });
    features::write(&outlook, agents, out);
}
