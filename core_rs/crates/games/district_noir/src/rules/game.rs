use intrigue_core::{
    Bits, EventSink, Game, Hidden, Outcome, Payoffs, Rng, Score, Seat, SeatSet, Settings, Text,
    Turn, Viewer, WIN, equally_likely, in_proportion,
};

use crate::bot;
use crate::content::{Card, FULL, Pack, has_cities};
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::options::Options;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{
    Chance, DistrictNoir, End, Ending, Event, HAND, LAID, Line, OUT, ROUND_ACTIONS, ROUNDS, other,
};

/// The parts of a score, in the order of [`DistrictNoir::points`].
const PARTS: [&str; 8] = [
    "majority_8",
    "majority_7",
    "majority_6",
    "majority_5",
    "sets",
    "alliances",
    "betrayals",
    "total",
];

impl Game for DistrictNoir {
    type Options = Options;
    type Chance = Chance;
    type RefusalReason = RefusalReason;
    type Event = Event;
    type Legal = Bits<1>;
    type ObservationCache = ();

    fn options(settings: &Settings) -> Result<Options, Text> {
        Options::read(settings)
    }

    fn seats(_options: &Options) -> usize {
        2
    }

    fn seat_count(&self) -> usize {
        2
    }

    fn new(options: &Options) -> Self {
        Self {
            undealt: Hidden::new(FULL),
            hands: [Hidden::new(Pack::EMPTY); 2],
            collections: [Pack::EMPTY; 2],
            line: Line::EMPTY,
            options: *options,
            toss: options.first_seat.is_none(),
            dealing: 2 * HAND + LAID,
            round: 1,
            starter: options.first_seat.unwrap_or(Seat::new(0).expect("there are two seats")),
            actions: 0,
            plays: [0; 2],
            taken: [false; 2],
            end: None,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.dealing > 0 {
            Turn::Chance
        } else if self.end.is_some() {
            Turn::Over
        } else {
            Turn::Seats(SeatSet::of(self.to_act()))
        }
    }

    fn window(&self) -> Option<u32> {
        Some(u32::from(self.round) * u32::from(ROUND_ACTIONS) + u32::from(self.actions))
    }

    #[inline]
    fn check(&self, seat: Seat, action: Action) -> Result<(), RefusalReason> {
        let side = seat.index();
        match action {
            Action::Play(card) => {
                let hand = self.hands[side].peek();
                if hand.is_empty() {
                    Err(RefusalReason::HandEmpty)
                } else if hand.count(card) == 0 {
                    Err(RefusalReason::NotInHand)
                } else {
                    Ok(())
                }
            }
            Action::Take if self.taken[side] => Err(RefusalReason::AlreadyTaken),
            Action::Take if self.line.is_empty() => Err(RefusalReason::LineEmpty),
            Action::Take => Ok(()),
        }
    }

    #[inline]
    fn legal(&self, seat: Seat) -> Bits<1> {
        let side = seat.index();
        let take = !self.taken[side] && !self.line.is_empty();
        Bits([u64::from(self.hands[side].peek().kinds()) | u64::from(take) << Action::TAKE])
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let side = seat.index();
        match action {
            Action::Play(card) => {
                self.hands[side].peek_mut().take(card);
                self.plays[side] += 1;
                self.line.push(card);
                events.emit(|| Event::Played { seat, card });
            }
            Action::Take => {
                self.taken[side] = true;
                for &card in self.line.end() {
                    self.collections[side].add(card);
                }
                events.emit(|| Event::Took { seat, cards: self.line.end().to_vec() });
                self.line.cut_end();
                if has_cities(self.collections[side]) {
                    self.finish(Ending::ThreeCities, Some(seat), events);
                    return;
                }
            }
        }
        self.actions += 1;
        if self.actions == ROUND_ACTIONS {
            self.end_round(events);
        }
    }

    fn resign(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.finish(Ending::Resignation, Some(other(seat)), events);
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        if self.toss {
            return Chance::First(Seat::new(rng.index(2)).expect("there are two seats"));
        }
        Chance::Card(self.undealt.peek().pick(rng))
    }

    fn chances(&self) -> Vec<(Chance, f64)> {
        if self.toss {
            return equally_likely([0, 1].into_iter().filter_map(Seat::new).map(Chance::First));
        }
        let undealt = self.undealt.peek();
        let left = |card| (Chance::Card(card), undealt.count(card).into());
        in_proportion(Card::ALL.into_iter().map(left))
    }

    #[inline]
    fn apply_chance(&mut self, chance: Chance, events: &mut impl EventSink<Event>) {
        let card = match chance {
            Chance::First(seat) => {
                self.starter = seat;
                self.toss = false;
                return;
            }
            Chance::Card(card) => card,
        };
        self.undealt.peek_mut().take(card);
        // Seat 0's hand, seat 1's hand, and in the first round the line.
        let line = if self.round == 1 { LAID } else { 0 };
        if self.dealing <= line {
            self.line.push(card);
        } else {
            let side = usize::from(self.dealing <= line + HAND);
            self.hands[side].peek_mut().add(card);
        }
        self.dealing -= 1;
        if self.dealing == 0 {
            if let ([first, second], 1) = (self.line.cards(), self.round) {
                let cards = [*first, *second];
                events.emit(|| Event::LineLaid(cards));
            }
            let (round, starter, hands) = (self.round, self.starter, self.hands);
            events.emit(|| Event::RoundBegan { round, starter, hands });
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let End { ending, .. } = self.end?;
        let mut scores = Vec::new();
        for seat in 0..2 {
            let parts = PARTS.into_iter().zip(self.points(seat));
            scores.extend(parts.map(|(part, points)| Score { seat, part, points }));
        }
        Some(Outcome { payoffs: self.payoffs()[..2].to_vec(), ending: ending.notation(), scores })
    }

    #[inline]
    fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        match self.end {
            None => {}
            Some(End { winner: Some(winner), .. }) => payoffs[winner.index()] = WIN,
            Some(End { winner: None, .. }) => payoffs[..2].fill(WIN / 2),
        }
        payoffs
    }

    #[inline]
    fn evaluate(&self) -> Payoffs {
        bot::evaluate(self)
    }

    fn out(&self) -> SeatSet {
        match self.end {
            Some(End { ending: Ending::Resignation, winner: Some(winner) }) => {
                SeatSet::of(other(winner))
            }
            _ => SeatSet::EMPTY,
        }
    }

    #[inline]
    fn view(&self, viewer: Viewer) -> View {
        View::look(self, viewer)
    }

    fn see(event: &Event, viewer: Viewer) -> Option<Seen> {
        Some(Seen::look(event, viewer))
    }

    fn asked(&self, _viewer: Viewer) -> SeatSet {
        self.turn().seats()
    }

    fn blank(_options: &Options, viewer: Viewer) -> View {
        View::blank(viewer)
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

impl DistrictNoir {
    fn end_round(&mut self, events: &mut impl EventSink<Event>) {
        if self.round == ROUNDS {
            let (ending, winner) = self.judge();
            self.finish(ending, winner, events);
            return;
        }
        self.round += 1;
        self.starter = other(self.starter);
        self.actions = 0;
        self.plays = [0; 2];
        self.taken = [false; 2];
        self.dealing = 2 * HAND;
    }

    fn finish(&mut self, ending: Ending, winner: Option<Seat>, events: &mut impl EventSink<Event>) {
        self.end = Some(End { ending, winner });
        events.emit(|| Event::Ended { ending, winner });
    }

    /// The parts of a seat's score (D-21 to D-23): majorities in 8, 7, 6, 5, sets, Alliance and
    /// Betrayal cards, and the total.
    pub(crate) fn points(&self, side: usize) -> [i32; 8] {
        let (own, others) = (self.collections[side], self.collections[1 - side]);
        let mut points = [0; 8];
        for (part, (card, value)) in Card::SUPPORTS.into_iter().enumerate() {
            if own.count(card) > others.count(card) {
                points[part] = value;
            }
        }
        let sets = Card::SUPPORTS.iter().map(|&(card, _)| own.count(card)).min().unwrap_or(0);
        points[4] = 5 * i32::from(sets);
        for (card, value) in Card::PACTS {
            points[if value > 0 { 5 } else { 6 }] += value * i32::from(own.count(card));
        }
        points[7] = points[..7].iter().sum();
        points
    }

    /// Who wins after the last round (D-24, D-25).
    fn judge(&self) -> (Ending, Option<Seat>) {
        let leader = |left: i32, right: i32| match left.cmp(&right) {
            std::cmp::Ordering::Greater => Seat::new(0),
            std::cmp::Ordering::Less => Seat::new(1),
            std::cmp::Ordering::Equal => None,
        };
        let [left, right] = [0, 1].map(|side| self.points(side)[7]);
        if let Some(winner) = leader(left, right) {
            return (Ending::Points, Some(winner));
        }
        let tie_break = Card::SUPPORTS.into_iter().find_map(|(card, _)| {
            let [left, right] = self.collections.map(|cards| i32::from(cards.count(card)));
            leader(left, right)
        });
        match tie_break {
            Some(winner) => (Ending::TieBreak, Some(winner)),
            None => (Ending::Draw, None),
        }
    }

    /// The invariants of the rule sheet.
    fn find_fault(&self) -> Option<String> {
        let mut all = *self.undealt.peek();
        for pack in self.hands.iter().map(|hand| *hand.peek()).chain(self.collections) {
            all.add_all(pack);
        }
        all.add_all(self.line.cards().iter().copied().collect());
        if all != FULL {
            return Some(format!("the cards are not the 45 cards: {all:?}"));
        }
        if self.dealing > 0 {
            return None;
        }
        for side in 0..2 {
            let hand = self.hands[side].peek().total();
            if hand != HAND - self.plays[side] {
                return Some(format!("seat {side} holds {hand} after {} Plays", self.plays[side]));
            }
        }
        let actions =
            self.plays.iter().sum::<u8>() + self.taken.iter().map(|&t| u8::from(t)).sum::<u8>();
        let cities = self.end.is_some_and(|end| end.ending == Ending::ThreeCities);
        if actions != self.actions + u8::from(cities) {
            return Some(format!("{actions} actions were made, {} counted", self.actions));
        }
        let pile = self.undealt.peek().total() - OUT;
        if pile != 10 * (ROUNDS - self.round) {
            return Some(format!("the pile holds {pile} in round {}", self.round));
        }
        None
    }
}
