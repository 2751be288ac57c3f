use intrigue_core::{ActionId, ActionSet, Game, Payoffs, Seat, Viewer, WIN};

/// What is recorded of each decision beside who decided what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recording {
    /// Whether the legal actions are.
    pub legal: bool,
    /// Whether the feature tensor of the seat's view is.
    pub features: bool,
}

/// The decisions of some matches, one row each, in columns. The rows of a match follow each other.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Trajectories {
    /// The number of the match.
    pub matches: Vec<u64>,
    /// The number of the decision in its match, from 0.
    pub decisions: Vec<u32>,
    /// Who decided.
    pub seats: Vec<u8>,
    /// The place of its policy among those of the task.
    pub policies: Vec<u8>,
    /// What it decided.
    pub actions: Vec<u16>,
    /// What the seat got at the end of the match; the win is 1.
    pub payoffs: Vec<f32>,
    /// How many actions were legal; empty if they are not recorded.
    pub legal_counts: Vec<u32>,
    /// The legal actions, one row after the other.
    pub legal: Vec<u16>,
    /// The feature tensors, one row after the other; empty if they are not recorded.
    pub features: Vec<i8>,
}

impl Trajectories {
    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
}

/// Records the matches of one thread.
pub(crate) struct Recorder<G: Game> {
    recording: Recording,
    rows: Trajectories,
    /// The first row of the match that is being played.
    first: usize,
    /// What each seat keeps between its looks at that match.
    caches: Vec<G::ObservationCache>,
}

impl<G: Game> Recorder<G> {
    pub(crate) fn new(recording: Recording) -> Self {
        Self { recording, rows: Trajectories::default(), first: 0, caches: Vec::new() }
    }

    /// A match begins.
    pub(crate) fn begin(&mut self, seats: usize) {
        self.first = self.rows.len();
        self.caches = (0..seats).map(|_| G::ObservationCache::default()).collect();
    }

    /// A seat decides; the state is the one that it decides in.
    pub(crate) fn decide(&mut self, state: &G, seat: Seat, policy: usize, id: ActionId) {
        let rows = &mut self.rows;
        rows.seats.push(small(seat.index()));
        rows.policies.push(small(policy));
        rows.actions.push(id.0);
        if self.recording.legal {
            let before = rows.legal.len();
            rows.legal.extend(state.legal(seat).iter().map(|id| id.0));
            rows.legal_counts.push(count(rows.legal.len() - before));
        }
        if self.recording.features {
            let before = rows.features.len();
            rows.features.resize(before + G::ABOUT.feature_size(), 0);
            let cache = &mut self.caches[seat.index()];
            state.observe(cache, Viewer::Seat(seat), &mut rows.features[before..]);
        }
    }

    /// The match is over.
    pub(crate) fn end(&mut self, number: u64, payoffs: &Payoffs) {
        let rows = &mut self.rows;
        for row in self.first..rows.len() {
            rows.matches.push(number);
            rows.decisions.push(count(row - self.first));
            #[expect(clippy::cast_precision_loss, reason = "a payoff is at most 840")]
            rows.payoffs.push(payoffs[usize::from(rows.seats[row])] as f32 / WIN as f32);
        }
    }

    /// The rows, as far as the match after the last whole block goes.
    pub(crate) fn finish(mut self, matches_end: u64) -> Trajectories {
        let rows = self.rows.matches.partition_point(|&number| number < matches_end);
        let legal: u32 = self.rows.legal_counts.iter().take(rows).sum();
        self.rows.matches.truncate(rows);
        self.rows.decisions.truncate(rows);
        self.rows.seats.truncate(rows);
        self.rows.policies.truncate(rows);
        self.rows.actions.truncate(rows);
        self.rows.payoffs.truncate(rows);
        self.rows.legal_counts.truncate(rows);
        self.rows.legal.truncate(legal as usize);
        let width = if self.recording.features { G::ABOUT.feature_size() } else { 0 };
        self.rows.features.truncate(rows * width);
        self.rows
    }
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("there are few seats")
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("a match has less than 2^32 decisions")
}
