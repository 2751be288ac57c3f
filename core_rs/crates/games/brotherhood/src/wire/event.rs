//! What happens as messages and as text, and back. One line for each fact says which message it
//! has, and which part of it is in which field; each part knows how it is written, read and said.

use intrigue_wire::v1 as wire;
use wire::BrotherhoodEvent as Event;
use wire::brotherhood_event::Kind;

use crate::content::level::OBJECTIVES;
use crate::content::pack::{CHESTS, EVENTS, SET, TOWERS};
use crate::rules::fact::Fact;
use crate::wire::field::{Field, ToWire};
use crate::wire::notation::snake;

macro_rules! facts {
    ($($fact:ident $message:ident { $($field:ident: $part:ident),* };)*) => {
        /// A fact as its message; the engine's own state has none.
        pub(crate) fn write(fact: &Fact) -> Option<Event> {
            let kind = match fact {
                $(Fact::$fact { $($part),* } => {
                    Kind::$fact(wire::$message { $($field: $part.write()),* })
                })*
                Fact::Pending { .. } => return None,
            };
            Some(Event { kind: Some(kind) })
        }

        /// The fact of a message.
        pub(crate) fn read(event: &Event) -> Option<Fact> {
            let fact = match event.kind.as_ref()? {
                $(Kind::$fact(wire::$message { $($field),* }) => {
                    Fact::$fact { $($part: Field::read($field)?),* }
                })*
            };
            is_possible(&fact).then_some(fact)
        }

        /// A fact in words for machines: `moved 0 c4`.
        pub(crate) fn event_notation(fact: &Fact) -> String {
            let color = |red: bool| if red { "red" } else { "green" }.to_owned();
            let words = match *fact {
                Fact::Tested { assassin, dice, red, seen } => {
                    let seen = if seen { "seen" } else { "unseen" }.to_owned();
                    vec!["tested".to_owned(), assassin.say(), dice.say(), color(red), seen]
                }
                Fact::BodiesTested { bodies, red, seen } => {
                    vec!["bodies_tested".to_owned(), bodies.say(), color(red), seen.say()]
                }
                _ => words(fact),
            };
            words.join(" ")
        }

        fn words(fact: &Fact) -> Vec<String> {
            match fact {
                $(Fact::$fact { $($part),* } => {
                    vec![snake(stringify!($fact)) $(, $part.say())*]
                })*
                Fact::Pending { window, .. } => vec!["pending".to_owned(), window.to_string()],
            }
        }
    };
}

facts! {
    Mirrored BrotherhoodMirrored { mirror: mirror };
    TurnBegan BrotherhoodTurnBegan { turn: turn, leader: leader };
    PhaseBegan BrotherhoodPhaseBegan { phase: phase };
    StepBegan BrotherhoodStepBegan { step: step };
    WaySet BrotherhoodWaySet { way: way };
    EventDrawn BrotherhoodEventDrawn { card: card };
    EventPut BrotherhoodEventPut { card: card, out: out };
    EventUsed BrotherhoodEventUsed {};
    Reshuffled BrotherhoodReshuffled { pile: pile };
    Cubes BrotherhoodCubesChanged { assassin: assassin, cubes: cubes };
    Saved BrotherhoodSavedChanged { assassin: assassin, saved: saved };
    Moved BrotherhoodMoved { assassin: assassin, place: place };
    Wanted BrotherhoodWanted { assassin: assassin };
    Anonymous BrotherhoodAnonymous { assassin: assassin, base: base };
    AlertOn BrotherhoodAlertOn {};
    BaseLaid BrotherhoodBaseLaid { square: square };
    BasesGone BrotherhoodBasesGone {};
    Hearts BrotherhoodHeartsChanged { assassin: assassin, hearts: hearts };
    Fell BrotherhoodFell { assassin: assassin };
    Rose BrotherhoodRose { assassin: assassin };
    Eliminated BrotherhoodEliminated { assassin: assassin };
    Concealed BrotherhoodConcealed { assassin: assassin };
    Emerged BrotherhoodEmerged { assassin: assassin };
    Flag BrotherhoodFlagChanged { assassin: assassin, flag: flag, on: on };
    Got BrotherhoodGot { assassin: assassin, card: card };
    Lost BrotherhoodLost { assassin: assassin, card: card };
    Equipped BrotherhoodEquipped { assassin: assassin, card: card };
    Used BrotherhoodUsed { assassin: assassin, card: card };
    Drawn BrotherhoodDrawn { assassin: assassin, card: card };
    Discarded BrotherhoodDiscarded { card: card };
    PutOut BrotherhoodPutOut { card: card };
    Florins BrotherhoodFlorinsChanged { florins: florins };
    GuardsMoved BrotherhoodGuardsMoved { square: from, to: to, guards: guards };
    GuardsPlaced BrotherhoodGuardsPlaced { square: square, guards: guards };
    Posted BrotherhoodPosted { objective: objective, guard: guard };
    GuardFell BrotherhoodGuardFell { square: square, guard: guard };
    GuardGone BrotherhoodGuardGone { square: square, guard: guard };
    BodyHidden BrotherhoodBodyHidden { square: square, guard: guard };
    BodyTaken BrotherhoodBodyTaken { square: square, guard: guard };
    Dice BrotherhoodAttackThrown { assassin: assassin, hits: hits, specials: specials };
    Blows BrotherhoodBlowsThrown { assassin: assassin, dice: dice, hits: hits };
    Tested BrotherhoodTested { assassin: assassin, dice: dice, red: red, seen: seen };
    BodiesTested BrotherhoodBodiesTested { bodies: bodies, red: red, seen: seen };
    TestCancelled BrotherhoodTestCancelled {};
    ObjectiveDone BrotherhoodObjectiveDone { objective: objective };
    ChestOpened BrotherhoodChestOpened { assassin: assassin, square: square, card: card };
    TowerTurned BrotherhoodTowerTurned { assassin: assassin, card: card };
    PaintedFound BrotherhoodPaintedFound { objective: objective };
    CompanionsCame BrotherhoodCompanionsCame { companion: companion, assassin: assassin };
    CompanionsGone BrotherhoodCompanionsGone { companion: companion };
    Skips BrotherhoodSkipsChanged { skips: skips };
    ReinforcementDrawn BrotherhoodReinforcementDrawn { card: card };
    GreenRoofs BrotherhoodGreenRoofs {};
    SeatDone BrotherhoodSeatDone { seat: seat };
    SeatBack BrotherhoodSeatBack { seat: seat };
    Resigned BrotherhoodResigned { seat: seat };
    TradeRefused BrotherhoodTradeRefused { seat: seat };
    WantedAtEnd BrotherhoodWantedAtEnd {};
    Failed BrotherhoodFailed { ending: ending };
    Ended BrotherhoodEnded { ending: ending, trophy: trophy };
}

/// Whether the numbers of a fact are places that lists of a table can have.
fn is_possible(fact: &Fact) -> bool {
    let (number, length) = match *fact {
        Fact::Mirrored { mirror } => (mirror, 4),
        Fact::EventDrawn { card } | Fact::EventPut { card, .. } => (card, EVENTS),
        Fact::ChestOpened { card, .. } => (card, CHESTS),
        Fact::TowerTurned { card, .. } => (card, TOWERS),
        Fact::ReinforcementDrawn { card } => (card, SET),
        Fact::Posted { objective, .. }
        | Fact::ObjectiveDone { objective }
        | Fact::PaintedFound { objective } => (objective, OBJECTIVES),
        _ => return true,
    };
    usize::from(number) < length
}

#[cfg(test)]
mod tests {
    use intrigue_core::Seat;

    use super::*;
    use crate::content::ids::{AssassinId, EquipmentId};
    use crate::content::level::Step;
    use crate::content::pack::Companion;
    use crate::content::squares::{Guard, Squad, Square};
    use crate::rules::agenda::PendingState;
    use crate::rules::fact::{Flag, Pile};
    use crate::rules::state::{Ending, Phase, Place};
    use crate::wire::view::{seen_from_wire, seen_to_wire};

    fn kind(place: usize) -> EquipmentId {
        EquipmentId::new(place).expect("a pack can have it")
    }

    fn one_of_each() -> Vec<Fact> {
        let (c4, l12) = (Square::new(2, 3), Square::new(11, 11));
        let seat = Seat::new(3).expect("there are eight");
        let guard = Guard::Elite;
        let guards = Squad::new(2, 1);
        vec![
            Fact::Mirrored { mirror: 3 },
            Fact::TurnBegan { turn: 12, leader: seat },
            Fact::PhaseBegan { phase: Phase::Over },
            Fact::StepBegan { step: Step::Reinforcement },
            Fact::WaySet { way: None },
            Fact::EventDrawn { card: 31 },
            Fact::EventPut { card: 0, out: true },
            Fact::EventUsed,
            Fact::Reshuffled { pile: Pile::Reinforcements },
            Fact::Cubes { assassin: AssassinId::First, cubes: 0 },
            Fact::Saved { assassin: AssassinId::Fourth, saved: false },
            Fact::Moved { assassin: AssassinId::First, place: Place::Square(c4) },
            Fact::Wanted { assassin: AssassinId::Second },
            Fact::Anonymous { assassin: AssassinId::Third, base: None },
            Fact::AlertOn,
            Fact::BaseLaid { square: l12 },
            Fact::BasesGone,
            Fact::Hearts { assassin: AssassinId::Second, hearts: 0 },
            Fact::Fell { assassin: AssassinId::First },
            Fact::Rose { assassin: AssassinId::First },
            Fact::Eliminated { assassin: AssassinId::Fourth },
            Fact::Concealed { assassin: AssassinId::Third },
            Fact::Emerged { assassin: AssassinId::Third },
            Fact::Flag { assassin: AssassinId::Second, flag: Flag::Rebuffed, on: true },
            Fact::Got { assassin: AssassinId::First, card: kind(23) },
            Fact::Lost { assassin: AssassinId::First, card: kind(0) },
            Fact::Equipped { assassin: AssassinId::Second, card: kind(10) },
            Fact::Used { assassin: AssassinId::Second, card: kind(15) },
            Fact::Drawn { assassin: Some(AssassinId::Third), card: kind(18) },
            Fact::Discarded { card: kind(18) },
            Fact::PutOut { card: kind(4) },
            Fact::Florins { florins: 300 },
            Fact::GuardsMoved { from: c4, to: l12, guards },
            Fact::GuardsPlaced { square: l12, guards },
            Fact::Posted { objective: 7, guard },
            Fact::GuardFell { square: c4, guard: Guard::Crossbowman },
            Fact::GuardGone { square: c4, guard },
            Fact::BodyHidden { square: c4, guard },
            Fact::BodyTaken { square: c4, guard },
            Fact::Dice { assassin: AssassinId::First, hits: 2, specials: 1 },
            Fact::Blows { assassin: AssassinId::First, dice: 4, hits: 2 },
            Fact::Tested { assassin: AssassinId::First, dice: 3, red: true, seen: false },
            Fact::BodiesTested { bodies: 2, red: false, seen: 1 },
            Fact::TestCancelled,
            Fact::ObjectiveDone { objective: 7 },
            Fact::ChestOpened { assassin: AssassinId::Second, square: c4, card: 15 },
            Fact::TowerTurned { assassin: AssassinId::First, card: 7 },
            Fact::PaintedFound { objective: 0 },
            Fact::CompanionsCame { companion: Companion::Courtesans, assassin: AssassinId::Fourth },
            Fact::CompanionsGone { companion: Companion::Thieves },
            Fact::Skips { skips: 1 },
            Fact::ReinforcementDrawn { card: 7 },
            Fact::GreenRoofs,
            Fact::SeatDone { seat },
            Fact::SeatBack { seat },
            Fact::Resigned { seat },
            Fact::TradeRefused { seat },
            Fact::WantedAtEnd,
            Fact::Failed { ending: Ending::TurnLimit },
            Fact::Ended { ending: Ending::Success, trophy: true },
        ]
    }

    #[test]
    fn every_fact_comes_back_from_its_message() {
        let mut facts = one_of_each();
        facts.extend([
            Fact::Moved { assassin: AssassinId::Second, place: Place::Tower(2) },
            Fact::Moved { assassin: AssassinId::Second, place: Place::Away },
            Fact::Moved { assassin: AssassinId::Second, place: Place::Out },
            Fact::Anonymous { assassin: AssassinId::Third, base: Some(Square(0)) },
            Fact::Saved { assassin: AssassinId::Fourth, saved: true },
            Fact::Drawn { assassin: None, card: kind(18) },
        ]);
        let mut said = Vec::new();
        for fact in &facts {
            let message = seen_to_wire(fact).expect("it is no engine state");
            assert_eq!(seen_from_wire(&message).as_ref(), Some(fact));
            let face = event_notation(fact);
            assert!(!said.contains(&face), "{face}");
            said.push(face);
        }
        assert_eq!(event_notation(&facts[11]), "moved 0 c4");
        assert_eq!(event_notation(&facts[32]), "guards_moved c4 l12 EXX");
    }

    #[test]
    fn the_engine_state_is_no_event() {
        let pending = Fact::Pending { state: Box::new(PendingState::NEW), window: 7 };
        assert_eq!(write(&pending), None);
        assert_eq!(event_notation(&pending), "pending 7");
    }

    #[test]
    fn messages_that_nobody_writes_are_refused() {
        let strange = [
            None,
            Some(Kind::Mirrored(wire::BrotherhoodMirrored { mirror: 4 })),
            Some(Kind::Wanted(wire::BrotherhoodWanted { assassin: 4 })),
            Some(Kind::PhaseBegan(wire::BrotherhoodPhaseBegan { phase: 0 })),
            Some(Kind::Failed(wire::BrotherhoodFailed { ending: 8 })),
            Some(Kind::WaySet(wire::BrotherhoodWaySet { way: 5 })),
            Some(Kind::EventDrawn(wire::BrotherhoodEventDrawn { card: 32 })),
            Some(Kind::Discarded(wire::BrotherhoodDiscarded { card: 24 })),
            Some(Kind::ObjectiveDone(wire::BrotherhoodObjectiveDone { objective: 8 })),
            Some(Kind::SeatDone(wire::BrotherhoodSeatDone { seat: 8 })),
            Some(Kind::Florins(wire::BrotherhoodFlorinsChanged { florins: 70_000 })),
            Some(Kind::BaseLaid(wire::BrotherhoodBaseLaid { square: "m13".to_owned() })),
            Some(Kind::Anonymous(wire::BrotherhoodAnonymous {
                assassin: 0,
                base: Some(String::new()),
            })),
            Some(Kind::Moved(wire::BrotherhoodMoved { assassin: 0, place: None })),
            Some(Kind::GuardsPlaced(wire::BrotherhoodGuardsPlaced {
                square: "a1".to_owned(),
                guards: None,
            })),
        ];
        for kind in strange {
            let event = wire::game_event::Game::Brotherhood(Event { kind });
            assert_eq!(seen_from_wire(&event), None, "{event:?}");
        }
    }
}
