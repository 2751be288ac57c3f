//! The Movement step (V-23): which way guards go, in which order, and how many find room.

use intrigue_core::EventSink;

use crate::content::ids::Ways;
use crate::content::level::FAR;
use crate::content::squares::{PLACES, SQUARES, Squad, Square, Way};
use crate::rules::agenda::{Draw, Procedure, Question, Task};
use crate::rules::counts::small;
use crate::rules::fact::Fact;
use crate::rules::state::Brotherhood;
use crate::rules::stealth::elites_among;

/// How far each square is from the nearest red base (V-23.3); [`FAR`] if there is no base.
type Distances = [u8; SQUARES];

impl Brotherhood {
    /// The direction is fixed for the whole step (V-23.1, V-23.2).
    pub(crate) fn begin_march(&mut self, events: &mut impl EventSink<Fact>) {
        let mut goals = self.table.bases;
        for one in self.table.assassins() {
            if let (true, Some(at)) = (one.wanted, one.square()) {
                goals.insert(at);
            }
        }
        self.table.pending.goals = goals;
        self.table.pending.groups = self.table.watched;
        self.table.pending.way = None;
        self.then(Procedure::March);
        // The compass counts only where there is no base, and only for guards.
        let (true, Some(event)) = (goals.is_empty(), self.table.event) else {
            return;
        };
        if self.table.watched.is_empty() {
            return;
        }
        match self.table.mission.pack.events[usize::from(event)].compass {
            Some(way) => self.set_way(way, events),
            None if self.compass_cards().iter().any(|&cards| cards > 0) => {
                self.draw_next(Draw::Way);
            }
            None => {}
        }
    }

    pub(crate) fn set_way(&mut self, way: Way, events: &mut impl EventSink<Fact>) {
        let way = Some(way);
        self.table.pending.way = way;
        self.apply_and_emit(Fact::WaySet { way }, events);
    }

    /// How many cards of the event pile show each direction; of the discards, if none does
    /// (V-23.8).
    pub(crate) fn compass_cards(&self) -> [u8; 4] {
        let count = |cards: u32| {
            let mut ways = [0; 4];
            for (number, event) in self.table.mission.pack.events.iter().enumerate() {
                if let (1, Some(way)) = (cards >> number & 1, event.compass) {
                    ways[way as usize] += 1;
                }
            }
            ways
        };
        match count(self.table.events) {
            [0, 0, 0, 0] => count(self.table.events_discarded),
            ways => ways,
        }
    }

    /// How far each square is from the nearest red base. Guards' paths are as long there as back, so
    /// the rows of the bases say it for all squares at once.
    #[inline]
    fn distances(&self) -> Distances {
        let patrol = &self.table.mission.level.patrol;
        let pending = &self.table.pending;
        let mut nearest = [FAR; SQUARES];
        for goal in pending.goals.iter() {
            for (distance, &steps) in nearest.iter_mut().zip(&patrol[goal.index()]) {
                *distance = steps.min(*distance);
            }
        }
        if !pending.goals.is_empty() {
            for at in pending.groups.iter() {
                if nearest[at.index()] == FAR {
                    self.measure_cut_off(at, &mut nearest);
                }
            }
        }
        nearest
    }

    /// The distances of a square from which no path leads to a base, and of all squares that guards
    /// can reach from it. They go to those of them that are the fewest steps of the grid from a
    /// base, and these steps are added to those of the path.
    fn measure_cut_off(&self, at: Square, distances: &mut Distances) {
        let level = &self.table.mission.level;
        let goals = self.table.pending.goals;
        let apart = |to: Square| goals.iter().map(|goal| to.grid_steps(goal)).min().unwrap_or(FAR);
        let reach = || level.squares.iter().filter(|&to| level.patrol(at, to) != FAR);
        let least = reach().map(apart).min().unwrap_or(FAR);
        for goal in reach().filter(|&to| apart(to) == least) {
            for (distance, &steps) in distances.iter_mut().zip(&level.patrol[goal.index()]) {
                *distance = steps.saturating_add(least).min(*distance);
            }
        }
    }

    /// The guards of a square that can leave it (V-23.4).
    fn able_guards(&self, at: Square) -> Squad {
        if self.table.wanted_at(at) { Squad::NONE } else { self.table.loose_guards(at) }
    }

    /// The first steps from a square that lead to a nearest base.
    fn first_steps(&self, at: Square, distances: &Distances) -> Ways {
        let beat = self.table.mission.level.beat[at.index()];
        let nearer = |to: Square| distances[to.index()] < distances[at.index()];
        let ways = Way::ALL.into_iter();
        ways.filter(|&way| beat[way as usize].is_some_and(nearer)).collect()
    }

    /// The groups go, one after the other, until somebody is asked or dice are thrown.
    pub(crate) fn march(&mut self, events: &mut impl EventSink<Fact>) {
        let distances = self.distances();
        let mut places = [0; SQUARES];
        for &mut place in self.in_order(&distances, &mut places) {
            let [_, at] = place.to_be_bytes();
            let at = Square(at);
            if self.able_guards(at).is_empty() {
                self.table.pending.groups.remove(at);
                continue;
            }
            self.then(Procedure::March);
            if distances[at.index()] == FAR {
                self.march_by_compass(at, events);
            } else {
                self.march_to_goal(at, &distances, events);
            }
            // The others go on after that.
            if !matches!(self.top(), Some(Task::Do(Procedure::March))) {
                return;
            }
            self.table.pending.agenda.pop();
        }
    }

    /// The groups that have not gone, in the order of V-23.3: nearest to a base first, or without
    /// bases from the edge of the compass direction on; they stay where there is none. Each is a
    /// number of two bytes, what its turn depends on and then its square.
    fn in_order<'a>(&self, distances: &Distances, places: &'a mut [u16; SQUARES]) -> &'a mut [u16] {
        let way = self.table.pending.way;
        let mut count = 0;
        for at in self.table.pending.groups.iter() {
            let turn = match (distances[at.index()], way) {
                (FAR, None) => continue,
                (FAR, Some(way)) => small(self.edge_distance(at, way)),
                (distance, _) => distance,
            };
            places[count] = u16::from_be_bytes([turn, at.0]);
            count += 1;
        }
        let places = &mut places[..count];
        places.sort_unstable();
        places
    }

    /// How far a square is from the edge of a direction.
    #[inline]
    fn edge_distance(&self, at: Square, way: Way) -> usize {
        let level = &self.table.mission.level;
        match way {
            Way::North => at.row(),
            Way::West => at.column(),
            Way::South => level.height - 1 - at.row(),
            Way::East => level.width - 1 - at.column(),
        }
    }

    fn march_to_goal(
        &mut self,
        at: Square,
        distances: &Distances,
        events: &mut impl EventSink<Fact>,
    ) {
        let ways = self.first_steps(at, distances);
        match ways.lowest() {
            // It can't come nearer.
            None => self.table.pending.groups.remove(at),
            Some(way) if ways.len() == 1 => self.go_toward(at, way, distances, events),
            Some(_) => self.ask(Question::Way { from: at, ways }),
        }
    }

    fn march_by_compass(&mut self, at: Square, events: &mut impl EventSink<Fact>) {
        let way = self.table.pending.way.expect("these groups have one");
        match self.table.mission.level.beat[at.index()][way as usize] {
            Some(to) => self.march_group(at, to, events),
            None => self.table.pending.groups.remove(at),
        }
    }

    /// The leader has chosen a group's way.
    pub(crate) fn way_chosen(&mut self, at: Square, way: Way, events: &mut impl EventSink<Fact>) {
        self.go_toward(at, way, &self.distances(), events);
    }

    /// A group goes this way, unless another one competes with it for the places there.
    fn go_toward(
        &mut self,
        at: Square,
        way: Way,
        distances: &Distances,
        events: &mut impl EventSink<Fact>,
    ) {
        let beat = &self.table.mission.level.beat;
        let to = beat[at.index()][way as usize].expect("it was offered");
        let room = PLACES - self.table.guards[to.index()].total();
        let (mut rivals, mut coming) = (Ways::EMPTY, 0);
        for from in Way::ALL {
            let Some(other) = beat[to.index()][from as usize] else {
                continue;
            };
            if self.table.pending.groups.contains(other)
                && distances[other.index()] == distances[at.index()]
            {
                let able = self.able_guards(other).total();
                if able > 0 {
                    rivals.insert(from);
                }
                coming += able;
            }
        }
        if rivals.len() > 1 && room > 0 && coming > room {
            self.ask(Question::First { to, ways: rivals });
        } else {
            self.march_group(at, to, events);
        }
    }

    /// A group goes to a square, as many as find room.
    pub(crate) fn march_group(
        &mut self,
        at: Square,
        to: Square,
        events: &mut impl EventSink<Fact>,
    ) {
        let able = self.able_guards(at);
        let room = PLACES - self.table.guards[to.index()].total();
        let count = room.min(able.total());
        if count == 0 {
            self.table.pending.groups.remove(at);
            return;
        }
        match elites_among(able, count) {
            (least, most) if least == most => self.march_to(at, to, least, count, events),
            _ => self.ask(Question::Movers { from: at, to, count }),
        }
    }

    /// A squad goes, and test whom they meet.
    pub(crate) fn march_to(
        &mut self,
        at: Square,
        to: Square,
        elites: u8,
        count: u8,
        events: &mut impl EventSink<Fact>,
    ) {
        self.table.pending.groups.remove(at);
        let squad = Squad::new(count - elites, elites);
        self.apply_and_emit(Fact::GuardsMoved { from: at, to, guards: squad }, events);
        self.post(to, events);
        self.guards_enter(to, count, true);
    }
}
