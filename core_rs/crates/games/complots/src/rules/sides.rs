use std::ops::{Deref, DerefMut};

use intrigue_core::MAX_SEATS;

use crate::knowledge::view::Side;

/// What everybody sees of each seat: as many sides as there are seats, without heap, since policies
/// ask for views all the time.
#[derive(Clone, Copy)]
pub struct Sides {
    sides: [Side; MAX_SEATS],
    seats: u8,
}

impl Sides {
    /// A side for each seat; there are at most [`MAX_SEATS`].
    #[inline]
    pub(crate) fn new(seats: u8, mut side: impl FnMut(usize) -> Side) -> Self {
        let mut sides = [Side::default(); MAX_SEATS];
        for (index, place) in sides[..seats.into()].iter_mut().enumerate() {
            *place = side(index);
        }
        Self { sides, seats }
    }

    /// These sides; `None` if there are more than any match has.
    pub(crate) fn of(sides: &[Side]) -> Option<Self> {
        let seats = u8::try_from(sides.len()).ok()?;
        (sides.len() <= MAX_SEATS).then(|| Self::new(seats, |index| sides[index]))
    }
}

impl Deref for Sides {
    type Target = [Side];

    #[inline]
    fn deref(&self) -> &[Side] {
        &self.sides[..usize::from(self.seats).min(MAX_SEATS)]
    }
}

impl DerefMut for Sides {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Side] {
        &mut self.sides[..usize::from(self.seats).min(MAX_SEATS)]
    }
}

impl PartialEq for Sides {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl std::fmt::Debug for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}
