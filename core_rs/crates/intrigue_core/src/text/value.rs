use std::borrow::Cow;

use crate::{Seat, SeatSet};

/// An argument of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// A number, by which a message can choose between singular and plural.
    Number(i64),
    /// A text that is put in as it is.
    Text(Cow<'a, str>),
    /// A text between the quotation marks of the language; [`quote`](crate::quote) makes it.
    Quoted(Cow<'a, str>),
    /// A seat. `$seat` is "player 3" or the seat's name; `$seat_start`, `$seat_of` and so on are
    /// its forms, which the core's catalog lists as `seat-start`, `seat-of` and so on.
    Seat(Seat),
    /// Several seats, with the forms `seats-start` and so on.
    Seats(SeatSet),
    /// Another message of the catalog: `("card", "duchess")` is the message `card-duchess`.
    /// `$card_the` is its attribute `.the`.
    Entry(&'static str, &'static str),
    /// Nothing, by which a message can choose: `[none]`.
    None,
}

/// The names by which texts call the seats. Without names, a seat is "player 3".
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatNames(Vec<String>);

impl SeatNames {
    /// Every seat by its number.
    pub const NUMBERS: &'static Self = &Self(Vec::new());

    /// The names of the seats, in order. A seat without a name of its own is called by its number:
    /// one that has none, a blank one, or the name of another seat.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        let names: Vec<String> = names.into_iter().collect();
        let is_own = |name: &str| {
            let same = names.iter().filter(|other| other.trim() == name.trim());
            !name.trim().is_empty() && same.count() == 1
        };
        let own = names.iter().map(|name| is_own(name).then(|| name.clone()));
        Self(own.map(Option::unwrap_or_default).collect())
    }

    /// Whether any seat has a name.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }

    /// The name of a seat, if it has one.
    pub fn get(&self, seat: Seat) -> Option<&str> {
        let name = self.0.get(seat.index())?;
        (!name.is_empty()).then_some(name)
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&Value<'a>> for Value<'a> {
    fn from(value: &Value<'a>) -> Self {
        value.clone()
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Self::Text(text)
    }
}

/// A condition, by which a message can choose: `[true]` and `[false]`.
impl From<bool> for Value<'_> {
    fn from(condition: bool) -> Self {
        Self::Text(if condition { "true" } else { "false" }.into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl From<Seat> for Value<'_> {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<SeatSet> for Value<'_> {
    fn from(seats: SeatSet) -> Self {
        Self::Seats(seats)
    }
}
