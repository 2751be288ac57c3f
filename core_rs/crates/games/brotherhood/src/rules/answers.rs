//! Answers to questions: which are allowed, and what they do.

use intrigue_core::{EventSink, Seat};

use crate::content::level::STATIONS;
use crate::content::pack::KINDS;
use crate::content::squares::{Guard, PLACES, Squad, Square, SquareSet, Way};
use crate::rules::action::{Action, AssassinAction};
use crate::rules::agenda::{Kind, Task};
use crate::rules::counts::small;
use crate::rules::fact::{Fact, Flag};
use crate::rules::refusal::RefusalReason;
use crate::rules::state::Brotherhood;
use crate::rules::stealth::elites_among;

/// An allowed answer, or why not.
fn only(allowed: bool, rule: RefusalReason) -> Result<(), RefusalReason> {
    if allowed { Ok(()) } else { Err(rule) }
}

impl Brotherhood {
    /// Whether a seat may answer a question so.
    pub(crate) fn check_answer(
        &self,
        task: Task,
        seat: Seat,
        action: Action,
    ) -> Result<(), RefusalReason> {
        let who = usize::from(task.who);
        match (task.kind, action) {
            (Kind::Acts | Kind::Window, Action::Own(own, act)) => {
                let who = self.own(seat, own).ok_or(RefusalReason::NotYours)?;
                self.check_assassin_action(who, act, task.kind == Kind::Window)
            }
            (Kind::AskMove, Action::Own(own, AssassinAction::Move(way))) => {
                only(self.own(seat, own) == Some(who), RefusalReason::NotYours)?;
                self.neighbour(&self.table.crew[who], way).map(|_| ())
            }
            (Kind::AskHide, Action::Own(own, AssassinAction::HideBody(guard))) => {
                only(self.own(seat, own) == Some(who), RefusalReason::NotYours)?;
                let at = self.table.crew[who].square().ok_or(RefusalReason::NoBody)?;
                only(
                    self.table.bodies[at.index()].count(guard) > 0,
                    RefusalReason::NoBody,
                )
            }
            (Kind::AskHide, Action::Enough) => only(task.n > 0, RefusalReason::NotAsked),
            (
                Kind::AskKit | Kind::AskFinder | Kind::AskCompany | Kind::AskSpare,
                Action::Name(name),
            ) => only(task.at >> name & 1 == 1, RefusalReason::NotThatAssassin),
            (Kind::AskBuyer, Action::Name(name)) => {
                only(name < self.table.size, RefusalReason::NotThatAssassin)
            }
            (Kind::AskTend, Action::Name(name)) => {
                only(self.patients() >> name & 1 == 1, RefusalReason::Healthy)
            }
            (Kind::AskCancel, Action::Name(name)) => {
                let dice = self.table.pending.tests.dice[usize::from(name)];
                only(dice > 0, RefusalReason::NotThatAssassin)
            }
            (Kind::AskCancel, Action::Body) => {
                only(self.table.pending.tests.bodies > 0, RefusalReason::NoBody)
            }
            (Kind::Window | Kind::AskMove | Kind::AskCancel, Action::Decline)
            | (Kind::AskReroll, Action::Reroll | Action::Decline)
            | (Kind::AskPass, Action::Enough)
            | (Kind::AskConsent, Action::Agree | Action::Refuse)
            | (Kind::Acts | Kind::AskSell | Kind::AskBuy | Kind::AskTend, Action::Done) => Ok(()),
            (Kind::AskPursuers | Kind::AskMovers, Action::Elites(n)) => {
                let able = self.table.loose_guards(Square(task.at));
                let (least, most) = elites_among(able, task.n);
                only((least..=most).contains(&n), RefusalReason::NotThatMany)
            }
            (Kind::AskPlaced, Action::Elites(n)) => {
                let able = self.able_to_come(task.who);
                let (least, most) = elites_among(able, task.n);
                only((least..=most).contains(&n), RefusalReason::NotThatMany)
            }
            (Kind::AskElites, Action::Elites(n))
            | (Kind::AskCrossbowmen, Action::Crossbowmen(n)) => {
                only(task.n >> n & 1 == 1, RefusalReason::NotThatMany)
            }
            (Kind::AskDrowned | Kind::AskVanished, Action::Elites(n)) => {
                only(n <= 1, RefusalReason::NotThatMany)
            }
            (Kind::AskWay | Kind::AskFirst | Kind::AskShot, Action::Toward(way)) => {
                only(task.n >> way as u8 & 1 == 1, RefusalReason::NotThatWay)
            }
            (Kind::AskBody | Kind::AskPlace, Action::At(square)) => only(
                self.squares_offered(task).contains(square),
                RefusalReason::NotThatSquare,
            ),
            (Kind::AskEntrance, Action::Entrance(letter)) => {
                only(task.n >> letter & 1 == 1, RefusalReason::NotThatEntrance)
            }
            (Kind::AskCard, Action::Pick(n)) => only(n < 2, RefusalReason::NotThatPick),
            (Kind::AskBuy, Action::Pick(n)) => {
                only(self.payable() >> n & 1 == 1, RefusalReason::TooDear)
            }
            (Kind::AskKeep, Action::Card(kind)) => {
                let drawn = self.table.pending.drawn[usize::from(kind)];
                only(drawn > 0, RefusalReason::NotThatCard)
            }
            (Kind::AskPass, Action::Pair(from, to)) => self.check_pair(who, from, to),
            (Kind::AskPassed, Action::Card(kind)) => self.check_pass(task.at, kind),
            (Kind::AskSell, Action::Card(kind)) => only(
                self.sellable(who).any(|other| other == kind),
                RefusalReason::NotThatCard,
            ),
            (Kind::AskStation, Action::Station(n)) => {
                let stations = self.table.scenario.level.stations.len();
                only(usize::from(n) < stations, RefusalReason::NotThatStation)
            }
            _ => Err(RefusalReason::NotAsked),
        }
    }

    /// What can still come to an entrance.
    fn able_to_come(&self, letter: u8) -> Squad {
        let called = self.table.pending.coming[usize::from(letter)];
        let there = self.figures();
        Squad::new(
            called.crossbowmen.min(there.crossbowmen),
            called.elites.min(there.elites),
        )
    }

    /// The squares that a question lets choose from.
    pub(crate) fn squares_offered(&self, task: Task) -> SquareSet {
        match task.kind {
            Kind::AskBody => self.fullest(Guard::of(task.n).unwrap_or(Guard::Crossbowman)),
            Kind::AskPlace => self.regrouping(),
            _ => SquareSet::EMPTY,
        }
    }

    /// The answers that a question for no act and no square could have, before they are checked.
    pub(crate) fn each_answer(&self, task: Task, seat: Seat, mut each: impl FnMut(Action)) {
        match task.kind {
            Kind::AskMove | Kind::AskHide => {
                let own = u8::from(usize::from(task.who) != self.assassins_of(seat).start);
                for way in Way::ALL {
                    each(Action::Own(own, AssassinAction::Move(way)));
                }
                for guard in Guard::ALL {
                    each(Action::Own(own, AssassinAction::HideBody(guard)));
                }
                each(Action::Decline);
                each(Action::Enough);
            }
            Kind::AskConsent => {
                each(Action::Agree);
                each(Action::Refuse);
            }
            Kind::AskReroll => {
                each(Action::Reroll);
                each(Action::Decline);
            }
            Kind::AskPass => {
                for from in 0..self.table.size {
                    for to in (0..self.table.size).filter(|&to| to != from) {
                        each(Action::Pair(from, to));
                    }
                }
                each(Action::Enough);
            }
            Kind::AskKeep | Kind::AskPassed | Kind::AskSell => {
                for kind in 0..small(KINDS) {
                    each(Action::Card(kind));
                }
                each(Action::Done);
            }
            Kind::AskCancel => {
                for who in 0..self.table.size {
                    each(Action::Name(who));
                }
                each(Action::Body);
                each(Action::Decline);
            }
            Kind::AskWay | Kind::AskFirst | Kind::AskShot => {
                Way::ALL.map(Action::Toward).into_iter().for_each(each);
            }
            Kind::AskKit
            | Kind::AskFinder
            | Kind::AskCompany
            | Kind::AskSpare
            | Kind::AskBuyer
            | Kind::AskTend => {
                (0..self.table.size).map(Action::Name).for_each(&mut each);
                each(Action::Done);
            }
            Kind::AskEntrance => (0..4).map(Action::Entrance).for_each(each),
            Kind::AskStation => (0..small(STATIONS)).map(Action::Station).for_each(each),
            Kind::AskCard | Kind::AskBuy => {
                (0..3).map(Action::Pick).for_each(&mut each);
                each(Action::Done);
            }
            Kind::AskCrossbowmen => (0..=PLACES).map(Action::Crossbowmen).for_each(each),
            _ => (0..=PLACES).map(Action::Elites).for_each(each),
        }
    }

    /// A seat has answered.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Fact>) {
        let task = self.top().expect("a seat is asked");
        // The phase, a window and a trade stay open for others.
        match (task.kind, action) {
            (Kind::Acts, Action::Own(own, act)) => {
                let who = self.own(seat, own).expect("an assassin of the seat");
                self.do_assassin_action(who, act, false, events);
                return;
            }
            (Kind::Window, Action::Own(own, act)) => {
                let who = self.own(seat, own).expect("an assassin of the seat");
                self.do_assassin_action(who, act, true, events);
                return;
            }
            (Kind::Acts, _) => {
                self.apply_and_emit(Fact::SeatDone(seat), events);
                return;
            }
            (Kind::Window, _) => {
                for who in self.assassins_of(seat) {
                    if self.table.crew[who].may_hide {
                        self.apply_and_emit(Fact::Flag(small(who), Flag::MayHide, false), events);
                    }
                }
                self.table.pending.passed.insert(seat);
                return;
            }
            (Kind::AskConsent, Action::Agree) => {
                self.table.pending.passed.insert(seat);
                if self.seats_asked(task).is_empty() {
                    self.table.pending.agenda.pop();
                }
                return;
            }
            _ => {}
        }
        self.table.pending.agenda.pop();
        self.answered(task, seat, action, events);
    }

    /// A question is answered, and with that closed.
    fn answered(
        &mut self,
        task: Task,
        seat: Seat,
        action: Action,
        events: &mut impl EventSink<Fact>,
    ) {
        let who = usize::from(task.who);
        match (task.kind, action) {
            (Kind::AskMove, Action::Own(_, AssassinAction::Move(way))) => {
                if task.to == 1 {
                    self.apply_and_emit(Fact::Flag(task.who, Flag::Spent, true), events);
                }
                self.walk(who, way, task.n == 1, events);
            }
            (Kind::AskHide, Action::Own(_, AssassinAction::HideBody(guard))) => {
                self.hide_body(who, guard, task.n + 1, events);
            }
            (Kind::AskHide, _) => self.draw_cards(who, task.n, false),
            (Kind::AskKit, Action::Name(name)) => self.kit_dealt(task.n, name, events),
            (Kind::AskSpare, Action::Name(name)) => self.spare(task, name),
            (Kind::AskBuyer, Action::Name(name)) => self.bought(task.n, name, events),
            (Kind::AskTend, Action::Name(name)) => self.tended(task.who, name, events),
            (Kind::AskTend, _) => {
                // The task below would ask again.
                self.table.pending.agenda.pop();
                self.push(Task::of(Kind::Tend, who + 1, 0));
            }
            (Kind::AskCancel, Action::Name(name)) => self.cancel(Some(usize::from(name)), events),
            (Kind::AskCancel, Action::Body) => self.cancel(None, events),
            (_, Action::Name(name)) => self.name_chosen(task, usize::from(name), events),
            (Kind::AskReroll, Action::Reroll) => {
                self.apply_and_emit(Fact::Flag(task.n, Flag::Spent, true), events);
                self.push(Task::of(Kind::ThrowSight, who, 1));
            }
            (Kind::AskPursuers, Action::Elites(n)) => {
                self.pursue(Square(task.at), Square(task.to), task.n, n, events);
            }
            (Kind::AskMovers, Action::Elites(n)) => {
                self.march_to(Square(task.at), Square(task.to), n, task.n, events);
            }
            (Kind::AskPlaced, Action::Elites(n)) => self.placed_chosen(task, n),
            (Kind::AskElites, Action::Elites(n)) => self.fell_elites(n, events),
            (Kind::AskCrossbowmen, Action::Crossbowmen(n)) => self.fell_crossbowmen(n, events),
            (Kind::AskDrowned, Action::Elites(n)) => self.drown(n, events),
            (Kind::AskVanished, Action::Elites(n)) => self.fell(n, events),
            (Kind::AskWay, Action::Toward(way)) => self.way_chosen(task, way, events),
            (Kind::AskFirst, Action::Toward(way)) => {
                let to = Square(task.to);
                let at = self.table.scenario.level.beat[to.index()][way as usize];
                self.march_group(at.expect("it was offered"), to, events);
            }
            (Kind::AskShot, Action::Toward(way)) => self.shoot(task, way),
            (Kind::AskBody, Action::At(square)) => {
                let guard = Guard::of(task.n).unwrap_or(Guard::Crossbowman);
                self.apply_and_emit(Fact::BodyTaken(square, guard), events);
            }
            (Kind::AskPlace, Action::At(square)) => self.placed(task.who, square, events),
            (Kind::AskEntrance, Action::Entrance(letter)) => self.investigated(letter, events),
            (Kind::AskCard, Action::Pick(n)) => {
                self.call(self.table.pending.offer[usize::from(n)]);
            }
            (Kind::AskBuy, Action::Pick(n)) => self.buy(n, events),
            (Kind::AskBuy, _) => self.clear_offer(events),
            (Kind::AskKeep, Action::Card(kind)) => self.keep(who, kind, events),
            (Kind::AskPass, Action::Pair(from, to)) => self.push(Task {
                at: from,
                to,
                ..Task::of(Kind::AskPassed, who, 0)
            }),
            (Kind::AskPass, _) => self.passes_named(task.who, events),
            (Kind::AskPassed, Action::Card(kind)) => self.pass_named(task, kind),
            (Kind::AskConsent, _) => self.trade_refused(seat, task, events),
            (Kind::AskSell, Action::Card(kind)) => self.sell(task.who, kind, events),
            (Kind::AskStation, Action::Station(n)) => self.table.pending.offer[0] = n,
            _ => {}
        }
    }

    /// A card of the offer is bought; where there is one assassin alone, it gets it.
    fn buy(&mut self, place: u8, events: &mut impl EventSink<Fact>) {
        if self.table.size == 1 {
            self.bought(place, 0, events);
        } else {
            self.push(Task::of(Kind::AskBuyer, 0, place));
        }
    }
}
