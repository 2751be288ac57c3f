//! Cards without an order.

use intrigue_core::Rng;

use crate::content::cards::{Card, KINDS, MERCENARY, MISSIONS, Role, small};

/// Where the copies of each kind begin in a [`Cards`]: agents and weapons in the first word,
/// missions in the second.
static STARTS: [u8; KINDS] = {
    let mut starts = [0; KINDS];
    let (mut kind, mut next) = (0, 0);
    while kind < KINDS {
        if kind == MISSIONS {
            next = 0;
        }
        starts[kind] = next;
        next += Card(small(kind)).copies();
        kind += 1;
    }
    starts
};

/// The bits of each kind.
static BITS: [u64; KINDS] = {
    let mut bits = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        bits[kind] = ((1 << Card(small(kind)).copies()) - 1) << STARTS[kind];
        kind += 1;
    }
    bits
};

/// The kind of each bit.
static KIND_OF: [[Card; 64]; 2] = {
    let mut kinds = [[Card(0); 64]; 2];
    let mut kind = 0;
    while kind < KINDS {
        let word = (kind >= MISSIONS) as usize;
        let mut copy = 0;
        while copy < Card(small(kind)).copies() {
            kinds[word][(STARTS[kind] + copy) as usize] = Card(small(kind));
            copy += 1;
        }
        kind += 1;
    }
    kinds
};

/// What the bits of each byte of a word add up to.
type Sums = [[u8; 256]; 8];

/// Strengths of agents and values of weapons.
static STRENGTH_OF: Sums = {
    let mut worth = [0; 64];
    let mut bit = 0;
    while bit < worth.len() {
        // Bits beyond the last card are never set.
        worth[bit] = KIND_OF[0][bit].strength();
        bit += 1;
    }
    sums(worth)
};

/// Bounties of missions.
static BOUNTY_OF: Sums = {
    let mut worth = [0; 64];
    let mut bit = 0;
    while bit < worth.len() {
        if let Role::Mission(_, bounty, _) = KIND_OF[1][bit].role() {
            worth[bit] = bounty;
        }
        bit += 1;
    }
    sums(worth)
};

const fn sums(worth: [u8; 64]) -> Sums {
    let mut sums = [[0; 256]; 8];
    let mut byte = 0;
    while byte < sums.len() {
        let mut bits = 1;
        while bits < 256usize {
            let lowest = bits.trailing_zeros() as usize;
            sums[byte][bits] = sums[byte][bits & (bits - 1)] + worth[8 * byte + lowest];
            bits += 1;
        }
        byte += 1;
    }
    sums
}

#[inline]
const fn sum(sums: &Sums, bytes: [u8; 8]) -> u32 {
    let (mut sum, mut byte) = (0, 0);
    while byte < bytes.len() {
        sum += sums[byte][bytes[byte] as usize] as u32;
        byte += 1;
    }
    sum
}

/// Cards without an order. Each kind has as many bits as there are copies, and as many of them are
/// set, from the lowest on, as there are cards: two bags of the same cards are equal.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    /// Agents and weapons.
    people: u64,
    missions: u32,
}

impl Cards {
    /// A bag without cards.
    pub const EMPTY: Self = Self { people: 0, missions: 0 };
    /// All 76 cards of the box.
    pub const FULL: Self = {
        let mut full = Self::EMPTY;
        let mut kind = 0;
        while kind < KINDS {
            let bits = Self::bits(Card(small(kind)));
            if kind < MISSIONS {
                full.people |= bits;
            } else {
                #[expect(clippy::cast_possible_truncation, reason = "missions have 32 bits")]
                {
                    full.missions |= bits as u32;
                }
            }
            kind += 1;
        }
        full
    };

    #[inline]
    const fn bits(card: Card) -> u64 {
        BITS[card.index()]
    }

    #[inline]
    const fn word(self, card: Card) -> u64 {
        if card.index() < MISSIONS { self.people } else { self.missions as u64 }
    }

    /// How many copies of a kind there are.
    #[inline]
    pub const fn count(self, card: Card) -> u8 {
        small((self.word(card) & Self::bits(card)).count_ones() as usize)
    }

    /// Whether there is a card of a kind.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.word(card) & Self::bits(card) != 0
    }

    /// How many cards there are.
    #[inline]
    pub const fn total(self) -> u8 {
        small((self.people.count_ones() + self.missions.count_ones()) as usize)
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.people == 0 && self.missions == 0
    }

    /// Moves one card of a kind from here to there. It is here.
    #[inline]
    pub fn give(&mut self, card: Card, to: &mut Self) {
        let _ = self.remove(card);
        let _ = to.add(card);
    }

    /// Moves all cards from here to there.
    #[inline]
    pub fn give_all(&mut self, to: &mut Self) {
        self.each(|card| {
            let _ = to.add(card);
        });
        *self = Self::EMPTY;
    }

    /// One of the cards, every copy equally likely. There is one.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Card {
        let people = self.people.count_ones() as usize;
        let place = rng.index(people + self.missions.count_ones() as usize);
        if place < people {
            KIND_OF[0][nth_bit(self.people, place)]
        } else {
            KIND_OF[1][nth_bit(u64::from(self.missions), place - people)]
        }
    }

    /// Does something with every card, in no particular order.
    #[inline]
    pub(crate) fn each(self, mut act: impl FnMut(Card)) {
        for (word, kinds) in [self.people, self.missions.into()].into_iter().zip(&KIND_OF) {
            let mut bits = word;
            while bits != 0 {
                act(kinds[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }

    /// The agents, one bit a kind.
    #[inline]
    pub const fn agent_kinds(self) -> u64 {
        let mercenary = (self.people & Self::bits(MERCENARY) != 0) as u64;
        self.people & 0xffff_ffff | mercenary << 32
    }

    /// The missions, one bit a copy.
    #[inline]
    pub(crate) const fn mission_copies(self) -> u32 {
        self.missions
    }

    /// The mission that a bit of [`Self::mission_copies`] stands for.
    pub(crate) const fn mission_of(copy: usize) -> Card {
        KIND_OF[1][copy]
    }

    /// The strengths of the agents and the values of the weapons, added up.
    #[inline]
    pub(crate) const fn strength(self) -> u32 {
        sum(&STRENGTH_OF, self.people.to_le_bytes())
    }

    /// The bounties of the missions, added up.
    #[inline]
    pub(crate) const fn bounty(self) -> u32 {
        sum(&BOUNTY_OF, (self.missions as u64).to_le_bytes())
    }

    /// The missions alone of which a set of copies has a bit.
    #[inline]
    pub(crate) const fn missions_among(self, copies: u32) -> Self {
        Self { people: 0, missions: self.missions & copies }
    }

    /// The kinds that are there, each once.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Card::all().filter(move |&card| self.has(card))
    }

    /// The cards, sorted, equal ones one after the other.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::all().flat_map(move |card| std::iter::repeat_n(card, self.count(card).into()))
    }

    /// Adds a card; `None` if all of its kind are here.
    #[inline]
    pub fn add(&mut self, card: Card) -> Option<()> {
        let missing = !self.word(card) & Self::bits(card);
        self.flip(card, missing & missing.wrapping_neg())
    }

    /// Takes out a card; `None` if it is not here.
    #[inline]
    pub fn remove(&mut self, card: Card) -> Option<()> {
        let there = self.word(card) & Self::bits(card);
        // The highest of its bits, so that equal bags have equal bits.
        self.flip(card, there & !(there >> 1))
    }

    #[inline]
    fn flip(&mut self, card: Card, bit: u64) -> Option<()> {
        if card.index() < MISSIONS {
            self.people ^= bit;
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "missions have 32 bits")]
            let bit = bit as u32;
            self.missions ^= bit;
        }
        (bit != 0).then_some(())
    }
}

/// The place of the bit that has exactly `rank` lower ones.
#[inline]
fn nth_bit(word: u64, rank: usize) -> usize {
    let (mut word, mut rank, mut place) = (word, rank, 0);
    for width in [32, 16, 8] {
        let below = (word & ((1 << width) - 1)).count_ones() as usize;
        if rank >= below {
            rank -= below;
            place += width;
            word >>= width;
        }
    }
    for _ in 0..rank {
        word &= word - 1;
    }
    place + word.trailing_zeros() as usize
}

/// A bag of the cards that are named; `None` if there are not that many.
pub(crate) fn bag(cards: impl IntoIterator<Item = Card>) -> Option<Cards> {
    let mut bag = Cards::EMPTY;
    for card in cards {
        bag.add(card)?;
    }
    Some(bag)
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards().map(Card::notation)).finish()
    }
}
