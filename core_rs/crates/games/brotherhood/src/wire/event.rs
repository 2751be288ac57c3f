//! What happens as messages and as text, and back. One line for each fact says which message it
//! has, and which part of it is in which field; each part knows how it is written, read and said.

use intrigue_wire::brotherhood::v1 as wire;
use wire::BrotherhoodEvent as Event;
use wire::brotherhood_event::Kind;

use crate::content::level::OBJECTIVES;
use crate::content::pack::{CHESTS, EVENTS, SET, TOWERS};
use crate::rules::fact::Fact;
use crate::wire::field::{Field, ToWire};
use crate::wire::notation::snake;

macro_rules! facts {
    ($($fact:ident $kind:ident $message:ident { $($field:ident: $part:ident),* };)*) => {
        /// A fact as its message; the engine's own state has none.
        pub(crate) fn write(fact: &Fact) -> Option<Event> {
            let kind = match fact {
                $(Fact::$fact { $($part),* } => {
                    Kind::$kind(wire::$message { $($field: $part.write()),* })
                })*
                Fact::Pending { .. } => return None,
            };
            Some(Event { kind: Some(kind) })
        }

        /// The fact of a message.
        pub(crate) fn read(event: &Event) -> Option<Fact> {
            let fact = match event.kind.as_ref()? {
                $(Kind::$kind(wire::$message { $($field),* }) => {
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
    Mirrored Mirrored Mirrored { mirror: mirror };
    TurnBegan TurnBegan TurnBegan { turn: turn, leader: leader };
    PhaseBegan PhaseBegan PhaseBegan { phase: phase };
    StepBegan StepBegan StepBegan { step: step };
    WaySet DirectionSet DirectionSet { direction: way };
    EventDrawn EventDrawn EventDrawn { card: card };
    EventPut EventPut EventPut { card: card, out: out };
    EventUsed EventUsed EventUsed {};
    Reshuffled Reshuffled Reshuffled { deck: pile };
    Cubes Cubes CubesChanged { assassin: assassin, cubes: cubes };
    Saved Saved SavedChanged { assassin: assassin, saved: saved };
    Moved Moved Moved { assassin: assassin, place: place };
    Wanted Wanted Wanted { assassin: assassin };
    Anonymous Anonymous Anonymous { assassin: assassin, base: base };
    AlertOn AlertOn AlertOn {};
    BaseLaid BaseLaid BaseLaid { square: square };
    BasesGone BasesGone BasesGone {};
    Hearts Hearts HeartsChanged { assassin: assassin, hearts: hearts };
    Fell Fell Fell { assassin: assassin };
    Rose Rose Rose { assassin: assassin };
    Eliminated Eliminated Eliminated { assassin: assassin };
    Concealed Concealed Concealed { assassin: assassin };
    Emerged Emerged Emerged { assassin: assassin };
    Flag Flag FlagChanged { assassin: assassin, flag: flag, on: on };
    Got CardGained CardGained { assassin: assassin, card: card };
    Lost CardLost CardLost { assassin: assassin, card: card };
    Equipped Equipped Equipped { assassin: assassin, card: card };
    Unequipped Unequipped Unequipped { assassin: assassin, card: card };
    Used Used Used { assassin: assassin, card: card };
    Drawn Drawn Drawn { assassin: assassin, card: card };
    Discarded Discarded Discarded { card: card };
    PutOut PutOut PutOut { card: card };
    Florins Florins FlorinsChanged { florins: florins };
    GuardsMoved GuardsMoved GuardsMoved { square: from, to: to, guards: guards };
    GuardsPlaced GuardsPlaced GuardsPlaced { square: square, guards: guards };
    Posted Posted Posted { objective: objective, guard: guard };
    GuardFell GuardFell GuardFell { square: square, guard: guard };
    GuardGone GuardGone GuardGone { square: square, guard: guard };
    BodyHidden BodyHidden BodyHidden { square: square, guard: guard };
    BodyTaken BodyTaken BodyTaken { square: square, guard: guard };
    Dice Dice AttackThrown { assassin: assassin, hits: hits, specials: specials };
    Blows Blows BlowsThrown { assassin: assassin, dice: dice, hits: hits };
    Tested Tested Tested { assassin: assassin, dice: dice, red: red, seen: seen };
    BodiesTested BodiesTested BodiesTested { bodies: bodies, red: red, seen: seen };
    TestCancelled TestCanceled TestCanceled {};
    ObjectiveDone ObjectiveDone ObjectiveDone { objective: objective };
    ChestOpened ChestOpened ChestOpened { assassin: assassin, square: square, card: card };
    TowerTurned TowerTurned TowerTurned { assassin: assassin, card: card };
    PaintedFound FalseObjectiveFound FalseObjectiveFound { objective: objective };
    CompanionsCame CompanionsCame CompanionsCame { companion: companion, assassin: assassin };
    CompanionsUsed CompanionsUsed CompanionsUsed { companion: companion };
    CompanionsGone CompanionsGone CompanionsGone { companion: companion };
    Skips Skips SkipsChanged { skips: skips };
    ReinforcementDrawn ReinforcementDrawn ReinforcementDrawn { card: card };
    GreenRoofs GreenRoofs GreenRoofs {};
    SeatDone SeatDone SeatDone { seat: seat };
    SeatBack SeatBack SeatBack { seat: seat };
    Resigned Resigned Resigned { seat: seat };
    TradeRefused TradeRefused TradeRefused { seat: seat };
    WantedAtEnd WantedAtEnd WantedAtEnd {};
    Failed Failed Failed { ending: ending };
    Ended Ended Ended { ending: ending, trophy: trophy };
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
    use intrigue_wire::v1::game_event;

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
            Fact::Unequipped { assassin: AssassinId::Second, card: kind(10) },
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
            Fact::CompanionsUsed { companion: Companion::Mercenaries },
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
        assert_eq!(event_notation(&facts[33]), "guards_moved c4 l12 EXX");
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
            Some(Kind::Mirrored(wire::Mirrored { mirror: 4 })),
            Some(Kind::Wanted(wire::Wanted { assassin: 4 })),
            Some(Kind::PhaseBegan(wire::PhaseBegan { phase: 0 })),
            Some(Kind::Failed(wire::Failed { ending: 8 })),
            Some(Kind::DirectionSet(wire::DirectionSet { direction: 5 })),
            Some(Kind::EventDrawn(wire::EventDrawn { card: 32 })),
            Some(Kind::Discarded(wire::Discarded { card: 24 })),
            Some(Kind::ObjectiveDone(wire::ObjectiveDone { objective: 8 })),
            Some(Kind::SeatDone(wire::SeatDone { seat: 8 })),
            Some(Kind::Florins(wire::FlorinsChanged { florins: 70_000 })),
            Some(Kind::BaseLaid(wire::BaseLaid { square: "m13".to_owned() })),
            Some(Kind::Anonymous(wire::Anonymous { assassin: 0, base: Some(String::new()) })),
            Some(Kind::Moved(wire::Moved { assassin: 0, place: None })),
            Some(Kind::GuardsPlaced(wire::GuardsPlaced { square: "a1".to_owned(), guards: None })),
        ];
        for kind in strange {
            let event = game_event::Kind::Brotherhood(Event { kind });
            assert_eq!(seen_from_wire(&event), None, "{event:?}");
        }
    }
}
