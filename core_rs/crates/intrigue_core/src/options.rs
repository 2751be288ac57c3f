use std::collections::BTreeMap;

use intrigue_wire::v1 as wire;

use crate::refusal::quote;
use crate::{Lang, Refusal, RefusalKind, Text};

/// Options of a match as they travel: names and values as text.
pub type Settings = BTreeMap<String, String>;

/// One setting of a game.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: Text,
    /// What it can be.
    pub kind: OptionKind,
    /// What it is if nothing is said.
    pub default: &'static str,
    /// How tests go through its values.
    pub coverage: Coverage,
}

/// How tests go through the values of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// As many matches with each value, together with all other options.
    Each,
    /// The matches are shared out over the values, together with all other options.
    Shared,
    /// A value here and there.
    Sometimes,
}

/// What an option can be.
#[derive(Clone, Debug)]
pub enum OptionKind {
    /// One of these.
    Choice(&'static [&'static str]),
    /// A number within these bounds, both included.
    Integer(i64, i64),
}

impl OptionSpec {
    /// Whether the option can have this value.
    fn accepts(&self, value: &str) -> bool {
        match self.kind {
            OptionKind::Choice(values) => values.contains(&value),
            // Only the plain form of a number: a record must name its options in one way.
            OptionKind::Integer(low, high) => value
                .parse::<i64>()
                .is_ok_and(|n| (low..=high).contains(&n) && n.to_string() == value),
        }
    }

    /// The values for which tests try the game: all of a choice, the ends and the default of a
    /// number.
    pub fn samples(&self) -> Vec<String> {
        match self.kind {
            OptionKind::Choice(values) => values.iter().map(|&v| v.to_owned()).collect(),
            OptionKind::Integer(low, high) if high - low < 8 => {
                (low..=high).map(|n| n.to_string()).collect()
            }
            OptionKind::Integer(low, high) => {
                vec![low.to_string(), self.default.to_owned(), high.to_string()]
            }
        }
    }

    fn values(&self) -> String {
        match self.kind {
            OptionKind::Choice(values) => values.join(", "),
            OptionKind::Integer(low, high) => format!("{low}..{high}"),
        }
    }

    pub(crate) fn to_wire(&self) -> wire::Option {
        let mut option = wire::Option {
            name: self.name.to_owned(),
            summary: Some(self.summary.to_wire()),
            default_value: self.default.to_owned(),
            ..Default::default()
        };
        match self.kind {
            OptionKind::Choice(values) => {
                option.set_kind(wire::OptionKind::Choice);
                option.values = values.iter().map(|&value| value.to_owned()).collect();
            }
            OptionKind::Integer(low, high) => {
                option.set_kind(wire::OptionKind::Integer);
                (option.minimum, option.maximum) = (low, high);
            }
        }
        option
    }
}

/// All options of a game: what was given, and the defaults of the rest.
pub fn settle(specs: &[OptionSpec], given: &Settings) -> Result<Settings, Refusal> {
    if let Some(name) = given
        .keys()
        .find(|name| specs.iter().all(|spec| spec.name != **name))
    {
        let known = specs
            .iter()
            .map(|spec| spec.name)
            .collect::<Vec<_>>()
            .join(", ");
        let name = quote(name);
        let text = Text::made(|lang| match lang {
            Lang::En => format!("The game has no option {name}. It has: {known}."),
            Lang::Fr => format!("Le jeu n'a pas d'option {name}. Il a : {known}."),
        });
        return Err(Refusal::new(RefusalKind::BadOption, "UNKNOWN_OPTION", text));
    }
    specs
        .iter()
        .map(|spec| {
            let value = given.get(spec.name).map_or(spec.default, String::as_str);
            if spec.accepts(value) {
                return Ok((spec.name.to_owned(), value.to_owned()));
            }
            let (name, value, values) = (spec.name, quote(value), spec.values());
            let text = Text::made(|lang| match lang {
                Lang::En => format!("Option {name} can't be {value}. It can be: {values}."),
                Lang::Fr => {
                    format!("L'option {name} ne peut pas être {value}. Au choix : {values}.")
                }
            });
            Err(Refusal::new(
                RefusalKind::BadOption,
                "BAD_OPTION_VALUE",
                text,
            ))
        })
        .collect()
}
