//! The Reinforcement step (V-25), and guards that events bring.

use intrigue_core::EventSink;

use crate::content::ids::Entrance;
use crate::content::pack::EventEffect;
use crate::content::squares::{Guard, PLACES, Squad, Square, SquareSet};
use crate::rules::agenda::{Call, Draw, Procedure, Question};
use crate::rules::fact::Fact;
use crate::rules::state::Brotherhood;
use crate::rules::stealth::elites_among;

impl Brotherhood {
    /// A reinforcement card has been drawn.
    pub(crate) fn reinforcement_drawn(
        &mut self,
        call: Call,
        card: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        self.apply_and_emit(Fact::ReinforcementDrawn { card }, events);
        match call {
            Call::Only => self.call(card),
            Call::FirstOfTwo => {
                self.draw_next(Draw::Reinforcement { call: Call::SecondOfTwo { first: card } });
            }
            // Two cards that call the same guards leave nothing to choose (V-0.1).
            Call::SecondOfTwo { first } if self.called(first) == self.called(card) => {
                self.call(card);
            }
            Call::SecondOfTwo { first } => {
                self.ask(Question::Reinforcement { first, second: card });
            }
        }
    }

    /// The guards of a card are called.
    pub(crate) fn call(&mut self, card: u8) {
        self.table.pending.coming = self.called(card);
    }

    /// The guards that a card calls to the level's entrances, by the column of the alert (V-25.1).
    fn called(&self, card: u8) -> [Squad; 4] {
        let set = usize::from(self.table.size) - 1;
        let card = self.table.mission.pack.reinforcements[set][usize::from(card)];
        let alert = self.table.alert && self.effect() != EventEffect::QuietColumn;
        let mut called = if alert { card.alert } else { card.quiet };
        for (squad, entrance) in called.iter_mut().zip(self.table.mission.level.entrances) {
            if entrance.is_none() {
                *squad = Squad::NONE;
            }
        }
        called
    }

    /// Guards come to the entrances, A to D, as many as fit (V-25.2).
    pub(crate) fn reinforce(&mut self, events: &mut impl EventSink<Fact>) {
        for entrance in Entrance::ALL {
            let letter = entrance.index();
            let called = self.table.pending.coming[letter];
            let square = self.table.mission.level.entrances[letter];
            let (Some(at), false) = (square, called.is_empty()) else {
                self.table.pending.coming[letter] = Squad::NONE;
                continue;
            };
            let there = self.figures();
            let able = Squad::new(
                called.crossbowmen.min(there.crossbowmen),
                called.elites.min(there.elites),
            );
            let room = PLACES - self.table.guards[at.index()].total();
            let count = room.min(able.total());
            let (least, most) = elites_among(able, count);
            self.then(Procedure::Reinforce);
            if least != most {
                self.ask(Question::Placed { entrance, count });
                return;
            }
            let squad = Squad::new(count - least, least);
            self.table.pending.coming[letter] = squad;
            let short = Guard::ALL
                .into_iter()
                .find(|&guard| squad.count(guard) > self.table.reserve.count(guard));
            if let Some(guard) = short {
                self.take_back(guard, events);
            } else {
                self.table.pending.coming[letter] = Squad::NONE;
                if !squad.is_empty() {
                    self.apply_and_emit(Fact::GuardsPlaced { square: at, guards: squad }, events);
                    self.post(at, events);
                }
            }
            return;
        }
    }

    /// The figures of each kind that can be had: the reserve and the bodies.
    pub(crate) fn figures(&self) -> Squad {
        let bodies = self.table.strewn.iter();
        bodies.fold(self.table.reserve, |sum, at| sum + self.table.bodies[at.index()])
    }

    /// The squares from which a body of a kind may be taken back: of those that have one, the
    /// squares that hold the most bodies of whatever kind.
    pub(crate) fn fullest(&self, guard: Guard) -> SquareSet {
        let bodies = |at: Square| self.table.bodies[at.index()];
        let has_one = |at: &Square| bodies(*at).count(guard) > 0;
        let squares = || self.table.strewn.iter().filter(has_one);
        let most = squares().map(|at| bodies(at).total()).max().unwrap_or(0);
        squares().filter(|&at| bodies(at).total() == most).collect()
    }

    fn take_back(&mut self, guard: Guard, events: &mut impl EventSink<Fact>) {
        let squares = self.fullest(guard);
        if squares.len() > 1 {
            self.ask(Question::Body { guard });
        } else if let Some(at) = squares.iter().next() {
            self.apply_and_emit(Fact::BodyTaken { square: at, guard }, events);
        }
    }
}
