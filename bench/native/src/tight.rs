//! The ceiling: a two-seat card game of District Noir's size, written for speed alone, with none
//! of the core's types. 45 cards, 48 plies, random legal actions, fixed arrays, a bit mask of
//! legal actions, a fast generator that is no good for cards. Its rules are a little simpler than
//! the real ones, so that it is a limit rather than a rival.

#[derive(Clone, Copy)]
pub(crate) struct FastRng(u64, u64);

impl FastRng {
    pub(crate) fn new(seed: u64) -> Self {
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            x ^ (x >> 31)
        };
        let first = next();
        Self(first, next() | 1)
    }

    #[inline(always)]
    fn next(&mut self) -> u64 {
        let (s0, mut s1) = (self.0, self.1);
        let result = s0.wrapping_add(s1);
        s1 ^= s0;
        self.0 = s0.rotate_left(24) ^ s1 ^ (s1 << 16);
        self.1 = s1.rotate_left(37);
        result
    }

    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

// Kinds 0 to 3: Support 5 to 8; 4 Alliance, 5 Betrayal, 6 to 8 cities.
const DECK: [u8; 45] = {
    let mut deck = [0; 45];
    let (mut at, mut kind) = (0, 0);
    let copies = [5, 6, 7, 8, 8, 8, 1, 1, 1];
    while kind < copies.len() {
        let mut copy = 0;
        while copy < copies[kind] {
            deck[at] = kind as u8;
            at += 1;
            copy += 1;
        }
        kind += 1;
    }
    deck
};

struct Table {
    deck: [u8; 45],
    dealt: u8,
    ply: u8,
    seat: u8,
    hands: [[u8; 8]; 2],
    hand_sizes: [u8; 2],
    taken: [bool; 2],
    line: [u8; 48],
    line_length: u8,
    won: [[u8; 9]; 2],
}

impl Table {
    fn new(rng: &mut FastRng) -> Self {
        let mut deck = DECK;
        for i in 0..42 {
            let j = i + rng.below((45 - i) as u32) as usize;
            deck.swap(i, j);
        }
        let mut line = [0; 48];
        line[..2].copy_from_slice(&deck[..2]);
        let mut table = Self {
            deck,
            dealt: 2,
            ply: 0,
            seat: 0,
            hands: [[0; 8]; 2],
            hand_sizes: [0; 2],
            taken: [false; 2],
            line,
            line_length: 2,
            won: [[0; 9]; 2],
        };
        table.deal();
        table
    }

    #[inline(always)]
    fn deal(&mut self) {
        for seat in 0..2 {
            for place in 0..5 {
                self.hands[seat][place] = self.deck[self.dealt as usize + seat * 5 + place];
            }
            self.hand_sizes[seat] = 5;
            self.taken[seat] = false;
        }
        self.dealt += 10;
    }

    /// Bits 0 to 4: play from that place of the hand; bit 5: take.
    #[inline(always)]
    fn legal(&self) -> u32 {
        let seat = self.seat as usize;
        ((1 << self.hand_sizes[seat]) - 1) | (u32::from(!self.taken[seat]) << 5)
    }

    #[inline(always)]
    fn play(&mut self, action: u32) {
        let seat = (self.seat & 1) as usize;
        if action == 5 {
            let length = self.line_length as usize;
            let count = length.min(5);
            for place in length - count..length {
                self.won[seat][self.line[place] as usize] += 1;
            }
            self.line_length = (length - count) as u8;
            self.taken[seat] = true;
        } else {
            let hand = &mut self.hands[seat];
            let last = self.hand_sizes[seat] - 1;
            let card = hand[(action & 7) as usize];
            hand[(action & 7) as usize] = hand[(last & 7) as usize];
            self.hand_sizes[seat] = last;
            self.line[self.line_length as usize] = card;
            self.line_length += 1;
        }
        self.ply += 1;
        self.seat ^= 1;
        if self.ply.is_multiple_of(12) && self.ply < 48 {
            self.deal();
        }
    }

    fn lead(&self) -> i32 {
        let score = |own: &[u8; 9], other: &[u8; 9]| {
            let cities = own[6] > 0 && own[7] > 0 && own[8] > 0;
            let mut score = 1000 * i32::from(cities);
            for kind in 0..4 {
                if own[kind] > other[kind] {
                    score += 5 + kind as i32;
                }
            }
            score + 2 * (i32::from(own[4]) - i32::from(own[5]))
        };
        let [left, right] = &self.won;
        score(left, right) - score(right, left)
    }
}

/// Plays random games and says how many plies they had.
#[inline(never)]
pub(crate) fn play(games: u64, rng: &mut FastRng) -> (u64, i64) {
    let (mut steps, mut lead) = (0, 0);
    for _ in 0..games {
        let mut table = Table::new(rng);
        while table.ply < 48 {
            let mut legal = table.legal();
            for _ in 0..rng.below(legal.count_ones()) {
                legal &= legal - 1;
            }
            table.play(legal.trailing_zeros());
            steps += 1;
        }
        lead += i64::from(table.lead());
    }
    (steps, lead)
}
