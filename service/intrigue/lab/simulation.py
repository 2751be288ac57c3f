"""Many matches between built-in policies, on all processors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from intrigue import simulation
from intrigue.lab.game import Game
from intrigue.lab.summary import Summary
from intrigue_proto.v1 import simulation_pb2
from intrigue_sdk.options import encode_options_for
from intrigue_sdk.seed import seed_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue_sdk.options import Options
    from intrigue_sdk.seed import Seed


def simulate(
    game: Game | str,
    policies: Sequence[str],
    games: int = 1000,
    *,
    options: Options | None = None,
    seed: Seed | None = 0,
    rotate: bool = True,
    threads: int | None = None,
    report: Callable[[simulation.Progress], None] | None = None,
) -> Summary:
    """Plays many matches between policies, and says how each of them did.

    What is found follows from the arguments alone, on any number of threads, unless a policy has
    a time limit. Ctrl-C ends it.

    Args:
        game: What is played.
        policies: One a seat, such as "random" or "ismcts:sims=500". A game in which the number of
            seats varies gets as many as there are policies, unless the options say otherwise.
        games: How many matches; with rotation rounded up to whole blocks.
        options: The variant of the game.
        seed: From which deals and policies draw; None: drawn, and told by the summary.
        rotate: Whether each deal is played as often as there are seats, each policy once at each
            seat: it evens out the luck of deal and seat, and the intervals get smaller.
        threads: How many threads play; None: as many as this process may use processors.
        report: Called about ten times a second, and at the end, with the progress made.

    Raises:
        Refused: The game, an option or a policy is unknown, or they don't go together.
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
        fixed_seats=not rotate,
    )
    began = time.perf_counter()
    found = simulation.simulate(task.SerializeToString(), threads=threads, report=report)
    seconds = time.perf_counter() - began
    return Summary.of(simulation_pb2.SimulationSummary.FromString(found), seconds)
