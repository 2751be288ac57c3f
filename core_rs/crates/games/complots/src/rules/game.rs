use intrigue_core::{
    ActionId, Bits, EventSink, Game, GameAction, Hidden, MAX_SEATS, Outcome, Payoffs, Rng, Seat,
    SeatSet, Settings, Text, Turn, Viewer, WIN, equally_likely, in_proportion,
};

use crate::bot::{evaluation, player_model};
use crate::content::{Character, Characters, Hand};
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options::Options;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{COINS, Chance, Complots, Event, Phase, TurnAction};

impl Game for Complots {
    type Options = Options;
    type Chance = Chance;
    type RefusalReason = RefusalReason;
    type Event = Event;
    type Legal = Bits<2>;
    type ObservationCache = ();

    const HAS_PLAYER_MODEL: bool = true;

    fn options(settings: &Settings) -> Result<Options, Text> {
        Options::read(settings)
    }

    fn seats(options: &Options) -> usize {
        options.seats.into()
    }

    fn seat_count(&self) -> usize {
        usize::from(self.options.seats)
    }

    fn new(options: &Options) -> Self {
        let seats = usize::from(options.seats);
        let pack = options.variant.pack();
        let mut cards = Hand::EMPTY;
        // Two seats: the third pack alone is dealt from (C-06).
        for _ in 0..if seats == 2 { 1 } else { options.variant.copies(seats) } {
            cards.add_all(pack);
        }
        let dealt = if seats == 2 { 2 } else { 2 * options.seats };
        let own_packs = options.variant.own_packs(seats);
        Self {
            options: *options,
            hands: [Hidden::new(Hand::EMPTY); MAX_SEATS],
            face_up: [Hand::EMPTY; MAX_SEATS],
            claimed: [Characters::EMPTY; MAX_SEATS],
            court: Hidden::new(cards),
            aside: [Hidden::new(if own_packs { pack } else { Hand::EMPTY }); 2],
            purses: [0; MAX_SEATS],
            treasury: COINS,
            living: SeatSet::first(seats),
            active: options.first_seat.unwrap_or(Seat::new(0).expect("there is a seat")),
            turn: 0,
            window: 0,
            pending: None,
            phase: if options.first_seat.is_none() { Phase::Toss } else { Phase::Deal(dealt) },
            resigning: Hidden::new(SeatSet::EMPTY),
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) => Turn::Chance,
            Phase::Over(_) => Turn::Over,
            _ => Turn::Seats(self.owing()),
        }
    }

    fn window(&self) -> Option<u32> {
        Some(self.window)
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), RefusalReason> {
        self.check_action(seat, action)
    }

    #[inline]
    fn legal(&self, seat: Seat) -> Bits<2> {
        self.legal_actions(seat)
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        self.perform(seat, action, events);
    }

    fn check_resign(&self, seat: Seat) -> Result<(), RefusalReason> {
        if !self.living.contains(seat) {
            Err(RefusalReason::SeatOut)
        } else if self.resigning.peek().contains(seat) {
            Err(RefusalReason::AlreadyResigned)
        } else {
            Ok(())
        }
    }

    fn resign(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        events.emit(|| Event::Resigning(seat));
        self.resigning.peek_mut().insert(seat);
        if self.phase != Phase::Act {
            self.answer_for_resigned(events);
            return;
        }
        // Between two actions it takes effect at once; a turn that was the seat's goes to the
        // next one, and has not been used up.
        let acting = self.active == seat;
        if !self.take_leave(events) && acting {
            self.begin_turn(self.turn, seat, events);
        }
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        match self.phase {
            Phase::Toss => {
                let seat = rng.index(usize::from(self.options.seats));
                Chance::First(Seat::new(seat).expect("below the number of seats"))
            }
            _ => Chance::Card(self.court.peek().pick(rng)),
        }
    }

    fn chances(&self) -> Vec<(Chance, f64)> {
        if self.phase == Phase::Toss {
            return equally_likely(self.living.iter().map(Chance::First));
        }
        let court = self.court.peek();
        let left = |card| (Chance::Card(card), court.count(card).into());
        in_proportion(Character::ALL.into_iter().map(left))
    }

    #[inline]
    fn apply_chance(&mut self, chance: Chance, events: &mut impl EventSink<Event>) {
        let seats = self.options.seats;
        let card = match chance {
            Chance::First(seat) => {
                self.active = seat;
                self.phase = Phase::Deal(if seats == 2 { 2 } else { 2 * seats });
                return;
            }
            Chance::Card(card) => card,
        };
        self.court.peek_mut().take(card);
        match self.phase {
            Phase::Deal(left) => {
                // Round the table, seat 0 first; the last card goes to the last seat.
                let side = (seats - 1) - (left - 1) % seats;
                self.hands[usize::from(side)].peek_mut().add(card);
                if left > 1 {
                    self.phase = Phase::Deal(left - 1);
                } else {
                    self.open_match(events);
                }
            }
            Phase::Replace(seat, challenger, sequel) => {
                self.hands[seat.index()].peek_mut().add(card);
                events.emit(|| Event::Drew(seat, Hidden::new([card].into_iter().collect())));
                match challenger {
                    Some(challenger) => self.lose(challenger, sequel, events),
                    None => self.end_turn(events),
                }
            }
            Phase::Draw(left) => {
                let seat = self.active;
                self.hands[seat.index()].peek_mut().add(card);
                events.emit(|| Event::Drew(seat, Hidden::new([card].into_iter().collect())));
                if left > 1 {
                    self.phase = Phase::Draw(left - 1);
                } else {
                    self.ask(Phase::Return(self.options.variant.exchanged()), events);
                }
            }
            _ => unreachable!("no card is due"),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(ending) = self.phase else {
            return None;
        };
        Some(Outcome {
            payoffs: self.payoffs()[..self.options.seats.into()].to_vec(),
            ending: ending.notation(),
            scores: Vec::new(),
        })
    }

    #[inline]
    fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        if let Phase::Over(_) = self.phase {
            let share = WIN / u32::from(self.living.len().to_le_bytes()[0]);
            for seat in self.living.iter() {
                payoffs[seat.index()] = share;
            }
        }
        payoffs
    }

    #[inline]
    fn evaluate(&self) -> Payoffs {
        evaluation::evaluate(self)
    }

    #[inline]
    fn default_policy(&self, seat: Seat, legal: &Bits<2>, rng: &mut Rng) -> ActionId {
        player_model::choose(self, seat, legal, rng)
    }

    #[inline]
    fn likelihood(&self, viewer: Viewer) -> u32 {
        player_model::likelihood(self, viewer)
    }

    fn out(&self) -> SeatSet {
        SeatSet::first(self.seat_count()).without(self.living)
    }

    fn rematch(&self, settings: &mut Settings, outcome: &Outcome, seats: &[usize]) {
        let winner = outcome.payoffs.iter().position(|&payoff| payoff == WIN);
        let first = winner.map_or_else(|| "random".to_owned(), |winner| seats[winner].to_string());
        settings.insert("first_seat".to_owned(), first);
    }

    #[inline]
    fn view(&self, viewer: Viewer) -> View {
        View::look(self, viewer)
    }

    fn see(event: &Event, viewer: Viewer) -> Option<Seen> {
        Seen::look(event, viewer)
    }

    fn public_action_id(&self, action: Action) -> ActionId {
        // Which card is kept, returned or shown is for those alone who see it.
        let first = Character::Duchess;
        match action {
            Action::Keep(_) => Action::Keep(first).id(),
            Action::Return(_) => Action::Return(first).id(),
            Action::Show(_) => Action::Show(first).id(),
            open => open.id(),
        }
    }

    fn asked(&self, viewer: Viewer) -> SeatSet {
        let owing = self.turn().seats();
        if owing.is_empty() {
            return owing;
        }
        // Of a sealed answer only its own seat knows that it was given.
        let mut asked = self.question().window;
        if let Some(seat) = viewer.seat().filter(|&seat| !owing.contains(seat)) {
            asked.remove(seat);
        }
        asked
    }

    fn blank(options: &Options, viewer: Viewer) -> View {
        View::blank(options, viewer)
    }

    fn fold(view: &mut View, seen: &Seen) {
        view.fold(seen);
    }

    fn redeal(view: &View, rng: &mut Rng) -> Option<Self> {
        view.redeal(rng)
    }

    #[inline]
    fn features(view: &View, out: &mut [i8]) {
        features::write(view, out);
    }

    fn check_invariants(&self) -> Option<String> {
        self.find_fault()
    }
}

impl Complots {
    /// The seats that truly owe an answer.
    #[inline]
    pub(crate) fn owing(&self) -> SeatSet {
        match self.phase {
            Phase::Window(stage, passed) => self.waiting(stage, *passed.peek()),
            Phase::Keep(kept) => {
                let mut seats = self.living;
                for seat in self.living.iter() {
                    if kept.peek()[seat.index()].is_some() {
                        seats.remove(seat);
                    }
                }
                seats
            }
            Phase::Lose(seat, _) => SeatSet::of(seat),
            Phase::Show => self.pending.and_then(|u| u.target).map_or(SeatSet::EMPTY, SeatSet::of),
            _ => SeatSet::of(self.active),
        }
    }

    #[inline]
    pub(crate) fn perform(
        &mut self,
        seat: Seat,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        match (self.phase, action) {
            (Phase::Act, Action::Income) => self.start_action(TurnAction::Income, None, events),
            (Phase::Act, Action::ForeignAid) => {
                self.start_action(TurnAction::ForeignAid, None, events);
            }
            (Phase::Act, Action::Tax) => self.start_action(TurnAction::Tax, None, events),
            (Phase::Act, Action::Exchange) => self.start_action(TurnAction::Exchange, None, events),
            (Phase::Act, Action::Coup(target)) => {
                self.start_action(TurnAction::Coup, Some(target), events);
            }
            (Phase::Act, Action::Assassinate(target)) => {
                self.start_action(TurnAction::Assassinate, Some(target), events);
            }
            (Phase::Act, Action::Steal(target)) => {
                self.start_action(TurnAction::Steal, Some(target), events);
            }
            (Phase::Act, Action::Examine(target)) => {
                self.start_action(TurnAction::Examine, Some(target), events);
            }
            (Phase::Window(stage, passed), Action::Pass) => {
                self.pass(seat, stage, *passed.peek(), events);
            }
            (Phase::Window(stage, _), Action::Challenge) => self.challenge(seat, stage, events),
            (Phase::Window(..), Action::Block(character)) => {
                self.block(seat, character, events);
            }
            (Phase::Lose(seat, sequel), Action::Lose(card)) => {
                self.turn_up(seat, card, sequel, events);
            }
            (Phase::Return(left), Action::Return(card)) => self.give_to_court(card, left, events),
            (Phase::Show, Action::Show(card)) => self.show(seat, card, events),
            (Phase::Verdict(_), Action::GiveBack) => self.judge(false, events),
            (Phase::Verdict(_), Action::Discard) => self.judge(true, events),
            (Phase::Keep(kept), Action::Keep(card)) => self.keep(seat, card, kept, events),
            _ => unreachable!("the action was checked"),
        }
    }
}
