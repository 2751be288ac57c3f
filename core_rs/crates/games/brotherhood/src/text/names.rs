//! What things are called: by the names of the table's own cards and assassins where a table is
//! there, and by those of the base pack and by numbers where none is.

use intrigue_core::{Lang, Text};

use crate::content::compile::base;
use crate::content::ids::{AssassinId, EquipmentId};
use crate::content::level::Step;
use crate::content::pack::{Companion, KINDS, Slot};
use crate::content::squares::{Guard, Squad, Square, Way};
use crate::rules::state::{Phase, Place, Table};

/// Names in one language.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    /// The table that the names are of, if there is one.
    pub table: Option<&'a Table>,
    /// The language.
    pub lang: Lang,
}

impl<'a> Names<'a> {
    /// Names at a table.
    pub(crate) fn at(table: &'a Table, lang: Lang) -> Self {
        Self {
            table: Some(table),
            lang,
        }
    }

    /// Names where nothing is known of the table.
    pub(crate) fn bare(lang: Lang) -> Self {
        Self { table: None, lang }
    }

    fn or_number(self, name: Option<&Text>, noun: &str, number: u8) -> String {
        match name {
            Some(name) => name.get(self.lang).to_owned(),
            None => format!("{noun} {number}"),
        }
    }

    /// An assassin, as sentences call it.
    pub(crate) fn assassin(self, who: AssassinId) -> String {
        let one = self
            .table
            .and_then(|table| table.assassins().get(who.index()).map(|one| (table, one)));
        let Some((table, one)) = one else {
            return format!("{} {who}", self.lang.pick("assassin", "l'assassin"));
        };
        let role = &table.scenario.pack.assassins[usize::from(one.role)];
        if one.apprentice {
            let colour = colour_name(&role.colour, self.lang);
            return match self.lang {
                Lang::En => format!("the {colour} apprentice"),
                Lang::Fr => format!("l'apprenti {colour}"),
            };
        }
        let name = role.name.get(self.lang);
        name.split_whitespace().next().unwrap_or(name).to_owned()
    }

    /// A kind of equipment.
    pub(crate) fn card(self, kind: EquipmentId) -> String {
        let place = kind.index();
        let own = self
            .table
            .and_then(|table| table.scenario.pack.equipment.get(place));
        match own.or_else(|| base().equipment.get(place)) {
            Some(card) => card.name.get(self.lang).to_owned(),
            None => format!("{} {kind}", self.lang.pick("card", "carte")),
        }
    }

    /// Cards, counted.
    pub(crate) fn cards(self, counts: &[u8; KINDS]) -> Vec<String> {
        let held = EquipmentId::first(KINDS)
            .zip(counts)
            .filter(|(_, count)| **count > 0);
        held.map(|(kind, count)| match count {
            1 => self.card(kind),
            _ => format!("{} ×{count}", self.card(kind)),
        })
        .collect()
    }

    /// An event.
    pub(crate) fn event(self, card: u8) -> String {
        let pack = self.table.map(|table| &table.scenario.pack);
        let event = pack.and_then(|pack| pack.events.get(usize::from(card)));
        let noun = self.lang.pick("event", "événement");
        self.or_number(event.map(|event| &event.name), noun, card)
    }

    /// A chest card.
    pub(crate) fn chest(self, card: u8) -> String {
        let pack = self.table.map(|table| &table.scenario.pack);
        let chest = pack.and_then(|pack| pack.chests.get(usize::from(card)));
        let noun = self.lang.pick("chest card", "carte coffre");
        self.or_number(chest.map(|chest| &chest.name), noun, card)
    }

    /// A tower card.
    pub(crate) fn tower(self, card: u8) -> String {
        let pack = self.table.map(|table| &table.scenario.pack);
        let tower = pack.and_then(|pack| pack.towers.get(usize::from(card)));
        let noun = self.lang.pick("tower card", "carte tour");
        self.or_number(tower.map(|tower| &tower.name), noun, card)
    }

    /// An objective: its sign on the map, and its name.
    pub(crate) fn objective(self, objective: u8) -> String {
        let level = self.table.map(|table| &table.scenario.level);
        let name = level.and_then(|level| level.objectives.get(usize::from(objective)));
        let sign = u16::from(objective) + 1;
        match name {
            Some(objective) => format!("O{sign} {}", objective.name.get(self.lang)),
            None => format!("O{sign}"),
        }
    }

    /// Where an assassin is, as a word or two.
    pub(crate) fn place(self, place: Place) -> String {
        match place {
            Place::Square(square) => square.to_string(),
            Place::Tower(_) => self.lang.pick("on the tower", "sur la tour").to_owned(),
            Place::Away => self.lang.pick("has left", "hors du niveau").to_owned(),
            Place::Out => self.lang.pick("eliminated", "hors de combat").to_owned(),
        }
    }

    /// What is on a square that one should know before going there, in brackets; empty if nothing.
    pub(crate) fn there(self, square: Square) -> String {
        let Some(table) = self.table else {
            return String::new();
        };
        let level = &table.scenario.level;
        let mut parts = Vec::new();
        let mut say = |there: bool, en: &str, fr: &str| {
            if there {
                parts.push(self.lang.pick(en, fr).to_owned());
            }
        };
        say(level.roofs.contains(square), "roof", "toit");
        say(level.canals.contains(square), "canal", "canal");
        let guards = table.guards[square.index()];
        if !guards.is_empty() {
            parts.push(squad(guards, self.lang));
        }
        for (who, one) in table.team() {
            if one.critical() && one.square() == Some(square) {
                let name = self.assassin(who);
                parts.push(match self.lang {
                    Lang::En => format!("{name} down"),
                    Lang::Fr => format!("{name} à terre"),
                });
            }
        }
        if let Some(objective) = level.objective_at(square)
            && table.objectives >> objective & 1 == 1
        {
            parts.push(format!("O{}", objective + 1));
        }
        let mut say = |there: bool, en: &str, fr: &str| {
            if there {
                parts.push(self.lang.pick(en, fr).to_owned());
            }
        };
        say(level.station_at(square).is_some(), "station", "station");
        say(table.chests.contains(square), "chest", "coffre");
        say(level.spots.contains(square), "hiding spot", "cachette");
        say(level.tower_at(square).is_some(), "tower", "tour");
        let bodies = table.bodies[square.index()].total();
        if bodies > 0 {
            parts.push(count(
                bodies,
                self.lang.pick(("body", "bodies"), ("corps", "corps")),
            ));
        }
        if parts.is_empty() {
            String::new()
        } else {
            format!(" ({})", parts.join(", "))
        }
    }
}

/// A number with its noun, singular and plural.
pub(crate) fn count(number: u8, (one, many): (&str, &str)) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Cubes, counted.
pub(crate) fn cubes(number: u8) -> String {
    count(number, ("cube", "cubes"))
}

/// A kind of guard, one or many.
pub(crate) fn guard_nouns(guard: Guard, lang: Lang) -> (&'static str, &'static str) {
    match (guard, lang) {
        (Guard::Crossbowman, Lang::En) => ("crossbowman", "crossbowmen"),
        (Guard::Crossbowman, Lang::Fr) => ("arbalétrier", "arbalétriers"),
        (Guard::Elite, Lang::En) => ("elite", "elites"),
        (Guard::Elite, Lang::Fr) => ("garde d'élite", "gardes d'élite"),
    }
}

/// Guards, counted by kind.
pub(crate) fn squad(squad: Squad, lang: Lang) -> String {
    let counts = Guard::ALL.map(|guard| (squad.count(guard), guard_nouns(guard, lang)));
    let parts = counts.into_iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, nouns)| count(number, nouns)).collect();
    match parts.len() {
        0 => lang.pick("nobody", "personne").to_owned(),
        _ => parts.join(lang.pick(" and ", " et ")),
    }
}

/// One guard, with its article.
pub(crate) fn a_guard(guard: Guard, lang: Lang) -> &'static str {
    match (guard, lang) {
        (Guard::Crossbowman, Lang::En) => "a crossbowman",
        (Guard::Crossbowman, Lang::Fr) => "un arbalétrier",
        (Guard::Elite, Lang::En) => "an elite",
        (Guard::Elite, Lang::Fr) => "un garde d'élite",
    }
}

/// A direction.
pub(crate) fn way_name(way: Way, lang: Lang) -> &'static str {
    let en = ["north", "east", "south", "west"][way as usize];
    let fr = ["nord", "est", "sud", "ouest"][way as usize];
    lang.pick(en, fr)
}

/// A direction as one goes there.
pub(crate) fn toward(way: Way, lang: Lang) -> &'static str {
    let en = ["north", "east", "south", "west"][way as usize];
    let fr = ["au nord", "à l'est", "au sud", "à l'ouest"][way as usize];
    lang.pick(en, fr)
}

/// Companions.
pub(crate) fn companion_name(kind: Companion, lang: Lang) -> &'static str {
    let names = [
        ("thieves", "les voleurs"),
        ("mercenaries", "les mercenaires"),
        ("courtesans", "les courtisanes"),
    ];
    debug_assert_eq!(names.len(), Companion::ALL.len());
    let (en, fr) = names[kind as usize];
    lang.pick(en, fr)
}

/// A slot of the board.
pub(crate) fn slot_name(slot: Slot, lang: Lang) -> &'static str {
    let en = ["melee", "ranged", "hidden blade", "armour"][slot as usize];
    let fr = ["mêlée", "distance", "lame secrète", "armure"][slot as usize];
    lang.pick(en, fr)
}

/// A part of a turn.
pub(crate) fn phase_name(phase: Phase, lang: Lang) -> &'static str {
    let (en, fr) = match phase {
        Phase::Setup => ("set-up", "mise en place"),
        Phase::Event => ("event", "événement"),
        Phase::Assassins => ("assassins", "assassins"),
        Phase::Guard => ("guards", "gardes"),
        Phase::End => ("end of turn", "fin du tour"),
        Phase::Retry => ("a new attempt", "nouvel essai"),
        Phase::Over => ("over", "terminé"),
    };
    lang.pick(en, fr)
}

/// A step of the Guard phase.
pub(crate) fn step_name(step: Step, lang: Lang) -> &'static str {
    let names = [
        ("Movement", "Déplacement"),
        ("Combat", "Combat"),
        ("Reinforcement", "Renforts"),
    ];
    let (en, fr) = names[step as usize];
    lang.pick(en, fr)
}

/// A colour of the pack.
fn colour_name(colour: &str, lang: Lang) -> String {
    let fr = match colour {
        "red" => "rouge",
        "green" => "vert",
        "blue" => "bleu",
        "yellow" => "jaune",
        other => other,
    };
    lang.pick(colour, fr).to_owned()
}

/// A sentence begins with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
