use intrigue_core::{
    ActionId, ActionSet, Game, NoEvents, Refusal, RefusalKind, Rng, Seat, Text, Viewer, WIN,
    message,
};

use crate::rollout::{rollout, round};
use crate::worlds::Worlds;
use crate::{ActionValue, Stop, ismcts, learned, planner, policy::Policy};

/// What a policy thinks of a seat's legal actions.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgment {
    /// One entry for each action that is [worth considering](Game::worth_considering), by ascending
    /// id.
    pub worths: Vec<ActionValue>,
    /// The action to take.
    pub best: ActionId,
    /// Worlds dealt from the view.
    pub worlds: u64,
    /// Simulations run in them.
    pub simulations: u64,
}

/// What a policy thinks of the legal actions of the seat of a view.
///
/// One legal action needs no thought, and what thought costs depends on nothing but the view.
pub fn judge<G: Game>(
    view: &G::View,
    seat: Seat,
    policy: Policy,
    rng: &mut Rng,
    threads: usize,
    stop: &Stop,
) -> Result<Judgment, Refusal> {
    let policy = policy.resolve_for_any::<G>();
    let world = G::redeal(view, rng).ok_or_else(Refusal::bad_view)?;
    if !world.turn().seats().contains(seat) {
        return Err(Refusal::not_to_act());
    }
    let legal = world.legal(seat);
    let considered = match policy {
        Policy::Random => legal,
        _ => world.worth_considering(seat, legal),
    };
    let worths: Vec<ActionValue> = considered.iter().map(ActionValue::none).collect();
    if worths.len() == 1 || policy == Policy::Random {
        let best = considered.pick(rng);
        return Ok(Judgment { worths, best, worlds: 1, simulations: 0 });
    }
    match policy {
        Policy::Random | Policy::Strength(_) => unreachable!("both were answered above"),
        // The game's own quick judgment goes before any trying out, and costs nothing.
        Policy::Greedy { .. } if G::ABOUT.has_default_policy => Ok(Judgment {
            worths,
            best: world.default_policy(seat, &legal, rng),
            worlds: 1,
            simulations: 0,
        }),
        Policy::Greedy { worlds } => try_each::<G>(view, seat, worths, worlds, rng, stop, round),
        Policy::Playouts { sims } => {
            try_each::<G>(view, seat, worths, sims, rng, stop, |world, seat, rng| {
                rollout(world, seat, 0, rng)
            })
        }
        Policy::Planner { sims } => planner::plan::<G>(view, seat, worths, sims, rng, stop),
        Policy::Ismcts(search) => {
            let usual =
                G::ABOUT.has_default_policy.then(|| world.default_policy(seat, &legal, rng));
            let seats = (seat, world.seat_count());
            let mut judgment =
                ismcts::search::<G>(view, seats, worths, search, rng, threads, stop)?;
            // Of actions that come to the same, a search picks now this one, now that one.
            if let Some(usual) = usual {
                judgment.best = unless_clearly_better(&judgment.worths, usual, judgment.best);
            }
            Ok(judgment)
        }
        Policy::Learned { temperature } => {
            let mut features = vec![0; G::ABOUT.feature_size()];
            G::features(view, &mut features);
            let seats = world.seat_count();
            let best = learned::pick::<G>(seats, &features, &legal, temperature, rng)?;
            Ok(Judgment { worths, best, worlds: 1, simulations: 0 })
        }
    }
}

/// The same with an entry for every legal action, and what it is worth: a policy that goes by the
/// default policy tries nothing out by itself, so that is done for those who ask.
pub(crate) fn judge_in_full<G: Game>(
    view: &G::View,
    seat: Seat,
    policy: Policy,
    rng: &mut Rng,
    threads: usize,
    stop: &Stop,
) -> Result<Judgment, Refusal> {
    let policy = policy.resolve_for_any::<G>();
    let mut judgment = judge::<G>(view, seat, policy, rng, threads, stop)?;
    if let Policy::Greedy { worlds } = policy
        && G::ABOUT.has_default_policy
        && judgment.worths.len() > 1
    {
        let tried = try_each::<G>(view, seat, judgment.worths, worlds, rng, stop, round)?;
        judgment = Judgment { best: judgment.best, ..tried };
    }
    // What was not worth considering was never tried.
    let legal = G::redeal(view, rng).ok_or_else(Refusal::bad_view)?.legal(seat);
    let of = |id| judgment.worths.iter().find(|worth| worth.id == id).copied();
    let worths = legal.iter().map(|id| of(id).unwrap_or(ActionValue::none(id))).collect();
    Ok(Judgment { worths, ..judgment })
}

/// Tries all actions in the same worlds, and takes the one that did best on average.
fn try_each<G: Game>(
    view: &G::View,
    seat: Seat,
    mut worths: Vec<ActionValue>,
    worlds: u32,
    rng: &mut Rng,
    stop: &Stop,
    play_on: impl Fn(&mut G, Seat, &mut Rng) -> intrigue_core::Payoffs,
) -> Result<Judgment, Refusal> {
    let viewer = Viewer::Seat(seat);
    let likely = Worlds::<G>::new(view, viewer, worlds as usize, rng);
    let likely = likely.ok_or_else(Refusal::bad_view)?;
    for _ in 0..worlds {
        if stop.is_set() {
            return Err(stopped());
        }
        let world = likely.draw(rng).ok_or_else(Refusal::bad_view)?;
        for worth in &mut worths {
            let mut world = world.clone();
            world.play(seat, G::ACTIONS[usize::from(worth.id.0)], &mut NoEvents);
            worth.count(play_on(&mut world, seat, rng)[seat.index()].min(WIN));
        }
    }
    let simulations = u64::from(worlds) * worths.len() as u64;
    let best = best_by(&worths, |worth| worth.total, rng);
    Ok(Judgment { worths, best, worlds: u64::from(worlds) + 1, simulations })
}

/// The action with the most of something; where several have as much, one of them is drawn.
pub(crate) fn best_by<K: Ord + Copy>(
    worths: &[ActionValue],
    key: impl Fn(&ActionValue) -> K,
    rng: &mut Rng,
) -> ActionId {
    let most = worths.iter().map(&key).max();
    let ties: Vec<ActionId> =
        worths.iter().filter(|&worth| Some(key(worth)) == most).map(|worth| worth.id).collect();
    ties[rng.index(ties.len())]
}

/// What the default policy does, unless what did best is better by more than chance would have it.
pub(crate) fn unless_clearly_better(
    worths: &[ActionValue],
    usual: ActionId,
    best: ActionId,
) -> ActionId {
    let find = |id| worths.iter().find(|worth| worth.id == id);
    let (Some(usual), Some(best)) = (find(usual), find(best)) else {
        return best;
    };
    let error = best.error().hypot(usual.error());
    if best.value() - usual.value() > error / 2.0 { best.id } else { usual.id }
}

pub(crate) fn stopped() -> Refusal {
    Refusal::new(RefusalKind::Stopped, "STOPPED", Text::of_core(|text| message!(text, "stopped")))
}
