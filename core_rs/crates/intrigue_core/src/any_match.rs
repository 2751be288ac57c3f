use intrigue_wire::v1 as wire;

use crate::play::Table;
use crate::update::{
    Notes, action_anywhere, action_in, event_messages, outcome_message, update_message,
    view_message,
};
use crate::verify::{settings_of, with_replaced};
use crate::wire_fields::{read_seat, seat_number};
use crate::{
    ActionId, Codec, Entry, Game, GameAction, LeftScript, Log, Match, Refusal, RefusalKind, Rng,
    Seat, SeatEnding, SeatSet, Seed, Settings, SettingsMessage, StepKind, Turn, Viewer, Wording,
    message,
};

/// A match of whatever game. Messages are bytes of package `intrigue.v1`.
pub trait AnyMatch: Send + Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// The options, all of them.
    fn settings(&self) -> Settings;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Who truly owes a decision.
    fn turn(&self) -> Turn;
    /// How many updates a viewer has had.
    fn revision(&self, viewer: Viewer) -> u32;
    /// Who owes a decision, as far as a viewer may know.
    fn asked(&self, viewer: Viewer) -> SeatSet;
    /// Seats that are never asked again, and get nothing.
    fn out(&self) -> SeatSet;
    /// The log, encoded.
    fn log(&self) -> &Log;

    /// The id of an action in notation.
    fn parse(&self, notation: &str) -> Result<ActionId, Refusal>;
    /// An action in notation.
    fn notation(&self, id: ActionId) -> Option<String>;
    /// The legal actions of a seat; none if it owes no decision.
    fn legal(&self, seat: Seat) -> Vec<ActionId>;
    /// Whether the prompt of a revision is still open to a seat.
    fn check_expected(&self, seat: Seat, expected: Option<u32>) -> Result<(), Refusal>;
    /// Plays an action, and gives its log entry.
    fn act(&mut self, seat: Seat, id: ActionId, expected: Option<u32>) -> Result<&[u8], Refusal>;
    /// Resigns a seat, and gives the log entry.
    fn resign(&mut self, seat: Seat) -> Result<&[u8], Refusal>;
    /// Has a seat forfeit because its time is up, and gives the log entry.
    fn forfeit_on_time(&mut self, seat: Seat) -> Result<&[u8], Refusal>;
    /// The number of the last log entry of which spectators saw something.
    fn public_entry(&self) -> usize;
    /// Notes that a seat is held by another player, or by a policy, since the deal. It is not in the
    /// log: who holds a seat is not a matter of the rules.
    fn note_replaced(&mut self, seat: Seat);

    /// Has every step refused in which chance would leave the script.
    fn keep_to_script(&mut self);
    /// The outcomes of the script that have not come.
    fn rest_of_script(&self) -> &[String];

    /// Takes a step that was played and logged elsewhere. Whatever is wrong with it, the match
    /// is then unchanged.
    fn follow(&mut self, entry: &[u8]) -> Result<(), Refusal>;
    /// The options of the company's next match, in which seat `i` sits at `seats[i]`.
    fn rematch(&self, seats: &[usize]) -> Settings;

    /// A viewer's view as a `View`.
    fn view_with(&self, viewer: Viewer, wording: &Wording) -> wire::View;
    /// What does not change in the match, and is the same for every viewer.
    fn setup(&self) -> wire::GameSetup;
    /// A viewer's updates after a revision, at most `count` of them, as `Update`s.
    fn updates_with(
        &self,
        viewer: Viewer,
        after: u32,
        count: usize,
        view: bool,
        wording: &Wording,
    ) -> Vec<wire::Update>;
    /// A step of the log, as records have it; the deal is number 0.
    fn step(&self, number: usize) -> Option<wire::Step>;
    /// What a viewer saw happen in a step of the log.
    fn events_of(
        &self,
        number: usize,
        viewer: Viewer,
        wording: &Wording,
    ) -> Option<Vec<wire::MatchEvent>>;
    /// Whether an action is legal for a seat, judged by its view alone.
    fn explain(
        &self,
        seat: Seat,
        id: ActionId,
        wording: &Wording,
    ) -> Result<wire::ExplainResponse, Refusal>;

    /// A viewer's view as a `View`, in every language, and seats by their numbers.
    fn view(&self, viewer: Viewer) -> wire::View {
        self.view_with(viewer, Wording::PLAIN)
    }
    /// A viewer's view with the setup of its match.
    fn position(&self, viewer: Viewer) -> PositionMessage {
        PositionMessage { view: self.view(viewer), setup: self.setup() }
    }
    /// A viewer's updates after a revision, in every language, and seats by their numbers.
    fn updates(&self, viewer: Viewer, after: u32, count: usize, view: bool) -> Vec<wire::Update> {
        self.updates_with(viewer, after, count, view, Wording::PLAIN)
    }

    /// How it ended.
    fn outcome(&self) -> Option<wire::Outcome>;
    /// The whole match, with or without the seed, and without the texts of its outcome.
    fn record(&self, seed: bool) -> wire::MatchRecord;

    /// The feature tensor of a viewer's view.
    fn features(&self, viewer: Viewer) -> Vec<i8>;
    /// The same match, to be played on apart.
    fn boxed(&self) -> Box<dyn AnyMatch>;
    /// The same match, built again from its log.
    fn rebuild(&self) -> Result<Box<dyn AnyMatch>, Refusal>;
}

/// A view with the setup of its match: everything that is needed to go on from it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionMessage {
    /// The view.
    pub view: wire::View,
    /// The setup; empty for games that have none.
    pub setup: wire::GameSetup,
}

impl<G: Game> AnyMatch for Match<G> {
    fn game(&self) -> &'static str {
        G::ABOUT.id
    }

    fn settings(&self) -> Settings {
        let names = G::ABOUT.options.iter().map(|spec| spec.name.to_owned());
        names.zip(self.choices.iter().map(ToString::to_string)).collect()
    }

    fn seats(&self) -> usize {
        Match::seats(self)
    }

    fn turn(&self) -> Turn {
        self.state().turn()
    }

    fn revision(&self, viewer: Viewer) -> u32 {
        Match::revision(self, viewer)
    }

    fn asked(&self, viewer: Viewer) -> SeatSet {
        self.state().asked(viewer)
    }

    fn out(&self) -> SeatSet {
        self.state().out()
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn parse(&self, notation: &str) -> Result<ActionId, Refusal> {
        G::parse(notation).map(GameAction::id).ok_or_else(|| Refusal::unknown_action(notation))
    }

    fn notation(&self, id: ActionId) -> Option<String> {
        G::action(id).map(GameAction::notation)
    }

    fn legal(&self, seat: Seat) -> Vec<ActionId> {
        use crate::ActionSet;
        if self.turn().seats().contains(seat) {
            self.state().legal(seat).iter().collect()
        } else {
            Vec::new()
        }
    }

    fn check_expected(&self, seat: Seat, expected: Option<u32>) -> Result<(), Refusal> {
        Match::check_expected(self, seat, expected)
    }

    fn act(&mut self, seat: Seat, id: ActionId, expected: Option<u32>) -> Result<&[u8], Refusal> {
        Match::act(self, seat, id, expected)?;
        Ok(self.log.last().expect("an entry was just added"))
    }

    fn forfeit_on_time(&mut self, seat: Seat) -> Result<&[u8], Refusal> {
        Match::forfeit_on_time(self, seat)?;
        Ok(self.log.last().expect("an entry was just added"))
    }

    fn public_entry(&self) -> usize {
        self.public.1
    }

    fn note_replaced(&mut self, seat: Seat) {
        self.left.note(seat, SeatEnding::Replaced);
    }

    fn resign(&mut self, seat: Seat) -> Result<&[u8], Refusal> {
        Match::resign(self, seat)?;
        Ok(self.log.last().expect("an entry was just added"))
    }

    fn keep_to_script(&mut self) {
        Match::keep_to_script(self);
    }

    fn rest_of_script(&self) -> &[String] {
        Match::rest_of_script(self)
    }

    fn follow(&mut self, entry: &[u8]) -> Result<(), Refusal> {
        let entry = Entry::decode(entry).ok_or_else(|| Refusal::bad_record("damaged-step"))?;
        let mut table = self.table.clone();
        table.step_logged(&entry)?;
        self.table = table;
        self.keep(&entry);
        Ok(())
    }

    fn rematch(&self, seats: &[usize]) -> Settings {
        let mut settings = self.settings();
        if let Some(outcome) = self.state().outcome() {
            self.state().rematch(&mut settings, &outcome, seats);
        }
        settings
    }

    fn view_with(&self, viewer: Viewer, wording: &Wording) -> wire::View {
        let revision = Match::revision(self, viewer);
        view_message(self.state(), revision, viewer, self.left, wording)
    }

    fn setup(&self) -> wire::GameSetup {
        wire::GameSetup { kind: G::setup_to_wire(&self.state().view(Viewer::Spectator)) }
    }

    fn updates_with(
        &self,
        viewer: Viewer,
        after: u32,
        count: usize,
        view: bool,
        wording: &Wording,
    ) -> Vec<wire::Update> {
        let now = Match::revision(self, viewer);
        if after >= now || count == 0 {
            return Vec::new();
        }
        // The usual case: the last step, and the viewer saw something of it.
        let saw_last = self.events().iter().any(|event| G::see(event, viewer).is_some());
        if after + 1 == now && saw_last {
            return vec![update_message(&self.table, viewer, view, self.notes(), wording)];
        }
        let mut updates = Vec::new();
        let mut table = Table::<G>::new(&self.options);
        for bytes in self.log.iter() {
            let before = table.revision(viewer);
            let entry = Entry::decode(bytes).expect("the log was written by this match");
            table.step_logged(&entry).expect("the log was played by this match");
            if table.revision(viewer) > before && before >= after {
                updates.push(update_message(&table, viewer, view, self.notes(), wording));
                if updates.len() == count {
                    break;
                }
            }
        }
        updates
    }

    fn step(&self, number: usize) -> Option<wire::Step> {
        self.log.get(number).map(step_message::<G>)
    }

    fn events_of(
        &self,
        number: usize,
        viewer: Viewer,
        wording: &Wording,
    ) -> Option<Vec<wire::MatchEvent>> {
        if number + 1 == self.log.len() {
            return Some(event_messages(&self.table, viewer, self.notes(), wording));
        }
        self.log.get(number)?;
        let mut table = Table::<G>::new(&self.options);
        for bytes in self.log.iter().take(number + 1) {
            let entry = Entry::decode(bytes).expect("the log was written by this match");
            table.step_logged(&entry).expect("the log was played by this match");
        }
        Some(event_messages(&table, viewer, self.notes(), wording))
    }

    fn explain(
        &self,
        seat: Seat,
        id: ActionId,
        wording: &Wording,
    ) -> Result<wire::ExplainResponse, Refusal> {
        if G::action(id).is_none() {
            return Err(Refusal::unknown_action(&format!("#{}", id.0)));
        }
        let view = self.state().view(Viewer::Seat(seat));
        // Any world that fits the view gives the answer; this one knows nothing of the true one.
        let mut rng = Rng::new(&Seed::from_number(0), 0);
        let mut table = Table::<G>::new(&self.options);
        table.state = G::redeal(&view, &mut rng).ok_or_else(Refusal::bad_view)?;
        let refusal = match table.check(seat, id) {
            Err(refusal) if refusal.kind == RefusalKind::UnknownAction => return Err(refusal),
            verdict => verdict.err(),
        };
        Ok(wire::ExplainResponse {
            // Only what is legal has words for things as they stand.
            action: Some(match &refusal {
                None => action_in::<G>(&view, id, wording),
                Some(_) => action_anywhere::<G>(id, wording),
            }),
            legal: refusal.is_none(),
            refusal: refusal.map(|refusal| refusal.to_wire(wording)),
        })
    }

    fn outcome(&self) -> Option<wire::Outcome> {
        outcome_message(self.state(), self.left, Wording::PLAIN)
    }

    fn record(&self, seed: bool) -> wire::MatchRecord {
        let published = self.seed.as_ref().filter(|_| seed);
        let settings = SettingsMessage::new(&self.settings(), Match::seats(self));
        wire::MatchRecord {
            game: G::ABOUT.id.to_owned(),
            rules_version: G::ABOUT.rules_version,
            seat_count: settings.seat_count,
            options: settings.options,
            documents: settings.documents,
            steps: self.log.iter().map(step_message::<G>).collect(),
            outcome: AnyMatch::outcome(self).map(wordless),
            seed: published.map(|seed| seed.peek().to_vec()).unwrap_or_default(),
            script: self.script.clone(),
            proof: None,
            format: RECORD_FORMAT,
        }
    }

    fn features(&self, viewer: Viewer) -> Vec<i8> {
        features_of(self.state(), viewer)
    }

    fn boxed(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn rebuild(&self) -> Result<Box<dyn AnyMatch>, Refusal> {
        let entries = self.log.iter();
        let seed = self.seed.clone();
        let mut rebuilt = Self::restore(&self.settings(), seed, self.script.clone(), entries)?;
        rebuilt.left = self.left;
        rebuilt.keeps_to_script = self.keeps_to_script;
        Ok(Box::new(rebuilt))
    }
}

/// The version of the format of records.
pub(crate) const RECORD_FORMAT: u32 = 1;

pub(crate) fn step_message<G: Game>(bytes: &[u8]) -> wire::Step {
    let entry = Entry::decode(bytes).expect("the log was written by this match");
    let mut step = wire::Step {
        seat: entry.kind.seat().map(seat_number),
        chances: entry.chances.iter().map(|&chance| G::chance_notation(chance)).collect(),
        ..Default::default()
    };
    match entry.kind {
        StepKind::Deal => step.set_kind(wire::StepKind::Deal),
        StepKind::Action(_, id) => {
            step.set_kind(wire::StepKind::Action);
            step.action_id = Some(id.0.into());
            step.notation = G::action(id).map(GameAction::notation).unwrap_or_default();
        }
        StepKind::Resignation(_) => step.set_kind(wire::StepKind::Resignation),
        StepKind::TimeForfeit(_) => step.set_kind(wire::StepKind::TimeForfeit),
    }
    step
}

impl<G: Game> Match<G> {
    fn notes(&self) -> Notes<'_> {
        let token = |left: LeftScript| (left, &self.script[left.place][..]);
        Notes { left: self.left, left_script: self.left_script.map(token) }
    }

    /// The match of a record after its first `steps` steps.
    pub fn replay(record: &wire::MatchRecord, steps: usize) -> Result<Self, Refusal> {
        let bad = |why: &str| Refusal::bad_record(why);
        let (theirs, ours) = (record.rules_version, G::ABOUT.rules_version);
        if theirs != ours {
            let refusal = Refusal::bad_record_because(|text| {
                message!(text, "record-other-rules", theirs, ours)
            });
            return Err(Refusal { code: "OTHER_RULES", ..refusal }.with("rules_version", theirs));
        }
        if record.format != RECORD_FORMAT {
            return Err(bad("other-format"));
        }
        let seed = match record.seed.len() {
            0 => None,
            _ => Some(Seed::new(record.seed[..].try_into().map_err(|_| bad("damaged-seed"))?)),
        };
        let given = settings_of::<G>(record)?;
        let mut this = Self::restore(&given, seed, record.script.clone(), std::iter::empty())?;
        for step in record.steps.iter().take(steps) {
            let seat = || step.seat.and_then(read_seat).ok_or_else(|| bad("no-such-seat"));
            let kind = match step.kind() {
                wire::StepKind::Deal => StepKind::Deal,
                wire::StepKind::Resignation => StepKind::Resignation(seat()?),
                wire::StepKind::TimeForfeit => StepKind::TimeForfeit(seat()?),
                wire::StepKind::Action => {
                    let action = G::parse(&step.notation)
                        .ok_or_else(|| Refusal::unknown_action(&step.notation))?;
                    if Some(u32::from(action.id().0)) != step.action_id {
                        return Err(bad("notation-disagrees"));
                    }
                    StepKind::Action(seat()?, action.id())
                }
                wire::StepKind::Unspecified => return Err(bad("step-without-kind")),
            };
            this.replay_step(kind, &step.chances)?;
        }
        let ended = AnyMatch::outcome(&this).map(wordless);
        let recorded = record.outcome.clone().map(wordless);
        let recorded = recorded.map(|outcome| with_replaced(&outcome, ended.as_ref()));
        if steps >= record.steps.len() && ended != recorded {
            return Err(bad("other-outcome"));
        }
        if record.seat_count as usize != Match::seats(&this) {
            return Err(bad("other-seats"));
        }
        Ok(this)
    }

    fn replay_step(&mut self, kind: StepKind, chances: &[String]) -> Result<(), Refusal> {
        // Notation is unique only among the choices of one moment, so it is read step by step.
        let mut probe = self.table.clone();
        let mut tokens = chances.iter();
        let mut numbers = Vec::with_capacity(chances.len());
        if let StepKind::Action(seat, id) = kind {
            probe.check(seat, id)?;
        }
        probe.step(kind, |state| {
            let token = tokens.next();
            let chance = token.and_then(|token| {
                let mut chances = state.chances().into_iter();
                chances.find(|&(chance, _)| G::chance_notation(chance.into()) == *token)
            });
            let (chance, _) = chance.ok_or_else(|| Refusal::bad_record("impossible-chance"))?;
            numbers.push(chance.into());
            Ok(chance)
        })?;
        if tokens.next().is_some() {
            return Err(Refusal::bad_record("spare-chances"));
        }
        let entry = Entry { kind, chances: numbers };
        self.table.step_logged(&entry)?;
        self.keep(&entry);
        Ok(())
    }
}

/// An outcome without its texts, as records have it: texts may be worded better in a later
/// release, and a record must be the same bytes for ever.
pub(crate) fn wordless(mut outcome: wire::Outcome) -> wire::Outcome {
    outcome.text = None;
    for score in &mut outcome.scores {
        score.text = None;
    }
    outcome
}

/// The feature tensor of a viewer's view.
pub fn features_of<G: Game>(state: &G, viewer: Viewer) -> Vec<i8> {
    let mut features = vec![0; G::ABOUT.feature_size()];
    state.observe(&mut G::ObservationCache::default(), viewer, &mut features);
    features
}

/// The game's own view of a message, and who looks; `None` if it is of another game or makes no
/// sense.
pub fn view_of<G: Codec>(position: &PositionMessage) -> Option<(G::View, Viewer)> {
    let PositionMessage { view, setup } = position;
    let viewer = match view.seat {
        None => Viewer::Spectator,
        Some(seat) => Viewer::Seat(Seat::new(seat as usize)?),
    };
    let game = view.game.as_ref()?.kind.as_ref()?;
    let read = G::view_from_wire(game, setup.kind.as_ref(), &view.engine_state, viewer)?;
    (G::engine_state(&read) == view.engine_state).then_some((read, viewer))
}
