//! Counts and numbers of things on a table: all of them fit a byte.

/// A count or a place in a short list.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "nothing on a table is that many")]
pub(crate) fn small(count: usize) -> u8 {
    count as u8
}

/// The number of the lowest bit that is set.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 32 bits")]
pub(crate) fn lowest(bits: impl Into<u32>) -> u8 {
    bits.into().trailing_zeros() as u8
}
