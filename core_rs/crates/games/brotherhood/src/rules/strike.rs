//! The Combat step (V-24), and what hits do to assassins (V-26).

use intrigue_core::EventSink;

use crate::content::ids::{AssassinId, AssassinSet, Ways};
use crate::content::level::Failure;
use crate::content::pack::EventEffect;
use crate::content::squares::{Guard, Square, SquareSet, Way};
use crate::rules::agenda::{Draw, Procedure, Question};
use crate::rules::counts::small;
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
            let cards = self.table.mission.pack.guards;
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
            if dice == 0 || targets.is_empty() || self.effect() == EventEffect::Fog {
                self.table.pending.groups.remove(at);
                continue;
            }
            if targets.len() > 1 {
                self.then(Procedure::Declare);
                self.ask(Question::Shot { from: at, ways: targets, dice });
                return;
            }
            let way = targets.lowest().expect("there is a way");
            self.shoot(at, way, dice);
        }
    }

    /// The ways to neighboring squares with a wanted assassin.
    fn targets(&self, at: Square) -> Ways {
        let near = self.table.mission.level.near[at.index()];
        let wanted = |way: &Way| near[*way as usize].is_some_and(|to| self.table.wanted_at(to));
        Way::ALL.into_iter().filter(wanted).collect()
    }

    /// A group's ranged guards attack a neighboring square.
    pub(crate) fn shoot(&mut self, at: Square, way: Way, dice: u8) {
        self.table.pending.groups.remove(at);
        if let Some(to) = self.table.mission.level.near(at, way) {
            self.add_dice(to, dice);
        }
    }

    /// Dice against a square are kept at its first wanted assassin.
    fn add_dice(&mut self, at: Square, dice: u8) {
        let first =
            self.table.assassins().iter().position(|one| one.wanted && one.square() == Some(at));
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
        let at = self.table.crew[first].square().expect("it stands on a square");
        let dice = std::mem::take(&mut self.table.pending.dice[first]);
        let targets = self.named(|_, one| one.wanted && one.square() == Some(at));
        let count = small(targets.len() as usize);
        for who in targets.iter() {
            self.table.pending.dice[who] = dice / count;
        }
        self.then(Procedure::Strike);
        self.then(Procedure::StrikeSquare { at });
        if !dice.is_multiple_of(count) {
            self.ask(Question::Spare { among: targets, left: dice % count });
        }
    }

    /// One more die against an assassin.
    pub(crate) fn spare(&mut self, among: AssassinSet, left: u8, who: AssassinId) {
        self.table.pending.dice[who] += 1;
        if left > 1 {
            let left = left - 1;
            self.ask(Question::Spare { among, left });
        }
    }

    /// The dice against the next assassin on a square are thrown.
    pub(crate) fn strike_square(&mut self, at: Square) {
        for assassin in self.table.ids() {
            let dice = self.table.pending.dice[assassin];
            if dice > 0 && self.table.crew[assassin].square() == Some(at) {
                self.table.pending.dice[assassin] = 0;
                self.then(Procedure::StrikeSquare { at });
                self.draw_next(Draw::GuardDice { assassin, dice });
                return;
            }
        }
    }

    /// Each hit takes a heart; without one an assassin is critical (V-26.1).
    pub(crate) fn wound(
        &mut self,
        assassin: AssassinId,
        dice: u8,
        hits: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        let thrown = Fact::Blows { assassin, dice, hits };
        self.apply_and_emit(thrown, events);
        let one = &self.table.crew[assassin];
        if hits == 0 || one.critical() {
            return;
        }
        let hearts = one.hearts.saturating_sub(hits);
        self.apply_and_emit(Fact::Hearts { assassin, hearts }, events);
        if hearts == 0 {
            self.collapse(assassin, events);
        }
    }

    fn collapse(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        if let Place::Tower(tower) = self.table.crew[who].place {
            let level = &self.table.mission.level;
            let haystack = level.towers[usize::from(tower)].haystack;
            self.apply_and_emit(
                Fact::Moved { assassin: who, place: Place::Square(haystack) },
                events,
            );
        }
        self.apply_and_emit(Fact::Fell { assassin: who }, events);
        if self.fails_when(|failure| failure == Failure::AssassinCritical) {
            self.fail(Ending::AssassinCritical, events);
        }
    }
}
