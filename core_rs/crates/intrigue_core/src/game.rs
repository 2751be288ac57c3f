use intrigue_wire::v1 as wire;

use crate::{
    ActionForm, ActionId, ActionSet, DocumentKind, DocumentReport, EventSink, Lang, OptionSpec,
    Outcome, Payoffs, RefusalReason, Rng, Seat, SeatSet, Settings, Text, Turn, Viewer,
};

/// A game: a state that knows its rules. `Self` is the whole truth of one table.
///
/// Rules never draw random numbers. Where nature decides, [`Game::turn`] says [`Turn::Chance`];
/// somebody else draws the outcome and hands it to [`Game::settle`]. Rules never ask who looks:
/// they tell what happened, and [`Game::see`] decides what a viewer gets of it.
pub trait Game: Face + Clone + PartialEq + Send + Sync + 'static {
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

    /// Reads options that are complete and of the right kinds; only what depends on several of
    /// them can still be wrong.
    fn options(settings: &Settings) -> Result<Self::Options, Text>;
    /// What there is to say of a text that is meant for one of the [`About::documents`].
    fn study(_option: &str, _text: &str) -> DocumentReport {
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
    /// other; a new number closes every prompt that was open.
    fn window(&self) -> u32;

    /// Whether a seat that owes a decision may take this action: legality, written once.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::RefusalReason>;
    /// The legal actions of a seat that owes a decision. A faster way than to ask
    /// [`Game::check`] about every action is fine: a law proves it equal.
    fn legal(&self, seat: Seat) -> Self::Legal {
        let mut legal = Self::Legal::default();
        for &action in Self::ACTIONS {
            if self.check(seat, action).is_ok() {
                legal.insert(Self::id(action));
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
    /// Every choice that nature has. The turn is [`Turn::Chance`].
    fn chances(&self) -> Vec<Self::Chance>;
    /// Nature has chosen.
    fn settle(&mut self, chance: Self::Chance, events: &mut impl EventSink<Self::Event>);

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
    /// every legal action is equally likely; a game in which such play leads nowhere knows better
    /// and says so in [`About::has_default_policy`].
    #[inline]
    fn default_policy(&self, _seat: Seat, legal: &Self::Legal, rng: &mut Rng) -> ActionId {
        legal.pick(rng)
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
        Self::id(action)
    }
    /// A legal action of a seat in a person's words, as things stand; it may say only what the
    /// seat may know. Asked for where [`About::contextual`] is set.
    fn describe(&self, _seat: Seat, action: Self::Action, lang: Lang) -> String {
        Self::label(action, lang)
    }
    /// Something seen of the last step, in a person's words, as things stand after it; it may say
    /// only what those may know who saw it. Empty if it only says what the view shows.
    fn tell(&self, seen: &Self::Seen, lang: Lang) -> String {
        Self::seen_text(seen, lang)
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
    /// The name.
    pub name: Text,
    /// What it is, in a sentence.
    pub summary: Text,
    /// The fewest seats.
    pub min_seats: usize,
    /// The most seats.
    pub max_seats: usize,
    /// Changes only when the same actions would lead to something else.
    pub rules_version: &'static str,
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
    /// Whether [`Game::default_policy`] is a quick judgement of the game's own, which the policy
    /// `greedy` then plays.
    pub has_default_policy: bool,
    /// Whether legal actions are put into words as things stand, by [`Game::describe`]. Where not,
    /// the action table's labels do for every prompt.
    pub contextual: bool,
    /// The rule sheet, in English and in French.
    pub rules: [&'static str; 2],
    /// The settings.
    pub options: &'static [OptionSpec],
    /// The kinds of content that it takes as texts.
    pub documents: &'static [DocumentKind],
    /// Changes when the planes do.
    pub features_version: u32,
    /// The parts of the feature tensor.
    pub planes: &'static [Plane],
}

impl About {
    /// How many numbers the feature tensor has.
    pub fn feature_size(&self) -> usize {
        self.planes.iter().map(|plane| plane.size).sum()
    }
}

/// A kind of card.
#[derive(Clone, Debug)]
pub struct CardKind {
    /// The name that machines use.
    pub id: &'static str,
    /// The name.
    pub name: Text,
    /// How many there are.
    pub copies: u32,
    /// `printed`, `deduced`, `reconstructed` or `ours`.
    pub provenance: &'static str,
}

/// A named part of the feature tensor.
#[derive(Clone, Debug)]
pub struct Plane {
    /// Its name.
    pub name: &'static str,
    /// How many numbers.
    pub size: usize,
    /// What they mean.
    pub summary: &'static str,
}

/// How a game looks from outside: words, text and wire. It decides nothing.
pub trait Face: Sized {
    /// A seat's choice.
    type Action: Copy + Eq + std::fmt::Debug + Send + Sync + 'static;
    /// All that a viewer may know.
    type View: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;
    /// What a viewer sees of an event.
    type Seen: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static;

    /// What the game says of itself.
    const ABOUT: &'static About;
    /// The action table: the id of an action is its place here. Append only.
    const ACTIONS: &'static [Self::Action];

    /// What lies on the table.
    fn cards() -> Vec<CardKind>;
    /// The place of an action in the table.
    fn id(action: Self::Action) -> ActionId;
    /// An action as logs and people write it; unique in the table.
    fn notation(action: Self::Action) -> String;
    /// An action in its parts.
    fn form(action: Self::Action) -> ActionForm;
    /// An action in a person's words.
    fn label(action: Self::Action, lang: Lang) -> String;
    /// One of nature's choices as records and scripts write it; unique among the choices that
    /// nature has at one moment.
    fn chance_notation(chance: u32) -> String;

    /// The text face of a view: what it says, as names and values.
    fn facts(view: &Self::View) -> Vec<(String, String)>;
    /// A view drawn for a terminal, with the style tags `[b] [dim] [red] [green] [yellow] [blue]
    /// [magenta] [cyan]`, each closed by `[/]`; a literal bracket is `\[`.
    fn render(view: &Self::View, lang: Lang) -> String;
    /// The text face of something seen: `played 0 8`.
    fn seen_face(seen: &Self::Seen) -> String;
    /// Something seen, in a person's words; empty if it only says what the view shows.
    fn seen_text(seen: &Self::Seen, lang: Lang) -> String;

    /// The view as its message.
    fn view_to_wire(view: &Self::View) -> wire::game_view::Game;
    /// The view of a message and of its engine state, if they are of this game and make sense.
    fn view_from_wire(
        view: &wire::game_view::Game,
        engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<Self::View>;
    /// What the engine needs beside the message to go on from a view: opaque to everybody else. Its
    /// first byte is a version; empty if the game needs nothing.
    fn engine_state(_view: &Self::View) -> Vec<u8> {
        Vec::new()
    }
    /// Puts the engine state of an update into the view that its events were folded into. False if
    /// it makes no sense: then the view stays as it is.
    fn set_engine_state(_view: &mut Self::View, engine_state: &[u8]) -> bool {
        engine_state.is_empty()
    }
    /// Something seen as its message; none if it only changes the engine state, which travels by
    /// itself.
    fn seen_to_wire(seen: &Self::Seen) -> Option<wire::game_event::Game>;
    /// Something seen, of a message, if it is of this game and makes sense.
    fn seen_from_wire(event: &wire::game_event::Game) -> Option<Self::Seen>;

    /// The action of an id.
    fn action(id: ActionId) -> Option<Self::Action> {
        Self::ACTIONS.get(usize::from(id.0)).copied()
    }

    /// The action of a notation; upper and lower case and the amount of space don't matter.
    fn parse(notation: &str) -> Option<Self::Action> {
        let wanted: Vec<String> = notation.split_whitespace().map(str::to_lowercase).collect();
        let wanted = wanted.join(" ");
        Self::ACTIONS
            .iter()
            .copied()
            .find(|&action| Self::notation(action) == wanted)
    }
}
