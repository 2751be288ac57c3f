//! Cards: drawn, looked through, kept; chests, the kit, and Investigations.

use intrigue_core::EventSink;

use crate::content::pack::{ChestEffect, Effect, KINDS};
use crate::content::squares::{PLACES, Squad};
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::{lowest, small};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, Place};

impl Brotherhood {
    /// An assassin draws so many cards and keeps one; `quiet` if Investigations have no effect.
    pub(crate) fn draw_cards(&mut self, who: usize, count: u8, quiet: bool) {
        self.push(Task::of(Kind::Sort, who, 0));
        self.push(Task {
            to: u8::from(quiet),
            ..Task::of(Kind::DrawCards, who, count)
        });
    }

    /// A card has been drawn.
    pub(crate) fn drawn(&mut self, task: Task, kind: u8, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Drawn(task.who, kind), events);
        self.push(Task {
            n: task.n - 1,
            ..task
        });
        let card = &self.table.scenario.pack.equipment[usize::from(kind)];
        if card.effect != Effect::Investigation {
            self.table.pending.drawn[usize::from(kind)] += 1;
            return;
        }
        self.apply_and_emit(Fact::Discarded(kind), events);
        if task.to == 0 {
            self.push(Task::of(Kind::Investigate, usize::from(task.who), 0));
        }
    }

    /// The cards drawn are looked through: one is kept.
    pub(crate) fn sort(&mut self, who: usize, events: &mut impl EventSink<Fact>) {
        let drawn = &self.table.pending.drawn;
        let kinds = drawn.iter().filter(|&&copies| copies > 0).count();
        if kinds > 1 {
            self.push(Task::of(Kind::AskKeep, who, 0));
        } else if let Some(kind) = drawn.iter().position(|&copies| copies > 0) {
            self.keep(who, small(kind), events);
        }
    }

    /// A card is kept, the others are discarded.
    pub(crate) fn keep(&mut self, who: usize, kept: u8, events: &mut impl EventSink<Fact>) {
        let mut drawn = std::mem::replace(&mut self.table.pending.drawn, [0; KINDS]);
        drawn[usize::from(kept)] -= 1;
        for (kind, copies) in (0u8..).zip(drawn) {
            for _ in 0..copies {
                self.apply_and_emit(Fact::Discarded(kind), events);
            }
        }
        self.give(small(who), kept, events);
    }

    /// An assassin gets a card; armour that goes to its slot gives its hearts.
    pub(crate) fn give(&mut self, who: u8, kind: u8, events: &mut impl EventSink<Fact>) {
        let before = self.armour_of(who);
        self.apply_and_emit(Fact::Got(who, kind), events);
        self.fit_hearts(who, before, events);
        self.recall(who, events);
    }

    /// A crossbowman comes to the nearest entrance square with room.
    pub(crate) fn investigate(&mut self, who: usize, events: &mut impl EventSink<Fact>) {
        let level = &self.table.scenario.level;
        let from = match self.table.crew[who].place {
            Place::Square(square) => square,
            Place::Tower(tower) => level.towers[usize::from(tower)].haystack,
            Place::Away | Place::Out => return,
        };
        if self.table.reserve.crossbowmen == 0 {
            return;
        }
        let mut nearest = (u8::MAX, 0u8);
        for (letter, entrance) in level.entrances.iter().enumerate() {
            let Some(at) = *entrance else { continue };
            if self.table.guards[at.index()].total() == PLACES {
                continue;
            }
            let steps = level.walk(from, at);
            if steps < nearest.0 {
                nearest = (steps, 0);
            }
            if steps == nearest.0 {
                nearest.1 |= 1 << letter;
            }
        }
        match nearest.1.count_ones() {
            0 => {}
            1 => self.investigated(lowest(nearest.1), events),
            _ => self.push(Task::of(Kind::AskEntrance, who, nearest.1)),
        }
    }

    /// The crossbowman comes to this entrance.
    pub(crate) fn investigated(&mut self, letter: u8, events: &mut impl EventSink<Fact>) {
        let at = self.table.scenario.level.entrances[usize::from(letter)];
        let at = at.expect("an entrance of the level");
        self.apply_and_emit(Fact::GuardsPlaced(at, Squad::new(1, 0)), events);
        self.post(at, events);
    }

    /// A chest is open: its card.
    pub(crate) fn opened(&mut self, who: usize, card: u8, events: &mut impl EventSink<Fact>) {
        let at = self.table.crew[who]
            .square()
            .expect("it stands on a square");
        let number = small(who);
        self.apply_and_emit(Fact::ChestOpened(number, at, card), events);
        self.push(Task::of(Kind::Chest, who, card));
    }

    pub(crate) fn chest_effect(&mut self, who: usize, card: u8, events: &mut impl EventSink<Fact>) {
        let number = small(who);
        match self.table.scenario.pack.chests[usize::from(card)].effect {
            ChestEffect::Take(kind) => self.give(number, kind, events),
            ChestEffect::SkipReinforcement => {
                self.apply_and_emit(Fact::Skips(self.table.skips + 1), events);
            }
            ChestEffect::Companions(companion) => {
                let at = self.table.crew[who]
                    .square()
                    .expect("it stands on a square");
                if !self.table.scenario.level.canals.contains(at) {
                    self.apply_and_emit(Fact::CompanionsCame(companion as u8, number), events);
                }
            }
            ChestEffect::Draw {
                dice,
                cards,
                florins,
            } => {
                if florins > 0 && self.options.campaign.is_some() {
                    let florins = self.table.florins.saturating_add(florins.into());
                    self.apply_and_emit(Fact::Florins(florins), events);
                }
                self.draw_cards(who, cards, true);
                let one = &self.table.crew[who];
                if dice > 0 && !one.wanted && !one.hidden {
                    self.test_one(who, dice, false);
                }
            }
        }
    }

    /// The next card of the kit: the leader says who gets it (single matches only).
    pub(crate) fn deal_kit(&mut self, number: u8, events: &mut impl EventSink<Fact>) {
        if usize::from(number) >= self.table.scenario.kit.len() {
            return;
        }
        if self.table.size == 1 {
            self.kit_dealt(number, 0, events);
        } else {
            let everybody = (1 << self.table.size) - 1;
            self.push(Task {
                at: everybody,
                ..Task::of(Kind::AskKit, 0, number)
            });
        }
    }

    /// An assassin gets a card of the kit.
    pub(crate) fn kit_dealt(&mut self, number: u8, who: u8, events: &mut impl EventSink<Fact>) {
        let kind = self.table.scenario.kit[usize::from(number)];
        self.push(Task::of(Kind::Kit, 0, number + 1));
        self.give(who, kind, events);
    }
}
