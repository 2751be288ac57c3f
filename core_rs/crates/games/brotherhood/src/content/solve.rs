//! Proof by search that a mission can be done: the fewest turns in which a number of assassins do all
//! objectives and leave, if no guard stood in their way.

use intrigue_core::{Text, game_text, message};

use crate::content::document::Fault;
use crate::content::level::{FAR, Level, Mission};
use crate::content::squares::Square;
use crate::rules::state::Brotherhood;

/// Cubes of an assassin in a turn (V-3.1).
const CUBES: u16 = 3;
/// More turns than any mission has.
const NEVER: u16 = u16::MAX;
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

/// The fewest turns for 1 to 4 assassins.
pub(crate) fn fewest_turns(mission: &Mission) -> [u16; 4] {
    let alone = alone(&mission.level);
    let mut best = [NEVER; 4];
    // What a team does in the fewest turns, for each set of objectives; one assassin more takes
    // some of them over.
    let mut team = alone.clone();
    for (number, turns) in best.iter_mut().enumerate() {
        if number > 0 {
            team = joined(&team, &alone);
        }
        *turns = team[team.len() - 1];
    }
    best
}

/// What the search found, for people.
pub(crate) fn proof(mission: &Mission) -> Vec<Text> {
    let turns = fewest_turns(mission);
    let mut notes: Vec<Text> = (0..4)
        .map(|number| {
            let (turns, limit) = (turns[number], mission.limit[number]);
            game_text::<Brotherhood>(|text| {
                message!(text, "note-turns", assassins = number + 1, turns, limit)
            })
        })
        .collect();
    notes.extend(out_of_reach(&mission.level));
    notes
}

/// Faults for the numbers of assassins that can't be done within the limit.
pub(crate) fn too_short(mission: &Mission) -> Vec<Fault> {
    let turns = fewest_turns(mission);
    (0..4)
        .filter(|&number| turns[number] > u16::from(mission.limit[number]))
        .map(|number| {
            let (turns, limit) = (turns[number], mission.limit[number]);
            let count = number + 1;
            Fault::new(format!("limit.{count}"), |text| {
                message!(text, "fault-limit-too-short", limit, turns)
            })
        })
        .collect()
}

/// Squares that guards can't reach from an entrance: nobody will come there.
fn out_of_reach(level: &Level) -> Vec<Text> {
    let mut notes = Vec::new();
    for (letter, entrance) in LETTERS.into_iter().zip(level.entrances) {
        let Some(entrance) = entrance else {
            continue;
        };
        let missing: Vec<String> = level
            .squares
            .iter()
            .filter(|&square| level.patrol(entrance, square) == FAR)
            .map(|square| square.to_string())
            .collect();
        if !missing.is_empty() {
            notes.push(game_text::<Brotherhood>(|text| {
                message!(text, "note-out-of-reach", letter, missing = missing.join(" "))
            }));
        }
    }
    notes
}

/// Cubes from one square to another: steps, or by way of two stations (V-9.1).
fn cubes(level: &Level, from: Square, to: Square) -> u16 {
    let walk = |from, to| match level.walk(from, to) {
        FAR => NEVER,
        steps => u16::from(steps),
    };
    let nearest = |square| {
        let steps = level.stations.iter().map(|&at| walk(square, at));
        steps.min().unwrap_or(NEVER)
    };
    let riding = nearest(from).saturating_add(1).saturating_add(nearest(to));
    walk(from, to).min(riding)
}

/// The fewest turns in which one assassin does each set of objectives and leaves.
///
/// Time is counted in cubes. Whoever is somewhere earlier can wait there, so the earliest time for
/// each set and each last objective is all that has to be known.
fn alone(level: &Level) -> Vec<u16> {
    let count = level.objectives.len();
    let mut earliest = vec![vec![NEVER; count]; 1 << count];
    let mut turns = vec![NEVER; 1 << count];
    // The start is a station: leaving at once takes one cube.
    turns[0] = 1;
    for done in 0..1usize << count {
        for last in (0..count).filter(|last| done >> last & 1 == 1) {
            let at = level.objectives[last].at;
            let before = done & !(1 << last);
            let arrival = if before == 0 {
                cubes(level, level.start, at)
            } else {
                (0..count)
                    .filter(|previous| before >> previous & 1 == 1)
                    .map(|previous| {
                        let from = level.objectives[previous].at;
                        earliest[before][previous].saturating_add(cubes(level, from, at))
                    })
                    .min()
                    .unwrap_or(NEVER)
            };
            let time = paid(arrival, u16::from(level.objectives[last].cost));
            earliest[done][last] = time;
            let way_out = level.stations.iter().map(|&out| cubes(level, at, out)).min();
            let left = time.saturating_add(way_out.unwrap_or(NEVER)).saturating_add(1);
            if left != NEVER {
                turns[done] = turns[done].min(left.div_ceil(CUBES));
            }
        }
    }
    turns
}

/// The time after a cost that is paid in one turn: now, or with the next turn's cubes.
fn paid(time: u16, cost: u16) -> u16 {
    if time == NEVER || time % CUBES + cost <= CUBES {
        time.saturating_add(cost)
    } else {
        time.next_multiple_of(CUBES) + cost
    }
}

/// The fewest turns for each set of objectives if one more assassin shares it with a team. Whoever
/// has nothing to do still leaves.
fn joined(team: &[u16], alone: &[u16]) -> Vec<u16> {
    let sets = 0..team.len();
    sets.map(|set| {
        // All parts of the set, the empty one last.
        let mut part = set;
        let mut best = team[0].max(alone[set]);
        while part > 0 {
            best = best.min(team[part].max(alone[set & !part]));
            part = (part - 1) & set;
        }
        best
    })
    .collect()
}
