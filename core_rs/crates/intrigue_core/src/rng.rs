//! Randomness, frozen: the same seed gives the same values in every release, on every platform.
//! The generator is ChaCha8; the bounded sampler and the shuffle are the project's own, because a
//! library may change the values of its own in any release.

use crate::Hidden;

const BLOCKS: usize = 4;
const WORDS: usize = 16 * BLOCKS;

/// What chance is drawn from: 256 bits. Hidden, like everything that follows from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(Hidden<[u8; 32]>);

impl Seed {
    /// A seed of given bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(Hidden::new(bytes))
    }

    /// A seed for tests and benchmarks, from a number.
    pub const fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        let number = number.to_le_bytes();
        let mut i = 0;
        while i < number.len() {
            bytes[i] = number[i];
            i += 1;
        }
        Self::new(bytes)
    }

    /// The 32 bytes of the seed.
    pub const fn peek(&self) -> &[u8; 32] {
        self.0.peek()
    }
}

/// A ChaCha8 generator (64-bit counter, 64-bit stream number).
///
/// ```
/// use intrigue_core::{Rng, Seed};
/// let seed = Seed::from_number(7);
/// let draw = |stream| Rng::new(&seed, stream).below(1000);
/// assert_eq!(draw(1), draw(1));
/// assert_ne!(draw(1), draw(2));
/// ```
#[derive(Clone)]
pub struct Rng {
    key: [u32; 8],
    counter: u64,
    stream: u64,
    words: [u32; WORDS],
    next: usize,
}

impl Rng {
    /// The generator of one numbered stream of a seed. Streams are independent of each other.
    pub fn new(seed: &Seed, stream: u64) -> Self {
        let mut key = [0; 8];
        for (word, bytes) in key.iter_mut().zip(seed.peek().as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Self { key, counter: 0, stream, words: [0; WORDS], next: WORDS }
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.next >= WORDS {
            self.refill();
        }
        let word = self.words[self.next];
        self.next += 1;
        word
    }

    /// A number below `bound`, every one equally likely. `bound` is at least 1.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "no number is below 0");
        loop {
            if let Some(value) = bounded::<32>(self.next_u32(), bound) {
                return value;
            }
        }
    }

    /// An index below `bound`, every one equally likely. `bound` is at least 1.
    #[inline]
    pub fn index(&mut self, bound: usize) -> usize {
        self.below(u32::try_from(bound).expect("tables are small")) as usize
    }

    /// Puts the items into a random order, every one equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.words = chacha8(&self.key, self.counter, self.stream);
        self.counter = self.counter.wrapping_add(BLOCKS as u64);
        self.next = 0;
    }
}

/// Lemire's multiplication: maps a word of `BITS` bits to a number below `bound`, or says that
/// this word would favor some numbers. Over all words every number then comes equally often.
#[inline]
fn bounded<const BITS: u32>(word: u32, bound: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(bound);
    let low = product & ((1 << BITS) - 1);
    // The exact threshold costs a division, and is below `bound`.
    if low < u64::from(bound) && low < ((1u64 << BITS) - u64::from(bound)) % u64::from(bound) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "below `bound`")]
    Some((product >> BITS) as u32)
}

/// Four blocks at once, lane by lane, so that the compiler can use vector instructions.
#[expect(
    clippy::many_single_char_names,
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "written as the cipher is published, in the shape that vectorises"
)]
fn chacha8(key: &[u32; 8], counter: u64, stream: u64) -> [u32; WORDS] {
    type Lanes = [u32; BLOCKS];
    #[inline(always)]
    fn quarter(x: &mut [Lanes; 16], a: usize, b: usize, c: usize, d: usize) {
        for i in 0..BLOCKS {
            x[a][i] = x[a][i].wrapping_add(x[b][i]);
            x[d][i] = (x[d][i] ^ x[a][i]).rotate_left(16);
        }
        for i in 0..BLOCKS {
            x[c][i] = x[c][i].wrapping_add(x[d][i]);
            x[b][i] = (x[b][i] ^ x[c][i]).rotate_left(12);
        }
        for i in 0..BLOCKS {
            x[a][i] = x[a][i].wrapping_add(x[b][i]);
            x[d][i] = (x[d][i] ^ x[a][i]).rotate_left(8);
        }
        for i in 0..BLOCKS {
            x[c][i] = x[c][i].wrapping_add(x[d][i]);
            x[b][i] = (x[b][i] ^ x[c][i]).rotate_left(7);
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of 64 bits")]
    let halves = |x: u64| [x as u32, (x >> 32) as u32];
    let mut start: [Lanes; 16] = [[0; BLOCKS]; 16];
    for (row, word) in [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]
        .into_iter()
        .chain(key.iter().copied())
        .enumerate()
    {
        start[row] = [word; BLOCKS];
    }
    for lane in 0..BLOCKS {
        let [low, high] = halves(counter.wrapping_add(lane as u64));
        start[12][lane] = low;
        start[13][lane] = high;
    }
    let [low, high] = halves(stream);
    start[14] = [low; BLOCKS];
    start[15] = [high; BLOCKS];

    let mut x = start;
    for _ in 0..4 {
        quarter(&mut x, 0, 4, 8, 12);
        quarter(&mut x, 1, 5, 9, 13);
        quarter(&mut x, 2, 6, 10, 14);
        quarter(&mut x, 3, 7, 11, 15);
        quarter(&mut x, 0, 5, 10, 15);
        quarter(&mut x, 1, 6, 11, 12);
        quarter(&mut x, 2, 7, 8, 13);
        quarter(&mut x, 3, 4, 9, 14);
    }
    let mut words = [0; WORDS];
    for row in 0..16 {
        for lane in 0..BLOCKS {
            words[lane * 16 + row] = x[row][lane].wrapping_add(start[row][lane]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// Every word of 8 and of 12 bits, for every bound: each number comes exactly as often as any
    /// other, and what is refused is less than one round of them.
    fn exhaust<const BITS: u32>() {
        for bound in 1..1u32 << BITS {
            let mut counts = vec![0u32; bound as usize];
            for word in 0..1u32 << BITS {
                if let Some(value) = bounded::<BITS>(word, bound) {
                    counts[value as usize] += 1;
                }
            }
            let share = (1u32 << BITS) / bound;
            assert!(counts.iter().all(|&count| count == share), "{BITS} bits, bound {bound}");
        }
    }

    #[test]
    fn the_bounded_sampler_is_exactly_uniform() {
        exhaust::<8>();
        exhaust::<12>();
    }

    /// The same over all 2^32 words of the sampler that matches use; minutes long, so part of
    /// the long run only.
    #[test]
    fn the_bounded_sampler_is_exactly_uniform_over_whole_words() {
        let bounds: &[u32] =
            if std::env::var_os("INTRIGUE_SOAK").is_some() { &[3, 6, 13, 45, 97] } else { &[] };
        for &bound in bounds {
            let mut counts = vec![0u32; bound as usize];
            for word in 0..=u32::MAX {
                if let Some(value) = bounded::<32>(word, bound) {
                    counts[value as usize] += 1;
                }
            }
            assert!(counts.iter().all(|&count| u64::from(count) == (1 << 32) / u64::from(bound)));
        }
        // In every run: the refused words are exactly those below the threshold.
        for bound in [1u32, 2, 3, 45, 1 << 31, (1 << 31) + 1, u32::MAX] {
            assert_eq!(bounded::<32>(0, bound).is_none(), !bound.is_power_of_two(), "{bound}");
            assert_eq!(bounded::<32>(u32::MAX, bound), Some(bound - 1));
        }
    }

    /// The published key stream of ChaCha8 for an all-zero 256-bit key and nonce.
    #[test]
    fn the_generator_is_chacha8() {
        let mut rng = Rng::new(&Seed::new([0; 32]), 0);
        let mut hex = String::new();
        for _ in 0..16 {
            write!(hex, "{:08x}", rng.next_u32().swap_bytes()).unwrap();
        }
        let expected = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
                        984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42";
        assert_eq!(hex, expected);
    }

    /// Golden values: were any of them to change, old records could not be verified.
    #[test]
    fn the_values_are_frozen() {
        let mut rng = Rng::new(&Seed::from_number(2026), 3);
        let drawn: Vec<u32> = (2..14).map(|bound| rng.below(bound * 7)).collect();
        let mut cards: Vec<u32> = (0..12).collect();
        rng.shuffle(&mut cards);
        // The 65th word comes from the second refill.
        for _ in 0..64 {
            rng.next_u32();
        }
        let later = rng.next_u32();
        assert_eq!(
            format!("{drawn:?} {cards:?} {later}"),
            include_str!("rng_golden.txt").trim_end()
        );
    }

    #[test]
    fn blocks_follow_each_other_without_a_seam() {
        let key = [7; 8];
        let four = chacha8(&key, 5, 9);
        let next = chacha8(&key, 6, 9);
        assert_eq!(four[16..], next[..48]);
    }

    #[test]
    fn every_order_of_four_cards_comes_up() {
        let mut rng = Rng::new(&Seed::from_number(1), 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut cards = [0, 1, 2, 3];
            rng.shuffle(&mut cards);
            *counts.entry(cards).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 60.0, "chi-square over 23 degrees of freedom: {chi}");
    }
}
