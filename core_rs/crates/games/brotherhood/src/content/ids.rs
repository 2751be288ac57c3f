//! Small numbers that mean something, each with a type of its own, and sets of them.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU8;
use std::ops::{Index, IndexMut};

use crate::content::pack::KINDS;
use crate::content::squares::Way;

/// A type with at most eight values, which are counted from 0.
pub trait Small: Copy {
    /// The number of a value.
    fn number(self) -> u8;
    /// The value of a number, if there is one.
    fn of(number: u8) -> Option<Self>;
}

/// Counts the variants of an enum in the order of its list `ALL`.
macro_rules! small {
    ($type:ty) => {
        impl Small for $type {
            #[inline]
            fn number(self) -> u8 {
                self as u8
            }

            #[inline]
            fn of(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }
        }
    };
}

/// One of the up to four assassins of a match, by its place in the team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum AssassinId {
    /// Number 0.
    First,
    /// Number 1.
    Second,
    /// Number 2.
    Third,
    /// Number 3.
    Fourth,
}

small!(AssassinId);

impl AssassinId {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Third, Self::Fourth];

    /// The assassin of a place in the team.
    #[inline]
    pub fn new(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Its place in the team, and in lists of assassins.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The first `count` assassins.
    #[inline]
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL[..usize::from(count)].iter().copied()
    }
}

impl fmt::Display for AssassinId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

impl Index<AssassinId> for [u8; 4] {
    type Output = u8;
    #[inline]
    fn index(&self, who: AssassinId) -> &u8 {
        &self[who.index()]
    }
}

impl IndexMut<AssassinId> for [u8; 4] {
    #[inline]
    fn index_mut(&mut self, who: AssassinId) -> &mut u8 {
        &mut self[who.index()]
    }
}

/// An entrance of the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Entrance {
    /// Entrance A.
    A,
    /// Entrance B.
    B,
    /// Entrance C.
    C,
    /// Entrance D.
    D,
}

small!(Entrance);

impl Entrance {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Its place in lists of entrances.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

small!(Way);

impl Small for u8 {
    #[inline]
    fn number(self) -> u8 {
        self
    }

    #[inline]
    fn of(number: u8) -> Option<Self> {
        (number < 8).then_some(number)
    }
}

/// A kind of equipment, by its place in the pack's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EquipmentId(
    // One more than the place: zero is left for `None`, so that a slot is one byte.
    NonZeroU8,
);

impl EquipmentId {
    /// The kind at a place of the pack's list, if a pack can have it.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index >= KINDS {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is below KINDS")]
        match NonZeroU8::new(index as u8 + 1) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Its place in the pack's list.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The kinds of a pack of this size.
    #[inline]
    pub fn first(count: usize) -> impl Iterator<Item = Self> + Clone {
        (0..count).map_while(Self::new)
    }
}

impl fmt::Debug for EquipmentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EquipmentId({})", self.index())
    }
}

impl fmt::Display for EquipmentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

impl Index<EquipmentId> for [u8; KINDS] {
    type Output = u8;
    #[inline]
    fn index(&self, kind: EquipmentId) -> &u8 {
        &self[kind.index()]
    }
}

impl IndexMut<EquipmentId> for [u8; KINDS] {
    #[inline]
    fn index_mut(&mut self, kind: EquipmentId) -> &mut u8 {
        &mut self[kind.index()]
    }
}

/// A set of up to eight things, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SmallSet<T> {
    bits: u8,
    of: PhantomData<T>,
}

/// Some assassins.
pub(crate) type AssassinSet = SmallSet<AssassinId>;
/// Some directions.
pub(crate) type Ways = SmallSet<Way>;
/// Some entrances.
pub(crate) type Entrances = SmallSet<Entrance>;
/// Some numbers of guards.
pub(crate) type Counts = SmallSet<u8>;

impl<T: Small> SmallSet<T> {
    /// The empty set.
    pub const EMPTY: Self = Self { bits: 0, of: PhantomData };

    /// The set of these bits, if all of them stand for something.
    pub fn from_bits(bits: u8) -> Option<Self> {
        let known = |number: &u8| bits >> number & 1 == 0 || T::of(*number).is_some();
        (0..8).all(|number| known(&number)).then_some(Self { bits, of: PhantomData })
    }

    /// One bit for each thing in the set.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.bits
    }

    /// Whether a thing is in the set.
    #[inline]
    pub fn contains(self, one: T) -> bool {
        self.bits >> one.number() & 1 == 1
    }

    /// Puts a thing into the set.
    #[inline]
    pub fn insert(&mut self, one: T) {
        self.bits |= 1 << one.number();
    }

    /// Takes a thing out of the set.
    #[inline]
    pub fn remove(&mut self, one: T) {
        self.bits &= !(1 << one.number());
    }

    /// How many things are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether there is nothing in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The things that are in both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits, of: PhantomData }
    }

    /// The first thing of the set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most eight bits")]
    pub fn lowest(self) -> Option<T> {
        T::of(self.bits.trailing_zeros() as u8)
    }

    /// The things of the set, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let first = rest.lowest()?;
            rest.bits &= rest.bits - 1;
            Some(first)
        })
    }
}

impl<T: Small> FromIterator<T> for SmallSet<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut set = Self::EMPTY;
        for one in all {
            set.insert(one);
        }
        set
    }
}

impl<T: Small + fmt::Debug> fmt::Debug for SmallSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
