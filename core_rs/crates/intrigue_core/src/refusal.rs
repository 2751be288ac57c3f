use crate::{Lang, Text};

/// A reason for which a game refuses an action. A closed list in every game: each reason has a
/// code, the clause that gives it, and a sentence in every language.
pub trait RefusalReason: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Every reason of the game.
    const ALL: &'static [Self];

    /// For machines: `ALREADY_TAKEN`.
    fn code(self) -> &'static str;
    /// The clause of the rule sheet: `D-12`.
    fn clause(self) -> &'static str;
    /// For people.
    fn text(self) -> Text;
}

/// Why not. Whatever was refused has changed nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// What kind of no it is.
    pub kind: RefusalKind,
    /// For machines.
    pub code: &'static str,
    /// The game's id, or `intrigue`.
    pub domain: &'static str,
    /// The clause of the rule sheet; empty where no rule is concerned.
    pub clause: &'static str,
    /// For people.
    pub text: Text,
    /// [`RefusalKind::Stale`]: the seat's current revision; otherwise 0.
    pub revision: u64,
}

/// Kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalKind {
    /// The seat owes no decision.
    NotToAct,
    /// The game has no such action.
    UnknownAction,
    /// The prompt that was answered is closed.
    Stale,
    /// The match is over.
    Over,
    /// A rule forbids it.
    Illegal,
    /// There is no such game.
    UnknownGame,
    /// An option is unknown or has a value that it can't have.
    BadOption,
    /// A scripted chance outcome is unknown or impossible.
    BadScript,
    /// A seed is not 32 bytes long.
    BadSeed,
    /// There is no such policy, or not with such parameters.
    UnknownPolicy,
    /// A record or a log is damaged, or of other rules.
    BadRecord,
    /// A view can't be read, or fits no world.
    BadView,
    /// A simulation asks for too much or too little.
    BadSimulation,
    /// A batch has lanes or seats that can't be.
    BadBatch,
    /// Work was asked to end.
    Stopped,
}

impl RefusalKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::NotToAct,
        Self::UnknownAction,
        Self::Stale,
        Self::Over,
        Self::Illegal,
        Self::UnknownGame,
        Self::BadOption,
        Self::BadScript,
        Self::BadSeed,
        Self::UnknownPolicy,
        Self::BadRecord,
        Self::BadView,
        Self::BadSimulation,
        Self::BadBatch,
        Self::Stopped,
    ];

    /// Its name in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotToAct => "not_to_act",
            Self::UnknownAction => "unknown_action",
            Self::Stale => "stale",
            Self::Over => "over",
            Self::Illegal => "illegal",
            Self::UnknownGame => "unknown_game",
            Self::BadOption => "bad_option",
            Self::BadScript => "bad_script",
            Self::BadSeed => "bad_seed",
            Self::UnknownPolicy => "unknown_policy",
            Self::BadRecord => "bad_record",
            Self::BadView => "bad_view",
            Self::BadSimulation => "bad_simulation",
            Self::BadBatch => "bad_batch",
            Self::Stopped => "stopped",
        }
    }
}

impl Refusal {
    /// A refusal that no rule of a game gives.
    pub fn new(kind: RefusalKind, code: &'static str, text: Text) -> Self {
        Self {
            kind,
            code,
            domain: "intrigue",
            clause: "",
            text,
            revision: 0,
        }
    }

    /// A rule forbids it.
    pub fn illegal(game: &'static str, rule: impl RefusalReason) -> Self {
        Self {
            domain: game,
            clause: rule.clause(),
            ..Self::new(RefusalKind::Illegal, rule.code(), rule.text())
        }
    }

    /// The seat owes no decision.
    pub fn not_to_act() -> Self {
        Self::new(
            RefusalKind::NotToAct,
            "NOT_TO_ACT",
            Text::fixed(
                "This seat owes no decision now.",
                "Ce siège n'a rien à décider maintenant.",
            ),
        )
    }

    /// The match is over.
    pub fn over() -> Self {
        Self::new(
            RefusalKind::Over,
            "MATCH_OVER",
            Text::fixed("The match is over.", "La partie est terminée."),
        )
    }

    pub(crate) fn stale(revision: u64) -> Self {
        let text = Text::made(|lang| match lang {
            Lang::En => format!("The prompt is closed; the seat is at revision {revision} now."),
            Lang::Fr => {
                format!("La question est close ; le siège en est à la révision {revision}.")
            }
        });
        Self {
            revision,
            ..Self::new(RefusalKind::Stale, "STALE_REVISION", text)
        }
    }

    /// The game has no such action.
    pub fn unknown_action(action: &str) -> Self {
        let action = quote(action);
        let text = Text::made(|lang| match lang {
            Lang::En => format!("This game has no action {action}."),
            Lang::Fr => format!("Ce jeu n'a pas d'action {action}."),
        });
        Self::new(RefusalKind::UnknownAction, "UNKNOWN_ACTION", text)
    }

    /// A seed is not 32 bytes long.
    pub fn bad_seed() -> Self {
        Self::new(
            RefusalKind::BadSeed,
            "BAD_SEED",
            Text::fixed(
                "A seed has exactly 32 bytes.",
                "Une graine compte exactement 32 octets.",
            ),
        )
    }

    /// There is no such game; the ids of those that there are.
    pub fn unknown_game(game: &str, known: &[&str]) -> Self {
        let (game, known) = (quote(game), known.join(", "));
        let text = Text::made(|lang| match lang {
            Lang::En => format!("There is no game {game}. There are: {known}."),
            Lang::Fr => format!("Il n'y a pas de jeu {game}. Il y a : {known}."),
        });
        Self::new(RefusalKind::UnknownGame, "UNKNOWN_GAME", text)
    }

    /// A log or a record that can't be replayed, and why not.
    pub fn bad_record(why: &str) -> Self {
        let why = why.to_owned();
        let text = Text::made(|lang| match lang {
            Lang::En => format!("The record can't be replayed: {why}."),
            Lang::Fr => format!("L'enregistrement ne peut pas être rejoué : {why}."),
        });
        Self::new(RefusalKind::BadRecord, "BAD_RECORD", text)
    }

    /// A view that can't be read.
    pub fn bad_view() -> Self {
        Self::new(
            RefusalKind::BadView,
            "BAD_VIEW",
            Text::fixed(
                "The view can't be read, or fits no world.",
                "La vue est illisible, ou ne correspond à aucun monde.",
            ),
        )
    }
}

/// What somebody sent, fit to be shown: short, in quotation marks, without control characters.
pub fn quote(sent: &str) -> String {
    let shown: String = sent
        .chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .take(40)
        .collect();
    let more = if sent.chars().nth(40).is_some() {
        "…"
    } else {
        ""
    };
    format!("“{shown}{more}”")
}
