//! A seat's choices as things stand: where a step leads, who is meant, what it costs.

mod answer;

use intrigue_core::{Lang, Seat};

use crate::content::ids::{Entrance, EquipmentId};
use crate::content::pack::{Effect, EventEffect};
use crate::content::squares::{Square, Way};
use crate::rules::action::{Action, Aim, AssassinAction, Errand};
use crate::rules::agenda::Question;
use crate::rules::options::Options;
use crate::rules::state::{Assassin, Place, Table};
use crate::text::names::{Names, a_guard, capital, cubes, toward};
use crate::text::words::label;

/// A legal action of a seat in a person's words.
pub(crate) fn describe(
    table: &Table,
    options: &Options,
    seat: Seat,
    action: Action,
    lang: Lang,
) -> String {
    let scene = Scene {
        table,
        names: Names::at(table, lang),
        lang,
        question: table.pending.agenda.question(),
    };
    let Action::Own(own, act) = action else {
        return scene.answer(action);
    };
    let alone = options.seats == 1;
    let who = if alone {
        usize::from(own)
    } else {
        seat.index()
    };
    let Some((who, one)) = table.team().nth(who) else {
        return label(action, lang);
    };
    let text = scene.act(one, act);
    if alone && table.size > 1 {
        let name = capital(&scene.names.assassin(who));
        let colon = lang.pick(":", " :");
        format!("{name}{colon} {text}")
    } else {
        capital(&text)
    }
}

/// The table as a choice is put into words at it.
struct Scene<'a> {
    table: &'a Table,
    names: Names<'a>,
    lang: Lang,
    question: Option<Question>,
}

impl Scene<'_> {
    fn fixed(&self, en: &str, fr: &str) -> String {
        self.lang.pick(en, fr).to_owned()
    }

    /// What an assassin does; begins with a small letter, unless a card's name comes first.
    fn act(&self, one: &Assassin, act: AssassinAction) -> String {
        let lang = self.lang;
        match act {
            AssassinAction::Move(way) => {
                let to = one.square().and_then(|at| self.near(at, way));
                let free = matches!(self.question, Some(Question::Move { .. }));
                let cost = match to {
                    Some(to) if self.slick(to) && !free => 2,
                    _ => 1,
                };
                format!("{}{}", self.going(way, to), price(cost, lang))
            }
            AssassinAction::Use(kind, aim) => self.using(one, kind, aim),
            AssassinAction::Equip(kind) => self.equipping(one, kind),
            AssassinAction::Objective => self.objective(one),
            AssassinAction::Leave => {
                let text = self.fixed("leave the level for good", "quitter le niveau pour de bon");
                text + &price(self.station_cost(), lang)
            }
            AssassinAction::Travel(number) => {
                let to = self.station(number);
                let price = price(self.station_cost(), lang);
                match lang {
                    Lang::En => format!("take the station to {to}{price}"),
                    Lang::Fr => format!("prendre la station jusqu'en {to}{price}"),
                }
            }
            AssassinAction::HideBody(guard) => match lang {
                Lang::En => format!("hide the body of {}", a_guard(guard, lang)),
                Lang::Fr => format!("cacher le corps d'{}", a_guard(guard, lang)),
            },
            AssassinAction::Climb => self.fixed("climb the tower", "monter sur la tour"),
            AssassinAction::Leap => self.leaping(one),
            AssassinAction::Open => self.fixed("open the chest", "ouvrir le coffre"),
            AssassinAction::Save => self.fixed("save a cube for later", "mettre un cube de côté"),
            AssassinAction::Conceal => {
                self.fixed("slip into the hiding spot", "se glisser dans la cachette")
            }
            AssassinAction::Emerge => {
                self.fixed("step out of the hiding spot", "sortir de la cachette")
            }
            AssassinAction::Trade => self.trading(one),
            AssassinAction::Lend(who) => {
                let mate = self.names.assassin(who);
                match lang {
                    Lang::En => format!("give {mate} a cube"),
                    Lang::Fr => format!("donner un cube à {mate}"),
                }
            }
            AssassinAction::Thieves(Errand::Chest) => self.fixed(
                "let the thieves open the chest",
                "faire ouvrir le coffre par les voleurs",
            ),
            AssassinAction::Thieves(Errand::Bodies) => self.fixed(
                "let the thieves hide bodies",
                "faire cacher des corps par les voleurs",
            ),
            AssassinAction::Thieves(Errand::Find) => self.fixed(
                "let the thieves find a card",
                "faire trouver une carte par les voleurs",
            ),
            AssassinAction::Mercenaries(way) => {
                let at = one.square();
                let to = match way {
                    Some(way) => at.and_then(|at| self.near(at, way)),
                    None => at,
                };
                let to = self.square(to);
                match lang {
                    Lang::En => format!("send the mercenaries against {to}"),
                    Lang::Fr => format!("lancer les mercenaires sur {to}"),
                }
            }
        }
    }

    fn going(&self, way: Way, to: Option<Square>) -> String {
        let (toward, to) = (toward(way, self.lang), self.square(to));
        match self.lang {
            Lang::En => format!("move {toward} to {to}"),
            Lang::Fr => format!("aller {toward} en {to}"),
        }
    }

    fn using(&self, one: &Assassin, kind: EquipmentId, aim: Aim) -> String {
        let lang = self.lang;
        let card = self.names.card(kind);
        let equipment = self.table.scenario.pack.equipment.get(kind.index());
        let at = one.square();
        let to = match aim {
            Aim::Here | Aim::Mate(_) => at,
            Aim::Near(way) => at.and_then(|at| self.near(at, way)),
            Aim::Far(way, steps) => at.and_then(|at| at.step(way, usize::from(steps))),
        };
        let to = self.square(to);
        let effect = equipment.map(|equipment| equipment.effect);
        let what = match (effect, aim) {
            (Some(Effect::Weapon { .. }), Aim::Near(way)) => match lang {
                Lang::En => format!("attack {} at {to}", toward(way, lang)),
                Lang::Fr => format!("attaquer {} en {to}", toward(way, lang)),
            },
            (Some(Effect::Weapon { .. }), _) => match lang {
                Lang::En => format!("attack on {to}"),
                Lang::Fr => format!("attaquer en {to}"),
            },
            (Some(Effect::Smoke), _) => self.fixed(
                "let the wanted ones here vanish",
                "faire disparaître ici qui est recherché",
            ),
            (_, Aim::Mate(who)) => {
                let mate = self.names.assassin(who);
                match lang {
                    Lang::En => format!("tend {mate}"),
                    Lang::Fr => format!("soigner {mate}"),
                }
            }
            (_, Aim::Far(way, _)) => match lang {
                Lang::En => format!("glide {} to {to}", toward(way, lang)),
                Lang::Fr => format!("planer {} jusqu'en {to}", toward(way, lang)),
            },
            (Some(Effect::Rattle), _) => match lang {
                Lang::En => format!("draw the guards to {to}"),
                Lang::Fr => format!("attirer les gardes en {to}"),
            },
            (Some(Effect::Cloak), _) => self.fixed("put it on", "la mettre"),
            _ => self.fixed("use it", "s'en servir"),
        };
        let colon = lang.pick(":", " :");
        let cost = equipment.map_or(1, |equipment| equipment.cost);
        format!("{card}{colon} {what}{}", price(cost, lang))
    }

    fn equipping(&self, one: &Assassin, kind: EquipmentId) -> String {
        let card = self.names.card(kind);
        let equipment = self.table.scenario.pack.equipment.get(kind.index());
        let slot = equipment.and_then(|equipment| equipment.slot);
        let before = slot.and_then(|slot| one.slots[slot as usize]);
        let before = before.map(|before| self.names.card(before));
        match (before, self.lang) {
            (None, Lang::En) => format!("{card}: into its slot"),
            (None, Lang::Fr) => format!("{card} : dans son emplacement"),
            (Some(before), Lang::En) => format!("{card}: into its slot, instead of {before}"),
            (Some(before), Lang::Fr) => {
                format!("{card} : dans son emplacement, à la place de {before}")
            }
        }
    }

    fn objective(&self, one: &Assassin) -> String {
        let level = &self.table.scenario.level;
        let objective = one.square().and_then(|at| level.objective_at(at));
        let Some(number) = objective else {
            return self.fixed("do the objective", "accomplir l'objectif");
        };
        let mut kinds = self.table.scenario.pack.kinds();
        let picks = kinds.any(|(kind, card)| card.effect == Effect::Picklocks && one.has(kind));
        let cost = level.objectives[number].cost;
        let cost = if picks {
            (cost.saturating_sub(1)).max(1)
        } else {
            cost
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most eight objectives")]
        let name = self.names.objective(number as u8);
        let price = price(cost, self.lang);
        match self.lang {
            Lang::En => format!("do objective {name}{price}"),
            Lang::Fr => format!("accomplir l'objectif {name}{price}"),
        }
    }

    fn leaping(&self, one: &Assassin) -> String {
        let Place::Tower(tower) = one.place else {
            return self.fixed("leap of faith", "saut de la foi");
        };
        let towers = &self.table.scenario.level.towers;
        let hay = self.square(towers.get(usize::from(tower)).map(|tower| tower.haystack));
        match self.lang {
            Lang::En => format!("leap of faith into the hay of {hay}"),
            Lang::Fr => format!("saut de la foi dans le foin de {hay}"),
        }
    }

    fn trading(&self, one: &Assassin) -> String {
        let tile = |one: &Assassin| {
            let at = one.square()?;
            Some(self.table.scenario.level.tile[at.index()])
        };
        let mates = self.table.team().filter(|(_, other)| {
            other.role != one.role
                && !other.critical()
                && tile(other).is_some()
                && tile(other) == tile(one)
        });
        let mates: Vec<String> = mates.map(|(who, _)| self.names.assassin(who)).collect();
        let mates = mates.join(", ");
        match self.lang {
            _ if mates.is_empty() => self.fixed("propose a trade", "proposer un échange"),
            Lang::En => format!("propose a trade with {mates}"),
            Lang::Fr => format!("proposer un échange avec {mates}"),
        }
    }

    fn near(&self, at: Square, way: Way) -> Option<Square> {
        self.table.scenario.level.near(at, way)
    }

    /// A square with what is there.
    fn square(&self, square: Option<Square>) -> String {
        match square {
            Some(square) => format!("{square}{}", self.names.there(square)),
            None => self.fixed("nowhere", "nulle part"),
        }
    }

    fn station(&self, number: u8) -> String {
        let stations = &self.table.scenario.level.stations;
        self.square(stations.get(usize::from(number)).copied())
    }

    fn entrance(&self, entrance: Entrance) -> String {
        let letter = char::from(b'A' + entrance as u8);
        let at = self.table.scenario.level.entrances[entrance.index()];
        let at = at.map_or(String::new(), |at| format!(" ({at})"));
        format!("{} {letter}{at}", self.lang.pick("entrance", "l'entrée"))
    }

    fn event(&self) -> EventEffect {
        let events = &self.table.scenario.pack.events;
        let event = self.table.event;
        let event = event.and_then(|event| events.get(usize::from(event)));
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

/// What an act costs, where it is not one cube.
fn price(cost: u8, lang: Lang) -> String {
    match cost {
        0 => lang.pick(", free", ", sans cube").to_owned(),
        1 => String::new(),
        _ => format!(", {}", cubes(cost)),
    }
}

#[cfg(test)]
mod tests {
    use intrigue_core::{Settings, settle};

    use super::*;
    use crate::content::ids::{AssassinId, AssassinSet, Counts, Ways};
    use crate::content::squares::Squad;
    use crate::rules::agenda::Task;
    use crate::rules::agenda::tests::one_of_each_question;
    use crate::rules::options::OPTIONS;

    fn table(given: &[(&str, &str)]) -> (Options, Table) {
        let given: Settings = given
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let settings = settle(OPTIONS, &given).expect("the options fit");
        let options = Options::read(&settings).expect("the options fit each other");
        let table = Table::laid(&options, 0);
        (options, table)
    }

    fn says(scene: &(Options, Table), action: Action) -> [String; 2] {
        let seat = Seat::new(0).expect("there is a seat");
        Lang::ALL.map(|lang| describe(&scene.1, &scene.0, seat, action, lang))
    }

    fn ask(table: &mut Table, question: Question) {
        table.pending.agenda.clear();
        table.pending.agenda.push(Task::Ask(question));
    }

    #[test]
    fn every_action_can_be_described_at_any_question() {
        let mut scene = table(&[("memory", "glass_furnace"), ("seats", "4")]);
        for question in one_of_each_question() {
            ask(&mut scene.1, question);
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
        let mut scene = table(&[("memory", "unlocked_shutter")]);
        let start = scene.1.scenario.level.start;
        let north = scene
            .1
            .scenario
            .level
            .near(start, Way::North)
            .expect("a square");
        scene.1.guards[north.index()] = Squad::new(2, 1);
        let [en, fr] = says(&scene, Action::Own(0, AssassinAction::Move(Way::North)));
        assert_eq!(en, "Move north to a3 (2 crossbowmen and 1 elite)");
        assert_eq!(
            fr,
            "Aller au nord en a3 (2 arbalétriers et 1 garde d'élite)"
        );
    }

    #[test]
    fn a_seat_with_two_assassins_hears_which_is_meant() {
        let scene = table(&[("seats", "1"), ("assassins", "menega,piero")]);
        let [en, fr] = says(&scene, Action::Own(1, AssassinAction::Save));
        assert_eq!(en, "Piero: save a cube for later");
        assert_eq!(fr, "Piero : mettre un cube de côté");
    }

    #[test]
    fn answers_say_who_goes_where() {
        let mut scene = table(&[("memory", "weigh_house")]);
        let at = |name: &str| Square::parse(name).expect("a square");
        let assassin = AssassinId::First;
        let pursuers = Question::Pursuers {
            assassin,
            from: at("c4"),
            to: at("c3"),
            count: 3,
        };
        ask(&mut scene.1, pursuers);
        let [en, _] = says(&scene, Action::Elites(1));
        assert_eq!(en, "2 crossbowmen and 1 elite follow to c3");
        let from = at("c4");
        let ways = Ways::EMPTY;
        ask(&mut scene.1, Question::Way { from, ways });
        let [en, fr] = says(&scene, Action::Toward(Way::North));
        assert_eq!(en, "The guards of c4 go north to c3 (2 crossbowmen)");
        assert_eq!(fr, "Les gardes de c4 vont au nord en c3 (2 arbalétriers)");
        let among = AssassinSet::EMPTY;
        ask(&mut scene.1, Question::Kit { card: 0, among });
        let [en, fr] = says(&scene, Action::Name(AssassinId::Second));
        assert_eq!(en, "Remedy: for Menega");
        assert_eq!(fr, "Remède : pour Menega");
        let counts = Counts::from_iter([0, 1]);
        ask(&mut scene.1, Question::Elites { assassin, counts });
        let [en, fr] = says(&scene, Action::Elites(1));
        assert_eq!(en, "Fell 1 elite");
        assert_eq!(fr, "Abattre 1 garde d'élite");
    }
}
