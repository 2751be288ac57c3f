//! Parts of events and questions: how each type is written in a message, read from it, and said in
//! words for machines.

use intrigue_core::Seat;
use intrigue_core::wire_fields::{enum_number, read_byte, read_enum, read_seat, seat_number};
use intrigue_wire::brotherhood::v1 as wire;

use crate::content::ids::{AssassinId, Entrance, EquipmentId, Small, SmallSet};
use crate::content::level::Step;
use crate::content::pack::Companion;
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::action::kind_name;
use crate::rules::counts::small;
use crate::rules::fact::{Flag, Pile};
use crate::rules::state::{Ending, Phase, Place};
use crate::wire::notation as facts;
use crate::wire::setup::squad;
use crate::wire::view::{place, read_place, read_squad};

/// Something that a message can hold.
pub(crate) trait ToWire {
    /// What the message has for it.
    type Wire;

    fn write(&self) -> Self::Wire;
}

/// A part of an event.
pub(crate) trait Field: ToWire + Sized {
    fn read(wire: &Self::Wire) -> Option<Self>;
    fn say(&self) -> String;
}

macro_rules! fields {
    ($($type:ty: $wire:ty, $write:expr, $read:expr, $say:expr;)*) => {$(
        impl ToWire for $type {
            type Wire = $wire;

            fn write(&self) -> $wire {
                let write: fn(&$type) -> $wire = $write;
                write(self)
            }
        }

        impl Field for $type {
            fn read(wire: &$wire) -> Option<Self> {
                let read: fn(&$wire) -> Option<$type> = $read;
                read(wire)
            }

            fn say(&self) -> String {
                let say: fn(&$type) -> String = $say;
                say(self)
            }
        }
    )*};
}

/// A member of a list as machines write it.
fn lower(name: &impl std::fmt::Debug) -> String {
    facts::snake(&format!("{name:?}"))
}

fn place_of(number: u32) -> Option<usize> {
    usize::try_from(number).ok()
}

fields! {
    u8: u32, |n| (*n).into(), |n| read_byte(*n), u8::to_string;
    Option<u8>: Option<u32>, |n| n.map(u32::from), |n| n.map_or(Some(None), |n| read_byte(n).map(Some)),
        |n| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    u16: u32, |n| (*n).into(), |n| u16::try_from(*n).ok(), u16::to_string;
    bool: bool, |is| *is, |is| Some(*is), |is| if *is { "yes" } else { "no" }.to_owned();
    AssassinId: u32, |who| who.number().into(), |n| AssassinId::of(read_byte(*n)?), AssassinId::to_string;
    Option<AssassinId>: Option<u32>, |who| who.map(|who| who.number().into()),
        |n| n.map_or(Some(None), |n| AssassinId::of(read_byte(n)?).map(Some)),
        |who| who.map_or_else(|| "nobody".to_owned(), |who| who.to_string());
    Seat: u32, |one| seat_number(*one), |n| read_seat(*n), Seat::to_string;
    Square: String, Square::to_string, |name| Square::parse(name), Square::to_string;
    Option<Square>: Option<String>, |at| at.map(|at| at.to_string()),
        |name| name.as_ref().map_or(Some(None), |name| Square::parse(name).map(Some)),
        |at| at.map_or_else(|| "none".to_owned(), |at| at.to_string());
    Place: Option<wire::Place>, |at| Some(place(*at)), |at| read_place(at.as_ref()),
        |at| facts::place(*at);
    Squad: Option<wire::Squad>, |guards| Some(squad(*guards)),
        |guards| read_squad(guards.as_ref()), |guards| facts::squad(*guards);
    EquipmentId: u32, |kind| small(kind.index()).into(),
        |n| EquipmentId::new(place_of(*n)?), |kind| kind_name(*kind).to_owned();
    Entrance: u32, |entrance| entrance.number().into(), |n| Entrance::of(read_byte(*n)?), lower;
    Phase: i32, |phase| enum_number(*phase as usize), |n| read_enum(&Phase::ALL, *n), lower;
    Ending: i32, |ending| enum_number(*ending as usize), |n| read_enum(&Ending::ALL, *n), lower;
    Flag: i32, |flag| enum_number(*flag as usize), |n| read_enum(&Flag::ALL, *n), lower;
    Step: i32, |step| enum_number(*step as usize), |n| read_enum(&Step::ALL, *n),
        |step| (*step as usize).to_string();
    Pile: i32, |pile| enum_number(*pile as usize), |n| read_enum(&Pile::ALL, *n),
        |pile| (*pile as usize).to_string();
    Companion: i32, |kind| enum_number(*kind as usize), |n| read_enum(&Companion::ALL, *n),
        |kind| (*kind as usize).to_string();
    Guard: i32, |guard| enum_number(*guard as usize), |n| read_enum(&Guard::ALL, *n),
        |guard| guard.notation().to_owned();
    Option<Way>: i32, |way| way.map_or(0, |way| way.write()),
        |n| if *n == 0 { Some(None) } else { read_enum(&Way::ALL, *n).map(Some) },
        |way| way.map_or(4, |way| way as usize).to_string();
}

impl<T: Small + ToWire> ToWire for SmallSet<T> {
    type Wire = Vec<T::Wire>;

    fn write(&self) -> Self::Wire {
        self.iter().map(|one| one.write()).collect()
    }
}

impl ToWire for Way {
    type Wire = i32;

    fn write(&self) -> i32 {
        enum_number(*self as usize)
    }
}
