"""Analysis of a decision: the value of each legal action, from the seat's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.inprocess.game_description import Action
from intrigue.inprocess.match import Match
from intrigue.inprocess.policies import policy_in_full
from intrigue.inprocess.view import core_view
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import simulation_pb2

if TYPE_CHECKING:
    from intrigue.inprocess.view import View
    from intrigue_proto.seed import Seed
    from intrigue_proto.v1 import match_pb2


@dataclass(frozen=True, slots=True)
class ActionValue:
    """The value of one action."""

    action: Action
    value: float
    """The expected payoff; a win is 1."""
    error: float
    """One standard error of the value; 0 if it was visited less than twice."""
    visits: int

    @property
    def id(self) -> int:
        """The id of the action."""
        return self.action.id

    @property
    def notation(self) -> str:
        """The notation of the action."""
        return self.action.notation

    @property
    def label(self) -> str:
        """What the action does, in English."""
        return self.action.label


@dataclass(frozen=True, slots=True)
class Analysis:
    """The values of a seat's legal actions. `str` gives a table, the best action first."""

    seat: int
    values: tuple[ActionValue, ...]
    """One per legal action, by ascending id."""
    best: int
    """The id of the action that the policy would take."""
    policy: str
    """The policy in full, with the defaults of its parameters."""
    worlds: int
    """The number of worlds that were sampled."""
    simulations: int

    def __getitem__(self, action: int | str) -> ActionValue:
        """The value of a legal action, by id or notation; KeyError for any other."""
        for value in self.values:
            if action in {value.id, value.notation}:
                return value
        raise KeyError(action)

    def __str__(self) -> str:
        ranking = sorted(self.values, key=lambda value: (value.id != self.best, -value.value))
        width = max(len(value.notation) for value in ranking)
        lines = [f"seat {self.seat}, {self.policy}: {self.simulations} simulations"]
        lines += [
            f"{value.notation:<{width}}  {value.value:6.3f} ± {value.error:.3f}"
            f"  {value.visits:>8} visits  {value.label}"
            for value in ranking
        ]
        return "\n".join(lines)


def analyze(
    position: Match | View | match_pb2.View | bytes,
    seat: int | None = None,
    policy: str = "hard",
    seed: Seed | None = 0,
    threads: int = 1,
) -> Analysis:
    """Evaluates every legal action of a seat of a match, or of a view that has a prompt.

    Only the view counts: what the seat can't know changes nothing. The same view, policy and seed
    give the same answer on any number of threads, unless the policy has a time limit. A message has
    no setup: for games that have one, give a `View`.

    Raises:
        Refused: The seat owes no decision, the policy is unknown or evaluates nothing, or the view
            fits no world (kind `bad_view`).
    """
    if isinstance(position, Match):
        view, setup = core_view(position.view((position.seat or 0) if seat is None else seat))
    elif seat is not None:
        raise ValueError("a view is that of its own seat: leave `seat` out")
    else:
        view, setup = core_view(position)
    found = simulation_pb2.Analysis.FromString(
        engine.analyze(
            view,
            policy,
            seed_bytes(seed),
            threads,
            setup=setup,
            trusted=isinstance(position, Match),
        )
    )
    return Analysis(
        seat=found.seat,
        values=tuple(
            ActionValue(
                action=Action.of(value.action),
                value=value.value,
                error=value.error,
                visits=value.visit_count,
            )
            for value in found.actions
        ),
        best=found.best_action_id,
        policy=policy_in_full(found.policy),
        worlds=found.world_count,
        simulations=found.simulation_count,
    )
