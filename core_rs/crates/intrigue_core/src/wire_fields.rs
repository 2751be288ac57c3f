//! Fields of messages that every game has: members of closed lists, seats, small numbers. Reading
//! gives `None` if a message says something that nobody writes.

use crate::{Seat, SeatSet};

/// The number of a list's member in its message: zero is "unspecified".
pub fn enum_number(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(-1) + 1
}

/// The member of a list that a message names.
pub fn read_enum<T: Copy>(all: &[T], number: i32) -> Option<T> {
    all.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// The member of a list that a message names, or nothing for zero.
pub fn read_optional_enum<T: Copy>(all: &[T], number: i32) -> Option<Option<T>> {
    if number == 0 { Some(None) } else { read_enum(all, number).map(Some) }
}

/// The number of a seat.
pub fn seat_number(seat: Seat) -> u32 {
    u32::from(seat.index().to_le_bytes()[0])
}

/// The seat of a number.
pub fn read_seat(number: u32) -> Option<Seat> {
    Seat::new(number as usize)
}

/// The seat of a number, if there is one.
pub fn read_optional_seat(number: Option<u32>) -> Option<Option<Seat>> {
    number.map_or(Some(None), |number| read_seat(number).map(Some))
}

/// The numbers of seats.
pub fn seat_numbers(seats: SeatSet) -> Vec<u32> {
    seats.iter().map(seat_number).collect()
}

/// The seats of numbers.
pub fn read_seats(numbers: &[u32]) -> Option<SeatSet> {
    let mut seats = SeatSet::EMPTY;
    for &number in numbers {
        seats.insert(read_seat(number)?);
    }
    Some(seats)
}

/// A number that fits a byte.
pub fn read_byte(number: u32) -> Option<u8> {
    u8::try_from(number).ok()
}
