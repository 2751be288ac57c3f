//! Views and chance in notation, as scenarios and golden records write them.

use intrigue_core::SeatSet;

use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::pack::{Companion, Slot};
use crate::content::squares::{Squad, Square, SquareSet, Way};
use crate::knowledge::view::View;
use crate::rules::action::kind_name;
use crate::rules::agenda::{PendingState, Question};
use crate::rules::fact::Flag;
use crate::rules::state::{Assassin, Chance, Place, Table};

/// What a view says.
pub(super) fn facts(view: &View) -> Vec<(String, String)> {
    let table = &view.table;
    let mut facts: Vec<(String, String)> = public(view)
        .into_iter()
        .chain(piles(table))
        .chain(question(&table.pending))
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    for (who, one) in table.assassins().iter().enumerate() {
        let of_one = assassin(table, one).into_iter();
        facts.extend(of_one.map(|(name, value)| (format!("{name} {who}"), value)));
    }
    for (place, objective) in table.mission.level.objectives.iter().enumerate() {
        let open = table.objectives >> place & 1 == 1;
        let posted = squad(table.posted[place]);
        let state = if open { "open" } else { "done" };
        let state = format!("{} {state} {posted}", objective.at);
        facts.push((format!("objective {place}"), state));
    }
    // Every square, so that a mission can say of any that nobody is there.
    for square in table.mission.level.squares.iter() {
        let (guards, bodies) = (table.guards[square.index()], table.bodies[square.index()]);
        facts.push((format!("guards {square}"), squad(guards)));
        facts.push((format!("bodies {square}"), squad(bodies)));
    }
    facts
}

fn public(view: &View) -> Vec<(&'static str, String)> {
    let table = &view.table;
    let mission = &table.mission;
    let event = table.event.map(|card| &mission.pack.events[usize::from(card)]);
    let tower = table.tower_card.map(|card| &mission.pack.towers[usize::from(card)]);
    let companions = Companion::ALL.into_iter().filter_map(|kind| {
        let who = table.companions[kind as usize]?;
        let used = if table.companions_used[kind as usize] { ":used" } else { "" };
        Some(format!("{}:{who}{used}", snake(&format!("{kind:?}"))))
    });
    let settings = view.options.settings.iter();
    // Documents are told by what lies on the table.
    let short = |value: &str| !value.starts_with('{') && !value.contains('\n');
    let settings = settings.map(|(name, value)| {
        let value = if short(value) { value } else { "document" };
        format!("{name}:{value}")
    });
    vec![
        ("settings", join(settings)),
        ("mission", mission.id.clone()),
        ("mirror", view.mirror().to_string()),
        ("phase", snake(&format!("{:?}", table.phase))),
        ("turn", table.turn.to_string()),
        ("limit", view.options.limit().to_string()),
        ("earlier", table.earlier.to_string()),
        ("retries", table.retries.to_string()),
        ("retries_used", table.retries_used.to_string()),
        ("leader", table.leader.to_string()),
        ("window", table.window.to_string()),
        ("done", seats(table.done)),
        ("resigned", seats(table.resigned)),
        ("alert", on_or_off(table.alert)),
        ("assassins", table.size.to_string()),
        ("guards", squads(table.watched, &table.guards)),
        ("bodies", squads(table.strewn, &table.bodies)),
        ("bases", squares(table.bases)),
        ("chests", squares(table.chests)),
        ("objectives", table.objectives.count_ones().to_string()),
        ("reserve", amounts(table.reserve)),
        ("boxed", amounts(table.boxed)),
        ("event", event.map_or_else(|| "none".to_owned(), |card| card.id.clone())),
        ("event_open", yes_or_no(table.event_open)),
        ("tower_card", tower.map_or_else(|| "none".to_owned(), |card| card.id.clone())),
        (
            "painted",
            table.painted.map_or_else(|| "none".to_owned(), |objective| objective.to_string()),
        ),
        ("companions", list(companions)),
        ("skips", table.skips.to_string()),
        ("green_roofs", yes_or_no(table.green_roofs)),
        ("was_wanted", yes_or_no(table.was_wanted)),
        ("bodies_seen", table.bodies_seen.to_string()),
        ("florins", table.florins.to_string()),
        (
            "ending",
            table.ending.map_or_else(|| "none".to_owned(), |end| snake(&format!("{end:?}"))),
        ),
        ("trophy", yes_or_no(table.trophy)),
    ]
}

fn piles(table: &Table) -> Vec<(&'static str, String)> {
    let pack = &table.mission.pack;
    let kinds = |counts: &[u8]| {
        let ids = pack.equipment.iter().map(|card| card.id.as_str());
        cards(ids, counts)
    };
    let chests = pack.chests.iter().map(|card| card.id.as_str());
    let events = |mask: u32| {
        let there = pack.events.iter().enumerate();
        list(there.filter(|(place, _)| mask >> place & 1 == 1).map(|(_, card)| card.id.clone()))
    };
    vec![
        ("deck", kinds(&table.deck)),
        ("deck_size", table.deck.iter().map(|&n| u32::from(n)).sum::<u32>().to_string()),
        ("discards", kinds(&table.discards)),
        ("gone", kinds(&table.gone)),
        ("events", events(table.events)),
        ("events_discarded", events(table.events_discarded)),
        ("reinforcements", bits(table.reinforcements.into())),
        ("reinforcements_discarded", bits(table.reinforcements_discarded.into())),
        ("chest_deck", cards(chests, &table.chest_deck)),
        ("drawn", kinds(&table.pending.drawn)),
    ]
}

/// What is asked, and what the step under way goes by.
fn question(pending: &PendingState) -> Vec<(&'static str, String)> {
    let asked = pending.agenda.question();
    let stage = asked.map_or("none", Question::name);
    vec![
        ("stage", stage.to_owned()),
        ("way", pending.way.map_or("none", Way::notation).to_owned()),
        ("pending", squares(pending.groups)),
        ("goals", squares(pending.goals)),
        ("passed", seats(pending.passed)),
    ]
}

fn assassin(table: &Table, one: &Assassin) -> Vec<(&'static str, String)> {
    let pack = &table.mission.pack;
    let id = |kind: EquipmentId| pack.equipment[kind.index()].id.as_str();
    let slots = Slot::ALL.iter().zip(one.slots);
    let worn = slots
        .filter_map(|(slot, kind)| Some(format!("{}:{}", snake(&format!("{slot:?}")), id(kind?))));
    let flags = [one.may_hide, one.spent, one.cloaked, one.rebuffed];
    let flags = Flag::ALL.iter().zip(flags).filter(|(_, on)| *on);
    let flags = flags.map(|(flag, _)| snake(&format!("{flag:?}")));
    let ids = pack.equipment.iter().map(|card| card.id.as_str());
    let critical = if one.critical() { one.fell.to_string() } else { "no".to_owned() };
    vec![
        ("role", pack.assassins[usize::from(one.role)].id.clone()),
        ("level", one.level.to_string()),
        ("apprentice", yes_or_no(one.apprentice)),
        ("place", place(one.place)),
        ("hearts", one.hearts.to_string()),
        ("heart_limit", table.heart_limit(one).to_string()),
        ("cubes", one.cubes.to_string()),
        ("saved", yes_or_no(one.saved)),
        ("wanted", yes_or_no(one.wanted)),
        ("hidden", yes_or_no(one.hidden)),
        ("critical", critical),
        ("flags", list(flags)),
        ("worn", list(worn)),
        ("beside", cards(ids, &one.beside)),
        ("changed", bits(one.changed.into())),
        ("used", bits(one.used)),
    ]
}

/// Where an assassin is.
pub(super) fn place(place: Place) -> String {
    match place {
        Place::Square(square) => square.to_string(),
        Place::Tower(tower) => format!("tower:{tower}"),
        Place::Away => "away".to_owned(),
        Place::Out => "out".to_owned(),
    }
}

/// Guards as missions write them, elites first: `EXX`.
pub(super) fn squad(squad: Squad) -> String {
    if squad == Squad::NONE {
        return "none".to_owned();
    }
    let elites = "E".repeat(squad.elites.into());
    elites + &"X".repeat(squad.crossbowmen.into())
}

/// A name of the program as machines write it: `TurnBegan` is `turn_began`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn squads(there: SquareSet, squads: &[Squad]) -> String {
    let one = |square: Square| format!("{square}:{}", squad(squads[square.index()]));
    list(there.iter().map(one))
}

/// Crossbowmen and elites, where there may be many.
fn amounts(squad: Squad) -> String {
    format!("{} {}", squad.crossbowmen, squad.elites)
}

fn squares(set: SquareSet) -> String {
    list(set.iter().map(|square| square.to_string()))
}

fn seats(set: SeatSet) -> String {
    list(set.iter().map(|seat| seat.to_string()))
}

fn bits(mask: u32) -> String {
    let places = (0..32).filter(|place| mask >> place & 1 == 1);
    list(places.map(|place| place.to_string()))
}

/// Cards by their ids, those of which there are any.
fn cards<'a>(ids: impl Iterator<Item = &'a str>, counts: &[u8]) -> String {
    let there = ids.zip(counts).filter(|(_, count)| **count > 0);
    list(there.map(|(id, count)| format!("{id}:{count}")))
}

/// Words in a row, or none.
fn list(words: impl Iterator<Item = String>) -> String {
    let words = join(words);
    if words.is_empty() { "none".to_owned() } else { words }
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn on_or_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

/// One of nature's choices as records and scripts write it. The digits of `sight` stand for the
/// assassins in order, 1 for one that is seen; the number after them is that of the bodies seen.
pub(super) fn chance_notation(chance: u32) -> String {
    match Chance::try_from(chance) {
        Ok(Chance::Mirror(mirror)) => format!("mirror:{mirror}"),
        Ok(Chance::Event(card)) => format!("event:{card}"),
        Ok(Chance::Way(way)) => format!("way:{}", way.notation()),
        Ok(Chance::Equipment(kind)) => format!("card:{}", kind_name(kind)),
        Ok(Chance::Chest(card)) => format!("chest:{card}"),
        Ok(Chance::Tower(card)) => format!("tower:{card}"),
        Ok(Chance::Painted(objective)) => format!("painted:{objective}"),
        Ok(Chance::Reinforcement(card)) => format!("reinforcement:{card}"),
        Ok(Chance::Dice(hits, specials)) => format!("dice:{hits}:{specials}"),
        Ok(Chance::Sight(seen, bodies)) => {
            let last = seen.iter().last().map_or(1, |last| last.index().max(1));
            let digits: String = AssassinId::ALL[..=last]
                .iter()
                .map(|&who| if seen.contains(who) { '1' } else { '0' })
                .collect();
            format!("sight:{digits}:{bodies}")
        }
        Ok(Chance::Blows(hits)) => format!("blows:{hits}"),
        Err(()) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::content::ids::AssassinSet;

    #[test]
    fn outcomes_of_chance_are_written_differently() {
        let sets = (0..16).filter_map(AssassinSet::from_bits);
        let sights = sets.flat_map(|seen| (0..5).map(move |bodies| Chance::Sight(seen, bodies)));
        let seen = |who: AssassinId| [who].into_iter().collect();
        let written: BTreeSet<String> =
            sights.clone().map(|sight| chance_notation(sight.into())).collect();
        assert_eq!(written.len(), sights.count());
        let sight = Chance::Sight(seen(AssassinId::Second), 0);
        assert_eq!(chance_notation(sight.into()), "sight:01:0");
        let sight = Chance::Sight(seen(AssassinId::Third), 2);
        assert_eq!(chance_notation(sight.into()), "sight:001:2");
        let remedy = EquipmentId::new(13).expect("a pack can have it");
        let remedy = Chance::Equipment(remedy);
        assert_eq!(chance_notation(remedy.into()), "card:remedy");
        assert_eq!(chance_notation(Chance::Way(Way::North).into()), "way:north");
        assert_eq!(chance_notation(Chance::Dice(2, 1).into()), "dice:2:1");
    }
}
