use intrigue_core::{
    ActionId, ActionSet, Game, Match, NoEvents, Refusal, RefusalKind, Rng, Seat, Seed, Text, Turn,
    Viewer, Visitor, fill_defaults, message,
};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::rollout::first_of;
use crate::tally::{Played, Tally};
use crate::{Policy, Stop, judge};

/// The most matches of a task: beyond it, sums of squares might not fit.
const MOST_GAMES: u64 = 1_000_000_000;

/// A task in full, and how it is cut.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedTask {
    /// With all options, and policies by their full names.
    pub task: wire::SimulationTask,
    /// How many blocks it has.
    pub blocks: u64,
    /// How many matches a block has.
    pub block_games: u64,
}

/// Checks a task, and fills in what it leaves to defaults.
pub fn check_task(task: &wire::SimulationTask) -> Result<CheckedTask, Refusal> {
    let (options, seats) = catalog::settle_options(&task.game, &task.options)?;
    if task.policies.len() != seats {
        return Err(wrong_policies(task.policies.len(), seats));
    }
    let policies: Result<Vec<Policy>, Refusal> =
        task.policies.iter().map(|name| Policy::parse(name)).collect();
    read_seed(&task.seed)?;
    let block_games = if task.fixed_seats { 1 } else { seats as u64 };
    // A task in full may have been rounded up.
    if !(1..MOST_GAMES + block_games).contains(&task.games) {
        return Err(wrong_games(task.games));
    }
    let blocks = task.games.div_ceil(block_games);
    Ok(CheckedTask {
        task: wire::SimulationTask {
            options,
            policies: policies?.iter().map(ToString::to_string).collect(),
            games: blocks * block_games,
            ..task.clone()
        },
        blocks,
        block_games,
    })
}

/// The tally of some blocks of a task. Blocks that were begun but not finished when the end was
/// asked for don't count.
pub fn simulate(
    task: &wire::SimulationTask,
    first_block: u64,
    blocks: u64,
    stop: &Stop,
) -> Result<wire::Tally, Refusal> {
    let checked = check_task(task)?;
    let policies: Result<Vec<Policy>, Refusal> =
        task.policies.iter().map(|name| Policy::parse(name)).collect();
    let end = first_block.saturating_add(blocks).min(checked.blocks);
    catalog::visit(
        &task.game,
        Blocks {
            task: &checked.task,
            policies: &policies?,
            seed: &read_seed(&task.seed)?,
            numbers: first_block..end,
            stop,
        },
    )?
}

pub(crate) fn read_seed(seed: &[u8]) -> Result<Seed, Refusal> {
    let bytes = seed.try_into().map_err(|_| Refusal::bad_seed())?;
    Ok(Seed::new(bytes))
}

struct Blocks<'a> {
    task: &'a wire::SimulationTask,
    policies: &'a [Policy],
    seed: &'a Seed,
    numbers: std::ops::Range<u64>,
    stop: &'a Stop,
}

impl Visitor for Blocks<'_> {
    type Output = Result<wire::Tally, Refusal>;

    fn visit<G: Game>(self) -> Self::Output {
        let settings = fill_defaults(G::ABOUT.options, &self.task.options)?;
        let options = Match::<G>::options_of(&settings)?;
        let seats = self.policies.len();
        let turns = if self.task.fixed_seats { 1 } else { seats };
        let mut tally = Tally::new(seats);
        let mut played = Vec::with_capacity(turns);
        for block in self.numbers {
            played.clear();
            for shift in 0..turns {
                let mut table = Table::<G> {
                    state: G::new(&options),
                    // Every match of a block has the same deals, and its own luck.
                    deals: Rng::new(self.seed, 2 * block),
                    luck: Rng::new(self.seed, 2 * (block * turns as u64 + shift as u64) + 1),
                    stop: self.stop,
                };
                match table.play(self.policies, shift)? {
                    Some(one) => played.push(one),
                    None => return Ok(tally.to_wire()),
                }
            }
            tally.count(&played);
        }
        Ok(tally.to_wire())
    }
}

/// A match between policies.
struct Table<'a, G: Game> {
    state: G,
    deals: Rng,
    luck: Rng,
    stop: &'a Stop,
}

impl<G: Game> Table<'_, G> {
    /// Plays to the end; `None` if the work was asked to end.
    fn play(&mut self, policies: &[Policy], shift: usize) -> Result<Option<Played>, Refusal> {
        let mut decisions = 0;
        loop {
            match self.state.turn() {
                Turn::Over => {
                    return Ok(Some(Played {
                        shift,
                        payoffs: self.state.payoffs(),
                        ending: self.state.outcome().map_or("", |outcome| outcome.ending),
                        decisions,
                    }));
                }
                Turn::Chance => {
                    let chance = self.state.draw(&mut self.deals);
                    self.state.apply_chance(chance, &mut NoEvents);
                }
                Turn::Seats(seats) => {
                    if self.stop.is_set() {
                        return Ok(None);
                    }
                    let seat = first_of(seats, &mut self.luck);
                    let policy = policies[(seat.index() + shift) % policies.len()];
                    let id = match pick(&self.state, seat, policy, &mut self.luck, self.stop) {
                        Err(refusal) if refusal.kind == RefusalKind::Stopped => return Ok(None),
                        picked => picked?,
                    };
                    self.state.play(seat, G::ACTIONS[usize::from(id.0)], &mut NoEvents);
                    decisions += 1;
                }
            }
        }
    }
}

/// What a policy picks for a seat: from its view. What is legal is a matter of the view alone, so
/// for a random pick there is no need to build it.
#[inline]
pub(crate) fn pick<G: Game>(
    state: &G,
    seat: Seat,
    policy: Policy,
    rng: &mut Rng,
    stop: &Stop,
) -> Result<ActionId, Refusal> {
    if policy == Policy::Random {
        return Ok(state.legal(seat).pick(rng));
    }
    if G::ABOUT.open && G::ABOUT.has_default_policy && matches!(policy, Policy::Greedy { .. }) {
        // Nothing is hidden, so the only world that fits the view is this one.
        return Ok(state.default_policy(seat, &state.legal(seat), rng));
    }
    let view = state.view(Viewer::Seat(seat));
    judge::<G>(&view, seat, policy, rng, 1, stop).map(|judgment| judgment.best)
}

fn wrong_policies(given: usize, seats: usize) -> Refusal {
    let text = Text::of_core(|text| message!(text, "wrong-policies", seats, given));
    Refusal::new(RefusalKind::BadSimulation, "WRONG_POLICIES", text)
}

fn wrong_games(games: u64) -> Refusal {
    // As a text, because a number that is asked for may be too large to be counted with.
    let games = games.to_string();
    let text =
        Text::of_core(|text| message!(text, "wrong-games", games = &games, most = MOST_GAMES));
    Refusal::new(RefusalKind::BadSimulation, "WRONG_GAMES", text)
}
