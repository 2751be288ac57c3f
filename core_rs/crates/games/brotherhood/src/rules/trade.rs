//! Trade (V-3.3): the payer says which cards are passed on, one after the other, and all seats on
//! the tile agree or nothing moves.

use intrigue_core::{EventSink, SeatSet};

use crate::content::pack::{Effect, KINDS, Slot};
use crate::rules::agenda::{Kind, PASSES, Pass, Task};
use crate::rules::counts::small;
use crate::rules::fact::{Fact, Flag};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Assassin, Brotherhood, NOTHING};

impl Brotherhood {
    /// Whether an assassin can take part in a trade on the tile of another.
    fn trades_with(&self, one: &Assassin, payer: &Assassin) -> bool {
        let tile = |one: &Assassin| {
            let at = one.square();
            at.map(|at| self.table.scenario.level.tile[at.index()])
        };
        !one.critical() && tile(one).is_some() && tile(one) == tile(payer)
    }

    /// The assassins that take part in a trade of a payer, one bit each.
    pub(crate) fn traders(&self, payer: usize) -> u8 {
        let payer = &self.table.crew[payer];
        self.named(|game, one| game.trades_with(one, payer))
    }

    pub(crate) fn check_trade(&self, who: usize) -> Result<(), RefusalReason> {
        if self.table.crew[who].rebuffed {
            return Err(RefusalReason::Rebuffed);
        }
        let traders = self.traders(who);
        if traders.count_ones() < 2 {
            return Err(RefusalReason::NobodyToTrade);
        }
        let has_cards = |one: &Assassin| one.slots != [NOTHING; 4] || one.beside != [0; KINDS];
        if traders & self.named(|_, one| has_cards(one)) == 0 {
            return Err(RefusalReason::NobodyToTrade);
        }
        Ok(())
    }

    /// How many cards of a kind an assassin would have after what is named so far.
    fn would_have(&self, who: u8, kind: u8) -> u8 {
        let pending = &self.table.pending;
        let mut copies = self.table.crew[usize::from(who)].count(kind);
        for pass in &pending.passes[..usize::from(pending.passing)] {
            if pass.kind == kind && pass.to == who {
                copies += 1;
            }
            if pass.kind == kind && pass.from == who {
                copies = copies.saturating_sub(1);
            }
        }
        copies
    }

    /// Whether a card may be passed on.
    pub(crate) fn check_pass(&self, from: u8, kind: u8) -> Result<(), RefusalReason> {
        let equipment = &self.table.scenario.pack.equipment;
        if usize::from(kind) >= equipment.len() || self.would_have(from, kind) == 0 {
            return Err(RefusalReason::NotThatCard);
        }
        let one = &self.table.crew[usize::from(from)];
        let worn = one.worn(Slot::Armour) == Some(kind) && self.would_have(from, kind) == 1;
        let armour = matches!(equipment[usize::from(kind)].effect, Effect::Armour { .. });
        if armour && worn && !self.can_strip(one) {
            return Err(RefusalReason::LastHeart);
        }
        Ok(())
    }

    /// Whether anything can be passed on between two assassins.
    pub(crate) fn check_pair(&self, payer: usize, from: u8, to: u8) -> Result<(), RefusalReason> {
        let traders = self.traders(payer);
        if traders >> from & 1 == 0 || traders >> to & 1 == 0 {
            return Err(RefusalReason::NotOnTile);
        }
        if usize::from(self.table.pending.passing) == PASSES {
            return Err(RefusalReason::TradeFull);
        }
        let kinds = self.table.scenario.pack.equipment.len();
        let any = (0..small(kinds)).any(|kind| self.check_pass(from, kind).is_ok());
        if any {
            Ok(())
        } else {
            Err(RefusalReason::NotThatCard)
        }
    }

    /// A card is named.
    pub(crate) fn pass_named(&mut self, task: Task, kind: u8) {
        let pending = &mut self.table.pending;
        pending.passes[usize::from(pending.passing)] = Pass {
            from: task.at,
            to: task.to,
            kind,
        };
        pending.passing += 1;
        self.push(Task::of(Kind::AskPass, usize::from(task.who), 0));
    }

    /// The payer has named all cards.
    pub(crate) fn passes_named(&mut self, who: u8, events: &mut impl EventSink<Fact>) {
        if self.table.pending.passing == 0 {
            self.apply_and_emit(Fact::Flag(who, Flag::Rebuffed, true), events);
            return;
        }
        self.table.pending.passed = SeatSet::EMPTY;
        let task = Task::of(Kind::AskConsent, usize::from(who), 0);
        self.push(Task::of(Kind::Exchange, usize::from(who), 0));
        if !self.consent_seats(task).is_empty() {
            self.push(task);
        }
    }

    /// The seats that must agree to a trade: all others with an assassin on the tile.
    pub(crate) fn consent_seats(&self, task: Task) -> SeatSet {
        let traders = self.traders(usize::from(task.who));
        let mut seats = SeatSet::EMPTY;
        for who in 0..self.table.size {
            if traders >> who & 1 == 1 {
                seats.insert(self.seat(who));
            }
        }
        seats.remove(self.seat(task.who));
        seats
    }

    /// All have agreed: the payer pays, and the cards change hands.
    pub(crate) fn exchange(&mut self, who: usize, events: &mut impl EventSink<Fact>) {
        self.pay(who, 1, events);
        let pending = self.table.pending;
        for pass in &pending.passes[..usize::from(pending.passing)] {
            let from = &self.table.crew[usize::from(pass.from)];
            let worn = from.beside[usize::from(pass.kind)] == 0;
            let armour = worn && from.worn(Slot::Armour) == Some(pass.kind);
            if !from.has(pass.kind) || (armour && !self.can_strip(from)) {
                continue;
            }
            let before = self.armour_of(pass.from);
            self.apply_and_emit(Fact::Lost(pass.from, pass.kind), events);
            self.fit_hearts(pass.from, before, events);
            self.give(pass.to, pass.kind, events);
        }
        self.table.pending.passing = 0;
        // In a window of the Guard phase, to agree was not to pass.
        self.table.pending.passed = SeatSet::EMPTY;
    }

    /// A seat refuses: nothing moves.
    pub(crate) fn trade_refused(
        &mut self,
        seat: intrigue_core::Seat,
        task: Task,
        events: &mut impl EventSink<Fact>,
    ) {
        // The exchange itself.
        self.table.pending.agenda.pop();
        self.table.pending.passing = 0;
        self.table.pending.passed = SeatSet::EMPTY;
        self.apply_and_emit(Fact::TradeRefused(seat), events);
        self.apply_and_emit(Fact::Flag(task.who, Flag::Rebuffed, true), events);
    }
}
