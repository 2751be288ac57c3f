//! What happened, in sentences.

#[cfg(test)]
mod tests;

use intrigue_core::{Localizer, message};

use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Ending, Phase, Place};
use crate::text::names::{Names, capital};

/// Something that happened; empty if it only says what the view shows.
pub(super) fn event_text(fact: &Fact, names: Names<'_>) -> String {
    capital(&sentence(fact, names))
}

/// How an attempt or the mission ended.
pub(super) fn ended(ending: Ending, trophy: bool, text: &Localizer<'_>) -> String {
    message!(text, "event-ended", ending, trophy)
}

/// What the dice of an attack show.
fn throw(hits: u8, specials: u8, names: Names<'_>) -> String {
    match (hits, specials) {
        (0, 0) => message!(names.text, "throw-nothing"),
        (_, 0) => names.count("hits", hits),
        (0, _) => names.count("specials", specials),
        _ => {
            let (hits, specials) = (names.count("hits", hits), names.count("specials", specials));
            message!(names.text, "throw-both", hits, specials)
        }
    }
}

#[expect(clippy::too_many_lines, reason = "one arm a fact, each a sentence")]
fn sentence(fact: &Fact, names: Names<'_>) -> String {
    let text = &names.text;
    let name = |who| names.assassin(who);
    match *fact {
        Fact::Mirrored { mirror } => message!(text, "event-mirrored", mirror),
        Fact::TurnBegan { turn, leader } => message!(text, "event-turn-began", turn, leader),
        Fact::PhaseBegan { phase: Phase::Assassins } => message!(text, "event-assassins-phase"),
        Fact::PhaseBegan { phase: Phase::Guard } => message!(text, "event-guard-phase"),
        Fact::StepBegan { step } => message!(text, "event-step-began", step),
        Fact::WaySet { way } => message!(text, "event-way-set", way),
        Fact::EventDrawn { card } => {
            let (event, effect) = names.event(card);
            message!(text, "event-event-drawn", event, effect)
        }
        Fact::EventPut { card, out: true } => {
            message!(text, "event-event-out", event = names.event(card).0)
        }
        Fact::Reshuffled { pile } => message!(text, "event-reshuffled", pile),
        Fact::Saved { assassin: who, saved: true } => {
            message!(text, "event-saved", assassin = name(who))
        }
        Fact::Saved { assassin: who, saved: false } => {
            message!(text, "event-saved-spent", assassin = name(who))
        }
        Fact::Moved { assassin: who, place: Place::Square(square) } => {
            message!(text, "event-moved", assassin = name(who), square)
        }
        Fact::Moved { assassin: who, place: Place::Tower(_) } => {
            message!(text, "event-climbed", assassin = name(who))
        }
        Fact::Moved { assassin: who, place: Place::Away } => {
            message!(text, "event-left", assassin = name(who))
        }
        Fact::Wanted { assassin: who } => message!(text, "event-wanted", assassin = name(who)),
        Fact::Anonymous { assassin: who, base: square } => {
            message!(text, "event-anonymous", assassin = name(who), square)
        }
        Fact::AlertOn => message!(text, "event-alert-on"),
        Fact::BaseLaid { square } => message!(text, "event-base-laid", square),
        Fact::BasesGone => message!(text, "event-bases-gone"),
        Fact::Hearts { assassin: who, hearts } => {
            message!(text, "event-hearts", assassin = name(who), hearts)
        }
        Fact::Fell { assassin: who } => message!(text, "event-fell", assassin = name(who)),
        Fact::Rose { assassin: who } => message!(text, "event-rose", assassin = name(who)),
        Fact::Eliminated { assassin: who } => {
            message!(text, "event-eliminated", assassin = name(who))
        }
        Fact::Concealed { assassin: who } => {
            message!(text, "event-concealed", assassin = name(who))
        }
        Fact::Emerged { assassin: who } => message!(text, "event-emerged", assassin = name(who)),
        Fact::Flag { assassin: who, flag: Flag::Cloaked, on: true } => {
            message!(text, "event-cloaked", assassin = name(who))
        }
        Fact::Got { assassin: who, card } => {
            message!(text, "event-got", assassin = name(who), card = names.card(card))
        }
        Fact::Equipped { assassin: who, card } => {
            message!(text, "event-equipped", assassin = name(who), card = names.card(card))
        }
        Fact::Unequipped { assassin: who, card } => {
            message!(text, "event-unequipped", assassin = name(who), card = names.card(card))
        }
        Fact::Used { assassin: who, card } => {
            message!(text, "event-used", assassin = name(who), card = names.card(card))
        }
        Fact::Drawn { assassin: None, card } => {
            message!(text, "event-offered", card = names.card(card))
        }
        Fact::Drawn { assassin: Some(who), card } => {
            message!(text, "event-drawn", assassin = name(who), card = names.card(card))
        }
        Fact::Discarded { card } => message!(text, "event-discarded", card = names.card(card)),
        Fact::PutOut { card } => message!(text, "event-put-out", card = names.card(card)),
        Fact::Florins { florins } => message!(text, "event-florins", florins),
        Fact::GuardsMoved { from, to, guards: squad } => {
            let (guards, count) = (names.squad(squad), squad.total());
            message!(text, "event-guards-moved", guards, count, from, to)
        }
        Fact::GuardsPlaced { square, guards: squad } => {
            let (guards, count) = (names.squad(squad), squad.total());
            message!(text, "event-guards-placed", guards, count, square)
        }
        Fact::GuardFell { square, guard } => message!(text, "event-guard-fell", square, guard),
        Fact::GuardGone { square, guard } => message!(text, "event-guard-gone", square, guard),
        Fact::BodyHidden { square, guard } => message!(text, "event-body-hidden", square, guard),
        Fact::BodyTaken { square, guard } => message!(text, "event-body-taken", square, guard),
        Fact::Dice { assassin: who, hits, specials } => {
            let throw = throw(hits, specials, names);
            message!(text, "event-dice", assassin = name(who), throw)
        }
        Fact::Blows { assassin: who, dice, hits } => {
            let (dice, throw) = (names.count("dice", dice), throw(hits, 0, names));
            message!(text, "event-blows", assassin = name(who), dice, throw)
        }
        Fact::Tested { assassin: who, dice, red, seen } => {
            message!(text, "event-tested", assassin = name(who), dice, red, seen)
        }
        Fact::BodiesTested { bodies, seen, .. } => {
            message!(text, "event-bodies-tested", bodies = names.count("bodies", bodies), seen)
        }
        Fact::TestCancelled => message!(text, "event-test-canceled"),
        Fact::ObjectiveDone { objective: number } => {
            message!(text, "event-objective-done", objective = names.objective(number))
        }
        Fact::ChestOpened { assassin: who, square, card } => {
            let (chest, effect) = names.chest(card);
            message!(text, "event-chest-opened", assassin = name(who), square, chest, effect)
        }
        Fact::TowerTurned { assassin: who, card } => {
            let (tower, effect) = names.tower(card);
            message!(text, "event-tower-turned", assassin = name(who), tower, effect)
        }
        Fact::PaintedFound { objective: number } => {
            message!(text, "event-false-objective", objective = names.objective(number))
        }
        Fact::CompanionsCame { companion: companions, assassin: who } => {
            message!(text, "event-companions-came", companions, assassin = name(who))
        }
        Fact::CompanionsUsed { companion: companions } => {
            message!(text, "event-companions-used", companions)
        }
        Fact::CompanionsGone { companion: companions } => {
            message!(text, "event-companions-gone", companions)
        }
        Fact::Skips { skips: steps } => message!(text, "event-skips", steps),
        Fact::ReinforcementDrawn { .. } => message!(text, "event-reinforcement-drawn"),
        Fact::GreenRoofs => message!(text, "event-green-roofs"),
        Fact::SeatDone { seat } => message!(text, "event-seat-done", seat),
        Fact::SeatBack { seat } => message!(text, "event-seat-back", seat),
        Fact::Resigned { seat } => message!(text, "event-resigned", seat),
        Fact::TradeRefused { seat } => message!(text, "event-trade-refused", seat),
        Fact::Failed { ending } => message!(text, "event-failed", ending),
        Fact::Ended { ending, trophy } => ended(ending, trophy, text),
        // The view shows these, or another fact beside them tells of it.
        Fact::PhaseBegan { .. }
        | Fact::EventPut { out: false, .. }
        | Fact::EventUsed
        | Fact::Cubes { .. }
        | Fact::Moved { place: Place::Out, .. }
        | Fact::Flag { .. }
        | Fact::Lost { .. }
        | Fact::Posted { .. }
        | Fact::WantedAtEnd
        | Fact::Pending { .. } => String::new(),
    }
}
