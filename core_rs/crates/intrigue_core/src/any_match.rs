use intrigue_wire::v1 as wire;

use crate::play::Table;
use crate::update::{action_anywhere, action_in, update_message, view_message};
use crate::wire_fields::seat_number;
use crate::{
    ActionId, Codec, Entry, Game, GameAction, Log, Match, Refusal, RefusalKind, Rng, Seat,
    SeatNames, SeatSet, Seed, Settings, StepKind, Turn, Viewer, message, quote,
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
    fn revision(&self, viewer: Viewer) -> u64;
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
    /// Plays an action, and gives its log entry.
    fn act(&mut self, seat: Seat, id: ActionId, expected: Option<u64>) -> Result<&[u8], Refusal>;
    /// Resigns a seat, and gives the log entry.
    fn resign(&mut self, seat: Seat) -> Result<&[u8], Refusal>;

    /// Takes a step that was played and logged elsewhere. Whatever is wrong with it, the match
    /// is then unchanged.
    fn follow(&mut self, entry: &[u8]) -> Result<(), Refusal>;
    /// The options of the company's next match, in which seat `i` sits at `seats[i]`.
    fn rematch(&self, seats: &[usize]) -> Settings;

    /// A viewer's view as a `View`, in whose texts seats have these names.
    fn view_with(&self, viewer: Viewer, names: &SeatNames) -> wire::View;
    /// A viewer's updates after a revision, at most `count` of them, as `Update`s, in whose texts
    /// seats have these names.
    fn updates_with(
        &self,
        viewer: Viewer,
        after: u64,
        count: usize,
        view: bool,
        names: &SeatNames,
    ) -> Vec<wire::Update>;
    /// Whether an action is legal for a seat, judged by its view alone.
    fn explain(
        &self,
        seat: Seat,
        id: ActionId,
        names: &SeatNames,
    ) -> Result<wire::ExplainResponse, Refusal>;

    /// A viewer's view as a `View`, in whose texts seats are numbers.
    fn view(&self, viewer: Viewer) -> wire::View {
        self.view_with(viewer, SeatNames::NUMBERS)
    }
    /// A viewer's updates after a revision, in whose texts seats are numbers.
    fn updates(&self, viewer: Viewer, after: u64, count: usize, view: bool) -> Vec<wire::Update> {
        self.updates_with(viewer, after, count, view, SeatNames::NUMBERS)
    }

    /// How it ended.
    fn outcome(&self) -> Option<wire::Outcome>;
    /// The whole match, with or without the seed, and without the texts of its outcome.
    fn record(&self, seed: bool) -> wire::Record;

    /// The feature tensor of a viewer's view.
    fn features(&self, viewer: Viewer) -> Vec<i8>;
    /// The same match, to be played on apart.
    fn boxed(&self) -> Box<dyn AnyMatch>;
    /// The same match, built again from its log.
    fn rebuild(&self) -> Result<Box<dyn AnyMatch>, Refusal>;
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

    fn revision(&self, viewer: Viewer) -> u64 {
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

    fn act(&mut self, seat: Seat, id: ActionId, expected: Option<u64>) -> Result<&[u8], Refusal> {
        Match::act(self, seat, id, expected)?;
        Ok(self.log.last().expect("an entry was just added"))
    }

    fn resign(&mut self, seat: Seat) -> Result<&[u8], Refusal> {
        Match::resign(self, seat)?;
        Ok(self.log.last().expect("an entry was just added"))
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

    fn view_with(&self, viewer: Viewer, names: &SeatNames) -> wire::View {
        view_message(self.state(), Match::revision(self, viewer), viewer, names)
    }

    fn updates_with(
        &self,
        viewer: Viewer,
        after: u64,
        count: usize,
        view: bool,
        names: &SeatNames,
    ) -> Vec<wire::Update> {
        let now = Match::revision(self, viewer);
        if after >= now || count == 0 {
            return Vec::new();
        }
        // The usual case: the last step, and the viewer saw something of it.
        let saw_last = self.events().iter().any(|event| G::see(event, viewer).is_some());
        if after + 1 == now && saw_last {
            return vec![update_message(&self.table, viewer, view, names)];
        }
        let mut updates = Vec::new();
        let mut table = Table::<G>::new(&self.options);
        for bytes in self.log.iter() {
            let before = table.revision(viewer);
            let entry = Entry::decode(bytes).expect("the log was written by this match");
            table.step_logged(&entry).expect("the log was played by this match");
            if table.revision(viewer) > before && before >= after {
                updates.push(update_message(&table, viewer, view, names));
                if updates.len() == count {
                    break;
                }
            }
        }
        updates
    }

    fn explain(
        &self,
        seat: Seat,
        id: ActionId,
        names: &SeatNames,
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
                None => action_in::<G>(&view, id, names),
                Some(_) => action_anywhere::<G>(id, names),
            }),
            legal: refusal.is_none(),
            code: refusal.as_ref().map_or("", |refusal| refusal.code).to_owned(),
            clause: refusal.as_ref().map_or("", |refusal| refusal.clause).to_owned(),
            text: refusal.map(|refusal| refusal.text.to_wire()),
        })
    }

    fn outcome(&self) -> Option<wire::Outcome> {
        let outcome = self.state().outcome();
        outcome.map(|outcome| outcome.to_wire::<G>(SeatNames::NUMBERS))
    }

    fn record(&self, seed: bool) -> wire::Record {
        let published = self.seed.as_ref().filter(|_| seed);
        wire::Record {
            game: G::ABOUT.id.to_owned(),
            rules_version: G::ABOUT.rules_version.to_owned(),
            options: self.settings(),
            #[expect(clippy::cast_possible_truncation, reason = "a number of seats")]
            seats: Match::seats(self) as u32,
            steps: self.log.iter().map(step_message::<G>).collect(),
            outcome: AnyMatch::outcome(self).map(wordless),
            seed: published.map(|seed| seed.peek().to_vec()).unwrap_or_default(),
            script: self.script.clone(),
            proof: None,
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
        Ok(Box::new(Self::restore(&self.settings(), seed, self.script.clone(), entries)?))
    }
}

pub(crate) fn step_message<G: Game>(bytes: &[u8]) -> wire::Step {
    let entry = Entry::decode(bytes).expect("the log was written by this match");
    let mut step = wire::Step {
        seat: entry.kind.seat().map_or(0, seat_number),
        chances: entry.chances.iter().map(|&chance| G::chance_notation(chance)).collect(),
        ..Default::default()
    };
    match entry.kind {
        StepKind::Deal => step.set_kind(wire::StepKind::Deal),
        StepKind::Action(_, id) => {
            step.set_kind(wire::StepKind::Action);
            step.action_id = id.0.into();
            step.notation = G::action(id).map(GameAction::notation).unwrap_or_default();
        }
        StepKind::Resignation(_) => step.set_kind(wire::StepKind::Resignation),
    }
    step
}

impl<G: Game> Match<G> {
    /// The match of a record after its first `steps` steps.
    pub fn replay(record: &wire::Record, steps: usize) -> Result<Self, Refusal> {
        let bad = |why: &str| Refusal::bad_record(why);
        if record.rules_version != G::ABOUT.rules_version {
            let (theirs, ours) = (&record.rules_version, G::ABOUT.rules_version);
            return Err(Refusal::bad_record_because(|text| {
                message!(text, "record-other-rules", theirs = quote(theirs), ours)
            }));
        }
        let seed = match record.seed.len() {
            0 => None,
            _ => Some(Seed::new(record.seed[..].try_into().map_err(|_| bad("damaged-seed"))?)),
        };
        let mut this =
            Self::restore(&record.options, seed, record.script.clone(), std::iter::empty())?;
        for step in record.steps.iter().take(steps) {
            let seat = Seat::new(step.seat as usize).ok_or_else(|| bad("no-such-seat"))?;
            let kind = match step.kind() {
                wire::StepKind::Deal => StepKind::Deal,
                wire::StepKind::Resignation => StepKind::Resignation(seat),
                wire::StepKind::Action => {
                    let action = G::parse(&step.notation)
                        .ok_or_else(|| Refusal::unknown_action(&step.notation))?;
                    if u32::from(action.id().0) != step.action_id {
                        return Err(bad("notation-disagrees"));
                    }
                    StepKind::Action(seat, action.id())
                }
                wire::StepKind::Unspecified => return Err(bad("step-without-kind")),
            };
            this.replay_step(kind, &step.chances)?;
        }
        let ended = AnyMatch::outcome(&this).map(wordless);
        if steps >= record.steps.len() && ended != record.outcome.clone().map(wordless) {
            return Err(bad("other-outcome"));
        }
        if record.seats as usize != Match::seats(&this) {
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
                state.chances().into_iter().find(|&c| G::chance_notation(c.into()) == *token)
            });
            let chance = chance.ok_or_else(|| Refusal::bad_record("impossible-chance"))?;
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

/// The game's own view of a `View` message, and who looks; `None` if it is of another game or
/// makes no sense.
pub fn view_of<G: Codec>(view: &wire::View) -> Option<(G::View, Viewer)> {
    let viewer = match view.seat {
        None => Viewer::Spectator,
        Some(seat) => Viewer::Seat(Seat::new(seat as usize)?),
    };
    let game = view.game.as_ref()?.game.as_ref()?;
    let read = G::view_from_wire(game, &view.engine_state, viewer)?;
    (G::engine_state(&read) == view.engine_state).then_some((read, viewer))
}
