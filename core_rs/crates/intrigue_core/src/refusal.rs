use intrigue_wire::v1 as wire;

use crate::{Localizer, Presentation, Text, Value, Wording, game_text, message};

/// A reason for which a game refuses an action. A closed list in every game: each reason has a
/// code, the clause that gives it, and a sentence in the game's catalog, `refusal-<code>`.
pub trait RefusalReason: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Every reason of the game.
    const ALL: &'static [Self];

    /// For machines: `ALREADY_TAKEN`.
    fn code(self) -> &'static str;
    /// The clause of the rule sheet: `D-12`.
    fn clause(self) -> &'static str;
}

/// A game's reason to refuse, for people.
pub fn refusal_text<G: Presentation>(reason: impl RefusalReason) -> Text {
    let code = reason.code().to_ascii_lowercase();
    game_text::<G>(|text| message!(text, ("refusal", &code[..])))
}

/// The closed list of a game's reasons to refuse, each with its code and clause:
///
/// ```
/// intrigue_core::refusal_reasons! {
///     /// Why an action is refused.
///     pub enum RefusalReason {
///         /// A turn can't be passed.
///         CantPass = "CANT_PASS", "C-10",
///     }
/// }
/// use intrigue_core::RefusalReason as _;
/// assert_eq!(RefusalReason::CantPass.clause(), "C-10");
/// ```
#[macro_export]
macro_rules! refusal_reasons {
    (
        $(#[$doc:meta])*
        $vis:vis enum $name:ident {
            $($(#[$reason_doc:meta])* $reason:ident = $code:literal, $clause:literal),* $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $($(#[$reason_doc])* $reason),* }

        impl $crate::RefusalReason for $name {
            const ALL: &'static [Self] = &[$(Self::$reason),*];

            fn code(self) -> &'static str {
                match self { $(Self::$reason => $code),* }
            }

            fn clause(self) -> &'static str {
                match self { $(Self::$reason => $clause),* }
            }
        }
    };
}

/// Why not. Whatever was refused has changed nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// Decides the status code of the answer.
    pub kind: RefusalKind,
    /// A stable word that programs can test for.
    pub code: &'static str,
    /// The game's id, or `intrigue`.
    pub domain: &'static str,
    /// The clause of the rule sheet; empty where no rule is concerned.
    pub clause: &'static str,
    /// The sentence that people read. Boxed, because results carry refusals, and it is large.
    pub text: Box<Text>,
    /// Every value of the sentence, for programs.
    pub values: Vec<(&'static str, String)>,
    /// The field of the request that is wrong, such as `options.turn_limit`; empty if it is none.
    pub field: String,
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
    /// The revision that was named has not happened.
    Ahead,
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
        Self::Ahead,
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
            Self::Ahead => "ahead",
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
        let (values, field) = (Vec::new(), String::new());
        let text = Box::new(text);
        Self { kind, code, domain: "intrigue", clause: "", text, values, field }
    }

    /// The refusal with a value of its sentence.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers give numbers and names as they are")]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    /// The refusal with the field of the request that is wrong.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = field.into();
        self
    }

    /// The refusal as its message.
    pub fn to_wire(&self, wording: &Wording) -> wire::Refusal {
        wire::Refusal {
            reason: self.code.to_owned(),
            clause: self.clause.to_owned(),
            text: wording.languages.select(&self.text.to_wire()),
        }
    }

    /// A rule forbids it.
    pub fn illegal<G: Presentation>(reason: impl RefusalReason) -> Self {
        Self {
            domain: G::ABOUT.id,
            clause: reason.clause(),
            ..Self::new(RefusalKind::Illegal, reason.code(), refusal_text::<G>(reason))
        }
    }

    /// The seat owes no decision.
    pub fn not_to_act() -> Self {
        let text = Text::of_core(|text| message!(text, "not-to-act"));
        Self::new(RefusalKind::NotToAct, "NOT_TO_ACT", text)
    }

    /// The match is over.
    pub fn over() -> Self {
        let text = Text::of_core(|text| message!(text, "match-over"));
        Self::new(RefusalKind::Over, "MATCH_OVER", text)
    }

    pub(crate) fn stale(revision: u32) -> Self {
        let text = Text::of_core(|text| message!(text, "stale-revision", revision));
        Self::new(RefusalKind::Stale, "STALE_REVISION", text).with("revision", revision)
    }

    pub(crate) fn ahead(revision: u32) -> Self {
        let text = Text::of_core(|text| message!(text, "revision-ahead", revision));
        Self::new(RefusalKind::Ahead, "REVISION_AHEAD", text).with("revision", revision)
    }

    /// The game has no such action.
    pub fn unknown_action(action: &str) -> Self {
        let action = quote(action);
        let text = Text::of_core(|text| message!(text, "unknown-action", action = &action));
        Self::new(RefusalKind::UnknownAction, "UNKNOWN_ACTION", text).with("action", action)
    }

    /// A seed is not 32 bytes long.
    pub fn bad_seed() -> Self {
        let text = Text::of_core(|text| message!(text, "bad-seed"));
        Self::new(RefusalKind::BadSeed, "BAD_SEED", text).in_field("seed")
    }

    /// There is no such game; the ids of those that there are.
    pub fn unknown_game(game: &str, known: &[&str]) -> Self {
        let (game, known) = (quote(game), known.join(", "));
        let text =
            Text::of_core(|text| message!(text, "unknown-game", game = &game, known = &known));
        Self::new(RefusalKind::UnknownGame, "UNKNOWN_GAME", text)
            .with("game", game)
            .with("known", known)
            .in_field("game")
    }

    /// A log or a record that can't be replayed: `why` is a message of the family `record`.
    pub fn bad_record(why: &str) -> Self {
        Self::bad_record_because(|text| message!(text, ("record", why)))
    }

    pub(crate) fn bad_record_because(why: impl Fn(&Localizer<'_>) -> String) -> Self {
        let why = Text::of_core(why);
        let text = Text::of_core(|text| message!(text, "bad-record", why = text.content(&why)));
        Self::new(RefusalKind::BadRecord, "BAD_RECORD", text)
            .with("problem", why.en)
            .in_field("record")
    }

    /// A view that can't be read.
    pub fn bad_view() -> Self {
        let text = Text::of_core(|text| message!(text, "bad-view"));
        Self::new(RefusalKind::BadView, "BAD_VIEW", text).in_field("view")
    }

    /// A view that somebody made up, and from which the rules can't go on.
    pub fn contradictory_view() -> Self {
        let text = Text::of_core(|text| message!(text, "contradictory-view"));
        Self::new(RefusalKind::BadView, "VIEW_LEADS_NOWHERE", text).in_field("view")
    }
}

/// What somebody sent, fit to be shown: short, in quotation marks, without control characters.
pub fn quote(sent: &str) -> Value<'static> {
    let shown: String =
        sent.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).take(40).collect();
    let more = if sent.chars().nth(40).is_some() { "…" } else { "" };
    Value::Quoted((shown + more).into())
}
