//! A game for tests only, with what a game against each other never shows: nothing is hidden, all
//! win or lose together, a level is a document, words say how things stand, and there is a default
//! policy. Each turn a die is rolled and a seat takes it or leaves it; the sum must reach the goal.

use std::sync::LazyLock;

use intrigue_core::{
    About, ActionForm, ActionId, Bits, CardKind, Catalog, Codec, Coverage, Document, DocumentIssue,
    DocumentKind, DocumentReport, EventSink, Game, GameAction, Localizer, OptionKind, OptionSpec,
    Outcome, Payoffs, Plane, Presentation, Rng, Seat, SeatSet, Settings, Strengths, Text, Turn,
    Viewer, WIN, equally_likely, game_text, message, refusal_reasons,
};
use intrigue_wire::district_noir::v1::{
    DistrictNoirEvent, DistrictNoirView, RoundBegan, district_noir_event,
};
use intrigue_wire::v1::{game_event, game_setup, game_view};

pub(crate) const SEATS: usize = 2;
const TURNS: u8 = 8;

/// What is wrong with the game on purpose; tests see each of them caught.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    None,
    /// A view lacks something.
    Hiding,
    /// Only the first seat is paid.
    Splitting,
    /// Only the first seat may expect anything.
    Partial,
    /// A legal action has no words.
    Mute,
}

const FLAWS: &[&str] = &["none", "hiding", "splitting", "partial", "mute"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Together {
    pub(crate) goal: u8,
    pub(crate) turn: u8,
    pub(crate) sum: u8,
    /// 0: it is to be rolled.
    pub(crate) die: u8,
    /// What the first roll was, which matters to nobody.
    first: u8,
    resigned: u8,
    flaw: Flaw,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Leave,
    Take,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rolled(u32);

impl From<Rolled> for u32 {
    fn from(rolled: Rolled) -> Self {
        rolled.0
    }
}

impl TryFrom<u32> for Rolled {
    type Error = ();
    fn try_from(number: u32) -> Result<Self, ()> {
        (1..=4).contains(&number).then_some(Self(number)).ok_or(())
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Event {
    Rolled(u8),
    Decided(bool),
    Resigned,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct View {
    pub(crate) viewer: Viewer,
    pub(crate) table: Together,
}

refusal_reasons! {
    pub(crate) enum TooMuch {
        BeyondGoal = "BEYOND_GOAL", "X-01",
    }
}

const EN: &str = "
game-name = Together
game-summary = For tests.
option-level = How much is needed.
option-flaw = What is wrong.
document-level = Level
level-goal = Goal: { $goal }
level-nonsense = That is no level.
label-leave = Leave it
label-take = Take it
describe-leave = Leave the { $die }
describe-take = Take the { $die }: { $sum }
event-rolled = A { $die } is rolled
event-left = It is left
event-taken = It is taken
event-resigned = A seat resigns
describe-event = { $event } (sum { $sum })
ending-there = The goal is reached.
ending-short = The goal is not reached.
refusal-beyond_goal = That is enough.
";
const FR: &str = "
game-name = Ensemble
game-summary = Pour les tests.
option-level = Combien il faut.
option-flaw = Ce qui ne va pas.
document-level = Niveau
level-goal = But : { $goal }
level-nonsense = Ce n'est pas un niveau.
label-leave = Le laisser
label-take = Le prendre
describe-leave = Laisser le { $die }
describe-take = Prendre le { $die } : { $sum }
event-rolled = Le dé donne { $die }
event-left = Il est laissé
event-taken = Il est pris
event-resigned = Un siège abandonne
describe-event = { $event } (somme { $sum })
ending-there = Le but est atteint.
ending-short = Le but n'est pas atteint.
refusal-beyond_goal = Cela suffit.
";

static ABOUT: About = About {
    id: "together",
    min_seats: SEATS,
    max_seats: SEATS,
    rules_version: 1,
    longest: 2 * TURNS as usize,
    bluff: false,
    open: true,
    cooperative: true,
    has_default_policy: true,
    contextual: true,
    rules: ["- X-01 Who is there stops.", "- X-01 Qui est arrivé s'arrête."],
    options: &[
        OptionSpec {
            name: "level",
            kind: OptionKind::Document(&["easy", "hard"], 40),
            default: "easy",
            coverage: Coverage::Each,
        },
        OptionSpec {
            name: "flaw",
            kind: OptionKind::Choice(FLAWS),
            default: "none",
            coverage: Coverage::Each,
        },
    ],
    documents: &[DocumentKind {
        option: "level",
        schema: "{id, name in English, name in French, goal from 1 to 32}",
        template: "{own, Own, Propre, 9}",
        built_in: &[
            Document { id: "easy", text: "{easy, Easy, Facile, 14}" },
            Document { id: "hard", text: "{hard, Hard, Difficile, 20}" },
        ],
    }],
    features_version: 1,
    planes: &[Plane { name: "sum", size: 1, summary: "what there is" }],
    strengths: Strengths { easy: &["greedy"], normal: &["greedy"], hard: &["greedy"] },
    networks: &[],
};

/// What a level says: its id, its names and its goal.
fn read(text: &str) -> Option<(&str, [&str; 2], u8)> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let parts: Vec<&str> = inner.split(", ").collect();
    let [id, en, fr, goal] = parts[..] else {
        return None;
    };
    let goal = goal.parse().ok().filter(|goal| (1..=32).contains(goal))?;
    Some((id, [en, fr], goal))
}

fn nonsense() -> Text {
    game_text::<Together>(|text| message!(text, "level-nonsense"))
}

impl Together {
    fn seat(self) -> Seat {
        Seat::new(usize::from(self.turn) % SEATS).expect("a seat")
    }

    fn won(self) -> bool {
        self.sum >= self.goal
    }

    /// The same for all, unless something is wrong on purpose.
    fn common(self, value: u32, wrong: Flaw) -> Payoffs {
        let mut values = Payoffs::default();
        let seats = if self.flaw == wrong { 1 } else { SEATS };
        values[..seats].fill(value);
        values
    }
}

impl Game for Together {
    type Options = (u8, Flaw);
    type Chance = Rolled;
    type RefusalReason = TooMuch;
    type Event = Event;
    type Legal = Bits<1>;
    type ObservationCache = ();

    fn options(settings: &Settings) -> Result<(u8, Flaw), Text> {
        let level = &settings["level"];
        let mut levels = ABOUT.documents[0].built_in.iter();
        let text =
            levels.find(|known| known.id == level).map_or(level.as_str(), |known| known.text);
        let (_, _, goal) = read(text).ok_or_else(nonsense)?;
        let place = FLAWS.iter().position(|flaw| *flaw == settings["flaw"]);
        let flaws = [Flaw::None, Flaw::Hiding, Flaw::Splitting, Flaw::Partial, Flaw::Mute];
        Ok((goal, flaws[place.unwrap_or(0)]))
    }
    fn check_document(_option: &str, text: &str) -> DocumentReport {
        let Some((id, [en, fr], goal)) = read(text) else {
            let issue = DocumentIssue { is_error: true, ..DocumentIssue::note(nonsense()) };
            return DocumentReport { issues: vec![issue], ..DocumentReport::default() };
        };
        DocumentReport {
            id: id.to_owned(),
            name: Text::made(|lang| lang.pick(en, fr).to_owned()),
            issues: vec![DocumentIssue::note(game_text::<Self>(|text| {
                message!(text, "level-goal", goal)
            }))],
        }
    }
    fn seats(_options: &(u8, Flaw)) -> usize {
        SEATS
    }
    fn seat_count(&self) -> usize {
        SEATS
    }
    fn new(&(goal, flaw): &(u8, Flaw)) -> Self {
        Self { goal, turn: 0, sum: 0, die: 0, first: 0, resigned: 0, flaw }
    }
    fn turn(&self) -> Turn {
        if self.turn == TURNS {
            Turn::Over
        } else if self.die == 0 {
            Turn::Chance
        } else {
            Turn::Seats(SeatSet::of(self.seat()))
        }
    }
    fn window(&self) -> Option<u32> {
        Some(u32::from(self.turn) * 256 + u32::from(self.resigned))
    }
    fn check(&self, _seat: Seat, action: Action) -> Result<(), TooMuch> {
        if action == Action::Take && self.won() {
            return Err(TooMuch::BeyondGoal);
        }
        Ok(())
    }
    fn play(&mut self, _seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let took = action == Action::Take;
        self.sum += self.die * u8::from(took);
        self.turn += 1;
        self.die = 0;
        events.emit(|| Event::Decided(took));
    }
    fn resign(&mut self, _seat: Seat, events: &mut impl EventSink<Event>) {
        // Whoever leaves is still asked: somebody else answers for it.
        self.resigned += 1;
        events.emit(|| Event::Resigned);
    }
    fn draw(&self, rng: &mut Rng) -> Rolled {
        Rolled(1 + rng.below(4))
    }
    fn chances(&self) -> Vec<(Rolled, f64)> {
        equally_likely((1..=4).map(Rolled))
    }
    fn apply_chance(&mut self, chance: Rolled, events: &mut impl EventSink<Event>) {
        self.die = chance.0.to_le_bytes()[0];
        if self.turn == 0 {
            self.first = self.die;
        }
        events.emit(|| Event::Rolled(self.die));
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.turn == TURNS).then(|| Outcome {
            payoffs: self.payoffs()[..SEATS].to_vec(),
            ending: if self.won() { "there" } else { "short" },
            scores: Vec::new(),
        })
    }
    fn payoffs(&self) -> Payoffs {
        let won = self.turn == TURNS && self.won();
        self.common(WIN * u32::from(won), Flaw::Splitting)
    }
    fn evaluate(&self) -> Payoffs {
        // Two and a half for each roll to come, if all are taken.
        let missing = u32::from(self.goal.saturating_sub(self.sum)) * 2;
        let left = u32::from(TURNS - self.turn) * 5;
        let value = if missing == 0 { WIN } else { (WIN * left / (left + missing)).min(WIN) };
        self.common(value, Flaw::Partial)
    }
    fn default_policy(&self, _seat: Seat, legal: &Bits<1>, rng: &mut Rng) -> ActionId {
        use intrigue_core::ActionSet;
        let take = Action::Take.id();
        // Now and then it does not look.
        if legal.contains(take) && rng.below(16) > 0 { take } else { legal.pick(rng) }
    }
    fn rematch(&self, settings: &mut Settings, outcome: &Outcome, _seats: &[usize]) {
        // Those who did well may try more: only the table says by how much they did.
        if outcome.payoffs[0] == WIN {
            let level = format!("{{next, Next, Suivant, {}}}", self.sum + 1);
            settings.insert("level".to_owned(), level);
        }
    }
    fn view(&self, viewer: Viewer) -> View {
        let mut table = *self;
        if self.flaw == Flaw::Hiding {
            table.first = 0;
        }
        View { viewer, table }
    }
    fn see(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }
    fn asked(&self, _viewer: Viewer) -> SeatSet {
        self.turn().seats()
    }
    fn blank(options: &(u8, Flaw), viewer: Viewer) -> View {
        Self::new(options).view(viewer)
    }
    fn fold(view: &mut View, seen: &Event) {
        let table = &mut view.table;
        match *seen {
            Event::Rolled(die) => {
                table.die = die;
                if table.turn == 0 && table.flaw != Flaw::Hiding {
                    table.first = die;
                }
            }
            Event::Decided(took) => {
                table.sum += table.die * u8::from(took);
                table.turn += 1;
                table.die = 0;
            }
            Event::Resigned => table.resigned += 1,
        }
    }
    fn redeal(view: &View, _rng: &mut Rng) -> Option<Self> {
        Some(view.table)
    }
    fn features(view: &View, out: &mut [i8]) {
        out[0] = view.table.sum.cast_signed();
    }
    fn check_invariants(&self) -> Option<String> {
        (self.sum > 4 * TURNS).then(|| "the sum is too large".to_owned())
    }
}

/// The wire is borrowed from a real game: its message carries this view, number by number.
impl GameAction for Action {
    fn id(self) -> ActionId {
        ActionId(self as u16)
    }
    fn notation(self) -> String {
        format!("{self:?}").to_lowercase()
    }
    fn form(self) -> ActionForm {
        ActionForm { verb: ["leave", "take"][self as usize], arguments: Vec::new() }
    }
}

impl Codec for Together {
    type Action = Action;
    type View = View;
    type Seen = Event;
    const ABOUT: &'static About = &ABOUT;
    const ACTIONS: &'static [Action] = &[Action::Leave, Action::Take];

    fn chance_notation(chance: u32) -> String {
        chance.to_string()
    }
    fn facts(view: &View) -> Vec<(String, String)> {
        vec![("view".to_owned(), format!("{view:?}"))]
    }
    fn event_notation(seen: &Event) -> String {
        format!("{seen:?}")
    }
    fn view_to_wire(view: &View) -> game_view::Kind {
        let table = &view.table;
        let numbers = [
            table.goal,
            table.turn,
            table.sum,
            table.die,
            table.first,
            table.resigned,
            table.flaw as u8,
        ];
        game_view::Kind::DistrictNoir(DistrictNoirView {
            line: numbers.iter().map(|&number| number.into()).collect(),
            ..Default::default()
        })
    }
    fn view_from_wire(
        view: &game_view::Kind,
        _setup: Option<&game_setup::Kind>,
        _engine_state: &[u8],
        viewer: Viewer,
    ) -> Option<View> {
        let game_view::Kind::DistrictNoir(view) = view else {
            return None;
        };
        let numbers: Vec<u8> = view.line.iter().filter_map(|&n| u8::try_from(n).ok()).collect();
        let [goal, turn, sum, die, first, resigned, flaw] = numbers[..] else {
            return None;
        };
        let settings = [("level", "easy"), ("flaw", FLAWS.get(usize::from(flaw))?)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let (_, flaw) = Self::options(&settings.into()).ok()?;
        Some(View { viewer, table: Self { goal, turn, sum, die, first, resigned, flaw } })
    }
    fn seen_to_wire(seen: &Event) -> Option<game_event::Kind> {
        let round = match *seen {
            Event::Rolled(die) => die.into(),
            Event::Decided(took) => 5 + u32::from(took),
            Event::Resigned => 7,
        };
        let began = RoundBegan { round, ..Default::default() };
        let kind = Some(district_noir_event::Kind::RoundBegan(began));
        let event = DistrictNoirEvent { kind };
        Some(game_event::Kind::DistrictNoir(event))
    }
    fn seen_from_wire(event: &game_event::Kind) -> Option<Event> {
        let game_event::Kind::DistrictNoir(event) = event else {
            return None;
        };
        let district_noir_event::Kind::RoundBegan(began) = event.kind.as_ref()? else {
            return None;
        };
        Some(match u8::try_from(began.round).ok()? {
            die @ 1..=4 => Event::Rolled(die),
            5 => Event::Decided(false),
            6 => Event::Decided(true),
            _ => Event::Resigned,
        })
    }
}

impl Presentation for Together {
    fn catalog() -> &'static Catalog {
        static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new([EN, FR]));
        &CATALOG
    }
    fn cards() -> Vec<CardKind> {
        Vec::new()
    }
    fn label(action: Action, text: &Localizer<'_>) -> String {
        message!(text, ("label", &action.notation()[..]))
    }
    fn describe_action(view: &View, action: Action, text: &Localizer<'_>) -> String {
        let Together { die, sum, flaw, .. } = view.table;
        match action {
            _ if flaw == Flaw::Mute => String::new(),
            Action::Leave => message!(text, "describe-leave", die),
            Action::Take => message!(text, "describe-take", die, sum = sum + die),
        }
    }
    fn event_text(seen: &Event, text: &Localizer<'_>) -> String {
        match *seen {
            Event::Rolled(die) => message!(text, "event-rolled", die),
            Event::Decided(true) => message!(text, "event-taken"),
            Event::Decided(false) => message!(text, "event-left"),
            Event::Resigned => message!(text, "event-resigned"),
        }
    }
    fn describe_event(view: &View, seen: &Event, text: &Localizer<'_>) -> String {
        let event = Self::event_text(seen, text);
        message!(text, "describe-event", event, sum = view.table.sum)
    }
    fn render(view: &View, _text: &Localizer<'_>) -> String {
        format!("{view:?}")
    }
}
