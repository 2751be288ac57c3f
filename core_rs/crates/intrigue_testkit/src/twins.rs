use intrigue_core::{ActionSet, Codec, Game, Match, Rng, Seat, Seed, Settings, Turn, Viewer};

use crate::variants::full;
use crate::{Channels, Violation};

/// What a run over twin worlds has compared.
#[derive(Clone, Copy, Default, Debug)]
pub struct TwinTally {
    /// Pairs of worlds that a viewer must not be able to tell apart, compared in all channels.
    pub pairs: u64,
    /// Pairs whose worlds truly differ.
    pub different: u64,
    /// Steps in which nature or another seat chose differently in the two worlds, unseen.
    pub diverged: u64,
}

/// One step of nature or of a seat.
#[derive(Clone, Copy, PartialEq)]
enum Choice<C, A> {
    Chance(C),
    Action(Seat, A),
}

type ChoiceOf<G> = Choice<<G as Game>::Chance, <G as Codec>::Action>;

/// Property 4. Plays a match at random beside a twin: a world re-dealt from what the viewer knows.
/// Whatever the viewer is shown must be the same in both, byte for byte: views, prompts,
/// refusals, events, features. Where nature or another seat chooses, the twin chooses something
/// else whenever the viewer is not entitled to tell the difference. In an open game nobody lacks
/// anything, and the twin must be the true world at every step.
pub fn twin_worlds<G: Game>(
    channels: &Channels<G>,
    settings: &Settings,
    viewer: Viewer,
    seed: u64,
) -> Result<TwinTally, Violation> {
    let options = Match::<G>::options_of(&full::<G>(settings)).expect("a variant is sound");
    let seats = G::seats(&options);
    let mut rng = Rng::new(&Seed::from_number(seed), 0);
    let mut truth = G::new(&options);
    // Before the deal the twins are one: they part in it, as far as the viewer can't tell.
    let mut twin = Some(truth.clone());
    let mut tally = TwinTally::default();
    loop {
        let turn = truth.turn();
        if turn != Turn::Chance {
            // A twin lives on for a while, so that late leaks have time to show.
            if twin.is_none() || G::ABOUT.open || rng.below(4) == 0 {
                let view = (channels.view)(&truth, viewer);
                let world = G::redeal(&view, &mut rng)
                    .ok_or_else(|| Violation::new("no world fits a view", seed))?;
                twin = Some(world);
            }
            if let Some(world) = &twin {
                tally.pairs += 1;
                if G::ABOUT.open && *world != truth {
                    return Err(Violation::new("a viewer of an open game lacks something", seed));
                }
                // Nobody else would see a difference either in a world that is the true one.
                let differs = |other| truth.view(other) != world.view(other);
                tally.different += u64::from(Viewer::all(seats).any(differs));
                if channels.shown(&truth, viewer) != channels.shown(world, viewer) {
                    return Err(Violation::new("a viewer can tell twin worlds apart", seed));
                }
            }
        }
        let choice = match turn {
            Turn::Over => return Ok(tally),
            Turn::Chance => Choice::Chance(truth.draw(&mut rng)),
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(rng.index(seats.len())).expect("a turn has a seat");
                let id = truth.legal(seat).pick(&mut rng);
                Choice::Action(seat, G::ACTIONS[usize::from(id.0)])
            }
        };
        let (next, events) = after(&truth, choice);
        if let Some(world) = &twin {
            let candidates = rivals(world, choice, viewer, &mut rng);
            let told = channels.told(&next, &events, viewer);
            // Only what the rules themselves let the viewer see decides whether the twins part.
            let entitled = next.view(viewer);
            let matched = candidates.into_iter().find_map(|candidate| {
                let (world, events) = after(world, candidate);
                (world.view(viewer) == entitled).then_some((candidate, world, events))
            });
            twin = match matched {
                None => None,
                Some((candidate, world, events)) => {
                    tally.diverged += u64::from(candidate != choice);
                    if channels.told(&world, &events, viewer) != told {
                        return Err(Violation::new("events tell twin worlds apart", seed));
                    }
                    Some(world)
                }
            };
        }
        truth = next;
    }
}

fn after<G: Game>(state: &G, choice: ChoiceOf<G>) -> (G, Vec<G::Event>) {
    let (mut next, mut events) = (state.clone(), Vec::new());
    match choice {
        Choice::Chance(chance) => next.apply_chance(chance, &mut events),
        Choice::Action(seat, action) => next.play(seat, action, &mut events),
    }
    (next, events)
}

/// What could happen in the twin instead, in random order, what happens in truth last: any chance,
/// and of another seat's actions those that look alike. The viewer's own seat does the same in
/// both.
fn rivals<G: Game>(
    world: &G,
    choice: ChoiceOf<G>,
    viewer: Viewer,
    rng: &mut Rng,
) -> Vec<ChoiceOf<G>> {
    // In an open game everything is told, also what leaves no trace on the table.
    if G::ABOUT.open {
        return vec![choice];
    }
    let mut choices: Vec<ChoiceOf<G>> = match (choice, world.turn()) {
        (Choice::Chance(_), Turn::Chance) => {
            let chances = world.chances().into_iter();
            chances.map(|(chance, _)| Choice::Chance(chance)).collect()
        }
        (Choice::Action(seat, action), Turn::Seats(seats)) if seats.contains(seat) => {
            let legal = world.legal(seat);
            let actions = legal.iter().map(|id| G::ACTIONS[usize::from(id.0)]);
            let alike = |other: &G::Action| {
                *other == action
                    || (!viewer.is(seat)
                        && world.public_action_id(*other) == world.public_action_id(action))
            };
            actions.filter(alike).map(|other| Choice::Action(seat, other)).collect()
        }
        _ => Vec::new(),
    };
    rng.shuffle(&mut choices);
    choices.sort_by_key(|&other| other == choice);
    choices
}
