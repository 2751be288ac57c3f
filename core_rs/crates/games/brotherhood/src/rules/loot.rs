//! Cards: drawn, looked through, kept; chests, the kit, and Investigations.

use intrigue_core::EventSink;

use crate::content::ids::{AssassinId, Entrance, Entrances, EquipmentId};
use crate::content::pack::{ChestEffect, Effect, KINDS};
use crate::content::squares::{PLACES, Squad};
use crate::rules::agenda::{Draw, Procedure, Question};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, Place};

impl Brotherhood {
    /// An assassin draws `count` cards and keeps one; `quiet` if Investigations have no effect.
    pub(crate) fn draw_cards(&mut self, who: AssassinId, count: u8, quiet: bool) {
        self.then(Procedure::KeepCard { assassin: who });
        self.draw_next(Draw::Cards { assassin: who, count, quiet });
    }

    /// A card has been drawn.
    pub(crate) fn drawn(
        &mut self,
        assassin: AssassinId,
        count: u8,
        quiet: bool,
        card: EquipmentId,
        events: &mut impl EventSink<Fact>,
    ) {
        let drawn = Fact::Drawn { assassin: Some(assassin), card };
        self.apply_and_emit(drawn, events);
        self.draw_next(Draw::Cards { assassin, count: count - 1, quiet });
        let effect = self.table.mission.pack.equipment[card.index()].effect;
        if effect != Effect::Investigation {
            self.table.pending.drawn[card] += 1;
            return;
        }
        self.apply_and_emit(Fact::Discarded { card }, events);
        if !quiet {
            self.then(Procedure::Investigate { assassin });
        }
    }

    /// The cards drawn are looked through: one is kept.
    pub(crate) fn keep_card(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let drawn = &self.table.pending.drawn;
        let kinds = drawn.iter().filter(|&&copies| copies > 0).count();
        if kinds > 1 {
            self.ask(Question::Keep { assassin: who });
        } else if let Some(kind) = EquipmentId::first(KINDS).find(|&kind| drawn[kind] > 0) {
            self.keep(who, kind, events);
        }
    }

    /// A card is kept, the others are discarded.
    pub(crate) fn keep(
        &mut self,
        who: AssassinId,
        kept: EquipmentId,
        events: &mut impl EventSink<Fact>,
    ) {
        let mut drawn = std::mem::replace(&mut self.table.pending.drawn, [0; KINDS]);
        drawn[kept] -= 1;
        for card in EquipmentId::first(KINDS) {
            for _ in 0..drawn[card] {
                self.apply_and_emit(Fact::Discarded { card }, events);
            }
        }
        self.give(who, kept, events);
    }

    /// An assassin gets a card; armor that goes to its slot gives its hearts.
    pub(crate) fn give(
        &mut self,
        who: AssassinId,
        kind: EquipmentId,
        events: &mut impl EventSink<Fact>,
    ) {
        let before = self.armor_of(who);
        self.apply_and_emit(Fact::Got { assassin: who, card: kind }, events);
        self.fit_hearts(who, before, events);
        self.recall(who, events);
    }

    /// A crossbowman comes to the nearest entrance square with room.
    pub(crate) fn investigate(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let level = &self.table.mission.level;
        let from = match self.table.crew[who].place {
            Place::Square(square) => square,
            Place::Tower(tower) => level.towers[usize::from(tower)].haystack,
            Place::Away | Place::Out => return,
        };
        if self.table.reserve.crossbowmen == 0 {
            return;
        }
        let (mut nearest, mut entrances) = (u8::MAX, Entrances::EMPTY);
        for entrance in Entrance::ALL {
            let Some(at) = level.entrances[entrance.index()] else {
                continue;
            };
            if self.table.guards[at.index()].total() == PLACES {
                continue;
            }
            let steps = level.walk(from, at);
            if steps < nearest {
                (nearest, entrances) = (steps, Entrances::EMPTY);
            }
            if steps == nearest {
                entrances.insert(entrance);
            }
        }
        match entrances.lowest() {
            Some(only) if entrances.len() == 1 => self.investigated(only, events),
            Some(_) => self.ask(Question::Entrance { entrances }),
            None => {}
        }
    }

    /// The crossbowman comes to this entrance.
    pub(crate) fn investigated(&mut self, entrance: Entrance, events: &mut impl EventSink<Fact>) {
        let at = self.table.mission.level.entrances[entrance.index()];
        let at = at.expect("an entrance of the level");
        self.apply_and_emit(Fact::GuardsPlaced { square: at, guards: Squad::new(1, 0) }, events);
        self.post(at, events);
    }

    /// A chest is open: its card.
    pub(crate) fn opened(&mut self, who: AssassinId, card: u8, events: &mut impl EventSink<Fact>) {
        let at = self.table.crew[who].square().expect("it stands on a square");
        let opened = Fact::ChestOpened { assassin: who, square: at, card };
        self.apply_and_emit(opened, events);
        self.then(Procedure::ApplyChest { assassin: who, card });
    }

    pub(crate) fn chest_effect(
        &mut self,
        who: AssassinId,
        card: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        match self.table.mission.pack.chests[usize::from(card)].effect {
            ChestEffect::Take(kind) => self.give(who, kind, events),
            ChestEffect::SkipReinforcement => {
                self.apply_and_emit(Fact::Skips { skips: self.table.skips + 1 }, events);
            }
            ChestEffect::Companions(companion) => {
                let at = self.table.crew[who].square().expect("it stands on a square");
                if !self.table.mission.level.canals.contains(at) {
                    self.apply_and_emit(Fact::CompanionsCame { companion, assassin: who }, events);
                }
            }
            ChestEffect::Draw { dice, cards, florins } => {
                if florins > 0 && self.options.campaign.is_some() {
                    let florins = self.table.florins.saturating_add(florins.into());
                    self.apply_and_emit(Fact::Florins { florins }, events);
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
        if usize::from(number) >= self.table.mission.kit.len() {
            return;
        }
        if self.table.size == 1 {
            self.kit_dealt(number, AssassinId::First, events);
        } else {
            self.ask(Question::Kit { card: number, among: self.table.ids().collect() });
        }
    }

    /// An assassin gets a card of the kit.
    pub(crate) fn kit_dealt(
        &mut self,
        number: u8,
        who: AssassinId,
        events: &mut impl EventSink<Fact>,
    ) {
        let kind = self.table.mission.kit[usize::from(number)];
        self.then(Procedure::DealKit { dealt: number + 1 });
        self.give(who, kind, events);
    }
}
