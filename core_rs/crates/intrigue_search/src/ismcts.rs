//! Information-set Monte Carlo tree search: each simulation plays in a world that fits the seat's
//! view, and all of them share trees of what can be seen. After Cowling, Powley and Whitehouse
//! (2012), with open-loop chance.

use std::time::{Duration, Instant};

use intrigue_core::{
    ActionId, ActionSet, Game, MAX_SEATS, NoEvents, Refusal, Rng, Seat, Seed, Turn, Viewer, WIN,
};

use crate::judgment::{best_by, stopped};
use crate::policy::{Budget, Ismcts, Observers, Opponents};
use crate::rollout::{random_rollout, rollout};
use crate::tree::Tree;
use crate::worlds::Worlds;
use crate::{ActionValue, Judgment, Stop};

/// How many simulations pass between looks at the clock and at the wish to stop.
const LOOK: u32 = 64;
/// How deep a tree is descended. Deeper, play is random.
const DEEPEST: usize = 48;

/// What a search comes to. The actions to choose from are those of `worths`, more than one.
pub(crate) fn search<G: Game>(
    view: &G::View,
    (seat, seats): (Seat, usize),
    worths: Vec<ActionValue>,
    parameters: Ismcts,
    rng: &mut Rng,
    threads: usize,
    stop: &Stop,
) -> Result<Judgment, Refusal> {
    let trees = parameters.trees;
    let searches: Vec<(Budget, Rng)> = (0..trees)
        .map(|tree| {
            let budget = match parameters.budget {
                Budget::Sims(sims) => Budget::Sims(sims / trees + u32::from(tree < sims % trees)),
                Budget::Ms(ms) => {
                    // Trees that have to wait for a thread share the time.
                    let waves = trees.div_ceil(u32::try_from(threads.max(1)).unwrap_or(trees));
                    Budget::Ms((ms / waves.max(1)).max(1))
                }
            };
            (budget, Rng::new(&draw_seed(rng), u64::from(tree)))
        })
        .collect();
    let run = |(budget, rng): &(Budget, Rng)| {
        let mut search = Search::<G>::new(seat, seats, parameters, rng.clone());
        search.run(view, *budget, stop).map(|()| search.found(&worths))
    };
    let found: Result<Vec<Found>, Refusal> = if threads > 1 && searches.len() > 1 {
        let wave = searches.len().div_ceil(threads.min(searches.len()));
        std::thread::scope(|scope| {
            let workers: Vec<_> = searches
                .chunks(wave)
                .map(|chunk| scope.spawn(|| chunk.iter().map(run).collect::<Result<Vec<_>, _>>()))
                .collect();
            let mut all = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(found) => all.extend(found?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(all)
        })
    } else {
        searches.iter().map(run).collect()
    };
    Ok(total(worths, found?, rng))
}

/// The counts of one tree.
struct Found {
    worths: Vec<ActionValue>,
    worlds: u64,
    simulations: u64,
}

fn total(mut worths: Vec<ActionValue>, found: Vec<Found>, rng: &mut Rng) -> Judgment {
    let (mut worlds, mut simulations) = (1, 0);
    for one in found {
        worlds += one.worlds;
        simulations += one.simulations;
        for (sum, part) in worths.iter_mut().zip(one.worths) {
            sum.visits += part.visits;
            sum.total += part.total;
            sum.squares += part.squares;
        }
    }
    // What brought most, of what was tried often enough to be believed.
    let most = worths.iter().map(|worth| worth.visits).max().unwrap_or(0);
    let trusted = |worth: &ActionValue| 2 * worth.visits >= most;
    let mean = |worth: &ActionValue| worth.total * 1_000_000 / worth.visits.max(1);
    let best = best_by(&worths, |worth| if trusted(worth) { mean(worth) } else { 0 }, rng);
    Judgment { worths, best, worlds, simulations }
}

fn draw_seed(rng: &mut Rng) -> Seed {
    let mut bytes = [0; 32];
    for word in bytes.as_chunks_mut::<4>().0 {
        *word = rng.next_u32().to_le_bytes();
    }
    Seed::new(bytes)
}

/// Where a simulation stands.
struct Place {
    /// The node in each tree.
    at: [u32; MAX_SEATS + 1],
    depth: usize,
    /// Whether the searching seat's own secrets were dealt again.
    learning: bool,
}

struct Search<G: Game> {
    seat: Seat,
    parameters: Ismcts,
    /// Whether each seat has a tree of its own.
    multi: bool,
    explore: f32,
    rng: Rng,
    /// One tree, or one a seat.
    trees: Vec<Tree>,
    /// The edges of one simulation: tree, edge, and whose payoff counts.
    path: Vec<(usize, u32, Seat)>,
    worlds: u64,
    simulations: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Search<G> {
    fn new(seat: Seat, seats: usize, parameters: Ismcts, rng: Rng) -> Self {
        let multi = match parameters.observers {
            Observers::Auto => G::ABOUT.bluff && seats > 1,
            Observers::Single => false,
            Observers::Multi => true,
        };
        let trees = if multi { seats + 1 } else { 1 };
        #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
        let explore = parameters.explore as f32 / 100.0;
        Self {
            seat,
            parameters,
            multi,
            explore,
            rng,
            trees: (0..trees).map(|_| Tree::new()).collect(),
            path: Vec::with_capacity(DEEPEST),
            worlds: 0,
            simulations: 0,
            game: std::marker::PhantomData,
        }
    }

    fn run(&mut self, view: &G::View, budget: Budget, stop: &Stop) -> Result<(), Refusal> {
        let (sims, until) = match budget {
            Budget::Sims(sims) => (sims, None),
            Budget::Ms(ms) => {
                (u32::MAX, Some(Instant::now() + Duration::from_millis(u64::from(ms))))
            }
        };
        let wanted = sims / self.parameters.reuse;
        let worlds = self.worlds(view, Viewer::Seat(self.seat), wanted)?;
        // What everybody may know is the same in all worlds that fit the view.
        let first = worlds.draw(&mut self.rng).ok_or_else(Refusal::bad_view)?;
        let public = first.view(Viewer::Spectator);
        let strangers = self.worlds(&public, Viewer::Spectator, wanted)?;
        let (mut world, mut other) = (None, None);
        for simulation in 0..sims {
            if simulation % LOOK == 0 {
                if stop.is_set() {
                    return Err(stopped());
                }
                if simulation > 0 && until.is_some_and(|until| Instant::now() >= until) {
                    break;
                }
            }
            if simulation % self.parameters.reuse == 0 {
                world = worlds.draw(&mut self.rng);
                self.worlds += 1;
                if self.multi {
                    other = self.estrange(&strangers);
                }
            }
            let learning = self.multi && simulation % 2 == 1;
            let from = if learning { &other } else { &world };
            if let Some(mut state) = from.clone() {
                self.simulate(&mut state, learning);
            }
            self.simulations += 1;
        }
        Ok(())
    }

    /// Worlds that fit what a viewer knows.
    fn worlds<'a>(
        &mut self,
        view: &'a G::View,
        viewer: Viewer,
        wanted: u32,
    ) -> Result<Worlds<'a, G>, Refusal> {
        let needed = self.multi || viewer != Viewer::Spectator;
        let worlds = match self.parameters.opponents {
            Opponents::Model if needed => Worlds::new(view, viewer, wanted as usize, &mut self.rng),
            _ => Some(Worlds::uniform(view)),
        };
        worlds.ok_or_else(Refusal::bad_view)
    }

    /// A world that fits what everybody may know, in which the same decision is to be made.
    fn estrange(&mut self, strangers: &Worlds<'_, G>) -> Option<G> {
        let other = strangers.draw(&mut self.rng)?;
        self.worlds += 1;
        let asked = other.turn().seats().contains(self.seat);
        (asked && !other.legal(self.seat).is_empty()).then_some(other)
    }

    /// Descends the trees until something is tried for the first time, plays on at random, and
    /// counts what came of it.
    fn simulate(&mut self, state: &mut G, learning: bool) {
        let mut place = Place { at: [Tree::ROOT; MAX_SEATS + 1], depth: 0, learning };
        self.path.clear();
        while place.depth < DEEPEST {
            let seat = match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = state.draw(&mut self.rng);
                    state.apply_chance(chance, &mut NoEvents);
                    continue;
                }
                // The decision that is thought about comes first, whoever else is asked. Of others
                // that are asked together the lowest answers first: no order is known, and one is
                // enough for a tree.
                Turn::Seats(_) if place.depth == 0 => self.seat,
                Turn::Seats(seats) => seats.lowest().expect("a turn has a seat"),
            };
            let legal = state.worth_considering(seat, state.legal(seat));
            if legal.len() == 1 && place.depth > 0 {
                // Nothing to choose, nothing to learn.
                let id = legal.nth(0);
                state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                continue;
            }
            let new = if self.multi {
                self.descend_multi(state, seat, legal, &mut place)
            } else {
                self.descend_single(state, seat, legal, &mut place)
            };
            if new {
                break;
            }
        }
        // Where play by the default policy leads somewhere, its end says more than an evaluation on
        // the way.
        let depth = if G::ABOUT.has_default_policy { 0 } else { self.parameters.depth };
        let payoffs = match self.parameters.opponents {
            Opponents::Model => rollout(state, self.seat, depth, &mut self.rng),
            Opponents::Random => random_rollout(state, self.seat, depth, &mut self.rng),
        };
        for &(tree, edge, seat) in &self.path {
            self.trees[tree].count(edge, payoffs[seat.index()].min(WIN));
        }
    }

    /// One tree: what others do is told apart as far as the searching seat sees it.
    fn descend_single(
        &mut self,
        state: &mut G,
        seat: Seat,
        legal: G::Legal,
        place: &mut Place,
    ) -> bool {
        let own = seat == self.seat;
        let labels = if own { legal } else { guises(state, legal) };
        // The decision that is thought about gets every chance; what comes after it is mostly as
        // usual.
        let has_default_policy = G::ABOUT.has_default_policy && place.depth > 0;
        let usual = has_default_policy.then(|| state.default_policy(seat, &legal, &mut self.rng));
        let usual = usual.map(|id| state.public_action_id(G::ACTIONS[usize::from(id.0)]));
        let tree = &mut self.trees[0];
        let chosen = tree.choose(place.at[0], seat, labels, usual, self.explore, &mut self.rng);
        let id = if own || labels == legal {
            chosen.label
        } else {
            unmask(state, legal, chosen.label, &mut self.rng)
        };
        state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
        let Some(edge) = chosen.edge else {
            return true;
        };
        self.path.push((0, edge, seat));
        if !chosen.new {
            place.depth += 1;
            place.at[0] = tree.follow(edge);
        }
        chosen.new
    }

    /// A tree a seat. In a world that fits the view the searching seat learns, and the others do
    /// what they have come to do most; in a world in which its own secrets are dealt again too, the
    /// others learn, and meet what they may expect of it. So they never act on what they can't
    /// know.
    fn descend_multi(
        &mut self,
        state: &mut G,
        seat: Seat,
        legal: G::Legal,
        place: &mut Place,
    ) -> bool {
        let own = seat == self.seat;
        let tree = if own && place.learning { self.stranger() } else { seat.index() };
        let (at, explore, rng) = (place.at[tree], self.explore, &mut self.rng);
        let chosen = if own || place.learning {
            self.trees[tree].choose(at, seat, legal, None, explore, rng)
        } else {
            let usual = match self.parameters.opponents {
                Opponents::Model => Some(state.default_policy(seat, &legal, rng)),
                Opponents::Random => None,
            };
            self.trees[tree].imitate(at, seat, legal, usual, rng)
        };
        let action = G::ACTIONS[usize::from(chosen.label.0)];
        let public_action_id = state.public_action_id(action);
        state.play(seat, action, &mut NoEvents);
        let Some(edge) = chosen.edge else {
            return true;
        };
        if own || place.learning {
            self.path.push((tree, edge, seat));
        }
        if chosen.new {
            return true;
        }
        place.depth += 1;
        let stranger = self.stranger();
        for (observer, tree) in self.trees.iter_mut().enumerate() {
            let told = observer == seat.index() || (own && observer == stranger);
            let label = if told { chosen.label } else { public_action_id };
            let Some(seen) = tree.witness(place.at[observer], seat, label) else {
                return true;
            };
            place.at[observer] = tree.follow(seen);
        }
        false
    }

    /// The tree of what the searching seat does as far as others can expect it.
    fn stranger(&self) -> usize {
        self.trees.len() - 1
    }

    fn found(&self, legal: &[ActionValue]) -> Found {
        let tree = &self.trees[if self.multi { self.seat.index() } else { 0 }];
        Found {
            worths: legal.iter().map(|worth| tree.worth(self.seat, worth.id)).collect(),
            worlds: self.worlds,
            simulations: self.simulations,
        }
    }
}

/// Legal actions as others see them.
fn guises<G: Game>(state: &G, legal: G::Legal) -> G::Legal {
    let mut labels = G::Legal::default();
    for id in legal.iter() {
        labels.insert(state.public_action_id(G::ACTIONS[usize::from(id.0)]));
    }
    labels
}

/// An action that looks like this to others, every one equally likely.
fn unmask<G: Game>(state: &G, legal: G::Legal, label: ActionId, rng: &mut Rng) -> ActionId {
    let mut alike = G::Legal::default();
    for id in legal.iter() {
        if state.public_action_id(G::ACTIONS[usize::from(id.0)]) == label {
            alike.insert(id);
        }
    }
    alike.pick(rng)
}
