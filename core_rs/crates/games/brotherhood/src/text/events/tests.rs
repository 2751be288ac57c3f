use intrigue_core::{Seat, Settings, settle};

use super::*;
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::agenda::PendingState;
use crate::rules::options::{OPTIONS, Options};

/// One fact of each kind that has something to tell, and then those that have not.
fn facts() -> (Vec<Fact>, Vec<Fact>) {
    let seat = Seat::new(0).expect("there is a seat");
    let square = Square::new(2, 3);
    let squad = Squad::new(2, 1);
    let mut telling: Vec<Fact> = (0..4).map(Fact::Mirrored).collect();
    telling.extend((0..3).map(Fact::StepBegan));
    telling.extend((0..5).map(Fact::WaySet));
    telling.extend((0..3).map(Fact::Reshuffled));
    telling.extend(Ending::ALL.map(Fact::Failed));
    telling.extend(Ending::ALL.map(|ending| Fact::Ended(ending, true)));
    for guard in Guard::ALL {
        telling.extend([
            Fact::GuardFell(square, guard),
            Fact::GuardGone(square, guard),
            Fact::BodyHidden(square, guard),
            Fact::BodyTaken(square, guard),
        ]);
    }
    telling.extend([
        Fact::TurnBegan(1, seat),
        Fact::PhaseBegan(Phase::Assassins),
        Fact::PhaseBegan(Phase::Guard),
        Fact::EventDrawn(0),
        Fact::EventPut(0, true),
        Fact::Saved(0, true),
        Fact::Saved(0, false),
        Fact::Moved(1, Place::Square(square)),
        Fact::Moved(1, Place::Tower(0)),
        Fact::Moved(1, Place::Away),
        Fact::Wanted(0),
        Fact::Anonymous(0, Some(square)),
        Fact::Anonymous(0, None),
        Fact::AlertOn,
        Fact::BaseLaid(square),
        Fact::BasesGone,
        Fact::Hearts(0, 1),
        Fact::Hearts(0, 2),
        Fact::Fell(0),
        Fact::Rose(0),
        Fact::Eliminated(0),
        Fact::Concealed(0),
        Fact::Emerged(0),
        Fact::Flag(0, Flag::Cloaked, true),
        Fact::Got(0, 13),
        Fact::Equipped(0, 4),
        Fact::Used(0, 15),
        Fact::Drawn(0, 18),
        Fact::Drawn(NOTHING, 18),
        Fact::Discarded(13),
        Fact::PutOut(4),
        Fact::Florins(7),
        Fact::GuardsMoved(square, Square::new(2, 2), squad),
        Fact::GuardsPlaced(square, Squad::new(1, 0)),
        Fact::Dice(0, 0, 0),
        Fact::Dice(0, 2, 0),
        Fact::Dice(0, 0, 1),
        Fact::Dice(0, 2, 1),
        Fact::Blows(0, 3, 1),
        Fact::Tested(0, 1, false, false),
        Fact::Tested(0, 2, true, true),
        Fact::BodiesTested(2, true, 0),
        Fact::BodiesTested(2, true, 1),
        Fact::TestCancelled,
        Fact::ObjectiveDone(0),
        Fact::ChestOpened(0, square, 0),
        Fact::TowerTurned(0, 0),
        Fact::PaintedFound(1),
        Fact::CompanionsCame(0, 1),
        Fact::CompanionsGone(2),
        Fact::Skips(0),
        Fact::Skips(1),
        Fact::ReinforcementDrawn(0),
        Fact::GreenRoofs,
        Fact::SeatDone(seat),
        Fact::SeatBack(seat),
        Fact::Resigned(seat),
        Fact::TradeRefused(seat),
    ]);
    let silent = vec![
        Fact::PhaseBegan(Phase::Event),
        Fact::EventPut(0, false),
        Fact::EventUsed,
        Fact::Cubes(0, 2),
        Fact::Flag(0, Flag::Spent, true),
        Fact::Lost(0, 13),
        Fact::Moved(0, Place::Out),
        Fact::Posted(0, Guard::Elite),
        Fact::WantedAtEnd,
        Fact::Workings(Box::new(PendingState::NEW), 1),
    ];
    (telling, silent)
}

#[test]
fn facts_are_told_once_and_in_every_language() {
    let settings = settle(OPTIONS, &Settings::new()).expect("all have defaults");
    let options = Options::read(&settings).expect("the defaults fit");
    let table = Table::laid(&options, 0);
    let (telling, silent) = facts();
    for lang in Lang::ALL {
        let mut told = std::collections::BTreeSet::new();
        for fact in &telling {
            for text in [tell(fact, &table, lang), seen_text(fact, lang)] {
                assert!(text.ends_with(['.', '!']), "{fact:?}: {text}");
                let first = text.chars().next().expect("it is not empty");
                assert!(!first.is_lowercase(), "{text}");
            }
            assert!(
                told.insert(seen_text(fact, lang)),
                "{fact:?} sounds like another"
            );
        }
        for fact in &silent {
            assert_eq!(
                tell(fact, &table, lang) + &seen_text(fact, lang),
                "",
                "{fact:?}"
            );
        }
    }
}

#[test]
fn names_are_those_of_the_table() {
    let settings = settle(OPTIONS, &Settings::new()).expect("all have defaults");
    let options = Options::read(&settings).expect("the defaults fit");
    let table = Table::laid(&options, 0);
    assert_eq!(
        tell(&Fact::Wanted(1), &table, Lang::En),
        "Menega is wanted!"
    );
    assert_eq!(
        tell(&Fact::Wanted(1), &table, Lang::Fr),
        "On recherche Menega !"
    );
    assert_eq!(
        seen_text(&Fact::Wanted(1), Lang::En),
        "Assassin 1 is wanted!"
    );
    assert_eq!(
        seen_text(&Fact::Got(1, 13), Lang::Fr),
        "L'assassin 1 reçoit : Remède."
    );
}
