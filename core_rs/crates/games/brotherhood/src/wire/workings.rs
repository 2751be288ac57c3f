//! What is under way as numbers, and back: only what differs from the rest is written.
//!
//! The lowest byte of a number says what it is about, the others are small values in order.

use intrigue_core::{Seat, SeatSet};

use crate::content::pack::KINDS;
use crate::content::squares::{PLACES, SQUARES, Squad, Square, SquareSet};
use crate::rules::agenda::{PASSES, Pass, PendingState, TASKS, Task};
use crate::rules::state::{CREW, NOTHING};

const TASK: u8 = 1;
const PLAIN: u8 = 2;
const PENDING: u8 = 3;
const GOALS: u8 = 4;
const TESTS: u8 = 5;
const SEEN: u8 = 6;
const ATTACK: u8 = 7;
const AFTER: u8 = 8;
const DICE: u8 = 9;
const COMING: u8 = 10;
const OFFER: u8 = 11;
const DRAWN: u8 = 12;
const PASS: u8 = 13;

/// Squares of a set that one number holds.
const CHUNK: u8 = 48;
/// More than any workings have.
const MOST: usize = 128;

fn number<const N: usize>(tag: u8, values: [u8; N]) -> u64 {
    let mut bytes = [0; 8];
    bytes[0] = tag;
    bytes[1..=N].copy_from_slice(&values);
    u64::from_le_bytes(bytes)
}

impl PendingState {
    /// As numbers.
    #[expect(clippy::many_single_char_names, reason = "bytes in a row")]
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut numbers = Vec::new();
        for task in self.agenda.tasks() {
            numbers.push(task.number() << 8 | u64::from(TASK));
        }
        let mut tell = |tag: u8, values: [u8; 7], plain: [u8; 7]| {
            if values != plain {
                numbers.push(number(tag, values));
            }
        };
        let passed = self.passed.bits();
        tell(
            PLAIN,
            [self.way, passed, self.passing, 0, 0, 0, 0],
            [Self::NEW.way, 0, 0, 0, 0, 0, 0],
        );
        for (tag, set) in [(PENDING, self.groups), (GOALS, self.goals)] {
            for (chunk, bits) in (0..).zip(chunks(set)) {
                let [a, b, c, d, e, f, ..] = bits.to_le_bytes();
                tell(tag, [chunk, a, b, c, d, e, f], [chunk, 0, 0, 0, 0, 0, 0]);
            }
        }
        let none = [0; 7];
        let tests = &self.tests;
        let [a, b, c, d] = tests.dice;
        let red = tests.red.into();
        tell(
            TESTS,
            [a, b, c, d, tests.bodies, tests.body_dice, red],
            none,
        );
        tell(SEEN, [tests.seen, tests.found, 0, 0, 0, 0, 0], none);
        let attack = &self.attack;
        let felled = attack.felled;
        tell(
            ATTACK,
            [
                attack.who,
                attack.kind,
                attack.at,
                attack.hits,
                attack.specials,
                felled.crossbowmen,
                felled.elites,
            ],
            none,
        );
        let after = [attack.vanish, attack.leap].map(u8::from);
        tell(AFTER, [after[0], after[1], 0, 0, 0, 0, 0], none);
        let [a, b, c, d] = self.dice;
        tell(DICE, [a, b, c, d, 0, 0, 0], none);
        for (place, squad) in (0..).zip(self.coming) {
            let values = [place, squad.crossbowmen, squad.elites, 0, 0, 0, 0];
            tell(COMING, values, [place, 0, 0, 0, 0, 0, 0]);
        }
        let [a, b, c] = self.offer;
        tell(OFFER, [a, b, c, 0, 0, 0, 0], none);
        for (kind, count) in (0..).zip(self.drawn) {
            tell(
                DRAWN,
                [kind, count, 0, 0, 0, 0, 0],
                [kind, 0, 0, 0, 0, 0, 0],
            );
        }
        for (place, pass) in (0..).zip(self.passes) {
            let values = [place, pass.from, pass.to, pass.kind, 0, 0, 0];
            tell(PASS, values, [place, 0, 0, 0, 0, 0, 0]);
        }
        numbers
    }

    /// Of numbers, if they are what [`PendingState::numbers`] would write.
    pub(crate) fn of_numbers(numbers: &[u64]) -> Option<Self> {
        if numbers.len() > MOST {
            return None;
        }
        let mut read = Self::NEW;
        for &number in numbers {
            let [tag, values @ ..] = number.to_le_bytes();
            read.take(tag, values)?;
        }
        (read.numbers() == numbers).then_some(read)
    }

    #[expect(clippy::many_single_char_names, reason = "bytes in a row")]
    fn take(&mut self, tag: u8, values: [u8; 7]) -> Option<()> {
        let [a, b, c, d, e, f, g] = values;
        match tag {
            TASK => {
                if self.agenda.tasks().len() == TASKS {
                    return None;
                }
                let task = u64::from_le_bytes([a, b, c, d, e, f, g, 0]);
                self.agenda.push(Task::from_number(task)?);
            }
            PLAIN => {
                self.way = a;
                self.passed = seats(b)?;
                self.passing = (usize::from(c) <= PASSES).then_some(c)?;
            }
            PENDING | GOALS => {
                let set = if tag == PENDING {
                    &mut self.groups
                } else {
                    &mut self.goals
                };
                let bits = u64::from_le_bytes([b, c, d, e, f, g, 0, 0]);
                for place in (0..CHUNK).filter(|place| bits >> place & 1 == 1) {
                    let square = a.checked_mul(CHUNK)?.checked_add(place)?;
                    let known = usize::from(square) < SQUARES;
                    set.insert(known.then_some(Square(square))?);
                }
            }
            TESTS => {
                self.tests.dice = [a, b, c, d];
                (self.tests.bodies, self.tests.body_dice) = (e, f);
                self.tests.red = flag(g)?;
            }
            SEEN => (self.tests.seen, self.tests.found) = (a, b),
            ATTACK => {
                let attack = &mut self.attack;
                (attack.who, attack.kind, attack.at) = (a, b, c);
                (attack.hits, attack.specials) = (d, e);
                attack.felled = Squad::new(f, g);
                let known = usize::from(b) < KINDS || b == NOTHING;
                let few = f <= PLACES && g <= PLACES;
                let there = usize::from(a) < CREW && usize::from(c) < SQUARES;
                (known && few && there).then_some(())?;
            }
            AFTER => (self.attack.vanish, self.attack.leap) = (flag(a)?, flag(b)?),
            DICE => self.dice = [a, b, c, d],
            COMING => *self.coming.get_mut(usize::from(a))? = Squad::new(b, c),
            OFFER => self.offer = [a, b, c],
            DRAWN => *self.drawn.get_mut(usize::from(a))? = b,
            PASS => {
                let there = usize::from(b.max(c)) < CREW && usize::from(d) < KINDS;
                let pass = Pass {
                    from: b,
                    to: c,
                    kind: d,
                };
                *self.passes.get_mut(usize::from(a))? = there.then_some(pass)?;
            }
            _ => return None,
        }
        Some(())
    }
}

fn chunks(set: SquareSet) -> [u64; SQUARES / CHUNK as usize] {
    let mut chunks = [0; SQUARES / CHUNK as usize];
    for square in set.iter() {
        chunks[usize::from(square.0 / CHUNK)] |= 1 << (square.0 % CHUNK);
    }
    chunks
}

fn flag(value: u8) -> Option<bool> {
    match value {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// The seats of a set's bits.
pub(crate) fn seats(bits: u8) -> Option<SeatSet> {
    let mut set = SeatSet::EMPTY;
    for seat in (0..8).filter(|seat| bits >> seat & 1 == 1) {
        set.insert(Seat::new(seat)?);
    }
    Some(set)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::content::squares::Guard;
    use crate::rules::agenda::Kind;

    /// PendingState in which everything differs from the rest.
    pub(crate) fn busy() -> PendingState {
        let mut busy = PendingState::NEW;
        for (place, &kind) in (0..).zip(&Kind::ALL[..TASKS]) {
            busy.agenda.push(Task {
                kind,
                who: place % 4,
                at: 100 + place,
                to: 143 - place,
                n: 255 - place,
            });
        }
        for square in [0, 47, 48, 95, 96, 143] {
            busy.groups.insert(Square(square));
            busy.goals.insert(Square(square / 2));
        }
        busy.way = 0;
        busy.passed = SeatSet::first(3);
        busy.tests.dice = [1, 2, 3, 4];
        (busy.tests.bodies, busy.tests.body_dice, busy.tests.red) = (5, 4, true);
        (busy.tests.seen, busy.tests.found) = (15, 2);
        (busy.attack.who, busy.attack.kind, busy.attack.at) = (3, 255, 143);
        (busy.attack.hits, busy.attack.specials) = (4, 2);
        busy.attack.felled = Squad::new(1, 1);
        (busy.attack.vanish, busy.attack.leap) = (true, true);
        busy.dice = [9, 0, 8, 0];
        busy.coming = [Squad::one(Guard::Elite); 4];
        busy.offer = [3, 2, 1];
        busy.drawn[23] = 3;
        busy.passes[11] = Pass {
            from: 3,
            to: 2,
            kind: 23,
        };
        busy.passing = 12;
        busy
    }

    #[test]
    fn workings_come_back_from_their_numbers() {
        assert!(PendingState::NEW.numbers().is_empty());
        for workings in [PendingState::NEW, busy()] {
            let numbers = workings.numbers();
            assert!(numbers.len() <= MOST, "{}", numbers.len());
            assert_eq!(PendingState::of_numbers(&numbers), Some(workings));
        }
    }

    #[test]
    fn numbers_that_nobody_writes_are_refused() {
        let numbers = busy().numbers();
        let mut doubled = numbers.clone();
        doubled.push(*numbers.last().expect("there are some"));
        let mut turned = numbers.clone();
        turned.reverse();
        for strange in [doubled, turned, vec![0], vec![u64::MAX], vec![14]] {
            assert_eq!(PendingState::of_numbers(&strange), None, "{strange:?}");
        }
        // Every number of its own: a tag with values all at their highest.
        for tag in 0..=u8::MAX {
            assert_eq!(PendingState::of_numbers(&[number(tag, [u8::MAX; 7])]), None);
        }
    }
}
