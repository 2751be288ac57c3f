//! How a turn goes on: recruiting, the steps of a deployment, its end, the end of the match.

use intrigue_core::{ActionSet, EventSink, Hidden, Seat};

use crate::content::cards::{Card, Conspiracy, Skill, Zone, small};
use crate::knowledge::tale::{Op, Sight};
use crate::rules::action::{Action, Spot};
use crate::rules::legal::ready;
use crate::rules::state::{
    After, Event, PILES, Phase, Question, ShadowBlades, Stage, Step, StepKind,
};

impl ShadowBlades {
    /// Plays the action that the asked seat has chosen.
    #[inline]
    pub(crate) fn perform(&mut self, action: Action, events: &mut impl EventSink<Event>) {
        let Phase::Ask(question) = self.phase else {
            return;
        };
        self.window += 1;
        let seat = question.seat;
        match (action, question.stage) {
            (Action::Recruit, _) => self.look_at_pile(seat, 0, events),
            (Action::Accept, _) => self.accept(seat, question.pile - 1, events),
            (Action::Refuse, _) => self.refuse(seat, question.pile - 1, events),
            (Action::Pass, _) => {
                events.emit(|| Event::Passed(seat));
                self.finish_turn(events);
            }
            (Action::End, _) => self.end_deployment(events),
            (Action::Mission(card, zone), _) => self.lay_mission(seat, card, zone, events),
            (Action::Done, Stage::Shadow) => self.finish_turn(events),
            (Action::Slip(card), _) => self.slip(seat, card, events),
            (Action::Keep(card), Stage::Draft) => self.keep(seat, card, events),
            (
                Action::Agent(_)
                | Action::Deceive
                | Action::Blow(_)
                | Action::Weapon(_)
                | Action::Done,
                _,
            )
            | (Action::Zone(_) | Action::Target(_), Stage::Turn | Stage::Deploy)
            | (Action::Zone(_), Stage::Mistrunner)
            | (Action::Target(_), Stage::Mistrunner | Stage::RubyTracker) => {
                self.compose(seat, action, events);
            }
            _ => self.apply_skill(question, action, events),
        }
    }

    /// Opens a question.
    pub(crate) fn ask(&mut self, question: Question, events: &mut impl EventSink<Event>) {
        self.phase = Phase::Ask(question);
        events.emit(|| Event::Asked(question));
    }

    /// Asks what a skill needs, unless there is one answer only (S-93).
    pub(crate) fn ask_skill(&mut self, question: Question, events: &mut impl EventSink<Event>) {
        self.phase = Phase::Ask(question);
        let Some(action) = self.only_answer(question.seat) else {
            events.emit(|| Event::Asked(question));
            return;
        };
        if let (Stage::RubyTracker, Action::Target(first)) = (question.stage, action) {
            // Of one agent it may still be open with which other one it is named.
            self.step.peek_mut().target = Some(first);
            if self.only_answer(question.seat).is_none() {
                events.emit(|| Event::Asked(question));
            }
            self.step.peek_mut().target = None;
        }
        self.perform(action, events);
    }

    /// The only legal action of a seat, if there is no choice.
    fn only_answer(&self, seat: Seat) -> Option<Action> {
        let legal = self.legal_set(seat);
        (legal.len() == 1).then(|| Action::TABLE[usize::from(legal.nth(0).0)])
    }

    // ------------------------------------------------------------------------------- Set-up

    /// The bundle comes to a seat, or the last card of it (S-04).
    pub(crate) fn offer(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let bundle = *self.bundle.peek();
        self.tale.peek_mut().push(Op::Look(small(seat.index()), Sight::Bundle));
        events.emit(|| Event::Offered(seat, Hidden::new(bundle)));
        if bundle.total() == 1 {
            let card = bundle.cards().next().expect("it holds a card");
            self.keep(seat, card, events);
        } else if self.resigned.contains(seat) {
            self.phase = Phase::DraftFor(seat);
        } else {
            self.ask(Question::plain(Stage::Draft, seat), events);
        }
    }

    /// A seat keeps a card of the bundle and passes the rest to its right.
    pub(crate) fn keep(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        let side = seat.index();
        self.bundle.peek_mut().give(card, self.hands[side].peek_mut());
        self.tale.peek_mut().push(Op::Keep(small(side), Some(card)));
        events.emit(|| Event::Kept(seat, Hidden::new(card)));
        if self.bundle.peek().is_empty() {
            self.refill([1; PILES], After::Start, events);
        } else {
            let seats = usize::from(self.variant.seats);
            let right = Seat::new((side + seats - 1) % seats).expect("a seat of the match");
            self.offer(right, events);
        }
    }

    /// Lays cards on the piles until chance is needed or all is done (S-13, S-14).
    pub(crate) fn refill(
        &mut self,
        mut counts: [u8; PILES],
        after: After,
        events: &mut impl EventSink<Event>,
    ) {
        while let Some(pile) = counts.iter().position(|&count| count > 0) {
            if let Some(card) = self.top.peek_mut().pop() {
                counts[pile] -= 1;
                self.lay_on_pile(pile, card, true, events);
            } else if self.deck.peek().is_empty() {
                break;
            } else {
                self.phase = Phase::Refill(counts, after);
                return;
            }
        }
        match after {
            After::Start => {
                // The first seat may have resigned in the draft.
                let first = Some(self.active).filter(|&seat| !self.resigned.contains(seat));
                let first = first.or(self.living().next_after(self.active));
                self.begin_turn(first.expect("a seat is left"), events);
            }
            After::Turn => self.next_turn(events),
            After::Loot => self.proceed(events),
        }
    }

    /// A card goes from the deck, or from its known top, to a pile.
    pub(crate) fn lay_on_pile(
        &mut self,
        pile: usize,
        card: Card,
        top: bool,
        events: &mut impl EventSink<Event>,
    ) {
        if top {
            // A card on the known top is in no bag: it is made again.
            let _ = self.piles[pile].peek_mut().add(card);
        } else {
            self.deck.peek_mut().give(card, self.piles[pile].peek_mut());
        }
        let knower = self.conjurer.filter(|_| top);
        let name = knower.map(|seat| small(seat.index()));
        self.tale.peek_mut().push(Op::Refill(small(pile), name, Some(card)));
        events.emit(|| Event::Refilled(small(pile) + 1, Hidden::new(card), knower));
    }

    // ------------------------------------------------------------------------------- Recruiting

    fn look_at_pile(&mut self, seat: Seat, pile: u8, events: &mut impl EventSink<Event>) {
        self.looked = pile + 1;
        let cards = self.piles[usize::from(pile)];
        self.tale.peek_mut().push(Op::Look(small(seat.index()), Sight::Pile(pile)));
        events.emit(|| Event::Looked(seat, pile + 1, cards));
        let mut question = Question::plain(Stage::Recruit, seat);
        question.pile = pile + 1;
        self.ask(question, events);
    }

    fn accept(&mut self, seat: Seat, pile: u8, events: &mut impl EventSink<Event>) {
        self.taken = Some(pile);
        self.take_pile(seat, pile, false, events);
        self.finish_turn(events);
    }

    pub(crate) fn take_pile(
        &mut self,
        seat: Seat,
        pile: u8,
        unseen: bool,
        events: &mut impl EventSink<Event>,
    ) {
        let cards = self.piles[usize::from(pile)];
        self.piles[usize::from(pile)].peek_mut().give_all(self.hands[seat.index()].peek_mut());
        self.tale.peek_mut().push(Op::Take(small(seat.index()), pile, unseen));
        events.emit(|| Event::Took(seat, pile + 1, cards, unseen));
    }

    fn refuse(&mut self, seat: Seat, pile: u8, events: &mut impl EventSink<Event>) {
        events.emit(|| Event::Refused(seat, pile + 1));
        if usize::from(pile) + 1 < PILES {
            self.look_at_pile(seat, pile + 1, events);
        } else {
            let count = if self.variant.is(Conspiracy::Double) { 2 } else { 1 };
            self.draw_cards(count, events);
        }
    }

    /// The active seat draws a number of cards (S-11, S-72).
    pub(crate) fn draw_cards(&mut self, mut count: u8, events: &mut impl EventSink<Event>) {
        while count > 0 {
            if let Some(card) = self.top.peek_mut().pop() {
                count -= 1;
                self.draw_card(card, true, events);
            } else if self.deck.peek().is_empty() {
                break;
            } else {
                self.phase = Phase::Draw(count);
                return;
            }
        }
        self.finish_turn(events);
    }

    pub(crate) fn draw_card(&mut self, card: Card, top: bool, events: &mut impl EventSink<Event>) {
        let (seat, side) = (self.active, self.active.index());
        if top {
            let _ = self.hands[side].peek_mut().add(card);
        } else {
            self.deck.peek_mut().give(card, self.hands[side].peek_mut());
        }
        let knower = self.conjurer.filter(|_| top);
        let name = knower.map(|seat| small(seat.index()));
        self.tale.peek_mut().push(Op::Draw(small(side), name, Some(card)));
        events.emit(|| Event::Drew(seat, Hidden::new(card), knower));
    }

    // ------------------------------------------------------------------------------- Deploying

    /// One more decision of a step; when it is complete, it is laid on the table (S-20).
    fn compose(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let side = seat.index();
        let stage = match self.phase {
            Phase::Ask(question) => question.stage,
            _ => Stage::Over,
        };
        let mut step = *self.step.peek();
        match action {
            Action::Agent(card) => {
                step.kind = StepKind::Agent;
                step.card = Some(card);
                step.spot = only_spot(self.spots(side, card));
            }
            Action::Blow(card) => {
                step.kind = StepKind::Blow;
                step.card = Some(card);
            }
            Action::Deceive => step.kind = StepKind::Deception,
            Action::Zone(spot) => step.spot = Some(spot),
            Action::Weapon(card) => step.weapons.push(card),
            Action::Target(mark) if step.kind == StepKind::Skill => {
                // Ruby Tracker's second.
                let first = step.target.expect("the first agent is named");
                self.step = Hidden::new(Step::default());
                self.name_two(seat, [first, mark], events);
                return;
            }
            Action::Target(mark) => {
                step.target = Some(mark);
                if matches!(stage, Stage::Mistrunner | Stage::RubyTracker) {
                    step.kind = StepKind::Skill;
                }
                if stage == Stage::Mistrunner || step.kind == StepKind::Deception {
                    let index = self.board.find(mark).expect("it was checked");
                    let post = self.board.posts()[index];
                    step.spot = only_spot(self.destinations(side, post));
                }
            }
            _ => {}
        }
        self.step = Hidden::new(step);
        let done = action == Action::Done;
        let empty = self.rest(side).is_empty();
        let complete = match (step.kind, stage) {
            (StepKind::Agent, _) => step.spot.is_some() && (done || empty),
            (StepKind::Blow, _) => step.target.is_some(),
            (StepKind::Deception, _) => {
                step.spot.is_some() && self.step_target_strength() == Some(self.arming())
            }
            (_, Stage::Mistrunner) => {
                let paid = self.step_target_strength().is_some_and(|s| s <= self.arming());
                done || step.spot.is_some() && empty && paid
            }
            _ => false,
        };
        if !complete {
            match self.only_answer(seat) {
                Some(second) if stage == Stage::RubyTracker => self.perform(second, events),
                _ => events.emit(|| Event::Composed(seat, Hidden::new(step))),
            }
            return;
        }
        self.step = Hidden::new(Step::default());
        let target = step.target.and_then(|mark| self.board.find(mark));
        match (step.kind, step.card, target) {
            (StepKind::Agent, Some(card), _) => self.deploy(seat, card, step, events),
            (StepKind::Blow, Some(card), Some(target)) => {
                self.begin_step();
                self.discard_from_hand(seat, card, events);
                self.eliminate(target, events);
                self.proceed(events);
            }
            (StepKind::Deception, _, Some(target)) => {
                self.begin_step();
                self.deployment.deceived = true;
                for &weapon in step.weapons.cards() {
                    self.leave_hand(seat, weapon);
                }
                self.fetch(target, step, step.weapons.cards(), events);
                self.proceed(events);
            }
            (StepKind::Skill, _, Some(target)) => {
                self.happened(Skill::Mistrunner, events);
                for &weapon in step.weapons.cards() {
                    self.discard_from_hand(seat, weapon, events);
                }
                self.fetch(target, step, &[], events);
                self.proceed(events);
            }
            _ => self.proceed(events),
        }
    }

    fn step_target_strength(&self) -> Option<u8> {
        let index = self.board.find(self.step.peek().target?)?;
        Some(self.board.posts()[index].strength)
    }

    fn begin_step(&mut self) {
        self.deployment.begun = true;
    }

    /// An agent comes to the table, with its weapons, and its skill happens (S-21 to S-24).
    fn deploy(&mut self, seat: Seat, card: Card, step: Step, events: &mut impl EventSink<Event>) {
        let spot = step.spot.expect("the step is complete");
        let weapons = step.weapons;
        self.begin_step();
        self.leave_hand(seat, card);
        for &weapon in weapons.cards() {
            self.leave_hand(seat, weapon);
        }
        self.board.come(card, seat.index(), spot, weapons.cards(), self.variant);
        let place = usize::from(self.deployment.agents.len());
        let strength = self.board.posts().last().map_or(0, |post| post.strength);
        self.deployment.agents.push(card);
        self.deployment.strengths[place] = strength;
        events.emit(|| Event::Deployed(seat, card, spot, weapons.cards().to_vec()));
        match ready(self, card) {
            Some(skill) => self.use_skill(seat, skill, events),
            None => self.proceed(events),
        }
    }

    /// A card leaves a hand in the open.
    fn leave_hand(&mut self, seat: Seat, card: Card) {
        let _ = self.hands[seat.index()].peek_mut().remove(card);
        self.tale.peek_mut().push(Op::Out(small(seat.index()), None, card));
    }

    /// A card comes to a hand in the open.
    pub(crate) fn come_to_hand(&mut self, seat: Seat, card: Card) {
        let _ = self.hands[seat.index()].peek_mut().add(card);
        self.tale.peek_mut().push(Op::In(small(seat.index()), card));
    }

    fn discard_from_hand(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        self.leave_hand(seat, card);
        self.graveyard.push(card);
        events.emit(|| Event::Discarded(seat, card));
    }

    /// An agent and its weapons go to the graveyard (S-27).
    pub(crate) fn eliminate(&mut self, index: usize, events: &mut impl EventSink<Event>) {
        let mark = self.board.mark(index);
        let (post, weapons) = self.board.leave(index, self.variant);
        self.graveyard.push(post.card);
        for &weapon in weapons.cards() {
            self.graveyard.push(weapon);
        }
        events.emit(|| Event::Eliminated(mark));
    }

    /// A deployed agent goes to a zone of the active seat, with more weapons (S-48, S-71).
    fn fetch(
        &mut self,
        index: usize,
        step: Step,
        weapons: &[Card],
        events: &mut impl EventSink<Event>,
    ) {
        let (seat, spot) = (self.active, step.spot.expect("the step is complete"));
        let mark = self.board.mark(index);
        self.board.go(index, seat.index(), spot, weapons, self.variant);
        events.emit(|| Event::Moved(seat, mark, spot, weapons.to_vec()));
    }

    fn lay_mission(
        &mut self,
        seat: Seat,
        card: Card,
        zone: Zone,
        events: &mut impl EventSink<Event>,
    ) {
        let side = seat.index();
        self.begin_step();
        self.deployment.mission = true;
        let there = self.missions[side][zone as usize].peek_mut();
        self.hands[side].peek_mut().give(card, there);
        self.tale.peek_mut().push(Op::Lay(small(side), zone as u8, Some(card)));
        events.emit(|| Event::MissionLaid(seat, zone, Hidden::new(card)));
        self.proceed(events);
    }

    /// A step is finished: the deployment goes on, unless the hand is empty (S-20).
    pub(crate) fn proceed(&mut self, events: &mut impl EventSink<Event>) {
        let seat = self.active;
        if self.resigned.contains(seat) || self.hands[seat.index()].peek().is_empty() {
            self.end_deployment(events);
        } else {
            self.ask(Question::plain(Stage::Deploy, seat), events);
        }
    }

    fn end_deployment(&mut self, events: &mut impl EventSink<Event>) {
        let seat = self.active;
        let empty = self.hands[seat.index()].peek().is_empty();
        if self.variant.alliances && !empty && !self.resigned.contains(seat) {
            self.ask(Question::plain(Stage::Shadow, seat), events);
        } else {
            self.finish_turn(events);
        }
    }

    /// A card goes to the ally, unseen by the others (S-83).
    fn slip(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        let ally = Seat::new(seat.index() ^ 2).expect("there are four seats");
        self.pass(seat, ally, card);
        events.emit(|| Event::Slipped(seat, ally, Hidden::new(card)));
        self.finish_turn(events);
    }

    /// A card goes from a hand to another.
    pub(crate) fn pass(&mut self, from: Seat, to: Seat, card: Card) {
        let mut hand = *self.hands[from.index()].peek();
        hand.give(card, self.hands[to.index()].peek_mut());
        self.hands[from.index()] = Hidden::new(hand);
        let [from, to] = [from, to].map(|seat| small(seat.index()));
        self.tale.peek_mut().push(Op::Pass(from, to, Some(card)));
    }
}

/// The one place of which the bit is set; `None` if there are several.
fn only_spot(spots: u16) -> Option<Spot> {
    spots.is_power_of_two().then(|| Spot(spots.trailing_zeros().to_le_bytes()[0]))
}
