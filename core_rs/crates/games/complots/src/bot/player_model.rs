//! A model of the players: mostly honest, they bluff now and then, and challenge now and then.
//!
//! A search lets the others play by it, and weighs worlds by it: a seat that has claimed a character
//! holds it more often than not. The numbers were chosen by measurement: see docs/strength.md.

use intrigue_core::{ActionId, ActionSet, Bits, GameAction, LIKELY, Rng, Seat, Viewer};

use crate::bot::evaluation::CHARACTERS;
use crate::content::{Character, Hand};
use crate::rules::action::Action;
use crate::rules::state::{Complots, Phase, Stage, TurnAction};

/// A claim without the card is less likely than one with it, by this factor.
const HONESTY: u32 = 8;

/// All chances of reactions are out of this.
const WHOLE: u32 = 64;
/// How often a claim that may be true is challenged.
const CHALLENGE: u32 = 16;
/// The same by a seat that loses its last card otherwise.
const DESPERATE_CHALLENGE: u32 = 24;
/// How often a claim is challenged of which all copies are elsewhere.
const CERTAIN_CHALLENGE: u32 = 60;
/// How often a seat blocks that holds the card.
const BLOCK: u32 = 58;
/// How often a seat without the card blocks, by what is blocked.
const BLUFF_FOREIGN_AID: u32 = 5;
const BLUFF_STEAL: u32 = 10;
const BLUFF_ASSASSINATION: u32 = 16;
/// The same by a seat that loses its last card otherwise.
const DESPERATE_BLUFF: u32 = 36;

/// How likely the claims of the seats are in this world. The viewer's own say nothing to it.
#[inline]
pub(crate) fn likelihood(state: &Complots, viewer: Viewer) -> u32 {
    let mut likely = LIKELY;
    for seat in state.living.iter() {
        let claimed = state.claimed[seat.index()];
        if claimed.is_empty() || viewer.is(seat) {
            continue;
        }
        let hand = state.hands[seat.index()].peek();
        for character in claimed.iter() {
            if !hand.has(character) {
                likely /= HONESTY;
            }
        }
    }
    likely
}

/// What a seat does by the model.
#[inline]
pub(crate) fn choose(state: &Complots, seat: Seat, legal: &Bits<2>, rng: &mut Rng) -> ActionId {
    match state.phase {
        Phase::Act => turn_action(state, seat, legal, rng),
        Phase::Window(Stage::Block, _) => block(state, seat, legal, rng),
        Phase::Window(window, _) => challenge(state, seat, window, legal, rng),
        Phase::Lose(..) | Phase::Show | Phase::Return(_) => cheapest(legal),
        Phase::Verdict(card) => verdict(*card.peek(), legal),
        _ => legal.pick(rng),
    }
}

fn action_of(id: ActionId) -> Action {
    Action::TABLE[usize::from(id.0)]
}

/// One of the legal actions, in proportion to weights of which some are positive.
fn draw(legal: &Bits<2>, rng: &mut Rng, weight: impl Fn(Action) -> u32) -> ActionId {
    let total: u32 = legal.iter().map(|id| weight(action_of(id))).sum();
    if total == 0 {
        return legal.pick(rng);
    }
    let mut left = rng.below(total);
    for id in legal.iter() {
        let part = weight(action_of(id));
        if left < part {
            return id;
        }
        left -= part;
    }
    legal.pick(rng)
}

fn turn_action(state: &Complots, seat: Seat, legal: &Bits<2>, rng: &mut Rng) -> ActionId {
    let hand = *state.hands[seat.index()].peek();
    // What has one target only is not less likely than what has many.
    let targets = u32::try_from(state.living.len()).unwrap_or(2).saturating_sub(1).max(1);
    let claims = |character: Character, honest: u32, bluff: u32| {
        if hand.has(character) { honest } else { bluff }
    };
    let fifth = state.options.variant.fifth;
    draw(legal, rng, |action| match action {
        Action::Income => 2 * targets,
        Action::ForeignAid => 3 * targets,
        Action::Tax => claims(Character::Duchess, 16, 3) * targets,
        Action::Exchange => claims(fifth, 6, 1) * targets,
        Action::Coup(_) => 60,
        Action::Assassinate(_) => claims(Character::Assassin, 30, 3),
        Action::Steal(target) => match state.purses[target.index()] {
            0 => 0,
            1 => claims(Character::Captain, 5, 1),
            _ => claims(Character::Captain, 14, 2),
        },
        Action::Examine(_) => claims(fifth, 4, 1),
        _ => 0,
    })
}

/// Whether a seat loses its last card if the action under way goes through.
fn desperate(state: &Complots, seat: Seat) -> bool {
    state.pending.is_some_and(|pending| {
        pending.turn_action == TurnAction::Assassinate && pending.target == Some(seat)
    }) && state.hands[seat.index()].peek().total() == 1
}

fn challenge(
    state: &Complots,
    seat: Seat,
    window: Stage,
    legal: &Bits<2>,
    rng: &mut Rng,
) -> ActionId {
    let Some(pending) = state.pending else {
        return legal.pick(rng);
    };
    let character = match (window, pending.block) {
        (Stage::ChallengeBlock, Some((_, character))) => Some(character),
        _ => state.claim(pending.turn_action),
    };
    let own: Hand = *state.hands[seat.index()].peek();
    let certain = character.is_some_and(|character| {
        let up: u8 = state.face_up.iter().map(|hand| hand.count(character)).sum();
        own.count(character) + up >= state.options.variant.copies(usize::from(state.options.seats))
    });
    let often = if certain {
        CERTAIN_CHALLENGE
    } else if window == Stage::ChallengeAction
        && desperate(state, seat)
        && !own.has(Character::Countess)
    {
        DESPERATE_CHALLENGE
    } else {
        CHALLENGE
    };
    let challenges = rng.below(WHOLE) < often;
    if challenges { Action::Challenge } else { Action::Pass }.id()
}

fn block(state: &Complots, seat: Seat, legal: &Bits<2>, rng: &mut Rng) -> ActionId {
    let own: Hand = *state.hands[seat.index()].peek();
    let Some(pending) = state.pending else {
        return legal.pick(rng);
    };
    let claimed = |id: ActionId| match action_of(id) {
        Action::Block(character) => Some(character),
        _ => None,
    };
    let honest = legal.iter().find(|&id| claimed(id).is_some_and(|card| own.has(card)));
    let often = match (honest, pending.turn_action) {
        (Some(_), _) => BLOCK,
        (None, TurnAction::Assassinate) if own.total() == 1 => DESPERATE_BLUFF,
        (None, TurnAction::Assassinate) => BLUFF_ASSASSINATION,
        (None, TurnAction::Steal) => BLUFF_STEAL,
        (None, _) => BLUFF_FOREIGN_AID,
    };
    if rng.below(WHOLE) >= often {
        return Action::Pass.id();
    }
    let bluff = || legal.iter().find(|&id| claimed(id).is_some());
    honest.or_else(bluff).unwrap_or_else(|| Action::Pass.id())
}

/// The card that is worth least.
fn cheapest(legal: &Bits<2>) -> ActionId {
    let worth = |id: &ActionId| match action_of(*id) {
        Action::Lose(card) | Action::Show(card) | Action::Return(card) => CHARACTERS[card as usize],
        _ => u32::MAX,
    };
    legal.iter().min_by_key(worth).unwrap_or_else(|| legal.nth(0))
}

/// A card that is worth much is better discarded.
fn verdict(card: Character, legal: &Bits<2>) -> ActionId {
    let action =
        if CHARACTERS[card as usize] >= 6 { Action::Discard } else { Action::GiveBack }.id();
    if legal.contains(action) { action } else { legal.nth(0) }
}
