use intrigue_core::{
    ActionId, ActionSet, EventSink, Game, GameAction, Hidden, NoEvents, Outcome, Payoffs, Rng,
    Score, Seat, SeatSet, Settings, Text, Turn, Viewer, WIN, equally_likely, in_proportion,
};

use crate::bot;
use crate::content::cards::{Card, Conspiracy, STAMPED, ZONES};
use crate::content::pack::Cards;
use crate::knowledge::outlook;
use crate::knowledge::seen_moves::ObservationCache;
use crate::knowledge::tale::{Op, Tale};
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{Action, DECEIVE, MISSION};
use crate::rules::board::Board;
use crate::rules::legal::Legal;
use crate::rules::options::Options;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{
    After, Chance, Deployment, Ending, Event, PILES, Phase, Row, SEATS, ShadowBlades, Step,
};

impl Game for ShadowBlades {
    type Options = Options;
    type Chance = Chance;
    type RefusalReason = RefusalReason;
    type Event = Event;
    type Legal = Legal;
    type ObservationCache = ObservationCache;

    fn options(settings: &Settings) -> Result<Options, Text> {
        Options::read(settings)
    }

    fn seats(options: &Options) -> usize {
        options.variant.seats.into()
    }

    fn seat_count(&self) -> usize {
        usize::from(self.variant.seats)
    }

    fn new(options: &Options) -> Self {
        let mut this = Self {
            options: *options,
            variant: options.variant,
            hands: [Hidden::new(Cards::EMPTY); SEATS],
            deck: Hidden::new(options.variant.cards()),
            top: Hidden::new(Row::EMPTY),
            conjurer: None,
            piles: [Hidden::new(Cards::EMPTY); PILES],
            bundle: Hidden::new(Cards::EMPTY),
            missions: [[Hidden::new(Cards::EMPTY); ZONES]; SEATS],
            board: Board::EMPTY,
            graveyard: Row::EMPTY,
            used: 0,
            resigned: SeatSet::EMPTY,
            active: options.first_seat.unwrap_or(Seat::new(0).expect("there is a seat")),
            turn: 0,
            window: 0,
            phase: Phase::Conspire,
            step: Hidden::new(Step::default()),
            deployment: Deployment::default(),
            looked: 0,
            taken: None,
            finale: None,
            tale: Hidden::new(Tale::EMPTY),
        };
        if !options.random_conspiracy {
            this.after_conspiracy();
        }
        this
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Ask(question) => Turn::Seats(SeatSet::of(question.seat)),
            Phase::Over(_) => Turn::Over,
            _ => Turn::Chance,
        }
    }

    fn window(&self) -> Option<u32> {
        Some(self.window)
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), RefusalReason> {
        if self.legal_set(seat).contains(action.id()) { Ok(()) } else { Err(self.reason(action)) }
    }

    #[inline]
    fn legal(&self, seat: Seat) -> Legal {
        self.legal_set(seat)
    }

    #[inline]
    fn play(&mut self, _seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        self.perform(action, events);
    }

    fn check_resign(&self, seat: Seat) -> Result<(), RefusalReason> {
        if self.resigned.contains(seat) { Err(RefusalReason::AlreadyResigned) } else { Ok(()) }
    }

    fn resign(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.give_up(seat, events);
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        match self.phase {
            Phase::Conspire => Chance::Conspiracy(Conspiracy::ALL[rng.index(8)]),
            Phase::Toss => {
                let seat = rng.index(self.variant.seats.into());
                Chance::First(Seat::new(seat).expect("below the number of seats"))
            }
            Phase::Deal(_) => {
                let left = STAMPED.map(|card| self.deck.peek().has(card));
                let count = left.iter().filter(|&&there| there).count();
                let place = rng.index(count);
                let mut there = STAMPED.into_iter().filter(|&card| self.deck.peek().has(card));
                Chance::Card(there.nth(place).expect("below their number"))
            }
            Phase::DraftFor(_) => Chance::Card(self.bundle.peek().pick(rng)),
            _ => Chance::Card(self.deck.peek().pick(rng)),
        }
    }

    fn chances(&self) -> Vec<(Chance, f64)> {
        let drawn_from = |cards: Cards| {
            let left = |card| (Chance::Card(card), f64::from(cards.count(card)));
            in_proportion(cards.kinds().map(left))
        };
        match self.phase {
            Phase::Conspire => equally_likely(Conspiracy::ALL.map(Chance::Conspiracy)),
            Phase::Toss => equally_likely(self.living().iter().map(Chance::First)),
            Phase::Deal(_) => {
                let there = STAMPED.into_iter().filter(|&card| self.deck.peek().has(card));
                equally_likely(there.map(Chance::Card))
            }
            Phase::DraftFor(_) => drawn_from(*self.bundle.peek()),
            _ => drawn_from(*self.deck.peek()),
        }
    }

    #[inline]
    fn apply_chance(&mut self, chance: Chance, events: &mut impl EventSink<Event>) {
        match (self.phase, chance) {
            (Phase::Conspire, Chance::Conspiracy(conspiracy)) => {
                self.variant.conspiracy = Some(conspiracy);
                events.emit(|| Event::Conspired(conspiracy));
                self.after_conspiracy();
            }
            (Phase::Toss, Chance::First(seat)) => {
                self.active = seat;
                self.after_toss();
            }
            (Phase::Deal(side), Chance::Card(card)) => self.deal(side, card, events),
            (Phase::Bundle(left), Chance::Card(card)) => {
                self.deck.peek_mut().give(card, self.bundle.peek_mut());
                self.tale.peek_mut().push(Op::Bundle(Some(card)));
                self.phase = Phase::Bundle(left - 1);
                if left == 1 {
                    let first = self.active;
                    events.emit(|| Event::Dealt(first, [Hidden::new(None); SEATS]));
                    let seats = usize::from(self.variant.seats);
                    let right = Seat::new((first.index() + seats - 1) % seats);
                    self.offer(right.expect("a seat of the match"), events);
                }
            }
            (Phase::DraftFor(seat), Chance::Card(card)) => self.keep(seat, card, events),
            (Phase::Refill(mut counts, after), Chance::Card(card)) => {
                let pile = counts.iter().position(|&count| count > 0);
                let pile = pile.expect("a pile wants a card");
                counts[pile] -= 1;
                self.lay_on_pile(pile, card, false, events);
                self.refill(counts, after, events);
            }
            (Phase::Draw(count), Chance::Card(card)) => {
                self.draw_card(card, false, events);
                self.draw_cards(count - 1, events);
            }
            (Phase::Conjure(left), Chance::Card(card)) => {
                let _ = self.deck.peek_mut().remove(card);
                self.top.peek_mut().push(card);
                self.conjurer = Some(self.active);
                let side = self.active.index().to_le_bytes()[0];
                self.tale.peek_mut().push(Op::Top(side, Some(card)));
                self.phase = Phase::Conjure(left - 1);
                if left == 1 {
                    self.conjured(events);
                }
            }
            _ => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(ending) = self.phase else {
            return None;
        };
        let seats = usize::from(self.variant.seats);
        let scores = (0..seats).map(|seat| Score {
            seat,
            part: "total",
            points: i32::try_from(self.bounties(seat)).unwrap_or(0),
        });
        // Where a resignation ended it, missions stay face down.
        let counted = ending == Ending::Bounties;
        Some(Outcome {
            payoffs: self.payoffs()[..seats].to_vec(),
            ending: ending.notation(),
            scores: scores.filter(|_| counted).collect(),
        })
    }

    fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        if let Phase::Over(ending) = self.phase {
            let winners = self.winners(ending);
            let share = WIN / u32::from(winners.len().max(1).to_le_bytes()[0]);
            for seat in winners.iter() {
                payoffs[seat.index()] = share;
            }
        }
        payoffs
    }

    fn evaluate(&self) -> Payoffs {
        bot::evaluate(self)
    }

    fn out(&self) -> SeatSet {
        self.resigned
    }

    fn view(&self, viewer: Viewer) -> View {
        View::look(self, viewer)
    }

    fn see(event: &Event, viewer: Viewer) -> Option<Seen> {
        Seen::look(event, viewer)
    }

    fn public_action_id(&self, action: Action) -> ActionId {
        match action {
            Action::Mission(_, zone) => {
                let place = crate::rules::action::LAYS.iter().position(|lay| lay.1 == zone);
                ActionId(MISSION + u16::try_from(place.unwrap_or(0)).unwrap_or(0))
            }
            Action::Keep(_)
            | Action::Put(_)
            | Action::Take(_)
            | Action::Slip(_)
            | Action::Return(_) => {
                let first = Action::TABLE.iter().find(|other| {
                    std::mem::discriminant(*other) == std::mem::discriminant(&action)
                });
                first.map_or(action.id(), |first| first.id())
            }
            // What does not complete a step looks to the others like nothing at all.
            _ if self.turn().seats().iter().all(|seat| self.check(seat, action).is_ok()) => {
                let mut after = self.clone();
                after.perform(action, &mut NoEvents);
                if *after.step.peek() == Step::default() { action.id() } else { ActionId(DECEIVE) }
            }
            // Nor does one that a world in which it can't be done would have to match.
            Action::Agent(_)
            | Action::Zone(_)
            | Action::Weapon(_)
            | Action::Target(_)
            | Action::Blow(_)
            | Action::Deceive => ActionId(DECEIVE),
            _ => action.id(),
        }
    }

    fn asked(&self, _viewer: Viewer) -> SeatSet {
        self.turn().seats()
    }

    fn blank(options: &Options, viewer: Viewer) -> View {
        View::blank(*options, viewer)
    }

    fn fold(view: &mut View, seen: &Seen) {
        view.fold(seen);
    }

    fn redeal(view: &View, rng: &mut Rng) -> Option<Self> {
        view.redeal(rng)
    }

    fn features(view: &View, out: &mut [i8]) {
        outlook::write_view(view, out);
    }

    fn observe(&self, cache: &mut ObservationCache, viewer: Viewer, out: &mut [i8]) {
        outlook::write_table(self, cache, viewer, out);
    }

    fn check_invariants(&self) -> Option<String> {
        self.find_fault()
    }
}

impl ShadowBlades {
    fn after_conspiracy(&mut self) {
        if self.options.first_seat.is_none() {
            self.phase = Phase::Toss;
        } else {
            self.after_toss();
        }
    }

    fn after_toss(&mut self) {
        self.phase =
            if self.variant.drafted { Phase::Bundle(self.variant.seats) } else { Phase::Deal(0) };
    }

    /// A seat gets its starting card (S-02).
    fn deal(&mut self, side: u8, card: Card, events: &mut impl EventSink<Event>) {
        let hand = self.hands[usize::from(side)].peek_mut();
        self.deck.peek_mut().give(card, hand);
        self.tale.peek_mut().push(Op::Start(side, Some(card)));
        self.phase = Phase::Deal(side + 1);
        if side + 1 == self.variant.seats {
            let first = self.active;
            let cards = self.hands.map(|hand| Hidden::new(hand.peek().cards().next()));
            events.emit(|| Event::Dealt(first, cards));
            self.refill([1; PILES], After::Start, events);
        }
    }
}
