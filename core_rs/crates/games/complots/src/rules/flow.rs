//! How a turn goes on by itself: from the action through challenges and blocks to its power, and to
//! the next seat's turn. Every step either asks somebody, leaves the next word to chance, or goes
//! on at once.

use intrigue_core::{EventSink, Game, Hidden, Seat, SeatSet};

use crate::content::{Character, Characters, Hand};
use crate::rules::options::BlockAfterLostChallenge;
use crate::rules::state::{
    Complots, Ending, Event, PendingAction, Phase, Question, Sequel, Stage, TurnAction,
};

impl Complots {
    /// The character that a turn action claims, if it claims one.
    #[inline]
    pub(crate) fn claim(&self, turn_action: TurnAction) -> Option<Character> {
        self.options.variant.claim(turn_action)
    }

    /// The claim that a challenge of this stage is about.
    fn claim_at(&self, stage: Stage) -> Option<(Seat, Character)> {
        let pending = self.pending?;
        match stage {
            Stage::ChallengeBlock => pending.block,
            _ => self.claim(pending.turn_action).map(|character| (self.active, character)),
        }
    }

    /// The characters with which a turn_action can be blocked, one bit each.
    pub(crate) fn blocks(&self, turn_action: TurnAction) -> u32 {
        match turn_action {
            TurnAction::ForeignAid => 1 << Character::Duchess as u32,
            TurnAction::Assassinate => 1 << Character::Countess as u32,
            TurnAction::Steal => {
                1 << Character::Captain as u32 | 1 << self.options.variant.fifth as u32
            }
            _ => 0,
        }
    }

    /// The seats that a window is for (C-30, C-35, C-38, C-39).
    #[inline]
    pub(crate) fn eligible(&self, stage: Stage) -> SeatSet {
        let Some(pending) = self.pending else {
            return SeatSet::EMPTY;
        };
        let mut seats = self.living;
        match stage {
            Stage::ChallengeAction => seats.remove(self.active),
            Stage::ChallengeBlock => {
                if let Some((blocker, _)) = pending.block {
                    seats.remove(blocker);
                }
            }
            Stage::Block => match (pending.turn_action, pending.target) {
                (TurnAction::ForeignAid, _) => seats.remove(self.active),
                (TurnAction::Assassinate | TurnAction::Steal, Some(target))
                    if self.living.contains(target)
                        && self.may_still_block(target, pending.lost_challenger) =>
                {
                    seats = SeatSet::of(target);
                }
                _ => seats = SeatSet::EMPTY,
            },
            _ => seats = SeatSet::EMPTY,
        }
        seats
    }

    /// Whether a lost challenge of the action's claim leaves a seat the right to block it (C-39).
    #[inline]
    pub(crate) fn may_still_block(&self, seat: Seat, lost_challenger: Option<Seat>) -> bool {
        match (lost_challenger, self.options.variant.block_after_lost_challenge) {
            (None, _) | (Some(_), BlockAfterLostChallenge::Anyone) => true,
            (Some(challenger), BlockAfterLostChallenge::Others) => challenger != seat,
            (Some(_), BlockAfterLostChallenge::Nobody) => false,
        }
    }

    /// The seat left of which a clockwise window begins.
    fn opener(&self, stage: Stage) -> Seat {
        match (stage, self.pending.and_then(|pending| pending.block)) {
            (Stage::ChallengeBlock, Some((blocker, _))) => blocker,
            _ => self.active,
        }
    }

    /// The seats that owe an answer in an open window.
    #[inline]
    pub(crate) fn waiting(&self, stage: Stage, passed: SeatSet) -> SeatSet {
        let rest = self.eligible(stage).without(passed);
        if self.options.variant.fastest {
            return rest;
        }
        // Clockwise from the opener the first one that has not passed.
        let opener = self.opener(stage);
        rest.next_after(opener).map_or(SeatSet::EMPTY, SeatSet::of)
    }

    /// Puts a new question: every prompt that was open is closed by it.
    pub(crate) fn ask(&mut self, phase: Phase, events: &mut impl EventSink<Event>) {
        self.phase = phase;
        self.window += 1;
        events.emit(|| Event::Asked(self.question()));
        self.answer_for_resigned(events);
    }

    /// The open question, as everybody sees it.
    pub(crate) fn question(&self) -> Question {
        let (mut passed, mut sequel, mut to_return) = (SeatSet::EMPTY, None, 0);
        let active = SeatSet::of(self.active);
        let target = self.pending.and_then(|pending| pending.target);
        let (stage, window) = match self.phase {
            Phase::Keep(_) => (Stage::Keep, self.living),
            Phase::Window(stage, _) if self.options.variant.fastest => {
                (stage, self.eligible(stage))
            }
            Phase::Window(stage, open) => {
                passed = *open.peek();
                (stage, self.waiting(stage, passed))
            }
            Phase::Lose(seat, then) => {
                sequel = Some(then);
                (Stage::Lose, SeatSet::of(seat))
            }
            Phase::Return(count) => {
                to_return = count;
                (Stage::Return, active)
            }
            Phase::Show => (Stage::Show, target.map_or(SeatSet::EMPTY, SeatSet::of)),
            Phase::Verdict(_) => (Stage::Verdict, active),
            Phase::Over(_) => (Stage::Over, SeatSet::EMPTY),
            // Chance is open in the others, and nobody looks.
            Phase::Act | Phase::Toss | Phase::Deal(_) | Phase::Replace(..) | Phase::Draw(_) => {
                (Stage::Act, active)
            }
        };
        Question { stage, window, passed, sequel, to_return, pending: self.pending }
    }

    /// The action of a turn is announced (C-29).
    pub(crate) fn start_action(
        &mut self,
        turn_action: TurnAction,
        target: Option<Seat>,
        events: &mut impl EventSink<Event>,
    ) {
        let seat = self.active;
        self.pending =
            Some(PendingAction { turn_action, target, lost_challenger: None, block: None });
        events.emit(|| Event::Acted(seat, turn_action, target));
        if turn_action == TurnAction::Coup {
            self.pay(seat, 7, events);
        }
        if let Some(character) = self.claim(turn_action) {
            self.claimed[seat.index()].insert(character);
            self.ask(Phase::Window(Stage::ChallengeAction, Hidden::new(SeatSet::EMPTY)), events);
        } else {
            self.open_blocks(events);
        }
    }

    /// The action's claim stands, if it has one: whoever may block is asked.
    fn open_blocks(&mut self, events: &mut impl EventSink<Event>) {
        if self.eligible(Stage::Block).is_empty() {
            self.power(events);
        } else {
            self.ask(Phase::Window(Stage::Block, Hidden::new(SeatSet::EMPTY)), events);
        }
    }

    /// A seat lets the window be.
    pub(crate) fn pass(
        &mut self,
        seat: Seat,
        stage: Stage,
        passed: SeatSet,
        events: &mut impl EventSink<Event>,
    ) {
        let mut passed = passed;
        passed.insert(seat);
        let sealed = self.options.variant.fastest;
        events.emit(|| if sealed { Event::PassedSealed(seat) } else { Event::Passed(seat) });
        let phase = Phase::Window(stage, Hidden::new(passed));
        if !self.eligible(stage).without(passed).is_empty() {
            if sealed {
                self.phase = phase;
            } else {
                self.ask(phase, events);
            }
            return;
        }
        if sealed {
            events.emit(|| Event::AllPassed);
        }
        match stage {
            Stage::ChallengeAction => {
                self.pay_assassin(events);
                self.open_blocks(events);
            }
            Stage::Block => self.power(events),
            // The block stands, and the action fails (C-36).
            _ => self.end_turn(events),
        }
    }

    /// A claim is challenged (C-31, C-32).
    pub(crate) fn challenge(
        &mut self,
        challenger: Seat,
        stage: Stage,
        events: &mut impl EventSink<Event>,
    ) {
        let Some((claimant, character)) = self.claim_at(stage) else {
            return;
        };
        events.emit(|| Event::Challenged(challenger, claimant, character));
        // It was a lie, or the card goes to the Court.
        self.claimed[claimant.index()].remove(character);
        let block = stage == Stage::ChallengeBlock;
        if !self.hands[claimant.index()].peek().has(character) {
            // A lie: an action's claim fails; a block's lets the action through.
            let sequel = if block { Sequel::Power } else { Sequel::TurnEnds };
            self.lose(claimant, sequel, events);
            return;
        }
        events.emit(|| Event::Proved(claimant, character));
        self.hands[claimant.index()].peek_mut().take(character);
        self.court.peek_mut().add(character);
        let sequel = if block {
            Sequel::TurnEnds
        } else {
            self.pay_assassin(events);
            if let Some(pending) = &mut self.pending {
                pending.lost_challenger = Some(challenger);
            }
            Sequel::Blocks
        };
        self.phase = Phase::Replace(claimant, Some(challenger), sequel);
    }

    /// A block is announced (C-29): its claim may be challenged.
    pub(crate) fn block(
        &mut self,
        seat: Seat,
        character: Character,
        events: &mut impl EventSink<Event>,
    ) {
        if let Some(pending) = &mut self.pending {
            pending.block = Some((seat, character));
        }
        self.claimed[seat.index()].insert(character);
        events.emit(|| Event::Blocked(seat, character));
        self.ask(Phase::Window(Stage::ChallengeBlock, Hidden::new(SeatSet::EMPTY)), events);
    }

    /// The Assassin's coins are due as soon as the claim stands (C-16).
    fn pay_assassin(&mut self, events: &mut impl EventSink<Event>) {
        if self.pending.is_some_and(|pending| pending.turn_action == TurnAction::Assassinate) {
            self.pay(self.active, 3, events);
        }
    }

    /// The action goes through (C-12 to C-21, C-42).
    fn power(&mut self, events: &mut impl EventSink<Event>) {
        let Some(pending) = self.pending else {
            return;
        };
        let seat = self.active;
        // A target that is out is not affected further.
        let target = pending.target.filter(|&target| self.living.contains(target));
        match (pending.turn_action, target) {
            (TurnAction::Income, _) => self.gain(seat, 1, events),
            (TurnAction::ForeignAid, _) => self.gain(seat, 2, events),
            (TurnAction::Tax, _) => self.gain(seat, 3, events),
            (TurnAction::Coup | TurnAction::Assassinate, Some(target)) => {
                self.lose(target, Sequel::TurnEnds, events);
                return;
            }
            (TurnAction::Steal, Some(target)) => {
                let amount = self.purses[target.index()].min(2);
                self.purses[target.index()] -= amount;
                self.purses[seat.index()] += amount;
                events.emit(|| Event::Stole(seat, target, amount));
            }
            (TurnAction::Exchange, _) => {
                self.phase = Phase::Draw(self.options.variant.exchanged());
                return;
            }
            (TurnAction::Examine, Some(target)) => {
                let hand = *self.hands[target.index()].peek();
                if hand.total() == 1 {
                    self.show(target, hand.nth(0), events);
                } else {
                    self.ask(Phase::Show, events);
                }
                return;
            }
            (_, None) => {}
        }
        self.end_turn(events);
    }

    /// A card is shown to the examiner (C-21).
    pub(crate) fn show(&mut self, seat: Seat, card: Character, events: &mut impl EventSink<Event>) {
        let examiner = self.active;
        events.emit(|| Event::Showed(seat, examiner, Hidden::new(card)));
        self.ask(Phase::Verdict(Hidden::new(card)), events);
    }

    /// The examiner decides (C-21).
    pub(crate) fn judge(&mut self, discard: bool, events: &mut impl EventSink<Event>) {
        let (Phase::Verdict(card), Some(PendingAction { target: Some(seat), .. })) =
            (self.phase, self.pending)
        else {
            return;
        };
        let examiner = self.active;
        events.emit(|| Event::Judged(examiner, seat, discard));
        if discard {
            let card = *card.peek();
            self.hands[seat.index()].peek_mut().take(card);
            self.court.peek_mut().add(card);
            self.claimed[seat.index()] = Characters::EMPTY;
            self.phase = Phase::Replace(seat, None, Sequel::TurnEnds);
        } else {
            self.end_turn(events);
        }
    }

    /// A card goes back to the Court (C-19, C-20).
    pub(crate) fn give_to_court(
        &mut self,
        card: Character,
        left: u8,
        events: &mut impl EventSink<Event>,
    ) {
        let seat = self.active;
        self.hands[seat.index()].peek_mut().take(card);
        self.court.peek_mut().add(card);
        self.claimed[seat.index()] = Characters::EMPTY;
        events.emit(|| Event::Returned(seat, Hidden::new(card)));
        if left > 1 {
            self.ask(Phase::Return(left - 1), events);
        } else {
            self.end_turn(events);
        }
    }

    /// A seat must lose an influence: with one card left there is no choice (C-40).
    pub(crate) fn lose(&mut self, seat: Seat, then: Sequel, events: &mut impl EventSink<Event>) {
        let hand = *self.hands[seat.index()].peek();
        if hand.total() == 1 {
            self.turn_up(seat, hand.nth(0), then, events);
        } else {
            self.ask(Phase::Lose(seat, then), events);
        }
    }

    /// A card is turned up, and play goes on.
    pub(crate) fn turn_up(
        &mut self,
        seat: Seat,
        card: Character,
        then: Sequel,
        events: &mut impl EventSink<Event>,
    ) {
        self.hands[seat.index()].peek_mut().take(card);
        self.face_up[seat.index()].add(card);
        self.claimed[seat.index()].remove(card);
        events.emit(|| Event::Lost(seat, card));
        if self.hands[seat.index()].peek().is_empty() {
            self.leave(seat, events);
            if self.is_decided(events) {
                return;
            }
        }
        match then {
            Sequel::TurnEnds => self.end_turn(events),
            Sequel::Blocks => self.open_blocks(events),
            Sequel::Power => self.power(events),
        }
    }

    /// A seat is out: its coins go back (C-41).
    fn leave(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.living.remove(seat);
        self.claimed[seat.index()] = Characters::EMPTY;
        self.resigning.peek_mut().remove(seat);
        let coins = self.purses[seat.index()];
        self.pay(seat, coins, events);
    }

    /// Whether one seat alone has influence: then it has won, and nothing more is resolved (C-44).
    fn is_decided(&mut self, events: &mut impl EventSink<Event>) -> bool {
        let decided = self.living.len() == 1;
        if decided {
            self.finish(Ending::LastInfluence, events);
        }
        decided
    }

    fn finish(&mut self, ending: Ending, events: &mut impl EventSink<Event>) {
        self.pending = None;
        self.phase = Phase::Over(ending);
        self.window += 1;
        // Nothing is left to give up.
        *self.resigning.peek_mut() = SeatSet::EMPTY;
        events.emit(|| Event::Ended(ending, self.living));
    }

    /// The turn is over: resignations take effect, and the next living seat acts (C-07, C-46).
    pub(crate) fn end_turn(&mut self, events: &mut impl EventSink<Event>) {
        self.pending = None;
        if self.take_leave(events) {
            return;
        }
        if self.turn >= self.options.variant.turn_limit {
            self.finish(Ending::TurnLimit, events);
            return;
        }
        self.begin_turn(self.turn + 1, self.active, events);
    }

    /// The next living seat after a seat begins a turn.
    pub(crate) fn begin_turn(
        &mut self,
        turn: u16,
        after: Seat,
        events: &mut impl EventSink<Event>,
    ) {
        let Some(next) = self.living.next_after(after) else {
            return;
        };
        self.active = next;
        self.turn = turn;
        events.emit(|| Event::TurnBegan(turn, next));
        self.ask(Phase::Act, events);
    }

    /// Resignations take effect; whether the match is over by them.
    pub(crate) fn take_leave(&mut self, events: &mut impl EventSink<Event>) -> bool {
        while let Some(seat) = self.resigning.peek().lowest() {
            let cards = std::mem::replace(self.hands[seat.index()].peek_mut(), Hand::EMPTY);
            self.face_up[seat.index()].add_all(cards);
            events.emit(|| Event::Resigned(seat, cards));
            self.leave(seat, events);
            if self.is_decided(events) {
                return true;
            }
        }
        false
    }

    /// What a seat that has resigned still owes is answered for it: pass, or its lowest legal
    /// action (C-46).
    pub(crate) fn answer_for_resigned(&mut self, events: &mut impl EventSink<Event>) {
        if self.resigning.peek().is_empty() || self.phase == Phase::Act {
            return;
        }
        // While chance is open, or when the match is over, nobody owes anything.
        let resigned =
            self.turn().seats().iter().find(|&seat| self.resigning.peek().contains(seat));
        if let Some(seat) = resigned {
            let action = self.lowest_legal(seat);
            self.perform(seat, action, events);
            self.answer_for_resigned(events);
        }
    }

    #[inline]
    fn gain(&mut self, seat: Seat, coins: u8, events: &mut impl EventSink<Event>) {
        // The Treasury may have less (C-05).
        let coins = coins.min(self.treasury);
        self.treasury -= coins;
        self.purses[seat.index()] += coins;
        events.emit(|| Event::Coins(seat, coins.cast_signed()));
    }

    #[inline]
    fn pay(&mut self, seat: Seat, coins: u8, events: &mut impl EventSink<Event>) {
        self.purses[seat.index()] -= coins;
        self.treasury += coins;
        events.emit(|| Event::Coins(seat, -coins.cast_signed()));
    }
}
