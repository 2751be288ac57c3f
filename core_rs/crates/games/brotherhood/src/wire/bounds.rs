//! Which numbers a task can have. The rules give no others; a view that somebody made up might.

use crate::content::squares::{PLACES, SQUARES, Square};
use crate::rules::agenda::{Kind, Task};
use crate::rules::state::{CREW, NOTHING, Table};

impl Task {
    /// Whether everything that the task points at is there.
    pub(crate) fn fits(self, table: &Table) -> bool {
        let Self { who, at, to, n, .. } = self;
        let scenario = &table.scenario;
        let level = &scenario.level;
        let square = |at: u8| usize::from(at) < SQUARES && level.squares.contains(Square(at));
        let one = |who: u8| who < table.size;
        let able = |at: u8| table.loose_guards(Square(at)).total();
        let within = |number: u8, length: usize| usize::from(number) < length;
        match self.kind {
            Kind::DrawChest => table.crew[..usize::from(table.size)]
                .get(usize::from(who))
                .is_some_and(|one| one.square().is_some()),
            Kind::DrawCards
            | Kind::DrawTower
            | Kind::ThrowDice
            | Kind::ThrowBlows
            | Kind::AskElites
            | Kind::AskCrossbowmen
            | Kind::AskDrowned
            | Kind::AskVanished
            | Kind::AskMove
            | Kind::AskHide
            | Kind::AskKeep
            | Kind::AskPass
            | Kind::AskConsent
            | Kind::AskSell
            | Kind::AskTend
            | Kind::AskSpare
            | Kind::Arrive
            | Kind::Settle
            | Kind::Sort
            | Kind::Exchange
            | Kind::Investigate => one(who),
            Kind::ThrowSight => n == 0 || (n == 1 && one(who)),
            Kind::AskReroll => one(who) && one(n),
            Kind::AskPassed => one(who) && one(at) && one(to),
            Kind::Offer | Kind::Market | Kind::Tend => who <= table.size,
            Kind::Place => {
                // The station is chosen first, and only then noted.
                let top = table.pending.agenda.top();
                let open = top.is_some_and(|task| task.kind == Kind::AskStation);
                let station = table.pending.offer[0];
                who <= table.size && (open || within(station, level.stations.len()))
            }
            Kind::AskEntrance => one(who) && n < 16,
            Kind::AskPlaced => within(who, 4) && n <= PLACES,
            Kind::AskPursuers => one(who) && square(at) && square(to) && n <= able(at),
            Kind::AskMovers => square(at) && square(to) && n <= able(at),
            Kind::MarchGroup => square(at) && square(to),
            Kind::MarchTo => square(at) && square(to) && who <= n && n <= PLACES,
            Kind::AskWay => square(at) && ways(&level.beat, at, n),
            Kind::AskShot => square(at) && ways(&level.near, at, n),
            Kind::StrikeOne => square(at),
            Kind::AskFirst => square(to) && ways(&level.beat, to, n),
            Kind::DrawReinforcement => n <= 1 && to <= 1,
            Kind::DrawOffer | Kind::AskCompany => within(n, 3),
            Kind::AskBuyer => {
                within(n, 3) && affordable(table, table.pending.offer[usize::from(n)])
            }
            Kind::AskBody => within(n, 2),
            Kind::AskKit => within(n, scenario.kit.len()),
            Kind::Kit => usize::from(n) <= scenario.kit.len(),
            Kind::BeginStep => within(n, scenario.steps.len()),
            Kind::NextStep => usize::from(n) <= scenario.steps.len(),
            Kind::AskPlace => {
                one(who) && within(n, level.stations.len()) && n == table.pending.offer[0]
            }
            Kind::Chest => one(who) && within(n, scenario.pack.chests.len()),
            _ => within(who, CREW) || who == NOTHING,
        }
    }
}

/// Whether there is a way, and behind each of these a square.
fn ways(near: &[[Option<Square>; 4]; SQUARES], at: u8, ways: u8) -> bool {
    let near = &near[usize::from(at)];
    let mut chosen = (0..4).filter(|way| ways >> way & 1 == 1);
    (1..16).contains(&ways) && chosen.all(|way: usize| near[way].is_some())
}

/// Whether a card on offer is there, and the team has its price.
fn affordable(table: &Table, kind: u8) -> bool {
    let card = table.scenario.pack.equipment.get(usize::from(kind));
    card.is_some_and(|card| u16::from(card.florins) <= table.florins)
}
