use crate::{
    ActionId, ActionSet, DocumentKind, DocumentReport, EventSink, GameAction, OptionSpec, Outcome,
    Payoffs, Presentation, RefusalReason, Rng, Seat, SeatSet, Settings, Text, Turn, Viewer,
    feature_size,
};

/// What [`Game::likelihood`] says of a world in which nothing seen was unlikely.
pub const LIKELY: u32 = 1 << 24;

/// A game: a state that knows its rules. `Self` is the whole truth of one table.
///
/// Rules never draw random numbers. Where nature decides, [`Game::turn`] says [`Turn::Chance`];
/// somebody else draws the outcome and hands it to [`Game::apply_chance`]. Rules never ask who looks:
/// they tell what happened, and [`Game::see`] decides what a viewer gets of it.
pub trait Game: Presentation + Clone + PartialEq + Send + Sync + 'static {
    /// A variant of the game, checked.
    type Options: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// One of nature's choices. Its number is what logs store, so it never changes its meaning.
    type Chance: Copy + Eq + std::fmt::Debug + Into<u32> + TryFrom<u32> + Send + Sync + 'static;
    /// Why an action is refused.
    type RefusalReason: RefusalReason;
    /// What truly happened.
    type Event: Clone + Send + Sync + 'static;
    /// The set of legal actions.
    type Legal: ActionSet;
    /// What an observer of one match keeps between looks, so that a look needs only what is new.
    type ObservationCache: Default + Send;

    /// Whether [`Game::default_policy`] and [`Game::likelihood`] are a model of the players.
    const HAS_PLAYER_MODEL: bool = false;

    /// Reads options that are complete and of the right kinds; only what depends on several of
    /// them can still be wrong.
    fn options(settings: &Settings) -> Result<Self::Options, Text>;
    /// What there is to say of a text that is meant for one of the [`About::documents`].
    fn check_document(_option: &str, _text: &str) -> DocumentReport {
        DocumentReport::default()
    }
    /// How many seats a variant has.
    fn seats(options: &Self::Options) -> usize;
    /// How many seats this table has.
    fn seat_count(&self) -> usize;
    /// The table before anything is dealt.
    fn new(options: &Self::Options) -> Self;

    /// Who owes a decision.
    fn turn(&self) -> Turn;
    /// The number of the open window. Answers to the prompts of one window don't outdate each
    /// other; a new number closes every prompt that was open. None: a question by itself, which
    /// any action closes.
    fn window(&self) -> Option<u32>;

    /// Whether a seat that owes a decision may take this action: legality, written once.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::RefusalReason>;
    /// The legal actions of a seat that owes a decision. A faster way than to ask
    /// [`Game::check`] about every action is fine: a law proves it equal.
    fn legal(&self, seat: Seat) -> Self::Legal {
        let mut legal = Self::Legal::default();
        for &action in Self::ACTIONS {
            if self.check(seat, action).is_ok() {
                legal.insert(action.id());
            }
        }
        legal
    }
    /// Plays a legal action.
    fn play(&mut self, seat: Seat, action: Self::Action, events: &mut impl EventSink<Self::Event>);
    /// Whether a seat may give up now.
    fn check_resign(&self, _seat: Seat) -> Result<(), Self::RefusalReason> {
        Ok(())
    }
    /// A seat gives up, whoever's turn it is.
    fn resign(&mut self, seat: Seat, events: &mut impl EventSink<Self::Event>);

    /// Draws one of nature's choices with its true probability. The turn is [`Turn::Chance`].
    fn draw(&self, rng: &mut Rng) -> Self::Chance;
    /// Every choice that nature has, with its probability. The turn is [`Turn::Chance`].
    fn chances(&self) -> Vec<(Self::Chance, f64)>;
    /// Nature has chosen.
    fn apply_chance(&mut self, chance: Self::Chance, events: &mut impl EventSink<Self::Event>);

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What each seat got, once the match is over: the outcome's payoffs, without its words.
    /// Policies ask for nothing else of an end, a million times a second: it takes no memory.
    fn payoffs(&self) -> Payoffs;
    /// Seats that are out: they are never asked again, they get nothing at the end, and everybody
    /// knows it.
    fn out(&self) -> SeatSet {
        SeatSet::EMPTY
    }
    /// What each seat may expect before the end, in 840ths of the win, by a small evaluation of
    /// the table as it lies. It may look at everything: policies ask it about re-dealt worlds only.
    fn evaluate(&self) -> Payoffs;
    /// How a seat that owes a decision plays without thought: what the others do while a policy
    /// thinks. It may look at everything, like [`Game::evaluate`], and takes no memory. As a rule
    /// every legal action is equally likely; a game may have a model of its players. Where that is
    /// good enough to be a policy of its own, [`About::has_default_policy`] says so.
    #[inline]
    fn default_policy(&self, _seat: Seat, legal: &Self::Legal, rng: &mut Rng) -> ActionId {
        legal.pick(rng)
    }
    /// Those of a seat's legal actions that a policy should think about, at least one; what
    /// [`Game::default_policy`] does is among them. A game leaves out what is legal and never wise.
    /// It may look at everything, like [`Game::evaluate`].
    #[inline]
    fn worth_considering(&self, _seat: Seat, legal: Self::Legal) -> Self::Legal {
        legal
    }
    /// How likely it was in this world that the seats did what a viewer has seen of them, by the
    /// same model: at most [`LIKELY`]. Policies prefer likely worlds among those that fit a view.
    #[inline]
    fn likelihood(&self, _viewer: Viewer) -> u32 {
        LIKELY
    }
    /// Changes the options for the company's next match, in which seat `i` sits at `seats[i]`. The
    /// match is over.
    fn rematch(&self, _settings: &mut Settings, _outcome: &Outcome, _seats: &[usize]) {}

    /// All that a viewer may know. Built from nothing, never the state minus something. It is
    /// handed out only when no chance is open, but tests ask for it in the middle of a deal too.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// What a viewer sees of an event, if anything.
    fn see(event: &Self::Event, viewer: Viewer) -> Option<Self::Seen>;
    /// What other seats may know of an action: actions with the same public id look alike to those
    /// who are not told. As a rule an action is open, and has its own id.
    fn public_action_id(&self, action: Self::Action) -> ActionId {
        action.id()
    }
    /// Who owes a decision, as far as a viewer may know.
    fn asked(&self, viewer: Viewer) -> SeatSet;
    /// What a viewer knows before anything is dealt.
    fn blank(options: &Self::Options, viewer: Viewer) -> Self::View;
    /// What a viewer knows after it has seen one thing more.
    fn fold(view: &mut Self::View, seen: &Self::Seen);
    /// A random world that fits what a viewer knows, every one as likely as it is to the viewer.
    /// `None` if no world does.
    fn redeal(view: &Self::View, rng: &mut Rng) -> Option<Self>;
    /// Writes the feature tensor of a view: [`About::planes`], one after the other.
    fn features(view: &Self::View, out: &mut [i8]);
    /// Writes the feature tensor of a viewer's view. The cache is a new one, or the one with which
    /// the same viewer last looked at the same match. A faster way than to build the view is fine:
    /// a law proves it equal.
    fn observe(&self, _cache: &mut Self::ObservationCache, viewer: Viewer, out: &mut [i8]) {
        Self::features(&self.view(viewer), out);
    }

    /// What is wrong with this state, if anything: the invariants of the rule sheet.
    fn check_invariants(&self) -> Option<String>;
}

/// What a game says of itself.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and any of them may hold with any other"
)]
pub struct About {
    /// The name that machines use.
    pub id: &'static str,
    /// The fewest seats.
    pub min_seats: usize,
    /// The most seats.
    pub max_seats: usize,
    /// Changes only when the same actions would lead to something else.
    pub rules_version: u32,
    /// The most decisions that a match can have.
    pub longest: usize,
    /// Whether it turns on what others believe of a seat's secrets. A search then gives the others
    /// trees of their own, so that they don't see through a bluff.
    pub bluff: bool,
    /// Whether nothing is hidden from anybody: a view then holds all that there is to know, and
    /// the only world that fits it is the true one.
    pub open: bool,
    /// Whether the seats win or lose together: each then gets the whole win, or nothing.
    pub cooperative: bool,
    /// Whether [`Game::default_policy`] is a quick judgment of the game's own, which the policy
    /// `greedy` then plays.
    pub has_default_policy: bool,
    /// Whether actions and events are put into words as things stand, by
    /// [`Presentation::describe_action`] and [`Presentation::describe_event`]. Where not, the action
    /// table's labels and [`Presentation::event_text`] do.
    pub contextual: bool,
    /// The rule sheet, in English and in French.
    pub rules: [&'static str; 2],
    /// The options that a match can be created with.
    pub options: &'static [OptionSpec],
    /// The kinds of content that it takes as texts.
    pub documents: &'static [DocumentKind],
    /// Changes when the planes do.
    pub features_version: u32,
    /// The parts of the feature tensor.
    pub planes: &'static [Plane],
    /// What the policies `easy`, `normal` and `hard` stand for.
    pub strengths: Strengths,
    /// The networks that the policy `learned` plays by, as [files](crate::NetworkFile): at most one for
    /// each number of seats.
    pub networks: &'static [&'static [u8]],
}

impl About {
    /// How many numbers the feature tensor has.
    pub fn feature_size(&self) -> usize {
        feature_size(self.planes)
    }
}

/// How strong a policy is, in comparison with others for the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// Like a beginner.
    Easy,
    /// The default.
    Normal,
    /// The strongest that decides within a second.
    Hard,
}

/// The policies behind each [`Strength`], as texts such as `ismcts:sims=500`. The first that can play
/// the options at hand is meant; the last of each list can play all of them.
#[derive(Clone, Copy, Debug)]
pub struct Strengths {
    /// For [`Strength::Easy`].
    pub easy: &'static [&'static str],
    /// For [`Strength::Normal`].
    pub normal: &'static [&'static str],
    /// For [`Strength::Hard`].
    pub hard: &'static [&'static str],
}

impl Strengths {
    /// The policies of a strength.
    pub const fn policies(&self, strength: Strength) -> &'static [&'static str] {
        match strength {
            Strength::Easy => self.easy,
            Strength::Normal => self.normal,
            Strength::Hard => self.hard,
        }
    }
}

/// A kind of card.
#[derive(Clone, Debug)]
pub struct CardKind {
    /// The name that machines use.
    pub id: &'static str,
    /// The name that players see.
    pub name: Text,
    /// How many there are.
    pub copies: u32,
    /// `printed`, `deduced`, `reconstructed` or `ours`.
    pub provenance: &'static str,
}

/// A named part of the feature tensor.
#[derive(Clone, Debug)]
pub struct Plane {
    /// The name that `GetGame` lists it under.
    pub name: &'static str,
    /// How many numbers.
    pub size: usize,
    /// What they mean.
    pub summary: &'static str,
}
