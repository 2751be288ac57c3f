//! The log: one entry a step. An entry holds what a seat did and what nature chose after it, so a
//! match is rebuilt without a generator.

use crate::{ActionId, Seat};

/// What a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// The first step: nature alone.
    Deal,
    /// A seat acts.
    Action(Seat, ActionId),
    /// A seat gives up.
    Resignation(Seat),
}

impl Deed {
    /// Whose deed it is.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Deal => None,
            Self::Action(seat, _) | Self::Resignation(seat) => Some(seat),
        }
    }
}

/// One step of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What was done.
    pub deed: Deed,
    /// Nature's choices that followed, by number.
    pub chances: Vec<u32>,
}

impl Entry {
    /// The entry as bytes for a store: numbers of seven bits a byte, the lowest first.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, seat, action) = match self.deed {
            Deed::Deal => (0, 0, 0),
            Deed::Action(seat, id) => (1, seat.index(), id.0),
            Deed::Resignation(seat) => (2, seat.index(), 0),
        };
        let mut bytes = Vec::with_capacity(4 + self.chances.len());
        #[expect(clippy::cast_possible_truncation, reason = "a seat number")]
        let seat = seat as u32;
        for number in [kind, seat, u32::from(action)]
            .into_iter()
            .chain(self.chances.iter().copied())
        {
            let mut rest = number;
            while rest >= 0x80 {
                bytes.push(rest.to_le_bytes()[0] | 0x80);
                rest >>= 7;
            }
            bytes.push(rest.to_le_bytes()[0]);
        }
        bytes
    }

    /// The entry of bytes from a store; `None` if they are none.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut numbers = Vec::with_capacity(bytes.len());
        let (mut number, mut shift) = (0u32, 0u32);
        for &byte in bytes {
            number |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                numbers.push(number);
                (number, shift) = (0, 0);
            } else {
                shift += 7;
            }
        }
        let [kind, seat, action, chances @ ..] = &numbers[..] else {
            return None;
        };
        if shift != 0 {
            return None;
        }
        let seat = Seat::new(*seat as usize)?;
        let deed = match kind {
            0 => Deed::Deal,
            1 => Deed::Action(seat, ActionId(u16::try_from(*action).ok()?)),
            2 => Deed::Resignation(seat),
            _ => return None,
        };
        Some(Self {
            deed,
            chances: chances.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_store() {
        let seat = Seat::new(7).unwrap();
        for deed in [
            Deed::Deal,
            Deed::Action(seat, ActionId(u16::MAX)),
            Deed::Resignation(seat),
        ] {
            let entry = Entry {
                deed,
                chances: vec![0, 127, 128, 1 << 20, u32::MAX],
            };
            assert_eq!(Entry::decode(&entry.encode()), Some(entry));
        }
    }

    #[test]
    fn damaged_entries_are_not_read() {
        for bytes in [
            &[][..],
            &[1, 0],
            &[1, 0, 0x80],
            &[3, 0, 0],
            &[1, 8, 0],
            &[1, 0, 0xff, 0xff, 0x7f],
        ] {
            assert_eq!(Entry::decode(bytes), None, "{bytes:?}");
        }
    }
}
