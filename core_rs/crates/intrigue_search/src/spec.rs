use intrigue_core::{Lang, Text};
use intrigue_wire::v1 as wire;

/// How a policy decides. Each is an entry of [`POLICIES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolicyKind {
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
}

/// What the service says of a policy.
#[derive(Debug)]
pub struct PolicySpec {
    /// Its name.
    pub name: &'static str,
    /// How it decides.
    pub kind: PolicyKind,
    /// What it does.
    pub summary: Text,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// Something that can be set of a policy.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: Text,
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

/// Every policy.
pub static POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "random",
        kind: PolicyKind::Random,
        summary: Text::fixed(
            "Picks any legal action, all equally likely.",
            "Choisit n'importe quelle action légale, toutes également probables.",
        ),
        parameters: &[],
    },
    PolicySpec {
        name: "greedy",
        kind: PolicyKind::Greedy,
        summary: Text::fixed(
            "Tries every legal action in worlds that fit its view, lets the others answer at random, and picks the one after which its position looks best. In a game that has a quick judgement of its own, it plays by that.",
            "Essaie chaque action légale dans des mondes conformes à sa vue, laisse les autres répondre au hasard, et choisit celle après laquelle sa position paraît la meilleure. Dans un jeu qui a son propre jugement rapide, elle le suit.",
        ),
        parameters: &[Parameter {
            name: "worlds",
            summary: Text::fixed(
                "Worlds in which every action is tried.",
                "Mondes dans lesquels chaque action est essayée.",
            ),
            kind: ParameterKind::Number(1, MOST_PLAYOUTS),
            default: Some(16),
        }],
    },
    PolicySpec {
        name: "playouts",
        kind: PolicyKind::Playouts,
        summary: Text::fixed(
            "Plays every legal action out to the end in worlds that fit its view, at random or by the game's quick judgement, and picks the one that did best.",
            "Joue chaque action légale jusqu'au bout dans des mondes conformes à sa vue, au hasard ou selon le jugement rapide du jeu, et choisit la meilleure.",
        ),
        parameters: &[Parameter {
            name: "sims",
            summary: Text::fixed(
                "Playouts for each legal action.",
                "Parties jouées pour chaque action légale.",
            ),
            kind: ParameterKind::Number(1, MOST_PLAYOUTS),
            default: Some(200),
        }],
    },
    PolicySpec {
        name: "planner",
        kind: PolicyKind::Planner,
        summary: Text::fixed(
            "Plays by the game's quick judgement, unless playouts of it show that another action is clearly better; actions that do badly soon get no more of them.",
            "Suit le jugement rapide du jeu, sauf si des parties jouées selon lui montrent qu'une autre action est nettement meilleure ; les actions qui réussissent mal n'en reçoivent bientôt plus.",
        ),
        parameters: &[Parameter {
            name: "sims",
            summary: Text::fixed(
                "Playouts a decision.",
                "Parties jouées pour chaque décision.",
            ),
            kind: ParameterKind::Number(1, MOST_SIMS),
            default: Some(400),
        }],
    },
    PolicySpec {
        name: "ismcts",
        kind: PolicyKind::Ismcts,
        summary: Text::fixed(
            "Searches a tree of what can be seen, over worlds that fit its view (information-set Monte Carlo tree search), and picks the best of the actions that it came back to.",
            "Explore un arbre de ce qui peut être vu, dans des mondes conformes à sa vue (recherche arborescente de Monte-Carlo sur ensembles d'information), et choisit la meilleure des actions reprises souvent.",
        ),
        parameters: &[
            Parameter {
                name: "sims",
                summary: Text::fixed(
                    "Simulations a decision.",
                    "Simulations pour chaque décision.",
                ),
                kind: ParameterKind::Number(1, MOST_SIMS),
                default: Some(1000),
            },
            Parameter {
                name: "ms",
                summary: Text::fixed(
                    "Milliseconds a decision, in place of sims; the answer then depends on the machine.",
                    "Millisecondes pour chaque décision, à la place de sims ; la réponse dépend alors de la machine.",
                ),
                kind: ParameterKind::Number(1, MOST_MS),
                default: None,
            },
            Parameter {
                name: "observers",
                summary: Text::fixed(
                    "single: one tree of what the seat sees; multi: a tree for each seat, of what that seat sees, so that nobody sees through a bluff; auto: multi in games of bluff.",
                    "single : un arbre de ce que voit le siège ; multi : un arbre par siège, de ce que voit ce siège, et personne ne perce un bluff ; auto : multi dans les jeux de bluff.",
                ),
                kind: ParameterKind::Choice(&["auto", "single", "multi"]),
                default: Some(0),
            },
            Parameter {
                name: "trees",
                summary: Text::fixed(
                    "Independent searches that share the budget and may run on as many threads; their number is part of the answer, the threads are not.",
                    "Recherches indépendantes qui se partagent le budget et peuvent occuper autant de fils ; leur nombre compte pour la réponse, pas les fils.",
                ),
                kind: ParameterKind::Number(1, 64),
                default: Some(1),
            },
            Parameter {
                name: "depth",
                summary: Text::fixed(
                    "Decisions of random play after which the position is evaluated as soon as the seat is to act; 0: play goes on to the end, as it always does in a game that has a quick judgement of its own.",
                    "Décisions de jeu aléatoire après lesquelles la position est évaluée dès que le siège doit agir ; 0 : le jeu va jusqu'à la fin, comme toujours dans un jeu qui a son propre jugement rapide.",
                ),
                kind: ParameterKind::Number(0, 10_000),
                default: Some(8),
            },
            Parameter {
                name: "explore",
                summary: Text::fixed(
                    "How much actions attract that were tried little, in hundredths.",
                    "Attrait des actions peu essayées, en centièmes.",
                ),
                kind: ParameterKind::Number(0, 1000),
                default: Some(70),
            },
            Parameter {
                name: "reuse",
                summary: Text::fixed(
                    "Simulations in each world before another is dealt.",
                    "Simulations dans chaque monde avant d'en donner un autre.",
                ),
                kind: ParameterKind::Number(1, 1000),
                default: Some(4),
            },
        ],
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
        self.parameter(name)
            .and_then(|known| known.default)
            .unwrap_or(0)
    }

    /// The name with its first parameter, at its default.
    pub fn example(&self) -> String {
        match self.parameters {
            [] => self.name.to_owned(),
            [first, ..] => {
                let value = first.show(first.default.unwrap_or(0));
                format!("{}:{}={value}", self.name, first.name)
            }
        }
    }

    pub(crate) fn to_wire(&self) -> wire::PolicySpec {
        wire::PolicySpec {
            name: self.name.to_owned(),
            summary: Some(self.summary.to_wire()),
            parameters: self.parameters.iter().map(Parameter::to_wire).collect(),
            example: self.example(),
        }
    }
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
    pub(crate) fn range(&self, lang: Lang) -> String {
        match (&self.kind, lang) {
            (ParameterKind::Number(least, most), Lang::En) => format!("{least} to {most}"),
            (ParameterKind::Number(least, most), Lang::Fr) => format!("{least} à {most}"),
            (ParameterKind::Choice(words), Lang::En) => words.join(" or "),
            (ParameterKind::Choice(words), Lang::Fr) => words.join(" ou "),
        }
    }

    fn to_wire(&self) -> wire::PolicyParameter {
        let (values, least, most) = match self.kind {
            ParameterKind::Number(least, most) => (Vec::new(), least, most),
            ParameterKind::Choice(words) => {
                (words.iter().map(|&word| word.to_owned()).collect(), 0, 0)
            }
        };
        wire::PolicyParameter {
            name: self.name.to_owned(),
            summary: Some(self.summary.to_wire()),
            default: self
                .default
                .map_or_else(String::new, |value| self.show(value)),
            values,
            least: u64::from(least),
            most: u64::from(most),
        }
    }
}
