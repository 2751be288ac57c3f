//! Nature's choices: cards and dice.

use intrigue_core::{EventSink, Rng};

use crate::content::squares::Way;
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::{lowest, small};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, Chance, NOTHING};

impl Brotherhood {
    /// Draws one of nature's choices.
    pub(crate) fn draw_chance(&self, rng: &mut Rng) -> Chance {
        let task = self.top().expect("chance is asked");
        let table = &self.table;
        match task.kind {
            Kind::Mirror => {
                let chosen = self.options.mirror;
                Chance::Mirror(chosen.unwrap_or_else(|| small(rng.index(4))))
            }
            Kind::DrawEvent => Chance::Event(bit(table.events, rng)),
            Kind::DrawWay => Chance::Way(weighted(&self.compass_cards(), rng)),
            Kind::DrawCards | Kind::DrawOffer => Chance::Equipment(weighted(&table.deck, rng)),
            Kind::DrawChest => Chance::Chest(weighted(&table.chest_deck, rng)),
            Kind::DrawTower => Chance::Tower(bit(table.scenario.tower_cards.into(), rng)),
            Kind::DrawPainted => {
                Chance::Painted(small(rng.index(table.scenario.level.objectives.len())))
            }
            Kind::DrawReinforcement => Chance::Reinforcement(bit(table.reinforcements.into(), rng)),
            Kind::ThrowDice => self.throw_dice(task.n, rng),
            Kind::ThrowBlows => {
                let faces = u32::from(table.scenario.pack.dice.guard);
                let hits = (0..task.n).filter(|_| rng.below(6) < faces).count();
                Chance::Blows(small(hits))
            }
            _ => self.throw_sight(task, rng),
        }
    }

    fn throw_dice(&self, count: u8, rng: &mut Rng) -> Chance {
        let dice = self.table.scenario.pack.dice;
        let (mut hits, mut specials) = (0, 0);
        for _ in 0..count {
            let face = rng.below(6);
            if face < u32::from(dice.special) {
                specials += 1;
            } else if face < u32::from(dice.special + dice.hit) {
                hits += 1;
            }
        }
        Chance::Dice(hits, specials)
    }

    fn throw_sight(&self, task: Task, rng: &mut Rng) -> Chance {
        let tests = &self.table.pending.tests;
        let dice = self.table.scenario.pack.dice;
        let faces = u32::from(if tests.red { dice.alert } else { dice.quiet });
        let mut notice = |count: u8| {
            let mut seen = false;
            for _ in 0..count {
                seen |= rng.below(6) < faces;
            }
            seen
        };
        if task.n == 1 {
            let seen = notice(tests.dice[usize::from(task.who)]);
            return Chance::Sight(u8::from(seen) << task.who, 0);
        }
        let mut seen = 0;
        for (who, &count) in tests.dice.iter().enumerate() {
            if count > 0 && notice(count) {
                seen |= 1 << who;
            }
        }
        let found = (0..tests.bodies)
            .filter(|_| notice(tests.body_dice))
            .count();
        Chance::Sight(seen, small(found))
    }

    /// Every choice that nature has.
    pub(crate) fn all_chances(&self) -> Vec<Chance> {
        let Some(task) = self.top() else {
            return Vec::new();
        };
        let table = &self.table;
        let bits = |bits: u32| (0..32u8).filter(move |&n| bits >> n & 1 == 1);
        let counted = |piles: &[u8]| -> Vec<u8> {
            let piles = (0u8..).zip(piles);
            piles
                .filter(|(_, n)| **n > 0)
                .map(|(kind, _)| kind)
                .collect()
        };
        match task.kind {
            Kind::Mirror => match self.options.mirror {
                Some(mirror) => vec![Chance::Mirror(mirror)],
                None => (0..4).map(Chance::Mirror).collect(),
            },
            Kind::DrawEvent => bits(table.events).map(Chance::Event).collect(),
            Kind::DrawWay => {
                let ways = counted(&self.compass_cards());
                ways.into_iter().map(Chance::Way).collect()
            }
            Kind::DrawCards | Kind::DrawOffer => {
                let kinds = counted(&table.deck);
                kinds.into_iter().map(Chance::Equipment).collect()
            }
            Kind::DrawChest => {
                let cards = counted(&table.chest_deck);
                cards.into_iter().map(Chance::Chest).collect()
            }
            Kind::DrawTower => {
                let cards = bits(table.scenario.tower_cards.into());
                cards.map(Chance::Tower).collect()
            }
            Kind::DrawPainted => {
                let objectives = small(table.scenario.level.objectives.len());
                (0..objectives).map(Chance::Painted).collect()
            }
            Kind::DrawReinforcement => {
                let cards = bits(table.reinforcements.into());
                cards.map(Chance::Reinforcement).collect()
            }
            Kind::ThrowDice => {
                let specials = |hits: u8| (0..=task.n - hits).map(move |s| Chance::Dice(hits, s));
                (0..=task.n).flat_map(specials).collect()
            }
            Kind::ThrowBlows => (0..=task.n).map(Chance::Blows).collect(),
            Kind::ThrowSight => self.all_sights(task),
            _ => Vec::new(),
        }
    }

    fn all_sights(&self, task: Task) -> Vec<Chance> {
        let tests = &self.table.pending.tests;
        if task.n == 1 {
            return vec![Chance::Sight(0, 0), Chance::Sight(1 << task.who, 0)];
        }
        let tested = (0..4).filter(|&who| tests.dice[who] > 0);
        let tested: u8 = tested.fold(0, |bits, who| bits | 1 << who);
        (0..16u8)
            .filter(|seen| seen & !tested == 0)
            .flat_map(|seen| (0..=tests.bodies).map(move |found| Chance::Sight(seen, found)))
            .collect()
    }

    /// Nature has chosen.
    pub(crate) fn settle_chance(&mut self, chance: Chance, events: &mut impl EventSink<Fact>) {
        let task = self.table.pending.agenda.pop().expect("chance is asked");
        let who = usize::from(task.who);
        match chance {
            Chance::Mirror(mirror) => self.apply_and_emit(Fact::Mirrored(mirror), events),
            Chance::Event(card) => self.apply_and_emit(Fact::EventDrawn(card), events),
            Chance::Way(way) => {
                debug_assert!(Way::of(way).is_some());
                self.set_way(way, events);
            }
            Chance::Equipment(kind) if task.kind == Kind::DrawOffer => {
                self.offer_drawn(task, kind, events);
            }
            Chance::Equipment(kind) => self.drawn(task, kind, events),
            Chance::Chest(card) => self.opened(who, card, events),
            Chance::Tower(card) => self.turn_tower(who, card, events),
            Chance::Painted(objective) => {
                self.apply_and_emit(Fact::PaintedFound(objective), events);
                if self.table.objectives >> objective & 1 == 1 {
                    self.apply_and_emit(Fact::ObjectiveDone(objective), events);
                }
            }
            Chance::Reinforcement(card) => self.reinforcement_drawn(task, card, events),
            // Mercenaries' specials are plain hits.
            Chance::Dice(hits, specials) if self.table.pending.attack.kind == NOTHING => {
                self.thrown(hits + specials, 0, events);
            }
            Chance::Dice(hits, specials) => self.thrown(hits, specials, events),
            Chance::Sight(seen, found) => self.sighted(task, seen, found, events),
            Chance::Blows(hits) => self.wound(task, hits, events),
        }
    }
}

/// One of the bits that are set.
fn bit(bits: u32, rng: &mut Rng) -> u8 {
    let mut rest = bits;
    for _ in 0..rng.index(bits.count_ones() as usize) {
        rest &= rest - 1;
    }
    lowest(rest)
}

/// One of several piles, each as likely as it is large.
fn weighted(piles: &[u8], rng: &mut Rng) -> u8 {
    let all: usize = piles.iter().map(|&n| usize::from(n)).sum();
    let mut rank = rng.index(all);
    for (kind, &copies) in (0u8..).zip(piles) {
        match rank.checked_sub(usize::from(copies)) {
            None => return kind,
            Some(rest) => rank = rest,
        }
    }
    0
}
