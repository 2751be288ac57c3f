//! What wins the trophy and what fails a memory, in words.

use intrigue_core::Lang;

use crate::content::level::{Failure, Goal};
use crate::text::names::count;

/// A part of the 100 % goal.
pub(super) fn goal_text(goal: Goal, lang: Lang) -> String {
    match (goal, lang) {
        (Goal::AlertOff, Lang::En) => "the alert is off".to_owned(),
        (Goal::AlertOff, Lang::Fr) => "pas d'alerte".to_owned(),
        (Goal::BodiesAtMost(0), Lang::En) => "no body lies about".to_owned(),
        (Goal::BodiesAtMost(0), Lang::Fr) => "aucun corps ne traîne".to_owned(),
        (Goal::BodiesAtMost(bodies), Lang::En) => format!("at most {bodies} bodies lie about"),
        (Goal::BodiesAtMost(bodies), Lang::Fr) => format!("au plus {bodies} corps traînent"),
        (Goal::EliminatedAtMost(0), Lang::En) => "no assassin is eliminated".to_owned(),
        (Goal::EliminatedAtMost(0), Lang::Fr) => "aucun assassin hors de combat".to_owned(),
        (Goal::EliminatedAtMost(lost), Lang::En) => format!("at most {lost} assassins eliminated"),
        (Goal::EliminatedAtMost(lost), Lang::Fr) => {
            format!("au plus {lost} assassins hors de combat")
        }
        (Goal::ChestsOpen, Lang::En) => "all chests are open".to_owned(),
        (Goal::ChestsOpen, Lang::Fr) => "tous les coffres ouverts".to_owned(),
        (Goal::TowerTurned, Lang::En) => "the tower was climbed".to_owned(),
        (Goal::TowerTurned, Lang::Fr) => "la tour a été gravie".to_owned(),
        (Goal::NeverWanted, Lang::En) => {
            "nobody is ever wanted at the end of the assassins' phase".to_owned()
        }
        (Goal::NeverWanted, Lang::Fr) => {
            "personne n'est jamais recherché à la fin de la phase des assassins".to_owned()
        }
        (Goal::TurnsLeft(turns), Lang::En) => {
            format!("with {} to spare", count(turns, ("turn", "turns")))
        }
        (Goal::TurnsLeft(turns), Lang::Fr) => {
            format!("avec {} d'avance", count(turns, ("tour", "tours")))
        }
    }
}

/// What fails the memory at once; so many bodies have been seen.
pub(super) fn failure_text(failure: Failure, seen: u8, lang: Lang) -> String {
    match (failure, lang) {
        (Failure::AlertOn, Lang::En) => "the alert comes on".to_owned(),
        (Failure::AlertOn, Lang::Fr) => "l'alerte est donnée".to_owned(),
        (Failure::AssassinCritical, Lang::En) => "an assassin falls".to_owned(),
        (Failure::AssassinCritical, Lang::Fr) => "un assassin tombe".to_owned(),
        (Failure::BodiesSeen(bodies), Lang::En) => format!("bodies seen: {bodies} (now {seen})"),
        (Failure::BodiesSeen(bodies), Lang::Fr) => {
            format!("corps vus : {bodies} (pour l'instant {seen})")
        }
    }
}
