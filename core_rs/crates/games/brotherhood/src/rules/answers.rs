//! Answers to questions: which are allowed, and what they do.

use intrigue_core::{EventSink, Seat};

use crate::content::ids::{AssassinId, Entrance, EquipmentId};
use crate::content::level::STATIONS;
use crate::content::pack::KINDS;
use crate::content::squares::{Guard, PLACES, Squad, SquareSet, Way};
use crate::rules::action::{Action, AssassinAction};
use crate::rules::agenda::{Draw, OFFERS, Procedure, Question};
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
        question: Question,
        seat: Seat,
        action: Action,
    ) -> Result<(), RefusalReason> {
        use Question as Q;
        match (question, action) {
            (Q::Acts | Q::Window, Action::Own(own, act)) => {
                let who = self.own(seat, own).ok_or(RefusalReason::NotYours)?;
                self.check_assassin_action(who, act, matches!(question, Q::Window))
            }
            (Q::Move { assassin, .. }, Action::Own(own, AssassinAction::Move(way))) => {
                only(self.own(seat, own) == Some(assassin), RefusalReason::NotYours)?;
                self.neighbor(&self.table.crew[assassin], way).map(|_| ())
            }
            (Q::Hide { assassin, .. }, Action::Own(own, AssassinAction::HideBody(guard))) => {
                only(self.own(seat, own) == Some(assassin), RefusalReason::NotYours)?;
                let at = self.table.crew[assassin].square();
                let at = at.ok_or(RefusalReason::NoBody)?;
                only(self.table.bodies[at.index()].count(guard) > 0, RefusalReason::NoBody)
            }
            (Q::Hide { hidden, .. }, Action::Enough) => only(hidden > 0, RefusalReason::NotAsked),
            (
                Q::Kit { among, .. }
                | Q::Finder { among, .. }
                | Q::Company { among, .. }
                | Q::Spare { among, .. },
                Action::Name(name),
            ) => only(among.contains(name), RefusalReason::NotThatAssassin),
            (Q::Buyer { .. }, Action::Name(name)) => {
                only(name.index() < usize::from(self.table.size), RefusalReason::NotThatAssassin)
            }
            (Q::Tend { .. }, Action::Name(name)) => {
                only(self.patients().contains(name), RefusalReason::Healthy)
            }
            (Q::Cancel, Action::Name(name)) => {
                let dice = self.table.pending.tests.dice[name];
                only(dice > 0, RefusalReason::NotThatAssassin)
            }
            (Q::Cancel, Action::Body) => {
                only(self.table.pending.tests.bodies > 0, RefusalReason::NoBody)
            }
            (Q::Window | Q::Move { .. } | Q::Cancel, Action::Decline)
            | (Q::Reroll { .. }, Action::Reroll | Action::Decline)
            | (Q::TradePair { .. }, Action::Enough)
            | (Q::Consent { .. }, Action::Agree | Action::Refuse)
            | (Q::Acts | Q::Sell { .. } | Q::Buy | Q::Tend { .. }, Action::Done) => Ok(()),
            (
                Q::Pursuers { from, count, .. } | Q::Movers { from, count, .. },
                Action::Elites(n),
            ) => {
                let (least, most) = elites_among(self.table.loose_guards(from), count);
                only((least..=most).contains(&n), RefusalReason::NotThatMany)
            }
            (Q::Placed { entrance, count }, Action::Elites(n)) => {
                let (least, most) = elites_among(self.able_to_come(entrance), count);
                only((least..=most).contains(&n), RefusalReason::NotThatMany)
            }
            (Q::Elites { counts, .. }, Action::Elites(n))
            | (Q::Crossbowmen { counts, .. }, Action::Crossbowmen(n)) => {
                only(counts.contains(n), RefusalReason::NotThatMany)
            }
            (Q::Drowned { .. } | Q::Vanished { .. }, Action::Elites(n)) => {
                only(n <= 1, RefusalReason::NotThatMany)
            }
            (
                Q::Way { ways, .. } | Q::First { ways, .. } | Q::Shot { ways, .. },
                Action::Toward(way),
            ) => only(ways.contains(way), RefusalReason::NotThatWay),
            (Q::Body { .. } | Q::Place { .. }, Action::At(square)) => {
                only(self.squares_offered(question).contains(square), RefusalReason::NotThatSquare)
            }
            (Q::Entrance { entrances }, Action::Entrance(entrance)) => {
                only(entrances.contains(entrance), RefusalReason::NotThatEntrance)
            }
            (Q::Reinforcement { .. }, Action::Pick(n)) => only(n < 2, RefusalReason::NotThatPick),
            (Q::Buy, Action::Pick(n)) => only(self.can_pay(n), RefusalReason::TooDear),
            (Q::Keep { .. }, Action::Card(kind)) => {
                only(self.table.pending.drawn[kind] > 0, RefusalReason::NotThatCard)
            }
            (Q::TradePair { payer }, Action::Pair(from, to)) => self.check_pair(payer, from, to),
            (Q::TradeCard { giver, .. }, Action::Card(kind)) => self.check_pass(giver, kind),
            (Q::Sell { assassin }, Action::Card(kind)) => {
                only(self.sellable(assassin).any(|other| other == kind), RefusalReason::NotThatCard)
            }
            (Q::Station, Action::Station(n)) => {
                let stations = self.table.mission.level.stations.len();
                only(usize::from(n) < stations, RefusalReason::NotThatStation)
            }
            _ => Err(RefusalReason::NotAsked),
        }
    }

    /// What can still come to an entrance.
    fn able_to_come(&self, entrance: Entrance) -> Squad {
        let called = self.table.pending.coming[entrance.index()];
        let there = self.figures();
        Squad::new(called.crossbowmen.min(there.crossbowmen), called.elites.min(there.elites))
    }

    /// The squares that a question lets choose from.
    pub(crate) fn squares_offered(&self, question: Question) -> SquareSet {
        match question {
            Question::Body { guard } => self.fullest(guard),
            Question::Place { station, .. } => self.regrouping(station),
            _ => SquareSet::EMPTY,
        }
    }

    /// The answers that a question could have that asks for no act of an assassin's own choice and
    /// for no square, before they are checked.
    pub(crate) fn each_answer(&self, question: Question, seat: Seat, mut each: impl FnMut(Action)) {
        match question {
            Question::Move { assassin, .. } | Question::Hide { assassin, .. } => {
                let own = u8::from(self.own(seat, 0) != Some(assassin));
                for way in Way::ALL {
                    each(Action::Own(own, AssassinAction::Move(way)));
                }
                for guard in Guard::ALL {
                    each(Action::Own(own, AssassinAction::HideBody(guard)));
                }
                each(Action::Decline);
                each(Action::Enough);
            }
            Question::Consent { .. } => {
                each(Action::Agree);
                each(Action::Refuse);
            }
            Question::Reroll { .. } => {
                each(Action::Reroll);
                each(Action::Decline);
            }
            Question::TradePair { .. } => {
                for from in self.table.ids() {
                    for to in self.table.ids().filter(|&to| to != from) {
                        each(Action::Pair(from, to));
                    }
                }
                each(Action::Enough);
            }
            Question::Keep { .. } | Question::TradeCard { .. } | Question::Sell { .. } => {
                for kind in EquipmentId::first(KINDS) {
                    each(Action::Card(kind));
                }
                each(Action::Done);
            }
            Question::Cancel => {
                for who in self.table.ids() {
                    each(Action::Name(who));
                }
                each(Action::Body);
                each(Action::Decline);
            }
            Question::Way { .. } | Question::First { .. } | Question::Shot { .. } => {
                Way::ALL.map(Action::Toward).into_iter().for_each(each);
            }
            Question::Kit { .. }
            | Question::Finder { .. }
            | Question::Company { .. }
            | Question::Spare { .. }
            | Question::Buyer { .. }
            | Question::Tend { .. } => {
                self.table.ids().map(Action::Name).for_each(&mut each);
                each(Action::Done);
            }
            Question::Entrance { .. } => {
                Entrance::ALL.map(Action::Entrance).into_iter().for_each(each);
            }
            Question::Station => (0..small(STATIONS)).map(Action::Station).for_each(each),
            Question::Reinforcement { .. } | Question::Buy => {
                (0..small(OFFERS)).map(Action::Pick).for_each(&mut each);
                each(Action::Done);
            }
            Question::Crossbowmen { .. } => {
                (0..=PLACES).map(Action::Crossbowmen).for_each(each);
            }
            Question::Pursuers { .. }
            | Question::Movers { .. }
            | Question::Placed { .. }
            | Question::Elites { .. }
            | Question::Drowned { .. }
            | Question::Vanished { .. } => (0..=PLACES).map(Action::Elites).for_each(each),
            // These are listed where they are asked.
            Question::Acts | Question::Window | Question::Body { .. } | Question::Place { .. } => {}
        }
    }

    /// A seat has answered.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Fact>) {
        let question = self.table.pending.agenda.question().expect("a seat is asked");
        // The phase, a window and a trade stay open for others.
        match (question, action) {
            (Question::Acts | Question::Window, Action::Own(own, act)) => {
                let who = self.own(seat, own).expect("an assassin of the seat");
                let window = matches!(question, Question::Window);
                self.do_assassin_action(who, act, window, events);
                return;
            }
            (Question::Acts, _) => {
                self.apply_and_emit(Fact::SeatDone { seat }, events);
                return;
            }
            (Question::Window, _) => {
                self.table.pending.passed.insert(seat);
                return;
            }
            (Question::Consent { .. }, Action::Agree) => {
                self.table.pending.passed.insert(seat);
                if self.seats_asked(question).is_empty() {
                    self.table.pending.agenda.pop();
                }
                return;
            }
            _ => {}
        }
        self.table.pending.agenda.pop();
        self.answered(question, seat, action, events);
    }

    /// A question is answered, and with that closed.
    fn answered(
        &mut self,
        question: Question,
        seat: Seat,
        action: Action,
        events: &mut impl EventSink<Fact>,
    ) {
        use Question as Q;
        match (question, action) {
            (Q::Move { assassin, unseen, ability }, Action::Own(_, AssassinAction::Move(way))) => {
                if ability {
                    self.set_flag(assassin, Flag::Spent, true, events);
                }
                self.walk(assassin, way, unseen, events);
            }
            (Q::Hide { assassin, hidden }, Action::Own(_, AssassinAction::HideBody(guard))) => {
                self.hide_body(assassin, guard, hidden + 1, events);
            }
            (Q::Hide { assassin, hidden }, _) => self.draw_cards(assassin, hidden, false),
            (Q::Kit { card, .. }, Action::Name(name)) => self.kit_dealt(card, name, events),
            (Q::Finder { cards, .. }, Action::Name(name)) => self.draw_cards(name, cards, false),
            (Q::Company { companion, .. }, Action::Name(assassin)) => {
                let came = Fact::CompanionsCame { companion, assassin };
                self.apply_and_emit(came, events);
            }
            (Q::Spare { among, left }, Action::Name(name)) => self.spare(among, left, name),
            (Q::Buyer { offer }, Action::Name(name)) => self.bought(offer, name, events),
            (Q::Tend { assassin }, Action::Name(name)) => self.tended(assassin, name, events),
            (Q::Tend { assassin }, _) => {
                self.tend_no_more(assassin);
            }
            (Q::Cancel, Action::Name(name)) => self.cancel(Some(name), events),
            (Q::Cancel, Action::Body) => self.cancel(None, events),
            (Q::Reroll { tested, by }, Action::Reroll) => {
                self.set_flag(by, Flag::Spent, true, events);
                self.draw_next(Draw::TestAgain { assassin: tested });
            }
            (Q::Pursuers { from, to, count, .. }, Action::Elites(n)) => {
                self.pursue(from, to, count, n, events);
            }
            (Q::Movers { from, to, count }, Action::Elites(n)) => {
                self.march_to(from, to, n, count, events);
            }
            (Q::Placed { entrance, count }, Action::Elites(n)) => {
                self.table.pending.coming[entrance.index()] = Squad::new(count - n, n);
            }
            (Q::Elites { .. }, Action::Elites(n)) => self.fell_elites(n, events),
            (Q::Crossbowmen { .. }, Action::Crossbowmen(n)) => self.fell_crossbowmen(n, events),
            (Q::Drowned { .. }, Action::Elites(n)) => self.drown(n, events),
            (Q::Vanished { .. }, Action::Elites(n)) => self.fell(n, events),
            (Q::Way { from, .. }, Action::Toward(way)) => self.way_chosen(from, way, events),
            (Q::First { to, .. }, Action::Toward(way)) => {
                let at = self.table.mission.level.beat[to.index()][way as usize];
                self.march_group(at.expect("it was offered"), to, events);
            }
            (Q::Shot { from, dice, .. }, Action::Toward(way)) => self.shoot(from, way, dice),
            (Q::Body { guard }, Action::At(square)) => {
                self.apply_and_emit(Fact::BodyTaken { square, guard }, events);
            }
            (Q::Place { assassin, station }, Action::At(square)) => {
                self.placed(assassin, station, square, events);
            }
            (Q::Entrance { .. }, Action::Entrance(entrance)) => {
                self.investigated(entrance, events);
            }
            (Q::Reinforcement { first, second }, Action::Pick(n)) => {
                self.call(if n == 0 { first } else { second });
            }
            (Q::Buy, Action::Pick(n)) => self.buy(n, events),
            (Q::Buy, _) => self.clear_offer(events),
            (Q::Keep { assassin }, Action::Card(kind)) => self.keep(assassin, kind, events),
            (Q::TradePair { payer }, Action::Pair(giver, taker)) => {
                self.ask(Q::TradeCard { payer, giver, taker });
            }
            (Q::TradePair { payer }, _) => self.passes_named(payer, events),
            (Q::TradeCard { payer, giver, taker }, Action::Card(card)) => {
                self.pass_named(payer, giver, taker, card);
            }
            (Q::Consent { payer }, _) => self.trade_refused(seat, payer, events),
            (Q::Sell { assassin }, Action::Card(kind)) => self.sell(assassin, kind, events),
            (Q::Station, Action::Station(station)) => {
                self.then(Procedure::PlaceNext { placed: 0, station });
            }
            _ => {}
        }
    }

    /// A card of the offer is bought; where there is one assassin alone, it gets it.
    fn buy(&mut self, offer: u8, events: &mut impl EventSink<Fact>) {
        if self.table.size == 1 {
            self.bought(offer, AssassinId::First, events);
        } else {
            self.ask(Question::Buyer { offer });
        }
    }

    /// Sets or clears a flag of an assassin.
    #[inline]
    pub(crate) fn set_flag(
        &mut self,
        assassin: AssassinId,
        flag: Flag,
        on: bool,
        events: &mut impl EventSink<Fact>,
    ) {
        self.apply_and_emit(Fact::Flag { assassin, flag, on }, events);
    }
}
