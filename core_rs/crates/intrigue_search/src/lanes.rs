use intrigue_core::{
    ActionId, ActionSet, Game, Match, NoEvents, Payoffs, Refusal, RefusalKind, Rng, Seat, Seed,
    Settings, Text, Turn, Visitor, fill_defaults, message,
};
use intrigue_games::catalog;
use rayon::prelude::*;

use crate::columns::{Columns, Shape};
use crate::rollout::first_of;
use crate::simulate::pick;
use crate::{Policy, Stop};

/// The most lanes of a batch.
const MOST_LANES: usize = 1 << 20;

/// What a batch is made of.
#[derive(Clone)]
pub struct BatchSpec {
    /// The options, as far as they are given.
    pub options: Settings,
    /// How many matches go on at once.
    pub lanes: usize,
    /// Where deals come from.
    pub seed: Seed,
    /// Who plays each seat within the batch, if anybody does; or nothing.
    pub policies: Vec<Option<Policy>>,
    /// Whether they move on by one seat with each match of a lane.
    pub rotate: bool,
    /// How many threads step the lanes. What happens does not depend on it.
    pub threads: usize,
}

/// An action that a lane refuses. Then no lane was stepped.
#[derive(Clone, Debug)]
pub struct IllegalLaneAction {
    /// The index of the lane.
    pub lane: usize,
    /// The reason why the core refused the action.
    pub refusal: Refusal,
}

/// Many matches of whatever game, stepped together.
pub trait AnyLanes: Send {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// How large its columns are.
    fn shape(&self) -> Shape;
    /// Deals every lane again.
    fn reset(&mut self, seed: &Seed) -> Result<(), Refusal>;
    /// Writes the lanes as they stand.
    fn observe(&mut self, columns: Columns<'_>);
    /// The lanes that refuse their action, at most `most` of them.
    fn missteps(&self, actions: &[i32], most: usize) -> Vec<IllegalLaneAction>;
    /// Plays legal actions, and writes what follows.
    fn step(&mut self, actions: &[i32], columns: Columns<'_>) -> Result<(), Refusal>;
    /// Writes a random legal action for each lane.
    fn sample(&mut self, actions: &mut [i32]);
}

/// The lanes of a game's batch, dealt.
pub fn new_lanes(game: &str, spec: &BatchSpec) -> Result<Box<dyn AnyLanes>, Refusal> {
    catalog::visit(game, Open(spec))?
}

struct Open<'a>(&'a BatchSpec);

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn AnyLanes>, Refusal>;

    fn visit<G: Game>(self) -> Self::Output {
        let spec = self.0;
        let settings = fill_defaults(G::ABOUT.options, &spec.options)?;
        let options = Match::<G>::options_of(&settings)?;
        let seats = G::seats(&options);
        if !(1..=MOST_LANES).contains(&spec.lanes) {
            return Err(wrong_lanes(spec.lanes));
        }
        let outside = spec.policies.iter().any(Option::is_none);
        if !spec.policies.is_empty() && (spec.policies.len() != seats || !outside) {
            return Err(wrong_seats(seats));
        }
        let mut policies = spec.policies.clone();
        for (place, policy) in policies.iter_mut().enumerate() {
            let Some(policy) = policy else { continue };
            *policy = policy
                .resolve::<G>(&settings, seats)
                .map_err(|refusal| refusal.in_field(format!("policies[{place}]")))?;
        }
        let threads = spec.threads.clamp(1, spec.lanes);
        let pool = (threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|_| no_threads(threads))?;
        let mut lanes = Lanes::<G> {
            rules: Rules {
                seats,
                features: G::ABOUT.feature_size(),
                policies,
                rotate: spec.rotate,
                options,
            },
            table: Vec::new(),
            sampler: Rng::new(&spec.seed, u64::MAX),
            pool,
            threads,
            count: spec.lanes,
        };
        lanes.reset(&spec.seed)?;
        Ok(Box::new(lanes))
    }
}

struct Lanes<G: Game> {
    rules: Rules<G>,
    table: Vec<Lane<G>>,
    /// What random actions are drawn from, so that drawing them moves no card.
    sampler: Rng,
    pool: Option<rayon::ThreadPool>,
    threads: usize,
    count: usize,
}

/// What all lanes have in common.
struct Rules<G: Game> {
    options: G::Options,
    seats: usize,
    features: usize,
    policies: Vec<Option<Policy>>,
    rotate: bool,
}

/// One match, stopped where somebody outside owes a decision.
struct Lane<G: Game> {
    state: G,
    legal: G::Legal,
    seat: Seat,
    rng: Rng,
    /// What each seat keeps between its looks at this match.
    caches: Vec<G::ObservationCache>,
    /// Matches that this lane has ended.
    matches: usize,
}

/// What the seats got, if a match ended in a step.
type Fallout = Option<Payoffs>;

impl<G: Game> AnyLanes for Lanes<G> {
    fn game(&self) -> &'static str {
        G::ABOUT.id
    }

    fn shape(&self) -> Shape {
        Shape {
            lanes: self.count,
            seats: self.rules.seats,
            actions: G::ACTIONS.len(),
            features: self.rules.features,
        }
    }

    fn reset(&mut self, seed: &Seed) -> Result<(), Refusal> {
        let rules = &self.rules;
        let deal = |number: usize| Lane::deal(rules, Rng::new(seed, number as u64));
        let lanes: Result<Vec<_>, _> = match &self.pool {
            None => (0..self.count).map(deal).collect(),
            Some(pool) => pool.install(|| (0..self.count).into_par_iter().map(deal).collect()),
        };
        self.table = lanes?;
        self.sampler = Rng::new(seed, u64::MAX);
        Ok(())
    }

    fn observe(&mut self, columns: Columns<'_>) {
        self.each(columns, |_, _, _| Ok(None)).expect("nothing is played");
    }

    fn missteps(&self, actions: &[i32], most: usize) -> Vec<IllegalLaneAction> {
        let lanes = self.table.iter().zip(actions).enumerate();
        lanes
            .filter(|(_, (lane, action))| !lane.allows(**action))
            .take(most)
            .map(|(number, (lane, &action))| IllegalLaneAction {
                lane: number,
                refusal: lane.refusal(action),
            })
            .collect()
    }

    fn step(&mut self, actions: &[i32], columns: Columns<'_>) -> Result<(), Refusal> {
        self.each(columns, |rules, number, lane| {
            lane.step(rules, id_of(actions[number]).unwrap_or(ActionId(u16::MAX)))
        })
    }

    fn sample(&mut self, actions: &mut [i32]) {
        for (lane, action) in self.table.iter().zip(actions) {
            *action = i32::from(lane.legal.pick(&mut self.sampler).0);
        }
    }
}

impl<G: Game> Lanes<G> {
    /// Does something with each lane, and writes its row.
    fn each(
        &mut self,
        columns: Columns<'_>,
        work: impl Fn(&Rules<G>, usize, &mut Lane<G>) -> Result<Fallout, Refusal> + Sync,
    ) -> Result<(), Refusal> {
        let shape = self.shape();
        let rules = &self.rules;
        let Some(pool) = &self.pool else {
            return Part::of(&mut self.table, columns, 0, shape).run(rules, &work);
        };
        let chunk = self.count.div_ceil(self.threads);
        let parts = Part::of(&mut self.table, columns, 0, shape).split(chunk);
        pool.install(|| parts.into_par_iter().try_for_each(|part| part.run(rules, &work)))
    }
}

/// Some lanes and their rows.
struct Part<'a, G: Game> {
    lanes: &'a mut [Lane<G>],
    columns: Columns<'a>,
    first: usize,
    shape: Shape,
}

impl<'a, G: Game> Part<'a, G> {
    fn of(lanes: &'a mut [Lane<G>], columns: Columns<'a>, first: usize, shape: Shape) -> Self {
        Self { lanes, columns, first, shape }
    }

    /// Parts of at most `chunk` lanes.
    fn split(self, chunk: usize) -> Vec<Self> {
        let mut rest = self;
        let mut parts = Vec::new();
        while rest.lanes.len() > chunk {
            let (lanes, other_lanes) = rest.lanes.split_at_mut(chunk);
            let (columns, other_columns) = rest.columns.split_at(chunk, rest.shape);
            parts.push(Self::of(lanes, columns, rest.first, rest.shape));
            rest = Self::of(other_lanes, other_columns, rest.first + chunk, rest.shape);
        }
        parts.push(rest);
        parts
    }

    fn run(
        mut self,
        rules: &Rules<G>,
        work: &impl Fn(&Rules<G>, usize, &mut Lane<G>) -> Result<Fallout, Refusal>,
    ) -> Result<(), Refusal> {
        for (row, lane) in self.lanes.iter_mut().enumerate() {
            let fallout = work(rules, self.first + row, lane)?;
            let seen = (&lane.state, lane.seat, &lane.legal);
            let cache = &mut lane.caches[lane.seat.index()];
            self.columns.write(row, self.shape, seen, cache, fallout.as_ref());
        }
        Ok(())
    }
}

impl<G: Game> Lane<G> {
    fn deal(rules: &Rules<G>, rng: Rng) -> Result<Self, Refusal> {
        let mut lane = Self {
            state: G::new(&rules.options),
            legal: G::Legal::default(),
            seat: Seat::new(0).expect("there is a first seat"),
            rng,
            caches: (0..rules.seats).map(|_| G::ObservationCache::default()).collect(),
            matches: 0,
        };
        lane.play_on(rules)?;
        Ok(lane)
    }

    #[inline]
    fn allows(&self, action: i32) -> bool {
        id_of(action).is_some_and(|id| self.legal.contains(id))
    }

    fn refusal(&self, action: i32) -> Refusal {
        let action = id_of(action).and_then(G::action).ok_or(action);
        match action.map(|action| self.state.check(self.seat, action)) {
            Err(number) => Refusal::unknown_action(&number.to_string()),
            Ok(Err(rule)) => Refusal::illegal::<G>(rule),
            Ok(Ok(())) => Refusal::not_to_act(),
        }
    }

    #[inline]
    fn step(&mut self, rules: &Rules<G>, id: ActionId) -> Result<Fallout, Refusal> {
        self.state.play(self.seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
        self.play_on(rules)
    }

    /// Goes on until somebody outside owes a decision, into the next match if need be.
    #[inline]
    fn play_on(&mut self, rules: &Rules<G>) -> Result<Fallout, Refusal> {
        let mut fallout = None;
        loop {
            match self.state.turn() {
                Turn::Chance => {
                    let chance = self.state.draw(&mut self.rng);
                    self.state.apply_chance(chance, &mut NoEvents);
                }
                Turn::Over => {
                    // A match in which nobody outside was asked anything is nobody's to learn from.
                    fallout = fallout.or_else(|| Some(self.state.payoffs()));
                    self.matches += 1;
                    self.state = G::new(&rules.options);
                    self.caches.fill_with(G::ObservationCache::default);
                }
                Turn::Seats(seats) => {
                    let seat = first_of(seats, &mut self.rng);
                    let Some(policy) = rules.policy(seat, self.matches) else {
                        self.seat = seat;
                        self.legal = self.state.legal(seat);
                        return Ok(fallout);
                    };
                    let stop = Stop::default();
                    let id = pick(&self.state, seat, policy, &mut self.rng, &stop)?;
                    self.state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                }
            }
        }
    }
}

impl<G: Game> Rules<G> {
    /// Who plays a seat within the batch, in a lane's match.
    #[inline]
    fn policy(&self, seat: Seat, matches: usize) -> Option<Policy> {
        if self.policies.is_empty() {
            return None;
        }
        let shift = if self.rotate { matches % self.seats } else { 0 };
        self.policies[(seat.index() + self.seats - shift) % self.seats]
    }
}

fn id_of(action: i32) -> Option<ActionId> {
    u16::try_from(action).ok().map(ActionId)
}

fn wrong_lanes(lanes: usize) -> Refusal {
    // As a text, because a number that is asked for may be too large to be counted with.
    let lanes = lanes.to_string();
    let text =
        Text::of_core(|text| message!(text, "wrong-lanes", lanes = &lanes, most = MOST_LANES));
    bad_batch("WRONG_LANES", text)
        .with("lanes", lanes)
        .with("most", MOST_LANES)
        .in_field("lane_count")
}

fn wrong_seats(seats: usize) -> Refusal {
    let text = Text::of_core(|text| message!(text, "wrong-entries", seats));
    bad_batch("WRONG_POLICIES", text).with("seats", seats).in_field("policies")
}

fn no_threads(threads: usize) -> Refusal {
    let text = Text::of_core(|text| message!(text, "no-threads", threads));
    bad_batch("NO_THREADS", text).with("threads", threads)
}

fn bad_batch(code: &'static str, text: Text) -> Refusal {
    Refusal::new(RefusalKind::BadBatch, code, text)
}
