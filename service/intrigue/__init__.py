"""Intrigue: a gRPC game server over a Rust core, and its games in this process.

    >>> import intrigue
    >>> game = intrigue.Game.all()[0]
    >>> match = game.deal(seed=1)
    >>> while not match.over:
    ...     _ = match.play(match.decide("greedy", seed=1))
    >>> len(match.payoffs) == match.seats
    True
    >>> env = intrigue.VectorEnv(game, lanes=64, seed=1)
    >>> env.step(env.sample()).seats.shape
    (64,)

docs/python.md shows more. Names are imported when they are used: a server does not need numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.engine import Refused
    from intrigue.inprocess.analysis import analyze
    from intrigue.inprocess.game import Game
    from intrigue.inprocess.match import Match
    from intrigue.inprocess.policies import policies
    from intrigue.inprocess.simulation import simulate
    from intrigue.inprocess.step import Step
    from intrigue.inprocess.trajectories import Trajectories
    from intrigue.inprocess.vector_env import Buffers, VectorEnv
    from intrigue.inprocess.view import View
    from intrigue.inprocess.world import World
    from intrigue_proto.enum_names import as_dict, name_of
    from intrigue_proto.outcome import Outcome

__all__ = [
    "Buffers",
    "Game",
    "Match",
    "Outcome",
    "Refused",
    "Step",
    "Trajectories",
    "VectorEnv",
    "View",
    "World",
    "analyze",
    "as_dict",
    "name_of",
    "policies",
    "simulate",
]

_MODULES = {
    "Buffers": "intrigue.inprocess.vector_env",
    "Game": "intrigue.inprocess.game",
    "Match": "intrigue.inprocess.match",
    "Outcome": "intrigue_proto.outcome",
    "Refused": "intrigue.engine",
    "Step": "intrigue.inprocess.step",
    "Trajectories": "intrigue.inprocess.trajectories",
    "VectorEnv": "intrigue.inprocess.vector_env",
    "View": "intrigue.inprocess.view",
    "World": "intrigue.inprocess.world",
    "analyze": "intrigue.inprocess.analysis",
    "as_dict": "intrigue_proto.enum_names",
    "name_of": "intrigue_proto.enum_names",
    "policies": "intrigue.inprocess.policies",
    "simulate": "intrigue.inprocess.simulation",
}

# Type checkers would otherwise accept any name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(module), name)
        # Found directly the next time.
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
