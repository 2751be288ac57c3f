//! Who can go where on a map, and how far it is.

use crate::content::level::{FAR, Landmarks, Level, Tower};
use crate::content::squares::{SQUARES, Square, Way};
use crate::rules::counts::small;

/// Distances of a map on which nobody can go anywhere.
pub(super) fn nowhere() -> Box<[[u8; SQUARES]; SQUARES]> {
    let rows = vec![[FAR; SQUARES]; SQUARES].into_boxed_slice();
    rows.try_into().expect("as many rows as squares")
}

/// Works out neighbors and distances from ground, walls and ladders.
pub(super) fn survey(level: &mut Level) {
    level.near = [[None; 4]; SQUARES];
    level.beat = [[None; 4]; SQUARES];
    for square in level.squares.iter() {
        for way in Way::ALL {
            let Some(next) = square.step(way, 1).filter(|&next| level.squares.contains(next))
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

/// Notes on each square what of the level's lists it has; the first, where a list has it twice.
pub(super) fn mark(level: &mut Level) {
    for square in level.squares.iter() {
        let touches = |tower: &Tower| tower.squares.contains(&square);
        let objective = level.objectives.iter().position(|it| it.at == square);
        let station = level.stations.iter().position(|&at| at == square);
        let tower = level.towers.iter().position(touches);
        level.landmarks[square.index()] = Landmarks {
            objective: objective.map(small),
            station: station.map(small),
            tower: tower.map(small),
        };
    }
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
            for next in ring.iter().flat_map(|square| steps[square.index()]).flatten() {
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

#[cfg(test)]
mod tests {
    use super::super::MISSIONS;
    use super::super::script;
    use super::Landmarks;

    #[test]
    fn guards_paths_are_as_long_there_as_back() {
        for id in MISSIONS {
            for turned in &script(id).expect("sound").mirrors {
                let level = &turned.level;
                for one in level.squares.iter() {
                    for other in level.squares.iter() {
                        let back = level.patrol(other, one);
                        assert_eq!(level.patrol(one, other), back, "{id}: {one} to {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn landmarks_lead_back_to_the_lists() {
        for id in MISSIONS {
            for turned in &script(id).expect("sound").mirrors {
                let level = &turned.level;
                for (number, objective) in level.objectives.iter().enumerate() {
                    assert_eq!(level.objective_at(objective.at), Some(number), "{id}");
                }
                for (number, &at) in level.stations.iter().enumerate() {
                    assert_eq!(level.station_at(at), Some(number), "{id}");
                }
                for (number, tower) in level.towers.iter().enumerate() {
                    for at in tower.squares {
                        assert_eq!(level.tower_at(at), Some(number), "{id}");
                    }
                }
                let marked = |mark: fn(&Landmarks) -> bool| {
                    level.landmarks.iter().filter(|marks| mark(marks)).count()
                };
                let objectives = marked(|marks| marks.objective.is_some());
                assert_eq!(objectives, level.objectives.len(), "{id}");
                let stations = marked(|marks| marks.station.is_some());
                assert_eq!(stations, level.stations.len(), "{id}");
                let touched = marked(|marks| marks.tower.is_some());
                assert_eq!(touched, 4 * level.towers.len(), "{id}");
            }
        }
    }
}
