"""Many matches between built-in policies, on all processors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from intrigue import simulation
from intrigue.inprocess.game import Game
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue_proto.options import encode_options_for
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import simulation_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed


def simulate(
    game: Game | str,
    policies: Sequence[str],
    games: int = 1000,
    *,
    options: Options | None = None,
    seed: Seed | None = 0,
    fixed_seats: bool = False,
    threads: int | None = None,
    on_progress: Callable[[simulation.Progress], None] | None = None,
) -> SimulationResult:
    """Plays many matches between policies, and returns how each of them did.

    The result is determined by the arguments, on any number of threads, unless a policy has a
    time limit. Ctrl-C ends it.

    Args:
        game: What is played.
        policies: One per seat, such as "random" or "ismcts:sims=500". A game in which the number of
            seats varies gets as many as there are policies, unless the options say otherwise.
        games: How many matches; with rotation rounded up to whole blocks.
        options: The variant of the game.
        seed: The source of all chance; None: a random one, which the result has.
        fixed_seats: Whether each policy keeps its seat. By default policies rotate: each deal is
            played once per seat, with each policy once at each seat. This evens out the luck of
            deal and seat, so that the intervals are smaller.
        threads: The number of threads; None: one per available processor.
        on_progress: Called with the progress about ten times a second, and at the end.

    Raises:
        Refused: The game, an option or a policy is unknown, or they do not fit together.
    """
    if isinstance(policies, str):
        raise TypeError("policies: expected a sequence with a policy for each seat, not a text")
    if games < 1:
        raise ValueError(f"games: expected at least one, not {games}")
    played = Game(game)
    task = simulation_pb2.SimulationTask(
        game=played.id,
        options=encode_options_for(played, options, len(policies)),
        policies=policies,
        games=games,
        seed=seed_bytes(seed),
        fixed_seats=fixed_seats,
    )
    began = time.perf_counter()
    found = simulation.simulate(task.SerializeToString(), threads=threads, on_progress=on_progress)
    seconds = time.perf_counter() - began
    return SimulationResult.of(simulation_pb2.SimulationSummary.FromString(found), seconds)
