//! Why an action is not legal.

use crate::content::cards::{Card, Conspiracy, MERCENARY};
use crate::rules::action::Action;
use crate::rules::refusal::Rule;
use crate::rules::state::{Phase, Question, ShadowBlades, Stage, StepKind};

impl ShadowBlades {
    /// Why an action is not legal.
    pub(crate) fn reason(&self, action: Action) -> Rule {
        let Phase::Ask(question) = self.phase else {
            return Rule::OtherQuestion;
        };
        let step = self.step.peek();
        match (question.stage, step.kind, action) {
            (Stage::Turn | Stage::Deploy, StepKind::None, _) => self.menu_reason(question, action),
            (_, StepKind::Agent, Action::Zone(spot)) if step.spot.is_none() => {
                let own = spot.side() == self.active.index();
                let arrogant = self.variant.is(Conspiracy::Arrogance) && self.board.dominates(spot);
                if own && arrogant {
                    Rule::ArrogantZone
                } else {
                    Rule::WrongZone
                }
            }
            (_, StepKind::Agent | StepKind::Deception | StepKind::Skill, Action::Weapon(card)) => {
                self.weapon_reason(question, card)
            }
            (_, StepKind::Agent, Action::Done) if step.spot.is_some() => Rule::TotalNotReached,
            (Stage::Mistrunner, StepKind::Skill, Action::Done) => Rule::MoreWeaponsNeeded,
            (_, StepKind::Blow, Action::Target(_)) => Rule::NotOfThatStrength,
            (_, StepKind::Deception, Action::Target(_)) => Rule::NotToBeDeceived,
            (Stage::RubyTracker, _, Action::Target(_)) => Rule::NotTwoOfOneOpponent,
            (Stage::TrackerChoice, _, Action::Discard(_)) => Rule::NotNamed,
            (Stage::ShadowClaw, _, Action::Target(_)) => Rule::TooStrong,
            (Stage::Yaksha, _, Action::Zone(_)) => Rule::EmptyZone,
            (Stage::Beast, _, Action::Target(_)) => Rule::NotArmed,
            (Stage::Mistrunner, StepKind::None, Action::Target(_)) => Rule::NotPayable,
            (Stage::Whisper, _, Action::Seat(_)) => Rule::NoHandToHear,
            (Stage::WhisperTake, _, Action::Take(_)) => Rule::NotInThatHand,
            (Stage::Chameleon, _, Action::Zone(_)) => Rule::NoMissionThere,
            (Stage::ChameleonReturn, _, Action::Return(_)) => Rule::NotAmongMissions,
            (Stage::Draft, _, Action::Keep(_)) => Rule::NotInBundle,
            (Stage::IllusionistKeep, _, Action::Keep(_))
            | (Stage::IllusionistOrder, _, Action::Put(_)) => Rule::NotAmongFour,
            (Stage::Shadow, _, Action::Slip(_)) => Rule::SlipNotHeld,
            _ => Rule::OtherQuestion,
        }
    }

    fn weapon_reason(&self, question: Question, card: Card) -> Rule {
        if card.index() < MERCENARY.index() && !self.variant.is(Conspiracy::WeaponTheft) {
            return Rule::NotAWeapon;
        }
        if !self.rest(question.seat.index()).has(card) {
            return Rule::NotInHand;
        }
        match self.step.peek().kind {
            StepKind::Agent if self.step.peek().spot.is_some() => Rule::TotalNotReached,
            StepKind::Deception if self.step.peek().target.is_some() => Rule::SumMustMatch,
            _ => Rule::OtherQuestion,
        }
    }

    fn menu_reason(&self, question: Question, action: Action) -> Rule {
        let side = question.seat.index();
        let hand = *self.hands[side].peek();
        let begun = question.stage == Stage::Deploy;
        match action {
            Action::Recruit if self.finale.is_some() => Rule::NoRecruiting,
            Action::Recruit => Rule::AlreadyDeploying,
            Action::Pass if self.finale.is_some() => Rule::AlreadyDeploying,
            Action::Pass => Rule::CannotPass,
            Action::End if !begun => Rule::NothingDone,
            Action::Agent(card) | Action::Blow(card) | Action::Mission(card, _)
                if !hand.has(card) =>
            {
                Rule::NotInHand
            }
            Action::Agent(card) if self.spots(side, card) == 0 => Rule::ArrogantZone,
            Action::Agent(_)
                if self.deployment.opened == 0 && !self.variant.is(Conspiracy::Duo) =>
            {
                Rule::OneAgent
            }
            Action::Agent(_) => Rule::NoAllowance,
            Action::Mission(..) if self.deployment.mission => Rule::OneMission,
            Action::Mission(..) => Rule::NotDominated,
            Action::Deceive => Rule::NoDeception,
            Action::Blow(_) => Rule::NoFatalBlow,
            _ => Rule::OtherQuestion,
        }
    }
}
