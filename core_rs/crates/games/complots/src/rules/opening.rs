//! From the deal to the first turn.

use intrigue_core::{EventSink, Hidden, Seat};

use crate::content::Character;
use crate::rules::state::{Complots, Event, Phase};

impl Complots {
    /// The cards are dealt: coins, and for two seats the sealed choice (C-04, C-06).
    pub(crate) fn open_match(&mut self, events: &mut impl EventSink<Event>) {
        let seats = usize::from(self.options.seats);
        for seat in self.living.iter() {
            let coins = self.options.variant.start_coins(seats, seat, self.active);
            self.purses[seat.index()] = coins;
            self.treasury -= coins;
        }
        events.emit(|| Event::Dealt(self.active, self.hands));
        if self.options.variant.own_packs(seats) {
            self.ask(Phase::Keep(Hidden::new([None; 2])), events);
        } else {
            self.first_turn(events);
        }
    }

    fn first_turn(&mut self, events: &mut impl EventSink<Event>) {
        // A resignation during the choice takes effect before the first turn.
        let first = self.active;
        if self.take_leave(events) {
            return;
        }
        self.turn = 1;
        events.emit(|| Event::TurnBegan(1, first));
        self.ask(Phase::Act, events);
    }

    /// A seat chooses its card; when both have, they are taken up (C-06).
    pub(crate) fn keep(
        &mut self,
        seat: Seat,
        card: Character,
        kept: Hidden<[Option<Character>; 2]>,
        events: &mut impl EventSink<Event>,
    ) {
        let mut kept = *kept.peek();
        kept[seat.index()] = Some(card);
        events.emit(|| Event::Kept(seat, Hidden::new(card)));
        self.phase = Phase::Keep(Hidden::new(kept));
        if let [Some(left), Some(right)] = kept {
            for (side, card) in [left, right].into_iter().enumerate() {
                self.aside[side].peek_mut().take(card);
                self.hands[side].peek_mut().add(card);
            }
            events.emit(|| Event::AllKept);
            self.first_turn(events);
        }
    }
}
