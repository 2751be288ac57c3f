"""Many matches between built-in policies, on all processors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from intrigue import engine, simulation
from intrigue.inprocess.game import Game
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue_proto.options import encode_options_for, split_settings
from intrigue_proto.policy import parse_policy
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
    rotate: bool = True,
    first_match: int = 0,
    threads: int | None = None,
    on_progress: Callable[[simulation.Progress], None] | None = None,
) -> SimulationResult:
    """Plays many matches between policies, and returns how each of them did.

    The result is determined by the arguments, on any number of threads, unless a policy has a
    time limit. Ctrl-C ends it.

    Args:
        game: What is played.
        policies: One per seat, such as "random" or "ismcts:sims=500". A game in which the number of
            seats varies gets as many as there are policies.
        games: How many matches; with rotation rounded up to whole blocks.
        options: The variant of the game.
        seed: The source of all chance; None: a random one, which the result has.
        rotate: Whether policies change seats: each deal is played once per seat, with each policy
            once at each seat. This evens out the luck of deal and seat, so that the intervals are
            smaller. Otherwise each policy keeps its seat.
        first_match: The number of the first match, to continue a simulation with the same seed, or
            to share it between machines; with rotation a multiple of the number of seats.
        threads: The number of threads; None: one per available processor.
        on_progress: Called with the progress about ten times a second, and at the end.

    Raises:
        Refused: The game, an option or a policy is unknown, or they do not fit together.
        ValueError: The options say another number of seats than there are policies, or a number of
            matches is negative.
    """
    if isinstance(policies, str):
        raise TypeError("policies: expected a sequence with a policy for each seat, not a text")
    if games < 1:
        raise ValueError(f"games: expected at least one, not {games}")
    if first_match < 0:
        raise ValueError(f"first_match: expected 0 or more, not {first_match}")
    played = Game(game)
    settings = encode_options_for(played, options, len(policies))
    # The core's own refusals are better than those of values that can't be put into a message.
    played.settle(settings)
    given, documents, seat_count = split_settings(settings)
    if seat_count and seat_count != len(policies):
        raise ValueError(f"policies: expected {seat_count}, one per seat, not {len(policies)}")
    task = simulation_pb2.SimulationTask(
        game=played.id,
        options=given,
        documents=documents,
        policies=[parse_policy(engine.check_policy(policy)) for policy in policies],
        match_count=games,
        seed=seed_bytes(seed),
        rotate=rotate,
        first_match=first_match,
    )
    began = time.perf_counter()
    found = simulation.simulate(task.SerializeToString(), threads=threads, on_progress=on_progress)
    seconds = time.perf_counter() - began
    return SimulationResult.of(simulation_pb2.SimulationSummary.FromString(found), seconds)
