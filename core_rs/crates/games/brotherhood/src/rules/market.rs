//! Between two memories of a campaign (V-5.4, V-C.4): remedies, sales, and three cards to buy.

use intrigue_core::EventSink;

use crate::content::pack::Effect;
use crate::rules::agenda::{Kind, Task};
use crate::rules::fact::Fact;
use crate::rules::state::{Brotherhood, NOTHING};

/// How many cards are on offer.
const OFFER: u8 = 3;
/// The memory of a campaign after which there is a market (V-5.4).
const MARKET: usize = 4;

impl Brotherhood {
    /// The next assassin may sell; then cards are offered.
    pub(crate) fn market(&mut self, who: usize) {
        let open = self.options.campaign.as_ref();
        if open.is_none_or(|campaign| campaign.place < MARKET) {
            return;
        }
        if who < usize::from(self.table.size) {
            self.push(Task::of(Kind::Market, who + 1, 0));
            if self.sellable(who).next().is_some() {
                self.push(Task::of(Kind::AskSell, who, 0));
            }
            return;
        }
        self.table.pending.offer = [NOTHING; 3];
        self.push(Task::new(Kind::Offered));
        self.push(Task::of(Kind::DrawOffer, 0, 0));
    }

    /// The kinds of card that an assassin can sell.
    pub(crate) fn sellable(&self, who: usize) -> impl Iterator<Item = u8> {
        let one = &self.table.crew[who];
        let equipment = &self.table.scenario.pack.equipment;
        (0u8..).zip(equipment).filter_map(move |(kind, card)| {
            let bare = matches!(card.effect, Effect::Armour { .. })
                && one.beside[usize::from(kind)] == 0
                && !self.can_strip(one);
            (card.florins > 0 && one.has(kind) && !bare).then_some(kind)
        })
    }

    /// A card is sold for its value; a reusable one is out for good.
    pub(crate) fn sell(&mut self, who: u8, kind: u8, events: &mut impl EventSink<Fact>) {
        let card = &self.table.scenario.pack.equipment[usize::from(kind)];
        let (florins, single) = (u16::from(card.florins), card.single);
        let before = self.armour_of(who);
        self.apply_and_emit(Fact::Lost(who, kind), events);
        self.fit_hearts(who, before, events);
        let fact = if single {
            Fact::Discarded(kind)
        } else {
            Fact::PutOut(kind)
        };
        self.apply_and_emit(fact, events);
        let florins = self.table.florins.saturating_add(florins);
        self.apply_and_emit(Fact::Florins(florins), events);
        if self.sellable(usize::from(who)).next().is_some() {
            self.push(Task::of(Kind::AskSell, usize::from(who), 0));
        }
    }

    /// A card for the offer has been drawn; Investigations are skipped.
    pub(crate) fn offer_drawn(&mut self, task: Task, kind: u8, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Drawn(NOTHING, kind), events);
        let card = &self.table.scenario.pack.equipment[usize::from(kind)];
        let mut next = task.n;
        if card.effect == Effect::Investigation {
            self.apply_and_emit(Fact::Discarded(kind), events);
        } else {
            self.table.pending.offer[usize::from(task.n)] = kind;
            next += 1;
        }
        if next < OFFER && self.can_draw_offer() {
            self.push(Task::of(Kind::DrawOffer, 0, next));
        }
    }

    /// Whether any card but Investigations is left: otherwise the drawing would never end.
    fn can_draw_offer(&self) -> bool {
        let equipment = &self.table.scenario.pack.equipment;
        let piles = self.table.deck.iter().zip(&self.table.discards);
        equipment.iter().zip(piles).any(|(card, (deck, discards))| {
            card.effect != Effect::Investigation && deck + discards > 0
        })
    }

    /// The offers that can be paid, one bit each.
    pub(crate) fn payable(&self) -> u8 {
        let equipment = &self.table.scenario.pack.equipment;
        let florins = self.table.florins;
        (0u8..)
            .zip(self.table.pending.offer)
            .filter(|&(_, kind)| {
                kind != NOTHING && u16::from(equipment[usize::from(kind)].florins) <= florins
            })
            .fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The cards on offer lie open: the leader buys, or what is left is discarded.
    pub(crate) fn offered(&mut self, events: &mut impl EventSink<Fact>) {
        if self.payable() == 0 {
            self.clear_offer(events);
        } else {
            self.push(Task::new(Kind::AskBuy));
        }
    }

    /// What is not bought is discarded.
    pub(crate) fn clear_offer(&mut self, events: &mut impl EventSink<Fact>) {
        for kind in std::mem::take(&mut self.table.pending.offer) {
            if kind != NOTHING {
                self.apply_and_emit(Fact::Discarded(kind), events);
            }
        }
    }

    /// The card bought goes to an assassin.
    pub(crate) fn bought(&mut self, place: u8, who: u8, events: &mut impl EventSink<Fact>) {
        let offer = &mut self.table.pending.offer[usize::from(place)];
        let kind = std::mem::replace(offer, NOTHING);
        let price = u16::from(self.table.scenario.pack.equipment[usize::from(kind)].florins);
        self.apply_and_emit(Fact::Florins(self.table.florins - price), events);
        self.give(who, kind, events);
        self.push(Task::new(Kind::Offered));
    }

    /// Remedies may be used before the memory begins, at no cost.
    pub(crate) fn tend(&mut self, who: usize) {
        if who >= usize::from(self.table.size) {
            return;
        }
        if self.remedy_of(who).is_some() && self.patients() != 0 {
            self.push(Task::of(Kind::Tend, who, 0));
            self.push(Task::of(Kind::AskTend, who, 0));
        } else {
            self.push(Task::of(Kind::Tend, who + 1, 0));
        }
    }

    /// A kind of remedy that an assassin has, and how many hearts it gives.
    pub(crate) fn remedy_of(&self, who: usize) -> Option<(u8, u8)> {
        let equipment = &self.table.scenario.pack.equipment;
        (0u8..)
            .zip(equipment)
            .find_map(|(kind, card)| match card.effect {
                Effect::Remedy { hearts } if self.table.crew[who].has(kind) => Some((kind, hearts)),
                _ => None,
            })
    }

    /// The assassins that could do with a remedy, one bit each.
    pub(crate) fn patients(&self) -> u8 {
        self.named(|game, one| one.hearts < game.table.heart_limit(one))
    }

    /// A remedy is given.
    pub(crate) fn tended(&mut self, who: u8, patient: u8, events: &mut impl EventSink<Fact>) {
        if let Some((kind, hearts)) = self.remedy_of(usize::from(who)) {
            self.apply_and_emit(Fact::Lost(who, kind), events);
            self.apply_and_emit(Fact::Discarded(kind), events);
            self.heal(patient, hearts, events);
        }
    }
}
