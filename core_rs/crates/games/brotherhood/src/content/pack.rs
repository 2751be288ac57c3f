//! What cards, dice, guards and assassins there are. All of it is data; what an effect does is a
//! closed list, and the rules know each by its name here.

use intrigue_core::Text;
use serde::Deserialize;

use crate::content::ids::EquipmentId;
use crate::content::squares::{Squad, Way};

/// The most kinds of equipment that a pack can have.
pub(crate) const KINDS: usize = 24;
/// The most events.
pub(crate) const EVENTS: usize = 32;
/// The most kinds of chest cards.
pub(crate) const CHESTS: usize = 16;
/// The most kinds of tower cards.
pub(crate) const TOWERS: usize = 8;
/// The assassins of a pack.
pub(crate) const ROLES: usize = 4;
/// The reinforcement cards of a set.
pub(crate) const SET: usize = 8;

/// Where a card comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// From the rulebook.
    Seed,
    /// This project's own.
    Ours,
}

/// All content but the missions.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    /// At most [`KINDS`]; actions, decks and boards count in this order.
    pub equipment: Vec<Equipment>,
    /// At most [`EVENTS`].
    pub events: Vec<EventCard>,
    /// At most [`CHESTS`].
    pub chests: Vec<ChestCard>,
    /// At most [`TOWERS`].
    pub towers: Vec<TowerCard>,
    /// The four assassins.
    pub assassins: Vec<Role>,
    /// For 1, 2, 3 and 4 assassins at set-up.
    pub reinforcements: [[Reinforcement; SET]; 4],
    /// Crossbowman and elite.
    pub guards: [GuardCard; 2],
    pub dice: Dice,
    /// Hearts of an assassin without armor (V-14.2).
    pub hearts: u8,
    /// The kinds of equipment that every assassin starts with.
    pub start: Vec<EquipmentId>,
}

impl Pack {
    /// The kinds of equipment, with their ids.
    #[inline]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (EquipmentId, &Equipment)> {
        EquipmentId::first(self.equipment.len()).zip(&self.equipment)
    }
}

/// How many of a die's six faces show what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// Assassin die: faces with a hit.
    pub hit: u8,
    /// Assassin die: faces with a hit and the special.
    pub special: u8,
    /// Guard die: faces with a hit.
    pub guard: u8,
    /// Green detection die: faces that see.
    pub quiet: u8,
    /// Red detection die: faces that see.
    pub alert: u8,
}

/// What a kind of guard can do (V-B.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardCard {
    /// Attack dice.
    pub dice: u8,
    /// Hits that fell it.
    pub armor: u8,
    /// Whether it reaches neighboring squares.
    pub ranged: bool,
}

/// A slot of the board (V-5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Slot {
    /// Melee weapon.
    Melee,
    /// Ranged weapon.
    Ranged,
    /// Hidden blade.
    Blade,
    Armor,
}

impl Slot {
    /// All, in the order of the board.
    pub const ALL: [Self; 4] = [Self::Melee, Self::Ranged, Self::Blade, Self::Armor];
}

/// Whether using a card makes its user wanted (V-12.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eye {
    Never,
    /// If a guard is left standing on the target square.
    Seen,
    Always,
}

/// What a weapon's special does, once an attack (V-15.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// One hit more.
    Hit,
    /// On a canal square: one guard that is not on an objective's place falls into the water.
    Drown,
    /// One guard felled by this attack leaves no body.
    NoBody,
    /// After the attack: one Move at 0.
    Move,
}

/// What a card of equipment is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// An attack (V-15).
    Weapon {
        /// Assassin dice.
        dice: u8,
        /// Whether it reaches neighboring squares.
        ranged: bool,
        /// What its special does.
        special: Special,
    },
    /// More hearts while it is worn (V-19).
    Armor {
        /// The hearts that it adds.
        hearts: u8,
    },
    /// Every wanted assassin on the user's square becomes anonymous; the bases are left there.
    Smoke,
    /// An assassin on the user's square regains hearts and is no longer critical.
    Remedy {
        /// The hearts that it gives back.
        hearts: u8,
    },
    /// From a roof: to a square 2 or 3 steps away in a straight line, over walls.
    Parachute,
    /// For the rest of the turn detection tests for the user have one die at most.
    Cloak,
    /// Lays a loose red base on a neighboring square.
    Rattle,
    /// Objectives cost its owner 1 less, at least 1.
    Picklocks,
    /// Applied when drawn: a crossbowman comes to the nearest entrance.
    Investigation,
}

/// A kind of equipment (V-5.2).
#[derive(Clone, PartialEq, Debug)]
pub struct Equipment {
    pub id: String,
    pub name: Text,
    /// What it does, in a sentence.
    pub text: Text,
    /// Whether it is from the rulebook.
    pub origin: Origin,
    /// Its slot, if it has one.
    pub slot: Option<Slot>,
    /// How many are in the deck.
    pub copies: u8,
    /// Its value.
    pub florins: u8,
    /// Cubes for a use.
    pub cost: u8,
    /// Whether it is discarded after use.
    pub single: bool,
    /// Whether it makes its user wanted.
    pub eye: Eye,
    /// Whether it turns the alert on.
    pub alarm: bool,
    /// What it does.
    pub effect: Effect,
}

/// What an event does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventEffect {
    Nothing,
    /// Once, before its dice are thrown, the leader may cancel one detection test.
    CancelTest,
    /// No attack reaches a neighboring square.
    Fog,
    /// A test for an assassin that enters, or leaves a hiding spot, has one die fewer.
    Crowd,
    /// The quiet column counts at the Reinforcement step.
    QuietColumn,
    /// The leader names an assassin, which draws this number of cards and keeps one.
    Find(u8),
    /// Detection dice are green.
    GreenDice,
    /// Detection dice are red.
    RedDice,
    /// Companions come to an assassin that the leader names.
    Companions(Companion),
    /// Guards come to the squares of the entrances A to D.
    Guards([Squad; 4]),
    /// Station costs 2.
    ShutStations,
    /// A Move onto a roof costs 2.
    SlickRoofs,
    /// Each test of the Movement step has one die more.
    ExtraDie,
    /// The Movement step is played twice.
    ForcedMarch,
    /// The Reinforcement step draws two cards, and the leader chooses one.
    TwoCards,
}

/// An event card.
#[derive(Clone, PartialEq, Debug)]
pub struct EventCard {
    pub id: String,
    pub name: Text,
    pub text: Text,
    /// Whether it is from the rulebook.
    pub origin: Origin,
    /// The direction, or none: then one is drawn (V-23.8).
    pub compass: Option<Way>,
    /// Whether it is put out for good, and not discarded (V-4.1).
    pub out: bool,
    /// What it does.
    pub effect: EventEffect,
}

/// People who help for a turn (V-27).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Companion {
    /// They open, hide or find.
    Thieves,
    /// They fight.
    Mercenaries,
    /// They draw eyes away.
    Courtesans,
}

impl Companion {
    /// All, in order.
    pub const ALL: [Self; 3] = [Self::Thieves, Self::Mercenaries, Self::Courtesans];
    /// The dice of mercenaries.
    pub const DICE: u8 = 3;
}

/// What a chest card does for who opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChestEffect {
    /// It takes a card of this kind from the box.
    Take(EquipmentId),
    /// First a test with `dice` dice if it is anonymous and not hidden; then it draws `cards`
    /// cards, Investigations without effect, and keeps one; in a campaign it finds florins too.
    Draw {
        /// Dice of the test.
        dice: u8,
        cards: u8,
        florins: u8,
    },
    /// The next Reinforcement step is left out.
    SkipReinforcement,
    /// Companions come to it.
    Companions(Companion),
}

/// A chest card.
#[derive(Clone, PartialEq, Debug)]
pub struct ChestCard {
    pub id: String,
    pub name: Text,
    pub text: Text,
    /// How many there are.
    pub copies: u8,
    /// What it does.
    pub effect: ChestEffect,
}

/// What a tower card does when it is turned over (V-17.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TowerEffect {
    /// One of the objectives is false: if it is open, it counts as done.
    FalseObjective,
    /// The next Reinforcement step is left out.
    SkipReinforcement,
    /// The assassin draws this number of cards, Investigations without effect, and keeps one.
    Draw(u8),
    /// Tests for assassins that enter a roof square are green from now on.
    GreenRoofs,
}

/// A tower card.
#[derive(Clone, PartialEq, Debug)]
pub struct TowerCard {
    pub id: String,
    pub name: Text,
    pub text: Text,
    /// What it does.
    pub effect: TowerEffect,
}

/// What an assassin can do that others can't, once a turn (V-14.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// After an attack that felled a guard: one Move at 0; at level 2 nobody pursues it.
    LightFeet,
    /// A test of two or more dice that came up "seen" is thrown again; at level 2 any test for any
    /// assassin on its tile.
    LostInTheCrowd,
    /// A melee attack with a hit has one more; at level 2 any attack, even without a hit.
    HeavyHand,
    /// It gives a cube to an assassin on its square or a neighboring one that has fewer than 3; at
    /// level 2 anywhere on the level.
    OpenPurse,
}

/// One of the four assassins.
#[derive(Clone, PartialEq, Debug)]
pub struct Role {
    pub id: String,
    pub name: Text,
    /// What it can do, at level 1 and 2.
    pub text: Text,
    /// Its color: `red`, `green`, `blue` or `yellow`.
    pub color: String,
    /// What it can do.
    pub ability: Ability,
    /// Whether it is offered to a single assassin.
    pub alone: bool,
}

/// A reinforcement card (V-25.1): guards for the entrances A to D.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reinforcement {
    /// While the level is quiet.
    pub quiet: [Squad; 4],
    /// Under alert; nowhere fewer.
    pub alert: [Squad; 4],
}
