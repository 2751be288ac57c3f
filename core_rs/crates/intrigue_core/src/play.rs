use crate::options;
use crate::refusal::quote;
use crate::{
    ActionId, ActionSet, Entry, EventSink, Game, LeftSeats, Log, MAX_SEATS, NoEvents, Refusal,
    RefusalKind, Rng, Seat, SeatEnding, SeatSet, Seed, Settings, StepKind, Text, Turn, Viewer,
    message,
};

/// A table and what its viewers have had of it.
#[derive(Clone)]
pub(crate) struct Table<G: Game> {
    pub(crate) state: G,
    /// What happened in the last step.
    pub(crate) events: Vec<G::Event>,
    /// How many updates each viewer has had.
    revisions: [u32; MAX_SEATS + 1],
    /// The revision at which each seat's open prompt was put.
    prompted: [u32; MAX_SEATS],
    /// The window of that prompt.
    windows: [Option<u32>; MAX_SEATS],
    /// The seats that the last step left asked; None before the deal.
    asked: Option<SeatSet>,
    seats: usize,
}

impl<G: Game> Table<G> {
    pub(crate) fn new(options: &G::Options) -> Self {
        Self {
            state: G::new(options),
            events: Vec::new(),
            revisions: [0; MAX_SEATS + 1],
            prompted: [0; MAX_SEATS],
            windows: [None; MAX_SEATS],
            asked: None,
            seats: G::seats(options),
        }
    }

    pub(crate) fn revision(&self, viewer: Viewer) -> u32 {
        self.revisions[viewer.index()]
    }

    /// Takes a step that is known to be allowed; `choose` settles the chance that it sets off.
    pub(crate) fn step(
        &mut self,
        kind: StepKind,
        mut choose: impl FnMut(&G) -> Result<G::Chance, Refusal>,
    ) -> Result<Entry, Refusal> {
        self.events.clear();
        match kind {
            StepKind::Deal => {}
            StepKind::Action(seat, id) => {
                let action = G::action(id).expect("the action was looked up before");
                self.state.play(seat, action, &mut self.events);
            }
            StepKind::Resignation(seat) | StepKind::TimeForfeit(seat) => {
                self.state.resign(seat, &mut self.events);
            }
        }
        let mut chances = Vec::new();
        while self.state.turn() == Turn::Chance {
            let chance = choose(&self.state)?;
            self.state.apply_chance(chance, &mut self.events);
            chances.push(chance.into());
        }
        for viewer in Viewer::all(self.seats) {
            let saw = self.events.iter().any(|event| G::see(event, viewer).is_some());
            self.revisions[viewer.index()] += u32::from(saw);
        }
        self.note_prompts(kind);
        Ok(Entry { kind, chances })
    }

    /// Notes which seats have a new prompt after a step.
    fn note_prompts(&mut self, kind: StepKind) {
        let (asked, window) = (self.state.turn().seats(), self.state.window());
        let before = self.asked.replace(asked).unwrap_or(SeatSet::EMPTY);
        let actor = if let StepKind::Action(seat, _) = kind { Some(seat) } else { None };
        if let Some(seat) = actor {
            // If it is asked again, its old prompt is answered all the same.
            self.windows[seat.index()] = None;
        }
        for seat in asked.iter() {
            let index = seat.index();
            let open = self.windows[index] == window
                && (window.is_some() || (actor.is_none() && before.contains(seat)));
            if !open {
                self.windows[index] = window;
                self.prompted[index] = self.revisions[index];
            }
        }
    }

    /// Takes a step as a log has it, and believes nothing that the log says.
    pub(crate) fn step_logged(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let bad = |why| Refusal::bad_record(why);
        match entry.kind {
            StepKind::Deal if self.asked.is_none() => {}
            StepKind::Deal => return Err(bad("second-deal")),
            _ if self.asked.is_none() => return Err(bad("no-deal")),
            StepKind::Action(seat, id) => self.check(seat, id)?,
            StepKind::Resignation(seat) | StepKind::TimeForfeit(seat) => self.check_resign(seat)?,
        }
        let mut logged = entry.chances.iter();
        self.step(entry.kind, |state| {
            logged
                .next()
                .and_then(|&number| G::Chance::try_from(number).ok())
                .filter(|chance| state.chances().iter().any(|(possible, _)| possible == chance))
                .ok_or_else(|| bad("impossible-chance"))
        })?;
        logged.next().map_or(Ok(()), |_| Err(bad("spare-chances")))
    }

    /// Whether a seat may give up now.
    pub(crate) fn check_resign(&self, seat: Seat) -> Result<(), Refusal> {
        if self.state.turn() == Turn::Over {
            return Err(Refusal::over());
        }
        if seat.index() >= self.seats {
            return Err(Refusal::not_to_act());
        }
        self.state.check_resign(seat).map_err(|rule| Refusal::illegal::<G>(rule))
    }

    /// Whether a seat may act so now.
    pub(crate) fn check(&self, seat: Seat, id: ActionId) -> Result<(), Refusal> {
        let turn = self.state.turn();
        if turn == Turn::Over {
            return Err(Refusal::over());
        }
        let action = G::action(id).ok_or_else(|| Refusal::unknown_action(&format!("#{}", id.0)))?;
        if !turn.seats().contains(seat) {
            return Err(Refusal::not_to_act());
        }
        self.state.check(seat, action).map_err(|rule| Refusal::illegal::<G>(rule))
    }
}

/// One playing of a game: the truth, its log, and the generator that settles chance.
///
/// The chance of step `n` comes from stream `n` of the seed, so a match that is rebuilt from its
/// log goes on exactly as it would have.
#[derive(Clone)]
pub struct Match<G: Game> {
    pub(crate) table: Table<G>,
    /// The value of each option, in the order of the game's list of them.
    pub(crate) choices: Box<[Box<str>]>,
    pub(crate) options: G::Options,
    pub(crate) seed: Option<Seed>,
    pub(crate) script: Vec<String>,
    pub(crate) log: Log,
    pub(crate) left: LeftSeats,
    /// The revision of the spectators, and the number of the entry that brought them to it.
    pub(crate) public: (u32, usize),
    /// How many outcomes of the script have come.
    scripted: usize,
    /// The step in which chance left the script, if it has.
    pub(crate) left_script: Option<LeftScript>,
    /// Whether a step in which chance would leave the script is refused.
    pub(crate) keeps_to_script: bool,
}

/// Where chance left the script of a match: the outcome that was next could not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftScript {
    /// The step; the deal is number 0.
    pub step: usize,
    /// The place of the outcome in the script.
    pub place: usize,
}

impl<G: Game> Match<G> {
    /// Deals a new match. `script` names chance outcomes that come before any drawn from the
    /// seed; it may have more of them than the match needs. One that is impossible when its time
    /// comes is refused in the deal. In a later step it ends the script, and the match says so at
    /// its end; [`Match::keep_to_script`] has it refused there too.
    pub fn new(given: &Settings, seed: Seed, script: Vec<String>) -> Result<Self, Refusal> {
        let mut this = Self::undealt(given, Some(seed), script)?;
        this.advance(StepKind::Deal)?;
        Ok(this)
    }

    /// Has every step refused in which chance would leave the script. For a match that one program
    /// owns: among several players, a script could otherwise keep one of them from moving.
    pub fn keep_to_script(&mut self) {
        self.keeps_to_script = true;
    }

    /// The outcomes of the script that have not come.
    pub fn rest_of_script(&self) -> &[String] {
        &self.script[self.scripted..]
    }

    /// Rebuilds a match from its log. Without a seed it can be looked at, but not played on
    /// through chance.
    pub fn restore<'a>(
        given: &Settings,
        seed: Option<Seed>,
        script: Vec<String>,
        entries: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Self, Refusal> {
        let mut this = Self::undealt(given, seed, script)?;
        for (number, bytes) in entries.into_iter().enumerate() {
            let entry = Entry::decode(bytes).ok_or_else(|| {
                Refusal::bad_record_because(|text| message!(text, "record-damaged-entry", number))
            })?;
            this.table.step_logged(&entry)?;
            this.keep(&entry);
        }
        Ok(this)
    }

    fn undealt(given: &Settings, seed: Option<Seed>, script: Vec<String>) -> Result<Self, Refusal> {
        let settings = options::fill_defaults(G::ABOUT.options, given)?;
        let options = Self::options_of(&settings)?;
        Ok(Self {
            table: Table::new(&options),
            choices: settings_in_order::<G>(&settings),
            options,
            seed,
            script,
            log: Log::default(),
            left: LeftSeats::default(),
            public: (0, 0),
            scripted: 0,
            left_script: None,
            keeps_to_script: false,
        })
    }

    /// The variant of complete settings.
    pub fn options_of(settings: &Settings) -> Result<G::Options, Refusal> {
        G::options(settings).map_err(|text| {
            let problem = text.en.clone();
            Refusal::new(RefusalKind::BadOption, "OPTIONS_DISAGREE", text)
                .with("problem", problem)
                .in_field("options")
        })
    }

    /// The full state, hidden information included.
    pub fn state(&self) -> &G {
        &self.table.state
    }

    /// The variant that is played.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.table.seats
    }

    /// How many updates a viewer has had.
    pub fn revision(&self, viewer: Viewer) -> u32 {
        self.table.revision(viewer)
    }

    /// What happened in the last step.
    pub fn events(&self) -> &[G::Event] {
        &self.table.events
    }

    /// Plays an action. `expected` is the revision of the view that the seat decided on.
    pub fn act(
        &mut self,
        seat: Seat,
        id: ActionId,
        expected: Option<u32>,
    ) -> Result<Entry, Refusal> {
        self.check_expected(seat, expected)?;
        self.table.check(seat, id)?;
        self.advance(StepKind::Action(seat, id))
    }

    /// Whether the prompt of a revision is still open. It is closed when its window has ended, the
    /// match is over, or the seat is not asked any more.
    pub fn check_expected(&self, seat: Seat, expected: Option<u32>) -> Result<(), Refusal> {
        if seat.index() >= self.seats() {
            return Err(Refusal::not_to_act());
        }
        let Some(expected) = expected else { return Ok(()) };
        let revision = self.revision(Viewer::Seat(seat));
        if expected > revision {
            return Err(Refusal::ahead(revision));
        }
        let asked = self.table.state.turn().seats().contains(seat);
        if !asked || expected < self.table.prompted[seat.index()] {
            return Err(Refusal::stale(revision));
        }
        Ok(())
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat) -> Result<Entry, Refusal> {
        self.table.check_resign(seat)?;
        self.advance(StepKind::Resignation(seat))
    }

    /// A seat gives up because its time is up.
    pub fn forfeit_on_time(&mut self, seat: Seat) -> Result<Entry, Refusal> {
        self.table.check_resign(seat)?;
        self.advance(StepKind::TimeForfeit(seat))
    }

    fn advance(&mut self, kind: StepKind) -> Result<Entry, Refusal> {
        let seed = self.seed.as_ref().ok_or_else(|| Refusal::bad_record("no-seed"))?;
        let mut rng = Rng::new(seed, self.log.len() as u64);
        let mut place = self.scripted;
        let mut script = match self.left_script {
            Some(_) => &[],
            None => &self.script[place..],
        };
        // A match whose deal is refused is dropped.
        let strict = self.keeps_to_script || kind == StepKind::Deal;
        let before = (self.keeps_to_script && !script.is_empty()).then(|| self.table.clone());
        let step = self.table.step(kind, |state| {
            let Some((token, rest)) = script.split_first() else {
                return Ok(state.draw(&mut rng));
            };
            let mut possible = state.chances().into_iter().map(|(chance, _)| chance);
            match possible.find(|&chance| G::chance_notation(chance.into()) == *token) {
                Some(chance) => {
                    script = rest;
                    place += 1;
                    Ok(chance)
                }
                None if strict => Err(bad_script(state, token, place)),
                None => {
                    script = &[];
                    Ok(state.draw(&mut rng))
                }
            }
        });
        let entry = step.inspect_err(|_| {
            if let Some(before) = before {
                self.table = before;
            }
        })?;
        self.keep(&entry);
        Ok(entry)
    }

    pub(crate) fn keep(&mut self, entry: &Entry) {
        for &chance in &entry.chances {
            let place = self.scripted;
            let Some(token) = self.script.get(place).filter(|_| self.left_script.is_none()) else {
                break;
            };
            if G::chance_notation(chance) == *token {
                self.scripted += 1;
            } else {
                self.left_script = Some(LeftScript { step: self.log.len(), place });
            }
        }
        match entry.kind {
            StepKind::Resignation(seat) => self.left.note(seat, SeatEnding::Resigned),
            StepKind::TimeForfeit(seat) => self.left.note(seat, SeatEnding::OutOfTime),
            StepKind::Deal | StepKind::Action(..) => {}
        }
        let revision = self.table.revision(Viewer::Spectator);
        if revision != self.public.0 {
            self.public = (revision, self.log.len());
        }
        self.log.push(entry);
    }
}

/// The most outcomes that a refusal lists.
const LISTED: usize = 24;

/// The script's next outcome can't come; those that could.
fn bad_script<G: Game>(state: &G, token: &str, place: usize) -> Refusal {
    let token = quote(token);
    let chances = state.chances();
    let listed = chances.iter().take(LISTED);
    let mut tokens: Vec<String> =
        listed.map(|&(chance, _)| G::chance_notation(chance.into())).collect();
    if chances.len() > LISTED {
        tokens.push("…".to_owned());
    }
    let possible = tokens.join(", ");
    let text = Text::of_core(|text| {
        message!(text, "bad-script", place, token = &token, possible = &possible)
    });
    Refusal::new(RefusalKind::BadScript, "BAD_SCRIPT", text)
        .with("place", place)
        .with("token", token)
        .with("possible", possible)
        .in_field(format!("script[{place}]"))
}

fn settings_in_order<G: Game>(settings: &Settings) -> Box<[Box<str>]> {
    let value = |name| settings.get(name).cloned().unwrap_or_default();
    let specs = G::ABOUT.options.iter();
    specs.map(|spec| value(spec.name).into()).collect()
}

/// Settles chance until a seat owes a decision or the match is over.
pub fn play_chance<G: Game>(state: &mut G, rng: &mut Rng, events: &mut impl EventSink<G::Event>) {
    while state.turn() == Turn::Chance {
        let chance = state.draw(rng);
        state.apply_chance(chance, events);
    }
}

/// Plays at random to the end, every legal action equally likely, and says how many decisions it
/// took. Where several seats are asked at once, one of them answers first at random.
#[inline]
pub fn playout<G: Game>(state: &mut G, rng: &mut Rng) -> u32 {
    let mut decisions = 0;
    loop {
        match state.turn() {
            Turn::Chance => {
                let chance = state.draw(rng);
                state.apply_chance(chance, &mut NoEvents);
            }
            Turn::Seats(seats) => {
                let seat = match seats.len() {
                    1 => seats.lowest(),
                    several => seats.iter().nth(rng.index(several)),
                };
                let seat = seat.expect("a turn has a seat");
                let id = state.legal(seat).pick(rng);
                state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                decisions += 1;
            }
            Turn::Over => return decisions,
        }
    }
}
