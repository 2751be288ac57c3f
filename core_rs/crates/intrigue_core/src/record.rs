//! The log: one entry per step. An entry holds what a seat did and what nature chose after it, so a
//! match is rebuilt without a generator.

use crate::{ActionId, Seat};

/// What a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The first step: nature alone.
    Deal,
    /// A seat acts.
    Action(Seat, ActionId),
    /// A seat gives up.
    Resignation(Seat),
    /// A seat gives up because its time is up.
    TimeForfeit(Seat),
}

impl StepKind {
    /// Whose step it is.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Deal => None,
            Self::Action(seat, _) | Self::Resignation(seat) | Self::TimeForfeit(seat) => Some(seat),
        }
    }
}

/// One step of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What was done.
    pub kind: StepKind,
    /// Nature's choices that followed, by number.
    pub chances: Vec<u32>,
}

impl Entry {
    /// The entry as bytes for a store: numbers of seven bits a byte, the lowest first.
    pub fn encode(&self) -> Vec<u8> {
        let (kind, seat, action) = match self.kind {
            StepKind::Deal => (0, 0, 0),
            StepKind::Action(seat, id) => (1, seat.index(), id.0),
            StepKind::Resignation(seat) => (2, seat.index(), 0),
            StepKind::TimeForfeit(seat) => (3, seat.index(), 0),
        };
        let mut bytes = Vec::with_capacity(4 + self.chances.len());
        #[expect(clippy::cast_possible_truncation, reason = "a seat number")]
        let seat = seat as u32;
        for number in
            [kind, seat, u32::from(action)].into_iter().chain(self.chances.iter().copied())
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
        let kind = match kind {
            0 => StepKind::Deal,
            1 => StepKind::Action(seat, ActionId(u16::try_from(*action).ok()?)),
            2 => StepKind::Resignation(seat),
            3 => StepKind::TimeForfeit(seat),
            _ => return None,
        };
        Some(Self { kind, chances: chances.to_vec() })
    }
}

/// The encoded entries of a match, one after the other: a match that nobody looks at should be
/// small.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Log {
    bytes: Vec<u8>,
    /// Where each entry ends.
    ends: Vec<u32>,
}

impl Log {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The entry with a number, counted from 0.
    pub fn get(&self, number: usize) -> Option<&[u8]> {
        let end = *self.ends.get(number)? as usize;
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1] as usize,
        };
        Some(&self.bytes[start..end])
    }

    /// The newest entry.
    pub fn last(&self) -> Option<&[u8]> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All entries, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|number| self.get(number))
    }

    pub(crate) fn push(&mut self, entry: &Entry) {
        self.bytes.extend_from_slice(&entry.encode());
        let end = u32::try_from(self.bytes.len()).expect("a match has less than 4 GB of log");
        self.ends.push(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_store() {
        let seat = Seat::new(7).unwrap();
        for kind in [
            StepKind::Deal,
            StepKind::Action(seat, ActionId(u16::MAX)),
            StepKind::Resignation(seat),
            StepKind::TimeForfeit(seat),
        ] {
            let entry = Entry { kind, chances: vec![0, 127, 128, 1 << 20, u32::MAX] };
            assert_eq!(Entry::decode(&entry.encode()), Some(entry));
        }
    }

    #[test]
    fn a_log_gives_back_its_entries() {
        let mut log = Log::default();
        assert_eq!((log.last(), log.len()), (None, 0));
        let entries: Vec<_> = (0..5)
            .map(|number| Entry {
                kind: StepKind::Action(Seat::new(0).unwrap(), ActionId(number * 100)),
                chances: (0..u32::from(number)).collect(),
            })
            .collect();
        for entry in &entries {
            log.push(entry);
            assert_eq!(log.last(), Some(&entry.encode()[..]));
        }
        let read: Vec<_> = log.iter().map(|bytes| Entry::decode(bytes).unwrap()).collect();
        assert_eq!(read, entries);
        assert_eq!(log.get(5), None);
    }

    #[test]
    fn damaged_entries_are_not_read() {
        for bytes in
            [&[][..], &[1, 0], &[1, 0, 0x80], &[4, 0, 0], &[1, 8, 0], &[1, 0, 0xff, 0xff, 0x7f]]
        {
            assert_eq!(Entry::decode(bytes), None, "{bytes:?}");
        }
    }
}
