//! What a seat may do.

use intrigue_core::{ActionSet, Bits, GameAction, Hidden, Seat};

use crate::content::{Character, Hand};
use crate::rules::action::{
    ASSASSINATE, Action, BLOCK, CHALLENGE, COUP, DISCARD, EXAMINE, EXCHANGE, FOREIGN_AID,
    GIVE_BACK, INCOME, KEEP, LOSE, PASS, RETURN, SHOW, STEAL, TAX,
};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Complots, PendingAction, Phase, Stage, TurnAction};

impl Complots {
    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), RefusalReason> {
        match self.phase {
            Phase::Act => self.check_turn_action(action),
            Phase::Window(stage, _) => self.check_reaction(seat, stage, action),
            Phase::Keep(_) => match action {
                Action::Keep(card) => {
                    held(self.aside[seat.index()], card).ok_or(RefusalReason::NotInPack)
                }
                _ => Err(RefusalReason::MustKeep),
            },
            Phase::Lose(..) => match action {
                Action::Lose(card) => {
                    held(self.hands[seat.index()], card).ok_or(RefusalReason::LoseNotHeld)
                }
                _ => Err(RefusalReason::MustLose),
            },
            Phase::Show => match action {
                Action::Show(card) => {
                    held(self.hands[seat.index()], card).ok_or(RefusalReason::ShowNotHeld)
                }
                _ => Err(RefusalReason::MustShow),
            },
            Phase::Return(_) => {
                // The two exchanges have a clause each.
                let (not_held, must_return) = match self.options.variant.fifth {
                    Character::Inquisitor => (
                        RefusalReason::InquisitorReturnNotHeld,
                        RefusalReason::InquisitorMustReturn,
                    ),
                    _ => (RefusalReason::ReturnNotHeld, RefusalReason::MustReturn),
                };
                match action {
                    Action::Return(card) => held(self.hands[seat.index()], card).ok_or(not_held),
                    _ => Err(must_return),
                }
            }
            Phase::Verdict(_) => match action {
                Action::GiveBack | Action::Discard => Ok(()),
                _ => Err(RefusalReason::MustJudge),
            },
            Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) | Phase::Over(_) => {
                Err(RefusalReason::OtherQuestion)
            }
        }
    }

    #[inline]
    pub(crate) fn legal_actions(&self, seat: Seat) -> Bits<2> {
        let side = seat.index();
        let cards = |hand: &Hidden<Hand>, base: u32| u128::from(hand.peek().kinds()) << base;
        let bits: u128 = match self.phase {
            Phase::Act => self.legal_turn_actions(),
            Phase::Window(Stage::Block, _) => {
                let blocks = self.pending.map_or(0, |pending| self.blocks(pending.turn_action));
                1 << PASS | u128::from(blocks) << BLOCK
            }
            Phase::Window(..) => 1 << PASS | 1 << CHALLENGE,
            Phase::Keep(_) => cards(&self.aside[side & 1], KEEP),
            Phase::Lose(..) => cards(&self.hands[side], LOSE),
            Phase::Show => cards(&self.hands[side], SHOW),
            Phase::Return(_) => cards(&self.hands[side], RETURN),
            Phase::Verdict(_) => 1 << GIVE_BACK | 1 << DISCARD,
            Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) | Phase::Over(_) => {
                0
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of 128 bits")]
        Bits([bits as u64, (bits >> 64) as u64])
    }

    /// Pass if that is legal, or the legal action with the lowest id.
    pub(crate) fn lowest_legal(&self, seat: Seat) -> Action {
        let legal = self.legal_actions(seat);
        if legal.contains(Action::Pass.id()) {
            return Action::Pass;
        }
        Action::TABLE[usize::from(legal.nth(0).0)]
    }

    fn check_turn_action(&self, action: Action) -> Result<(), RefusalReason> {
        let purse = self.purses[self.active.index()];
        let opponent = |seat: Seat| seat != self.active && self.living.contains(seat);
        let (cost, too_dear, target) = match action {
            Action::Exchange | Action::Steal(_) | Action::Examine(_)
                if self.options.variant.small_deck =>
            {
                return Err(RefusalReason::NotInPlay);
            }
            Action::Income | Action::ForeignAid | Action::Tax | Action::Exchange => {
                (0, RefusalReason::MustCoup, Ok(()))
            }
            Action::Coup(seat) => (
                7,
                RefusalReason::CoupTooDear,
                opponent(seat).then_some(()).ok_or(RefusalReason::CoupTarget),
            ),
            Action::Assassinate(seat) => (
                3,
                RefusalReason::AssassinTooDear,
                opponent(seat).then_some(()).ok_or(RefusalReason::AssassinTarget),
            ),
            Action::Steal(seat) => (
                0,
                RefusalReason::MustCoup,
                opponent(seat).then_some(()).ok_or(RefusalReason::StealTarget),
            ),
            Action::Examine(_) if self.options.variant.fifth != Character::Inquisitor => {
                return Err(RefusalReason::NoInquisitor);
            }
            Action::Examine(seat) => (
                0,
                RefusalReason::MustCoup,
                opponent(seat).then_some(()).ok_or(RefusalReason::ExamineTarget),
            ),
            Action::Pass => return Err(RefusalReason::CantPass),
            _ => return Err(RefusalReason::NothingToAnswer),
        };
        target?;
        if purse >= 10 && !matches!(action, Action::Coup(_)) {
            return Err(RefusalReason::MustCoup);
        }
        if purse < cost { Err(too_dear) } else { Ok(()) }
    }

    fn check_reaction(
        &self,
        seat: Seat,
        stage: Stage,
        action: Action,
    ) -> Result<(), RefusalReason> {
        let Some(pending) = self.pending else {
            return Err(RefusalReason::OtherQuestion);
        };
        match (stage, action) {
            (_, Action::Pass)
            | (Stage::ChallengeAction | Stage::ChallengeBlock, Action::Challenge) => Ok(()),
            (_, Action::Challenge) if pending.turn_action == TurnAction::ForeignAid => {
                Err(RefusalReason::AidChallenge)
            }
            (_, Action::Challenge) => Err(RefusalReason::OtherWindow),
            (_, Action::Block(character)) => {
                self.check_blocker(seat, pending)?;
                self.check_block(pending.turn_action, character)?;
                match (stage, pending.turn_action) {
                    (Stage::Block, _) => Ok(()),
                    (Stage::ChallengeBlock, TurnAction::ForeignAid) => {
                        Err(RefusalReason::AlreadyBlocked)
                    }
                    _ => Err(RefusalReason::OtherWindow),
                }
            }
            (
                _,
                Action::Income
                | Action::ForeignAid
                | Action::Tax
                | Action::Exchange
                | Action::Coup(_)
                | Action::Assassinate(_)
                | Action::Steal(_)
                | Action::Examine(_),
            ) => Err(RefusalReason::OneAction),
            _ => Err(RefusalReason::OtherQuestion),
        }
    }

    /// Whether an action can be blocked by a seat at all, whatever the moment.
    fn check_blocker(&self, seat: Seat, pending: PendingAction) -> Result<(), RefusalReason> {
        let is_target = pending.target == Some(seat);
        match pending.turn_action {
            TurnAction::Tax => Err(RefusalReason::TaxBlock),
            TurnAction::Exchange if self.options.variant.fifth == Character::Inquisitor => {
                Err(RefusalReason::InquisitorExchangeBlock)
            }
            TurnAction::Exchange => Err(RefusalReason::ExchangeBlock),
            TurnAction::Examine => Err(RefusalReason::ExamineBlock),
            TurnAction::ForeignAid if seat == self.active => Err(RefusalReason::AidBlocker),
            TurnAction::Assassinate if !is_target => Err(RefusalReason::AssassinBlocker),
            TurnAction::Steal if !is_target => Err(RefusalReason::StealBlocker),
            _ => Ok(()),
        }
    }

    /// Whether a character blocks an action.
    fn check_block(
        &self,
        turn_action: TurnAction,
        character: Character,
    ) -> Result<(), RefusalReason> {
        if self.blocks(turn_action) >> character as u32 & 1 == 1 {
            return Ok(());
        }
        Err(match turn_action {
            TurnAction::ForeignAid => RefusalReason::AidBlock,
            TurnAction::Assassinate => RefusalReason::AssassinBlock,
            _ => RefusalReason::StealBlock,
        })
    }

    #[inline]
    fn legal_turn_actions(&self) -> u128 {
        let purse = self.purses[self.active.index()];
        let mut others = self.living;
        others.remove(self.active);
        let targets = u128::from(others.bits());
        if purse >= 10 {
            return targets << COUP;
        }
        let mut bits = 1 << INCOME | 1 << FOREIGN_AID | 1 << TAX;
        if !self.options.variant.small_deck {
            bits |= 1 << EXCHANGE | targets << STEAL;
            if self.options.variant.fifth == Character::Inquisitor {
                bits |= targets << EXAMINE;
            }
        }
        if purse >= 3 {
            bits |= targets << ASSASSINATE;
        }
        if purse >= 7 {
            bits |= targets << COUP;
        }
        bits
    }
}

fn held(hand: Hidden<Hand>, card: Character) -> Option<()> {
    hand.peek().has(card).then_some(())
}
