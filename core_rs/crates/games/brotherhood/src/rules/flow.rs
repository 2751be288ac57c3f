//! How a turn goes: the table works through its agenda until a seat or chance is needed.

use intrigue_core::{EventSink, Seat, SeatSet, Turn};

use crate::content::ids::{AssassinId, AssassinSet};
use crate::content::level::Step;
use crate::content::pack::EventEffect;
use crate::rules::agenda::{Call, Draw, Procedure, Question, Task};
use crate::rules::fact::{Fact, Pile};
use crate::rules::state::{Assassin, Brotherhood, Phase};

impl Brotherhood {
    /// Makes a fact true and tells it.
    #[inline]
    pub(crate) fn apply_and_emit(&mut self, fact: Fact, events: &mut impl EventSink<Fact>) {
        self.table.apply(&self.options, &fact);
        events.emit(|| fact);
    }

    /// Puts a question on the agenda.
    #[inline]
    pub(crate) fn ask(&mut self, question: Question) {
        self.table.pending.agenda.push(Task::Ask(question));
    }

    /// Puts a choice of nature's on the agenda.
    #[inline]
    pub(crate) fn draw_next(&mut self, draw: Draw) {
        self.table.pending.agenda.push(Task::Draw(draw));
    }

    /// Puts something that follows by itself on the agenda.
    #[inline]
    pub(crate) fn then(&mut self, procedure: Procedure) {
        self.table.pending.agenda.push(Task::Do(procedure));
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Task> {
        self.table.pending.agenda.top()
    }

    /// Works through the agenda until somebody is needed.
    pub(crate) fn run(&mut self, events: &mut impl EventSink<Fact>) {
        while let Some(task) = self.top() {
            if self.table.ending.is_some() {
                self.table.pending.agenda.clear();
                return;
            }
            let waits = match task {
                Task::Do(procedure) => {
                    self.table.pending.agenda.pop();
                    self.perform(procedure, events);
                    false
                }
                Task::Ask(question) => self.waits_for_seats(question, events),
                Task::Draw(draw) => self.waits_for_chance(draw, events),
            };
            if waits {
                return;
            }
        }
    }

    /// Whether a question has somebody to answer it. One that has nobody is taken off.
    fn waits_for_seats(&mut self, question: Question, events: &mut impl EventSink<Fact>) -> bool {
        match question {
            Question::Acts => {
                for seat in SeatSet::first(usize::from(self.options.seats)).iter() {
                    if !self.table.done.contains(seat) && !self.can_act(seat) {
                        self.apply_and_emit(Fact::SeatDone { seat }, events);
                    }
                }
                self.or_next(self.seats_asked(question).is_empty())
            }
            Question::Window => self.or_next(self.seats_asked(question).is_empty()),
            _ => true,
        }
    }

    /// Whether chance has something to decide. Where it has nothing, the task is taken off.
    fn waits_for_chance(&mut self, draw: Draw, events: &mut impl EventSink<Fact>) -> bool {
        match draw {
            Draw::Event if self.table.events == 0 => {
                if self.table.events_discarded == 0 {
                    self.or_next(true)
                } else {
                    self.apply_and_emit(Fact::Reshuffled { pile: Pile::Events }, events);
                    true
                }
            }
            Draw::Cards { count: 0, .. } => self.or_next(true),
            Draw::Cards { .. } | Draw::Offer { .. } => {
                if self.table.deck.iter().all(|&copies| copies == 0) {
                    if self.table.discards.iter().all(|&copies| copies == 0) {
                        return self.or_next(true);
                    }
                    self.apply_and_emit(Fact::Reshuffled { pile: Pile::Equipment }, events);
                }
                true
            }
            Draw::Reinforcement { call } if self.table.reinforcements == 0 => {
                self.apply_and_emit(Fact::Reshuffled { pile: Pile::Reinforcements }, events);
                // Of two cards to choose from, the first one is not in the new pile.
                if let Call::SecondOfTwo { first } = call {
                    self.apply_and_emit(Fact::ReinforcementDrawn { card: first }, events);
                }
                true
            }
            _ => true,
        }
    }

    /// Takes the top task off if there is nothing in it to wait for.
    fn or_next(&mut self, nothing: bool) -> bool {
        if nothing {
            self.table.pending.agenda.pop();
        }
        !nothing
    }

    fn perform(&mut self, procedure: Procedure, events: &mut impl EventSink<Fact>) {
        match procedure {
            Procedure::BeginTurn => self.begin_turn(events),
            Procedure::BeginEvent => self.begin_event(events),
            Procedure::BeginActs => {
                self.begin_phase(Phase::Assassins, events);
                self.then(Procedure::EndActs);
                self.ask(Question::Acts);
            }
            Procedure::EndActs => self.end_acts(events),
            Procedure::NextStep { step } => self.next_step(step),
            Procedure::BeginStep { step, again } => self.begin_step(step, again, events),
            Procedure::March => self.march(events),
            Procedure::Declare => self.declare(),
            Procedure::Strike => self.strike(),
            Procedure::StrikeSquare { at } => self.strike_square(at),
            Procedure::Reinforce => self.reinforce(events),
            Procedure::EndTurn => self.end_turn(events),
            Procedure::Arrive { assassin, shakes_off } => self.arrive(assassin, shakes_off, events),
            Procedure::Settle { assassin } => self.settle_in(assassin, events),
            Procedure::Judge => self.judge(events),
            Procedure::OfferRerolls { done } => self.offer_rerolls(done),
            Procedure::ApplySpecial => self.apply_special(events),
            Procedure::DivideHits => self.divide_hits(events),
            Procedure::EndAttack => self.end_attack(events),
            Procedure::KeepCard { assassin } => self.keep_card(assassin, events),
            Procedure::Exchange { payer } => self.exchange(payer, events),
            Procedure::PlaceNext { placed, station } => self.place_next(placed, station, events),
            Procedure::Market { sold } => self.market(sold),
            Procedure::OpenOffer => self.open_offer(events),
            Procedure::TendNext { tended } => self.tend_next(tended),
            Procedure::DealKit { dealt } => self.deal_kit(dealt, events),
            Procedure::Investigate { assassin } => self.investigate(assassin, events),
            Procedure::ApplyChest { assassin, card } => self.chest_effect(assassin, card, events),
        }
    }

    /// Who owes a decision.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        match self.top() {
            _ if self.table.ending.is_some() => Turn::Over,
            Some(Task::Ask(question)) => Turn::Seats(self.seats_asked(question)),
            Some(Task::Draw(_)) => Turn::Chance,
            // Procedures are performed at once: none is left on top.
            Some(Task::Do(_)) | None => Turn::Over,
        }
    }

    pub(crate) fn seat(&self, who: AssassinId) -> Seat {
        self.options.seat_of(who)
    }

    /// The seats that a question is put to.
    #[inline]
    pub(crate) fn seats_asked(&self, question: Question) -> SeatSet {
        match question {
            Question::Acts => {
                SeatSet::first(usize::from(self.options.seats)).without(self.table.done)
            }
            Question::Window => {
                let mut seats = SeatSet::EMPTY;
                for seat in SeatSet::first(usize::from(self.options.seats)).iter() {
                    if !self.table.pending.passed.contains(seat) && self.can_act_in_window(seat) {
                        seats.insert(seat);
                    }
                }
                seats
            }
            Question::Consent { payer } => {
                self.consent_seats(payer).without(self.table.pending.passed)
            }
            Question::Pursuers { assassin, .. }
            | Question::Elites { assassin, .. }
            | Question::Crossbowmen { assassin, .. }
            | Question::Drowned { assassin }
            | Question::Vanished { assassin }
            | Question::Move { assassin, .. }
            | Question::Hide { assassin, .. }
            | Question::Keep { assassin }
            | Question::TradePair { payer: assassin }
            | Question::TradeCard { payer: assassin, .. }
            | Question::Place { assassin, .. }
            | Question::Sell { assassin }
            | Question::Tend { assassin }
            | Question::Reroll { by: assassin, .. } => SeatSet::of(self.seat(assassin)),
            Question::Kit { .. }
            | Question::Finder { .. }
            | Question::Company { .. }
            | Question::Cancel
            | Question::Way { .. }
            | Question::First { .. }
            | Question::Movers { .. }
            | Question::Shot { .. }
            | Question::Spare { .. }
            | Question::Placed { .. }
            | Question::Body { .. }
            | Question::Entrance { .. }
            | Question::Reinforcement { .. }
            | Question::Station
            | Question::Buy
            | Question::Buyer { .. } => SeatSet::of(self.table.leader),
        }
    }

    /// A part of the turn begins.
    pub(crate) fn begin_phase(&mut self, phase: Phase, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::PhaseBegan { phase }, events);
    }

    fn begin_turn(&mut self, events: &mut impl EventSink<Fact>) {
        let turn = self.table.turn + 1;
        let before = usize::from(self.table.earlier) + usize::from(turn) - 1;
        let leader =
            if self.options.rotating { before % usize::from(self.options.seats) } else { 0 };
        let leader = Seat::new(leader).expect("a seat of the match");
        self.begin_phase(Phase::Event, events);
        self.apply_and_emit(Fact::TurnBegan { turn, leader }, events);
        self.then(Procedure::BeginActs);
        self.then(Procedure::BeginEvent);
        self.draw_next(Draw::Event);
    }

    /// The event in force.
    #[inline]
    pub(crate) fn effect(&self) -> EventEffect {
        match self.table.event {
            None => EventEffect::Nothing,
            Some(event) => self.table.mission.pack.events[usize::from(event)].effect,
        }
    }

    /// Events whose text applies at once (V-2.1).
    fn begin_event(&mut self, events: &mut impl EventSink<Fact>) {
        match self.effect() {
            EventEffect::Find(cards) => {
                let among = self.named(|_, one| one.able());
                match among.lowest() {
                    Some(only) if among.len() == 1 => self.draw_cards(only, cards, false),
                    Some(_) => self.ask(Question::Finder { cards, among }),
                    None => {}
                }
            }
            EventEffect::Companions(companion) => {
                let among = self.named(|game, one| {
                    let dry = |at| !game.table.mission.level.canals.contains(at);
                    one.able() && one.square().is_some_and(dry)
                });
                match among.lowest() {
                    Some(assassin) if among.len() == 1 => {
                        let came = Fact::CompanionsCame { companion, assassin };
                        self.apply_and_emit(came, events);
                    }
                    Some(_) => self.ask(Question::Company { companion, among }),
                    None => {}
                }
            }
            EventEffect::Guards(coming) => {
                self.table.pending.coming = coming;
                self.then(Procedure::Reinforce);
            }
            _ => {}
        }
    }

    /// The assassins of which something is true.
    #[inline]
    pub(crate) fn named(&self, is: impl Fn(&Self, &Assassin) -> bool) -> AssassinSet {
        let mut named = AssassinSet::EMPTY;
        for (who, one) in self.table.team() {
            if is(self, one) {
                named.insert(who);
            }
        }
        named
    }

    fn end_acts(&mut self, events: &mut impl EventSink<Fact>) {
        for assassin in self.table.ids() {
            if self.table.crew[assassin].cubes > 0 {
                self.apply_and_emit(Fact::Cubes { assassin, cubes: 0 }, events);
            }
        }
        if !self.table.was_wanted && self.table.assassins().iter().any(|one| one.wanted) {
            self.apply_and_emit(Fact::WantedAtEnd, events);
        }
        if self.table.mission.steps.is_empty() {
            self.then(Procedure::EndTurn);
        } else {
            self.begin_phase(Phase::Guard, events);
            self.then(Procedure::NextStep { step: 0 });
        }
    }

    /// Saved cubes may be used before each step and after the last (V-22.1).
    fn next_step(&mut self, step: u8) {
        if usize::from(step) < self.table.mission.steps.len() {
            self.then(Procedure::NextStep { step: step + 1 });
            self.then(Procedure::BeginStep { step, again: false });
        } else {
            self.then(Procedure::EndTurn);
        }
        self.open_window();
    }

    fn open_window(&mut self) {
        if self.table.mission.save {
            self.table.pending.passed = SeatSet::EMPTY;
            self.table.pending.entered = AssassinSet::EMPTY;
            self.ask(Question::Window);
        }
    }

    fn begin_step(&mut self, number: u8, again: bool, events: &mut impl EventSink<Fact>) {
        let step = self.table.mission.steps[usize::from(number)];
        self.apply_and_emit(Fact::StepBegan { step }, events);
        match step {
            Step::Movement => {
                if self.effect() == EventEffect::ForcedMarch && !again {
                    self.then(Procedure::BeginStep { step: number, again: true });
                    self.open_window();
                }
                self.begin_march(events);
            }
            Step::Combat => {
                self.table.pending.groups = self.table.watched;
                self.table.pending.dice = [0; 4];
                self.then(Procedure::Strike);
                self.then(Procedure::Declare);
            }
            Step::Reinforcement if self.table.skips > 0 => {
                self.apply_and_emit(Fact::Skips { skips: self.table.skips - 1 }, events);
            }
            Step::Reinforcement => {
                let two = self.effect() == EventEffect::TwoCards;
                self.then(Procedure::Reinforce);
                let call = if two { Call::FirstOfTwo } else { Call::Only };
                self.draw_next(Draw::Reinforcement { call });
            }
        }
    }
}
