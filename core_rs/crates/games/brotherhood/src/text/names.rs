//! What things are called: by the names of the table's own cards and assassins where a table is
//! there, and by those of the base pack and by numbers where none is.

use std::borrow::Cow;

use intrigue_core::{Localizer, Text, message};

use crate::content::compile::base;
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::pack::{KINDS, Pack};
use crate::content::squares::{Guard, Squad, Square};
use crate::rules::state::{Place, Table};

/// Names in one language.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    /// The table that the names are of, if there is one.
    pub table: Option<&'a Table>,
    /// What writes them.
    pub text: Localizer<'a>,
}

impl<'a> Names<'a> {
    /// Names at a table.
    pub(super) fn at(table: &'a Table, text: &Localizer<'a>) -> Self {
        let (table, text) = (Some(table), *text);
        Self { table, text }
    }

    /// Names where nothing is known of the table.
    pub(super) fn bare(text: &Localizer<'a>) -> Self {
        let (table, text) = (None, *text);
        Self { table, text }
    }

    fn pack(self) -> Option<&'a Pack> {
        self.table.map(|table| &table.mission.pack)
    }

    /// An assassin, as sentences call it.
    pub(super) fn assassin(self, who: AssassinId) -> String {
        let one = self.table.and_then(|table| Some((table, table.assassins().get(who.index())?)));
        let Some((table, one)) = one else {
            return message!(self.text, "name-assassin", number = who.index());
        };
        let role = &table.mission.pack.assassins[usize::from(one.role)];
        if one.apprentice {
            return message!(self.text, ("apprentice", &role.color[..]));
        }
        let name = self.text.content(&role.name);
        name.split_whitespace().next().unwrap_or(&name).to_owned()
    }

    /// A kind of equipment.
    pub(super) fn card(self, kind: EquipmentId) -> String {
        let pack = self.pack().unwrap_or_else(|| base());
        match pack.equipment.get(kind.index()) {
            Some(card) => self.text.content(&card.name).into_owned(),
            None => message!(self.text, "name-card", number = kind.index()),
        }
    }

    /// Cards, counted.
    pub(super) fn cards(self, counts: &[u8; KINDS]) -> Vec<String> {
        let held = EquipmentId::first(KINDS).zip(counts).filter(|(_, count)| **count > 0);
        held.map(|(kind, count)| match count {
            1 => self.card(kind),
            _ => format!("{} ×{count}", self.card(kind)),
        })
        .collect()
    }

    /// A card that goes from one assassin to another.
    pub(super) fn pass(self, card: &str, from: AssassinId, to: AssassinId) -> String {
        let (from, to) = (self.assassin(from), self.assassin(to));
        message!(self.text, "name-pass", card, from, to)
    }

    /// The name of an event and what it does, where the table knows it.
    pub(super) fn event(self, number: u8) -> (String, Option<Cow<'a, str>>) {
        let card = self.pack().and_then(|pack| pack.events.get(usize::from(number)));
        let card = card.map(|card| (&card.name, &card.text));
        self.known(card, || message!(self.text, "name-event", number))
    }

    /// The name of a chest card and what it does, where the table knows it.
    pub(super) fn chest(self, number: u8) -> (String, Option<Cow<'a, str>>) {
        let card = self.pack().and_then(|pack| pack.chests.get(usize::from(number)));
        let card = card.map(|card| (&card.name, &card.text));
        self.known(card, || message!(self.text, "name-chest", number))
    }

    /// The name of a tower card and what it does, where the table knows it.
    pub(super) fn tower(self, number: u8) -> (String, Option<Cow<'a, str>>) {
        let card = self.pack().and_then(|pack| pack.towers.get(usize::from(number)));
        let card = card.map(|card| (&card.name, &card.text));
        self.known(card, || message!(self.text, "name-tower", number))
    }

    fn known(
        self,
        card: Option<(&'a Text, &'a Text)>,
        number: impl Fn() -> String,
    ) -> (String, Option<Cow<'a, str>>) {
        match card {
            Some((name, effect)) => {
                let effect = self.text.content(effect);
                (self.text.content(name).into_owned(), Some(effect))
            }
            None => (number(), None),
        }
    }

    /// An objective: its sign on the map, and its name.
    pub(super) fn objective(self, objective: u8) -> String {
        let level = self.table.map(|table| &table.mission.level);
        let name = level.and_then(|level| level.objectives.get(usize::from(objective)));
        let sign = u16::from(objective) + 1;
        match name {
            Some(objective) => format!("O{sign} {}", self.text.content(&objective.name)),
            None => format!("O{sign}"),
        }
    }

    /// Where an assassin is, as a word or two.
    pub(super) fn place(self, place: Place) -> String {
        match place {
            Place::Square(square) => square.to_string(),
            Place::Tower(_) => message!(self.text, "place-tower"),
            Place::Away => message!(self.text, "place-away"),
            Place::Out => message!(self.text, "place-out"),
        }
    }

    /// A square, with what is there that one should know before going there.
    pub(super) fn square(self, square: Square) -> String {
        let there = self.table.map(|table| self.there(table, square));
        match there {
            Some(there) if !there.is_empty() => {
                message!(self.text, "name-square", square, there = self.text.list(there))
            }
            _ => square.to_string(),
        }
    }

    fn there(self, table: &Table, square: Square) -> Vec<String> {
        let text = &self.text;
        let level = &table.mission.level;
        let ground =
            [(level.roofs.contains(square), "roof"), (level.canals.contains(square), "canal")];
        let tokens = [
            (level.station_at(square).is_some(), "station"),
            (table.chests.contains(square), "chest"),
            (level.spots.contains(square), "spot"),
            (level.tower_at(square).is_some(), "tower"),
        ];
        let said = |(is, what): (bool, &str)| is.then(|| message!(text, ("there", what)));
        let mut parts: Vec<String> = ground.into_iter().filter_map(said).collect();
        let guards = table.guards[square.index()];
        if !guards.is_empty() {
            parts.push(self.squad(guards));
        }
        for (who, one) in table.team() {
            if one.critical() && one.square() == Some(square) {
                parts.push(message!(text, "name-down", assassin = self.assassin(who)));
            }
        }
        if let Some(objective) = level.objective_at(square)
            && table.objectives >> objective & 1 == 1
        {
            parts.push(format!("O{}", objective + 1));
        }
        parts.extend(tokens.into_iter().filter_map(said));
        let bodies = table.bodies[square.index()].total();
        if bodies > 0 {
            parts.push(self.count("bodies", bodies));
        }
        parts
    }

    /// A number with its noun, which is a message of the family `count`.
    pub(super) fn count(self, noun: &str, count: u8) -> String {
        message!(self.text, ("count", noun), count)
    }

    /// Guards, counted by kind.
    pub(super) fn squad(self, squad: Squad) -> String {
        let [crossbowmen, elites] = Guard::ALL.map(|guard| {
            let count = squad.count(guard);
            (count > 0).then(|| self.count(guard.notation(), count))
        });
        match (crossbowmen, elites) {
            (None, None) => message!(self.text, "squad-nobody"),
            (Some(one), None) | (None, Some(one)) => one,
            (Some(crossbowmen), Some(elites)) => {
                message!(self.text, "squad-both", crossbowmen, elites)
            }
        }
    }
}

/// The text with a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
