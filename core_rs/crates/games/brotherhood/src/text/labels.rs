//! A seat's choices as things stand: where a step leads, who is meant, what it costs.

mod answer;

use intrigue_core::{Localizer, Seat, message};

use crate::content::pack::{Effect, EventEffect};
use crate::content::squares::{Square, Way};
use crate::knowledge::view::View;
use crate::rules::action::{Action, Aim, Deed};
use crate::rules::agenda::{Kind, Task};
use crate::rules::state::{Assassin, Place, Table};
use crate::text::names::{Names, capital, filled};
use crate::text::words::{deed_label, label, letter};

/// A legal action in a person's words, as things stand in the view of the seat that may take it.
pub(super) fn describe(view: &View, action: Action, text: &Localizer<'_>) -> String {
    let table = &view.table;
    let top = table.workings.agenda.top();
    let scene = Scene {
        table,
        names: Names::at(table, text),
        text,
        task: top.unwrap_or(Task::new(Kind::Nothing)),
    };
    let Action::Own(own, deed) = action else {
        return capital(&scene.answer(action));
    };
    let alone = view.options.seats == 1;
    let who = if alone {
        Some(own.into())
    } else {
        view.viewer.seat().map(Seat::index)
    };
    let Some((who, one)) = who.and_then(|who| Some((who, table.assassins().get(who)?))) else {
        return label(action, text);
    };
    let mut deed = scene.deed(one, deed);
    if alone && table.size > 1 {
        #[expect(clippy::cast_possible_truncation, reason = "an assassin's number")]
        let assassin = scene.names.assassin(who as u8);
        deed = message!(text, "deed-of", assassin, deed);
    }
    capital(&deed)
}

/// The table as a choice is put into words at it.
struct Scene<'a> {
    table: &'a Table,
    names: Names<'a>,
    text: &'a Localizer<'a>,
    task: Task,
}

impl Scene<'_> {
    /// What an assassin does; begins with a small letter, unless a card's name comes first.
    fn deed(&self, one: &Assassin, deed: Deed) -> String {
        let text = self.text;
        match deed {
            Deed::Move(way) => {
                let to = one.square().and_then(|at| self.near(at, way));
                let cost = match to {
                    Some(to) if self.slick(to) && self.task.kind != Kind::AskMove => 2,
                    _ => 1,
                };
                self.priced(&self.going(way, to), cost)
            }
            Deed::Use(kind, aim) => self.using(one, kind, aim),
            Deed::Equip(kind) => self.equipping(one, kind),
            Deed::Objective => self.objective(one),
            Deed::Leave => self.priced(&deed_label(deed, self.names), self.station_cost()),
            Deed::Travel(number) => {
                let deed = message!(text, "deed-travel", to = self.station(number));
                self.priced(&deed, self.station_cost())
            }
            Deed::Leap => self.leaping(one),
            Deed::Save => message!(text, "deed-save"),
            Deed::Trade => self.trading(one),
            Deed::Lend(who) => message!(text, "deed-lend", assassin = self.names.assassin(who)),
            Deed::Mercenaries(way) => {
                let at = one.square();
                let to = match way {
                    Some(way) => at.and_then(|at| self.near(at, way)),
                    None => at,
                };
                message!(text, "deed-mercenaries", to = self.square(to))
            }
            Deed::HideBody(_)
            | Deed::Climb
            | Deed::Open
            | Deed::Conceal
            | Deed::Emerge
            | Deed::Thieves(_) => deed_label(deed, self.names),
        }
    }

    /// A deed with what it costs, where that is not one cube.
    fn priced(&self, deed: &str, cost: u8) -> String {
        message!(self.text, "deed-cost", deed, cost)
    }

    fn going(&self, way: Way, to: Option<Square>) -> String {
        message!(self.text, "deed-move", way, to = self.square(to))
    }

    fn using(&self, one: &Assassin, kind: u8, aim: Aim) -> String {
        let text = self.text;
        let card = self.names.card(kind);
        let equipment = self.table.scenario.pack.equipment.get(usize::from(kind));
        let at = one.square();
        let to = match aim {
            Aim::Here | Aim::Mate(_) => at,
            Aim::Near(way) => at.and_then(|at| self.near(at, way)),
            Aim::Far(way, steps) => at.and_then(|at| at.step(way, usize::from(steps))),
        };
        let to = self.square(to);
        let effect = equipment.map(|equipment| equipment.effect);
        let deed = match (effect, aim) {
            (Some(Effect::Weapon { .. }), Aim::Near(way)) => {
                message!(text, "deed-attack-near", card, way, to)
            }
            (Some(Effect::Weapon { .. }), _) => message!(text, "deed-attack", card, to),
            (Some(Effect::Smoke), _) => message!(text, "deed-smoke", card),
            (_, Aim::Mate(who)) => {
                message!(text, "deed-tend", card, assassin = self.names.assassin(who))
            }
            (_, Aim::Far(way, _)) => message!(text, "deed-glide", card, way, to),
            (Some(Effect::Rattle), _) => message!(text, "deed-rattle", card, to),
            (Some(Effect::Cloak), _) => message!(text, "deed-cloak", card),
            _ => message!(text, "deed-use", card),
        };
        self.priced(&deed, equipment.map_or(1, |equipment| equipment.cost))
    }

    fn equipping(&self, one: &Assassin, kind: u8) -> String {
        let equipment = self.table.scenario.pack.equipment.get(usize::from(kind));
        let slot = equipment.and_then(|equipment| equipment.slot);
        let before = slot.and_then(|slot| filled(one.slots[slot as usize]));
        let Some(before) = before else {
            return deed_label(Deed::Equip(kind), self.names);
        };
        let (card, before) = (self.names.card(kind), self.names.card(before));
        message!(self.text, "deed-equip-instead", card, before)
    }

    fn objective(&self, one: &Assassin) -> String {
        let level = &self.table.scenario.level;
        let objective = one.square().and_then(|at| level.objective_at(at));
        let Some(number) = objective else {
            return deed_label(Deed::Objective, self.names);
        };
        let pack = &self.table.scenario.pack;
        let mut kinds = (0u8..).zip(&pack.equipment);
        let picks = kinds.any(|(kind, card)| card.effect == Effect::Picklocks && one.has(kind));
        let cost = level.objectives[number].cost;
        let cost = if picks {
            (cost.saturating_sub(1)).max(1)
        } else {
            cost
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most eight objectives")]
        let objective = self.names.objective(number as u8);
        self.priced(&message!(self.text, "deed-objective", objective), cost)
    }

    fn leaping(&self, one: &Assassin) -> String {
        let Place::Tower(tower) = one.place else {
            return deed_label(Deed::Leap, self.names);
        };
        let towers = &self.table.scenario.level.towers;
        let to = towers.get(usize::from(tower)).map(|tower| tower.haystack);
        message!(self.text, "deed-leap", to = self.square(to))
    }

    fn trading(&self, one: &Assassin) -> String {
        let tile = |one: &Assassin| {
            let at = one.square()?;
            Some(self.table.scenario.level.tile[at.index()])
        };
        let mates = (0u8..).zip(self.table.assassins()).filter(|(_, other)| {
            other.role != one.role
                && !other.critical()
                && tile(other).is_some()
                && tile(other) == tile(one)
        });
        let assassins = mates.map(|(who, _)| self.names.assassin(who));
        let assassins = self.text.list(assassins);
        if assassins.is_empty() {
            return deed_label(Deed::Trade, self.names);
        }
        message!(self.text, "deed-trade", assassins)
    }

    fn near(&self, at: Square, way: Way) -> Option<Square> {
        self.table.scenario.level.near(at, way)
    }

    /// A square with what is there.
    fn square(&self, square: Option<Square>) -> String {
        match square {
            Some(square) => self.names.square(square),
            None => message!(self.text, "name-nowhere"),
        }
    }

    fn station(&self, number: u8) -> String {
        let stations = &self.table.scenario.level.stations;
        self.square(stations.get(usize::from(number)).copied())
    }

    fn entrance(&self, number: u8) -> String {
        let entrances = &self.table.scenario.level.entrances;
        let at = entrances.get(usize::from(number)).copied().flatten();
        message!(self.text, "name-entrance", letter = letter(number), at)
    }

    fn event(&self) -> EventEffect {
        let events = &self.table.scenario.pack.events;
        let event = events.get(usize::from(self.table.event));
        event.map_or(EventEffect::Nothing, |event| event.effect)
    }

    fn slick(&self, to: Square) -> bool {
        self.event() == EventEffect::SlickRoofs && self.table.scenario.level.roofs.contains(to)
    }

    fn station_cost(&self) -> u8 {
        if self.event() == EventEffect::ShutStations {
            2
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use intrigue_core::{Lang, Presentation, SeatNames, Settings, Viewer, settle};

    use super::*;
    use crate::content::squares::Squad;
    use crate::rules::options::{OPTIONS, Options};
    use crate::rules::state::Brotherhood;

    fn view(given: &[(&str, &str)]) -> View {
        let given: Settings = given
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let settings = settle(OPTIONS, &given).expect("the options fit");
        let options = Options::read(&settings).expect("the options fit each other");
        let seat = Seat::new(0).expect("there is a seat");
        View::blank(&Arc::new(options), Viewer::Seat(seat))
    }

    fn says(view: &View, action: Action) -> [String; 2] {
        Lang::ALL.map(|lang| {
            let text = Brotherhood::catalog().localizer(lang, SeatNames::NUMBERS);
            describe(view, action, &text)
        })
    }

    fn ask(table: &mut Table, task: Task) {
        table.workings.agenda.clear();
        table.workings.agenda.push(task);
    }

    #[test]
    fn every_action_can_be_described_at_any_question() {
        let mut scene = view(&[("memory", "glass_furnace"), ("seats", "4")]);
        for &kind in Kind::ALL {
            ask(&mut scene.table, Task::new(kind));
            for action in crate::rules::action::TABLE {
                for text in says(&scene, action) {
                    let first = text.chars().next().expect("it is not empty");
                    assert!(!first.is_lowercase(), "{action:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_step_says_where_it_leads() {
        let mut scene = view(&[("memory", "unlocked_shutter")]);
        let start = scene.table.scenario.level.start;
        let north = scene
            .table
            .scenario
            .level
            .near(start, Way::North)
            .expect("a square");
        scene.table.guards[north.index()] = Squad::new(2, 1);
        let [en, fr] = says(&scene, Action::Own(0, Deed::Move(Way::North)));
        assert_eq!(en, "Move north to a3 (2 crossbowmen and 1 elite)");
        assert_eq!(
            fr,
            "Aller au nord en a3 (2 arbalétriers et 1 garde d'élite)"
        );
    }

    #[test]
    fn a_seat_with_two_assassins_hears_which_is_meant() {
        let scene = view(&[("seats", "1"), ("assassins", "menega,piero")]);
        let [en, fr] = says(&scene, Action::Own(1, Deed::Save));
        assert_eq!(en, "Piero: save a cube for later");
        assert_eq!(fr, "Piero : mettre un cube de côté");
    }

    #[test]
    fn answers_say_who_goes_where() {
        let mut scene = view(&[("memory", "weigh_house")]);
        let at = |name: &str| Square::parse(name).expect("a square").0;
        let task = Task {
            at: at("c4"),
            to: at("c3"),
            ..Task::of(Kind::AskPursuers, 0, 3)
        };
        ask(&mut scene.table, task);
        let [en, _] = says(&scene, Action::Elites(1));
        assert_eq!(en, "2 crossbowmen and 1 elite follow to c3");
        ask(
            &mut scene.table,
            Task {
                kind: Kind::AskWay,
                ..task
            },
        );
        let [en, fr] = says(&scene, Action::Toward(Way::North));
        assert_eq!(en, "The guards of c4 go north to c3 (2 crossbowmen)");
        assert_eq!(fr, "Les gardes de c4 vont au nord en c3 (2 arbalétriers)");
        ask(&mut scene.table, Task::of(Kind::AskKit, 0, 0));
        let [en, fr] = says(&scene, Action::Name(1));
        assert_eq!(en, "Remedy: for Menega");
        assert_eq!(fr, "Remède : pour Menega");
        ask(&mut scene.table, Task::of(Kind::AskElites, 0, 0b11));
        let [en, fr] = says(&scene, Action::Elites(1));
        assert_eq!(en, "Fell 1 elite");
        assert_eq!(fr, "Abattre 1 garde d'élite");
    }
}
