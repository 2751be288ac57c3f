//! Why an action is refused: every reason, with its code and clause, and which of them it is.

use crate::content::cards::{Card, Conspiracy, MERCENARY};
use crate::rules::action::Action;
use crate::rules::state::{Phase, Question, ShadowBlades, Stage, StepKind};

intrigue_core::refusal_reasons! {
    /// Why an action is refused.
    pub enum RefusalReason {
        /// The open question is another.
        OtherQuestion = "OTHER_QUESTION", "S-93",
        /// The card is not in hand.
        NotInHand = "NOT_IN_HAND", "S-21",
        /// Only a last turn can be passed.
        CannotPass = "CANNOT_PASS", "S-10",
        /// A deployment does something before it ends.
        NothingDone = "NOTHING_DONE", "S-10",
        /// A turn is recruiting or deploying, not both.
        AlreadyDeploying = "ALREADY_DEPLOYING", "S-10",
        /// Last turns have no recruiting.
        NoRecruiting = "NO_RECRUITING", "S-61",
        /// A turn has one agent, unless an allowance adds more.
        OneAgent = "ONE_AGENT", "S-20",
        /// The agent fits no allowance.
        NoAllowance = "NO_ALLOWANCE", "S-28",
        /// No allowance covers the agent's strength with such weapons.
        TotalNotReached = "TOTAL_NOT_ALLOWED", "S-28",
        /// The agent may not go to that zone.
        WrongZone = "WRONG_ZONE", "S-21",
        /// Arrogance: the zone is dominated.
        ArrogantZone = "ZONE_DOMINATED", "S-70",
        /// A turn has one mission.
        OneMission = "ONE_MISSION", "S-26",
        /// The zone is not dominated.
        NotDominated = "NOT_DOMINATED", "S-26",
        /// The card is not a weapon in this match.
        NotAWeapon = "NOT_A_WEAPON", "S-75",
        /// The card is not in the bundle.
        NotInBundle = "NOT_IN_BUNDLE", "S-04",
        /// Ruby Tracker names two agents of one opponent, in their order.
        NotTwoOfOneOpponent = "NOT_TWO_OF_ONE_OPPONENT", "S-40",
        /// Ruby Tracker named others.
        NotNamed = "NOT_NAMED", "S-40",
        /// The agent is stronger than 3, or not on the table.
        TooStrong = "TOO_STRONG", "S-41",
        /// No agent stands in that zone.
        EmptyZone = "EMPTY_ZONE", "S-42",
        /// The card is not among the Illusionist's.
        NotAmongFour = "NOT_AMONG_FOUR", "S-44",
        /// The agent is not an opponent's, or bears no weapon.
        NotArmed = "NOT_ARMED", "S-45",
        /// The agent is too strong for the weapons at hand, or can't move.
        NotPayable = "NOT_PAYABLE", "S-48",
        /// The weapons chosen so far are too weak.
        MoreWeaponsNeeded = "MORE_WEAPONS_NEEDED", "S-48",
        /// The seat is not an opponent, or has no card.
        NoHandToHear = "NO_HAND_TO_HEAR", "S-50",
        /// The card is not in the hand that is looked at.
        NotInThatHand = "NOT_IN_THAT_HAND", "S-50",
        /// No opponent's mission lies there.
        NoMissionThere = "NO_MISSION_THERE", "S-51",
        /// The mission is not among those that are looked at.
        NotAmongMissions = "NOT_AMONG_MISSIONS", "S-51",
        /// No Deception is possible now.
        NoDeception = "NO_DECEPTION", "S-71",
        /// The agent is not an enemy's whose strength the weapons at hand match.
        NotToBeDeceived = "NOT_TO_BE_DECEIVED", "S-71",
        /// With that weapon the sum could not equal the agent's strength.
        SumMustMatch = "SUM_MUST_MATCH", "S-71",
        /// No Fatal Blow with this card is possible now.
        NoFatalBlow = "NO_FATAL_BLOW", "S-74",
        /// The target is not as strong as the discarded agent.
        NotOfThatStrength = "NOT_OF_THAT_STRENGTH", "S-74",
        /// The card for the ally is not in hand.
        SlipNotHeld = "SLIP_NOT_HELD", "S-83",
        /// The seat has resigned already.
        AlreadyResigned = "ALREADY_RESIGNED", "S-65",
    }
}

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
                if own && arrogant { RefusalReason::ArrogantZone } else { RefusalReason::WrongZone }
            }
            (_, StepKind::Deception | StepKind::Skill, Action::Zone(_))
                if step.target.is_some() && step.spot.is_none() =>
            {
                RefusalReason::WrongZone
            }
            (_, StepKind::Agent | StepKind::Deception | StepKind::Skill, Action::Weapon(card)) => {
                self.weapon_reason(question, card)
            }
            (_, StepKind::Agent, Action::Done) if step.spot.is_some() => {
                RefusalReason::TotalNotReached
            }
            (Stage::Mistrunner, StepKind::Skill, Action::Done) if step.spot.is_some() => {
                RefusalReason::MoreWeaponsNeeded
            }
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
            StepKind::Deception if self.step.peek().spot.is_some() => RefusalReason::SumMustMatch,
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
