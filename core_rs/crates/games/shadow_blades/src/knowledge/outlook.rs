//! What the feature tensor is written from: the same of a view, and of a table for a viewer without
//! the detour over its view.

use intrigue_core::{Seat, SeatSet, Viewer};

use crate::content::cards::Card;
use crate::content::pack::Cards;
use crate::knowledge::features;
use crate::knowledge::seen_moves::{Known, ObservationCache, Place};
use crate::knowledge::view::{
    Secrets, Side, View, look_at_question, look_at_secrets, look_at_side,
};
use crate::rules::action::Spot;
use crate::rules::options::Variant;
use crate::rules::state::{Deployment, PILES, Question, SEATS, ShadowBlades};

/// What a viewer knows, but for the agents on the table.
pub(crate) struct Outlook<'a> {
    pub(crate) viewer: Viewer,
    pub(crate) variant: Variant,
    pub(crate) turn: u16,
    pub(crate) active: Seat,
    pub(crate) question: Question,
    pub(crate) deployment: &'a Deployment,
    pub(crate) deck: u8,
    pub(crate) piles: [u8; PILES],
    pub(crate) sides: [Side; SEATS],
    pub(crate) graveyard: &'a [Card],
    pub(crate) used: u16,
    pub(crate) finale: Option<SeatSet>,
    pub(crate) sure: Sure,
    pub(crate) secrets: Secrets,
}

/// An agent on the table.
pub(crate) struct Standing {
    pub(crate) card: Card,
    pub(crate) owner: usize,
    pub(crate) spot: Spot,
    pub(crate) strength: u8,
}

/// Cards of which the viewer is sure where they are.
#[derive(Default)]
pub(crate) struct Sure {
    pub(crate) hands: [Cards; SEATS],
    pub(crate) missions: [Cards; SEATS],
    pub(crate) piles: [Cards; PILES],
    pub(crate) deck: Cards,
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
pub(crate) fn write_view(view: &View, out: &mut [i8]) {
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
        sure: Sure::of(&view.seen_moves.known(view.viewer)),
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
pub(crate) fn write_table(
    state: &ShadowBlades,
    cache: &mut ObservationCache,
    viewer: Viewer,
    out: &mut [i8],
) {
    let mut sides = [Side::default(); SEATS];
    for (index, side) in sides[..state.variant.seats.into()].iter_mut().enumerate() {
        *side = look_at_side(state, index);
    }
    let question = look_at_question(state);
    let secrets = viewer.seat().map(|seat| look_at_secrets(state, seat, question));
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
        sure: Sure::of(&cache.known(state, viewer)),
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
