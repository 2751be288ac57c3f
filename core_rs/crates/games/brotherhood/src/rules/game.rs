use std::sync::Arc;

use intrigue_core::{
    ActionId, ActionSet, DocumentReport, EventSink, Game, GameAction, Outcome, Payoffs, Rng, Score,
    Seat, SeatSet, Settings, Text, Turn, Viewer, WIN,
};

use crate::bot;
use crate::content::report;
use crate::knowledge::features;
use crate::knowledge::view::{Seen, View};
use crate::rules::action::Action;
use crate::rules::agenda::{Question, Task};
use crate::rules::choices::Choices;
use crate::rules::fact::Fact;
use crate::rules::options::Options;
use crate::rules::progress;
use crate::rules::refusal::RefusalReason;
use crate::rules::state::{Brotherhood, Chance, Ending, Phase, Table};

impl Game for Brotherhood {
    type Options = Arc<Options>;
    type Chance = Chance;
    type RefusalReason = RefusalReason;
    type Event = Fact;
    type Legal = Choices;
    type ObservationCache = ();

    fn options(settings: &Settings) -> Result<Arc<Options>, Text> {
        Options::read(settings).map(Arc::new)
    }

    fn seats(options: &Arc<Options>) -> usize {
        options.seats.into()
    }

    fn seat_count(&self) -> usize {
        self.options.seats.into()
    }

    fn new(options: &Arc<Options>) -> Self {
        let mut table = Table::laid(options, options.mirror.unwrap_or(0).into());
        table.first_tasks(options);
        Self { options: Arc::clone(options), table }
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.whose_turn()
    }

    fn window(&self) -> Option<u32> {
        // A question to one who acts, or about an action, is no part of the phase's window.
        let shared = matches!(self.top(), Some(Task::Ask(Question::Acts | Question::Window)));
        shared.then_some(self.table.window)
    }

    #[inline]
    fn check(&self, seat: Seat, action: Action) -> Result<(), RefusalReason> {
        let question = self.table.pending.agenda.question();
        let question = question.ok_or(RefusalReason::NotAsked)?;
        self.check_answer(question, seat, action)
    }

    #[inline]
    fn legal(&self, seat: Seat) -> Choices {
        let mut legal = Choices::default();
        let Some(question) = self.table.pending.agenda.question() else {
            return legal;
        };
        if matches!(question, Question::Acts | Question::Window) {
            let window = matches!(question, Question::Window);
            let nothing = if window { Action::Decline } else { Action::Done };
            legal.insert(nothing.id());
            for (own, who) in (0u8..).zip(self.assassins_of(seat)) {
                self.each_assassin_action(who, &mut |act| {
                    if self.check_assassin_action(who, act, window).is_ok() {
                        legal.insert(act.id(own));
                    }
                });
            }
            return legal;
        }
        if matches!(question, Question::Body { .. } | Question::Place { .. }) {
            for square in self.squares_offered(question).iter() {
                legal.insert(Action::At(square).id());
            }
            return legal;
        }
        self.each_answer(question, seat, |action| {
            if self.check_answer(question, seat, action).is_ok() {
                legal.insert(action.id());
            }
        });
        legal
    }

    fn play(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Fact>) {
        let before = self.stand();
        self.answer(seat, action, events);
        self.go_on(&before, events);
    }

    fn check_resign(&self, seat: Seat) -> Result<(), RefusalReason> {
        if self.table.resigned.contains(seat) {
            return Err(RefusalReason::HasResigned);
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat, events: &mut impl EventSink<Fact>) {
        self.apply_and_emit(Fact::Resigned { seat }, events);
    }

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        self.draw_chance(rng)
    }

    fn chances(&self) -> Vec<(Chance, f64)> {
        self.all_chances()
    }

    fn apply_chance(&mut self, chance: Chance, events: &mut impl EventSink<Fact>) {
        let before = self.stand();
        self.play_chance(chance, events);
        self.go_on(&before, events);
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = self.table.ending?;
        let seats = self.seat_count();
        let level = &self.table.mission.level;
        let done = level.objectives.len() - self.table.objectives.count_ones() as usize;
        #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "small")]
        let parts = [
            ("turns", i32::from(self.table.earlier) + i32::from(self.table.turn)),
            ("retries", self.table.retries_used.into()),
            ("eliminated", self.eliminated() as i32),
            ("trophy", self.table.trophy.into()),
            ("objectives", done as i32),
        ];
        let scores =
            (0..seats).flat_map(|seat| parts.map(|(part, points)| Score { seat, part, points }));
        Some(Outcome {
            payoffs: self.payoffs()[..seats].to_vec(),
            ending: ending.notation(),
            scores: scores.collect(),
        })
    }

    #[inline]
    fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        if self.table.ending == Some(Ending::Success) {
            payoffs[..self.seat_count()].fill(WIN);
        }
        payoffs
    }

    #[inline]
    fn evaluate(&self) -> Payoffs {
        bot::evaluate(self)
    }

    #[inline]
    fn default_policy(&self, seat: Seat, legal: &Choices, rng: &mut Rng) -> ActionId {
        bot::default_policy(self, seat, legal, rng)
    }

    #[inline]
    fn worth_considering(&self, seat: Seat, legal: Choices) -> Choices {
        bot::worth_considering(self, seat, legal)
    }

    fn rematch(&self, settings: &mut Settings, _outcome: &Outcome, _seats: &[usize]) {
        progress::go_on(self, settings);
    }

    fn check_document(option: &str, text: &str) -> DocumentReport {
        report::check_document(option, text)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::look(self, viewer)
    }

    fn see(event: &Fact, _viewer: Viewer) -> Option<Seen> {
        Some(event.clone())
    }

    fn asked(&self, _viewer: Viewer) -> SeatSet {
        self.turn().seats()
    }

    fn blank(options: &Arc<Options>, viewer: Viewer) -> View {
        View::blank(options, viewer)
    }

    fn fold(view: &mut View, seen: &Seen) {
        view.fold(seen);
    }

    fn redeal(view: &View, _rng: &mut Rng) -> Option<Self> {
        view.redeal()
    }

    fn features(view: &View, out: &mut [i8]) {
        features::write(view, out);
    }

    fn observe(&self, _cache: &mut (), viewer: Viewer, out: &mut [i8]) {
        features::write_table(&self.options, &self.table, viewer, out);
    }

    fn check_invariants(&self) -> Option<String> {
        self.find_fault()
    }
}

/// Where the match stands, as far as windows go.
struct Stand {
    phase: Phase,
    turn: u8,
    in_window: bool,
}

impl Brotherhood {
    /// Whether a window of the Guard phase is open.
    fn in_window(&self) -> bool {
        matches!(self.top(), Some(Task::Ask(Question::Window)))
    }

    fn stand(&self) -> Stand {
        Stand { phase: self.table.phase, turn: self.table.turn, in_window: self.in_window() }
    }

    /// Goes on until somebody is needed. All of an Assassins phase is one window, in which every
    /// seat may act at any time (V-3.1); so is a window of the Guard phase while it stays open.
    fn go_on(&mut self, before: &Stand, events: &mut impl EventSink<Fact>) {
        self.run(events);
        let acting = before.phase == Phase::Assassins
            && self.table.phase == Phase::Assassins
            && before.turn == self.table.turn;
        let open = before.in_window && self.in_window();
        if !acting && !open {
            self.table.window += 1;
        }
        events.emit(|| Fact::Pending {
            state: Box::new(self.table.pending),
            window: self.table.window,
        });
    }
}
