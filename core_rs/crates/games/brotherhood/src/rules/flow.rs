//! How a turn goes: the table works through its agenda until a seat or chance is needed.

use intrigue_core::{EventSink, Seat, SeatSet, Turn};

use crate::content::level::Step;
use crate::content::pack::EventEffect;
use crate::content::squares::Square;
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::small;
use crate::rules::fact::{Fact, Flag};
use crate::rules::state::{Brotherhood, NOTHING, Phase};

impl Brotherhood {
    /// Makes a fact true and tells it.
    #[inline]
    pub(crate) fn apply_and_emit(&mut self, fact: Fact, events: &mut impl EventSink<Fact>) {
        self.table.apply(&self.options, &fact);
        events.emit(|| fact);
    }

    #[inline]
    pub(crate) fn push(&mut self, task: Task) {
        self.table.pending.agenda.push(task);
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
            if task.kind.follows() {
                self.table.pending.agenda.pop();
                self.perform(task, events);
            } else if self.waits(task, events) {
                return;
            }
        }
    }

    /// Whether a task for a seat or chance needs it. One that turns out not to is taken off.
    fn waits(&mut self, task: Task, events: &mut impl EventSink<Fact>) -> bool {
        match task.kind {
            Kind::Acts => {
                for seat in SeatSet::first(usize::from(self.options.seats)).iter() {
                    if !self.table.done.contains(seat) && !self.can_act(seat) {
                        self.apply_and_emit(Fact::SeatDone(seat), events);
                    }
                }
                self.or_next(self.seats_asked(task).is_empty())
            }
            Kind::Window => self.or_next(self.seats_asked(task).is_empty()),
            Kind::DrawEvent if self.table.events == 0 => {
                if self.table.events_discarded == 0 {
                    self.or_next(true)
                } else {
                    self.apply_and_emit(Fact::Reshuffled(1), events);
                    true
                }
            }
            Kind::DrawCards | Kind::DrawOffer => {
                if task.kind == Kind::DrawCards && task.n == 0 {
                    return self.or_next(true);
                }
                if self.table.deck.iter().all(|&copies| copies == 0) {
                    if self.table.discards.iter().all(|&copies| copies == 0) {
                        return self.or_next(true);
                    }
                    self.apply_and_emit(Fact::Reshuffled(0), events);
                }
                true
            }
            Kind::DrawReinforcement if self.table.reinforcements == 0 => {
                self.apply_and_emit(Fact::Reshuffled(2), events);
                // Of two cards to choose from, the first one is not in the new pile.
                if task.to == 1 {
                    let first = self.table.pending.offer[0];
                    self.apply_and_emit(Fact::ReinforcementDrawn(first), events);
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

    fn perform(&mut self, task: Task, events: &mut impl EventSink<Fact>) {
        match task.kind {
            Kind::BeginTurn => self.begin_turn(events),
            Kind::Event => self.begin_event(events),
            Kind::BeginActs => {
                self.apply_and_emit(Fact::PhaseBegan(Phase::Assassins), events);
                self.push(Task::new(Kind::EndActs));
                self.push(Task::new(Kind::Acts));
            }
            Kind::EndActs => self.end_acts(events),
            Kind::NextStep => self.next_step(task.n),
            Kind::BeginStep => self.begin_step(task, events),
            Kind::March => self.march(events),
            Kind::MarchGroup => self.march_group(Square(task.at), Square(task.to), events),
            Kind::MarchTo => {
                self.march_to(Square(task.at), Square(task.to), task.who, task.n, events);
            }
            Kind::Declare => self.declare(),
            Kind::Strike => self.strike(),
            Kind::StrikeOne => self.strike_one(Square(task.at)),
            Kind::Reinforce => self.reinforce(events),
            Kind::EndTurn => self.end_turn(events),
            Kind::Arrive => self.arrive(usize::from(task.who), task.n == 1, events),
            Kind::Settle => self.settle_in(usize::from(task.who), events),
            Kind::Judge => self.judge(events),
            Kind::Offer => self.offer_rerolls(usize::from(task.who)),
            Kind::Struck => self.struck(events),
            Kind::Fall => self.guards_fall(events),
            Kind::AfterAttack => self.after_attack(events),
            Kind::Sort => self.sort(usize::from(task.who), events),
            Kind::Exchange => self.exchange(usize::from(task.who), events),
            Kind::Place => self.place_next(usize::from(task.who), events),
            Kind::Market => self.market(usize::from(task.who)),
            Kind::Offered => self.offered(events),
            Kind::Tend => self.tend(usize::from(task.who)),
            Kind::Kit => self.deal_kit(task.n, events),
            Kind::Investigate => self.investigate(usize::from(task.who), events),
            Kind::Chest => self.chest_effect(usize::from(task.who), task.n, events),
            _ => {}
        }
    }

    /// Who owes a decision.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        match self.top() {
            _ if self.table.ending.is_some() => Turn::Over,
            None => Turn::Over,
            Some(task) if task.kind.is_chance() => Turn::Chance,
            Some(task) => Turn::Seats(self.seats_asked(task)),
        }
    }

    pub(crate) fn seat(&self, who: u8) -> Seat {
        self.options.seat_of(usize::from(who))
    }

    /// The seats that a question is put to.
    #[inline]
    pub(crate) fn seats_asked(&self, task: Task) -> SeatSet {
        match task.kind {
            Kind::Acts => SeatSet::first(usize::from(self.options.seats)).without(self.table.done),
            Kind::Window => {
                let mut seats = SeatSet::EMPTY;
                for seat in SeatSet::first(usize::from(self.options.seats)).iter() {
                    if !self.table.pending.passed.contains(seat) && self.can_act_in_window(seat) {
                        seats.insert(seat);
                    }
                }
                seats
            }
            Kind::AskConsent => self.consent_seats(task).without(self.table.pending.passed),
            Kind::AskPursuers
            | Kind::AskElites
            | Kind::AskCrossbowmen
            | Kind::AskDrowned
            | Kind::AskVanished
            | Kind::AskMove
            | Kind::AskHide
            | Kind::AskKeep
            | Kind::AskPass
            | Kind::AskPassed
            | Kind::AskPlace
            | Kind::AskSell
            | Kind::AskTend => SeatSet::of(self.seat(task.who)),
            Kind::AskReroll => SeatSet::of(self.seat(task.n)),
            _ => SeatSet::of(self.table.leader),
        }
    }

    fn begin_turn(&mut self, events: &mut impl EventSink<Fact>) {
        let turn = self.table.turn + 1;
        let before = usize::from(self.table.earlier) + usize::from(turn) - 1;
        let leader = if self.options.rotating {
            before % usize::from(self.options.seats)
        } else {
            0
        };
        let leader = Seat::new(leader).expect("a seat of the match");
        self.apply_and_emit(Fact::PhaseBegan(Phase::Event), events);
        self.apply_and_emit(Fact::TurnBegan(turn, leader), events);
        self.push(Task::new(Kind::BeginActs));
        self.push(Task::new(Kind::Event));
        self.push(Task::new(Kind::DrawEvent));
    }

    /// The event in force.
    #[inline]
    pub(crate) fn effect(&self) -> EventEffect {
        match self.table.event {
            NOTHING => EventEffect::Nothing,
            event => self.table.scenario.pack.events[usize::from(event)].effect,
        }
    }

    /// Events whose text applies at once (V-2.1).
    fn begin_event(&mut self, events: &mut impl EventSink<Fact>) {
        match self.effect() {
            EventEffect::Find(cards) => {
                let finders = self.named(|_, one| one.able());
                self.ask_name(Kind::AskFinder, finders, cards, events);
            }
            EventEffect::Companions(companion) => {
                let hosts = self.named(|game, one| {
                    let dry = |at| !game.table.scenario.level.canals.contains(at);
                    one.able() && one.square().is_some_and(dry)
                });
                self.ask_name(Kind::AskCompany, hosts, companion as u8, events);
            }
            EventEffect::Guards(coming) => {
                self.table.pending.coming = coming;
                self.push(Task::new(Kind::Reinforce));
            }
            _ => {}
        }
    }

    /// The assassins of which something is true, one bit each.
    pub(crate) fn named(&self, is: impl Fn(&Self, &crate::rules::state::Assassin) -> bool) -> u8 {
        let crew = self.table.assassins().iter().enumerate();
        crew.filter(|(_, one)| is(self, one))
            .fold(0, |bits, (who, _)| bits | 1 << who)
    }

    /// Asks the leader for one of several assassins; one alone is not asked for.
    fn ask_name(&mut self, kind: Kind, bits: u8, n: u8, events: &mut impl EventSink<Fact>) {
        let task = Task {
            at: bits,
            ..Task::of(kind, 0, n)
        };
        match bits.count_ones() {
            0 => {}
            1 => self.name_chosen(task, bits.trailing_zeros() as usize, events),
            _ => self.push(task),
        }
    }

    /// An assassin is named, by the leader or because there is no other.
    pub(crate) fn name_chosen(
        &mut self,
        task: Task,
        who: usize,
        events: &mut impl EventSink<Fact>,
    ) {
        let number = small(who);
        match task.kind {
            Kind::AskFinder => self.draw_cards(who, task.n, false),
            Kind::AskCompany => self.apply_and_emit(Fact::CompanionsCame(task.n, number), events),
            _ => {}
        }
    }

    fn end_acts(&mut self, events: &mut impl EventSink<Fact>) {
        for who in 0..self.table.size {
            let one = self.table.crew[usize::from(who)];
            if one.cubes > 0 {
                self.apply_and_emit(Fact::Cubes(who, 0), events);
            }
            if one.may_hide {
                self.apply_and_emit(Fact::Flag(who, Flag::MayHide, false), events);
            }
        }
        if !self.table.was_wanted && self.table.assassins().iter().any(|one| one.wanted) {
            self.apply_and_emit(Fact::WantedAtEnd, events);
        }
        if self.table.scenario.steps.is_empty() {
            self.push(Task::new(Kind::EndTurn));
        } else {
            self.apply_and_emit(Fact::PhaseBegan(Phase::Guard), events);
            self.push(Task::new(Kind::NextStep));
        }
    }

    /// Saved cubes may be used before each step and after the last (V-22.1).
    fn next_step(&mut self, step: u8) {
        if usize::from(step) < self.table.scenario.steps.len() {
            self.push(Task::of(Kind::NextStep, 0, step + 1));
            self.push(Task::of(Kind::BeginStep, 0, step));
        } else {
            self.push(Task::new(Kind::EndTurn));
        }
        self.open_window();
    }

    fn open_window(&mut self) {
        if self.table.scenario.save {
            self.table.pending.passed = SeatSet::EMPTY;
            self.push(Task::new(Kind::Window));
        }
    }

    fn begin_step(&mut self, task: Task, events: &mut impl EventSink<Fact>) {
        let step = self.table.scenario.steps[usize::from(task.n)];
        self.apply_and_emit(Fact::StepBegan(step as u8), events);
        match step {
            Step::Movement => {
                if self.effect() == EventEffect::ForcedMarch && task.to == 0 {
                    self.push(Task { to: 1, ..task });
                    self.open_window();
                }
                self.begin_march(events);
            }
            Step::Combat => {
                self.table.pending.groups = self.table.watched;
                self.table.pending.dice = [0; 4];
                self.push(Task::new(Kind::Strike));
                self.push(Task::new(Kind::Declare));
            }
            Step::Reinforcement if self.table.skips > 0 => {
                self.apply_and_emit(Fact::Skips(self.table.skips - 1), events);
            }
            Step::Reinforcement => {
                let more = u8::from(self.effect() == EventEffect::TwoCards);
                self.push(Task::new(Kind::Reinforce));
                self.push(Task::of(Kind::DrawReinforcement, 0, more));
            }
        }
    }
}
