use std::fmt;

/// The most seats that a game can have.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// Seat number `index`; `None` from [`MAX_SEATS`] on.
    pub const fn new(index: usize) -> Option<Self> {
        // The comparison makes the cast lossless.
        #[expect(clippy::cast_possible_truncation, reason = "MAX_SEATS fits a byte")]
        if index < MAX_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
///
/// ```
/// use intrigue_core::{Seat, SeatSet};
/// let [north, south] = [0, 1].map(|i| Seat::new(i).unwrap());
/// let mut asked = SeatSet::of(north);
/// asked.insert(south);
/// assert_eq!(asked.iter().collect::<Vec<_>>(), [north, south]);
/// asked.remove(north);
/// assert!(!asked.contains(north) && asked.len() == 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// One seat.
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most eight bits are set")]
        Self(((1u16 << count) - 1) as u8)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats there are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat.
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 {
            None
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "below eight")]
            Some(Seat(self.0.trailing_zeros() as u8))
        }
    }

    /// The next seat of the set, clockwise after a seat: the next higher number, after the last
    /// the lowest. It is the seat itself only if no other is in the set.
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        // Shifted twice, since all eight bits in one step would be too many.
        let higher = Self(self.0 & (u8::MAX << seat.0) << 1);
        if higher.is_empty() { self.lowest() } else { higher.lowest() }
    }

    /// The seats of this set that are not in another.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set as bits, seat 0 the lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.lowest()?;
            rest.remove(seat);
            Some(seat)
        })
    }
}

/// Who looks: a seat, or somebody without one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// Sees what is public and what is its own.
    Seat(Seat),
    /// Sees what is public.
    Spectator,
}

impl Viewer {
    /// The seats of a match, then the spectator.
    pub fn all(seats: usize) -> impl Iterator<Item = Self> {
        SeatSet::first(seats).iter().map(Self::Seat).chain([Self::Spectator])
    }

    /// The seat, unless it is a spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Whether this is the viewer of that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// A place of its own for every viewer, below `MAX_SEATS + 1`.
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Seat(seat) => seat.index(),
            Self::Spectator => MAX_SEATS,
        }
    }
}
