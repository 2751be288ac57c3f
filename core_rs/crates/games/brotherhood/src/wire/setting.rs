//! What a match is played with as messages: the mission, its map, the cards. All of it follows from
//! the options and the table, so it is only written; a reader writes it again and compares.

use intrigue_core::wire_fields::enum_number;
use intrigue_wire::v1 as wire;

use crate::content::level::{Ground, Level, Mission};
use crate::content::pack::{Effect, Equipment, EventCard, Eye, Pack, Reinforcement};
use crate::content::squares::{Squad, Square, SquareSet};
use crate::rules::state::Table;
use crate::wire::field::ToWire;

pub(crate) fn squares(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

pub(crate) fn squad(squad: Squad) -> wire::BrotherhoodSquad {
    wire::BrotherhoodSquad { crossbowmen: squad.crossbowmen.into(), elites: squad.elites.into() }
}

pub(crate) fn mission(mission: &Mission) -> wire::BrotherhoodMission {
    wire::BrotherhoodMission {
        id: mission.id.clone(),
        name: Some(mission.name.to_wire()),
        text: Some(mission.text.to_wire()),
        steps: mission.steps.iter().map(|&step| enum_number(step as usize)).collect(),
        save: mission.save,
        kit: mission.kit.iter().map(ToWire::write).collect(),
    }
}

/// The map with what lies on its objectives.
pub(crate) fn map(table: &Table) -> wire::BrotherhoodMap {
    let level = &table.mission.level;
    let places = |row: usize| (0..level.width).map(move |column| Square::new(column, row));
    let row = |row: usize| places(row).map(|at| sign(level, at)).collect::<String>();
    let tile = |at: Square| {
        let there = level.squares.contains(at);
        if there { level.tile[at.index()].into() } else { -1 }
    };
    let edges = |edges: &[(Square, Square)]| {
        let edge = |(one, other): &(Square, Square)| wire::BrotherhoodEdge {
            square: one.to_string(),
            to: other.to_string(),
        };
        edges.iter().map(edge).collect()
    };
    let objectives = level.objectives.iter().enumerate();
    let towers = level.towers.iter().map(|tower| wire::BrotherhoodTower {
        squares: tower.squares.iter().map(Square::to_string).collect(),
        haystack: tower.haystack.to_string(),
    });
    let entrances = (0..).zip(&level.entrances);
    wire::BrotherhoodMap {
        width: small(level.width),
        height: small(level.height),
        rows: (0..level.height).map(row).collect(),
        walls: edges(&level.walls),
        ladders: edges(&level.ladders),
        stations: level.stations.iter().map(Square::to_string).collect(),
        start: level.start.to_string(),
        objectives: objectives
            .map(|(place, objective)| wire::BrotherhoodObjective {
                square: objective.at.to_string(),
                name: Some(objective.name.to_wire()),
                cost: objective.cost.into(),
                places: objective.places.into(),
                open: table.objectives >> place & 1 == 1,
                posted: Some(squad(table.posted[place])),
            })
            .collect(),
        chests: squares(level.chests),
        hiding_spots: squares(level.spots),
        towers: towers.collect(),
        entrances: entrances
            .filter_map(|(entrance, square)| {
                Some(wire::BrotherhoodEntrance { entrance, square: square.as_ref()?.to_string() })
            })
            .collect(),
        tiles: (0..level.height).flat_map(places).map(tile).collect(),
    }
}

/// What a place is, as maps are written.
pub(crate) fn sign(level: &Level, at: Square) -> char {
    match level.ground[at.index()] {
        Ground::None => '#',
        Ground::Floor => '.',
        Ground::Roof => '^',
        Ground::Canal => '~',
    }
}

fn small(count: usize) -> u32 {
    u32::from(count.to_le_bytes()[0])
}

/// The cards and dice, with the reinforcements for the number of assassins.
pub(crate) fn pack(pack: &Pack, size: usize) -> wire::BrotherhoodPack {
    let chests = pack.chests.iter().map(|card| wire::BrotherhoodCard {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        copies: card.copies.into(),
    });
    let towers = pack.towers.iter().map(|card| wire::BrotherhoodCard {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        copies: 1,
    });
    let guards = pack.guards.iter().map(|guard| wire::BrotherhoodGuardCard {
        dice: guard.dice.into(),
        armor: guard.armor.into(),
        ranged: guard.ranged,
    });
    wire::BrotherhoodPack {
        equipment: pack.equipment.iter().map(equipment).collect(),
        events: pack.events.iter().map(event).collect(),
        chests: chests.collect(),
        towers: towers.collect(),
        reinforcements: pack.reinforcements[size - 1].iter().map(reinforcement).collect(),
        guards: guards.collect(),
        dice: Some(wire::BrotherhoodDice {
            hit: pack.dice.hit.into(),
            special: pack.dice.special.into(),
            guard: pack.dice.guard.into(),
            quiet: pack.dice.quiet.into(),
            alert: pack.dice.alert.into(),
        }),
    }
}

fn equipment(card: &Equipment) -> wire::BrotherhoodEquipment {
    let (dice, ranged) = match card.effect {
        Effect::Weapon { dice, ranged, .. } => (dice, ranged),
        _ => (0, false),
    };
    let eye = match card.eye {
        Eye::Never => wire::BrotherhoodEye::Never,
        Eye::Seen => wire::BrotherhoodEye::Seen,
        Eye::Always => wire::BrotherhoodEye::Always,
    };
    wire::BrotherhoodEquipment {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        slot: card.slot.map_or(0, |slot| enum_number(slot as usize)),
        copies: card.copies.into(),
        florins: card.florins.into(),
        cost: card.cost.into(),
        single: card.single,
        eye: eye.into(),
        alarm: card.alarm,
        dice: dice.into(),
        ranged,
    }
}

fn event(card: &EventCard) -> wire::BrotherhoodEventCard {
    wire::BrotherhoodEventCard {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        compass: card.compass.map_or(0, |way| enum_number(way as usize)),
        out: card.out,
    }
}

fn reinforcement(card: &Reinforcement) -> wire::BrotherhoodReinforcement {
    wire::BrotherhoodReinforcement {
        quiet: card.quiet.map(squad).to_vec(),
        alert: card.alert.map(squad).to_vec(),
    }
}
