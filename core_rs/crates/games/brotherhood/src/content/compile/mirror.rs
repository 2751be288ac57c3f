//! A mission seen in a mirror (V-C.5). Squares, walls and tokens are flipped; the compass is not.

use super::survey;
use crate::content::level::{Landmarks, Level, Mission, Objective, Tower};
use crate::content::squares::{SQUARES, Square, SquareSet};

/// The mission flipped east-west, north-south, both or not at all.
pub(crate) fn turned(mission: &Mission, east_west: bool, north_south: bool) -> Mission {
    let old = &mission.level;
    let flip = |square: Square| {
        let column = if east_west { old.width - 1 - square.column() } else { square.column() };
        let row = if north_south { old.height - 1 - square.row() } else { square.row() };
        Square::new(column, row)
    };
    let set = |set: SquareSet| set.iter().map(flip).collect::<SquareSet>();
    let edges = |edges: &[(Square, Square)]| -> Vec<(Square, Square)> {
        let flipped = edges.iter().map(|&(one, other)| (flip(one), flip(other)));
        flipped.map(|(one, other)| (one.min(other), one.max(other))).collect()
    };
    let mut level = Level {
        width: old.width,
        height: old.height,
        ground: old.ground,
        squares: set(old.squares),
        roofs: set(old.roofs),
        canals: set(old.canals),
        tile: old.tile,
        walls: edges(&old.walls),
        ladders: edges(&old.ladders),
        near: [[None; 4]; SQUARES],
        beat: [[None; 4]; SQUARES],
        walk: survey::nowhere(),
        trip: survey::nowhere(),
        patrol: survey::nowhere(),
        stations: old.stations.iter().copied().map(flip).collect(),
        start: flip(old.start),
        objectives: old
            .objectives
            .iter()
            .map(|objective| Objective { at: flip(objective.at), ..objective.clone() })
            .collect(),
        chests: set(old.chests),
        spots: set(old.spots),
        towers: old
            .towers
            .iter()
            .map(|tower| {
                let mut squares = tower.squares.map(flip);
                squares.sort_unstable();
                Tower { squares, haystack: flip(tower.haystack) }
            })
            .collect(),
        entrances: old.entrances.map(|entrance| entrance.map(flip)),
        landmarks: [Landmarks::default(); SQUARES],
    };
    for row in 0..old.height {
        for column in 0..old.width {
            let (from, to) = (Square::new(column, row), flip(Square::new(column, row)));
            level.ground[to.index()] = old.ground[from.index()];
            level.tile[to.index()] = old.tile[from.index()];
        }
    }
    survey::survey(&mut level);
    survey::mark(&mut level);
    let guards = mission.guards.each_ref().map(|guards| {
        let mut guards: Vec<_> = guards.iter().map(|&(at, squad)| (flip(at), squad)).collect();
        guards.sort_unstable_by_key(|&(at, _)| at);
        guards
    });
    Mission { level, guards, ..mission.clone() }
}
