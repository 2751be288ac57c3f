//! How a turn, an attempt and the memory end (V-4, V-10).

use intrigue_core::EventSink;

use crate::content::level::{Failure, Goal};
use crate::content::squares::{Square, SquareSet};
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::small;
use crate::rules::fact::Fact;
use crate::rules::state::{Assassin, Brotherhood, Ending, NOTHING, Phase, Place};

/// How far from the station assassins go on (V-10.4).
const REGROUP: u8 = 2;

impl Brotherhood {
    /// The end of a turn, in the order of V-4.1.
    pub(crate) fn end_turn(&mut self, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::PhaseBegan(Phase::End), events);
        let turn = self.table.turn;
        for who in 0..self.table.size {
            let fell = self.table.crew[usize::from(who)].fell;
            if fell != 0 && fell < turn {
                self.apply_and_emit(Fact::Eliminated(who), events);
            }
        }
        if self.deserted(events) || self.succeeded(events) {
            return;
        }
        if turn >= self.options.limit() {
            self.fail(Ending::TurnLimit, events);
            return;
        }
        for kind in 0..3 {
            if self.table.companions[usize::from(kind)] != NOTHING {
                self.apply_and_emit(Fact::CompanionsGone(kind), events);
            }
        }
        self.put_event(events);
        if !self.table.bases.is_empty() {
            self.apply_and_emit(Fact::BasesGone, events);
        }
        self.push(Task::new(Kind::BeginTurn));
    }

    /// The event is discarded or, by its symbol, put out for good.
    fn put_event(&mut self, events: &mut impl EventSink<Fact>) {
        let event = self.table.event;
        if event != NOTHING {
            let out = self.table.scenario.pack.events[usize::from(event)].out;
            self.apply_and_emit(Fact::EventPut(event, out), events);
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

    /// V-4.2.
    fn succeeded(&mut self, events: &mut impl EventSink<Fact>) -> bool {
        let crew = self.table.assassins();
        let left = crew.iter().any(|one| one.place == Place::Away);
        if self.table.objectives != 0 || !left || crew.iter().any(Assassin::able) {
            return false;
        }
        for who in 0..self.table.size {
            if self.table.crew[usize::from(who)].critical() {
                self.apply_and_emit(Fact::Eliminated(who), events);
            }
        }
        let trophy = !self.table.scenario.sync.is_empty()
            && self
                .table
                .scenario
                .sync
                .iter()
                .all(|&goal| self.reached(goal));
        self.apply_and_emit(Fact::Ended(Ending::Success, trophy), events);
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
                let bodies = table
                    .strewn
                    .iter()
                    .map(|at| table.bodies[at.index()].total());
                bodies.map(u32::from).sum::<u32>() <= u32::from(most)
            }
            Goal::EliminatedAtMost(most) => self.eliminated() <= usize::from(most),
            Goal::ChestsOpen => table.chests.is_empty(),
            Goal::TowerTurned => table.tower_card != NOTHING,
            Goal::NeverWanted => !table.was_wanted,
            Goal::TurnsLeft(least) => table.turn + least <= self.options.limit(),
        }
    }

    /// Whether the memory has a condition of failure.
    pub(crate) fn fails_when(&self, is: impl Fn(Failure) -> bool) -> bool {
        self.table.scenario.fails.iter().any(|&failure| is(failure))
    }

    /// The attempt fails: nothing more of the turn is played, and the level stays as it is.
    pub(crate) fn fail(&mut self, ending: Ending, events: &mut impl EventSink<Fact>) {
        let agenda = &mut self.table.pending.agenda;
        agenda.clear();
        if self.table.retries == 0 {
            self.apply_and_emit(Fact::Ended(ending, false), events);
            return;
        }
        self.put_event(events);
        self.apply_and_emit(Fact::Failed(ending), events);
        self.push(Task::new(Kind::BeginTurn));
        self.push(Task::new(Kind::Place));
        if self.table.scenario.level.stations.len() == 1 {
            self.table.pending.offer[0] = 0;
        } else {
            self.push(Task::new(Kind::AskStation));
        }
    }

    /// Where an assassin may go on.
    pub(crate) fn regrouping(&self) -> SquareSet {
        let level = &self.table.scenario.level;
        let station = level.stations[usize::from(self.table.pending.offer[0])];
        let near = |&square: &Square| level.walk(station, square) <= REGROUP;
        level.squares.iter().filter(near).collect()
    }

    /// Asks where the next assassin goes on.
    pub(crate) fn place_next(&mut self, who: usize, events: &mut impl EventSink<Fact>) {
        if who >= usize::from(self.table.size) {
            return;
        }
        let number = small(who);
        let squares = self.regrouping();
        if squares.len() == 1 {
            let only = squares.iter().next().expect("there is one");
            self.placed(number, only, events);
        } else {
            let station = self.table.pending.offer[0];
            self.push(Task::of(Kind::AskPlace, who, station));
        }
    }

    /// An assassin goes on from a square (V-10.4, V-10.5): that is no entry.
    pub(crate) fn placed(&mut self, who: u8, square: Square, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Moved(who, Place::Square(square)), events);
        let one = self.table.crew[usize::from(who)];
        if one.critical() {
            self.apply_and_emit(Fact::Rose(who), events);
        }
        let hearts = (one.hearts + one.level).min(self.table.heart_limit(&one));
        if hearts != one.hearts {
            self.apply_and_emit(Fact::Hearts(who, hearts), events);
        }
        self.push(Task::of(Kind::Place, usize::from(who) + 1, 0));
    }
}
