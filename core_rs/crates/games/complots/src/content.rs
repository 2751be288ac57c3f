//! The characters (C-01, C-02).

use intrigue_core::{Bag, Kind};

/// How many characters there are, of which five are in play.
pub(crate) const KINDS: usize = 6;

/// A character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Character {
    /// Takes three coins; blocks foreign aid.
    Duchess,
    /// Assassinates for three coins.
    Assassin,
    /// Blocks an assassination.
    Countess,
    /// Steals; blocks stealing.
    Captain,
    /// Exchanges two cards; blocks stealing.
    Ambassador,
    /// Exchanges one card or examines another's; blocks stealing.
    Inquisitor,
}

/// Characters without an order.
pub type Hand = Bag<Character, u64>;

impl Kind for Character {
    const ALL: &'static [Self] = &Self::ALL;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Character {
    /// Every character, in the order in which cards are shown.
    pub const ALL: [Self; KINDS] = [
        Self::Duchess,
        Self::Assassin,
        Self::Countess,
        Self::Captain,
        Self::Ambassador,
        Self::Inquisitor,
    ];

    /// What logs and people write.
    pub const fn notation(self) -> &'static str {
        ["duchess", "assassin", "countess", "captain", "ambassador", "inquisitor"][self as usize]
    }
}

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Characters(u8);

impl Characters {
    /// None of them.
    pub const EMPTY: Self = Self(0);

    /// Whether a character is in it.
    #[inline]
    pub const fn has(self, character: Character) -> bool {
        self.0 >> character as u8 & 1 == 1
    }

    /// Puts a character in.
    #[inline]
    pub const fn insert(&mut self, character: Character) {
        self.0 |= 1 << character as u8;
    }

    /// Takes a character out.
    #[inline]
    pub const fn remove(&mut self, character: Character) {
        self.0 &= !(1 << character as u8);
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One after the other, in the order in which cards are shown.
    pub fn iter(self) -> impl Iterator<Item = Character> {
        Character::ALL.into_iter().filter(move |&character| self.has(character))
    }
}

impl FromIterator<Character> for Characters {
    fn from_iter<T: IntoIterator<Item = Character>>(characters: T) -> Self {
        let mut set = Self::EMPTY;
        for character in characters {
            set.insert(character);
        }
        set
    }
}

/// The copies of each character in the box; a match uses three or four of five characters.
pub(crate) const COPIES: u32 = 4;
