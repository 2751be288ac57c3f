//! The map of a mission: squares, what lies between them, and the tokens on them.

use intrigue_core::{message, quote};

use super::faults::{self, Faults};
use super::survey;
use crate::content::document::{RawMission, RawTiles};
use crate::content::level::{
    FAR, Ground, Landmarks, Level, OBJECTIVES, Objective, STATIONS, Tower,
};
use crate::content::pack::Pack;
use crate::content::squares::{SIDE, SQUARES, Square, SquareSet, Way};

/// The tile of a place that holds no square.
const NO_TILE: u8 = u8::MAX;

/// The level, or nothing if its rows make no map.
pub(super) fn level(raw: &RawMission, pack: &Pack, faults: &mut Faults) -> Option<Level> {
    let mut level = rows(&raw.rows, faults)?;
    walls(&raw.walls, &mut level, faults);
    ladders(&raw.ladders, &mut level, faults);
    tiles(&raw.tiles, &mut level, faults);
    survey::survey(&mut level);
    stations(raw, &mut level, faults);
    objectives(raw, &mut level, faults);
    level.chests = tokens("chests", &raw.chests, &level, faults);
    level.spots = tokens("hiding_spots", &raw.hiding_spots, &level, faults);
    let cards = pack.chests.iter().map(|card| usize::from(card.copies)).sum();
    if level.chests.len() > cards {
        let chests = level.chests.len();
        faults.add("chests", |text| message!(text, "fault-too-many-chests", chests, cards));
    }
    towers(raw, &mut level, faults);
    entrances(raw, &mut level, faults);
    survey::mark(&mut level);
    Some(level)
}

/// A square of the map by its name.
pub(super) fn square(
    name: &str,
    level: &Level,
    place: &str,
    faults: &mut Faults,
) -> Option<Square> {
    let square = Square::parse(name).filter(|&square| level.squares.contains(square));
    if square.is_none() {
        faults.add(place, |text| message!(text, "fault-no-square", name = quote(name)));
    }
    square
}

fn rows(rows: &[String], faults: &mut Faults) -> Option<Level> {
    let before = faults.0.len();
    let width = rows.first().map_or(0, |row| row.chars().count());
    if !(1..=SIDE).contains(&rows.len()) || !(1..=SIDE).contains(&width) {
        let height = rows.len();
        faults.add("rows", |text| message!(text, "fault-map-size", width, height, most = SIDE));
        return None;
    }
    let mut level = empty(width, rows.len());
    for (row, signs) in rows.iter().enumerate() {
        let place = format!("rows[{row}]");
        let length = signs.chars().count();
        if length != width {
            faults.add(&place, |text| message!(text, "fault-row-length", length, width));
            continue;
        }
        for (column, sign) in signs.chars().enumerate() {
            let square = Square::new(column, row);
            let ground = match sign {
                '#' => continue,
                '.' => Ground::Floor,
                '^' => Ground::Roof,
                '~' => Ground::Canal,
                _ => {
                    faults.add(&place, |text| {
                        message!(text, "fault-map-sign", sign = quote(&sign.to_string()))
                    });
                    continue;
                }
            };
            level.ground[square.index()] = ground;
            level.squares.insert(square);
            match ground {
                Ground::Roof => level.roofs.insert(square),
                Ground::Canal => level.canals.insert(square),
                Ground::Floor | Ground::None => {}
            }
        }
    }
    (faults.0.len() == before).then_some(level)
}

fn empty(width: usize, height: usize) -> Level {
    Level {
        width,
        height,
        ground: [Ground::None; SQUARES],
        squares: SquareSet::EMPTY,
        roofs: SquareSet::EMPTY,
        canals: SquareSet::EMPTY,
        tile: [NO_TILE; SQUARES],
        walls: Vec::new(),
        ladders: Vec::new(),
        near: [[None; 4]; SQUARES],
        beat: [[None; 4]; SQUARES],
        walk: survey::nowhere(),
        trip: survey::nowhere(),
        patrol: survey::nowhere(),
        stations: Vec::new(),
        start: Square::new(0, 0),
        objectives: Vec::new(),
        chests: SquareSet::EMPTY,
        spots: SquareSet::EMPTY,
        towers: Vec::new(),
        entrances: [None; 4],
        landmarks: [Landmarks::default(); SQUARES],
    }
}

/// The two squares of an edge such as `b2|c2`, the northern or western one first.
fn edge(
    written: &str,
    sign: char,
    level: &Level,
    place: &str,
    faults: &mut Faults,
) -> Option<(Square, Square)> {
    let Some((one, other)) = written.split_once(sign) else {
        faults.add(place, |text| {
            message!(text, "fault-no-edge", written = quote(written), sign = sign.to_string())
        });
        return None;
    };
    let one = square(one, level, place, faults);
    let other = square(other, level, place, faults);
    let (one, other) = (one?, other?);
    if !Way::ALL.into_iter().any(|way| one.step(way, 1) == Some(other)) {
        faults.add(place, |text| message!(text, "fault-apart", one, other));
        return None;
    }
    Some((one.min(other), one.max(other)))
}

fn walls(written: &[String], level: &mut Level, faults: &mut Faults) {
    for (number, written) in written.iter().enumerate() {
        let place = format!("walls[{number}]");
        if let Some(wall) = edge(written, '|', level, &place, faults) {
            if level.walls.contains(&wall) {
                faults.twice(&place);
            }
            level.walls.push(wall);
        }
    }
}

fn ladders(written: &[String], level: &mut Level, faults: &mut Faults) {
    for (number, written) in written.iter().enumerate() {
        let place = format!("ladders[{number}]");
        let Some(ladder) = edge(written, '/', level, &place, faults) else {
            continue;
        };
        if level.roofs.contains(ladder.0) == level.roofs.contains(ladder.1) {
            faults.add(&place, |text| message!(text, "fault-ladder-level"));
        }
        if level.walls.contains(&ladder) {
            faults.add(&place, |text| message!(text, "fault-ladder-wall"));
        }
        if level.ladders.contains(&ladder) {
            faults.twice(&place);
        }
        level.ladders.push(ladder);
    }
}

fn tiles(written: &RawTiles, level: &mut Level, faults: &mut Faults) {
    let mut next = 0;
    match written {
        RawTiles::Word(word) if word == "2x2" => {
            for square in level.squares.iter() {
                let corner = Square::new(square.column() & !1, square.row() & !1);
                let mates = [(0, 0), (1, 0), (0, 1), (1, 1)]
                    .map(|(east, south)| Square::new(corner.column() + east, corner.row() + south));
                if level.tile[square.index()] == NO_TILE {
                    for mate in mates.into_iter().filter(|&mate| level.squares.contains(mate)) {
                        level.tile[mate.index()] = next;
                    }
                    next += 1;
                }
            }
        }
        RawTiles::Word(word) => {
            faults.add("tiles", |text| message!(text, "fault-tiles", word = quote(word)));
        }
        RawTiles::Groups(groups) => {
            for (number, group) in groups.iter().enumerate() {
                for (item, name) in group.iter().enumerate() {
                    let place = format!("tiles[{number}][{item}]");
                    let Some(square) = square(name, level, &place, faults) else {
                        continue;
                    };
                    if level.tile[square.index()] == NO_TILE {
                        level.tile[square.index()] = next;
                    } else {
                        faults.twice(&place);
                    }
                }
                // More groups than squares would need a square twice, or be empty.
                next = next.saturating_add(u8::from(!group.is_empty()));
            }
            for square in level.squares.iter() {
                if level.tile[square.index()] == NO_TILE {
                    level.tile[square.index()] = next;
                    next = next.saturating_add(1);
                }
            }
        }
    }
}

fn stations(raw: &RawMission, level: &mut Level, faults: &mut Faults) {
    for (number, name) in raw.stations.iter().enumerate() {
        let place = format!("stations[{number}]");
        if let Some(at) = square(name, level, &place, faults) {
            if level.stations.contains(&at) {
                faults.twice(&place);
            }
            level.stations.push(at);
        }
    }
    if raw.stations.is_empty() {
        faults.add("stations", |text| message!(text, "fault-no-station"));
    }
    if raw.stations.len() > STATIONS {
        faults.too_many("stations", raw.stations.len(), STATIONS);
    }
    let Some(start) = square(&raw.start, level, "start", faults) else {
        return;
    };
    level.start = start;
    if !level.stations.contains(&start) {
        faults.add("start", |text| message!(text, "fault-start-without-station", start));
    }
    for (number, &at) in level.stations.iter().enumerate() {
        if level.walk(start, at) == FAR {
            faults.add(&format!("stations[{number}]"), |text| {
                message!(text, "fault-out-of-reach", at)
            });
        }
    }
}

fn objectives(raw: &RawMission, level: &mut Level, faults: &mut Faults) {
    if raw.objectives.is_empty() {
        faults.add("objectives", |text| message!(text, "fault-no-objectives"));
    }
    if raw.objectives.len() > OBJECTIVES {
        faults.too_many("objectives", raw.objectives.len(), OBJECTIVES);
    }
    for (number, objective) in raw.objectives.iter().enumerate() {
        let place = format!("objectives[{number}]");
        faults.within(&format!("{place}.cost"), objective.cost, 0, 3);
        faults.within(&format!("{place}.places"), objective.places, 0, 3);
        let name = faults.words(&format!("{place}.name"), &objective.name, faults::NAME);
        let place = format!("{place}.at");
        let Some(at) = square(&objective.at, level, &place, faults) else {
            continue;
        };
        if level.objectives.iter().any(|other| other.at == at) {
            faults.twice(&place);
        }
        if level.squares.contains(level.start) && level.walk(level.start, at) == FAR {
            faults.add(&place, |text| message!(text, "fault-out-of-reach", at));
        }
        level.objectives.push(Objective {
            at,
            name,
            cost: objective.cost,
            places: objective.places,
        });
    }
}

fn tokens(key: &str, written: &[String], level: &Level, faults: &mut Faults) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for (number, name) in written.iter().enumerate() {
        let place = format!("{key}[{number}]");
        if let Some(at) = square(name, level, &place, faults) {
            if set.contains(at) {
                faults.twice(&place);
            }
            set.insert(at);
        }
    }
    set
}

fn towers(raw: &RawMission, level: &mut Level, faults: &mut Faults) {
    let mut taken = SquareSet::EMPTY;
    for (number, tower) in raw.towers.iter().enumerate() {
        let place = format!("towers[{number}].squares");
        let before = faults.0.len();
        let touched = tokens(&place, &tower.squares, level, faults);
        if faults.0.len() > before {
            continue;
        }
        let block = touched.iter().next().and_then(|corner| {
            let east = corner.step(Way::East, 1)?;
            let south = corner.step(Way::South, 1)?;
            Some([corner, east, south, south.step(Way::East, 1)?])
        });
        let Some(squares) =
            block.filter(|block| block.iter().copied().collect::<SquareSet>() == touched)
        else {
            faults.add(&place, |text| message!(text, "fault-tower-squares"));
            continue;
        };
        if !taken.both(touched).is_empty() {
            faults.add(&place, |text| message!(text, "fault-towers-touch"));
        }
        taken = taken.union(touched);
        let place = format!("towers[{number}].haystack");
        let Some(haystack) = square(&tower.haystack, level, &place, faults) else {
            continue;
        };
        if !touched.contains(haystack) {
            faults.add(&place, |text| message!(text, "fault-haystack"));
        }
        level.towers.push(Tower { squares, haystack });
    }
}

fn entrances(raw: &RawMission, level: &mut Level, faults: &mut Faults) {
    let written = [&raw.entrances.a, &raw.entrances.b, &raw.entrances.c, &raw.entrances.d];
    for (number, (letter, name)) in ["A", "B", "C", "D"].into_iter().zip(written).enumerate() {
        let Some(name) = name else {
            continue;
        };
        let place = format!("entrances.{letter}");
        let at = square(name, level, &place, faults);
        if at.is_some() && level.entrances.contains(&at) {
            faults.add(&place, |text| message!(text, "fault-entrances-touch"));
        }
        level.entrances[number] = at;
    }
}
