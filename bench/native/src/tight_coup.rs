//! The ceiling for Complots: the base game of its family, written for speed alone, with none of
//! the core's types. Income, foreign aid, tax, exchange, steal, assassinate, coup; challenges by
//! every other living seat in turn, blocks, challenges of blocks, the choice of the card lost.
//! Its rules are a little simpler than the real ones, so that it is a limit rather than a rival.

use crate::tight::FastRng;

const DUKE: u8 = 0;
const ASSASSIN: u8 = 1;
const CAPTAIN: u8 = 2;
const AMBASSADOR: u8 = 3;
const CONTESSA: u8 = 4;

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Act,
    Challenge,
    Block,
    ChallengeBlock,
    Lose,
    Exchange,
    Over,
}

#[derive(Clone, Copy, PartialEq)]
enum Deed {
    Income,
    Aid,
    Tax,
    Exchange,
    Steal,
    Assassinate,
    Coup,
}

#[derive(Clone, Copy)]
enum Then {
    End,
    Block,
    Resolve,
}

struct Table {
    deck: [u8; 24],
    deck_size: u8,
    hands: [[u8; 4]; 8],
    hand_sizes: [u8; 8],
    coins: [u8; 8],
    alive: u8,
    turn: u8,
    who: u8,
    phase: Phase,
    deed: Deed,
    target: u8,
    blocker: u8,
    blocker_role: u8,
    then: Then,
    pending: u8,
}

impl Table {
    fn new(seats: u8, rng: &mut FastRng) -> Self {
        let copies = if seats > 6 { 4 } else { 3 };
        let size = 5 * copies;
        let mut deck = [0; 24];
        for (i, card) in deck[..size].iter_mut().enumerate() {
            *card = (i / copies) as u8;
        }
        for i in 0..size - 1 {
            let j = i + rng.below((size - i) as u32) as usize;
            deck.swap(i, j);
        }
        let mut table = Self {
            deck,
            deck_size: size as u8,
            hands: [[0; 4]; 8],
            hand_sizes: [0; 8],
            coins: [2; 8],
            alive: ((1u16 << seats) - 1) as u8,
            turn: 0,
            who: 0,
            phase: Phase::Act,
            deed: Deed::Income,
            target: 0,
            blocker: 0,
            blocker_role: 0,
            then: Then::End,
            pending: 0,
        };
        for seat in 0..seats as usize {
            for _ in 0..2 {
                table.draw(seat);
            }
        }
        table
    }

    fn draw(&mut self, seat: usize) {
        self.deck_size -= 1;
        self.hands[seat][self.hand_sizes[seat] as usize] = self.deck[self.deck_size as usize];
        self.hand_sizes[seat] += 1;
    }

    #[inline(always)]
    fn legal(&self) -> u32 {
        let seat = self.who as usize;
        match self.phase {
            Phase::Act => {
                let others = u32::from(self.alive & !(1 << seat));
                let coins = self.coins[seat];
                if coins >= 10 {
                    return others << 20;
                }
                let mut legal = 0b1111 | others << 4;
                if coins >= 3 {
                    legal |= others << 12;
                }
                if coins >= 7 {
                    legal |= others << 20;
                }
                legal
            }
            Phase::Challenge | Phase::ChallengeBlock => 0b11,
            Phase::Block => {
                if self.deed == Deed::Steal {
                    0b111
                } else {
                    0b11
                }
            }
            Phase::Lose => (1 << self.hand_sizes[seat]) - 1,
            Phase::Exchange => {
                if self.hand_sizes[seat] == 4 {
                    0b11_1111
                } else {
                    0b111
                }
            }
            Phase::Over => 0,
        }
    }

    fn role(&self) -> u8 {
        match self.deed {
            Deed::Tax => DUKE,
            Deed::Assassinate => ASSASSIN,
            Deed::Steal => CAPTAIN,
            _ => AMBASSADOR,
        }
    }

    /// The next seat that is still to answer, clockwise.
    #[inline(always)]
    fn next_pending(&mut self, after: u8) -> bool {
        if self.pending == 0 {
            return false;
        }
        self.who = clockwise(self.pending, after);
        self.pending &= !(1 << self.who);
        true
    }

    fn open(&mut self, phase: Phase, by: u8) {
        self.pending = self.alive & !(1 << by);
        self.phase = phase;
        self.next_pending(by);
    }

    fn end(&mut self) {
        if self.alive.is_power_of_two() {
            self.phase = Phase::Over;
            return;
        }
        self.turn = clockwise(self.alive, self.turn);
        self.who = self.turn;
        self.phase = Phase::Act;
    }

    fn block_phase(&mut self) {
        match self.deed {
            Deed::Aid => self.open(Phase::Block, self.turn),
            Deed::Steal | Deed::Assassinate if self.alive >> self.target & 1 == 1 => {
                self.pending = 0;
                self.who = self.target;
                self.phase = Phase::Block;
            }
            _ => self.resolve(),
        }
    }

    fn resolve(&mut self) {
        let seat = self.turn as usize;
        match self.deed {
            Deed::Aid => self.coins[seat] += 2,
            Deed::Tax => self.coins[seat] += 3,
            Deed::Steal => {
                let target = self.target as usize;
                let taken = self.coins[target].min(2);
                self.coins[target] -= taken;
                self.coins[seat] += taken;
            }
            Deed::Assassinate | Deed::Coup => {
                if self.alive >> self.target & 1 == 1 {
                    self.lose(self.target, Then::End);
                    return;
                }
            }
            Deed::Exchange => {
                self.draw(seat);
                self.draw(seat);
                self.who = self.turn;
                self.phase = Phase::Exchange;
                return;
            }
            Deed::Income => {}
        }
        self.end();
    }

    fn lose(&mut self, seat: u8, then: Then) {
        self.who = seat;
        self.then = then;
        self.phase = Phase::Lose;
    }

    /// Whether the seat has the card; then it is shuffled back and replaced.
    fn shows(&mut self, seat: u8, role: u8, rng: &mut FastRng) -> bool {
        let seat = seat as usize;
        let held = self.hands[seat][..self.hand_sizes[seat] as usize].iter();
        let Some(place) = held.clone().position(|&card| card == role) else {
            return false;
        };
        let drawn = rng.below(u32::from(self.deck_size) + 1) as usize;
        if drawn < self.deck_size as usize {
            self.hands[seat][place] = self.deck[drawn];
            self.deck[drawn] = role;
        }
        true
    }

    #[inline(always)]
    fn play(&mut self, action: u32, rng: &mut FastRng) {
        let seat = self.who;
        match self.phase {
            Phase::Act => self.act(action, seat),
            Phase::Challenge if action == 0 => {
                if !self.next_pending(seat) {
                    self.block_phase();
                }
            }
            Phase::Challenge => {
                if self.shows(self.turn, self.role(), rng) {
                    self.lose(seat, Then::Block);
                } else {
                    if self.deed == Deed::Assassinate {
                        self.coins[self.turn as usize] += 3;
                    }
                    self.lose(self.turn, Then::End);
                }
            }
            Phase::Block if action == 0 => {
                if !self.next_pending(seat) {
                    self.resolve();
                }
            }
            Phase::Block => {
                self.blocker = seat;
                self.blocker_role = match self.deed {
                    Deed::Aid => DUKE,
                    Deed::Assassinate => CONTESSA,
                    _ if action == 1 => CAPTAIN,
                    _ => AMBASSADOR,
                };
                self.open(Phase::ChallengeBlock, seat);
            }
            Phase::ChallengeBlock if action == 0 => {
                if !self.next_pending(seat) {
                    self.end();
                }
            }
            Phase::ChallengeBlock => {
                if self.shows(self.blocker, self.blocker_role, rng) {
                    self.lose(seat, Then::End);
                } else {
                    self.lose(self.blocker, Then::Resolve);
                }
            }
            Phase::Lose => self.turn_up(action, seat as usize),
            Phase::Exchange => self.exchange(action, seat as usize, rng),
            Phase::Over => {}
        }
    }

    fn act(&mut self, action: u32, seat: u8) {
        self.target = seat;
        match action {
            0 => {
                self.coins[seat as usize] += 1;
                self.end();
                return;
            }
            1 => {
                self.deed = Deed::Aid;
                self.block_phase();
                return;
            }
            20.. => {
                self.coins[seat as usize] -= 7;
                self.deed = Deed::Coup;
                self.target = (action - 20) as u8;
                self.resolve();
                return;
            }
            2 => self.deed = Deed::Tax,
            3 => self.deed = Deed::Exchange,
            4..=11 => {
                self.target = (action - 4) as u8;
                self.deed = Deed::Steal;
            }
            _ => {
                self.target = (action - 12) as u8;
                self.coins[seat as usize] -= 3;
                self.deed = Deed::Assassinate;
            }
        }
        self.open(Phase::Challenge, seat);
    }

    fn turn_up(&mut self, action: u32, seat: usize) {
        let last = self.hand_sizes[seat] - 1;
        self.hands[seat][action as usize] = self.hands[seat][last as usize];
        self.hand_sizes[seat] = last;
        if last == 0 {
            self.alive &= !(1 << seat);
            if self.alive.is_power_of_two() {
                self.phase = Phase::Over;
                return;
            }
        }
        match self.then {
            Then::End => self.end(),
            Then::Block => self.block_phase(),
            Then::Resolve => self.resolve(),
        }
    }

    fn exchange(&mut self, action: u32, seat: usize, rng: &mut FastRng) {
        let size = self.hand_sizes[seat] as usize;
        let hand = self.hands[seat];
        let keep: u8 = if size == 4 {
            [3, 5, 9, 6, 10, 12][action as usize]
        } else {
            1 << action
        };
        let mut kept = 0;
        for (place, &card) in hand[..size].iter().enumerate() {
            if keep >> place & 1 == 1 {
                self.hands[seat][kept] = card;
                kept += 1;
            } else {
                let slot = rng.below(u32::from(self.deck_size) + 1) as usize;
                self.deck[self.deck_size as usize] = self.deck[slot];
                self.deck[slot] = card;
                self.deck_size += 1;
            }
        }
        self.hand_sizes[seat] = kept as u8;
        self.end();
    }
}

#[inline(always)]
fn clockwise(seats: u8, after: u8) -> u8 {
    let higher = seats & !((2u16 << after) - 1) as u8;
    (if higher == 0 { seats } else { higher }).trailing_zeros() as u8
}

/// Plays random games and says how many decisions they had.
#[inline(never)]
pub(crate) fn play(seats: u8, games: u64, rng: &mut FastRng) -> (u64, i64) {
    let (mut steps, mut winners) = (0, 0);
    for _ in 0..games {
        let mut table = Table::new(seats, rng);
        while table.phase != Phase::Over {
            let mut legal = table.legal();
            for _ in 0..rng.below(legal.count_ones()) {
                legal &= legal - 1;
            }
            table.play(legal.trailing_zeros(), rng);
            steps += 1;
        }
        winners += i64::from(table.alive);
    }
    (steps, winners)
}
