//! Between two missions of a campaign (V-5.4, V-C.4): remedies, sales, and three cards to buy.

use intrigue_core::EventSink;

use crate::content::ids::{AssassinId, AssassinSet, EquipmentId};
use crate::content::pack::Effect;
use crate::rules::agenda::{Draw, OFFERS, Procedure, Question};
use crate::rules::counts::small;
use crate::rules::fact::Fact;
use crate::rules::state::Brotherhood;

impl Brotherhood {
    /// The next assassin may sell; then cards are offered.
    pub(crate) fn market(&mut self, sold: u8) {
        let campaign = self.options.campaign.as_ref();
        if campaign.is_none_or(|campaign| !campaign.sales) {
            return;
        }
        if let Some(assassin) = self.table.ids().nth(sold.into()) {
            self.then(Procedure::Market { sold: sold + 1 });
            if self.sellable(assassin).next().is_some() {
                self.ask(Question::Sell { assassin });
            }
            return;
        }
        self.table.pending.offer = [None; OFFERS];
        self.then(Procedure::OpenOffer);
        self.draw_next(Draw::Offer { place: 0 });
    }

    /// The kinds of card that an assassin can sell.
    pub(crate) fn sellable(&self, who: AssassinId) -> impl Iterator<Item = EquipmentId> {
        let one = &self.table.crew[who];
        let kinds = self.table.mission.pack.kinds();
        kinds.filter_map(move |(kind, card)| {
            let bare = matches!(card.effect, Effect::Armor { .. })
                && one.beside[kind] == 0
                && !self.can_strip(one);
            (card.florins > 0 && one.has(kind) && !bare).then_some(kind)
        })
    }

    /// A card is sold for its value; a reusable one is out for good.
    pub(crate) fn sell(
        &mut self,
        who: AssassinId,
        kind: EquipmentId,
        events: &mut impl EventSink<Fact>,
    ) {
        let card = &self.table.mission.pack.equipment[kind.index()];
        let (florins, single) = (u16::from(card.florins), card.single);
        let before = self.armor_of(who);
        self.apply_and_emit(Fact::Lost { assassin: who, card: kind }, events);
        self.fit_hearts(who, before, events);
        let fact =
            if single { Fact::Discarded { card: kind } } else { Fact::PutOut { card: kind } };
        self.apply_and_emit(fact, events);
        let florins = self.table.florins.saturating_add(florins);
        self.apply_and_emit(Fact::Florins { florins }, events);
        if self.sellable(who).next().is_some() {
            self.ask(Question::Sell { assassin: who });
        }
    }

    /// A card for the offer has been drawn; Investigations are skipped.
    pub(crate) fn offer_drawn(
        &mut self,
        place: u8,
        kind: EquipmentId,
        events: &mut impl EventSink<Fact>,
    ) {
        self.apply_and_emit(Fact::Drawn { assassin: None, card: kind }, events);
        let card = &self.table.mission.pack.equipment[kind.index()];
        let mut next = place;
        if card.effect == Effect::Investigation {
            self.apply_and_emit(Fact::Discarded { card: kind }, events);
        } else {
            self.table.pending.offer[usize::from(place)] = Some(kind);
            next += 1;
        }
        if usize::from(next) < OFFERS && self.can_draw_offer() {
            self.draw_next(Draw::Offer { place: next });
        }
    }

    /// Whether any card but Investigations is left: otherwise the drawing would never end.
    fn can_draw_offer(&self) -> bool {
        let equipment = &self.table.mission.pack.equipment;
        let piles = self.table.deck.iter().zip(&self.table.discards);
        equipment.iter().zip(piles).any(|(card, (deck, discards))| {
            card.effect != Effect::Investigation && deck + discards > 0
        })
    }

    /// Whether the card at a place of the market is there and can be paid.
    pub(crate) fn can_pay(&self, place: u8) -> bool {
        let equipment = &self.table.mission.pack.equipment;
        let offer = self.table.pending.offer.get(usize::from(place));
        let offer = offer.and_then(|kind| equipment.get((*kind)?.index()));
        offer.is_some_and(|card| u16::from(card.florins) <= self.table.florins)
    }

    /// The cards on offer lie open: the leader buys, or what is left is discarded.
    pub(crate) fn open_offer(&mut self, events: &mut impl EventSink<Fact>) {
        if (0..small(OFFERS)).any(|place| self.can_pay(place)) {
            self.ask(Question::Buy);
        } else {
            self.clear_offer(events);
        }
    }

    /// What is not bought is discarded.
    pub(crate) fn clear_offer(&mut self, events: &mut impl EventSink<Fact>) {
        let offer = std::mem::replace(&mut self.table.pending.offer, [None; OFFERS]);
        for card in offer.into_iter().flatten() {
            self.apply_and_emit(Fact::Discarded { card }, events);
        }
    }

    /// The card bought goes to an assassin.
    pub(crate) fn bought(&mut self, place: u8, who: AssassinId, events: &mut impl EventSink<Fact>) {
        let offer = self.table.pending.offer[usize::from(place)].take();
        let kind = offer.expect("it was on offer");
        let price = u16::from(self.table.mission.pack.equipment[kind.index()].florins);
        self.apply_and_emit(Fact::Florins { florins: self.table.florins - price }, events);
        self.give(who, kind, events);
        self.then(Procedure::OpenOffer);
    }

    /// Remedies may be used before the mission begins, at no cost.
    pub(crate) fn tend_next(&mut self, tended: u8) {
        let Some(assassin) = self.table.ids().nth(tended.into()) else {
            return;
        };
        if self.remedy_of(assassin).is_some() && !self.patients().is_empty() {
            self.then(Procedure::TendNext { tended });
            self.ask(Question::Tend { assassin });
        } else {
            self.then(Procedure::TendNext { tended: tended + 1 });
        }
    }

    /// An assassin keeps its remedies: the next one is asked.
    pub(crate) fn tend_no_more(&mut self, assassin: AssassinId) {
        // The task below would ask the same one again.
        self.table.pending.agenda.pop();
        let tended = small(assassin.index()) + 1;
        self.then(Procedure::TendNext { tended });
    }

    /// A kind of remedy that an assassin has, and how many hearts it gives.
    pub(crate) fn remedy_of(&self, who: AssassinId) -> Option<(EquipmentId, u8)> {
        let mut kinds = self.table.mission.pack.kinds();
        kinds.find_map(|(kind, card)| match card.effect {
            Effect::Remedy { hearts } if self.table.crew[who].has(kind) => Some((kind, hearts)),
            _ => None,
        })
    }

    /// The assassins that could do with a remedy.
    pub(crate) fn patients(&self) -> AssassinSet {
        self.named(|game, one| one.hearts < game.table.heart_limit(one))
    }

    /// A remedy is given.
    pub(crate) fn tended(
        &mut self,
        who: AssassinId,
        patient: AssassinId,
        events: &mut impl EventSink<Fact>,
    ) {
        if let Some((kind, hearts)) = self.remedy_of(who) {
            self.apply_and_emit(Fact::Lost { assassin: who, card: kind }, events);
            self.apply_and_emit(Fact::Discarded { card: kind }, events);
            self.heal(patient, hearts, events);
        }
    }
}
