//! Turns one after the other, and how the match ends.

use intrigue_core::{EventSink, Hidden, Seat, SeatSet};

use crate::content::cards::{Card, Conspiracy, Role, Zone, small};
use crate::knowledge::tale::Op;
use crate::rules::action::Spot;
use crate::rules::state::{
    After, Deployment, Ending, Event, PILES, Phase, Question, ShadowBlades, Stage, Step,
};

impl ShadowBlades {
    pub(crate) fn begin_turn(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.active = seat;
        self.turn += 1;
        if let Some(left) = &mut self.finale {
            left.remove(seat);
        }
        let turn = self.turn;
        events.emit(|| Event::TurnBegan(turn, seat));
        self.ask(Question::plain(Stage::Turn, seat), events);
    }

    /// The piles that were looked at are refilled (S-13, S-72), and the next turn begins.
    pub(crate) fn finish_turn(&mut self, events: &mut impl EventSink<Event>) {
        let mut counts = [0; PILES];
        for (pile, count) in counts.iter_mut().enumerate().take(self.looked.into()) {
            let taken = self.taken == Some(small(pile));
            let double = taken && self.variant.is(Conspiracy::Double);
            *count = if double { 2 } else { 1 };
        }
        self.looked = 0;
        self.taken = None;
        self.deployment = Deployment::default();
        self.refill(counts, After::Turn, events);
    }

    /// How many cards the deck holds.
    #[inline]
    pub(crate) fn deck_size(&self) -> u8 {
        self.deck.peek().total() + self.top.peek().len()
    }

    pub(crate) fn living(&self) -> SeatSet {
        SeatSet::first(self.variant.seats.into()).without(self.resigned)
    }

    pub(crate) fn next_turn(&mut self, events: &mut impl EventSink<Event>) {
        let seats = match self.finale {
            Some(left) => left,
            None if self.deck_size() == 0 => {
                let all = self.living();
                self.finale = Some(all);
                events.emit(|| Event::FinaleBegan(all));
                all
            }
            None => self.living(),
        };
        match seats.next_after(self.active) {
            Some(seat) => self.begin_turn(seat, events),
            None => self.count_bounties(events),
        }
    }

    /// All missions are revealed; those whose condition is not met are discarded (S-62).
    fn count_bounties(&mut self, events: &mut impl EventSink<Event>) {
        let revealed = self.missions.map(|side| side.map(|missions| *missions.peek()));
        events.emit(|| Event::Revealed(Box::new(revealed)));
        for (side, zones) in revealed.iter().enumerate() {
            for zone in Zone::ALL {
                for card in zones[zone as usize].cards() {
                    self.tale.peek_mut().push(Op::Out(small(side), Some(zone as u8), card));
                    if !self.is_met(side, zone, card) {
                        let _ = self.missions[side][zone as usize].peek_mut().remove(card);
                        self.graveyard.push(card);
                    }
                }
            }
        }
        self.finish(Ending::Bounties, events);
    }

    fn is_met(&self, side: usize, zone: Zone, card: Card) -> bool {
        match card.role() {
            Role::Mission(_, _, true) => self.board.dominates(Spot::new(side, zone)),
            _ => true,
        }
    }

    pub(crate) fn finish(&mut self, ending: Ending, events: &mut impl EventSink<Event>) {
        self.phase = Phase::Over(ending);
        self.step = Hidden::new(Step::default());
        let winners = self.winners(ending);
        events.emit(|| Event::Ended(ending, winners));
    }

    /// What a seat's missions are worth.
    pub(crate) fn bounties(&self, side: usize) -> u32 {
        let missions = self.missions[side].iter();
        missions.map(|missions| missions.peek().bounty()).sum()
    }

    /// The seats that win (S-63, S-65, S-84).
    pub(crate) fn winners(&self, ending: Ending) -> SeatSet {
        let seats = usize::from(self.variant.seats);
        let mut winners = SeatSet::EMPTY;
        let sum = |side: usize| {
            if self.variant.alliances {
                self.bounties(side) + self.bounties(side ^ 2)
            } else {
                self.bounties(side)
            }
        };
        let alive = |side: usize| {
            let out = |side: usize| Seat::new(side).is_some_and(|s| self.resigned.contains(s));
            !(out(side) || self.variant.alliances && out(side ^ 2))
        };
        let best = (0..seats).filter(|&side| alive(side)).map(sum).max().unwrap_or(0);
        for side in 0..seats {
            let wins = alive(side) && (ending == Ending::Resignation || sum(side) == best);
            if let Some(seat) = Seat::new(side).filter(|_| wins) {
                winners.insert(seat);
            }
        }
        winners
    }

    /// A seat gives up (S-65).
    pub(crate) fn give_up(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.window += 1;
        self.resigned.insert(seat);
        if let Some(left) = &mut self.finale {
            left.remove(seat);
        }
        events.emit(|| Event::Resigned(seat));
        if self.variant.alliances || self.living().len() == 1 {
            self.finish(Ending::Resignation, events);
            return;
        }
        let Phase::Ask(question) = self.phase else {
            return;
        };
        // Its own turn is over, even if it is another seat that owes the answer.
        let own_turn = self.active == seat && question.stage != Stage::Draft;
        if question.seat != seat && !own_turn {
            return;
        }
        self.step = Hidden::new(Step::default());
        match (question.stage, question.named) {
            (Stage::Draft, _) => self.phase = Phase::DraftFor(seat),
            (Stage::TrackerChoice, Some([first, _])) if question.seat == seat => {
                let index = self.board.find(first).expect("a named agent is on the table");
                self.eliminate(index, events);
                self.proceed(events);
            }
            _ => self.finish_turn(events),
        }
    }
}
