use intrigue_core::wire_fields::seat_number;
use intrigue_core::{
    ActionId, ActionSet, Game, PositionMessage, Refusal, RefusalKind, Rng, Seat, Seed, Text,
    Viewer, Visitor, Wording, action_in, guard, message, view_of,
};
use intrigue_games::catalog;
use intrigue_wire::v1 as wire;

use crate::judgment::judge_in_full;
use crate::{Judgment, POLICIES, Policy, Stop, judge};

/// Who made a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A match of this process, so it is true.
    Match,
    /// Somebody else: it may be wrong in any way.
    Caller,
}

/// The action that a policy picks for the seat of a view that owes a decision. The same view,
/// policy, seed and stream give the same action, unless the policy goes by the clock.
pub fn decide(
    position: &PositionMessage,
    source: Source,
    policy: Policy,
    seed: &Seed,
    stream: u64,
    threads: usize,
) -> Result<ActionId, Refusal> {
    let judge = Judge {
        position,
        source,
        policy,
        rng: Rng::new(seed, stream),
        threads,
        stop: &Stop::default(),
        in_full: false,
    };
    judge.ask().map(|judged| judged.judgment.best)
}

/// What a policy thinks of each action of the seat of a view that owes a decision.
pub fn analyze(
    position: &PositionMessage,
    source: Source,
    policy: Policy,
    seed: &Seed,
    threads: usize,
    stop: &Stop,
) -> Result<wire::Analysis, Refusal> {
    if !policy.judges() {
        return Err(no_judge(policy));
    }
    let rng = Rng::new(seed, 0);
    let judge = Judge { position, source, policy, rng, threads, stop, in_full: true };
    let Judged { judgment, seat, actions, policy } = judge.ask()?;
    let value = |(worth, action): (&crate::ActionValue, wire::GameAction)| wire::ActionValue {
        action: Some(action),
        visit_count: worth.visits,
        value: worth.value(),
        error: worth.error(),
    };
    Ok(wire::Analysis {
        seat: Some(seat_number(seat)),
        actions: judgment.worths.iter().zip(actions).map(value).collect(),
        best_action_id: Some(judgment.best.0.into()),
        world_count: judgment.worlds,
        simulation_count: judgment.simulations,
        policy: Some(policy.to_wire()),
    })
}

/// Worlds number `first` on that fit a view, as every seat would see them.
pub fn sample_worlds(
    position: &PositionMessage,
    seed: &Seed,
    first: u64,
    count: u64,
) -> Result<Vec<wire::World>, Refusal> {
    (first..first.saturating_add(count))
        .map(|index| Ok(crate::world_of(position, seed, index, false)?.to_wire(index)))
        .collect()
}

/// The answer of the game that a view is of.
pub(crate) fn of_view<T>(ask: impl Fn(&str) -> Result<Option<T>, Refusal>) -> Result<T, Refusal> {
    catalog::IDS.iter().find_map(|id| ask(id).ok().flatten()).ok_or_else(Refusal::bad_view)
}

/// A view as somebody sent it, if it is of this game and some world looks like that: the rules could
/// have led there, it is what the viewer sees there, and every seat that is asked can answer.
pub(crate) fn believable<G: Game>(position: &PositionMessage) -> Option<(G::View, Viewer)> {
    // What no rule could lead to may be a panic to the code of the rules.
    guard(|| view_of_some_world::<G>(position)).ok().flatten()
}

fn view_of_some_world<G: Game>(position: &PositionMessage) -> Option<(G::View, Viewer)> {
    let (view, viewer) = view_of::<G>(position)?;
    let world = G::redeal(&view, &mut Rng::new(&Seed::from_number(0), 0))?;
    if let Viewer::Seat(seat) = viewer
        && seat.index() >= world.seat_count()
    {
        return None;
    }
    let mut asked = world.turn().seats().iter();
    let fits = asked.all(|seat| !world.legal(seat).is_empty())
        && world.view(viewer) == view
        && world.check_invariants().is_none();
    fits.then_some((view, viewer))
}

fn no_judge(policy: Policy) -> Refusal {
    let names = POLICIES.iter().map(|spec| spec.name);
    let judges = |name: &&str| Policy::parse(name).is_ok_and(Policy::judges);
    let known = names.filter(judges).collect::<Vec<_>>().join(", ");
    let name = policy.to_wire().name;
    let text = Text::of_core(|text| message!(text, "no-judge", name = &name, names = &known));
    Refusal::new(RefusalKind::UnknownPolicy, "NO_JUDGE", text)
        .with("policy", name)
        .with("known", known)
        .in_field("policy")
}

#[derive(Clone)]
struct Judge<'a> {
    position: &'a PositionMessage,
    source: Source,
    policy: Policy,
    rng: Rng,
    threads: usize,
    stop: &'a Stop,
    /// Whether all is told of what was found, or only what to do.
    in_full: bool,
}

/// What was found.
struct Judged {
    judgment: Judgment,
    seat: Seat,
    /// The legal actions with their labels, if the whole analysis is wanted.
    actions: Vec<wire::GameAction>,
    /// Who judged; of a strength the policy behind it.
    policy: Policy,
}

impl Judge<'_> {
    /// What the game says that the view is of.
    fn ask(&self) -> Result<Judged, Refusal> {
        of_view(|id| catalog::visit(id, self.clone()))?
    }
}

impl Visitor for Judge<'_> {
    type Output = Option<Result<Judged, Refusal>>;

    fn visit<G: Game>(mut self) -> Self::Output {
        let (view, viewer) = match self.source {
            Source::Match => view_of::<G>(self.position)?,
            Source::Caller => believable::<G>(self.position)?,
        };
        let Viewer::Seat(seat) = viewer else {
            return Some(Err(Refusal::not_to_act()));
        };
        let policy = self.policy.resolve_for_any::<G>();
        let (rng, threads) = (&mut self.rng, self.threads);
        if !self.in_full {
            let judged = judge::<G>(&view, seat, policy, rng, threads, self.stop);
            return Some(judged.map(|judgment| {
                let actions = Vec::new();
                Judged { judgment, seat, actions, policy }
            }));
        }
        let judged = judge_in_full::<G>(&view, seat, policy, rng, threads, self.stop);
        Some(judged.map(|judgment| {
            let ids = judgment.worths.iter().map(|worth| worth.id);
            let actions = ids.map(|id| action_in::<G>(&view, id, Wording::PLAIN));
            let actions = actions.collect();
            Judged { judgment, seat, actions, policy }
        }))
    }
}
