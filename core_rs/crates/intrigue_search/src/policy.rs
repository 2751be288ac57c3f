use intrigue_core::{
    Game, Localizer, Refusal, RefusalKind, Settings, Strength, Strengths, Text, Visitor, message,
    quote,
};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::learned;
use crate::spec::{POLICIES, Parameter, PolicyKind, PolicySpec};

/// What picks actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The policy that the game has for this strength.
    Strength(Strength),
    /// Every legal action is equally likely.
    Random,
    /// The action after which the game's own evaluation is best, a round of random play later; in
    /// a game that has a default policy, the default policy itself.
    Greedy {
        /// Worlds that every action is tried in.
        worlds: u32,
    },
    /// The action that does best in random playouts of worlds that fit the view.
    Playouts {
        /// Playouts for each legal action.
        sims: u32,
    },
    /// The game's default policy, unless rollouts of it show that another action is clearly better.
    Planner {
        /// Rollouts a decision.
        sims: u32,
    },
    /// Information-set Monte Carlo tree search.
    Ismcts(Ismcts),
    /// An action drawn by the network that was trained for the game.
    Learned {
        /// How much better actions are preferred, in hundredths; 0: the best one is taken.
        temperature: u32,
    },
}

/// The parameters of the tree search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ismcts {
    /// How long it thinks.
    pub budget: Budget,
    /// Whether each seat has a tree of what it sees itself, or one tree has what the searching
    /// seat sees.
    pub observers: Observers,
    /// Independent trees, whose counts are added: as many threads may work.
    pub trees: u32,
    /// Decisions of random play before the position is evaluated, as soon as the seat is to act; 0:
    /// play goes on to the end.
    pub depth: u32,
    /// How much untried actions attract, in hundredths.
    pub explore: u32,
    /// Simulations in each re-dealt world.
    pub reuse: u32,
    /// How the others are expected to play.
    pub opponents: Opponents,
}

/// How a search expects the others to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// By the game's model of its players; worlds that fit what they did are preferred.
    Model,
    /// At random; what they did says nothing.
    Random,
}

impl Opponents {
    /// Every choice.
    const ALL: [Self; 2] = [Self::Model, Self::Random];
    /// The word for each.
    pub(crate) const WORDS: &[&str; Self::ALL.len()] = &["model", "random"];
}

/// How long a search thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A number of simulations: the same answer every time.
    Sims(u32),
    /// A number of milliseconds.
    Ms(u32),
}

/// Whose knowledge the trees are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observers {
    /// As many as suit the game.
    Auto,
    /// One tree: what the searching seat sees.
    Single,
    /// A tree a seat: what that seat sees.
    Multi,
}

impl Observers {
    /// Every choice.
    const ALL: [Self; 3] = [Self::Auto, Self::Single, Self::Multi];
    /// The word for each.
    pub(crate) const WORDS: &[&str; Self::ALL.len()] = &["auto", "single", "multi"];
}

impl Policy {
    /// The policy of a name such as `ismcts:sims=500`; parameters not given have their defaults.
    ///
    /// ```
    /// use intrigue_search::Policy;
    /// assert_eq!(Policy::parse("playouts").unwrap().to_string(), "playouts:sims=200");
    /// assert!(Policy::parse("playouts:sims=0").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let (name, given) = text.split_once(':').unwrap_or((text, ""));
        let spec =
            POLICIES.iter().find(|spec| spec.name == name).ok_or_else(|| unknown_policy(name))?;
        let mut values: Vec<Option<u32>> = vec![None; spec.parameters.len()];
        for part in given.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let place = spec.parameters.iter().position(|known| known.name == key);
            let place = place.ok_or_else(|| unknown_parameter(spec, key))?;
            let parameter = &spec.parameters[place];
            let value = parameter.read(value).ok_or_else(|| bad_value(spec, parameter, value))?;
            if values[place].replace(value).is_some() {
                return Err(twice(spec, parameter));
            }
        }
        Self::of(spec, &values)
    }

    /// The policy of a message.
    pub fn from_wire(message: &wire::Policy) -> Result<Self, Refusal> {
        if message.name.contains(':') {
            return Err(unknown_policy(&message.name));
        }
        let mut text = message.name.clone();
        for (place, (key, value)) in message.parameters.iter().enumerate() {
            if let Some(spec) = POLICIES.iter().find(|spec| spec.name == message.name)
                && (key.contains(['=', ',']) || value.contains(['=', ',']))
            {
                return Err(unknown_parameter(spec, key));
            }
            let before = if place == 0 { ":" } else { "," };
            text.extend([before, key, "=", value]);
        }
        Self::parse(&text)
    }

    /// The policy as its message.
    pub fn to_wire(self) -> wire::Policy {
        let text = self.to_string();
        let (name, parameters) = text.split_once(':').unwrap_or((&text, ""));
        let pairs = parameters.split(',').filter_map(|part| part.split_once('='));
        wire::Policy {
            name: name.to_owned(),
            parameters: pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        }
    }

    fn of(spec: &PolicySpec, values: &[Option<u32>]) -> Result<Self, Refusal> {
        let given = |name: &str| {
            let place = spec.parameters.iter().position(|known| known.name == name);
            place.and_then(|place| values[place])
        };
        let value = |name: &str| given(name).unwrap_or_else(|| spec.default(name));
        Ok(match spec.kind {
            PolicyKind::Strength(strength) => Self::Strength(strength),
            PolicyKind::Random => Self::Random,
            PolicyKind::Greedy => Self::Greedy { worlds: value("worlds") },
            PolicyKind::Playouts => Self::Playouts { sims: value("sims") },
            PolicyKind::Planner => Self::Planner { sims: value("sims") },
            PolicyKind::Ismcts => Self::Ismcts(Ismcts {
                budget: match (given("sims"), given("ms")) {
                    (Some(_), Some(_)) => return Err(two_budgets(spec)),
                    (None, Some(ms)) => Budget::Ms(ms),
                    (_, None) => Budget::Sims(value("sims")),
                },
                observers: Observers::ALL[value("observers") as usize],
                trees: value("trees"),
                depth: value("depth"),
                explore: value("explore"),
                reuse: value("reuse"),
                opponents: Opponents::ALL[value("opponents") as usize],
            }),
            PolicyKind::Learned => Self::Learned { temperature: value("temperature") },
        })
    }

    /// Whether it says what actions are worth.
    pub(crate) fn judges(self) -> bool {
        !matches!(self, Self::Random | Self::Learned { .. })
    }

    /// Whether it depends on the options of a match what it plays by, or if it plays at all.
    pub fn needs_options(self) -> bool {
        matches!(self, Self::Learned { .. } | Self::Strength(_))
    }

    /// The policy that plays a variant of a game: of a strength the first that can. Refuses a
    /// variant that it can't play. The settings are complete.
    pub(crate) fn resolve<G: Game>(
        self,
        settings: &Settings,
        seats: usize,
    ) -> Result<Self, Refusal> {
        match self {
            Self::Learned { .. } => {
                learned::check_training(G::ABOUT, G::ABOUT.networks, settings, seats)?;
                Ok(self)
            }
            Self::Strength(strength) => {
                let mut policies = behind(&G::ABOUT.strengths, strength);
                let fits = |policy: &Self| policy.resolve::<G>(settings, seats).is_ok();
                Ok(policies.find(fits).unwrap_or_else(|| self.resolve_for_any::<G>()))
            }
            _ => Ok(self),
        }
    }

    /// The same where the options are not known: of a strength the policy that plays all of them,
    /// and says what actions are worth.
    pub(crate) fn resolve_for_any<G: Game>(self) -> Self {
        match self {
            Self::Strength(strength) => {
                let last = behind(&G::ABOUT.strengths, strength).last();
                last.expect("a strength has a policy")
            }
            _ => self,
        }
    }

    /// What one decision may cost: simulations, and milliseconds where time is the limit.
    pub fn effort(self) -> (u32, u32) {
        match self {
            Self::Strength(strength) => {
                // That of the game in which it costs most.
                let games = catalog::IDS.iter().filter_map(|id| catalog::about(id).ok());
                let policies = games.flat_map(|about| behind(&about.strengths, strength));
                policies
                    .map(Self::effort)
                    .fold((0, 0), |most, one| (most.0.max(one.0), most.1.max(one.1)))
            }
            Self::Random | Self::Learned { .. } => (0, 0),
            Self::Greedy { worlds } => (worlds, 0),
            Self::Playouts { sims } | Self::Planner { sims } => (sims, 0),
            Self::Ismcts(Ismcts { budget, .. }) => match budget {
                Budget::Sims(sims) => (sims, 0),
                Budget::Ms(ms) => (0, ms),
            },
        }
    }
}

impl std::fmt::Display for Policy {
    /// The budget always, everything else where it is not the default.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Strength(strength) => write!(f, "{}", word(*strength)),
            Self::Random => write!(f, "random"),
            Self::Greedy { worlds } => write!(f, "greedy:worlds={worlds}"),
            Self::Playouts { sims } => write!(f, "playouts:sims={sims}"),
            Self::Planner { sims } => write!(f, "planner:sims={sims}"),
            Self::Learned { temperature } => write!(f, "learned:temperature={temperature}"),
            Self::Ismcts(search) => {
                match search.budget {
                    Budget::Sims(sims) => write!(f, "ismcts:sims={sims}")?,
                    Budget::Ms(ms) => write!(f, "ismcts:ms={ms}")?,
                }
                let spec = PolicySpec::named("ismcts");
                let rest = [
                    ("observers", search.observers as u32),
                    ("trees", search.trees),
                    ("depth", search.depth),
                    ("explore", search.explore),
                    ("reuse", search.reuse),
                    ("opponents", search.opponents as u32),
                ];
                for (name, value) in rest {
                    if value != spec.default(name) {
                        let shown = spec.parameter(name).map(|known| known.show(value));
                        write!(f, ",{name}={}", shown.unwrap_or_default())?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// The policies behind a strength, from the one that is meant first.
fn behind(strengths: &Strengths, strength: Strength) -> impl Iterator<Item = Policy> + Clone {
    let texts = strengths.policies(strength).iter();
    texts.map(|text| Policy::parse(text).expect("a test parses them"))
}

const fn word(strength: Strength) -> &'static str {
    match strength {
        Strength::Easy => "easy",
        Strength::Normal => "normal",
        Strength::Hard => "hard",
    }
}

/// The policy that plays a game with these options, which may be incomplete: of a strength the one
/// behind it. Refuses one that can't play them.
pub fn resolve_policy(policy: Policy, game: &str, given: &Settings) -> Result<Policy, Refusal> {
    struct Resolve<'a>(Policy, &'a Settings, usize);
    impl Visitor for Resolve<'_> {
        type Output = Result<Policy, Refusal>;
        fn visit<G: Game>(self) -> Self::Output {
            self.0.resolve::<G>(self.1, self.2)
        }
    }
    if !policy.needs_options() {
        // Options may be documents that take long to read.
        return Ok(policy);
    }
    let (settings, seats) = catalog::settle_options(game, given)?;
    catalog::visit(game, Resolve(policy, &settings, seats))?
}

/// What `ListPolicies` answers.
pub fn list_policies() -> wire::ListPoliciesResponse {
    wire::ListPoliciesResponse {
        policies: POLICIES.iter().map(PolicySpec::to_wire).collect(),
        next_page_token: String::new(),
    }
}

fn refusal(write: impl Fn(&Localizer<'_>) -> String) -> Refusal {
    Refusal::new(RefusalKind::UnknownPolicy, "UNKNOWN_POLICY", Text::of_core(write))
        .in_field("policy")
}

fn unknown_policy(name: &str) -> Refusal {
    let names: Vec<&str> = POLICIES.iter().map(|spec| spec.name).collect();
    let (name, known) = (quote(name), names.join(", "));
    refusal(|text| message!(text, "unknown-policy", name = &name, known = &known))
        .with("policy", name)
        .with("known", known)
}

fn unknown_parameter(spec: &PolicySpec, key: &str) -> Refusal {
    let names: Vec<&str> = spec.parameters.iter().map(|known| known.name).collect();
    let (name, key, known) = (spec.name, quote(key), names.join(", "));
    refusal(|text| {
        if names.is_empty() {
            message!(text, "no-parameters", name, key = &key)
        } else {
            message!(text, "unknown-parameter", name, key = &key, known = &known)
        }
    })
    .with("policy", name)
    .with("parameter", &key)
    .with("known", &known)
}

fn bad_value(spec: &PolicySpec, parameter: &Parameter, value: &str) -> Refusal {
    let (name, key, value) = (spec.name, parameter.name, quote(value));
    refusal(|text| {
        let range = parameter.range(text);
        message!(text, "bad-parameter-value", name, key, value = &value, range)
    })
    .with("policy", name)
    .with("parameter", key)
    .with("value", &value)
}

fn twice(spec: &PolicySpec, parameter: &Parameter) -> Refusal {
    let (name, key) = (spec.name, parameter.name);
    refusal(|text| message!(text, "repeated-parameter", name, key))
        .with("policy", name)
        .with("parameter", key)
}

fn two_budgets(spec: &PolicySpec) -> Refusal {
    let name = spec.name;
    refusal(|text| message!(text, "two-budgets", name)).with("policy", name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_policy_of_a_strength_plays_everything_and_evaluates_actions() {
        for id in catalog::IDS {
            let strengths = catalog::about(id).unwrap().strengths;
            for strength in [Strength::Easy, Strength::Normal, Strength::Hard] {
                for text in strengths.policies(strength) {
                    let policy = Policy::parse(text).unwrap();
                    assert!(
                        !matches!(policy, Policy::Strength(_) | Policy::Random),
                        "{id}: {text}"
                    );
                }
                let last = behind(&strengths, strength).last().unwrap();
                assert!(last.judges(), "{id}: {last}");
            }
        }
    }

    #[test]
    fn a_strength_becomes_a_policy_of_the_game() {
        for id in catalog::IDS {
            let strengths = catalog::about(id).unwrap().strengths;
            let hard = Policy::parse("hard").unwrap();
            let found = resolve_policy(hard, id, &Settings::new()).unwrap();
            let listed = behind(&strengths, Strength::Hard);
            assert!(listed.clone().any(|policy| policy == found), "{id}: {found}");
            let most = behind(&strengths, Strength::Hard).map(|policy| policy.effort().0).max();
            assert!(Some(hard.effort().0) >= most, "{id}");
        }
        assert!(resolve_policy(Policy::parse("hard").unwrap(), "chess", &Settings::new()).is_err());
    }

    #[test]
    fn every_policy_is_known_by_the_name_that_is_shown() {
        for spec in POLICIES {
            let shown = Policy::parse(spec.name).unwrap().to_string();
            assert_eq!(shown, spec.example());
            assert_eq!(Policy::parse(&shown).unwrap(), Policy::parse(spec.name).unwrap());
        }
        for name in [
            "ismcts:ms=50",
            "ismcts:sims=7,observers=multi,trees=2,depth=9,explore=40,reuse=3,opponents=random",
        ] {
            assert_eq!(Policy::parse(name).unwrap().to_string(), name);
        }
    }

    #[test]
    fn unknown_names_and_parameters_are_refused_and_the_text_says_which() {
        for (name, said) in [
            ("", "Unknown policy"),
            ("clever", "clever"),
            ("random:sims=3", "no parameters"),
            ("playouts:sims", "sims of the policy playouts"),
            ("playouts:sims=-1", "1 to"),
            ("playouts:sims=20001", "20,001"),
            ("playouts:depth=2", "It has: sims"),
            ("playouts:sims=1,depth=2", "depth"),
            ("playouts:sims=1,sims=2", "twice"),
            ("ismcts:sims=1,ms=2", "not both"),
            ("ismcts:observers=three", "auto or single or multi"),
            ("ismcts:sims=99999999999999999999", "1 to"),
        ] {
            let refusal = Policy::parse(name).unwrap_err();
            assert_eq!(refusal.kind, RefusalKind::UnknownPolicy, "{name}");
            let text = refusal.text.en.replace("20001", "20,001");
            assert!(text.contains(said), "{name}: {text}");
        }
    }

    fn message(name: &str, parameters: &[(&str, &str)]) -> wire::Policy {
        let parameters = parameters.iter();
        let parameters = parameters.map(|&(key, value)| (key.to_owned(), value.to_owned()));
        wire::Policy { name: name.to_owned(), parameters: parameters.collect() }
    }

    #[test]
    fn every_policy_survives_its_message() {
        for spec in POLICIES {
            let plain = Policy::parse(spec.name).unwrap();
            assert_eq!(Policy::from_wire(&message(spec.name, &[])).unwrap(), plain);
            assert_eq!(Policy::from_wire(&plain.to_wire()).unwrap(), plain);
            assert_eq!(plain.to_wire().name, spec.name);
            let listed = spec.to_wire();
            assert_eq!(Policy::from_wire(&listed.example.unwrap()).unwrap(), plain);
            for parameter in listed.parameters {
                let wire::PolicyParameter { name, values, minimum, maximum, .. } = parameter;
                let ends = [minimum, maximum].map(|end| end.to_string());
                let values = if values.is_empty() { ends.to_vec() } else { values };
                for value in values {
                    let given = message(spec.name, &[(&name, &value)]);
                    let policy = Policy::from_wire(&given).unwrap();
                    assert_eq!(policy, Policy::parse(&policy.to_string()).unwrap());
                    assert_eq!(Policy::from_wire(&policy.to_wire()).unwrap(), policy);
                }
            }
        }
        let all =
            "ismcts:sims=7,observers=multi,trees=2,depth=9,explore=40,reuse=3,opponents=random";
        let all = Policy::parse(all).unwrap();
        assert_eq!(all.to_wire().parameters.len(), 7);
        assert_eq!(Policy::from_wire(&all.to_wire()).unwrap(), all);
    }

    #[test]
    fn messages_of_no_policy_are_refused() {
        let sims = Policy::parse("playouts:sims=3").unwrap();
        assert_eq!(Policy::from_wire(&message("playouts", &[("sims", "3")])).unwrap(), sims);
        for (name, parameters, said) in [
            ("", &[][..], "Unknown policy"),
            ("clever", &[], "clever"),
            ("clever", &[("a,b", "=")], "clever"),
            ("playouts:sims=3", &[], "playouts:sims=3"),
            ("playouts:", &[("sims", "3")], "playouts:"),
            ("random", &[("sims", "3")], "no parameters"),
            ("playouts", &[("sims", "3,sims=4")], "It has: sims"),
            ("playouts", &[("sims", "=3")], "It has: sims"),
            ("playouts", &[("sims=3", "")], "It has: sims"),
            ("playouts", &[("sims=3,sims", "4")], "It has: sims"),
            ("playouts", &[("", "")], "It has: sims"),
            ("playouts", &[("sims", "")], "1 to"),
            ("playouts", &[("sims", "0")], "1 to"),
            ("playouts", &[("sims", " 3")], "1 to"),
            ("playouts", &[("depth", "2"), ("sims", "3")], "depth"),
            ("ismcts", &[("ms", "2"), ("sims", "1")], "not both"),
        ] {
            let refusal = Policy::from_wire(&message(name, parameters)).unwrap_err();
            assert_eq!(
                (refusal.kind, refusal.code),
                (RefusalKind::UnknownPolicy, "UNKNOWN_POLICY")
            );
            assert_eq!(refusal.field, "policy");
            assert_eq!(refusal.values[0].0, "policy");
            let text = &refusal.text.en;
            assert!(text.contains(said), "{name} {parameters:?}: {text}");
        }
    }
}
