//! Views as messages, and back. What happens is in [`crate::wire::event`], and what is under way in
//! [`crate::wire::engine_state`].
//!
//! A message is read piece by piece onto the table that its options lay; what was read is then
//! written again, and must be the same message. So nothing that is out of order, doubled, left
//! over or contradictory gets through.

use intrigue_core::Viewer;
use intrigue_core::wire_fields::{
    enum_number, read_byte, read_enum, read_seat, read_seats, seat_number, seat_numbers,
};
use intrigue_wire::brotherhood::v1 as wire;
use intrigue_wire::v1::{game_event, game_setup, game_view};

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::pack::{Companion, Slot};
use crate::content::squares::{SQUARES, Squad, Square, SquareSet};
use crate::knowledge::view::{Seen, View};
use crate::rules::fact::Flag;
use crate::rules::state::{Assassin, Ending, Phase, Place, Table};
use crate::wire::engine_state;
use crate::wire::event;
use crate::wire::field::{Field, ToWire};
use crate::wire::question::{question, under_way};
use crate::wire::setup::{self, squad, squares};

/// The message of a view.
pub(crate) fn view_to_wire(view: &View) -> game_view::Kind {
    game_view::Kind::Brotherhood(write(view))
}

/// The view of a message, if it is of this game and makes sense.
pub(crate) fn view_from_wire(
    message: &game_view::Kind,
    setup: Option<&game_setup::Kind>,
    engine_state: &[u8],
    viewer: Viewer,
) -> Option<View> {
    let game_view::Kind::Brotherhood(message) = message else {
        return None;
    };
    let Some(game_setup::Kind::Brotherhood(setup)) = setup else {
        return None;
    };
    let view = read(message, setup, engine_state, viewer)?;
    let same = write(&view) == *message && setup::says_the_same(&setup::write(&view), setup);
    (view.is_sound() && same).then_some(view)
}

/// The message of something seen; none if it is the engine's own state.
pub(crate) fn seen_to_wire(seen: &Seen) -> Option<game_event::Kind> {
    event::write(seen).map(game_event::Kind::Brotherhood)
}

/// Something seen, of a message, if it is of this game and makes sense.
pub(crate) fn seen_from_wire(message: &game_event::Kind) -> Option<Seen> {
    let game_event::Kind::Brotherhood(message) = message else {
        return None;
    };
    let seen = event::read(message)?;
    (event::write(&seen).as_ref() == Some(message)).then_some(seen)
}

/// Puts an engine state into a view; false if it makes no sense.
pub(crate) fn set_engine_state(view: &mut View, engine_state: &[u8]) -> bool {
    let Some((window, state)) = engine_state::read(engine_state) else {
        return false;
    };
    let state = Box::new(state);
    view.fold(&Seen::Pending { state, window });
    true
}

/// The places of a mask's bits.
pub(crate) fn places(mask: u32) -> Vec<u32> {
    (0..32).filter(|place| mask >> place & 1 == 1).collect()
}

fn read_places(places: &[u32]) -> Option<u32> {
    let mut mask = 0;
    for &place in places {
        mask |= 1u32.checked_shl(place)?;
    }
    Some(mask)
}

/// Cards by kind, those of which there are any.
pub(crate) fn cards(counts: &[u8]) -> Vec<wire::CardCount> {
    let card = |(card, &count): (u32, &u8)| wire::CardCount { card, count: count.into() };
    let there = (0..).zip(counts).filter(|(_, count)| **count > 0);
    there.map(card).collect()
}

fn read_cards<const N: usize>(cards: &[wire::CardCount]) -> Option<[u8; N]> {
    let mut counts = [0; N];
    for cards in cards {
        let kind = usize::try_from(cards.card).ok()?;
        *counts.get_mut(kind)? = read_byte(cards.count)?;
    }
    Some(counts)
}

fn read_squares(names: &[String]) -> Option<SquareSet> {
    names.iter().map(|name| Square::parse(name)).collect()
}

pub(crate) fn read_squad(message: Option<&wire::Squad>) -> Option<Squad> {
    let message = message?;
    Some(Squad::new(read_byte(message.crossbowmen)?, read_byte(message.elites)?))
}

pub(crate) fn place(place: Place) -> wire::Place {
    use wire::PlaceKind as Kind;
    let (kind, square, tower) = match place {
        Place::Square(square) => (Kind::Square, square.to_string(), None),
        Place::Tower(tower) => (Kind::Tower, String::new(), Some(tower.into())),
        Place::Away => (Kind::Away, String::new(), None),
        Place::Out => (Kind::Out, String::new(), None),
    };
    wire::Place { kind: kind.into(), square, tower }
}

pub(crate) fn read_place(message: Option<&wire::Place>) -> Option<Place> {
    use wire::PlaceKind as Kind;
    let message = message?;
    Some(match message.kind() {
        Kind::Unspecified => return None,
        Kind::Square => Place::Square(Square::parse(&message.square)?),
        Kind::Tower => Place::Tower(read_byte(message.tower?).filter(|&tower| tower < 36)?),
        Kind::Away => Place::Away,
        Kind::Out => Place::Out,
    })
}

fn assassin(view: &View, who: AssassinId) -> wire::Assassin {
    let table = &view.table;
    let one = &table.crew[who];
    let role = &table.mission.pack.assassins[usize::from(one.role)];
    let flags = [one.may_hide, one.spent, one.cloaked, one.rebuffed];
    let flags = flags.iter().enumerate().filter(|(_, on)| **on);
    let slots = one.slots.iter().enumerate();
    let slots = slots.filter_map(|(slot, &kind)| {
        Some(wire::WornCard { slot: enum_number(slot), card: kind?.write() })
    });
    let changed = (0..4).filter(|slot| one.changed >> slot & 1 == 1);
    wire::Assassin {
        seat: seat_number(view.options.seat_of(who)),
        role: role.id.clone(),
        level: one.level.into(),
        apprentice: one.apprentice,
        place: Some(place(one.place)),
        hearts: one.hearts.into(),
        heart_limit: table.heart_limit(one).into(),
        cubes: one.cubes.into(),
        saved: one.saved,
        wanted: one.wanted,
        hidden: one.hidden,
        fell: one.critical().then_some(one.fell.into()),
        flags: flags.map(|(flag, _)| enum_number(flag)).collect(),
        slots: slots.collect(),
        beside: cards(&one.beside),
        changed: changed.map(enum_number).collect(),
        used: places(one.used),
    }
}

/// Reads an assassin onto one that the options have made; its role stays.
fn read_assassin(message: &wire::Assassin, one: &mut Assassin) -> Option<()> {
    one.level = read_byte(message.level)?;
    one.apprentice = message.apprentice;
    one.place = read_place(message.place.as_ref())?;
    one.hearts = read_byte(message.hearts)?;
    one.cubes = read_byte(message.cubes)?;
    one.saved = message.saved;
    one.wanted = message.wanted;
    one.hidden = message.hidden;
    one.fell = message.fell.map_or(Some(0), read_byte)?;
    let mut flags = [false; Flag::ALL.len()];
    for &flag in &message.flags {
        flags[read_enum(&Flag::ALL, flag)? as usize] = true;
    }
    [one.may_hide, one.spent, one.cloaked, one.rebuffed] = flags;
    one.slots = [None; 4];
    for worn in &message.slots {
        let card = EquipmentId::read(&worn.card)?;
        one.slots[read_enum(&Slot::ALL, worn.slot)? as usize] = Some(card);
    }
    one.beside = read_cards(&message.beside)?;
    one.changed = 0;
    for &slot in &message.changed {
        one.changed |= 1 << read_enum(&Slot::ALL, slot)? as u8;
    }
    one.used = read_places(&message.used)?;
    Some(())
}

fn figures(table: &Table) -> Vec<wire::OccupiedSquare> {
    let square = |square: Square| wire::OccupiedSquare {
        square: square.to_string(),
        guards: Some(squad(table.guards[square.index()])),
        bodies: Some(squad(table.bodies[square.index()])),
    };
    let there = table.watched.union(table.strewn);
    there.iter().map(square).collect()
}

fn read_figures(messages: &[wire::OccupiedSquare], table: &mut Table) -> Option<()> {
    table.guards = [Squad::NONE; SQUARES];
    table.bodies = [Squad::NONE; SQUARES];
    (table.watched, table.strewn) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for message in messages {
        let square = Square::parse(&message.square)?;
        let guards = read_squad(message.guards.as_ref())?;
        let bodies = read_squad(message.bodies.as_ref())?;
        // Sums of two numbers that are too large would not fit.
        let most = guards.crossbowmen | guards.elites | bodies.crossbowmen | bodies.elites;
        (most < 128).then_some(())?;
        table.guards[square.index()] = guards;
        table.bodies[square.index()] = bodies;
        if !guards.is_empty() {
            table.watched.insert(square);
        }
        if !bodies.is_empty() {
            table.strewn.insert(square);
        }
    }
    Some(())
}

fn companions(table: &Table) -> Vec<wire::Companions> {
    let message = |companion: Companion| {
        Some(wire::Companions {
            companion: companion.write(),
            assassin: table.companions[companion as usize]?.write(),
            used: table.companions_used[companion as usize],
        })
    };
    Companion::ALL.into_iter().filter_map(message).collect()
}

fn write(view: &View) -> wire::BrotherhoodView {
    let table = &view.table;
    wire::BrotherhoodView {
        phase: enum_number(table.phase as usize),
        turn: table.turn.into(),
        earlier_turns: table.earlier.into(),
        retries: table.retries.into(),
        retries_used: table.retries_used.into(),
        leader: seat_number(table.leader),
        window: table.window,
        done: seat_numbers(table.done),
        resigned: seat_numbers(table.resigned),
        alert: table.alert,
        question: question(&table.pending),
        assassins: table.ids().map(|who| assassin(view, who)).collect(),
        squares: figures(table),
        bases: squares(table.bases),
        reserve: Some(squad(table.reserve)),
        boxed: Some(squad(table.boxed)),
        objectives: objectives(table),
        chests: squares(table.chests),
        event: table.event.write(),
        event_open: table.event_open,
        event_deck: places(table.events),
        event_discards: places(table.events_discarded),
        deck: cards(&table.deck),
        discards: cards(&table.discards),
        gone: cards(&table.gone),
        reinforcement_deck: places(table.reinforcements.into()),
        reinforcement_discards: places(table.reinforcements_discarded.into()),
        chest_deck: cards(&table.chest_deck),
        tower_card: table.tower_card.write(),
        false_objective: table.painted.write(),
        companions: companions(table),
        skips: table.skips.into(),
        green_roofs: table.green_roofs,
        was_wanted: table.was_wanted,
        bodies_seen: table.bodies_seen.into(),
        florins: table.florins.into(),
        under_way: Some(under_way(&table.pending)),
        ending: table.ending.map_or(0, |ending| enum_number(ending as usize)),
        trophy: table.trophy,
    }
}

fn objectives(table: &Table) -> Vec<wire::ObjectiveState> {
    let there = 0..table.mission.level.objectives.len();
    let state = |place: usize| wire::ObjectiveState {
        open: table.objectives >> place & 1 == 1,
        posted: Some(squad(table.posted[place])),
    };
    there.map(state).collect()
}

fn read(
    message: &wire::BrotherhoodView,
    setup: &wire::BrotherhoodSetup,
    engine_state: &[u8],
    viewer: Viewer,
) -> Option<View> {
    let options = setup::read_options(setup)?;
    let mirror = read_byte(setup.mirror).filter(|&mirror| mirror < 4)?;
    if options.mirror.is_some_and(|fixed| fixed != mirror) {
        return None;
    }
    let mut table = Table::laid(&options, mirror.into());
    read_state(message, &mut table)?;
    read_cards_of(message, &mut table)?;
    if message.assassins.len() != usize::from(table.size) {
        return None;
    }
    for (message, one) in message.assassins.iter().zip(&mut table.crew) {
        read_assassin(message, one)?;
    }
    read_figures(&message.squares, &mut table)?;
    (table.window, table.pending) = engine_state::read(engine_state)?;
    Some(View { viewer, options, table })
}

fn read_state(message: &wire::BrotherhoodView, table: &mut Table) -> Option<()> {
    table.phase = read_enum(&Phase::ALL, message.phase)?;
    table.turn = read_byte(message.turn)?;
    table.earlier = u16::try_from(message.earlier_turns).ok()?;
    table.retries = read_byte(message.retries)?;
    table.retries_used = read_byte(message.retries_used)?;
    table.leader = read_seat(message.leader)?;
    table.done = read_seats(&message.done)?;
    table.resigned = read_seats(&message.resigned)?;
    table.alert = message.alert;
    table.bases = read_squares(&message.bases)?;
    table.reserve = read_squad(message.reserve.as_ref())?;
    table.boxed = read_squad(message.boxed.as_ref())?;
    table.chests = read_squares(&message.chests)?;
    table.objectives = 0;
    for (place, objective) in message.objectives.iter().enumerate() {
        *table.posted.get_mut(place)? = read_squad(objective.posted.as_ref())?;
        table.objectives |= u8::from(objective.open) << place;
    }
    table.painted = Field::read(&message.false_objective)?;
    table.skips = read_byte(message.skips)?;
    table.green_roofs = message.green_roofs;
    table.was_wanted = message.was_wanted;
    table.bodies_seen = read_byte(message.bodies_seen)?;
    table.florins = u16::try_from(message.florins).ok()?;
    table.ending = match message.ending {
        0 => None,
        ending => Some(read_enum(&Ending::ALL, ending)?),
    };
    table.trophy = message.trophy;
    Some(())
}

fn read_cards_of(message: &wire::BrotherhoodView, table: &mut Table) -> Option<()> {
    table.event = Field::read(&message.event)?;
    table.event_open = message.event_open;
    table.events = read_places(&message.event_deck)?;
    table.events_discarded = read_places(&message.event_discards)?;
    table.deck = read_cards(&message.deck)?;
    table.discards = read_cards(&message.discards)?;
    table.gone = read_cards(&message.gone)?;
    table.reinforcements = read_byte(read_places(&message.reinforcement_deck)?)?;
    table.reinforcements_discarded = read_byte(read_places(&message.reinforcement_discards)?)?;
    table.chest_deck = read_cards(&message.chest_deck)?;
    table.tower_card = Field::read(&message.tower_card)?;
    table.companions = [None; 3];
    table.companions_used = [false; 3];
    for company in &message.companions {
        let companion = read_enum(&Companion::ALL, company.companion)?;
        table.companions[companion as usize] = Some(AssassinId::read(&company.assassin)?);
        table.companions_used[companion as usize] = company.used;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use intrigue_core::{Codec, Rng, Seat, Seed, fill_defaults};
    use intrigue_wire::Message;

    use super::*;
    use crate::content::compile::{BUILT_IN, MISSIONS};
    use crate::knowledge::features;
    use crate::rules::options::{OPTIONS, Options};
    use crate::rules::state::Brotherhood;
    use crate::wire::notation;

    /// The view that a message says, with the setup of another view or its own.
    fn read_with(message: &game_view::Kind, setup: &View, engine: &[u8]) -> Option<View> {
        let written = Brotherhood::setup_to_wire(setup);
        view_from_wire(message, written.as_ref(), engine, setup.viewer)
    }

    fn blank(settings: &[(&str, &str)], viewer: Viewer) -> View {
        let given = settings.iter();
        let given = given.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let settings = fill_defaults(OPTIONS, &given.collect()).expect("they are good");
        let options = Options::read(&settings).expect("they are good");
        View::blank(&Arc::new(options), viewer)
    }

    /// A view of every mission, for every number of seats and every way that the map lies.
    fn blanks() -> impl Iterator<Item = View> {
        let tables = MISSIONS
            .iter()
            .flat_map(|&mission| ["1", "2", "3", "4"].map(move |seats| (mission, seats)));
        let mirrors = ["none", "east-west", "north-south", "both", "random"];
        tables.zip(mirrors.into_iter().cycle()).flat_map(|((mission, seats), mirror)| {
            let settings = [("mission", mission), ("seats", seats), ("mirror", mirror)];
            let viewers = Viewer::all(seats.parse().expect("a number"));
            viewers.map(move |viewer| blank(&settings, viewer))
        })
    }

    #[test]
    fn a_blank_view_comes_back_from_its_message() {
        for view in blanks() {
            let read = read_with(&view_to_wire(&view), &view, &engine_state::write(&view));
            let read = read.expect("it is readable");
            assert!(read == view, "{:?}", view.options.settings);
            assert_eq!(notation::facts(&read), notation::facts(&view));
        }
    }

    #[test]
    fn the_tensor_has_its_size_and_begins_with_the_own_assassin() {
        let size = features::PLANES.iter().map(|plane| plane.size).sum();
        for view in blanks() {
            let mut out = vec![1; size];
            features::write(&view, &mut out);
            let state = features::PLANES.iter().position(|plane| plane.name == "state");
            let before = &features::PLANES[..state.expect("there is one")];
            let at: usize = before.iter().map(|plane| plane.size).sum();
            let own = i8::from(view.viewer.seat().is_some());
            assert_eq!(out[at..at + 3], [1, own, 1]);
        }
    }

    #[test]
    fn views_that_nobody_writes_are_refused() {
        let spoil: &[fn(&mut wire::BrotherhoodView)] = &[
            |view| view.phase = 0,
            |view| view.turn = 300,
            |view| view.leader = 2,
            |view| view.done = vec![1, 0],
            |view| view.resigned = vec![5],
            |view| drop(view.assassins.pop()),
            |view| view.assassins[0].place = None,
            |view| view.assassins[0].place = Some(place(Place::Square(Square(143)))),
            |view| view.assassins[0].place = Some(place(Place::Tower(9))),
            |view| view.assassins[0].cubes = 4,
            |view| view.assassins[0].level = 3,
            |view| view.assassins[0].heart_limit = 9,
            |view| view.assassins[0].slots[0].card = 23,
            |view| view.assassins[0].used = vec![99],
            |view| view.assassins[0].role = "nobody".to_owned(),
            |view| view.squares.reverse(),
            |view| drop(view.squares.pop()),
            |view| view.squares[0].square = "z9".to_owned(),
            |view| view.squares[0].guards = Some(squad(Squad::new(200, 100))),
            |view| view.reserve = Some(squad(Squad::NONE)),
            |view| view.bases = vec!["l12".to_owned()],
            |view| view.chests.push("a1".to_owned()),
            |view| view.event = Some(31),
            |view| view.event_deck = vec![31],
            |view| view.deck[0].count = 0,
            |view| view.deck[0].card = 99,
            |view| view.reinforcement_deck.push(8),
            |view| view.tower_card = Some(8),
            |view| view.false_objective = Some(8),
            |view| {
                let strangers = wire::Companions { companion: 1, assassin: 2, used: false };
                view.companions = vec![strangers];
            },
            |view| view.florins = 70_000,
            |view| view.retries = 9,
            |view| view.under_way = None,
            |view| view.question = Some(wire::Question::default()),
            |view| view.ending = 1,
        ];
        let view = blank(&[], Viewer::Spectator);
        let engine = engine_state::write(&view);
        for (number, spoil) in spoil.iter().enumerate() {
            let mut message = write(&view);
            spoil(&mut message);
            let message = game_view::Kind::Brotherhood(message);
            assert!(read_with(&message, &view, &engine).is_none(), "{number}");
        }
        let stranger = Viewer::Seat(Seat::new(2).expect("there are eight"));
        let message = view_to_wire(&view);
        let setup = Brotherhood::setup_to_wire(&view);
        assert!(view_from_wire(&message, setup.as_ref(), &engine, stranger).is_none());
        // An engine state that is missing, of another version, or not of this view.
        let other = [&[engine[0] + 1], &engine[1..]].concat();
        let mut later = view.clone();
        later.table.window += 1;
        for strange in [vec![], vec![1], other, engine_state::write(&later)] {
            assert!(read_with(&message, &view, &strange).is_none());
        }
    }

    #[test]
    fn a_view_is_refused_without_the_setup_of_its_match() {
        let view = blank(&[], Viewer::Spectator);
        let (message, engine) = (view_to_wire(&view), engine_state::write(&view));
        assert!(read_with(&message, &view, &engine).is_some());
        assert!(view_from_wire(&message, None, &engine, view.viewer).is_none());
        for (name, value) in [
            ("seats", "3"),
            ("mission", MISSIONS[1]),
            ("assassins", "lisetta,piero"),
            ("retries", "3"),
            ("mirror", "both"),
        ] {
            let other = blank(&[(name, value)], Viewer::Spectator);
            assert!(read_with(&message, &other, &engine).is_none(), "{name}");
        }
        // What leaves no trace on the table is as the setup says.
        for (name, value) in [
            ("mission", BUILT_IN[0].text),
            ("leader", "fixed"),
            ("difficulty", "hard"),
            ("campaign", "new"),
        ] {
            let other = blank(&[(name, value)], Viewer::Spectator);
            let read = read_with(&message, &other, &engine).expect("the table is the same");
            assert!(read.options == other.options && read != view, "{name}");
        }
    }

    #[test]
    fn setups_that_nobody_writes_are_refused() {
        let spoil: &[fn(&mut wire::BrotherhoodSetup)] = &[
            |setup| *setup = wire::BrotherhoodSetup::default(),
            |setup| setup.seat_count = 0,
            |setup| setup.seat_count = 3,
            |setup| setup.seat_count = 5,
            |setup| drop(setup.options.pop_first()),
            |setup| drop(setup.options.insert("seats".to_owned(), "2".to_owned())),
            |setup| drop(setup.options.insert("more".to_owned(), String::new())),
            |setup| drop(setup.options.insert("mission".to_owned(), "{}".to_owned())),
            |setup| drop(setup.documents.insert("mission".to_owned(), "{}".to_owned())),
            |setup| setup.mirror = 1,
            |setup| setup.map = None,
            |setup| setup.map.as_mut().expect("there is one").rows.reverse(),
            |setup| setup.pack = None,
            |setup| setup.mission = None,
            |setup| drop(setup.roles.pop()),
            |setup| setup.turn_limit += 1,
        ];
        let view = blank(&[], Viewer::Spectator);
        let (message, engine) = (view_to_wire(&view), engine_state::write(&view));
        for (number, spoil) in spoil.iter().enumerate() {
            let mut setup = setup::write(&view);
            spoil(&mut setup);
            let setup = game_setup::Kind::Brotherhood(setup);
            let read = view_from_wire(&message, Some(&setup), &engine, view.viewer);
            assert!(read.is_none(), "{number}");
        }
    }

    #[test]
    fn bytes_that_were_meddled_with_are_refused_or_make_sense() {
        let mut rng = Rng::new(&Seed::new([7; 32]), 0);
        let (mut refused, mut read) = (0, 0);
        for view in blanks().step_by(5) {
            let bytes = write(&view).encode_to_vec();
            let engine = engine_state::write(&view);
            for _ in 0..200 {
                let mut bytes = bytes.clone();
                let place = rng.index(bytes.len());
                bytes[place] = rng.index(256).to_le_bytes()[0];
                let Ok(message) = wire::BrotherhoodView::decode(&bytes[..]) else {
                    continue;
                };
                let message = game_view::Kind::Brotherhood(message);
                match read_with(&message, &view, &engine) {
                    None => refused += 1,
                    Some(other) => {
                        assert!(view_to_wire(&other) == message);
                        assert!(!notation::facts(&other).is_empty());
                        read += 1;
                    }
                }
            }
        }
        assert!(refused > 0 && read > 0, "{refused} {read}");
    }
}
