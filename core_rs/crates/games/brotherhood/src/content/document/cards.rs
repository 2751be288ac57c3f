//! The forms of a pack's sections.

use serde::Deserialize;

use super::ByTeam;
use super::Words;
use super::ours;
use crate::content::pack::{
    Ability, Companion, Dice, Effect, Eye, GuardCard, Origin, Slot, TowerEffect,
};

/// Sections of a pack. Those of the base pack are all there; those of a mission add to it, or
/// replace what has the same id.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawPack {
    pub hearts: Option<u8>,
    pub start: Option<Vec<String>>,
    pub dice: Option<Dice>,
    pub guards: Option<RawGuards>,
    pub assassins: Vec<RawRole>,
    pub equipment: Vec<RawEquipment>,
    pub events: Vec<RawEvent>,
    pub chests: Vec<RawChest>,
    pub towers: Vec<RawTowerCard>,
    pub reinforcements: ByTeam<Option<Vec<RawReinforcement>>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGuards {
    pub crossbowman: Option<GuardCard>,
    pub elite: Option<GuardCard>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawRole {
    pub id: String,
    /// Read so that it is one of the known words; an assassin's origin is not shown.
    #[serde(default = "ours", rename = "origin")]
    pub _origin: Origin,
    pub name: Words,
    pub text: Words,
    pub color: String,
    pub ability: Ability,
    pub alone: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEquipment {
    pub id: String,
    #[serde(default = "ours")]
    pub origin: Origin,
    pub name: Words,
    pub text: Words,
    #[serde(default)]
    pub slot: Option<Slot>,
    pub copies: u8,
    #[serde(default)]
    pub florins: u8,
    #[serde(default)]
    pub cost: u8,
    #[serde(default)]
    pub single: bool,
    #[serde(default = "never")]
    pub eye: Eye,
    #[serde(default)]
    pub alarm: bool,
    pub effect: Effect,
}

const fn never() -> Eye {
    Eye::Never
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawEvent {
    pub id: String,
    #[serde(default = "ours")]
    pub origin: Origin,
    pub name: Words,
    pub text: Words,
    pub compass: RawCompass,
    #[serde(default)]
    pub out: bool,
    pub effect: RawEventEffect,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RawCompass {
    North,
    East,
    South,
    West,
    Random,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RawEventEffect {
    Nothing,
    CancelTest,
    Fog,
    Crowd,
    QuietColumn,
    Find(u8),
    GreenDice,
    RedDice,
    Companions(Companion),
    Guards(String),
    ShutStations,
    SlickRoofs,
    ExtraDie,
    ForcedMarch,
    TwoCards,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawChest {
    pub id: String,
    /// As for assassins.
    #[serde(default = "ours", rename = "origin")]
    pub _origin: Origin,
    pub name: Words,
    pub text: Words,
    pub copies: u8,
    pub effect: RawChestEffect,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum RawChestEffect {
    Take(String),
    Draw { dice: u8, cards: u8, florins: u8 },
    SkipReinforcement,
    Companions(Companion),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTowerCard {
    pub id: String,
    /// As for assassins.
    #[serde(default = "ours", rename = "origin")]
    pub _origin: Origin,
    pub name: Words,
    pub text: Words,
    pub effect: TowerEffect,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawReinforcement {
    pub quiet: String,
    pub alert: String,
}
