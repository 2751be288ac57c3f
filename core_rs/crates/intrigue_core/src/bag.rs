use std::fmt;
use std::marker::PhantomData;

use crate::Rng;

/// A closed list of kinds of card.
pub trait Kind: Copy + Eq + fmt::Debug + 'static {
    /// Every kind, in the order in which cards are shown.
    const ALL: &'static [Self];
    /// The place of a kind in that list.
    fn index(self) -> usize;
}

/// Cards without an order: how many of each kind. One byte a kind in one wide number (`u64` for up
/// to 8 kinds, `u128` for up to 16), so that counting, comparing and drawing take a few
/// instructions. At most 127 cards.
///
/// ```
/// use intrigue_core::{Bag, Kind};
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Fruit { Apple, Pear }
/// impl Kind for Fruit {
///     const ALL: &'static [Self] = &[Fruit::Apple, Fruit::Pear];
///     fn index(self) -> usize { self as usize }
/// }
/// let mut basket = Bag::<Fruit, u64>::of_counts(&[2, 1]);
/// basket.take(Fruit::Apple);
/// assert_eq!(basket.cards().collect::<Vec<_>>(), [Fruit::Apple, Fruit::Pear]);
/// ```
pub struct Bag<K, W>(W, PhantomData<K>);

impl<K, W: Copy> Clone for Bag<K, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, W: Copy> Copy for Bag<K, W> {}

impl<K, W: PartialEq> PartialEq for Bag<K, W> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K, W: Eq> Eq for Bag<K, W> {}

impl<K, W: Default> Default for Bag<K, W> {
    fn default() -> Self {
        Self(W::default(), PhantomData)
    }
}

macro_rules! bag {
    ($word:ty) => {
        impl<K: Kind> Bag<K, $word> {
            /// The empty bag.
            pub const EMPTY: Self = Self(0, PhantomData);
            const LANES: $word = <$word>::MAX / 0xff;
            const HIGH: $word = Self::LANES << 7;

            /// A bag with `counts[kind]` cards of each kind.
            pub const fn of_counts(counts: &[u8]) -> Self {
                let mut word = 0;
                let mut kind = 0;
                while kind < counts.len() {
                    word |= (counts[kind] as $word) << (8 * kind);
                    kind += 1;
                }
                Self(word, PhantomData)
            }

            /// Adds a card.
            #[inline]
            pub fn add(&mut self, card: K) {
                self.0 += 1 << (8 * card.index());
            }

            /// Takes out a card that is there.
            #[inline]
            pub fn take(&mut self, card: K) {
                self.0 -= 1 << (8 * card.index());
            }

            /// Adds all cards of another bag.
            #[inline]
            pub fn add_all(&mut self, other: Self) {
                self.0 += other.0;
            }

            /// What is left without the cards of another bag; `None` if it lacks some of them.
            #[inline]
            pub fn without(self, other: Self) -> Option<Self> {
                // A high bit in every byte lends to none; it is gone where a count falls short.
                let rest = (self.0 | Self::HIGH) - other.0;
                (rest & Self::HIGH == Self::HIGH).then_some(Self(rest & !Self::HIGH, PhantomData))
            }

            /// How many cards of a kind.
            #[inline]
            pub fn count(self, card: K) -> u8 {
                self.0.to_le_bytes()[card.index()]
            }

            /// Whether there is a card of a kind.
            #[inline]
            pub fn has(self, card: K) -> bool {
                self.0 >> (8 * card.index()) & 0xff != 0
            }

            /// How many cards in all.
            #[inline]
            pub fn total(self) -> u8 {
                (self.0.wrapping_mul(Self::LANES) >> (<$word>::BITS - 8)).to_le_bytes()[0]
            }

            /// Whether there is no card.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// One bit for each kind of which there is a card.
            #[inline]
            pub fn kinds(self) -> u16 {
                // Seven bits above each count carry into its high bit; products gather these.
                let present = (self.0 + (Self::HIGH - Self::LANES)) & Self::HIGH;
                let mut kinds = 0;
                for (place, half) in present.to_le_bytes().as_chunks::<8>().0.iter().enumerate() {
                    let gathered =
                        (u64::from_le_bytes(*half) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                    kinds |= u16::from(gathered.to_le_bytes()[0]) << (8 * place);
                }
                kinds
            }

            /// The card at a place, if the cards lay sorted in a row. `place` is below the total.
            #[inline]
            pub fn nth(self, place: u8) -> K {
                // Each byte of the product is the number of cards up to that kind.
                let upto = self.0.wrapping_mul(Self::LANES);
                let beyond =
                    ((upto | Self::HIGH) - Self::LANES * (<$word>::from(place) + 1)) & Self::HIGH;
                K::ALL[beyond.trailing_zeros() as usize / 8]
            }

            /// A card at random, every one equally likely. There is one.
            #[inline]
            pub fn pick(self, rng: &mut Rng) -> K {
                self.nth(rng.below(u32::from(self.total())).to_le_bytes()[0])
            }

            /// Takes out a card at random; `None` if there is none.
            #[inline]
            pub fn draw(&mut self, rng: &mut Rng) -> Option<K> {
                if self.is_empty() {
                    return None;
                }
                let card = self.pick(rng);
                self.take(card);
                Some(card)
            }

            /// The cards, sorted.
            pub fn cards(self) -> impl Iterator<Item = K> {
                (0..self.total()).map(move |place| self.nth(place))
            }
        }

        impl<K: Kind> FromIterator<K> for Bag<K, $word> {
            fn from_iter<I: IntoIterator<Item = K>>(cards: I) -> Self {
                let mut bag = Self::EMPTY;
                for card in cards {
                    bag.add(card);
                }
                bag
            }
        }

        impl<K: Kind> fmt::Debug for Bag<K, $word> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.cards()).finish()
            }
        }
    };
}

bag!(u64);
bag!(u128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Number(usize);

    impl Kind for Number {
        const ALL: &'static [Self] =
            &[Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
        fn index(self) -> usize {
            self.0
        }
    }

    macro_rules! like_a_list {
        ($name:ident, $word:ty) => {
            #[test]
            fn $name() {
                let full = Bag::<Number, $word>::of_counts(&[5, 6, 7, 8, 4, 2, 1, 3]);
                let mut rng = Rng::new(&Seed::from_number(1), 0);
                for _ in 0..2000 {
                    let mut deck: Vec<Number> = full.cards().collect();
                    rng.shuffle(&mut deck);
                    deck.truncate(rng.index(37));
                    let bag: Bag<Number, $word> = deck.iter().copied().collect();
                    deck.sort_unstable();
                    assert_eq!(bag.cards().collect::<Vec<_>>(), deck);
                    assert_eq!(usize::from(bag.total()), deck.len());
                    assert_eq!(bag.is_empty(), deck.is_empty());
                    for &card in Number::ALL {
                        let count = deck.iter().filter(|&&other| other == card).count();
                        assert_eq!(usize::from(bag.count(card)), count);
                        assert_eq!(bag.has(card), count > 0);
                        assert_eq!(bag.kinds() >> card.index() & 1 == 1, count > 0);
                    }
                    let rest = full.without(bag).unwrap();
                    assert_eq!(rest.total() + bag.total(), 36);
                    assert_eq!(bag.without(full).is_some(), deck.len() == 36);
                    let mut both = bag;
                    both.add_all(rest);
                    assert_eq!(both, full);
                }
            }
        };
    }

    like_a_list!(a_small_bag_counts_like_a_list, u64);
    like_a_list!(a_large_bag_counts_like_a_list, u128);
}
