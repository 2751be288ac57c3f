//! The feature tensor: the table as numbers, the viewer's own assassin first and the others
//! clockwise. A spectator sees it from seat 0. Squares are those of the largest grid, row by row.

use intrigue_core::{FeatureWriter, Plane, Seat, SeatSet, Viewer, feature_size};

use crate::content::ids::{AssassinId, AssassinSet, Counts, Entrances, EquipmentId, Ways};
use crate::content::level::{Ground, Level, OBJECTIVES};
use crate::content::pack::{CHESTS, EVENTS, KINDS, ROLES, SET, TOWERS};
use crate::content::squares::{SQUARES, Squad, Square, SquareSet, Way};
use crate::knowledge::view::View;
use crate::rules::agenda::{OFFERS, Question};
use crate::rules::counts::small;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, CREW, Phase, Place, Table};

/// Changes when the planes do.
pub(crate) const VERSION: u32 = 1;

const PHASES: usize = Phase::ALL.len();
/// Numbers of an assassin's state.
const STATE: usize = 18;

const fn plane(name: &'static str, size: usize, summary: &'static str) -> Plane {
    Plane { name, size, summary }
}

/// The planes, one after the other.
pub(crate) const PLANES: &[Plane] = &[
    plane("ground", 3 * SQUARES, "1 for each floor, roof, canal square, one grid a kind"),
    plane(
        "blocked",
        4 * SQUARES,
        "1 where a wall or the edge is to the north, east, south, west, one grid a way",
    ),
    plane(
        "beats",
        4 * SQUARES,
        "1 where guards can go north, east, south, west by walls and ladders, one grid a way",
    ),
    plane("stations", SQUARES, "1 for each station"),
    plane("spots", SQUARES, "1 for each hiding spot"),
    plane("towers", SQUARES, "1 beside a tower, 2 at its haystack"),
    plane("entrances", SQUARES, "the entrance there: 1 to 4"),
    plane("objectives", SQUARES, "of each open objective its cost and 1"),
    plane("chests", SQUARES, "1 for each closed chest"),
    plane("guards", 2 * SQUARES, "crossbowmen, then elites, one grid each"),
    plane("posted", SQUARES, "guards on places of objectives"),
    plane("bodies", 2 * SQUARES, "bodies of crossbowmen, then of elites, one grid each"),
    plane("bases", SQUARES, "1 for each loose red base"),
    plane("crew", CREW * SQUARES, "1 where each assassin is, own first"),
    plane("pending", SQUARES, "1 where guards have still to go or declare"),
    plane("goals", SQUARES, "1 for each base by which the step goes"),
    plane("asked_square", SQUARES, "1 at the square of the question"),
    plane("asked_to", SQUARES, "1 at the question's second square"),
    plane(
        "state",
        CREW * STATE,
        "of each assassin, own first: there is one, it is the viewer's, on a square, on a tower, away, eliminated, hearts, heart limit, cubes, saved cube, wanted, hidden, turns since it fell and 1, level, may hide, ability used, cloaked, trade refused",
    ),
    plane("apprentice", CREW, "1 for each apprentice, own first"),
    plane("role", CREW * ROLES, "the role of each, one-hot, own first"),
    plane("worn", CREW * KINDS, "cards in slots by kind, one row an assassin, own first"),
    plane("beside", CREW * KINDS, "cards beside the board by kind, one row an assassin, own first"),
    plane(
        "used",
        CREW * KINDS,
        "1 for each card at cost 0 used this turn, one row an assassin, own first",
    ),
    plane("changed", CREW * 4, "1 for each slot changed this turn, one row an assassin, own first"),
    plane("event", EVENTS, "the event in force, one-hot"),
    plane("event_open", 1, "whether its one use is open"),
    plane("turn", 1, "the turn of this attempt"),
    plane("turns_left", 1, "turns until the limit"),
    plane("retries", 1, "failures that may be gone on from"),
    plane("alert", 1, "whether the alert is on"),
    plane("phase", PHASES, "the phase, one-hot"),
    plane("stage", Question::STAGES, "what is asked, one-hot"),
    plane("asked_assassin", CREW, "the assassin of the question, one-hot, own first"),
    plane("asked_assassins", CREW, "1 for each assassin to choose from, own first"),
    plane("asked_number", 1, "its number"),
    plane("asked_numbers", 8, "1 for each number to choose from, from 0"),
    plane("asked_ways", 4, "1 for each way to choose from"),
    plane("asked_entrances", 4, "1 for each entrance of the question"),
    plane("giver", CREW, "who gives a card, one-hot, own first"),
    plane("taker", CREW, "who gets it, one-hot, own first"),
    plane("leader", CREW, "the leader's seat, one-hot, own first"),
    plane("done", CREW, "1 for each seat that is done, own first"),
    plane("passed", CREW, "1 for each seat that has passed, own first"),
    plane("resigned", CREW, "1 for each seat that has given up, own first"),
    plane(
        "companions",
        3 * CREW,
        "with whom thieves, mercenaries, courtesans are, own first: 1, or 2 once they are used",
    ),
    plane("deck", KINDS, "equipment in the deck by kind"),
    plane("discards", KINDS, "equipment discarded by kind"),
    plane("drawn", KINDS, "cards drawn and not yet kept, by kind"),
    plane("offer", 3, "cards on offer, each by its number and 1"),
    plane("events", EVENTS, "1 for each event in the deck"),
    plane("events_discarded", EVENTS, "1 for each event discarded"),
    plane("reinforcements", SET, "1 for each reinforcement card in the deck"),
    plane("chest_deck", CHESTS, "chest cards that are left"),
    plane("tower_card", TOWERS, "the tower card turned over, one-hot"),
    plane("painted", OBJECTIVES, "the false objective, one-hot"),
    plane("way", 4, "where guards go in this step if there is no base, one-hot"),
    plane("tests", CREW, "dice of the test for each assassin, own first"),
    plane("body_tests", 3, "bodies tested for, dice of each, whether dice are red"),
    plane("attack", 4, "the attack under way: hits, specials, crossbowmen and elites that fall"),
    plane("blows", CREW, "guard dice against each assassin, own first"),
    plane("coming", 8, "crossbowmen and elites still to come to the entrances A to D"),
    plane("reserve", 2, "crossbowmen and elites in the reserve"),
    plane("skips", 1, "reinforcement steps that will be left out"),
    plane("green_roofs", 1, "whether roofs are entered by green dice"),
    plane("was_wanted", 1, "whether an assassin was wanted at the end of a phase"),
    plane("bodies_seen", 1, "bodies seen in this attempt"),
    plane("florins", 1, "the campaign's florins, at most 127"),
    plane("seats", 1, "how many seats there are"),
];

/// How many numbers there are.
const SIZE: usize = feature_size(PLANES);

/// What a question is about, as the planes have it.
#[derive(Clone, Copy)]
struct Subject {
    assassin: Option<AssassinId>,
    among: AssassinSet,
    square: Option<Square>,
    to: Option<Square>,
    number: u8,
    counts: Counts,
    ways: Ways,
    entrances: Entrances,
    giver: Option<AssassinId>,
    taker: Option<AssassinId>,
}

impl Subject {
    const NONE: Self = Self {
        assassin: None,
        among: AssassinSet::EMPTY,
        square: None,
        to: None,
        number: 0,
        counts: Counts::EMPTY,
        ways: Ways::EMPTY,
        entrances: Entrances::EMPTY,
        giver: None,
        taker: None,
    };

    #[rustfmt::skip]
    fn of(question: Question) -> Self {
        use Question as Q;
        let none = Self::NONE;
        let one = |assassin| Self { assassin: Some(assassin), ..none };
        match question {
            Q::Acts | Q::Window | Q::Cancel | Q::Reinforcement { .. } | Q::Station | Q::Buy => none,
            Q::Kit { card: number, among }
            | Q::Finder { cards: number, among }
            | Q::Spare { left: number, among } => Self { among, number, ..none },
            Q::Company { companion, among } => Self { among, number: companion as u8, ..none },
            Q::Buyer { offer } => Self { number: offer, ..none },
            Q::Body { guard } => Self { number: guard as u8, ..none },
            Q::Reroll { tested, by } => Self { number: by as u8, ..one(tested) },
            Q::Move { assassin, unseen, .. } => Self { number: unseen.into(), ..one(assassin) },
            Q::Place { assassin, station } => Self { number: station, ..one(assassin) },
            Q::Elites { assassin, counts }
            | Q::Crossbowmen { assassin, counts } => Self { counts, ..one(assassin) },
            Q::Drowned { assassin }
            | Q::Vanished { assassin }
            | Q::Hide { assassin, .. }
            | Q::Keep { assassin }
            | Q::Sell { assassin }
            | Q::Tend { assassin } => one(assassin),
            Q::TradePair { payer } | Q::Consent { payer } => one(payer),
            Q::TradeCard { payer, giver, taker } => {
                Self { giver: Some(giver), taker: Some(taker), ..one(payer) }
            }
            Q::Pursuers { assassin, from, to, count } => {
                Self { square: Some(from), to: Some(to), number: count, ..one(assassin) }
            }
            Q::Movers { from, to, count } => {
                Self { square: Some(from), to: Some(to), number: count, ..none }
            }
            Q::Way { from, ways } | Q::Shot { from, ways, .. } => {
                Self { square: Some(from), ways, ..none }
            }
            Q::First { to, ways } => Self { to: Some(to), ways, ..none },
            Q::Placed { entrance, count } => {
                let entrances = [entrance].into_iter().collect();
                Self { entrances, number: count, ..none }
            }
            Q::Entrance { entrances } => Self { entrances, ..none },
        }
    }
}

/// The assassins or the seats, own first.
#[derive(Clone, Copy)]
struct Order {
    own: usize,
    count: usize,
}

impl Order {
    /// Who is at a place; nobody beyond the last.
    fn at(self, place: usize) -> Option<usize> {
        (place < self.count).then(|| (self.own + place) % self.count)
    }

    /// The place of one.
    fn place(self, one: usize) -> Option<usize> {
        (one < self.count).then(|| (one + self.count - self.own) % self.count)
    }
}

/// Writes planes in which assassins and seats stand in the viewer's order.
struct Writer<'a> {
    planes: FeatureWriter<'a, SIZE>,
    /// The assassins.
    crew: Order,
    seats: Order,
}

impl<'a> std::ops::Deref for Writer<'a> {
    type Target = FeatureWriter<'a, SIZE>;

    fn deref(&self) -> &Self::Target {
        &self.planes
    }
}

impl std::ops::DerefMut for Writer<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.planes
    }
}

impl Writer<'_> {
    #[inline]
    fn squares(&mut self, set: SquareSet) {
        let plane = self.plane(SQUARES);
        for square in set.iter() {
            plane[square.index()] = 1;
        }
    }

    #[inline]
    fn bits(&mut self, bits: u32, size: usize) {
        for (place, one) in self.plane(size).iter_mut().enumerate() {
            *one = i8::from(bits >> place & 1 == 1);
        }
    }

    #[inline]
    fn counts(&mut self, counts: &[u8]) {
        for (one, &count) in self.plane(counts.len()).iter_mut().zip(counts) {
            *one = narrow(count);
        }
    }

    #[inline]
    fn assassin(&mut self, who: Option<AssassinId>) {
        let place = who.and_then(|who| self.crew.place(who.index()));
        self.one_hot(place, CREW);
    }

    /// A number of each assassin.
    #[inline]
    fn each(&mut self, counts: [u8; CREW]) {
        for place in 0..CREW {
            let count = self.crew.at(place).map_or(0, |who| counts[who]);
            self.number(count);
        }
    }

    #[inline]
    fn seat_set(&mut self, set: SeatSet) {
        for place in 0..CREW {
            let there = self.seats.at(place);
            self.number(there.is_some_and(|one| set.bits() >> one & 1 == 1));
        }
    }

    #[inline]
    fn squads(&mut self, there: SquareSet, squads: &[Squad; SQUARES]) {
        let planes = self.plane(2 * SQUARES);
        for square in there.iter() {
            let squad = squads[square.index()];
            planes[square.index()] = narrow(squad.crossbowmen);
            planes[SQUARES + square.index()] = narrow(squad.elites);
        }
    }
}

#[inline]
fn narrow(value: impl Into<i32>) -> i8 {
    let value = value.into().clamp(i8::MIN.into(), i8::MAX.into());
    value.to_le_bytes()[0].cast_signed()
}

fn write_level(level: &Level, to: &mut Writer) {
    let planes = to.plane(11 * SQUARES);
    for square in level.squares.iter() {
        let at = square.index();
        let ground = match level.ground[at] {
            Ground::None => continue,
            Ground::Floor => 0,
            Ground::Roof => 1,
            Ground::Canal => 2,
        };
        planes[ground * SQUARES + at] = 1;
        for way in Way::ALL {
            let way = way as usize;
            planes[(3 + way) * SQUARES + at] = i8::from(level.near[at][way].is_none());
            planes[(7 + way) * SQUARES + at] = i8::from(level.beat[at][way].is_some());
        }
    }
    to.squares(level.stations.iter().copied().collect());
    to.squares(level.spots);
    let towers = to.plane(SQUARES);
    for tower in &level.towers {
        for square in tower.squares {
            towers[square.index()] = 1;
        }
        towers[tower.haystack.index()] = 2;
    }
    let entrances = to.plane(SQUARES);
    for (letter, square) in (1..).zip(&level.entrances) {
        if let Some(square) = square {
            entrances[square.index()] = letter;
        }
    }
}

fn write_figures(table: &Table, to: &mut Writer) {
    let level = &table.mission.level;
    let objectives = to.plane(SQUARES);
    for (place, objective) in level.objectives.iter().enumerate() {
        if table.objectives >> place & 1 == 1 {
            objectives[objective.at.index()] = narrow(objective.cost) + 1;
        }
    }
    to.squares(table.chests);
    to.squads(table.watched, &table.guards);
    let posted = to.plane(SQUARES);
    for (objective, squad) in level.objectives.iter().zip(table.posted) {
        posted[objective.at.index()] = narrow(squad.total());
    }
    to.squads(table.strewn, &table.bodies);
    to.squares(table.bases);
    for place in 0..CREW {
        let one = to.crew.at(place).map(|who| &table.crew[who]);
        let square = one.and_then(Assassin::square);
        to.one_hot(square.map(Square::index), SQUARES);
    }
}

fn write_crew(options: &Options, table: &Table, viewer: Viewer, to: &mut Writer) {
    let crew = to.crew;
    for place in 0..CREW {
        let Some(who) = crew.at(place) else {
            to.plane(STATE);
            continue;
        };
        let one = &table.crew[who];
        to.number(1);
        let id = AssassinId::new(who).expect("one of the team");
        to.number(viewer.is(options.seat_of(id)));
        to.number(matches!(one.place, Place::Square(_)));
        to.number(matches!(one.place, Place::Tower(_)));
        to.number(one.place == Place::Away);
        to.number(one.place == Place::Out);
        to.number(one.hearts);
        to.number(table.heart_limit(one));
        to.number(one.cubes);
        to.number(one.saved);
        to.number(one.wanted);
        to.number(one.hidden);
        let since = table.turn.saturating_sub(one.fell).saturating_add(1);
        to.number(if one.critical() { since } else { 0 });
        to.number(one.level);
        to.number(one.may_hide);
        to.number(one.spent);
        to.number(one.cloaked);
        to.number(one.rebuffed);
    }
    let one = |place: usize| crew.at(place).map(|who| &table.crew[who]);
    for place in 0..CREW {
        to.number(one(place).is_some_and(|one| one.apprentice));
    }
    for place in 0..CREW {
        to.one_hot(one(place).map(|one| one.role.into()), ROLES);
    }
    for place in 0..CREW {
        let worn = to.plane(KINDS);
        for kind in one(place).iter().flat_map(|one| one.slots).flatten() {
            worn[kind.index()] += 1;
        }
    }
    for place in 0..CREW {
        to.counts(one(place).map_or(&[0; KINDS], |one| &one.beside));
    }
    for place in 0..CREW {
        to.bits(one(place).map_or(0, |one| one.used), KINDS);
    }
    for place in 0..CREW {
        to.bits(one(place).map_or(0, |one| one.changed.into()), 4);
    }
}

fn write_turn(options: &Options, table: &Table, about: &Subject, to: &mut Writer) {
    let pending = &table.pending;
    to.one_hot(table.event.map(usize::from), EVENTS);
    to.number(table.event_open);
    to.number(table.turn);
    to.number(options.limit().saturating_sub(table.turn));
    to.number(table.retries);
    to.number(table.alert);
    to.one_hot(Some(table.phase as usize), PHASES);
    let stage = pending.agenda.question().map(Question::stage);
    to.one_hot(stage, Question::STAGES);
    to.assassin(about.assassin);
    to.each(AssassinId::ALL.map(|who| about.among.contains(who).into()));
    to.number(about.number);
    to.bits(about.counts.bits().into(), 8);
    to.bits(about.ways.bits().into(), 4);
    to.bits(about.entrances.bits().into(), 4);
    to.assassin(about.giver);
    to.assassin(about.taker);
    to.seat_set(SeatSet::of(table.leader));
    to.seat_set(table.done);
    to.seat_set(pending.passed);
    to.seat_set(table.resigned);
    for (who, used) in table.companions.into_iter().zip(table.companions_used) {
        let host = who.and_then(|who| to.crew.place(who.index()));
        let hosts = to.plane(CREW);
        if let Some(host) = host {
            hosts[host] = 1 + i8::from(used);
        }
    }
}

fn write_cards(table: &Table, to: &mut Writer) {
    let pending = &table.pending;
    to.counts(&table.deck);
    to.counts(&table.discards);
    to.counts(&pending.drawn);
    let offer = match pending.agenda.question() {
        Some(Question::Reinforcement { first, second }) => [first + 1, second + 1, 0],
        Some(Question::Buy | Question::Buyer { .. }) => {
            let number = |kind: EquipmentId| small(kind.index()) + 1;
            pending.offer.map(|kind| kind.map_or(0, number))
        }
        _ => [0; OFFERS],
    };
    to.counts(&offer);
    to.bits(table.events, EVENTS);
    to.bits(table.events_discarded, EVENTS);
    to.bits(table.reinforcements.into(), SET);
    to.counts(&table.chest_deck);
    to.one_hot(table.tower_card.map(usize::from), TOWERS);
    to.one_hot(table.painted.map(usize::from), OBJECTIVES);
}

fn write_steps(options: &Options, table: &Table, to: &mut Writer) {
    let pending = &table.pending;
    let tests = &pending.tests;
    let (hits, specials, felled) = match pending.attack {
        Some(attack) => (attack.hits, attack.specials, attack.felled),
        None => (0, 0, Squad::NONE),
    };
    to.one_hot(pending.way.map(|way| way as usize), 4);
    to.each(tests.dice);
    to.number(tests.bodies);
    to.number(tests.body_dice);
    to.number(tests.red);
    to.number(hits);
    to.number(specials);
    to.number(felled.crossbowmen);
    to.number(felled.elites);
    to.each(pending.dice);
    for squad in pending.coming {
        to.number(squad.crossbowmen);
        to.number(squad.elites);
    }
    to.number(table.reserve.crossbowmen);
    to.number(table.reserve.elites);
    to.number(table.skips);
    to.number(table.green_roofs);
    to.number(table.was_wanted);
    to.number(table.bodies_seen);
    to.number(table.florins);
    to.number(options.seats);
}

/// Writes what a view shows.
pub(crate) fn write(view: &View, out: &mut [i8]) {
    write_table(&view.options, &view.table, view.viewer, out);
}

/// Writes what a viewer sees of a table.
pub(crate) fn write_table(options: &Options, table: &Table, viewer: Viewer, out: &mut [i8]) {
    let own = viewer.seat().map_or(0, Seat::index);
    let mut to = Writer {
        planes: FeatureWriter::new(out),
        // A single seat that plays two assassins has no other place to look from.
        crew: Order { own, count: table.size.into() },
        seats: Order { own, count: options.seats.into() },
    };
    write_level(&table.mission.level, &mut to);
    write_figures(table, &mut to);
    let pending = &table.pending;
    to.squares(pending.groups);
    to.squares(pending.goals);
    let about = pending.agenda.question().map_or(Subject::NONE, Subject::of);
    to.one_hot(about.square.map(Square::index), SQUARES);
    to.one_hot(about.to.map(Square::index), SQUARES);
    write_crew(options, table, viewer, &mut to);
    write_turn(options, table, &about, &mut to);
    write_cards(table, &mut to);
    write_steps(options, table, &mut to);
    debug_assert!(to.is_complete());
}
