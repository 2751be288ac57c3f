//! What wins the trophy and what fails a mission, in words.

use intrigue_core::{Localizer, message};

use crate::content::level::{Failure, Goal};

/// A part of the 100 % goal.
pub(super) fn goal_text(goal: Goal, text: &Localizer<'_>) -> String {
    match goal {
        Goal::AlertOff => message!(text, "goal-alert-off"),
        Goal::BodiesAtMost(bodies) => message!(text, "goal-bodies", bodies),
        Goal::EliminatedAtMost(assassins) => message!(text, "goal-eliminated", assassins),
        Goal::ChestsOpen => message!(text, "goal-chests-open"),
        Goal::TowerTurned => message!(text, "goal-tower-turned"),
        Goal::NeverWanted => message!(text, "goal-never-wanted"),
        Goal::TurnsLeft(turns) => message!(text, "goal-turns-left", turns),
    }
}

/// What fails the mission at once; `seen` bodies have been seen.
pub(super) fn failure_text(failure: Failure, seen: u8, text: &Localizer<'_>) -> String {
    match failure {
        Failure::AlertOn => message!(text, "failure-alert-on"),
        Failure::AssassinCritical => message!(text, "failure-assassin-critical"),
        Failure::BodiesSeen(bodies) => message!(text, "failure-bodies-seen", bodies, seen),
    }
}
