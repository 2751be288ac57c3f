//! Perft on small maps, against a reckoning of its own: one assassin, no guards, so few rules are
//! in play that the sequences of decisions can be counted without the engine.

use intrigue_core::{Game, Seed, Settings, fill_defaults};
use intrigue_testkit::perft;

use crate::rules::options::OPTIONS;
use crate::rules::state::Brotherhood;

const YARD: &str = include_str!("../../../../../../tests/golden/brotherhood/maps/yard.toml");

/// What is different from the yard as it is, three squares by three with nothing between them.
#[derive(Clone, Copy)]
struct Map {
    /// Pairs of squares, as columns and rows, that no one can pass between.
    walls: &'static [[(i8, i8); 2]],
    /// The lines of the document that say so.
    lines: &'static [(&'static str, &'static str)],
    save: bool,
    limit: u32,
    cost: u8,
}

const PLAIN: Map = Map { walls: &[], lines: &[], save: false, limit: 9, cost: 1 };

/// One assassin on the yard: all that can differ between two moments.
#[derive(Clone, Copy)]
struct Stroll {
    at: (i8, i8),
    cubes: u8,
    saved: bool,
    open: bool,
    gone: bool,
    turn: u32,
}

impl Stroll {
    fn new() -> Self {
        Self { at: (0, 0), cubes: 3, saved: false, open: true, gone: false, turn: 1 }
    }

    fn paid(mut self, cost: u8) -> Option<Self> {
        let has = self.cubes + u8::from(self.saved);
        if has < cost {
            return None;
        }
        if self.cubes < cost {
            self.saved = false;
        }
        self.cubes = self.cubes.saturating_sub(cost);
        Some(self)
    }

    /// What it may do: V-3.2 moves, V-6.1 the objective in c1, V-9.1 the stations in a1 and c3,
    /// V-9.3 not to leave before the objective is done, V-20.1 to save a cube.
    fn acts(self, map: Map) -> Vec<Self> {
        let mut acts = Vec::new();
        let one = self.paid(1);
        for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let to = (self.at.0 + x, self.at.1 + y);
            let within = (0..3).contains(&to.0) && (0..3).contains(&to.1);
            let walled = |wall: &[(i8, i8); 2]| wall.contains(&self.at) && wall.contains(&to);
            if within && !map.walls.iter().any(walled) {
                acts.extend(one.map(|one| Self { at: to, ..one }));
            }
        }
        if self.at == (2, 0) && self.open {
            let done = self.paid(map.cost);
            acts.extend(done.map(|one| Self { open: false, ..one }));
        }
        let stations = [(0, 0), (2, 2)];
        if stations.contains(&self.at) {
            acts.extend(one.iter().flat_map(|&one| stations.map(|to| Self { at: to, ..one })));
            if !self.open {
                acts.extend(one.map(|one| Self { gone: true, ..one }));
            }
        }
        if map.save && self.cubes > 0 && !self.saved {
            acts.push(Self { cubes: self.cubes - 1, saved: true, ..self });
        }
        acts
    }

    /// V-4.2 and V-4.3: a turn ends in success, in failure by the limit, or in the next turn.
    fn next_turn(self, map: Map) -> Option<Self> {
        let over = self.gone || self.turn == map.limit;
        (!over).then_some(Self { cubes: 3, turn: self.turn + 1, ..self })
    }

    /// The sequences of `depth` decisions; one that ends the match counts as one.
    fn sequences(self, map: Map, depth: u32) -> u64 {
        let acts = if self.gone { Vec::new() } else { self.acts(map) };
        // V-3.1: who could only say done is done.
        if acts.is_empty() {
            return self.next_turn(map).map_or(1, |next| next.sequences(map, depth));
        }
        if depth == 0 {
            return 1;
        }
        let done = self.next_turn(map).map_or(1, |next| next.sequences(map, depth - 1));
        let others = acts.into_iter().map(|next| next.sequences(map, depth - 1));
        done + others.sum::<u64>()
    }
}

/// The yard with other lines in the place of its own.
fn state(map: Map) -> Brotherhood {
    let mut mission = YARD.to_owned();
    for (line, other) in map.lines {
        assert!(mission.contains(line), "{line}");
        mission = mission.replace(line, other);
    }
    let given = [("seats", "1"), ("assassins", "bortolo"), ("retries", "0"), ("mission", &mission)];
    let given: Settings = given.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let settings = fill_defaults(OPTIONS, &given).expect("the options are known");
    Brotherhood::new(&Brotherhood::options(&settings).expect("the options are sound"))
}

#[test]
fn sequences_are_as_many_as_can_be_counted_by_hand() {
    let maps = [
        PLAIN,
        Map {
            walls: &[[(0, 0), (1, 0)], [(1, 1), (2, 1)]],
            lines: &[("walls = []", "walls = [\"a1|b1\", \"b2|c2\"]")],
            ..PLAIN
        },
        Map { lines: &[("limit = { 1 = 9", "limit = { 1 = 2")], limit: 2, ..PLAIN },
        Map {
            lines: &[
                ("save = false", "save = true"),
                ("cost = 1", "cost = 3"),
                ("limit = { 1 = 9", "limit = { 1 = 3"),
            ],
            save: true,
            limit: 3,
            cost: 3,
            ..PLAIN
        },
    ];
    let seed = Seed::from_number(0);
    for map in maps {
        let state = state(map);
        for depth in 0..=9 {
            let counted = Stroll::new().sequences(map, depth);
            assert_eq!(perft(&state, &seed, 0, depth), counted, "{:?}, {depth}", map.lines);
        }
    }
    // Of the plain yard by hand: from a1 there are two ways to go, the boat to c3 or round to a1,
    // and the end of the turn; a1 again then, with or without the boat, or b1 and a2 with three ways
    // each, or c3 with two and the boat.
    assert_eq!(Stroll::new().sequences(PLAIN, 1), 5);
    assert_eq!(Stroll::new().sequences(PLAIN, 2), 5 + 5 + 4 + 4 + 5);
}
