//! The 45 cards (D-01, D-02), by kind.

use intrigue_core::{Bag, Kind};

/// How many kinds of card there are.
pub(crate) const KINDS: usize = 13;

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
    Docks,
    PoliceStation,
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
    pub(crate) const SUPPORTS: [(Self, i32); 4] =
        [(Self::Support8, 8), (Self::Support7, 7), (Self::Support6, 6), (Self::Support5, 5)];
    /// The cards with a value of their own (D-23).
    pub(crate) const PACTS: [(Self, i32); 6] = [
        (Self::Alliance2, 2),
        (Self::Alliance3, 3),
        (Self::Alliance4, 4),
        (Self::Betrayal1, -1),
        (Self::Betrayal2, -2),
        (Self::Betrayal3, -3),
    ];
    pub(crate) const CITIES: [Self; 3] = [Self::Docks, Self::PoliceStation, Self::TownHall];

    /// Its place among the kinds.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What logs and people write.
    pub const fn notation(self) -> &'static str {
        NOTATIONS[self.index()]
    }
}

const NOTATIONS: [&str; KINDS] =
    ["5", "6", "7", "8", "+2", "+3", "+4", "-1", "-2", "-3", "docks", "police", "hall"];

/// Cards without an order: how many of each kind.
pub type Pack = Bag<Card, u128>;

/// All 45.
pub(crate) const FULL: Pack = Pack::of_counts(&[5, 6, 7, 8, 4, 2, 1, 3, 4, 2, 1, 1, 1]);

impl Kind for Card {
    const ALL: &'static [Self] = &Self::ALL;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

/// Whether all three City cards are there.
#[inline]
pub(crate) fn has_cities(pack: Pack) -> bool {
    Card::CITIES.iter().all(|&city| pack.has(city))
}
