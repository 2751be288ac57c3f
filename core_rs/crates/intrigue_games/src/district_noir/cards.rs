//! The 45 cards (D-01, D-02), by kind.

use intrigue_core::{CardKind, Lang, Rng, Text};

/// How many kinds of card there are.
pub(super) const KINDS: usize = 13;

/// A kind of card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Card {
    /// Support of value 5.
    Support5,
    /// Support of value 6.
    Support6,
    /// Support of value 7.
    Support7,
    /// Support of value 8.
    Support8,
    /// Alliance worth 2.
    Alliance2,
    /// Alliance worth 3.
    Alliance3,
    /// Alliance worth 4.
    Alliance4,
    /// Betrayal that costs 1.
    Betrayal1,
    /// Betrayal that costs 2.
    Betrayal2,
    /// Betrayal that costs 3.
    Betrayal3,
    /// The docks.
    Docks,
    /// The police station.
    PoliceStation,
    /// The town hall.
    TownHall,
}

impl Card {
    /// Every kind, in the order in which cards are shown.
    pub const ALL: [Self; KINDS] = [
        Self::Support5,
        Self::Support6,
        Self::Support7,
        Self::Support8,
        Self::Alliance2,
        Self::Alliance3,
        Self::Alliance4,
        Self::Betrayal1,
        Self::Betrayal2,
        Self::Betrayal3,
        Self::Docks,
        Self::PoliceStation,
        Self::TownHall,
    ];
    /// The Support values, the highest first: the order of the tie-break (D-24).
    pub(super) const SUPPORTS: [(Self, i32); 4] = [
        (Self::Support8, 8),
        (Self::Support7, 7),
        (Self::Support6, 6),
        (Self::Support5, 5),
    ];
    /// The cards with a value of their own (D-23).
    pub(super) const PACTS: [(Self, i32); 6] = [
        (Self::Alliance2, 2),
        (Self::Alliance3, 3),
        (Self::Alliance4, 4),
        (Self::Betrayal1, -1),
        (Self::Betrayal2, -2),
        (Self::Betrayal3, -3),
    ];
    #[cfg(test)]
    pub(super) const CITIES: [Self; 3] = [Self::Docks, Self::PoliceStation, Self::TownHall];

    /// Its place among the kinds.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What logs and people write.
    pub fn notation(self) -> &'static str {
        KIND_TABLE[self.index()].id
    }

    /// What people read.
    pub fn name(self, lang: Lang) -> &'static str {
        let [en, fr] = NAMES[self.index()];
        lang.pick(en, fr)
    }
}

const NAMES: [[&str; 2]; KINDS] = [
    ["Support 5", "Soutien 5"],
    ["Support 6", "Soutien 6"],
    ["Support 7", "Soutien 7"],
    ["Support 8", "Soutien 8"],
    ["Alliance +2", "Alliance +2"],
    ["Alliance +3", "Alliance +3"],
    ["Alliance +4", "Alliance +4"],
    ["Betrayal -1", "Trahison -1"],
    ["Betrayal -2", "Trahison -2"],
    ["Betrayal -3", "Trahison -3"],
    ["Docks", "Docks"],
    ["Police station", "Commissariat"],
    ["Town hall", "Mairie"],
];

const COPIES: [u8; KINDS] = [5, 6, 7, 8, 4, 2, 1, 3, 4, 2, 1, 1, 1];

const fn kind(index: usize, id: &'static str) -> CardKind {
    let [en, fr] = NAMES[index];
    CardKind {
        id,
        name: Text::fixed(en, fr),
        copies: COPIES[index] as u32,
        provenance: "printed",
    }
}

/// The table of kinds, as the catalog shows it. The id is also the notation.
pub(super) static KIND_TABLE: [CardKind; KINDS] = [
    kind(0, "5"),
    kind(1, "6"),
    kind(2, "7"),
    kind(3, "8"),
    kind(4, "+2"),
    kind(5, "+3"),
    kind(6, "+4"),
    kind(7, "-1"),
    kind(8, "-2"),
    kind(9, "-3"),
    kind(10, "docks"),
    kind(11, "police"),
    kind(12, "hall"),
];

/// Cards without an order: how many of each kind. One byte a kind in one wide number, so that
/// counting, comparing and drawing take a few instructions.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pack(u128);

const LANES: u128 = u128::MAX / 0xff;
const HIGH: u128 = LANES << 7;
/// One of each: there are no more, so a bit a kind tells.
const CITIES: u128 = 0x01_01_01 << (8 * Card::Docks.index());

impl Pack {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 45.
    pub const FULL: Self = {
        let mut pack = 0;
        let mut i = 0;
        while i < KINDS {
            pack |= (COPIES[i] as u128) << (8 * i);
            i += 1;
        }
        Self(pack)
    };
    const ONE: [u128; KINDS] = {
        let mut one = [0; KINDS];
        let mut i = 0;
        while i < KINDS {
            one[i] = 1 << (8 * i);
            i += 1;
        }
        one
    };

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0 += Self::ONE[card.index()];
    }

    /// Takes out a card that is there.
    #[inline]
    pub fn take(&mut self, card: Card) {
        self.0 -= Self::ONE[card.index()];
    }

    /// Adds all cards of another pack.
    pub fn add_all(&mut self, other: Self) {
        self.0 += other.0;
    }

    /// What is left without the cards of another pack; `None` if it lacks some of them.
    pub fn without(self, other: Self) -> Option<Self> {
        Card::ALL
            .iter()
            .all(|&card| self.count(card) >= other.count(card))
            .then(|| Self(self.0 - other.0))
    }

    /// How many cards of a kind.
    #[inline]
    pub fn count(self, card: Card) -> u8 {
        self.0.to_le_bytes()[card.index()]
    }

    /// How many cards in all.
    #[inline]
    pub fn total(self) -> u8 {
        (self.0.wrapping_mul(LANES) >> 120).to_le_bytes()[0]
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit for each kind of which there is a card.
    #[inline]
    pub fn kinds(self) -> u16 {
        // Seven bits above each count carry into its high bit; the product gathers these bits.
        let present = (self.0 + (HIGH - LANES)) & HIGH;
        let gather = |half: u64| ((half >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves of 128 bits"
        )]
        let (low, high) = (present as u64, (present >> 64) as u64);
        gather(low) | gather(high) << 8
    }

    /// The card at a place, if the cards lay sorted in a row. `place` is below the total.
    #[inline]
    pub fn nth(self, place: u8) -> Card {
        // Each byte of the product is the number of cards up to that kind.
        let upto = self.0.wrapping_mul(LANES);
        let beyond = ((upto | HIGH) - LANES * (u128::from(place) + 1)) & HIGH;
        Card::ALL[beyond.trailing_zeros() as usize / 8]
    }

    /// A card at random, every one equally likely. There is one.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Card {
        self.nth(rng.below(u32::from(self.total())).to_le_bytes()[0])
    }

    /// Whether all three City cards are there.
    #[inline]
    pub fn has_cities(self) -> bool {
        self.0 & CITIES == CITIES
    }

    /// The cards, sorted.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.total()).map(move |place| self.nth(place))
    }
}

impl FromIterator<Card> for Pack {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut pack = Self::EMPTY;
        for card in cards {
            pack.add(card);
        }
        pack
    }
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_counts_like_a_list() {
        let mut rng = Rng::new(&intrigue_core::Seed::from_number(1), 0);
        for _ in 0..2000 {
            let mut deck: Vec<Card> = Pack::FULL.cards().collect();
            rng.shuffle(&mut deck);
            deck.truncate(rng.index(46));
            let pack: Pack = deck.iter().copied().collect();
            deck.sort_unstable();
            assert_eq!(pack.cards().collect::<Vec<_>>(), deck);
            assert_eq!(usize::from(pack.total()), deck.len());
            assert_eq!(pack.is_empty(), deck.is_empty());
            for card in Card::ALL {
                let count = deck.iter().filter(|&&other| other == card).count();
                assert_eq!(usize::from(pack.count(card)), count);
                assert_eq!(pack.kinds() >> card.index() & 1 == 1, count > 0);
            }
            let rest = Pack::FULL.without(pack).unwrap();
            assert_eq!(rest.total() + pack.total(), 45);
            assert_eq!(pack.without(Pack::FULL).is_some(), deck.len() == 45);
        }
    }
}
