//! What a match is played with as messages: the mission, its map, the cards. All of it follows from
//! the options and the table, so it is only written; a reader writes it again and compares.

use std::sync::Arc;

use intrigue_core::wire_fields::enum_number;
use intrigue_core::{SettingsMessage, fill_defaults};
use intrigue_wire::brotherhood::v1 as wire;

use crate::content::level::{Ground, Level, Mission};
use crate::content::pack::{Effect, Equipment, EventCard, Eye, Pack, Reinforcement};
use crate::content::squares::{Squad, Square, SquareSet};
use crate::knowledge::view::View;
use crate::rules::options::{OPTIONS, Options};
use crate::rules::state::Assassin;
use crate::wire::field::ToWire;

/// What does not change in a match.
pub(crate) fn write(view: &View) -> wire::BrotherhoodSetup {
    let table = &view.table;
    let pack = &table.mission.pack;
    let settings = SettingsMessage::new(&view.options.settings, view.options.seats.into());
    let role = |one: &Assassin| {
        let role = &pack.assassins[usize::from(one.role)];
        wire::Role {
            id: role.id.clone(),
            name: Some(role.name.to_wire()),
            text: Some(role.text.to_wire()),
            color: role.color.clone(),
        }
    };
    wire::BrotherhoodSetup {
        seat_count: settings.seat_count,
        options: settings.options,
        documents: settings.documents,
        mission: Some(mission(&table.mission)),
        mirror: small(view.mirror()),
        map: Some(map(&table.mission.level)),
        pack: Some(self::pack(pack, table.size.into())),
        roles: table.ids().map(|who| role(&table.crew[who])).collect(),
        turn_limit: view.options.limit().into(),
    }
}

/// Whether two setups are the same but for their texts, which callers get in the languages that they
/// ask for.
pub(crate) fn says_the_same(one: &wire::BrotherhoodSetup, other: &wire::BrotherhoodSetup) -> bool {
    without_texts(one.clone()) == without_texts(other.clone())
}

fn without_texts(mut setup: wire::BrotherhoodSetup) -> wire::BrotherhoodSetup {
    if let Some(mission) = &mut setup.mission {
        (mission.name, mission.text) = (None, None);
    }
    for objective in setup.map.iter_mut().flat_map(|map| &mut map.objectives) {
        objective.name = None;
    }
    for role in &mut setup.roles {
        (role.name, role.text) = (None, None);
    }
    if let Some(pack) = &mut setup.pack {
        for card in &mut pack.equipment {
            (card.name, card.text) = (None, None);
        }
        for card in &mut pack.events {
            (card.name, card.text) = (None, None);
        }
        for card in pack.chests.iter_mut().chain(&mut pack.towers) {
            (card.name, card.text) = (None, None);
        }
    }
    setup
}

/// The options of a setup that names all of them.
pub(crate) fn read_options(setup: &wire::BrotherhoodSetup) -> Option<Arc<Options>> {
    let message = SettingsMessage {
        seat_count: setup.seat_count,
        options: setup.options.clone(),
        documents: setup.documents.clone(),
    };
    let given = message.settings(OPTIONS, 0).ok()?;
    let settled = fill_defaults(OPTIONS, &given).ok()?;
    let complete = settled == given;
    let options = Options::read(&settled).ok()?;
    complete.then(|| Arc::new(options))
}

pub(crate) fn squares(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

pub(crate) fn squad(squad: Squad) -> wire::Squad {
    wire::Squad { crossbowmen: squad.crossbowmen.into(), elites: squad.elites.into() }
}

fn mission(mission: &Mission) -> wire::Mission {
    wire::Mission {
        id: mission.id.clone(),
        name: Some(mission.name.to_wire()),
        text: Some(mission.text.to_wire()),
        steps: mission.steps.iter().map(|&step| enum_number(step as usize)).collect(),
        save: mission.save,
        kit: mission.kit.iter().map(ToWire::write).collect(),
    }
}

/// The map as it lies.
fn map(level: &Level) -> wire::LevelMap {
    let places = |row: usize| (0..level.width).map(move |column| Square::new(column, row));
    let row = |row: usize| places(row).map(|at| sign(level, at)).collect::<String>();
    let tile = |at: Square| {
        let there = level.squares.contains(at);
        if there { level.tile[at.index()].into() } else { -1 }
    };
    let edges = |edges: &[(Square, Square)]| {
        let edge = |(one, other): &(Square, Square)| wire::Edge {
            square: one.to_string(),
            to: other.to_string(),
        };
        edges.iter().map(edge).collect()
    };
    let towers = level.towers.iter().map(|tower| wire::Tower {
        squares: tower.squares.iter().map(Square::to_string).collect(),
        haystack: tower.haystack.to_string(),
    });
    let entrances = (0..).zip(&level.entrances);
    wire::LevelMap {
        width: small(level.width),
        height: small(level.height),
        rows: (0..level.height).map(row).collect(),
        walls: edges(&level.walls),
        ladders: edges(&level.ladders),
        stations: level.stations.iter().map(Square::to_string).collect(),
        start: level.start.to_string(),
        objectives: level
            .objectives
            .iter()
            .map(|objective| wire::Objective {
                square: objective.at.to_string(),
                name: Some(objective.name.to_wire()),
                cost: objective.cost.into(),
                places: objective.places.into(),
            })
            .collect(),
        chests: squares(level.chests),
        hiding_spots: squares(level.spots),
        towers: towers.collect(),
        entrances: entrances
            .filter_map(|(entrance, square)| {
                Some(wire::LevelEntrance { entrance, square: square.as_ref()?.to_string() })
            })
            .collect(),
        tiles: (0..level.height).flat_map(places).map(tile).collect(),
    }
}

/// What a place is, as maps are written.
fn sign(level: &Level, at: Square) -> char {
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
fn pack(pack: &Pack, size: usize) -> wire::Pack {
    let chests = pack.chests.iter().map(|card| wire::Card {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        copies: card.copies.into(),
    });
    let towers = pack.towers.iter().map(|card| wire::Card {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        copies: 1,
    });
    let guards = pack.guards.iter().map(|guard| wire::GuardCard {
        dice: guard.dice.into(),
        armor: guard.armor.into(),
        ranged: guard.ranged,
    });
    wire::Pack {
        equipment: pack.equipment.iter().map(equipment).collect(),
        events: pack.events.iter().map(event).collect(),
        chests: chests.collect(),
        towers: towers.collect(),
        reinforcements: pack.reinforcements[size - 1].iter().map(reinforcement).collect(),
        guards: guards.collect(),
        dice: Some(wire::Dice {
            hit: pack.dice.hit.into(),
            special: pack.dice.special.into(),
            guard: pack.dice.guard.into(),
            quiet: pack.dice.quiet.into(),
            alert: pack.dice.alert.into(),
        }),
    }
}

fn equipment(card: &Equipment) -> wire::Equipment {
    let (dice, ranged) = match card.effect {
        Effect::Weapon { dice, ranged, .. } => (dice, ranged),
        _ => (0, false),
    };
    let wanted_rule = match card.eye {
        Eye::Never => wire::WantedRule::Never,
        Eye::Seen => wire::WantedRule::Seen,
        Eye::Always => wire::WantedRule::Always,
    };
    wire::Equipment {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        slot: card.slot.map_or(0, |slot| enum_number(slot as usize)),
        copies: card.copies.into(),
        florins: card.florins.into(),
        cost: card.cost.into(),
        single: card.single,
        wanted_rule: wanted_rule.into(),
        alarm: card.alarm,
        dice: dice.into(),
        ranged,
    }
}

fn event(card: &EventCard) -> wire::EventCard {
    wire::EventCard {
        id: card.id.clone(),
        name: Some(card.name.to_wire()),
        text: Some(card.text.to_wire()),
        compass: card.compass.map_or(0, |way| enum_number(way as usize)),
        out: card.out,
    }
}

fn reinforcement(card: &Reinforcement) -> wire::Reinforcement {
    wire::Reinforcement {
        quiet: card.quiet.map(squad).to_vec(),
        alert: card.alert.map(squad).to_vec(),
    }
}
