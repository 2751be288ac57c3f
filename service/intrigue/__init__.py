"""The game service, and its games in this process: gRPC on the outside, a Rust core on the inside.

    >>> import intrigue
    >>> match = intrigue.Game.all()[0].deal(seed=1)

Nothing is loaded before it is asked for: a server has no use for numpy.
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
    from intrigue.inprocess.vector_env import Buffers, VectorEnv
    from intrigue.inprocess.world import World

__all__ = [
    "Buffers",
    "Game",
    "Match",
    "Refused",
    "VectorEnv",
    "World",
    "analyze",
    "policies",
    "simulate",
]

_HOMES = {
    "Buffers": "intrigue.inprocess.vector_env",
    "Game": "intrigue.inprocess.game",
    "Match": "intrigue.inprocess.match",
    "Refused": "intrigue.engine",
    "VectorEnv": "intrigue.inprocess.vector_env",
    "World": "intrigue.inprocess.world",
    "analyze": "intrigue.inprocess.analysis",
    "policies": "intrigue.inprocess.policies",
    "simulate": "intrigue.inprocess.simulation",
}

# To a type checker, a module that answers for any name would have every name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(home), name)
        # Next time the module has it.
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
