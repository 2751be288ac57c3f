//! Why an action is not legal.

use crate::content::cards::{Card, Conspiracy, MERCENARY};
use crate::rules::action::Action;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Phase, Question, ShadowBlades, Stage, StepKind};

impl ShadowBlades {
    /// Why an action is not legal.
    pub(crate) fn reason(&self, action: Action) -> RefusalReason {
        let Phase::Ask(question) = self.phase else {
            return RefusalReason::OtherQuestion;
        };
        let step = self.step.peek();
        match (question.stage, step.kind, action) {
            (Stage::Turn | Stage::Deploy, StepKind::None, _) => self.menu_reason(question, action),
            (_, StepKind::Agent, Action::Zone(spot)) if step.spot.is_none() => {
                let own = spot.side() == self.active.index();
                let arrogant = self.variant.is(Conspiracy::Arrogance) && self.board.dominates(spot);
                if own && arrogant {
                    RefusalReason::ArrogantZone
                } else {
                    RefusalReason::WrongZone
                }
            }
            (_, StepKind::Agent | StepKind::Deception | StepKind::Skill, Action::Weapon(card)) => {
                self.weapon_reason(question, card)
            }
            (_, StepKind::Agent, Action::Done) if step.spot.is_some() => {
                RefusalReason::TotalNotReached
            }
            (Stage::Mistrunner, StepKind::Skill, Action::Done) => RefusalReason::MoreWeaponsNeeded,
            (_, StepKind::Blow, Action::Target(_)) => RefusalReason::NotOfThatStrength,
            (_, StepKind::Deception, Action::Target(_)) => RefusalReason::NotToBeDeceived,
            (Stage::RubyTracker, _, Action::Target(_)) => RefusalReason::NotTwoOfOneOpponent,
            (Stage::TrackerChoice, _, Action::Discard(_)) => RefusalReason::NotNamed,
            (Stage::ShadowClaw, _, Action::Target(_)) => RefusalReason::TooStrong,
            (Stage::Yaksha, _, Action::Zone(_)) => RefusalReason::EmptyZone,
            (Stage::Beast, _, Action::Target(_)) => RefusalReason::NotArmed,
            (Stage::Mistrunner, StepKind::None, Action::Target(_)) => RefusalReason::NotPayable,
            (Stage::Whisper, _, Action::Seat(_)) => RefusalReason::NoHandToHear,
            (Stage::WhisperTake, _, Action::Take(_)) => RefusalReason::NotInThatHand,
            (Stage::Chameleon, _, Action::Zone(_)) => RefusalReason::NoMissionThere,
            (Stage::ChameleonReturn, _, Action::Return(_)) => RefusalReason::NotAmongMissions,
            (Stage::Draft, _, Action::Keep(_)) => RefusalReason::NotInBundle,
            (Stage::IllusionistKeep, _, Action::Keep(_))
            | (Stage::IllusionistOrder, _, Action::Put(_)) => RefusalReason::NotAmongFour,
            (Stage::Shadow, _, Action::Slip(_)) => RefusalReason::SlipNotHeld,
            _ => RefusalReason::OtherQuestion,
        }
    }

    fn weapon_reason(&self, question: Question, card: Card) -> RefusalReason {
        if card.index() < MERCENARY.index() && !self.variant.is(Conspiracy::WeaponTheft) {
            return RefusalReason::NotAWeapon;
        }
        if !self.rest(question.seat.index()).has(card) {
            return RefusalReason::NotInHand;
        }
        match self.step.peek().kind {
            StepKind::Agent if self.step.peek().spot.is_some() => RefusalReason::TotalNotReached,
            StepKind::Deception if self.step.peek().target.is_some() => RefusalReason::SumMustMatch,
            _ => RefusalReason::OtherQuestion,
        }
    }

    fn menu_reason(&self, question: Question, action: Action) -> RefusalReason {
        let side = question.seat.index();
        let hand = *self.hands[side].peek();
        let begun = question.stage == Stage::Deploy;
        match action {
            Action::Recruit if self.finale.is_some() => RefusalReason::NoRecruiting,
            Action::Recruit => RefusalReason::AlreadyDeploying,
            Action::Pass if self.finale.is_some() => RefusalReason::AlreadyDeploying,
            Action::Pass => RefusalReason::CannotPass,
            Action::End if !begun => RefusalReason::NothingDone,
            Action::Agent(card) | Action::Blow(card) | Action::Mission(card, _)
                if !hand.has(card) =>
            {
                RefusalReason::NotInHand
            }
            Action::Agent(card) if self.spots(side, card) == 0 => RefusalReason::ArrogantZone,
            Action::Agent(_)
                if self.deployment.opened == 0 && !self.variant.is(Conspiracy::Duo) =>
            {
                RefusalReason::OneAgent
            }
            Action::Agent(_) => RefusalReason::NoAllowance,
            Action::Mission(..) if self.deployment.mission => RefusalReason::OneMission,
            Action::Mission(..) => RefusalReason::NotDominated,
            Action::Deceive => RefusalReason::NoDeception,
            Action::Blow(_) => RefusalReason::NoFatalBlow,
            _ => RefusalReason::OtherQuestion,
        }
    }
}
