//! The table: everything that lies on it lies in the open (V-K.1). Decks have no order until a
//! card is drawn, so there is nothing that anybody could know more of than another.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use intrigue_core::{Seat, SeatSet};

use crate::content::ids::{AssassinId, AssassinSet, EquipmentId};
use crate::content::level::{Mission, OBJECTIVES};
use crate::content::pack::{CHESTS, KINDS, Slot};
use crate::content::squares::{SQUARES, Squad, Square, SquareSet, Way};
use crate::rules::agenda::PendingState;
use crate::rules::counts::small;
use crate::rules::options::Options;

/// The most assassins.
pub(crate) const CREW: usize = 4;
/// Cubes of an assassin in a turn (V-3.1).
pub(crate) const CUBES: u8 = 3;

/// The truth of one table.
#[derive(Clone, PartialEq)]
pub struct Brotherhood {
    pub(crate) options: Arc<Options>,
    pub(crate) table: Table,
}

/// All that lies on the table, and what is under way.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Table {
    /// The mission, its map turned as chance or the options have it.
    pub mission: Arc<Mission>,
    /// Where the match stands.
    pub phase: Phase,
    /// The turn of this attempt, from 1.
    pub turn: u8,
    /// The turns of earlier attempts (V-10.6).
    pub earlier: u16,
    /// Failures that may still be gone on from.
    pub retries: u8,
    /// The seat that decides for all (V-0.1).
    pub leader: Seat,
    /// Numbers the windows, so that an answer to a closed prompt is told from others.
    pub window: u32,
    /// Seats that have given up.
    pub resigned: SeatSet,
    /// Seats that are done with the phase.
    pub done: SeatSet,
    /// Whether the alert is on (V-13).
    pub alert: bool,
    /// The assassins; those that there are come first.
    pub crew: [Assassin; CREW],
    /// How many assassins there are.
    pub size: u8,
    /// Guards of each square, with those on places of objectives.
    pub guards: [Squad; SQUARES],
    /// Where there are guards.
    pub watched: SquareSet,
    /// Guards on the places of each objective.
    pub posted: [Squad; OBJECTIVES],
    pub bodies: [Squad; SQUARES],
    /// Where there are bodies.
    pub strewn: SquareSet,
    /// Figures that are left.
    pub reserve: Squad,
    /// Figures out of the level.
    pub boxed: Squad,
    /// Loose red bases.
    pub bases: SquareSet,
    /// Objectives that are still to be done, one bit each.
    pub objectives: u8,
    /// Chests that are closed.
    pub chests: SquareSet,
    /// The tower card that was turned over.
    pub tower_card: Option<u8>,
    /// The objective that was found to be false.
    pub painted: Option<u8>,
    /// Who has which companions with it.
    pub companions: [Option<AssassinId>; 3],
    /// Whether these companions have been used, which they are once (V-27.2).
    pub companions_used: [bool; 3],
    /// The event in force; none between turns.
    pub event: Option<u8>,
    /// Whether its one use in the turn is still open.
    pub event_open: bool,
    /// Equipment in the deck, by kind.
    pub deck: [u8; KINDS],
    /// Equipment discarded, by kind.
    pub discards: [u8; KINDS],
    /// Events in the deck, one bit each.
    pub events: u32,
    /// Events discarded, one bit each; the others are out for good or in force.
    pub events_discarded: u32,
    /// Reinforcement cards in the deck, one bit each.
    pub reinforcements: u8,
    /// Reinforcement cards discarded, one bit each.
    pub reinforcements_discarded: u8,
    /// Chest cards in the deck.
    pub chest_deck: [u8; CHESTS],
    /// Reinforcement steps that will be left out.
    pub skips: u8,
    /// Whether roofs are entered by green dice from now on.
    pub green_roofs: bool,
    /// Whether an assassin was wanted at the end of an Assassins phase.
    pub was_wanted: bool,
    /// Bodies seen in this attempt.
    pub bodies_seen: u8,
    /// Retries that were used.
    pub retries_used: u8,
    /// The campaign's florins.
    pub florins: u16,
    /// Cards out for good in the campaign.
    pub gone: [u8; KINDS],
    /// What is under way.
    pub pending: PendingState,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Whether the 100 % goal was reached.
    pub trophy: bool,
}

/// Parts of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Before the first turn.
    Setup,
    /// The event of the turn is drawn (V-2.1).
    Event,
    /// The assassins act (V-3).
    Assassins,
    /// The guards take their steps (V-22).
    Guard,
    /// The turn ends (V-4).
    End,
    /// The assassins are placed again after a failure (V-10.4).
    Retry,
    /// It is over.
    Over,
}

impl Phase {
    /// All, in order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Setup,
        Self::Event,
        Self::Assassins,
        Self::Guard,
        Self::End,
        Self::Retry,
        Self::Over,
    ];

    /// As machines write it.
    pub const fn notation(self) -> &'static str {
        ["setup", "event", "assassins", "guard", "end", "retry", "over"][self as usize]
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// All objectives are done and the team is away (V-4.2).
    Success,
    /// All assassins are eliminated (V-4.3).
    Eliminated,
    /// The turn limit was reached.
    TurnLimit,
    /// An objective is open and nobody is left on the level.
    Abandoned,
    /// The alert came on.
    AlertOn,
    /// An assassin fell.
    AssassinCritical,
    /// Too many bodies were seen.
    BodiesSeen,
}

impl Ending {
    /// All, in order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Success,
        Self::Eliminated,
        Self::TurnLimit,
        Self::Abandoned,
        Self::AlertOn,
        Self::AssassinCritical,
        Self::BodiesSeen,
    ];

    /// As machines write it.
    pub const fn notation(self) -> &'static str {
        [
            "success",
            "eliminated",
            "turn_limit",
            "abandoned",
            "alert_on",
            "assassin_critical",
            "bodies_seen",
        ][self as usize]
    }
}

/// An assassin.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Assassin {
    /// Its place among the pack's four assassins.
    pub role: u8,
    /// Its level, 1 or 2 (V-14.2).
    pub level: u8,
    /// Whether its apprentice plays in its place (V-26.5).
    pub apprentice: bool,
    /// Where it is.
    pub place: Place,
    /// The hearts that it has.
    pub hearts: u8,
    /// The cubes that it has in this turn.
    pub cubes: u8,
    /// Whether it has a saved cube.
    pub saved: bool,
    /// Whether a red base is attached.
    pub wanted: bool,
    /// Whether it is in the hiding spot of its square.
    pub hidden: bool,
    /// The turn in which it fell; 0 if it stands.
    pub fell: u8,
    /// Whether it may hide until its next act (V-28.1).
    pub may_hide: bool,
    /// Whether its ability was used in this turn.
    pub spent: bool,
    /// Whether it wears a cloak for the turn.
    pub cloaked: bool,
    /// Whether a trade of its was refused in this turn.
    pub rebuffed: bool,
    /// Slots whose card was changed in this turn, one bit each.
    pub changed: u8,
    /// Reusable cards at cost 0 used in this turn, one bit each.
    pub used: u32,
    /// The card in each of its slots.
    pub slots: [Option<EquipmentId>; 4],
    /// Cards beside its board, by kind.
    pub beside: [u8; KINDS],
}

impl Index<AssassinId> for [Assassin; CREW] {
    type Output = Assassin;
    #[inline]
    fn index(&self, who: AssassinId) -> &Assassin {
        &self[who.index()]
    }
}

impl IndexMut<AssassinId> for [Assassin; CREW] {
    #[inline]
    fn index_mut(&mut self, who: AssassinId) -> &mut Assassin {
        &mut self[who.index()]
    }
}

/// Where an assassin is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On a square.
    Square(Square),
    /// On top of a tower.
    Tower(u8),
    /// It has left the level for good.
    Away,
    /// It is eliminated.
    Out,
}

impl Assassin {
    /// The square that it stands on; not a tower.
    #[inline]
    pub fn square(&self) -> Option<Square> {
        match self.place {
            Place::Square(square) => Some(square),
            _ => None,
        }
    }

    /// Whether it is on the level, on a square or a tower.
    #[inline]
    pub fn present(&self) -> bool {
        matches!(self.place, Place::Square(_) | Place::Tower(_))
    }

    /// Whether it lies critical.
    #[inline]
    pub fn critical(&self) -> bool {
        self.fell != 0
    }

    /// Whether it can act: on the level and standing.
    #[inline]
    pub fn able(&self) -> bool {
        self.present() && !self.critical()
    }

    /// The cubes that it can pay with, the saved one among them.
    #[inline]
    pub fn purse(&self) -> u8 {
        self.cubes + u8::from(self.saved)
    }

    /// Whether it has a card of a kind, on its board or beside it.
    #[inline]
    pub fn has(&self, kind: EquipmentId) -> bool {
        self.beside[kind] > 0 || self.slots.contains(&Some(kind))
    }

    /// How many cards of a kind it has.
    pub fn count(&self, kind: EquipmentId) -> u8 {
        let worn = self.slots.map(|slot| u8::from(slot == Some(kind)));
        self.beside[kind] + worn.iter().sum::<u8>()
    }

    /// The kind in a slot.
    #[inline]
    pub fn worn(&self, slot: Slot) -> Option<EquipmentId> {
        self.slots[slot as usize]
    }
}

impl Brotherhood {
    /// The assassins of a seat.
    #[inline]
    pub(crate) fn assassins_of(&self, seat: Seat) -> impl Iterator<Item = AssassinId> + use<> {
        let own = if self.options.seats == 1 {
            0..usize::from(self.table.size)
        } else {
            seat.index()..seat.index() + 1
        };
        AssassinId::ALL[own].iter().copied()
    }
}

impl Table {
    /// The assassins that there are.
    #[inline]
    pub(crate) fn assassins(&self) -> &[Assassin] {
        &self.crew[..usize::from(self.size)]
    }

    /// The ids of the assassins that there are.
    #[inline]
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = AssassinId> + Clone + use<> {
        AssassinId::first(self.size)
    }

    /// The assassins that there are, with their ids.
    #[inline]
    pub(crate) fn team(&self) -> impl Iterator<Item = (AssassinId, &Assassin)> + Clone {
        self.ids().zip(&self.crew)
    }

    /// The guards of a square that are on no objective's place.
    #[inline]
    pub(crate) fn loose_guards(&self, square: Square) -> Squad {
        self.guards[square.index()] - self.posted_at(square)
    }

    /// The guards of a square that are on an objective's places.
    #[inline]
    pub(crate) fn posted_at(&self, square: Square) -> Squad {
        match self.mission.level.objective_at(square) {
            Some(objective) => self.posted[objective],
            None => Squad::NONE,
        }
    }

    /// Whether a wanted assassin stands on a square.
    #[inline]
    pub(crate) fn wanted_at(&self, square: Square) -> bool {
        self.assassins()
            .iter()
            .any(|assassin| assassin.wanted && assassin.place == Place::Square(square))
    }
}

/// One of nature's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// How the map lies.
    Mirror(u8),
    /// An event card.
    Event(u8),
    /// A direction.
    Way(Way),
    /// A card of equipment.
    Equipment(EquipmentId),
    /// A chest card.
    Chest(u8),
    /// A tower card.
    Tower(u8),
    /// The objective that is false.
    Painted(u8),
    /// A reinforcement card.
    Reinforcement(u8),
    /// Assassin dice: plain hits, and specials.
    Dice(u8, u8),
    /// Detection dice: which assassins are seen, and how many bodies.
    Sight(AssassinSet, u8),
    /// Guard dice: hits.
    Blows(u8),
}

impl From<Chance> for u32 {
    fn from(chance: Chance) -> Self {
        let (kind, a, b) = match chance {
            Chance::Mirror(a) => (0, a, 0),
            Chance::Event(a) => (1, a, 0),
            Chance::Way(way) => (2, way as u8, 0),
            Chance::Equipment(kind) => (3, small(kind.index()), 0),
            Chance::Chest(a) => (4, a, 0),
            Chance::Tower(a) => (5, a, 0),
            Chance::Painted(a) => (6, a, 0),
            Chance::Reinforcement(a) => (7, a, 0),
            Chance::Dice(a, b) => (8, a, b),
            Chance::Sight(seen, found) => (9, seen.bits(), found),
            Chance::Blows(a) => (10, a, 0),
        };
        Self::from_le_bytes([kind, a, b, 0])
    }
}

impl TryFrom<u32> for Chance {
    type Error = ();

    fn try_from(number: u32) -> Result<Self, ()> {
        let [kind, a, b, 0] = number.to_le_bytes() else {
            return Err(());
        };
        Ok(match (kind, b) {
            (0, 0) => Self::Mirror(a),
            (1, 0) => Self::Event(a),
            (2, 0) => Self::Way(Way::of(a).ok_or(())?),
            (3, 0) => Self::Equipment(EquipmentId::new(a.into()).ok_or(())?),
            (4, 0) => Self::Chest(a),
            (5, 0) => Self::Tower(a),
            (6, 0) => Self::Painted(a),
            (7, 0) => Self::Reinforcement(a),
            (8, _) => Self::Dice(a, b),
            (9, _) => Self::Sight(AssassinSet::from_bits(a).ok_or(())?, b),
            (10, 0) => Self::Blows(a),
            _ => return Err(()),
        })
    }
}
