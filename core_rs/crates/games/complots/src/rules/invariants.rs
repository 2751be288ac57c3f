//! What is true of every table, at any time.

use intrigue_core::{Game, Seat, Turn};

use crate::content::Character;
use crate::rules::state::{
    COINS, Complots, Ending, PendingAction, Phase, Sequel, Stage, TurnAction,
};

impl Complots {
    /// The invariants of the rule sheet.
    pub(crate) fn find_fault(&self) -> Option<String> {
        let seats = usize::from(self.options.seats);
        let coins = self.purses.iter().map(|&coins| u32::from(coins)).sum::<u32>()
            + u32::from(self.treasury);
        if coins != u32::from(COINS) {
            return Some(format!("there are {coins} coins"));
        }
        let mut all = *self.court.peek();
        for hand in self.hands.iter().chain(&self.aside) {
            all.add_all(*hand.peek());
        }
        for &hand in &self.face_up {
            all.add_all(hand);
        }
        let pack = self.options.variant.pack();
        for card in Character::ALL {
            if all.count(card) != pack.count(card) * self.options.variant.copies(seats) {
                return Some(format!("there are {} of {card:?}", all.count(card)));
            }
        }
        if self.phase == Phase::Act {
            let small = self.options.variant.small_deck;
            let court = if small { 1 } else { [3, 9, 7, 5, 3, 6, 4][seats - 2] };
            let size = self.court.peek().total();
            if size != court {
                return Some(format!("the Court holds {size}"));
            }
        }
        for index in 0..seats {
            let seat = Seat::new(index)?;
            let hand = self.hands[index].peek().total();
            if self.living.contains(seat) == (hand == 0) && self.turn > 0 {
                return Some(format!("seat {seat} lives with {hand} cards"));
            }
            if !self.living.contains(seat) && self.purses[index] > 0 {
                return Some(format!("seat {seat} is out with coins"));
            }
        }
        if let Turn::Seats(owing) = self.turn() {
            let idle = owing.without(self.living);
            if owing.is_empty() || !idle.is_empty() {
                return Some(format!("{owing:?} owe an answer"));
            }
        }
        if !self.pending_action_fits() {
            return Some("the action under way does not fit the question".to_owned());
        }
        if !self.resignations_fit() {
            return Some("a seat that has resigned was not answered for".to_owned());
        }
        let limit = self.options.variant.turn_limit;
        let lasting = match self.phase {
            Phase::Over(Ending::LastInfluence) => self.living.len() == 1,
            Phase::Over(Ending::TurnLimit) => self.living.len() > 1 && self.turn == limit,
            _ => self.living.len() > 1,
        };
        if self.turn > limit || !lasting {
            let (turn, living) = (self.turn, self.living.len());
            return Some(format!("in turn {turn} {living} seats have influence"));
        }
        None
    }

    /// Whether the rules could have led from the action under way to the question.
    fn pending_action_fits(&self) -> bool {
        let Some(pending) = self.pending else {
            return matches!(
                self.phase,
                Phase::Toss | Phase::Deal(_) | Phase::Keep(_) | Phase::Act | Phase::Over(_)
            );
        };
        let PendingAction { turn_action, target, lost_challenger, block } = pending;
        let claims = self.claim(turn_action).is_some();
        let living_target = target.is_some_and(|seat| self.living.contains(seat));
        self.action_is_in_play(pending)
            && block.is_none_or(|block| self.block_fits(pending, block))
            && lost_challenger.is_none_or(|seat| claims && seat != self.active)
            && match self.phase {
                Phase::Window(stage, passed) => {
                    let fits = match stage {
                        Stage::ChallengeAction => {
                            let dear = turn_action == TurnAction::Assassinate
                                && self.purses[self.active.index()] < 3;
                            let aimless = target.is_some() && !living_target;
                            claims
                                && lost_challenger.is_none()
                                && block.is_none()
                                && !dear
                                && !aimless
                        }
                        Stage::Block => block.is_none(),
                        _ => block.is_some_and(|(blocker, _)| self.living.contains(blocker)),
                    };
                    fits && passed.peek().without(self.eligible(stage)).is_empty()
                }
                Phase::Lose(seat, Sequel::TurnEnds) => match block {
                    Some((blocker, _)) => seat != blocker,
                    None if seat == self.active => claims && lost_challenger.is_none(),
                    None => {
                        let kills = [TurnAction::Coup, TurnAction::Assassinate];
                        target == Some(seat) && kills.contains(&turn_action)
                    }
                },
                Phase::Lose(seat, Sequel::Blocks) => {
                    block.is_none() && lost_challenger == Some(seat)
                }
                Phase::Lose(seat, Sequel::Power) => {
                    block.is_some_and(|(blocker, _)| blocker == seat)
                }
                Phase::Return(left) => {
                    let most = self.options.variant.exchanged();
                    turn_action == TurnAction::Exchange && (1..=most).contains(&left)
                }
                Phase::Show => turn_action == TurnAction::Examine && living_target,
                Phase::Verdict(card) => {
                    let hand = target.map(|seat| *self.hands[seat.index()].peek());
                    turn_action == TurnAction::Examine
                        && hand.is_some_and(|hand| hand.has(*card.peek()))
                }
                // Chance is open: what it is drawn for has been checked.
                Phase::Replace(..) | Phase::Draw(_) => true,
                Phase::Toss | Phase::Deal(_) | Phase::Keep(_) | Phase::Act | Phase::Over(_) => {
                    false
                }
            }
    }

    /// Whether an action exists in the variant, and has a target if it needs one.
    fn action_is_in_play(&self, pending: PendingAction) -> bool {
        let variant = self.options.variant;
        let (in_play, aimed) = match pending.turn_action {
            TurnAction::Income | TurnAction::ForeignAid | TurnAction::Tax => (true, false),
            TurnAction::Coup | TurnAction::Assassinate => (true, true),
            TurnAction::Steal => (!variant.small_deck, true),
            TurnAction::Exchange => (!variant.small_deck, false),
            TurnAction::Examine => {
                (!variant.small_deck && variant.fifth == Character::Inquisitor, true)
            }
        };
        in_play && pending.target.is_some() == aimed && pending.target != Some(self.active)
    }

    /// Whether a seat may have blocked an action with a character.
    fn block_fits(&self, pending: PendingAction, (seat, character): (Seat, Character)) -> bool {
        let PendingAction { turn_action, target, lost_challenger, .. } = pending;
        seat != self.active
            && (target.is_none() || target == Some(seat))
            && self.blocks(turn_action) >> character as u32 & 1 == 1
            && self.may_still_block(seat, lost_challenger)
    }

    /// Whether no seat that has resigned still owes an answer (C-46).
    fn resignations_fit(&self) -> bool {
        let resigning = *self.resigning.peek();
        let Turn::Seats(owing) = self.turn() else {
            return true;
        };
        resigning.without(self.living.without(owing)).is_empty()
            && (self.phase != Phase::Act || resigning.is_empty())
    }
}
