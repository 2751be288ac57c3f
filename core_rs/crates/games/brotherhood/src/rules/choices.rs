//! What a seat may choose: a handful of a table of more than a thousand actions.

use intrigue_core::{ActionId, ActionSet};

use crate::rules::action::COUNT;

/// The words that have room for all actions.
const WORDS: usize = COUNT.div_ceil(64);

/// A set of actions. It knows how many it has and which of its words have any, so that to pick one
/// nobody looks through all words.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Choices {
    words: [u64; WORDS],
    /// The words that are not empty, one bit each.
    used: u32,
    count: u16,
}

impl Choices {
    /// The words that are not empty, by their places.
    #[inline]
    fn used(self) -> impl Iterator<Item = (usize, u64)> {
        let mut rest = self.used;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                (place, self.words[place])
            })
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "ids fit 16 bits")]
fn id(place: usize, bit: u32) -> ActionId {
    ActionId((place * 64) as u16 + bit as u16)
}

impl ActionSet for Choices {
    const ROOM: usize = 64 * WORDS;

    #[inline]
    fn insert(&mut self, id: ActionId) {
        let (place, bit) = (usize::from(id.0) / 64, 1 << (id.0 % 64));
        self.count += u16::from(self.words[place] & bit == 0);
        self.words[place] |= bit;
        self.used |= 1 << place;
    }

    #[inline]
    fn remove(&mut self, id: ActionId) {
        let (place, bit) = (usize::from(id.0) / 64, 1 << (id.0 % 64));
        self.count -= u16::from(self.words[place] & bit != 0);
        self.words[place] &= !bit;
        if self.words[place] == 0 {
            self.used &= !(1 << place);
        }
    }

    #[inline]
    fn contains(&self, id: ActionId) -> bool {
        let word = self.words.get(usize::from(id.0) / 64);
        word.is_some_and(|word| word >> (id.0 % 64) & 1 == 1)
    }

    #[inline]
    fn len(&self) -> usize {
        self.count.into()
    }

    #[inline]
    fn nth(&self, rank: usize) -> ActionId {
        let mut rank = rank;
        for (place, word) in self.used() {
            let count = word.count_ones() as usize;
            if rank < count {
                let mut word = word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return id(place, word.trailing_zeros());
            }
            rank -= count;
        }
        panic!("the set has fewer actions than that");
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = ActionId> {
        self.used().flat_map(|(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    id(place, bit)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Bits, Rng, Seed};

    use super::*;

    #[test]
    fn it_is_a_set_like_any_other() {
        let mut rng = Rng::new(&Seed::from_number(5), 0);
        let (mut choices, mut plain) = (Choices::default(), Bits::<WORDS>::default());
        for step in 0..4000 {
            // Some ids come again and again, so that what is in is put in, and what is out taken
            // out.
            let range = if step % 2 == 0 { 70 } else { COUNT };
            let id = ActionId(u16::try_from(rng.index(range)).expect("a small number"));
            if rng.index(20) < 9 {
                choices.insert(id);
                plain.insert(id);
            } else {
                choices.remove(id);
                plain.remove(id);
            }
            assert_eq!(choices.contains(id), plain.contains(id));
            assert_eq!(choices.len(), plain.len());
            assert!(choices.iter().eq(plain.iter()));
            assert!((0..plain.len()).all(|rank| choices.nth(rank) == plain.nth(rank)));
            let again: Choices = plain.iter().fold(Choices::default(), |mut set, id| {
                set.insert(id);
                set
            });
            assert_eq!(choices, again);
        }
        assert!(!choices.contains(ActionId(u16::MAX)));
    }
}
