use intrigue_core::{
    ActionId, Bits, EventSink, Game, GameAction, Hidden, MAX_SEATS, Outcome, Payoffs, Rng, Seat,
    SeatSet, Settings, Text, Turn, Viewer, WIN, equally_likely, in_proportion,
};

use crate::bot::{evaluation, player_model};
use crate::content::{Character, Characters, Hand};
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::{
    ASSASSINATE, Action, BLOCK, CHALLENGE, COUP, DISCARD, EXAMINE, EXCHANGE, FOREIGN_AID,
    GIVE_BACK, INCOME, KEEP, LOSE, PASS, RETURN, SHOW, STEAL, TAX,
};
use crate::rules::options::Options;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{
    COINS, Chance, Complots, Event, PendingAction, Phase, Stage, TurnAction,
};

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
        match self.phase {
            Phase::Act => self.check_turn_action(action),
            Phase::Window(stage, _) => self.check_reaction(seat, stage, action),
            Phase::Keep(_) => match action {
                Action::Keep(card) => {
                    held(self.aside[seat.index()], card).ok_or(RefusalReason::NotInPack)
                }
                _ => Err(RefusalReason::MustKeep),
            },
            Phase::Lose(..) => match action {
                Action::Lose(card) => {
                    held(self.hands[seat.index()], card).ok_or(RefusalReason::LoseNotHeld)
                }
                _ => Err(RefusalReason::MustLose),
            },
            Phase::Show => match action {
                Action::Show(card) => {
                    held(self.hands[seat.index()], card).ok_or(RefusalReason::ShowNotHeld)
                }
                _ => Err(RefusalReason::MustShow),
            },
            Phase::Return(_) => {
                // The two exchanges have a clause each.
                let (not_held, must_return) = match self.options.variant.fifth {
                    Character::Inquisitor => (
                        RefusalReason::InquisitorReturnNotHeld,
                        RefusalReason::InquisitorMustReturn,
                    ),
                    _ => (RefusalReason::ReturnNotHeld, RefusalReason::MustReturn),
                };
                match action {
                    Action::Return(card) => held(self.hands[seat.index()], card).ok_or(not_held),
                    _ => Err(must_return),
                }
            }
            Phase::Verdict(_) => match action {
                Action::GiveBack | Action::Discard => Ok(()),
                _ => Err(RefusalReason::MustJudge),
            },
            Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) | Phase::Over(_) => {
                Err(RefusalReason::OtherQuestion)
            }
        }
    }

    #[inline]
    fn legal(&self, seat: Seat) -> Bits<2> {
        let side = seat.index();
        let cards = |hand: &Hidden<Hand>, base: u32| u128::from(hand.peek().kinds()) << base;
        let bits: u128 = match self.phase {
            Phase::Act => self.legal_turn_actions(),
            Phase::Window(Stage::Block, _) => {
                let blocks = self.pending.map_or(0, |pending| self.blocks(pending.turn_action));
                1 << PASS | u128::from(blocks) << BLOCK
            }
            Phase::Window(..) => 1 << PASS | 1 << CHALLENGE,
            Phase::Keep(_) => cards(&self.aside[side & 1], KEEP),
            Phase::Lose(..) => cards(&self.hands[side], LOSE),
            Phase::Show => cards(&self.hands[side], SHOW),
            Phase::Return(_) => cards(&self.hands[side], RETURN),
            Phase::Verdict(_) => 1 << GIVE_BACK | 1 << DISCARD,
            Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) | Phase::Over(_) => {
                0
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of 128 bits")]
        Bits([bits as u64, (bits >> 64) as u64])
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

fn held(hand: Hidden<Hand>, card: Character) -> Option<()> {
    hand.peek().has(card).then_some(())
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

    fn check_turn_action(&self, action: Action) -> Result<(), RefusalReason> {
        let purse = self.purses[self.active.index()];
        let opponent = |seat: Seat| seat != self.active && self.living.contains(seat);
        let (cost, too_dear, target) = match action {
            Action::Exchange | Action::Steal(_) | Action::Examine(_)
                if self.options.variant.small_deck =>
            {
                return Err(RefusalReason::NotInPlay);
            }
            Action::Income | Action::ForeignAid | Action::Tax | Action::Exchange => {
                (0, RefusalReason::MustCoup, Ok(()))
            }
            Action::Coup(seat) => (
                7,
                RefusalReason::CoupTooDear,
                opponent(seat).then_some(()).ok_or(RefusalReason::CoupTarget),
            ),
            Action::Assassinate(seat) => (
                3,
                RefusalReason::AssassinTooDear,
                opponent(seat).then_some(()).ok_or(RefusalReason::AssassinTarget),
            ),
            Action::Steal(seat) => (
                0,
                RefusalReason::MustCoup,
                opponent(seat).then_some(()).ok_or(RefusalReason::StealTarget),
            ),
            Action::Examine(_) if self.options.variant.fifth != Character::Inquisitor => {
                return Err(RefusalReason::NoInquisitor);
            }
            Action::Examine(seat) => (
                0,
                RefusalReason::MustCoup,
                opponent(seat).then_some(()).ok_or(RefusalReason::ExamineTarget),
            ),
            Action::Pass => return Err(RefusalReason::CantPass),
            _ => return Err(RefusalReason::NothingToAnswer),
        };
        target?;
        if purse >= 10 && !matches!(action, Action::Coup(_)) {
            return Err(RefusalReason::MustCoup);
        }
        if purse < cost { Err(too_dear) } else { Ok(()) }
    }

    fn check_reaction(
        &self,
        seat: Seat,
        stage: Stage,
        action: Action,
    ) -> Result<(), RefusalReason> {
        let Some(pending) = self.pending else {
            return Err(RefusalReason::OtherQuestion);
        };
        match (stage, action) {
            (_, Action::Pass)
            | (Stage::ChallengeAction | Stage::ChallengeBlock, Action::Challenge) => Ok(()),
            (_, Action::Challenge) if pending.turn_action == TurnAction::ForeignAid => {
                Err(RefusalReason::AidChallenge)
            }
            (_, Action::Challenge) => Err(RefusalReason::OtherWindow),
            (_, Action::Block(character)) => {
                self.check_blocker(seat, pending)?;
                self.check_block(pending.turn_action, character)?;
                match (stage, pending.turn_action) {
                    (Stage::Block, _) => Ok(()),
                    (Stage::ChallengeBlock, TurnAction::ForeignAid) => {
                        Err(RefusalReason::AlreadyBlocked)
                    }
                    _ => Err(RefusalReason::OtherWindow),
                }
            }
            (
                _,
                Action::Income
                | Action::ForeignAid
                | Action::Tax
                | Action::Exchange
                | Action::Coup(_)
                | Action::Assassinate(_)
                | Action::Steal(_)
                | Action::Examine(_),
            ) => Err(RefusalReason::OneAction),
            _ => Err(RefusalReason::OtherQuestion),
        }
    }

    /// Whether an action can be blocked by a seat at all, whatever the moment.
    fn check_blocker(&self, seat: Seat, pending: PendingAction) -> Result<(), RefusalReason> {
        let is_target = pending.target == Some(seat);
        match pending.turn_action {
            TurnAction::Tax => Err(RefusalReason::TaxBlock),
            TurnAction::Exchange if self.options.variant.fifth == Character::Inquisitor => {
                Err(RefusalReason::InquisitorExchangeBlock)
            }
            TurnAction::Exchange => Err(RefusalReason::ExchangeBlock),
            TurnAction::Examine => Err(RefusalReason::ExamineBlock),
            TurnAction::ForeignAid if seat == self.active => Err(RefusalReason::AidBlocker),
            TurnAction::Assassinate if !is_target => Err(RefusalReason::AssassinBlocker),
            TurnAction::Steal if !is_target => Err(RefusalReason::StealBlocker),
            _ => Ok(()),
        }
    }

    /// Whether a character blocks an action.
    fn check_block(
        &self,
        turn_action: TurnAction,
        character: Character,
    ) -> Result<(), RefusalReason> {
        if self.blocks(turn_action) >> character as u32 & 1 == 1 {
            return Ok(());
        }
        Err(match turn_action {
            TurnAction::ForeignAid => RefusalReason::AidBlock,
            TurnAction::Assassinate => RefusalReason::AssassinBlock,
            _ => RefusalReason::StealBlock,
        })
    }

    #[inline]
    fn legal_turn_actions(&self) -> u128 {
        let purse = self.purses[self.active.index()];
        let mut others = self.living;
        others.remove(self.active);
        let targets = u128::from(others.bits());
        if purse >= 10 {
            return targets << COUP;
        }
        let mut bits = 1 << INCOME | 1 << FOREIGN_AID | 1 << TAX;
        if !self.options.variant.small_deck {
            bits |= 1 << EXCHANGE | targets << STEAL;
            if self.options.variant.fifth == Character::Inquisitor {
                bits |= targets << EXAMINE;
            }
        }
        if purse >= 3 {
            bits |= targets << ASSASSINATE;
        }
        if purse >= 7 {
            bits |= targets << COUP;
        }
        bits
    }

    /// Pass if that is legal, or the legal action with the lowest id.
    pub(crate) fn lowest_legal(&self, seat: Seat) -> Action {
        use intrigue_core::ActionSet;
        let legal = self.legal(seat);
        if legal.contains(Action::Pass.id()) {
            return Action::Pass;
        }
        Action::TABLE[usize::from(legal.nth(0).0)]
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

    /// The cards are dealt: coins, and for two seats the sealed choice (C-04, C-06).
    fn open_match(&mut self, events: &mut impl EventSink<Event>) {
        let seats = usize::from(self.options.seats);
        for seat in self.living.iter() {
            let coins = self.options.variant.start_coins(seats, seat, self.active);
            self.purses[seat.index()] = coins;
            self.treasury -= coins;
        }
        events.emit(|| Event::Dealt(self.active, self.hands));
        if self.options.variant.own_packs(seats) {
            self.ask(Phase::Keep(Hidden::new([None; 2])), events);
        } else {
            self.first_turn(events);
        }
    }

    fn first_turn(&mut self, events: &mut impl EventSink<Event>) {
        // A resignation during the choice takes effect before the first turn.
        let first = self.active;
        if self.take_leave(events) {
            return;
        }
        self.turn = 1;
        events.emit(|| Event::TurnBegan(1, first));
        self.ask(Phase::Act, events);
    }

    fn keep(
        &mut self,
        seat: Seat,
        card: Character,
        kept: Hidden<[Option<Character>; 2]>,
        events: &mut impl EventSink<Event>,
    ) {
        let mut kept = *kept.peek();
        kept[seat.index()] = Some(card);
        events.emit(|| Event::Kept(seat, Hidden::new(card)));
        self.phase = Phase::Keep(Hidden::new(kept));
        if let [Some(left), Some(right)] = kept {
            for (side, card) in [left, right].into_iter().enumerate() {
                self.aside[side].peek_mut().take(card);
                self.hands[side].peek_mut().add(card);
            }
            events.emit(|| Event::AllKept);
            self.first_turn(events);
        }
    }

    /// The invariants of the rule sheet.
    fn find_fault(&self) -> Option<String> {
        let seats = usize::from(self.options.seats);
        let coins = self.purses.iter().map(|&coins| u32::from(coins)).sum::<u32>()
            + u32::from(self.treasury);
        if coins != u32::from(COINS) {
            return Some(format!("there are {coins} coins"));
        }
        let mut all = *self.court.peek();
        for hand in self.hands.iter().chain(&self.aside) {
            all.add_all(*hand.peek());
        }
        for &hand in &self.face_up {
            all.add_all(hand);
        }
        let pack = self.options.variant.pack();
        for card in Character::ALL {
            if all.count(card) != pack.count(card) * self.options.variant.copies(seats) {
                return Some(format!("there are {} of {card:?}", all.count(card)));
            }
        }
        if self.phase == Phase::Act {
            let small = self.options.variant.small_deck;
            let court = if small { 1 } else { [3, 9, 7, 5, 3, 6, 4][seats - 2] };
            let size = self.court.peek().total();
            if size != court {
                return Some(format!("the Court holds {size}"));
            }
        }
        for index in 0..seats {
            let seat = Seat::new(index)?;
            let hand = self.hands[index].peek().total();
            if self.living.contains(seat) == (hand == 0) && self.turn > 0 {
                return Some(format!("seat {seat} lives with {hand} cards"));
            }
            if !self.living.contains(seat) && self.purses[index] > 0 {
                return Some(format!("seat {seat} is out with coins"));
            }
        }
        if let Turn::Seats(owing) = self.turn() {
            let idle = owing.without(self.living);
            if owing.is_empty() || !idle.is_empty() {
                return Some(format!("{owing:?} owe an answer"));
            }
        }
        None
    }
}
