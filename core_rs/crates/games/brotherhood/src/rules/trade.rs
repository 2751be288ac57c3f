//! Trade (V-3.3): the payer says which cards are passed on, one after the other, and all seats on
//! the tile agree or nothing moves.

use intrigue_core::{EventSink, SeatSet};

use crate::content::ids::{AssassinId, AssassinSet, EquipmentId};
use crate::content::pack::{Effect, KINDS, Slot};
use crate::rules::agenda::{PASSES, Pass, Procedure, Question};
use crate::rules::fact::{Fact, Flag};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Assassin, Brotherhood};

impl Brotherhood {
    /// Whether an assassin can take part in a trade on the tile of another.
    fn trades_with(&self, one: &Assassin, payer: &Assassin) -> bool {
        let tile = |one: &Assassin| {
            let at = one.square();
            at.map(|at| self.table.mission.level.tile[at.index()])
        };
        !one.critical() && tile(one).is_some() && tile(one) == tile(payer)
    }

    /// The assassins that take part in a trade of a payer.
    pub(crate) fn traders(&self, payer: AssassinId) -> AssassinSet {
        let payer = &self.table.crew[payer];
        self.named(|game, one| game.trades_with(one, payer))
    }

    pub(crate) fn check_trade(&self, who: AssassinId) -> Result<(), RefusalReason> {
        if self.table.crew[who].rebuffed {
            return Err(RefusalReason::Rebuffed);
        }
        let traders = self.traders(who);
        if traders.len() < 2 {
            return Err(RefusalReason::NobodyToTrade);
        }
        let has_cards = |one: &Assassin| one.slots != [None; 4] || one.beside != [0; KINDS];
        if traders.both(self.named(|_, one| has_cards(one))).is_empty() {
            return Err(RefusalReason::NobodyToTrade);
        }
        Ok(())
    }

    /// How many cards of a kind an assassin would have after what is named so far.
    fn would_have(&self, who: AssassinId, kind: EquipmentId) -> u8 {
        let mut copies = self.table.crew[who].count(kind);
        for pass in self.table.pending.passes() {
            if pass.card == kind && pass.taker == who {
                copies += 1;
            }
            if pass.card == kind && pass.giver == who {
                copies = copies.saturating_sub(1);
            }
        }
        copies
    }

    /// Whether a card may be passed on.
    pub(crate) fn check_pass(
        &self,
        from: AssassinId,
        kind: EquipmentId,
    ) -> Result<(), RefusalReason> {
        let equipment = &self.table.mission.pack.equipment;
        if kind.index() >= equipment.len() || self.would_have(from, kind) == 0 {
            return Err(RefusalReason::NotThatCard);
        }
        let one = &self.table.crew[from];
        let worn = one.worn(Slot::Armor) == Some(kind) && self.would_have(from, kind) == 1;
        let armor = matches!(equipment[kind.index()].effect, Effect::Armor { .. });
        if armor && worn && !self.can_strip(one) {
            return Err(RefusalReason::LastHeart);
        }
        Ok(())
    }

    /// Whether anything can be passed on between two assassins.
    pub(crate) fn check_pair(
        &self,
        payer: AssassinId,
        from: AssassinId,
        to: AssassinId,
    ) -> Result<(), RefusalReason> {
        let traders = self.traders(payer);
        if !traders.contains(from) || !traders.contains(to) {
            return Err(RefusalReason::NotOnTile);
        }
        if self.table.pending.passes[PASSES - 1].is_some() {
            return Err(RefusalReason::TradeFull);
        }
        let kinds = self.table.mission.pack.equipment.len();
        let any = EquipmentId::first(kinds).any(|kind| self.check_pass(from, kind).is_ok());
        if any { Ok(()) } else { Err(RefusalReason::NotThatCard) }
    }

    /// A card is named.
    pub(crate) fn pass_named(
        &mut self,
        payer: AssassinId,
        giver: AssassinId,
        taker: AssassinId,
        card: EquipmentId,
    ) {
        let pass = Pass { giver, taker, card };
        let free = self.table.pending.passes.iter_mut().find(|pass| pass.is_none());
        *free.expect("the trade is not full") = Some(pass);
        self.ask(Question::TradePair { payer });
    }

    /// The payer has named all cards.
    pub(crate) fn passes_named(&mut self, payer: AssassinId, events: &mut impl EventSink<Fact>) {
        if self.table.pending.passes[0].is_none() {
            self.set_flag(payer, Flag::Rebuffed, true, events);
            return;
        }
        self.table.pending.passed = SeatSet::EMPTY;
        self.then(Procedure::Exchange { payer });
        if !self.consent_seats(payer).is_empty() {
            self.ask(Question::Consent { payer });
        }
    }

    /// The seats that must agree to a trade: all others with an assassin on the tile.
    pub(crate) fn consent_seats(&self, payer: AssassinId) -> SeatSet {
        let mut seats = SeatSet::EMPTY;
        for who in self.traders(payer).iter() {
            seats.insert(self.seat(who));
        }
        seats.remove(self.seat(payer));
        seats
    }

    /// All have agreed: the payer pays, and the cards change hands.
    pub(crate) fn exchange(&mut self, who: AssassinId, events: &mut impl EventSink<Fact>) {
        self.pay(who, 1, events);
        let passes = std::mem::replace(&mut self.table.pending.passes, [None; PASSES]);
        for Pass { giver, taker, card } in passes.into_iter().flatten() {
            let from = &self.table.crew[giver];
            let worn = from.beside[card] == 0;
            let armor = worn && from.worn(Slot::Armor) == Some(card);
            if !from.has(card) || (armor && !self.can_strip(from)) {
                continue;
            }
            let before = self.armor_of(giver);
            let assassin = giver;
            self.apply_and_emit(Fact::Lost { assassin, card }, events);
            self.fit_hearts(giver, before, events);
            self.give(taker, card, events);
        }
        // In a window of the Guard phase, to agree was not to pass.
        self.table.pending.passed = SeatSet::EMPTY;
    }

    /// A seat refuses: nothing moves.
    pub(crate) fn trade_refused(
        &mut self,
        seat: intrigue_core::Seat,
        payer: AssassinId,
        events: &mut impl EventSink<Fact>,
    ) {
        // The exchange itself.
        self.table.pending.agenda.pop();
        self.table.pending.passes = [None; PASSES];
        self.table.pending.passed = SeatSet::EMPTY;
        self.apply_and_emit(Fact::TradeRefused { seat }, events);
        self.set_flag(payer, Flag::Rebuffed, true, events);
    }
}
