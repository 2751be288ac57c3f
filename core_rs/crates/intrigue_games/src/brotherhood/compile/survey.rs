//! Who can go where on a map, and how far it is.

use super::super::level::{FAR, Level};
use super::super::squares::{SQUARES, Square, Way};

/// Distances of a map on which nobody can go anywhere.
pub(super) fn nowhere() -> Box<[[u8; SQUARES]; SQUARES]> {
    let rows = vec![[FAR; SQUARES]; SQUARES].into_boxed_slice();
    rows.try_into().expect("as many rows as squares")
}

/// Works out neighbours and distances from ground, walls and ladders.
pub(super) fn survey(level: &mut Level) {
    level.near = [[None; 4]; SQUARES];
    level.beat = [[None; 4]; SQUARES];
    for square in level.squares.iter() {
        for way in Way::ALL {
            let Some(next) = square
                .step(way, 1)
                .filter(|&next| level.squares.contains(next))
            else {
                continue;
            };
            let edge = (square.min(next), square.max(next));
            if level.walls.contains(&edge) {
                continue;
            }
            level.near[square.index()][way as usize] = Some(next);
            let same_height = level.roofs.contains(square) == level.roofs.contains(next);
            if same_height || level.ladders.contains(&edge) {
                level.beat[square.index()][way as usize] = Some(next);
            }
        }
    }
    level.walk = distances(level, &level.near);
    level.patrol = distances(level, &level.beat);
    level.trip = trips(level);
}

/// Distances with rides: to a station, one cube, and on from another.
fn trips(level: &Level) -> Box<[[u8; SQUARES]; SQUARES]> {
    let mut table = level.walk.clone();
    let nearest = |at: Square| {
        let stations = level.stations.iter();
        stations.map(|&to| level.walk(at, to)).min().unwrap_or(FAR)
    };
    for from in level.squares.iter() {
        for to in level.squares.iter() {
            let ride = nearest(from).saturating_add(1).saturating_add(nearest(to));
            let trip = &mut table[from.index()][to.index()];
            *trip = ride.min(*trip);
        }
    }
    table
}

fn distances(
    level: &Level,
    steps: &[[Option<Square>; 4]; SQUARES],
) -> Box<[[u8; SQUARES]; SQUARES]> {
    let mut table = nowhere();
    for from in level.squares.iter() {
        let row = &mut table[from.index()];
        row[from.index()] = 0;
        let mut ring = vec![from];
        let mut distance = 0;
        while !ring.is_empty() {
            distance += 1;
            let mut next_ring = Vec::new();
            for next in ring
                .iter()
                .flat_map(|square| steps[square.index()])
                .flatten()
            {
                if row[next.index()] == FAR {
                    row[next.index()] = distance;
                    next_ring.push(next);
                }
            }
            ring = next_ring;
        }
    }
    table
}
