//! What a viewer may know: the whole table (V-K.1). Views differ only in who looks.

use std::sync::Arc;

use intrigue_core::{ActionSet, Game, Seat, SeatSet, Turn, Viewer};

use crate::content::pack::{KINDS, SET};
use crate::content::squares::{PLACES, SQUARES, Squad, Square};
use crate::rules::agenda::Kind;
use crate::rules::fact::Fact;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, Brotherhood, CREW, CUBES, NOTHING, Phase, Place, Table};

/// All that a viewer may know.
#[derive(Clone, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What is played.
    pub options: Arc<Options>,
    /// The table.
    pub table: Table,
}

/// What a viewer sees of what happens: all of it.
pub type Seen = Fact;

/// More of anything than a table can hold; sums of two still fit.
const MANY: u8 = 100;

impl PartialEq for View {
    // Options are what their settings say; the maps that follow from them are large.
    fn eq(&self, other: &Self) -> bool {
        self.viewer == other.viewer
            && (Arc::ptr_eq(&self.options, &other.options)
                || self.options.settings == other.options.settings)
            && self.table == other.table
    }
}

impl View {
    pub(crate) fn look(state: &Brotherhood, viewer: Viewer) -> Self {
        Self {
            viewer,
            options: Arc::clone(&state.options),
            table: state.table.clone(),
        }
    }

    /// What is known before anything is drawn.
    pub(crate) fn blank(options: &Arc<Options>, viewer: Viewer) -> Self {
        let mut table = Table::laid(options, options.mirror.unwrap_or(0).into());
        table.first_tasks(options);
        Self {
            viewer,
            options: Arc::clone(options),
            table,
        }
    }

    pub(crate) fn fold(&mut self, seen: &Fact) {
        self.table.apply(&self.options, seen);
    }

    /// The only world that fits: this very table, unless somebody made it up.
    pub(crate) fn redeal(&self) -> Option<Brotherhood> {
        if !self.is_sound() {
            return None;
        }
        let state = Brotherhood {
            options: Arc::clone(&self.options),
            table: self.table.clone(),
        };
        if state.check_invariants().is_some() {
            return None;
        }
        // Whoever is asked must have an answer, chance too.
        let answers = match state.turn() {
            Turn::Seats(seats) => {
                let mut asked = seats.iter();
                !seats.is_empty() && asked.all(|seat| !state.legal(seat).is_empty())
            }
            Turn::Chance => !state.chances().is_empty(),
            Turn::Over => true,
        };
        answers.then_some(state)
    }

    /// How the map lies.
    pub(crate) fn mirror(&self) -> usize {
        let mirrors = &self.options.script.mirrors;
        let place = mirrors
            .iter()
            .position(|mirror| Arc::ptr_eq(mirror, &self.table.scenario));
        place.unwrap_or(0)
    }

    /// Whether every number of the table is one that rules and words can work with. It says
    /// nothing of how the table could have come about.
    pub(crate) fn is_sound(&self) -> bool {
        self.seats_are_sound()
            && self.table.assassins().iter().all(|one| self.knows(one))
            && self.guards_are_sound()
            && self.cards_are_sound()
            && self.pending_state_is_sound()
    }

    fn seats_are_sound(&self) -> bool {
        let (options, table) = (&self.options, &self.table);
        let seats = SeatSet::first(options.seats.into());
        let known = |seat: Seat| seats.contains(seat);
        let within = |set: SeatSet| set.without(seats).is_empty();
        let size = usize::from(table.size);
        self.viewer.seat().is_none_or(known)
            && known(table.leader)
            && within(table.done)
            && within(table.resigned)
            && within(table.pending.passed)
            && size == options.team.len()
            && (1..=CREW).contains(&size)
            && table.retries.checked_add(table.retries_used) == Some(options.retries)
            && table.turn <= MANY
            && table.earlier < 10 * u16::from(MANY)
            && table.ending.is_some() == (table.phase == Phase::Over)
    }

    fn knows(&self, one: &Assassin) -> bool {
        let scenario = &self.table.scenario;
        let kinds = scenario.pack.equipment.len();
        let somewhere = match one.place {
            Place::Square(square) => self.has(square),
            Place::Tower(tower) => usize::from(tower) < scenario.level.towers.len(),
            Place::Away | Place::Out => true,
        };
        somewhere
            && (1..=2).contains(&one.level)
            && one.cubes <= CUBES
            && one.hearts <= MANY
            && one.fell <= MANY
            && one.used >> kinds == 0
            && one
                .slots
                .iter()
                .all(|&kind| kind == NOTHING || usize::from(kind) < kinds)
            && few(&one.beside, kinds)
    }

    fn has(&self, square: Square) -> bool {
        square.index() < SQUARES && self.table.scenario.level.squares.contains(square)
    }

    fn guards_are_sound(&self) -> bool {
        let table = &self.table;
        let level = &table.scenario.level;
        let mut figures = [0u32; 2];
        let mut count = |squad: Squad| {
            figures[0] += u32::from(squad.crossbowmen);
            figures[1] += u32::from(squad.elites);
        };
        count(table.reserve);
        count(table.boxed);
        for (&guards, &bodies) in table.guards.iter().zip(&table.bodies) {
            count(guards);
            count(bodies);
        }
        let all = table.scenario.figures;
        if figures != [all.crossbowmen, all.elites].map(u32::from) {
            return false;
        }
        let stand = table.watched.iter().all(|square| {
            let guards = table.guards[square.index()];
            self.has(square) && (1..=PLACES).contains(&guards.total())
        });
        let lie = table.strewn.iter().all(|square| self.has(square));
        let posted = table.posted.iter().enumerate().all(|(number, posted)| {
            let Some(objective) = level.objectives.get(number) else {
                return posted.is_empty();
            };
            let guards = table.guards[objective.at.index()];
            posted.crossbowmen <= guards.crossbowmen
                && posted.elites <= guards.elites
                && posted.total() <= objective.places
        });
        stand
            && lie
            && posted
            && table.bases.iter().all(|square| self.has(square))
            && table.chests.without(level.chests).is_empty()
            && u32::from(table.objectives) >> level.objectives.len() == 0
            && is_one_of(table.painted, level.objectives.len())
    }

    fn cards_are_sound(&self) -> bool {
        let table = &self.table;
        let pack = &table.scenario.pack;
        let kinds = pack.equipment.len();
        let piles = [&table.deck, &table.discards, &table.gone];
        let events = table.events | table.events_discarded;
        let copies = pack.chests.iter().map(|chest| chest.copies);
        let chests = table.chest_deck.iter().zip(copies.chain([0; 16]));
        let company = table.companions.iter();
        piles.iter().all(|pile| few(pile, kinds))
            && events & !table.scenario.events == 0
            && table.events & table.events_discarded == 0
            && table.reinforcements & table.reinforcements_discarded == 0
            && chests.into_iter().all(|(&left, copies)| left <= copies)
            && is_one_of(table.tower_card, pack.towers.len())
            && is_one_of(table.event, pack.events.len())
            && company
                .into_iter()
                .all(|&who| is_one_of(who, table.size.into()))
            && table.skips <= MANY
    }

    /// What the steps under way point at: squares and assassins that there are.
    fn pending_state_is_sound(&self) -> bool {
        let pending = &self.table.pending;
        let kinds = self.table.scenario.pack.equipment.len();
        let tasks = pending.agenda.tasks().iter();
        let passes = pending.passes[..usize::from(pending.passing)].iter();
        tasks.into_iter().all(|task| task.fits(&self.table))
            && passes
                .into_iter()
                .all(|pass| usize::from(pass.kind) < kinds)
            && (self.table.ending.is_some()
                || pending.agenda.top().is_some_and(|task| {
                    let nothing = task.kind == Kind::DrawCards && task.n == 0;
                    (task.kind.is_chance() || task.kind.is_question()) && !nothing
                }))
            && pending.way <= 4
            && pending.groups.iter().all(|at| self.has(at))
            && pending.goals.iter().all(|at| self.has(at))
            && pending
                .offer
                .iter()
                .all(|&card| usize::from(card) < SET.max(kinds) || card == NOTHING)
            && pending
                .coming
                .iter()
                .all(|squad| squad.crossbowmen <= MANY && squad.elites <= MANY)
            && pending.dice.iter().all(|&dice| dice <= MANY)
            && pending.dice[self.table.size.into()..]
                .iter()
                .all(|&dice| dice == 0)
            && pending.tests.dice.iter().all(|&dice| dice <= MANY)
            && few(&pending.drawn, kinds)
    }
}

/// Whether only kinds that there are have cards, and not too many.
fn few(cards: &[u8; KINDS], kinds: usize) -> bool {
    let mut cards = cards.iter().enumerate();
    cards.all(|(kind, &count)| count == 0 || (kind < kinds && count <= MANY))
}

/// Whether a number is a place in a list so long, or nothing.
fn is_one_of(number: u8, length: usize) -> bool {
    number == NOTHING || usize::from(number) < length
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Face, Rng, Seed, Settings, settle};

    use super::*;
    use crate::content::compile::MEMORIES;
    use crate::rules::options::OPTIONS;
    use crate::wire::view::{seen_from_wire, seen_to_wire, view_from_wire, view_to_wire};

    fn play(settings: &[(&str, &str)], rng: &mut Rng) -> usize {
        let given = settings.iter();
        let given = given.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let settings: Settings = settle(OPTIONS, &given.collect()).expect("they are good");
        let options = Brotherhood::options(&settings).expect("they are good");
        let viewer = Viewer::Spectator;
        let mut state = Brotherhood::new(&options);
        let mut folded = View::blank(&options, viewer);
        let mut decisions = 0usize;
        loop {
            assert!(folded == View::look(&state, viewer), "{decisions}");
            assert!(folded.is_sound(), "{decisions} {:?}", folded.table.pending);
            if decisions.is_multiple_of(8) || state.turn() == Turn::Over {
                let read = view_from_wire(&view_to_wire(&folded), viewer);
                assert!(read.as_ref() == Some(&folded), "{decisions}");
                assert!(folded.redeal().is_some_and(|again| again == state));
            }
            let mut facts: Vec<Fact> = Vec::new();
            match state.turn() {
                Turn::Chance => state.settle(state.draw(rng), &mut facts),
                Turn::Seats(seats) => {
                    decisions += 1;
                    let seat = seats.iter().nth(rng.index(seats.len()));
                    let seat = seat.expect("below their number");
                    let legal = state.legal(seat);
                    let id = if rng.index(2) == 0 {
                        state.default_policy(seat, &legal, rng)
                    } else {
                        legal.pick(rng)
                    };
                    let action = Brotherhood::action(id).expect("it is legal");
                    state.play(seat, action, &mut facts);
                }
                Turn::Over => return decisions,
            }
            for fact in facts {
                assert_eq!(seen_from_wire(&seen_to_wire(&fact)).as_ref(), Some(&fact));
                folded.fold(&fact);
            }
        }
    }

    #[test]
    fn every_table_of_a_match_is_sound_and_comes_back() {
        let mut rng = Rng::new(&Seed::new([3; 32]), 0);
        for memory in MEMORIES {
            for (seats, campaign) in [
                ("1", "off"),
                ("2", "off"),
                ("4", "new"),
                ("1", "off"),
                ("2", "new"),
                ("3", "off"),
                ("4", "off"),
            ] {
                let settings = [
                    ("memory", memory),
                    ("seats", seats),
                    ("campaign", campaign),
                    ("mirror", "random"),
                ];
                assert!(play(&settings, &mut rng) > 0);
            }
        }
    }
}
