//! A mission, ready to be played: its map with everything that can be known of it beforehand.

use intrigue_core::Text;
use serde::Deserialize;

use crate::content::ids::EquipmentId;
use crate::content::pack::Pack;
use crate::content::squares::{SQUARES, Squad, Square, SquareSet, Way};

/// The most objectives of a level (V-C.3).
pub(crate) const OBJECTIVES: usize = 8;
/// The most stations.
pub(crate) const STATIONS: usize = 8;
/// How far a square is that can't be reached.
pub(crate) const FAR: u8 = u8::MAX;

/// A mission with its map turned as the match has it.
#[derive(Clone, Debug)]
pub struct Mission {
    /// The cards, dice and assassins that are played with.
    pub pack: Pack,
    /// The mission's id.
    pub id: String,
    pub name: Text,
    /// What it is about.
    pub text: Text,
    /// The map.
    pub level: Level,
    /// The guards at set-up for 1 to 4 assassins.
    pub guards: [Vec<(Square, Squad)>; 4],
    /// All figures, on the level and in the reserve.
    pub figures: Squad,
    /// The last turn for 1 to 4 assassins.
    pub limit: [u8; 4],
    /// The steps of the Guard phase, in order.
    pub steps: Vec<Step>,
    /// Whether Save is in use.
    pub save: bool,
    /// Whether the alert is on from the start.
    pub alert: bool,
    /// The team's cards, kinds of equipment; the leader deals them at set-up.
    pub kit: Vec<EquipmentId>,
    /// The events of the pack that are in the deck, one bit each.
    pub events: u32,
    /// The tower cards of the pack of which chance takes one, one bit each; 0 if there is no tower.
    pub tower_cards: u8,
    /// What makes the mission fail at once.
    pub fails: Vec<Failure>,
    /// The 100 % goal: all of these at success.
    pub sync: Vec<Goal>,
}

impl PartialEq for Mission {
    // Tables share their mission, and are compared often.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || (self.id == other.id
                && self.level == other.level
                && self.guards == other.guards
                && self.limit == other.limit
                && self.pack == other.pack)
    }
}

/// A step of the Guard phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Step {
    /// Guards move (V-23).
    Movement,
    /// Guards attack (V-24).
    Combat,
    /// More guards come (V-25).
    Reinforcement,
}

impl Step {
    /// All, in the order of the rule sheet.
    pub(crate) const ALL: [Self; 3] = [Self::Movement, Self::Combat, Self::Reinforcement];
}

/// A condition under which a mission fails at once (V-4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The alert comes on.
    AlertOn,
    /// An assassin falls.
    AssassinCritical,
    /// This number of bodies has been seen.
    BodiesSeen(u8),
}

/// A part of the 100 % goal (V-7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The alert is off.
    AlertOff,
    /// At most this number of bodies lies on the level.
    BodiesAtMost(u8),
    /// At most this number of assassins is eliminated.
    EliminatedAtMost(u8),
    /// All chests are open.
    ChestsOpen,
    /// The tower card is turned.
    TowerTurned,
    /// No assassin was wanted at the end of any Assassins phase.
    NeverWanted,
    /// At least this number of turns is left.
    TurnsLeft(u8),
}

/// What a place of the grid is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// There is no square.
    None,
    Floor,
    Roof,
    Canal,
}

/// Something to be done on a square (V-6.1).
#[derive(Clone, PartialEq, Debug)]
pub struct Objective {
    pub at: Square,
    /// Its name, for people.
    pub name: Text,
    /// The cubes that it costs.
    pub cost: u8,
    /// Guard places of its own.
    pub places: u8,
}

/// A tower (V-17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tower {
    /// The four squares that it touches.
    pub squares: [Square; 4],
    /// The one with the haystack.
    pub haystack: Square,
}

/// A map.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// How many columns it has.
    pub width: usize,
    /// How many rows it has.
    pub height: usize,
    /// What each place is.
    pub ground: [Ground; SQUARES],
    /// Where there are squares.
    pub squares: SquareSet,
    /// The squares that are roofs.
    pub roofs: SquareSet,
    /// The squares that are canals.
    pub canals: SquareSet,
    /// The tile of each square; squares of one tile trade (V-3.3).
    pub tile: [u8; SQUARES],
    /// Walls, between squares that touch.
    pub walls: Vec<(Square, Square)>,
    /// Ladders, between roof and floor or canal.
    pub ladders: Vec<(Square, Square)>,
    /// The neighboring square in each direction: orthogonal, and no wall between (V-B.3).
    pub near: [[Option<Square>; 4]; SQUARES],
    /// The square to which a guard can go in each direction, by walls and ladders (V-23.4).
    pub beat: [[Option<Square>; 4]; SQUARES],
    /// Steps between squares for assassins; [`FAR`] if there is no way.
    pub walk: Box<[[u8; SQUARES]; SQUARES]>,
    /// Cubes between squares for assassins, rides from station to station included.
    pub trip: Box<[[u8; SQUARES]; SQUARES]>,
    /// Steps between squares on guards' paths (V-23.7); [`FAR`] if there is none.
    pub patrol: Box<[[u8; SQUARES]; SQUARES]>,
    /// The stations, at most [`STATIONS`].
    pub stations: Vec<Square>,
    /// Where assassins come in: one of the stations.
    pub start: Square,
    /// At most [`OBJECTIVES`], on different squares.
    pub objectives: Vec<Objective>,
    /// Squares with a chest.
    pub chests: SquareSet,
    /// Squares with a hiding spot.
    pub spots: SquareSet,
    /// Towers, whose squares are all different.
    pub towers: Vec<Tower>,
    /// The squares of the entrances A to D.
    pub entrances: [Option<Square>; 4],
    /// What of all this each square has: rules ask it at every step.
    pub landmarks: [Landmarks; SQUARES],
}

/// What a square has, as places in the lists of its level.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Landmarks {
    /// The objective that is done there.
    pub objective: Option<u8>,
    pub station: Option<u8>,
    /// The tower that it touches.
    pub tower: Option<u8>,
}

impl Level {
    /// The neighboring square in a direction.
    #[inline]
    pub fn near(&self, square: Square, way: Way) -> Option<Square> {
        self.near[square.index()][way as usize]
    }

    /// The tower that a square touches.
    #[inline]
    pub fn tower_at(&self, square: Square) -> Option<usize> {
        self.landmarks[square.index()].tower.map(usize::from)
    }

    /// The objective of a square.
    #[inline]
    pub fn objective_at(&self, square: Square) -> Option<usize> {
        self.landmarks[square.index()].objective.map(usize::from)
    }

    /// The station of a square.
    #[inline]
    pub fn station_at(&self, square: Square) -> Option<usize> {
        self.landmarks[square.index()].station.map(usize::from)
    }

    /// Steps between two squares for assassins.
    #[inline]
    pub fn walk(&self, from: Square, to: Square) -> u8 {
        self.walk[from.index()][to.index()]
    }

    /// Cubes between two squares for assassins.
    #[inline]
    pub fn trip(&self, from: Square, to: Square) -> u8 {
        self.trip[from.index()][to.index()]
    }

    /// Steps between two squares on guards' paths.
    #[inline]
    pub fn patrol(&self, from: Square, to: Square) -> u8 {
        self.patrol[from.index()][to.index()]
    }
}
