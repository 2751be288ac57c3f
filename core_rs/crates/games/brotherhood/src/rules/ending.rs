//! How a turn, an attempt and the mission end (V-4, V-10).

use intrigue_core::EventSink;

use crate::content::ids::AssassinId;
use crate::content::level::{Failure, Goal};
use crate::content::pack::Companion;
use crate::content::squares::{Square, SquareSet};
use crate::rules::agenda::{Procedure, Question};
use crate::rules::counts::small;
use crate::rules::fact::Fact;
use crate::rules::state::{Assassin, Brotherhood, Ending, Phase, Place};

/// How far from the station assassins go on (V-10.4).
const REGROUP: u8 = 2;

impl Brotherhood {
    /// The end of a turn, in the order of V-4.1.
    pub(crate) fn end_turn(&mut self, events: &mut impl EventSink<Fact>) {
        self.begin_phase(Phase::End, events);
        let turn = self.table.turn;
        for assassin in self.table.ids() {
            let fell = self.table.crew[assassin].fell;
            if fell != 0 && fell < turn {
                self.apply_and_emit(Fact::Eliminated { assassin }, events);
            }
        }
        if self.deserted(events) || self.succeeded(events) {
            return;
        }
        if turn >= self.options.limit() {
            self.fail(Ending::TurnLimit, events);
            return;
        }
        for companion in Companion::ALL {
            if self.table.companions[companion as usize].is_some() {
                self.apply_and_emit(Fact::CompanionsGone { companion }, events);
            }
        }
        self.put_event(events);
        if !self.table.bases.is_empty() {
            self.apply_and_emit(Fact::BasesGone, events);
        }
        self.then(Procedure::BeginTurn);
    }

    /// The event is discarded or, by its symbol, put out for good.
    fn put_event(&mut self, events: &mut impl EventSink<Fact>) {
        if let Some(card) = self.table.event {
            let out = self.table.mission.pack.events[usize::from(card)].out;
            self.apply_and_emit(Fact::EventPut { card, out }, events);
        }
    }

    /// Whether nobody is left who could do what is open (V-4.3).
    fn deserted(&mut self, events: &mut impl EventSink<Fact>) -> bool {
        let crew = self.table.assassins();
        if crew.iter().all(|one| one.place == Place::Out) {
            self.fail(Ending::Eliminated, events);
            return true;
        }
        if self.table.objectives != 0 && crew.iter().all(|one| !one.present()) {
            self.fail(Ending::Abandoned, events);
            return true;
        }
        false
    }

    /// Ends the match if all is done and the team is away (V-4.2).
    fn succeeded(&mut self, events: &mut impl EventSink<Fact>) -> bool {
        let crew = self.table.assassins();
        let left = crew.iter().any(|one| one.place == Place::Away);
        if self.table.objectives != 0 || !left || crew.iter().any(Assassin::able) {
            return false;
        }
        for assassin in self.table.ids() {
            if self.table.crew[assassin].critical() {
                self.apply_and_emit(Fact::Eliminated { assassin }, events);
            }
        }
        let trophy = !self.table.mission.sync.is_empty()
            && self.table.mission.sync.iter().all(|&goal| self.reached(goal));
        self.apply_and_emit(Fact::Ended { ending: Ending::Success, trophy }, events);
        true
    }

    /// How many assassins are eliminated.
    pub(crate) fn eliminated(&self) -> usize {
        let crew = self.table.assassins().iter();
        crew.filter(|one| one.place == Place::Out).count()
    }

    fn reached(&self, goal: Goal) -> bool {
        let table = &self.table;
        match goal {
            Goal::AlertOff => !table.alert,
            Goal::BodiesAtMost(most) => {
                let bodies = table.strewn.iter().map(|at| table.bodies[at.index()].total());
                bodies.map(u32::from).sum::<u32>() <= u32::from(most)
            }
            Goal::EliminatedAtMost(most) => self.eliminated() <= usize::from(most),
            Goal::ChestsOpen => table.chests.is_empty(),
            Goal::TowerTurned => table.tower_card.is_some(),
            Goal::NeverWanted => !table.was_wanted,
            Goal::TurnsLeft(least) => table.turn + least <= self.options.limit(),
        }
    }

    /// Whether the mission has a condition of failure.
    pub(crate) fn fails_when(&self, is: impl Fn(Failure) -> bool) -> bool {
        self.table.mission.fails.iter().any(|&failure| is(failure))
    }

    /// The attempt fails: nothing more of the turn is played, and the level stays as it is.
    pub(crate) fn fail(&mut self, ending: Ending, events: &mut impl EventSink<Fact>) {
        let agenda = &mut self.table.pending.agenda;
        agenda.clear();
        if self.table.retries == 0 {
            self.apply_and_emit(Fact::Ended { ending, trophy: false }, events);
            return;
        }
        self.put_event(events);
        self.apply_and_emit(Fact::Failed { ending }, events);
        self.then(Procedure::BeginTurn);
        if self.table.mission.level.stations.len() == 1 {
            self.then(Procedure::PlaceNext { placed: 0, station: 0 });
        } else {
            self.ask(Question::Station);
        }
    }

    /// Where an assassin may go on near a station.
    pub(crate) fn regrouping(&self, station: u8) -> SquareSet {
        let level = &self.table.mission.level;
        let station = level.stations[usize::from(station)];
        let near = |&square: &Square| level.walk(station, square) <= REGROUP;
        level.squares.iter().filter(near).collect()
    }

    /// Asks where the next assassin goes on.
    pub(crate) fn place_next(
        &mut self,
        placed: u8,
        station: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let Some(assassin) = self.table.ids().nth(placed.into()) else {
            return;
        };
        let squares = self.regrouping(station);
        if squares.len() == 1 {
            let only = squares.iter().next().expect("there is one");
            self.placed(assassin, station, only, events);
        } else {
            self.ask(Question::Place { assassin, station });
        }
    }

    /// An assassin goes on from a square (V-10.4, V-10.5): that is no entry.
    pub(crate) fn placed(
        &mut self,
        assassin: AssassinId,
        station: u8,
        square: Square,
        events: &mut impl EventSink<Fact>,
    ) {
        let place = Place::Square(square);
        self.apply_and_emit(Fact::Moved { assassin, place }, events);
        let one = self.table.crew[assassin];
        if one.critical() {
            self.apply_and_emit(Fact::Rose { assassin }, events);
        }
        let hearts = (one.hearts + one.level).min(self.table.heart_limit(&one));
        if hearts != one.hearts {
            self.apply_and_emit(Fact::Hearts { assassin, hearts }, events);
        }
        let placed = small(assassin.index()) + 1;
        self.then(Procedure::PlaceNext { placed, station });
    }
}
