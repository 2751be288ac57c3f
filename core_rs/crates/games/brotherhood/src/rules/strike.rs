//! The Combat step (V-24), and what hits do to assassins (V-26).

use intrigue_core::EventSink;

use crate::content::level::Failure;
use crate::content::pack::EventEffect;
use crate::content::squares::{Guard, Square, SquareSet, Way};
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::{lowest, small};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, Ending, Place};

impl Brotherhood {
    /// Every group declares whom it attacks (V-24.1).
    pub(crate) fn declare(&mut self) {
        if !self.table.assassins().iter().any(|one| one.wanted) {
            self.table.pending.groups = SquareSet::EMPTY;
        }
        while let Some(at) = self.table.pending.groups.iter().next() {
            let squad = self.table.guards[at.index()];
            let cards = self.table.scenario.pack.guards;
            if self.table.wanted_at(at) {
                let dice = squad.crossbowmen * cards[0].dice + squad.elites * cards[1].dice;
                self.add_dice(at, dice);
                self.table.pending.groups.remove(at);
                continue;
            }
            let ranged = |guard: Guard| {
                let card = cards[guard as usize];
                u8::from(card.ranged) * card.dice * squad.count(guard)
            };
            let dice = ranged(Guard::Crossbowman) + ranged(Guard::Elite);
            let targets = self.targets(at);
            if dice == 0 || targets == 0 || self.effect() == EventEffect::Fog {
                self.table.pending.groups.remove(at);
                continue;
            }
            let task = Task {
                at: at.0,
                to: dice,
                ..Task::of(Kind::AskShot, 0, targets)
            };
            if targets.count_ones() > 1 {
                self.push(Task::new(Kind::Declare));
                self.push(task);
                return;
            }
            let way = Way::of(lowest(targets)).expect("there is a way");
            self.shoot(task, way);
        }
    }

    /// The neighbouring squares with a wanted assassin, one bit a way.
    fn targets(&self, at: Square) -> u8 {
        let near = self.table.scenario.level.near[at.index()];
        (0u8..4)
            .filter(|&way| near[usize::from(way)].is_some_and(|to| self.table.wanted_at(to)))
            .fold(0, |bits, way| bits | 1 << way)
    }

    /// A group's ranged guards attack a neighbouring square.
    pub(crate) fn shoot(&mut self, task: Task, way: Way) {
        let at = Square(task.at);
        self.table.pending.groups.remove(at);
        if let Some(to) = self.table.scenario.level.near(at, way) {
            self.add_dice(to, task.to);
        }
    }

    /// Dice against a square are kept at its first wanted assassin.
    fn add_dice(&mut self, at: Square, dice: u8) {
        let first = self
            .table
            .assassins()
            .iter()
            .position(|one| one.wanted && one.square() == Some(at));
        if let Some(first) = first {
            self.table.pending.dice[first] += dice;
        }
    }

    /// The next square is attacked: its dice are divided evenly, the leader gives out the rest
    /// (V-24.2).
    pub(crate) fn strike(&mut self) {
        let Some(first) = self.table.pending.dice.iter().position(|&dice| dice > 0) else {
            return;
        };
        let at = self.table.crew[first]
            .square()
            .expect("it stands on a square");
        let dice = std::mem::take(&mut self.table.pending.dice[first]);
        let targets = self.named(|_, one| one.wanted && one.square() == Some(at));
        let count = small(targets.count_ones() as usize);
        for who in 0..4 {
            if targets >> who & 1 == 1 {
                self.table.pending.dice[who] = dice / count;
            }
        }
        self.push(Task::new(Kind::Strike));
        self.push(Task {
            at: at.0,
            ..Task::new(Kind::StrikeOne)
        });
        if !dice.is_multiple_of(count) {
            self.push(Task {
                at: targets,
                ..Task::of(Kind::AskSpare, first, dice % count)
            });
        }
    }

    /// One more die against an assassin.
    pub(crate) fn spare(&mut self, task: Task, who: u8) {
        self.table.pending.dice[usize::from(who)] += 1;
        if task.n > 1 {
            self.push(Task {
                n: task.n - 1,
                ..task
            });
        }
    }

    /// The dice against the next assassin on a square are thrown.
    pub(crate) fn strike_one(&mut self, at: Square) {
        for who in 0..usize::from(self.table.size) {
            let dice = self.table.pending.dice[who];
            if dice > 0 && self.table.crew[who].square() == Some(at) {
                self.table.pending.dice[who] = 0;
                self.push(Task {
                    at: at.0,
                    ..Task::new(Kind::StrikeOne)
                });
                self.push(Task::of(Kind::ThrowBlows, who, dice));
                return;
            }
        }
    }

    /// Each hit takes a heart; without one an assassin is critical (V-26.1).
    pub(crate) fn wound(&mut self, task: Task, hits: u8, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Blows(task.who, task.n, hits), events);
        let one = self.table.crew[usize::from(task.who)];
        if hits == 0 || one.critical() {
            return;
        }
        let hearts = one.hearts.saturating_sub(hits);
        self.apply_and_emit(Fact::Hearts(task.who, hearts), events);
        if hearts == 0 {
            self.collapse(task.who, events);
        }
    }

    fn collapse(&mut self, who: u8, events: &mut impl EventSink<Fact>) {
        if let Place::Tower(tower) = self.table.crew[usize::from(who)].place {
            let level = &self.table.scenario.level;
            let haystack = level.towers[usize::from(tower)].haystack;
            self.apply_and_emit(Fact::Moved(who, Place::Square(haystack)), events);
        }
        self.apply_and_emit(Fact::Fell(who), events);
        if self.fails_when(|failure| failure == Failure::AssassinCritical) {
            self.fail(Ending::AssassinCritical, events);
        }
    }
}
