//! Who sees what (C-50 to C-53), and what follows from it.

use intrigue_core::{Seat, SeatSet, Viewer};

use crate::content::{Character, Characters, Hand};
use crate::rules::options::{Options, Variant};
use crate::rules::sides::Sides;
use crate::rules::state::{COINS, Complots, Ending, Event, Phase, Question, Stage, TurnAction};

/// All that a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
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
    pub sides: Sides,
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
    pub coins: u8,
    /// Face-down cards.
    pub face_down: u8,
    /// Face-up cards.
    pub face_up: Hand,
    /// What the seat has claimed since its cards last changed.
    pub claimed: Characters,
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
    Acted(Seat, TurnAction, Option<Seat>),
    /// A question is open.
    Asked(Question),
    /// A seat passes; in a sealed window only the own pass.
    Passed(Seat),
    /// A sealed window is closed without a reaction.
    AllPassed,
    /// Who challenges whose claim of what.
    Challenged(Seat, Seat, Character),
    /// A block.
    Blocked(Seat, Character),
    /// The claimed card is shown and goes to the Court.
    Proved(Seat, Character),
    /// A seat draws a number of cards; which, if it is the own seat.
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
    pub(crate) fn look(event: &Event, viewer: Viewer) -> Option<Self> {
        let own = |seat: Seat| viewer.is(seat);
        Some(match *event {
            Event::Dealt(first, hands) => {
                let hand = viewer.seat().map_or(Hand::EMPTY, |seat| *hands[seat.index()].peek());
                Self::Dealt(first, hand)
            }
            Event::Kept(seat, card) => {
                return own(seat).then(|| Self::Kept(*card.peek()));
            }
            Event::AllKept => Self::AllKept,
            Event::TurnBegan(turn, seat) => Self::TurnBegan(turn, seat),
            Event::Acted(seat, turn_action, target) => Self::Acted(seat, turn_action, target),
            Event::Asked(question) => Self::Asked(question),
            Event::Passed(seat) => Self::Passed(seat),
            Event::PassedSealed(seat) => return own(seat).then_some(Self::Passed(seat)),
            Event::AllPassed => Self::AllPassed,
            Event::Challenged(seat, claimant, character) => {
                Self::Challenged(seat, claimant, character)
            }
            Event::Blocked(seat, character) => Self::Blocked(seat, character),
            Event::Proved(seat, character) => Self::Proved(seat, character),
            Event::Drew(seat, cards) => {
                let cards = *cards.peek();
                Self::Drew(seat, cards.total(), if own(seat) { cards } else { Hand::EMPTY })
            }
            Event::Returned(seat, card) => Self::Returned(seat, own(seat).then(|| *card.peek())),
            Event::Lost(seat, card) => Self::Lost(seat, card),
            Event::Coins(seat, amount) => Self::Coins(seat, amount),
            Event::Stole(seat, target, amount) => Self::Stole(seat, target, amount),
            Event::Showed(seat, examiner, card) => {
                Self::Showed(seat, examiner, (own(seat) || own(examiner)).then(|| *card.peek()))
            }
            Event::Judged(examiner, seat, discarded) => Self::Judged(examiner, seat, discarded),
            Event::Resigning(seat) => return own(seat).then_some(Self::Resigning(seat)),
            Event::Resigned(seat, cards) => Self::Resigned(seat, cards),
            Event::Ended(ending, winners) => Self::Ended(ending, winners),
        })
    }
}

impl View {
    #[inline]
    pub(crate) fn look(state: &Complots, viewer: Viewer) -> Self {
        let seats = usize::from(state.options.seats);
        let side = |index: usize| Side {
            coins: state.purses[index],
            face_down: state.hands[index].peek().total(),
            face_up: state.face_up[index],
            claimed: state.claimed[index],
        };
        let secrets = |seat: Seat| Secrets {
            hand: *state.hands[seat.index()].peek(),
            set_aside: if seats == 2 { *state.aside[seat.index()].peek() } else { Hand::EMPTY },
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
            examined: match (state.phase, state.pending.and_then(|u| u.target)) {
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
            sides: Sides::new(state.options.seats, side),
            question: state.question(),
            secrets: viewer.seat().map(secrets),
            end: match state.phase {
                Phase::Over(ending) => Some((ending, state.living)),
                _ => None,
            },
        }
    }

    pub(crate) fn blank(options: &Options, viewer: Viewer) -> Self {
        Self {
            viewer,
            variant: options.variant,
            turn: 0,
            active: options.first_seat.unwrap_or(Seat::new(0).expect("there is a seat")),
            treasury: COINS,
            court: 0,
            sides: Sides::new(options.seats, |_| Side::default()),
            question: Question {
                stage: Stage::Act,
                window: SeatSet::EMPTY,
                passed: SeatSet::EMPTY,
                sequel: None,
                to_return: 0,
                pending: None,
            },
            secrets: viewer.seat().map(|_| Secrets::default()),
            end: None,
        }
    }

    /// The seats that have influence.
    pub(crate) fn living(&self) -> SeatSet {
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
        self.secrets.as_mut().filter(|_| own).map(|secrets| &mut secrets.hand)
    }

    #[expect(clippy::too_many_lines, reason = "one arm an event")]
    pub(crate) fn fold(&mut self, seen: &Seen) {
        match *seen {
            Seen::Dealt(first, hand) => self.fold_deal(first, hand),
            Seen::Kept(card) => {
                if let Some(secrets) = &mut self.secrets {
                    secrets.kept = Some(card);
                }
            }
            Seen::AllKept => {
                for side in self.sides.iter_mut() {
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
                self.lay_in_court(seat);
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
                self.lay_in_court(seat);
                self.sides[seat.index()].claimed = Characters::EMPTY;
                if let (Some(hand), Some(card)) = (self.own_hand(seat), card) {
                    hand.take(card);
                }
            }
            Seen::Lost(seat, card) => {
                let side = &mut self.sides[seat.index()];
                side.face_down -= 1;
                side.face_up.add(card);
                side.claimed.remove(card);
                if side.face_down == 0 {
                    side.claimed = Characters::EMPTY;
                }
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
                let examined = self.secrets.as_mut().and_then(|secrets| secrets.examined.take());
                if discarded {
                    self.lay_in_court(seat);
                    self.sides[seat.index()].claimed = Characters::EMPTY;
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
                side.claimed = Characters::EMPTY;
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
                    pending: None,
                };
                if let Some(secrets) = &mut self.secrets {
                    secrets.passed = false;
                    secrets.examined = None;
                    secrets.resigning = false;
                }
            }
            Seen::Acted(seat, turn_action, _) => {
                if let Some(character) = self.variant.claim(turn_action) {
                    self.sides[seat.index()].claimed.insert(character);
                }
            }
            Seen::Blocked(seat, character) => {
                self.sides[seat.index()].claimed.insert(character);
            }
            // It was a lie, or the card goes to the Court.
            Seen::Challenged(_, claimant, character) => {
                self.sides[claimant.index()].claimed.remove(character);
            }
            Seen::AllPassed => {}
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
            side.coins = self.variant.start_coins(seats, seat, first);
            side.face_down = each;
            self.treasury -= side.coins;
        }
        let pack = self.variant.pack();
        let packs = if seats == 2 { 1 } else { self.variant.copies(seats) };
        self.court = pack.total() * packs - each * u8::try_from(seats).expect("few seats");
        if let Some(secrets) = &mut self.secrets {
            secrets.hand = hand;
            if self.variant.own_packs(seats) {
                secrets.set_aside = pack;
            }
        }
    }

    /// A card of a seat goes to the Court.
    fn lay_in_court(&mut self, seat: Seat) {
        self.sides[seat.index()].face_down -= 1;
        self.court += 1;
    }
}
