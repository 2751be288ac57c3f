use intrigue_core::{Localizer, Strength, Text, message};
use intrigue_wire::text::v1::LocalizedText;
use intrigue_wire::v1 as wire;

use crate::Policy;
use crate::policy::{Observers, Opponents};

/// How a policy decides. Each is an entry of [`POLICIES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyKind {
    /// What the game has for a strength.
    Strength(Strength),
    /// Any legal action.
    Random,
    /// The best position after one action.
    Greedy,
    /// The best mean over random playouts.
    Playouts,
    /// The game's default policy, unless playouts show something better.
    Planner,
    /// Information-set tree search.
    Ismcts,
    /// A trained network.
    Learned,
}

/// What the service says of a policy.
#[derive(Debug)]
pub struct PolicySpec {
    /// The name in a policy string such as `ismcts:sims=500`.
    pub name: &'static str,
    /// How it decides.
    pub kind: PolicyKind,
    /// The parameters that it takes.
    pub parameters: &'static [Parameter],
}

/// Something that can be set of a policy.
#[derive(Debug)]
pub struct Parameter {
    /// The name in a policy string such as `ismcts:sims=500`.
    pub name: &'static str,
    /// The values that it may have.
    pub kind: ParameterKind,
    /// What it is if it is not given; of a choice its place. None: it is then without effect.
    pub default: Option<u32>,
}

/// The values of a parameter.
#[derive(Debug)]
pub enum ParameterKind {
    /// A number between two others.
    Number(u32, u32),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The most playouts an action, so that one decision stays below a second or so.
const MOST_PLAYOUTS: u32 = 20_000;
/// The most simulations of a search.
const MOST_SIMS: u32 = 1_000_000;
/// The longest thought: a minute.
const MOST_MS: u32 = 60_000;

/// All policies, in the order in which they are listed.
pub static POLICIES: &[PolicySpec] = &[
    PolicySpec { name: "easy", kind: PolicyKind::Strength(Strength::Easy), parameters: &[] },
    PolicySpec { name: "normal", kind: PolicyKind::Strength(Strength::Normal), parameters: &[] },
    PolicySpec { name: "hard", kind: PolicyKind::Strength(Strength::Hard), parameters: &[] },
    PolicySpec { name: "random", kind: PolicyKind::Random, parameters: &[] },
    PolicySpec {
        name: "greedy",
        kind: PolicyKind::Greedy,
        parameters: &[Parameter {
            name: "worlds",
            kind: ParameterKind::Number(1, MOST_PLAYOUTS),
            default: Some(16),
        }],
    },
    PolicySpec {
        name: "playouts",
        kind: PolicyKind::Playouts,
        parameters: &[Parameter {
            name: "sims",
            kind: ParameterKind::Number(1, MOST_PLAYOUTS),
            default: Some(200),
        }],
    },
    PolicySpec {
        name: "planner",
        kind: PolicyKind::Planner,
        parameters: &[Parameter {
            name: "sims",
            kind: ParameterKind::Number(1, MOST_SIMS),
            default: Some(400),
        }],
    },
    PolicySpec {
        name: "ismcts",
        kind: PolicyKind::Ismcts,
        parameters: &[
            Parameter {
                name: "sims",
                kind: ParameterKind::Number(1, MOST_SIMS),
                default: Some(1000),
            },
            Parameter { name: "ms", kind: ParameterKind::Number(1, MOST_MS), default: None },
            Parameter {
                name: "observers",
                kind: ParameterKind::Choice(Observers::WORDS),
                default: Some(0),
            },
            Parameter { name: "trees", kind: ParameterKind::Number(1, 64), default: Some(1) },
            Parameter { name: "depth", kind: ParameterKind::Number(0, 10_000), default: Some(8) },
            Parameter { name: "explore", kind: ParameterKind::Number(0, 1000), default: Some(70) },
            Parameter { name: "reuse", kind: ParameterKind::Number(1, 1000), default: Some(4) },
            Parameter {
                name: "opponents",
                kind: ParameterKind::Choice(Opponents::WORDS),
                default: Some(0),
            },
        ],
    },
    PolicySpec {
        name: "learned",
        kind: PolicyKind::Learned,
        parameters: &[Parameter {
            name: "temperature",
            kind: ParameterKind::Number(0, 1000),
            default: Some(100),
        }],
    },
];

impl PolicySpec {
    /// The spec of a name that there is.
    pub(crate) fn named(name: &str) -> &'static Self {
        let spec = POLICIES.iter().find(|spec| spec.name == name);
        spec.expect("the policy is in the table")
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|known| known.name == name)
    }

    /// What a parameter is if it is not given.
    pub(crate) fn default(&self, name: &str) -> u32 {
        let known = self.parameter(name).and_then(|known| known.default);
        known.expect("a parameter that has a default")
    }

    /// The name with its first parameter, at its default.
    pub fn example(&self) -> String {
        let first = self.parameters.first();
        match first.and_then(|first| Some((first, first.default?))) {
            Some((first, value)) => format!("{}:{}={}", self.name, first.name, first.show(value)),
            None => self.name.to_owned(),
        }
    }

    pub(crate) fn to_wire(&self) -> wire::PolicySpec {
        wire::PolicySpec {
            name: self.name.to_owned(),
            summary: Some(summary(self.name)),
            parameters: self
                .parameters
                .iter()
                .map(|parameter| parameter.to_wire(self.name))
                .collect(),
            example: Policy::parse(&self.example()).ok().map(Policy::to_wire),
        }
    }
}

/// What a policy does; what its parameter does, if the id is `<policy>.<parameter>`.
fn summary(id: &str) -> LocalizedText {
    Text::of_core(|text| message!(text, ("policy", id))).to_wire()
}

impl Parameter {
    pub(crate) fn read(&self, text: &str) -> Option<u32> {
        match self.kind {
            ParameterKind::Number(least, most) => {
                let value = text.parse().ok()?;
                (least..=most).contains(&value).then_some(value)
            }
            ParameterKind::Choice(words) => {
                let place = words.iter().position(|word| *word == text)?;
                u32::try_from(place).ok()
            }
        }
    }

    pub(crate) fn show(&self, value: u32) -> String {
        match self.kind {
            ParameterKind::Number(..) => value.to_string(),
            ParameterKind::Choice(words) => words[value as usize].to_owned(),
        }
    }

    /// What it may be, in words.
    pub(crate) fn range(&self, text: &Localizer<'_>) -> String {
        match self.kind {
            ParameterKind::Number(least, most) => message!(text, "parameter-range", least, most),
            ParameterKind::Choice(words) => words.join(&message!(text, "parameter-or")),
        }
    }

    fn to_wire(&self, policy: &str) -> wire::PolicyParameter {
        let (values, least, most) = match self.kind {
            ParameterKind::Number(least, most) => (Vec::new(), least, most),
            ParameterKind::Choice(words) => {
                (words.iter().map(|&word| word.to_owned()).collect(), 0, 0)
            }
        };
        wire::PolicyParameter {
            name: self.name.to_owned(),
            summary: Some(summary(&format!("{policy}.{}", self.name))),
            default_value: self.default.map_or_else(String::new, |value| self.show(value)),
            values,
            minimum: least,
            maximum: most,
        }
    }
}
