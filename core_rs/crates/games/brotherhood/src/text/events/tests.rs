use intrigue_core::{Game, Lang, NoEvents, Presentation, Seat, SeatNames, Settings, fill_defaults};

use super::*;
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::Step;
use crate::content::pack::Companion;
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::AssassinAction;
use crate::rules::agenda::PendingState;
use crate::rules::fact::Pile;
use crate::rules::options::{OPTIONS, Options};
use crate::rules::state::{Brotherhood, Chance, Table};

fn kind(place: usize) -> EquipmentId {
    EquipmentId::new(place).expect("a pack can have it")
}

/// One fact of each kind that has something to tell, and then those that have not.
fn facts() -> (Vec<Fact>, Vec<Fact>) {
    let seat = Seat::new(0).expect("there is a seat");
    let square = Square::new(2, 3);
    let squad = Squad::new(2, 1);
    let mut telling: Vec<Fact> = (0..4).map(|mirror| Fact::Mirrored { mirror }).collect();
    telling.extend(Step::ALL.map(|step| Fact::StepBegan { step }));
    telling.extend(Way::ALL.map(|way| Fact::WaySet { way: Some(way) }));
    telling.push(Fact::WaySet { way: None });
    telling.extend(Pile::ALL.map(|pile| Fact::Reshuffled { pile }));
    telling.extend(Ending::ALL.map(|ending| Fact::Failed { ending }));
    telling.extend(Ending::ALL.map(|ending| Fact::Ended { ending, trophy: true }));
    for guard in Guard::ALL {
        telling.extend([
            Fact::GuardFell { square, guard },
            Fact::GuardGone { square, guard },
            Fact::BodyHidden { square, guard },
            Fact::BodyTaken { square, guard },
        ]);
    }
    telling.extend([
        Fact::TurnBegan { turn: 1, leader: seat },
        Fact::PhaseBegan { phase: Phase::Assassins },
        Fact::PhaseBegan { phase: Phase::Guard },
        Fact::EventDrawn { card: 0 },
        Fact::EventPut { card: 0, out: true },
        Fact::Saved { assassin: AssassinId::First, saved: true },
        Fact::Saved { assassin: AssassinId::First, saved: false },
        Fact::Moved { assassin: AssassinId::Second, place: Place::Square(square) },
        Fact::Moved { assassin: AssassinId::Second, place: Place::Tower(0) },
        Fact::Moved { assassin: AssassinId::Second, place: Place::Away },
        Fact::Wanted { assassin: AssassinId::First },
        Fact::Anonymous { assassin: AssassinId::First, base: Some(square) },
        Fact::Anonymous { assassin: AssassinId::First, base: None },
        Fact::AlertOn,
        Fact::BaseLaid { square },
        Fact::BasesGone,
        Fact::Hearts { assassin: AssassinId::First, hearts: 1 },
        Fact::Hearts { assassin: AssassinId::First, hearts: 2 },
        Fact::Fell { assassin: AssassinId::First },
        Fact::Rose { assassin: AssassinId::First },
        Fact::Eliminated { assassin: AssassinId::First },
        Fact::Concealed { assassin: AssassinId::First },
        Fact::Emerged { assassin: AssassinId::First },
        Fact::Flag { assassin: AssassinId::First, flag: Flag::Cloaked, on: true },
        Fact::Got { assassin: AssassinId::First, card: kind(13) },
        Fact::Equipped { assassin: AssassinId::First, card: kind(4) },
        Fact::Unequipped { assassin: AssassinId::First, card: kind(10) },
        Fact::Used { assassin: AssassinId::First, card: kind(15) },
        Fact::Drawn { assassin: Some(AssassinId::First), card: kind(18) },
        Fact::Drawn { assassin: None, card: kind(18) },
        Fact::Discarded { card: kind(13) },
        Fact::PutOut { card: kind(4) },
        Fact::Florins { florins: 7 },
        Fact::GuardsMoved { from: square, to: Square::new(2, 2), guards: squad },
        Fact::GuardsPlaced { square, guards: Squad::new(1, 0) },
        Fact::Dice { assassin: AssassinId::First, hits: 0, specials: 0 },
        Fact::Dice { assassin: AssassinId::First, hits: 2, specials: 0 },
        Fact::Dice { assassin: AssassinId::First, hits: 0, specials: 1 },
        Fact::Dice { assassin: AssassinId::First, hits: 2, specials: 1 },
        Fact::Blows { assassin: AssassinId::First, dice: 3, hits: 1 },
        Fact::Tested { assassin: AssassinId::First, dice: 1, red: false, seen: false },
        Fact::Tested { assassin: AssassinId::First, dice: 2, red: true, seen: true },
        Fact::BodiesTested { bodies: 2, red: true, seen: 0 },
        Fact::BodiesTested { bodies: 2, red: true, seen: 1 },
        Fact::TestCancelled,
        Fact::ObjectiveDone { objective: 0 },
        Fact::ChestOpened { assassin: AssassinId::First, square, card: 0 },
        Fact::TowerTurned { assassin: AssassinId::First, card: 0 },
        Fact::PaintedFound { objective: 1 },
        Fact::CompanionsCame { companion: Companion::Thieves, assassin: AssassinId::Second },
        Fact::CompanionsUsed { companion: Companion::Mercenaries },
        Fact::CompanionsGone { companion: Companion::Courtesans },
        Fact::Skips { skips: 0 },
        Fact::Skips { skips: 1 },
        Fact::ReinforcementDrawn { card: 0 },
        Fact::GreenRoofs,
        Fact::SeatDone { seat },
        Fact::SeatBack { seat },
        Fact::Resigned { seat },
        Fact::TradeRefused { seat },
    ]);
    let silent = vec![
        Fact::PhaseBegan { phase: Phase::Event },
        Fact::EventPut { card: 0, out: false },
        Fact::EventUsed,
        Fact::Cubes { assassin: AssassinId::First, cubes: 2 },
        Fact::Flag { assassin: AssassinId::First, flag: Flag::Spent, on: true },
        Fact::Lost { assassin: AssassinId::First, card: kind(13) },
        Fact::Moved { assassin: AssassinId::First, place: Place::Out },
        Fact::Posted { objective: 0, guard: Guard::Elite },
        Fact::WantedAtEnd,
        Fact::Pending { state: Box::new(PendingState::NEW), window: 1 },
    ];
    (telling, silent)
}

fn table() -> Table {
    let settings = fill_defaults(OPTIONS, &Settings::new()).expect("all have defaults");
    let options = Options::read(&settings).expect("the defaults fit");
    Table::laid(&options, 0)
}

fn at(table: &Table, fact: &Fact, lang: Lang) -> String {
    let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
    event_text(fact, Names::at(table, &text))
}

fn bare(fact: &Fact, lang: Lang) -> String {
    let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
    event_text(fact, Names::bare(&text))
}

#[test]
fn facts_are_told_once_and_in_every_language() {
    let table = table();
    let (telling, silent) = facts();
    for lang in Lang::ALL {
        let mut told = std::collections::BTreeSet::new();
        for fact in &telling {
            for text in [at(&table, fact, lang), bare(fact, lang)] {
                assert!(text.ends_with(['.', '!']), "{fact:?}: {text}");
                let first = text.chars().next().expect("it is not empty");
                assert!(!first.is_lowercase(), "{text}");
            }
            assert!(told.insert(bare(fact, lang)), "{fact:?} sounds like another");
        }
        for fact in &silent {
            assert_eq!(at(&table, fact, lang) + &bare(fact, lang), "", "{fact:?}");
        }
    }
}

#[test]
fn names_are_those_of_the_table() {
    let table = table();
    let assassin = AssassinId::Second;
    let wanted = Fact::Wanted { assassin };
    assert_eq!(at(&table, &wanted, Lang::En), "Menega is wanted!");
    assert_eq!(at(&table, &wanted, Lang::Fr), "On recherche Menega !");
    assert_eq!(bare(&wanted, Lang::En), "Assassin 1 is wanted!");
    let got = bare(&Fact::Got { assassin, card: kind(13) }, Lang::Fr);
    assert_eq!(got, "L'assassin 1 reçoit : Remède.");
}

/// A level with guards, in the turn of an event with a compass: east.
fn guarded() -> Brotherhood {
    let given = Settings::from([("mission".to_owned(), "low_water".to_owned())]);
    let settings = fill_defaults(OPTIONS, &given).expect("the options are known");
    let mut game = Brotherhood::new(&Brotherhood::options(&settings).expect("they fit"));
    let quiet = game.table.mission.pack.events.iter().position(|event| event.id == "E18");
    game.table.event = quiet.map(crate::rules::counts::small);
    game
}

fn told(game: &Brotherhood, facts: &[Fact], lang: Lang) -> Vec<String> {
    let texts = facts.iter().map(|fact| at(&game.table, fact, lang));
    texts.filter(|text| !text.is_empty()).collect()
}

#[test]
fn mercenaries_strike_and_are_not_gone() {
    let mut game = guarded();
    let (assassin, companion) = (AssassinId::First, Companion::Mercenaries);
    let guards = Squad::new(2, 0);
    let square = game.table.mission.level.start;
    game.apply_and_emit(Fact::GuardsPlaced { square, guards }, &mut NoEvents);
    game.apply_and_emit(Fact::CompanionsCame { companion, assassin }, &mut NoEvents);
    let mut facts = Vec::new();
    game.do_assassin_action(assassin, AssassinAction::Mercenaries(None), false, &mut facts);
    game.apply_chance(Chance::Dice(1, 0), &mut facts);
    let en = [
        "The mercenaries go into action.".to_owned(),
        "Lisetta strikes: 1 hit.".to_owned(),
        format!("A crossbowman falls on {square}."),
        "ALERT! The bells ring.".to_owned(),
    ];
    assert_eq!(told(&game, &facts, Lang::En), en);
    let fr = told(&game, &facts, Lang::Fr);
    assert_eq!(fr[0], "Les mercenaires passent à l'action.");
    assert!(fr.iter().all(|text| !text.contains("s'en vont")), "{fr:?}");
}

#[test]
fn the_compass_is_told_only_where_it_counts() {
    let mut facts = Vec::new();
    let mut game = guarded();
    game.begin_march(&mut facts);
    assert_eq!(told(&game, &facts, Lang::En), ["The guards go east."]);
    assert_eq!(told(&game, &facts, Lang::Fr), ["Les gardes vont vers l'est."]);
    // With a base on the level every guard has a trail.
    let mut game = guarded();
    let square = game.table.mission.level.start;
    game.apply_and_emit(Fact::BaseLaid { square }, &mut NoEvents);
    facts.clear();
    game.begin_march(&mut facts);
    assert_eq!(told(&game, &facts, Lang::En), [""; 0]);
    // Without guards nobody goes anywhere.
    let mut game = guarded();
    for square in game.table.watched.iter() {
        let guards = std::mem::replace(&mut game.table.guards[square.index()], Squad::NONE);
        game.table.reserve += guards;
    }
    game.table.watched = crate::content::squares::SquareSet::EMPTY;
    facts.clear();
    game.begin_march(&mut facts);
    assert_eq!(told(&game, &facts, Lang::En), [""; 0]);
}
