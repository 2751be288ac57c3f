//! A seat's choices as things stand: where a step leads, who is meant, what it costs.

mod answer;

use intrigue_core::{Localizer, Seat, message};

use crate::content::ids::{Entrance, EquipmentId};
use crate::content::pack::{Effect, EventEffect, Slot};
use crate::content::squares::{Square, Way};
use crate::knowledge::view::View;
use crate::rules::action::{Action, Aim, AssassinAction};
use crate::rules::agenda::Question;
use crate::rules::state::{Assassin, Place, Table};
use crate::text::names::{Names, capital};
use crate::text::words::{act_label, label, letter};

/// A legal action in a person's words, as things stand in the view of the seat that may take it.
pub(super) fn describe(view: &View, action: Action, text: &Localizer<'_>) -> String {
    let table = &view.table;
    let scene = Scene {
        table,
        names: Names::at(table, text),
        text,
        question: table.pending.agenda.question(),
    };
    let Action::Own(own, act) = action else {
        return capital(&scene.answer(action));
    };
    let alone = view.options.seats == 1;
    let who = if alone { Some(own.into()) } else { view.viewer.seat().map(Seat::index) };
    let Some((who, one)) = who.and_then(|who: usize| table.team().nth(who)) else {
        return label(action, text);
    };
    let mut action = scene.action(one, act);
    if alone && table.size > 1 {
        let assassin = scene.names.assassin(who);
        action = message!(text, "action-of", assassin, action);
    }
    capital(&action)
}

/// The table as a choice is put into words at it.
struct Scene<'a> {
    table: &'a Table,
    names: Names<'a>,
    text: &'a Localizer<'a>,
    question: Option<Question>,
}

impl Scene<'_> {
    /// What an assassin does; begins with a small letter, unless a card's name comes first.
    fn action(&self, one: &Assassin, act: AssassinAction) -> String {
        let text = self.text;
        match act {
            AssassinAction::Move(way) => {
                let to = one.square().and_then(|at| self.near(at, way));
                let free = matches!(self.question, Some(Question::Move { .. }));
                let cost = match to {
                    Some(to) if self.slick(to) && !free => 2,
                    _ => 1,
                };
                self.priced(&self.going(way, to), cost)
            }
            AssassinAction::Use(kind, aim) => self.using(one, kind, aim),
            AssassinAction::Equip(kind) => self.equipping(one, kind),
            AssassinAction::TakeOffArmor => match one.worn(Slot::Armor) {
                Some(kind) => message!(text, "action-unequip", card = self.names.card(kind)),
                None => act_label(act, self.names),
            },
            AssassinAction::Objective => self.objective(one),
            AssassinAction::Leave => self.priced(&act_label(act, self.names), self.station_cost()),
            AssassinAction::Travel(number) => {
                let action = message!(text, "action-travel", to = self.station(number));
                self.priced(&action, self.station_cost())
            }
            AssassinAction::Leap => self.leaping(one),
            AssassinAction::Save => message!(text, "action-save"),
            AssassinAction::Trade => self.trading(one),
            AssassinAction::Lend(who) => {
                message!(text, "action-lend", assassin = self.names.assassin(who))
            }
            AssassinAction::Mercenaries(way) => {
                let at = one.square();
                let to = match way {
                    Some(way) => at.and_then(|at| self.near(at, way)),
                    None => at,
                };
                message!(text, "action-mercenaries", to = self.square(to))
            }
            AssassinAction::HideBody(_)
            | AssassinAction::Climb
            | AssassinAction::Open
            | AssassinAction::Conceal
            | AssassinAction::Emerge
            | AssassinAction::Thieves(_) => act_label(act, self.names),
        }
    }

    /// An action with what it costs, where that is not one cube.
    fn priced(&self, action: &str, cost: u8) -> String {
        message!(self.text, "action-cost", action, cost)
    }

    fn going(&self, way: Way, to: Option<Square>) -> String {
        message!(self.text, "action-move", way, to = self.square(to))
    }

    fn using(&self, one: &Assassin, kind: EquipmentId, aim: Aim) -> String {
        let text = self.text;
        let card = self.names.card(kind);
        let equipment = self.table.mission.pack.equipment.get(kind.index());
        let at = one.square();
        let to = match aim {
            Aim::Here | Aim::Mate(_) => at,
            Aim::Near(way) => at.and_then(|at| self.near(at, way)),
            Aim::Far(way, steps) => at.and_then(|at| at.step(way, usize::from(steps))),
        };
        let to = self.square(to);
        let effect = equipment.map(|equipment| equipment.effect);
        let action = match (effect, aim) {
            (Some(Effect::Weapon { .. }), Aim::Near(way)) => {
                message!(text, "action-attack-near", card, way, to)
            }
            (Some(Effect::Weapon { .. }), _) => message!(text, "action-attack", card, to),
            (Some(Effect::Smoke), _) => message!(text, "action-smoke", card),
            (_, Aim::Mate(who)) => {
                message!(text, "action-tend", card, assassin = self.names.assassin(who))
            }
            (_, Aim::Far(way, _)) => message!(text, "action-glide", card, way, to),
            (Some(Effect::Rattle), _) => message!(text, "action-rattle", card, to),
            (Some(Effect::Cloak), _) => message!(text, "action-cloak", card),
            _ => message!(text, "action-use", card),
        };
        self.priced(&action, equipment.map_or(1, |equipment| equipment.cost))
    }

    fn equipping(&self, one: &Assassin, kind: EquipmentId) -> String {
        let equipment = self.table.mission.pack.equipment.get(kind.index());
        let slot = equipment.and_then(|equipment| equipment.slot);
        let before = slot.and_then(|slot| one.slots[slot as usize]);
        let Some(before) = before else {
            return act_label(AssassinAction::Equip(kind), self.names);
        };
        let (card, before) = (self.names.card(kind), self.names.card(before));
        message!(self.text, "action-equip-instead", card, before)
    }

    fn objective(&self, one: &Assassin) -> String {
        let level = &self.table.mission.level;
        let objective = one.square().and_then(|at| level.objective_at(at));
        let Some(number) = objective else {
            return act_label(AssassinAction::Objective, self.names);
        };
        let mut kinds = self.table.mission.pack.kinds();
        let picks = kinds.any(|(kind, card)| card.effect == Effect::Picklocks && one.has(kind));
        let cost = level.objectives[number].cost;
        let cost = if picks { (cost.saturating_sub(1)).max(1) } else { cost };
        #[expect(clippy::cast_possible_truncation, reason = "at most eight objectives")]
        let objective = self.names.objective(number as u8);
        self.priced(&message!(self.text, "action-objective", objective), cost)
    }

    fn leaping(&self, one: &Assassin) -> String {
        let Place::Tower(tower) = one.place else {
            return act_label(AssassinAction::Leap, self.names);
        };
        let towers = &self.table.mission.level.towers;
        let to = towers.get(usize::from(tower)).map(|tower| tower.haystack);
        message!(self.text, "action-leap", to = self.square(to))
    }

    fn trading(&self, one: &Assassin) -> String {
        let tile = |one: &Assassin| {
            let at = one.square()?;
            Some(self.table.mission.level.tile[at.index()])
        };
        let mates = self.table.team().filter(|(_, other)| {
            other.role != one.role
                && !other.critical()
                && tile(other).is_some()
                && tile(other) == tile(one)
        });
        let assassins = mates.map(|(who, _)| self.names.assassin(who));
        let assassins = self.text.list(assassins);
        if assassins.is_empty() {
            return act_label(AssassinAction::Trade, self.names);
        }
        message!(self.text, "action-trade", assassins)
    }

    fn near(&self, at: Square, way: Way) -> Option<Square> {
        self.table.mission.level.near(at, way)
    }

    /// A square with what is there.
    fn square(&self, square: Option<Square>) -> String {
        match square {
            Some(square) => self.names.square(square),
            None => message!(self.text, "name-nowhere"),
        }
    }

    fn station(&self, number: u8) -> String {
        let stations = &self.table.mission.level.stations;
        self.square(stations.get(usize::from(number)).copied())
    }

    fn entrance(&self, entrance: Entrance) -> String {
        let at = self.table.mission.level.entrances[entrance.index()];
        message!(self.text, "name-entrance", letter = letter(entrance), at)
    }

    fn event(&self) -> EventEffect {
        let events = &self.table.mission.pack.events;
        let event = self.table.event;
        let event = event.and_then(|event| events.get(usize::from(event)));
        event.map_or(EventEffect::Nothing, |event| event.effect)
    }

    fn slick(&self, to: Square) -> bool {
        self.event() == EventEffect::SlickRoofs && self.table.mission.level.roofs.contains(to)
    }

    fn station_cost(&self) -> u8 {
        if self.event() == EventEffect::ShutStations { 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use intrigue_core::{Lang, Presentation, SeatNames, Settings, Viewer, fill_defaults};

    use super::*;
    use crate::content::ids::{AssassinId, AssassinSet, Counts, Ways};
    use crate::content::squares::Squad;
    use crate::rules::agenda::Task;
    use crate::rules::agenda::tests::one_of_each_question;
    use crate::rules::options::{OPTIONS, Options};
    use crate::rules::state::Brotherhood;

    fn view(given: &[(&str, &str)]) -> View {
        let given: Settings =
            given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let settings = fill_defaults(OPTIONS, &given).expect("the options fit");
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

    fn ask(table: &mut Table, question: Question) {
        table.pending.agenda.clear();
        table.pending.agenda.push(Task::Ask(question));
    }

    #[test]
    fn every_action_can_be_described_at_any_question() {
        let mut scene = view(&[("mission", "glass_furnace"), ("seats", "4")]);
        for question in one_of_each_question() {
            ask(&mut scene.table, question);
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
        let mut scene = view(&[("mission", "unlocked_shutter")]);
        let start = scene.table.mission.level.start;
        let north = scene.table.mission.level.near(start, Way::North).expect("a square");
        scene.table.guards[north.index()] = Squad::new(2, 1);
        let [en, fr] = says(&scene, Action::Own(0, AssassinAction::Move(Way::North)));
        assert_eq!(en, "Move north to a3 (2 crossbowmen and 1 elite)");
        assert_eq!(fr, "Aller au nord en a3 (2 arbalétriers et 1 garde d'élite)");
    }

    #[test]
    fn a_seat_with_two_assassins_hears_which_is_meant() {
        let scene = view(&[("seats", "1"), ("assassins", "menega,piero")]);
        let [en, fr] = says(&scene, Action::Own(1, AssassinAction::Save));
        assert_eq!(en, "Piero: save a cube for later");
        assert_eq!(fr, "Piero : mettre un cube de côté");
    }

    #[test]
    fn answers_say_who_goes_where() {
        let mut scene = view(&[("mission", "weigh_house")]);
        let at = |name: &str| Square::parse(name).expect("a square");
        let assassin = AssassinId::First;
        let pursuers = Question::Pursuers { assassin, from: at("c4"), to: at("c3"), count: 3 };
        ask(&mut scene.table, pursuers);
        let [en, _] = says(&scene, Action::Elites(1));
        assert_eq!(en, "2 crossbowmen and 1 elite follow to c3");
        let from = at("c4");
        let ways = Ways::EMPTY;
        ask(&mut scene.table, Question::Way { from, ways });
        let [en, fr] = says(&scene, Action::Toward(Way::North));
        assert_eq!(en, "The guards of c4 go north to c3 (2 crossbowmen)");
        assert_eq!(fr, "Les gardes de c4 vont au nord en c3 (2 arbalétriers)");
        let among = AssassinSet::EMPTY;
        ask(&mut scene.table, Question::Kit { card: 0, among });
        let [en, fr] = says(&scene, Action::Name(AssassinId::Second));
        assert_eq!(en, "Remedy: for Menega");
        assert_eq!(fr, "Remède : pour Menega");
        let counts = Counts::from_iter([0, 1]);
        ask(&mut scene.table, Question::Elites { assassin, counts });
        let [en, fr] = says(&scene, Action::Elites(1));
        assert_eq!(en, "Fell 1 elite");
        assert_eq!(fr, "Abattre 1 garde d'élite");
    }
}
