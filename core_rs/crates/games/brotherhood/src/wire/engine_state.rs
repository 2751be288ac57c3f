//! What is under way as bytes, and back: a version, the number of the window, then every part of
//! the pending state in turn. Nobody but this engine reads it, and bytes that it would not write
//! itself are refused.

use intrigue_core::{Seat, SeatSet};

use crate::content::ids::{AssassinId, Entrance, EquipmentId, Small, SmallSet};
use crate::content::pack::Companion;
use crate::content::squares::{Guard, SQUARES, Squad, Square, SquareSet, Way};
use crate::knowledge::view::View;
use crate::rules::agenda::{
    Agenda, Attack, Call, Draw, Pass, PendingState, Procedure, Question, TASKS, Task, Tests,
};
use crate::rules::counts::small;

/// Changes when the bytes of the same state do.
const VERSION: u8 = 1;

/// The engine state of a view.
pub(crate) fn write(view: &View) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    bytes.extend(view.table.window.to_le_bytes());
    view.table.pending.write(&mut bytes);
    bytes
}

/// The number of the window and the pending state of bytes, if [`write`] would write just these.
pub(crate) fn read(bytes: &[u8]) -> Option<(u32, PendingState)> {
    let (&VERSION, rest) = bytes.split_first()? else {
        return None;
    };
    let (window, mut rest) = rest.split_first_chunk()?;
    let pending = PendingState::read(&mut rest)?;
    rest.is_empty().then(|| (u32::from_le_bytes(*window), pending))
}

/// Something that is written as bytes in one way only.
trait Code: Sized {
    fn write(&self, to: &mut Vec<u8>);
    /// Takes as many bytes as were written; `None` if they are of nothing.
    fn read(from: &mut &[u8]) -> Option<Self>;
}

impl Code for u8 {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let (&first, rest) = from.split_first()?;
        *from = rest;
        Some(first)
    }
}

/// A number that stands for a value.
fn numbered<T>(from: &mut &[u8], of: impl Fn(u8) -> Option<T>) -> Option<T> {
    of(u8::read(from)?)
}

/// Types that are one number each.
macro_rules! numbers {
    ($($type:ty: $write:expr, $read:expr;)*) => {$(
        impl Code for $type {
            fn write(&self, to: &mut Vec<u8>) {
                let number: fn(&$type) -> u8 = $write;
                to.push(number(self));
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                numbered(from, $read)
            }
        }
    )*};
}

numbers! {
    bool: |is| u8::from(*is), |number| (number < 2).then_some(number == 1);
    AssassinId: |who| who.number(), AssassinId::of;
    Entrance: |entrance| entrance.number(), Entrance::of;
    Way: |way| way.number(), Way::of;
    Guard: |guard| *guard as u8, Guard::of;
    Companion: |kind| *kind as u8, |number| Companion::ALL.get(usize::from(number)).copied();
    EquipmentId: |kind| small(kind.index()), |number| EquipmentId::new(number.into());
    Square: |square| square.0, |number| (usize::from(number) < SQUARES).then_some(Square(number));
}

impl<T: Small> Code for SmallSet<T> {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(self.bits());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        numbered(from, Self::from_bits)
    }
}

impl<T: Code> Code for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.is_some().write(to);
        if let Some(one) = self {
            one.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        if bool::read(from)? { T::read(from).map(Some) } else { Some(None) }
    }
}

impl<T: Code + Copy, const N: usize> Code for [T; N] {
    fn write(&self, to: &mut Vec<u8>) {
        for one in self {
            one.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let mut all = [T::read(from)?; N];
        for one in &mut all[1..] {
            *one = T::read(from)?;
        }
        Some(all)
    }
}

/// Sets are a count and their members in order.
impl Code for SquareSet {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(small(self.len()));
        for square in self.iter() {
            square.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let mut set = Self::EMPTY;
        let mut last = None;
        for _ in 0..u8::read(from)? {
            let square = Square::read(from)?;
            if last.replace(square) >= Some(square) {
                return None;
            }
            set.insert(square);
        }
        Some(set)
    }
}

impl Code for SeatSet {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(self.bits());
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let bits = u8::read(from)?;
        let seats = (0..8).filter(|seat| bits >> seat & 1 == 1);
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(Seat::new(seat)?);
        }
        Some(set)
    }
}

impl Code for Agenda {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(small(self.tasks().len()));
        for task in self.tasks() {
            task.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let length = numbered(from, |n| (usize::from(n) <= TASKS).then_some(n))?;
        let mut agenda = Self::EMPTY;
        for _ in 0..length {
            agenda.push(Task::read(from)?);
        }
        Some(agenda)
    }
}

impl Code for Task {
    fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::Draw(draw) => draw.write(to),
            Self::Ask(question) => question.write(to),
            Self::Do(procedure) => procedure.write(to),
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        match from.first()? {
            0..32 => Draw::read(from).map(Self::Draw),
            32..96 => Question::read(from).map(Self::Ask),
            96.. => Procedure::read(from).map(Self::Do),
        }
    }
}

/// Structs, one part after the other.
macro_rules! structs {
    ($($type:ident { $($part:ident),* };)*) => {$(
        impl Code for $type {
            fn write(&self, to: &mut Vec<u8>) {
                $(self.$part.write(to);)*
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($part: Code::read(from)?),* })
            }
        }
    )*};
}

structs! {
    PendingState {
        agenda, groups, goals, way, passed, entered, tests, attack, dice, coming, offer, drawn,
        passes
    };
    Pass { giver, taker, card };
    Tests { dice, bodies, body_dice, red, seen, found };
    Attack { assassin, weapon, target, hits, specials, felled, vanish, leap };
    Squad { crossbowmen, elites };
}

/// Enums: the number of a variant, then its parts.
macro_rules! enums {
    ($($type:ident { $($number:literal $variant:ident $({ $($part:ident),* })?;)* })*) => {$(
        impl Code for $type {
            fn write(&self, to: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $({ $($part),* })? => {
                        to.push($number);
                        $($($part.write(to);)*)?
                    })*
                }
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(match u8::read(from)? {
                    $($number => Self::$variant $({ $($part: Code::read(from)?),* })?,)*
                    _ => return None,
                })
            }
        }
    )*};
}

enums! {
    Call {
        0 Only;
        1 FirstOfTwo;
        2 SecondOfTwo { first };
    }
    Draw {
        0 Mirror;
        1 Event;
        2 Way;
        3 Cards { assassin, count, quiet };
        4 Chest { assassin };
        5 Tower { assassin };
        6 FalseObjective;
        7 Reinforcement { call };
        8 AttackDice { assassin, dice };
        9 Tests;
        10 TestAgain { assassin };
        11 GuardDice { assassin, dice };
        12 Offer { place };
    }
    Procedure {
        96 BeginTurn;
        97 BeginEvent;
        98 BeginActs;
        99 EndActs;
        100 NextStep { step };
        101 BeginStep { step, again };
        102 March;
        103 Declare;
        104 Strike;
        105 StrikeSquare { at };
        106 Reinforce;
        107 EndTurn;
        108 Arrive { assassin, shakes_off };
        109 Settle { assassin };
        110 Judge;
        111 OfferRerolls { done };
        112 ApplySpecial;
        113 DivideHits;
        114 EndAttack;
        115 KeepCard { assassin };
        116 Exchange { payer };
        117 PlaceNext { placed, station };
        118 Market { sold };
        119 OpenOffer;
        120 TendNext { tended };
        121 DealKit { dealt };
        122 Investigate { assassin };
        123 ApplyChest { assassin, card };
    }
    Question {
        32 Acts;
        33 Window;
        34 Kit { card, among };
        35 Finder { cards, among };
        36 Company { companion, among };
        37 Cancel;
        38 Reroll { tested, by };
        39 Pursuers { assassin, from, to, count };
        40 Way { from, ways };
        41 First { to, ways };
        42 Movers { from, to, count };
        43 Shot { from, ways, dice };
        44 Spare { among, left };
        45 Placed { entrance, count };
        46 Body { guard };
        47 Entrance { entrances };
        48 Reinforcement { first, second };
        49 Elites { assassin, counts };
        50 Crossbowmen { assassin, counts };
        51 Drowned { assassin };
        52 Vanished { assassin };
        53 Move { assassin, unseen, ability };
        54 Hide { assassin, hidden };
        55 Keep { assassin };
        56 TradePair { payer };
        57 TradeCard { payer, giver, taker };
        58 Consent { payer };
        59 Station;
        60 Place { assassin, station };
        61 Sell { assassin };
        62 Buy;
        63 Buyer { offer };
        64 Tend { assassin };
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Settings, Viewer, fill_defaults};

    use super::*;
    use crate::rules::agenda::tests::one_of_each_question;
    use crate::rules::options::{OPTIONS, Options};

    fn blank() -> View {
        let settings = fill_defaults(OPTIONS, &Settings::new()).expect("all have defaults");
        let options = Options::read(&settings).expect("the defaults fit");
        View::blank(&options.into(), Viewer::Spectator)
    }

    /// A view in which everything that is under way differs from the rest.
    fn busy() -> View {
        let mut view = blank();
        view.table.window = u32::MAX;
        let pending = &mut view.table.pending;
        let (first, last) = (AssassinId::First, AssassinId::Fourth);
        for square in [0, 47, 48, 95, 96, 143] {
            pending.groups.insert(Square(square));
            pending.goals.insert(Square(square / 2));
        }
        pending.way = Some(Way::West);
        pending.passed = SeatSet::first(3);
        pending.entered.insert(last);
        pending.tests = Tests {
            dice: [1, 2, 3, 4],
            bodies: 5,
            body_dice: 4,
            red: true,
            seen: AssassinId::ALL.into_iter().collect(),
            found: 2,
        };
        pending.attack = Some(Attack {
            assassin: last,
            weapon: EquipmentId::new(23),
            target: Square(143),
            hits: 4,
            specials: 2,
            felled: Squad::new(1, 1),
            vanish: true,
            leap: true,
        });
        pending.dice = [9, 0, 8, 0];
        pending.coming = [Squad::one(Guard::Elite); 4];
        pending.offer = [EquipmentId::new(3), None, EquipmentId::new(0)];
        pending.drawn[23] = 3;
        pending.passes[0] =
            EquipmentId::new(23).map(|card| Pass { giver: first, taker: last, card });
        view
    }

    #[test]
    fn pending_states_come_back_from_their_bytes() {
        for view in [blank(), busy()] {
            let bytes = write(&view);
            assert_eq!(read(&bytes), Some((view.table.window, view.table.pending)));
            // Nothing shorter, nothing longer, and no other version.
            for length in 0..bytes.len() {
                assert_eq!(read(&bytes[..length]), None, "{length}");
            }
            assert_eq!(read(&[&bytes[..], &[0]].concat()), None);
            assert_eq!(read(&[&[VERSION + 1], &bytes[1..]].concat()), None);
        }
    }

    #[test]
    fn every_task_comes_back_from_its_bytes() {
        let calls = [Call::Only, Call::FirstOfTwo, Call::SecondOfTwo { first: 7 }];
        let draws = calls.map(|call| Task::Draw(Draw::Reinforcement { call }));
        for task in one_of_each_question().into_iter().map(Task::Ask).chain(draws) {
            let mut bytes = Vec::new();
            task.write(&mut bytes);
            assert_eq!(Task::read(&mut &bytes[..]), Some(task));
        }
    }

    #[test]
    fn bytes_of_anything_else_are_refused_or_written_again_as_they_are() {
        let view = busy();
        let bytes = write(&view);
        let (mut refused, mut kept) = (0, 0);
        for place in 0..bytes.len() {
            for value in [0, 1, 2, 4, 8, 24, 31, 96, 144, 255] {
                let mut bytes = bytes.clone();
                bytes[place] = value;
                let Some((window, pending)) = read(&bytes) else {
                    refused += 1;
                    continue;
                };
                let mut again = blank();
                (again.table.window, again.table.pending) = (window, pending);
                assert_eq!(write(&again), bytes, "{place} {value}");
                kept += 1;
            }
        }
        assert!(refused > 0 && kept > 0, "{refused} {kept}");
    }
}
