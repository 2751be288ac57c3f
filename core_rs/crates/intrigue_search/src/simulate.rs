use intrigue_core::{
    ActionId, ActionSet, Game, Match, NoEvents, Refusal, RefusalKind, Rng, Seat, Seed, Settings,
    SettingsMessage, Text, Turn, Viewer, Visitor, message,
};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::rollout::first_of;
use crate::tally::{Played, Tally};
use crate::trajectories::{Recorder, Recording, Trajectories};
use crate::{Policy, Stop, judge, learned, resolve_policy};

/// The most matches of a task: beyond it, sums of squares might not fit.
const MOST_MATCHES: u64 = 1_000_000_000;

/// A task in full, and how it is cut.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckedTask {
    /// With all options and parameters.
    pub task: wire::SimulationTask,
    settings: Settings,
    /// How many blocks it has.
    pub blocks: u64,
    /// How many matches a block has.
    pub block_matches: u64,
}

/// Checks a task, and fills in what it leaves to defaults.
pub fn check_task(task: &wire::SimulationTask) -> Result<CheckedTask, Refusal> {
    let message = SettingsMessage {
        // As many as there are policies, unless the game has a fixed number.
        seat_count: u32::try_from(task.policies.len()).unwrap_or(u32::MAX),
        options: task.options.clone(),
        documents: task.documents.clone(),
    };
    let given = match catalog::read_settings(&task.game, &message) {
        Err(refusal) if refusal.field == "seat_count" => {
            let accepted = refusal.values.iter().find(|(name, _)| *name == "accepted");
            let seats = accepted.map_or("", |(_, accepted)| accepted);
            return Err(wrong_policies(task.policies.len(), seats));
        }
        given => given?,
    };
    let (settings, seats) = catalog::settle_options(&task.game, &given)?;
    if task.policies.len() != seats {
        return Err(wrong_policies(task.policies.len(), &seats.to_string()));
    }
    let mut policies = policies_of(task)?;
    for (place, policy) in policies.iter_mut().enumerate() {
        *policy = resolve_policy(*policy, &task.game, &settings)
            .map_err(|refusal| refusal.in_field(format!("policies[{place}]")))?;
    }
    read_seed(&task.seed)?;
    let block_matches = if rotates(task) { seats as u64 } else { 1 };
    // A task in full may have been rounded up.
    if !(1..MOST_MATCHES + block_matches).contains(&task.match_count)
        || !task.first_match.is_multiple_of(block_matches)
        || task.first_match > MOST_MATCHES
    {
        return Err(wrong_match_count(task));
    }
    let blocks = task.match_count.div_ceil(block_matches);
    let message = SettingsMessage::new(&settings, seats);
    Ok(CheckedTask {
        task: wire::SimulationTask {
            options: message.options,
            documents: message.documents,
            policies: policies.into_iter().map(Policy::to_wire).collect(),
            match_count: blocks * block_matches,
            rotate: Some(rotates(task)),
            ..task.clone()
        },
        settings,
        blocks,
        block_matches,
    })
}

/// Whether policies change seats, which they do where a task leaves it open.
fn rotates(task: &wire::SimulationTask) -> bool {
    task.rotate.unwrap_or(true)
}

fn policies_of(task: &wire::SimulationTask) -> Result<Vec<Policy>, Refusal> {
    let policy = |(place, policy): (usize, &wire::Policy)| {
        let in_place = |refusal: Refusal| refusal.in_field(format!("policies[{place}]"));
        Policy::from_wire(policy).map_err(in_place)
    };
    task.policies.iter().enumerate().map(policy).collect()
}

/// The tally of some blocks of a task. Blocks that were begun but not finished when the end was
/// asked for don't count.
pub fn simulate(
    task: &wire::SimulationTask,
    first_block: u64,
    blocks: u64,
    stop: &Stop,
) -> Result<wire::Tally, Refusal> {
    simulate_blocks(task, first_block, blocks, stop, None).map(|(tally, _)| tally)
}

/// The same, with every decision of the matches that count.
pub fn simulate_recorded(
    task: &wire::SimulationTask,
    first_block: u64,
    blocks: u64,
    stop: &Stop,
    recording: Recording,
) -> Result<(wire::Tally, Trajectories), Refusal> {
    simulate_blocks(task, first_block, blocks, stop, Some(recording))
}

fn simulate_blocks(
    task: &wire::SimulationTask,
    first_block: u64,
    blocks: u64,
    stop: &Stop,
    recording: Option<Recording>,
) -> Result<(wire::Tally, Trajectories), Refusal> {
    let checked = check_task(task)?;
    let end = first_block.saturating_add(blocks).min(checked.blocks);
    // Blocks before those of the task belong to others that share its seed.
    let earlier = task.first_match / checked.block_matches;
    catalog::visit(
        &task.game,
        Blocks {
            settings: &checked.settings,
            rotate: rotates(task),
            policies: &policies_of(&checked.task)?,
            seed: &read_seed(&task.seed)?,
            numbers: earlier + first_block..earlier + end,
            stop,
            recording,
        },
    )?
}

pub(crate) fn read_seed(seed: &[u8]) -> Result<Seed, Refusal> {
    let bytes = seed.try_into().map_err(|_| Refusal::bad_seed())?;
    Ok(Seed::new(bytes))
}

struct Blocks<'a> {
    settings: &'a Settings,
    rotate: bool,
    policies: &'a [Policy],
    seed: &'a Seed,
    numbers: std::ops::Range<u64>,
    stop: &'a Stop,
    recording: Option<Recording>,
}

impl Visitor for Blocks<'_> {
    type Output = Result<(wire::Tally, Trajectories), Refusal>;

    fn visit<G: Game>(self) -> Self::Output {
        let options = Match::<G>::options_of(self.settings)?;
        let seats = self.policies.len();
        let turns = if self.rotate { seats } else { 1 };
        let mut tally = Tally::new(seats);
        let mut played = Vec::with_capacity(turns);
        let mut recorder = self.recording.map(Recorder::<G>::new);
        let mut counted = 0;
        'blocks: for block in self.numbers {
            played.clear();
            for shift in 0..turns {
                let number = block * turns as u64 + shift as u64;
                let mut table = Table::<G> {
                    state: G::new(&options),
                    // Every match of a block has the same deals, and its own luck.
                    deals: Rng::new(self.seed, 2 * block),
                    luck: Rng::new(self.seed, 2 * number + 1),
                    stop: self.stop,
                };
                if let Some(recorder) = &mut recorder {
                    recorder.begin(seats);
                }
                let Some(one) = table.play(self.policies, shift, recorder.as_mut())? else {
                    break 'blocks;
                };
                if let Some(recorder) = &mut recorder {
                    recorder.end(number, &one.payoffs);
                }
                played.push(one);
            }
            tally.count(&played);
            counted = (block + 1) * turns as u64;
        }
        let rows = recorder.map(|recorder| recorder.finish(counted)).unwrap_or_default();
        Ok((tally.to_wire(), rows))
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
    fn play(
        &mut self,
        policies: &[Policy],
        shift: usize,
        mut recorder: Option<&mut Recorder<G>>,
    ) -> Result<Option<Played>, Refusal> {
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
                    let place = (seat.index() + shift) % policies.len();
                    let policy = policies[place];
                    let id = match pick(&self.state, seat, policy, &mut self.luck, self.stop) {
                        Err(refusal) if refusal.kind == RefusalKind::Stopped => return Ok(None),
                        picked => picked?,
                    };
                    if let Some(recorder) = &mut recorder {
                        recorder.decide(&self.state, seat, place, id);
                    }
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
    if let Policy::Learned { temperature } = policy {
        // The features and what is legal are matters of the view too: no world needs to be dealt.
        let legal = state.legal(seat);
        if legal.len() == 1 {
            return Ok(legal.pick(rng));
        }
        let mut features = vec![0; G::ABOUT.feature_size()];
        state.observe(&mut G::ObservationCache::default(), Viewer::Seat(seat), &mut features);
        return learned::pick::<G>(state.seat_count(), &features, &legal, temperature, rng);
    }
    let view = state.view(Viewer::Seat(seat));
    judge::<G>(&view, seat, policy, rng, 1, stop).map(|judgment| judgment.best)
}

fn wrong_policies(given: usize, seats: &str) -> Refusal {
    let text = Text::of_core(|text| message!(text, "wrong-policies", seats, given));
    Refusal::new(RefusalKind::BadSimulation, "WRONG_POLICIES", text)
        .with("given", given)
        .with("seats", seats)
        .in_field("policies")
}

fn wrong_match_count(task: &wire::SimulationTask) -> Refusal {
    // As texts, because a number that is asked for may be too large to be counted with.
    let (count, first) = (task.match_count.to_string(), task.first_match.to_string());
    let text = Text::of_core(|text| {
        message!(text, "wrong-match-count", count = &count, first = &first, most = MOST_MATCHES)
    });
    Refusal::new(RefusalKind::BadSimulation, "WRONG_MATCH_COUNT", text)
        .with("match_count", count)
        .with("first_match", first)
        .with("most", MOST_MATCHES)
        .in_field("match_count")
}
