//! Who sees what (C-50 to C-53), and what follows from it.

use intrigue_core::{Hidden, MAX_SEATS, Rng, Seat, SeatSet, Viewer};

use super::cards::{Character, Hand};
use super::options::{Options, Variant};
use super::state::{
    COINS, Complots, Deed, Ending, Event, Phase, Question, Stage, copies, start_coins,
};

/// All that a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What is played.
    pub variant: Variant,
    /// Counted from 1.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Seat,
    /// Coins in the Treasury.
    pub treasury: u8,
    /// Cards in the Court.
    pub court: u8,
    /// What is public of each seat.
    pub sides: Vec<Side>,
    /// What is asked, of whom.
    pub question: Question,
    /// What only this viewer knows.
    pub secrets: Option<Secrets>,
    /// How it ended and for whom, if it has.
    pub end: Option<(Ending, SeatSet)>,
}

/// What everybody sees of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Side {
    /// Coins.
    pub coins: u8,
    /// Face-down cards.
    pub face_down: u8,
    /// Face-up cards.
    pub face_up: Hand,
}

/// What a seat alone knows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Secrets {
    /// Own face-down cards.
    pub hand: Hand,
    /// Two seats: own cards out of the game, or the pack to choose from.
    pub set_aside: Hand,
    /// Two seats: the own choice while the other is open.
    pub kept: Option<Character>,
    /// Whether the seat has passed in the open, sealed window.
    pub passed: bool,
    /// The examined card, for its owner and the examiner.
    pub examined: Option<Character>,
    /// Whether the seat has resigned and waits.
    pub resigning: bool,
}

/// What a viewer sees of an event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Seen {
    /// Who begins, and the own cards.
    Dealt(Seat, Hand),
    /// The own sealed choice.
    Kept(Character),
    /// Both choices are made.
    AllKept,
    /// A turn begins.
    TurnBegan(u16, Seat),
    /// The action of the turn.
    Acted(Seat, Deed, Option<Seat>),
    /// A question is open.
    Asked(Question),
    /// A seat passes; in a sealed window only the own pass.
    Passed(Seat),
    /// A sealed window is closed without a reaction.
    AllPassed,
    /// Who doubts whose claim of what.
    Doubted(Seat, Seat, Character),
    /// A counter.
    Countered(Seat, Character),
    /// The claimed card is shown and goes to the Court.
    Proved(Seat, Character),
    /// A seat draws so many; which, if it is the own seat.
    Drew(Seat, u8, Hand),
    /// A seat returns a card; which, if it is the own seat.
    Returned(Seat, Option<Character>),
    /// A seat turns a card up.
    Lost(Seat, Character),
    /// Coins from the Treasury, or back.
    Coins(Seat, i8),
    /// Who steals how much from whom.
    Stole(Seat, Seat, u8),
    /// Who shows a card to whom; which, if one of them is the own seat.
    Showed(Seat, Seat, Option<Character>),
    /// The examiner, the seat, and whether its card is discarded.
    Judged(Seat, Seat, bool),
    /// The own resignation waits.
    Resigning(Seat),
    /// A resignation takes effect.
    Resigned(Seat, Hand),
    /// The match is over.
    Ended(Ending, SeatSet),
}

impl Seen {
    pub(super) fn look(event: &Event, viewer: Viewer) -> Option<Self> {
        let own = |seat: Seat| viewer.is(seat);
        Some(match *event {
            Event::Dealt(first, hands) => {
                let hand = viewer
                    .seat()
                    .map_or(Hand::EMPTY, |seat| *hands[seat.index()].peek());
                Self::Dealt(first, hand)
            }
            Event::Kept(seat, card) => {
                return own(seat).then(|| Self::Kept(*card.peek()));
            }
            Event::AllKept => Self::AllKept,
            Event::TurnBegan(turn, seat) => Self::TurnBegan(turn, seat),
            Event::Acted(seat, deed, target) => Self::Acted(seat, deed, target),
            Event::Asked(question) => Self::Asked(question),
            Event::Passed(seat) => Self::Passed(seat),
            Event::PassedSealed(seat) => return own(seat).then_some(Self::Passed(seat)),
            Event::AllPassed => Self::AllPassed,
            Event::Doubted(seat, claimant, character) => Self::Doubted(seat, claimant, character),
            Event::Countered(seat, character) => Self::Countered(seat, character),
            Event::Proved(seat, character) => Self::Proved(seat, character),
            Event::Drew(seat, cards) => {
                let cards = *cards.peek();
                Self::Drew(
                    seat,
                    cards.total(),
                    if own(seat) { cards } else { Hand::EMPTY },
                )
            }
            Event::Returned(seat, card) => Self::Returned(seat, own(seat).then(|| *card.peek())),
            Event::Lost(seat, card) => Self::Lost(seat, card),
            Event::Coins(seat, amount) => Self::Coins(seat, amount),
            Event::Stole(seat, target, amount) => Self::Stole(seat, target, amount),
            Event::Showed(seat, examiner, card) => Self::Showed(
                seat,
                examiner,
                (own(seat) || own(examiner)).then(|| *card.peek()),
            ),
            Event::Judged(examiner, seat, discarded) => Self::Judged(examiner, seat, discarded),
            Event::Resigning(seat) => return own(seat).then_some(Self::Resigning(seat)),
            Event::Resigned(seat, cards) => Self::Resigned(seat, cards),
            Event::Ended(ending, winners) => Self::Ended(ending, winners),
        })
    }
}

impl View {
    pub(super) fn look(state: &Complots, viewer: Viewer) -> Self {
        let seats = usize::from(state.options.seats);
        let side = |index: usize| Side {
            coins: state.purses[index],
            face_down: state.hands[index].peek().total(),
            face_up: state.face_up[index],
        };
        let secrets = |seat: Seat| Secrets {
            hand: *state.hands[seat.index()].peek(),
            set_aside: if seats == 2 {
                *state.aside[seat.index()].peek()
            } else {
                Hand::EMPTY
            },
            kept: match state.phase {
                Phase::Keep(kept) => kept.peek()[seat.index()],
                _ => None,
            },
            passed: match state.phase {
                Phase::Window(_, passed) => {
                    state.options.variant.fastest && passed.peek().contains(seat)
                }
                _ => false,
            },
            examined: match (state.phase, state.undertaking.and_then(|u| u.target)) {
                (Phase::Verdict(card), Some(target)) if seat == target || seat == state.active => {
                    Some(*card.peek())
                }
                _ => None,
            },
            resigning: state.resigning.peek().contains(seat),
        };
        Self {
            viewer,
            variant: state.options.variant,
            turn: state.turn,
            active: state.active,
            treasury: state.treasury,
            court: state.court.peek().total(),
            sides: (0..seats).map(side).collect(),
            question: state.question(),
            secrets: viewer.seat().map(secrets),
            end: match state.phase {
                Phase::Over(ending) => Some((ending, state.living)),
                _ => None,
            },
        }
    }

    pub(super) fn blank(options: &Options, viewer: Viewer) -> Self {
        Self {
            viewer,
            variant: options.variant,
            turn: 0,
            active: options
                .first_seat
                .unwrap_or(Seat::new(0).expect("there is a seat")),
            treasury: COINS,
            court: 0,
            sides: vec![Side::default(); options.seats.into()],
            question: Question {
                stage: Stage::Act,
                window: SeatSet::EMPTY,
                passed: SeatSet::EMPTY,
                sequel: None,
                to_return: 0,
                undertaking: None,
            },
            secrets: viewer.seat().map(|_| Secrets::default()),
            end: None,
        }
    }

    /// The seats that have influence.
    pub(super) fn living(&self) -> SeatSet {
        let mut living = SeatSet::EMPTY;
        for (index, side) in self.sides.iter().enumerate() {
            if let Some(seat) = Seat::new(index).filter(|_| side.face_down > 0) {
                living.insert(seat);
            }
        }
        living
    }

    fn own_hand(&mut self, seat: Seat) -> Option<&mut Hand> {
        let own = self.viewer.is(seat);
        self.secrets
            .as_mut()
            .filter(|_| own)
            .map(|secrets| &mut secrets.hand)
    }

    pub(super) fn fold(&mut self, seen: &Seen) {
        match *seen {
            Seen::Dealt(first, hand) => self.fold_deal(first, hand),
            Seen::Kept(card) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.kept = Some(card);
                }
            }
            Seen::AllKept => {
                for side in &mut self.sides {
                    side.face_down += 1;
                }
                if let Some(secrets) = &mut self.secrets
                    && let Some(card) = secrets.kept.take()
                {
                    secrets.set_aside.take(card);
                    secrets.hand.add(card);
                }
            }
            Seen::TurnBegan(turn, seat) => {
                (self.turn, self.active) = (turn, seat);
            }
            Seen::Asked(question) => {
                self.question = question;
                if let Some(secrets) = &mut self.secrets {
                    secrets.passed = false;
                    if question.stage != Stage::Verdict {
                        secrets.examined = None;
                    }
                }
            }
            Seen::Passed(_) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.passed = self.variant.fastest;
                }
            }
            Seen::Proved(seat, card) => {
                self.to_court(seat);
                if let Some(hand) = self.own_hand(seat) {
                    hand.take(card);
                }
            }
            Seen::Drew(seat, count, cards) => {
                self.sides[seat.index()].face_down += count;
                self.court -= count;
                if let Some(hand) = self.own_hand(seat) {
                    hand.add_all(cards);
                }
            }
            Seen::Returned(seat, card) => {
                self.to_court(seat);
                if let (Some(hand), Some(card)) = (self.own_hand(seat), card) {
                    hand.take(card);
                }
            }
            Seen::Lost(seat, card) => {
                let side = &mut self.sides[seat.index()];
                side.face_down -= 1;
                side.face_up.add(card);
                if let Some(hand) = self.own_hand(seat) {
                    hand.take(card);
                }
            }
            Seen::Coins(seat, amount) => {
                let side = &mut self.sides[seat.index()];
                side.coins = side.coins.wrapping_add_signed(amount);
                self.treasury = self.treasury.wrapping_add_signed(-amount);
            }
            Seen::Stole(seat, target, amount) => {
                self.sides[seat.index()].coins += amount;
                self.sides[target.index()].coins -= amount;
            }
            Seen::Showed(_, _, card) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.examined = card;
                }
            }
            Seen::Judged(_, seat, discarded) => {
                let examined = self
                    .secrets
                    .as_mut()
                    .and_then(|secrets| secrets.examined.take());
                if discarded {
                    self.to_court(seat);
                    if let (Some(hand), Some(card)) = (self.own_hand(seat), examined) {
                        hand.take(card);
                    }
                }
            }
            Seen::Resigning(_) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.resigning = true;
                }
            }
            Seen::Resigned(seat, cards) => {
                let side = &mut self.sides[seat.index()];
                side.face_down = 0;
                side.face_up.add_all(cards);
                if self.viewer.is(seat)
                    && let Some(secrets) = &mut self.secrets
                {
                    secrets.hand = Hand::EMPTY;
                    secrets.resigning = false;
                }
            }
            Seen::Ended(ending, winners) => {
                self.end = Some((ending, winners));
                self.question = Question {
                    stage: Stage::Over,
                    window: SeatSet::EMPTY,
                    passed: SeatSet::EMPTY,
                    sequel: None,
                    to_return: 0,
                    undertaking: None,
                };
                if let Some(secrets) = &mut self.secrets {
                    secrets.passed = false;
                    secrets.examined = None;
                }
            }
            Seen::Acted(..) | Seen::AllPassed | Seen::Doubted(..) | Seen::Countered(..) => {}
        }
        // A seat that is out has nothing left to resign.
        if let Viewer::Seat(seat) = self.viewer
            && self.turn > 0
            && self.sides[seat.index()].face_down == 0
            && let Some(secrets) = &mut self.secrets
        {
            secrets.resigning = false;
        }
    }

    fn fold_deal(&mut self, first: Seat, hand: Hand) {
        let seats = self.sides.len();
        self.active = first;
        let each = if seats == 2 { 1 } else { 2 };
        for (index, side) in self.sides.iter_mut().enumerate() {
            let seat = Seat::new(index).expect("a seat of the match");
            side.coins = start_coins(seats, seat, first);
            side.face_down = each;
            self.treasury -= side.coins;
        }
        let dealt = if seats == 2 { 5 } else { 5 * copies(seats) };
        self.court = dealt - each * u8::try_from(seats).expect("few seats");
        let pack = self.variant.pack();
        if let Some(secrets) = &mut self.secrets {
            secrets.hand = hand;
            if seats == 2 {
                secrets.set_aside = pack;
            }
        }
    }

    /// A card of a seat goes to the Court.
    fn to_court(&mut self, seat: Seat) {
        self.sides[seat.index()].face_down -= 1;
        self.court += 1;
    }

    /// A world that fits the view, every physical deal of the unseen cards equally likely. Sealed
    /// answers of other seats are not given yet in it.
    pub(super) fn redeal(&self, rng: &mut Rng) -> Option<Complots> {
        let seats = self.sides.len();
        let question = &self.question;
        let target = question
            .undertaking
            .and_then(|undertaking| undertaking.target);
        let mut aside = [Hand::EMPTY; 2];
        let mut unseen = self.unseen(&mut aside, rng)?;
        let mut hands = [Hand::EMPTY; MAX_SEATS];
        let examined = self.secrets.and_then(|secrets| secrets.examined);
        if let Some((seat, card)) = self.examined_elsewhere() {
            hands[seat.index()] = self.examined_hand(seat, card, &mut unseen, rng)?;
        }
        for (index, side) in self.sides.iter().enumerate() {
            let hand = &mut hands[index];
            if let Some(secrets) = self
                .secrets
                .filter(|_| Seat::new(index) == self.viewer.seat())
            {
                *hand = secrets.hand;
            }
            while hand.total() < side.face_down {
                hand.add(unseen.draw(rng)?);
            }
        }
        let passed = self
            .viewer
            .seat()
            .filter(|_| self.secrets.is_some_and(|s| s.passed));
        // In a sealed window nobody's pass is known but the own.
        let mut sealed = if self.variant.fastest {
            SeatSet::EMPTY
        } else {
            question.passed
        };
        if let Some(seat) = passed {
            sealed.insert(seat);
        }
        let mut kept = [None; 2];
        if let (Some(seat), Some(secrets)) = (self.viewer.seat(), self.secrets) {
            kept[seat.index() & 1] = secrets.kept;
        }
        let phase = match question.stage {
            Stage::Keep => Phase::Keep(Hidden::new(kept)),
            Stage::Act => Phase::Act,
            Stage::DoubtDeed | Stage::Counter | Stage::DoubtCounter => {
                Phase::Window(question.stage, Hidden::new(sealed))
            }
            Stage::Lose => Phase::Lose(question.window.lowest()?, question.sequel?),
            Stage::Return => Phase::Return(question.to_return),
            Stage::Show => Phase::Show,
            // Whoever does not know the card knows nothing of it: any of the hand.
            Stage::Verdict => Phase::Verdict(Hidden::new(
                examined.unwrap_or(hands[target?.index()].pick(rng)),
            )),
            Stage::Over => Phase::Over(self.end?.0),
        };
        let mut resigning = SeatSet::EMPTY;
        if let Some(seat) = self
            .viewer
            .seat()
            .filter(|_| self.secrets.is_some_and(|s| s.resigning))
        {
            resigning.insert(seat);
        }
        let (mut purses, mut face_up) = ([0; MAX_SEATS], [Hand::EMPTY; MAX_SEATS]);
        for (index, side) in self.sides.iter().enumerate() {
            (purses[index], face_up[index]) = (side.coins, side.face_up);
        }
        Some(Complots {
            options: Options {
                seats: u8::try_from(seats).ok()?,
                first_seat: None,
                variant: self.variant,
            },
            hands: hands.map(Hidden::new),
            face_up,
            court: Hidden::new(unseen),
            aside: aside.map(Hidden::new),
            purses,
            treasury: self.treasury,
            living: self.living(),
            active: self.active,
            turn: self.turn,
            window: 0,
            undertaking: question.undertaking,
            phase,
            resigning: Hidden::new(resigning),
        })
    }

    /// The cards in hands and Court that the viewer has not seen. For two seats also what each
    /// has set aside: a seat's pack without the card it kept, weighted by the number of physical
    /// deals that fit.
    fn unseen(&self, aside: &mut [Hand; 2], rng: &mut Rng) -> Option<Hand> {
        let seats = self.sides.len();
        let pack = self.variant.pack();
        let mut seen = self.secrets.map_or(Hand::EMPTY, |secrets| secrets.hand);
        for side in &self.sides {
            seen.add_all(side.face_up);
        }
        if seats > 2 {
            let mut all = Hand::EMPTY;
            for _ in 0..copies(seats) {
                all.add_all(pack);
            }
            return all.without(seen);
        }
        if self.question.stage == Stage::Keep {
            *aside = [pack; 2];
            return pack.without(seen);
        }
        // One choice for each seat: its own if the viewer knows it, otherwise any.
        let own = self.viewer.seat().map(Seat::index);
        let choices = |side: usize| -> Vec<Character> {
            match (own == Some(side), self.secrets) {
                (true, Some(secrets)) => pack
                    .without(secrets.set_aside)
                    .into_iter()
                    .flat_map(Hand::cards)
                    .collect(),
                _ => pack.cards().collect(),
            }
        };
        let mut worlds = Vec::new();
        let mut total = 0;
        for left in choices(0) {
            for right in choices(1) {
                let mut dealt = pack;
                dealt.add(left);
                dealt.add(right);
                let deals = |card| choose(dealt.count(card), seen.count(card));
                let weight = Character::ALL.into_iter().map(deals).product::<u32>()
                    * dealt
                        .without(seen)
                        .map_or(0, |unseen| self.examined_hands(unseen));
                total += weight;
                worlds.push((total, left, right, dealt));
            }
        }
        if total == 0 {
            return None;
        }
        let place = rng.below(total);
        let &(_, left, right, dealt) = worlds.iter().find(|(upto, ..)| place < *upto)?;
        for (side, card) in [left, right].into_iter().enumerate() {
            aside[side] = pack.without([card].into_iter().collect())?;
        }
        dealt.without(seen)
    }
}

impl View {
    /// The seat whose card the viewer examines, and the card.
    fn examined_elsewhere(&self) -> Option<(Seat, Character)> {
        let card = self.secrets?.examined?;
        let target = self.question.undertaking?.target?;
        (!self.viewer.is(target)).then_some((target, card))
    }

    /// How many hands of unseen cards have the examined card among them; 1 if none is examined.
    fn examined_hands(&self, unseen: Hand) -> u32 {
        let Some((seat, card)) = self.examined_elsewhere() else {
            return 1;
        };
        let [copies, others] = [unseen.count(card), unseen.total() - unseen.count(card)];
        match self.sides[seat.index()].face_down {
            1 => u32::from(copies),
            _ => u32::from(copies) * u32::from(others) + choose(copies, 2),
        }
    }

    /// One of these hands, every one equally likely.
    fn examined_hand(
        &self,
        seat: Seat,
        card: Character,
        unseen: &mut Hand,
        rng: &mut Rng,
    ) -> Option<Hand> {
        let pairs = choose(unseen.count(card), 2);
        let ways = self.examined_hands(*unseen);
        if ways == 0 {
            return None;
        }
        let mut hand: Hand = [card].into_iter().collect();
        unseen.take(card);
        if self.sides[seat.index()].face_down > 1 {
            let pair = rng.below(ways) < pairs;
            let other = if pair {
                card
            } else {
                let mut others = *unseen;
                while others.has(card) {
                    others.take(card);
                }
                others.draw(rng)?
            };
            unseen.take(other);
            hand.add(other);
        }
        Some(hand)
    }
}

/// In how many ways some of these cards can be chosen.
fn choose(all: u8, some: u8) -> u32 {
    if some > all {
        return 0;
    }
    (0..some).fold(1, |ways, i| ways * u32::from(all - i) / u32::from(i + 1))
}

impl View {
    /// Whether a view that came from outside makes sense, so that rules may rely on it.
    pub(super) fn is_sound(&self) -> bool {
        let seats = self.sides.len();
        if !(2..=MAX_SEATS).contains(&seats) || self.active.index() >= seats {
            return false;
        }
        let all = SeatSet::first(seats);
        let within = |set: SeatSet| set.without(all).is_empty();
        let question = &self.question;
        let undertaking = question.undertaking;
        let named = undertaking.into_iter().flat_map(|u| {
            [u.target, u.lost_doubter, u.counter.map(|(seat, _)| seat)]
                .into_iter()
                .flatten()
        });
        let coins: u32 = self.sides.iter().map(|side| u32::from(side.coins)).sum();
        let keeping = question.stage == Stage::Keep;
        let down: u32 = self
            .sides
            .iter()
            .map(|side| u32::from(side.face_down))
            .sum();
        let up: u32 = self
            .sides
            .iter()
            .map(|side| u32::from(side.face_up.total()))
            .sum();
        let dealt = match (seats, keeping) {
            (2, true) => 5,
            (2, false) => 7,
            _ => 5 * u32::from(copies(seats)),
        };
        let own = self
            .viewer
            .seat()
            .map_or(0, |seat| self.sides[seat.index()].face_down);
        let hand = self.secrets.map_or(0, |secrets| secrets.hand.total());
        let needs_target = matches!(question.stage, Stage::Show | Stage::Verdict);
        let in_window = matches!(
            question.stage,
            Stage::DoubtDeed | Stage::Counter | Stage::DoubtCounter
        );
        let over = question.stage == Stage::Over;
        let living = self.living();
        within(question.window)
            && within(question.passed)
            && named.into_iter().all(|seat| seat.index() < seats)
            && coins + u32::from(self.treasury) == u32::from(COINS)
            && down + up + u32::from(self.court) == dealt
            && hand == own
            && self.secrets.is_some() == self.viewer.seat().is_some()
            && self.sides.iter().all(|side| side.face_down <= 4)
            && over == self.end.is_some()
            && over == question.window.is_empty()
            && question.window.without(living).is_empty()
            && (!keeping || seats == 2)
            && (keeping || over || self.turn > 0)
            && (over || keeping || living.contains(self.active))
            && (!in_window || undertaking.is_some())
            && (question.stage != Stage::DoubtCounter
                || undertaking.is_some_and(|u| u.counter.is_some()))
            && (!needs_target
                || undertaking
                    .and_then(|u| u.target)
                    .is_some_and(|seat| living.contains(seat)))
            && (question.stage != Stage::Lose || question.sequel.is_some())
            && (question.stage != Stage::Return || (1..=2).contains(&question.to_return))
            && self
                .redeal(&mut Rng::new(&intrigue_core::Seed::from_number(0), 0))
                .is_some()
    }
}
