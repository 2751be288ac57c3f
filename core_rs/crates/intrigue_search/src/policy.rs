use intrigue_core::{Lang, Refusal, RefusalKind, Text};

/// What picks actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Every legal action is equally likely.
    Random,
    /// The action that does best in random playouts of worlds that fit the view.
    Playouts {
        /// Playouts for each legal action.
        sims: u32,
    },
}

/// What the service says of a policy.
#[derive(Clone, Debug)]
pub struct PolicySpec {
    /// Its name, with its parameters and their defaults.
    pub name: &'static str,
    /// What it does.
    pub summary: Text,
}

/// The most playouts that may be asked for, so that one decision stays below a second or so.
const MOST_SIMS: u32 = 20_000;

/// Every policy.
pub static POLICIES: &[PolicySpec] = &[
    PolicySpec {
        name: "random",
        summary: Text::fixed(
            "Picks any legal action, all equally likely.",
            "Choisit n'importe quelle action légale, toutes également probables.",
        ),
    },
    PolicySpec {
        name: "playouts:sims=200",
        summary: Text::fixed(
            "Plays every legal action out at random in worlds that fit its view, and picks the one that did best.",
            "Joue chaque action légale au hasard jusqu'au bout dans des mondes conformes à sa vue, et choisit la meilleure.",
        ),
    },
];

impl Policy {
    /// The policy of a name such as `playouts:sims=500`; parameters not given have their
    /// defaults.
    ///
    /// ```
    /// use intrigue_search::Policy;
    /// assert_eq!(Policy::parse("playouts").unwrap().to_string(), "playouts:sims=200");
    /// assert!(Policy::parse("playouts:sims=0").is_err());
    /// ```
    pub fn parse(name: &str) -> Result<Self, Refusal> {
        let (base, parameters) = name.split_once(':').unwrap_or((name, ""));
        let parameters = parameters
            .split(',')
            .filter(|parameter| !parameter.is_empty());
        let mut policy = match base {
            "random" => Self::Random,
            "playouts" => Self::Playouts { sims: 200 },
            _ => return Err(unknown(name)),
        };
        for parameter in parameters {
            match (&mut policy, parameter.split_once('=')) {
                (Self::Playouts { sims }, Some(("sims", value))) => {
                    *sims = value
                        .parse()
                        .ok()
                        .filter(|sims| (1..=MOST_SIMS).contains(sims))
                        .ok_or_else(|| unknown(name))?;
                }
                _ => return Err(unknown(name)),
            }
        }
        Ok(policy)
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::Playouts { sims } => write!(f, "playouts:sims={sims}"),
        }
    }
}

fn unknown(name: &str) -> Refusal {
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let known = POLICIES
        .iter()
        .map(|policy| policy.name)
        .collect::<Vec<_>>()
        .join(", ");
    let text = Text::made(|lang| match lang {
        Lang::En => {
            format!("There is no policy “{name}”. There are: {known} (sims 1..{MOST_SIMS}).")
        }
        Lang::Fr => {
            format!("Il n'y a pas de politique « {name} ». Il y a : {known} (sims 1..{MOST_SIMS}).")
        }
    });
    Refusal::new(RefusalKind::UnknownPolicy, "UNKNOWN_POLICY", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_known_by_the_name_that_is_shown() {
        for spec in POLICIES {
            assert_eq!(Policy::parse(spec.name).unwrap().to_string(), spec.name);
        }
    }

    #[test]
    fn unknown_names_and_parameters_are_refused() {
        for name in [
            "",
            "clever",
            "random:sims=3",
            "playouts:sims",
            "playouts:sims=-1",
            "playouts:sims=20001",
            "playouts:depth=2",
            "playouts:sims=1,depth=2",
        ] {
            let refusal = Policy::parse(name).unwrap_err();
            assert_eq!(refusal.kind, RefusalKind::UnknownPolicy, "{name}");
        }
    }
}
