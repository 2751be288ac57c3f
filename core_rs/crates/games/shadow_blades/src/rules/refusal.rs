//! Why an action is refused: every reason, with its code and clause, and which of them it is.

use crate::content::cards::{Card, Conspiracy, MERCENARY};
use crate::rules::action::Action;
use crate::rules::state::{Phase, Question, ShadowBlades, Stage, StepKind};

intrigue_core::refusal_reasons! {
    /// Why an action is refused.
    pub enum RefusalReason {
        /// Something else is asked.
        OtherQuestion = "OTHER_QUESTION", "S-93",
        /// The card is elsewhere.
        NotInHand = "NOT_IN_HAND", "S-21",
        /// A turn can't be passed.
        CannotPass = "CANNOT_PASS", "S-10",
        /// A deployment does something.
        NothingDone = "NOTHING_DONE", "S-10",
        /// A turn is recruiting or deploying, not both.
        AlreadyDeploying = "ALREADY_DEPLOYING", "S-10",
        /// No recruiting in the last turn.
        NoRecruiting = "NO_RECRUITING", "S-61",
        /// One agent a turn.
        OneAgent = "ONE_AGENT", "S-20",
        /// The agent fits no allowance.
        NoAllowance = "NO_ALLOWANCE", "S-28",
        /// No allowance has such a total.
        TotalNotReached = "TOTAL_NOT_ALLOWED", "S-28",
        /// Not a zone for this agent.
        WrongZone = "WRONG_ZONE", "S-21",
        /// Arrogance: the zone is dominated.
        ArrogantZone = "ZONE_DOMINATED", "S-70",
        /// One mission a turn.
        OneMission = "ONE_MISSION", "S-26",
        /// The zone is not dominated.
        NotDominated = "NOT_DOMINATED", "S-26",
        /// Not a weapon in this match.
        NotAWeapon = "NOT_A_WEAPON", "S-75",
        /// Not in the bundle.
        NotInBundle = "NOT_IN_BUNDLE", "S-04",
        /// Not two agents of one opponent.
        NotTwoOfOneOpponent = "NOT_TWO_OF_ONE_OPPONENT", "S-40",
        /// Ruby Tracker named others.
        NotNamed = "NOT_NAMED", "S-40",
        /// Stronger than 3, or not on the table.
        TooStrong = "TOO_STRONG", "S-41",
        /// No agent in that zone.
        EmptyZone = "EMPTY_ZONE", "S-42",
        /// Not among the Illusionist's cards.
        NotAmongFour = "NOT_AMONG_FOUR", "S-44",
        /// No opponent's agent with a weapon.
        NotArmed = "NOT_ARMED", "S-45",
        /// Too strong for the weapons at hand, or one's own.
        NotPayable = "NOT_PAYABLE", "S-48",
        /// The weapons are too weak so far.
        MoreWeaponsNeeded = "MORE_WEAPONS_NEEDED", "S-48",
        /// No opponent with a card.
        NoHandToHear = "NO_HAND_TO_HEAR", "S-50",
        /// Not in the hand that is looked at.
        NotInThatHand = "NOT_IN_THAT_HAND", "S-50",
        /// No opponent's mission there.
        NoMissionThere = "NO_MISSION_THERE", "S-51",
        /// Not among the missions that are looked at.
        NotAmongMissions = "NOT_AMONG_MISSIONS", "S-51",
        /// No Deception now.
        NoDeception = "NO_DECEPTION", "S-71",
        /// Not an enemy's agent that the weapons at hand match.
        NotToBeDeceived = "NOT_TO_BE_DECEIVED", "S-71",
        /// The sum would not match.
        SumMustMatch = "SUM_MUST_MATCH", "S-71",
        /// No Fatal Blow now.
        NoFatalBlow = "NO_FATAL_BLOW", "S-74",
        /// Not of the same strength.
        NotOfThatStrength = "NOT_OF_THAT_STRENGTH", "S-74",
        /// The card for the ally is elsewhere.
        SlipNotHeld = "SLIP_NOT_HELD", "S-83",
        /// The seat has given up.
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
