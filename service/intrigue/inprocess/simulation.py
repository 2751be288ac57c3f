"""Many matches between built-in policies, on all processors."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from intrigue import engine, simulation
from intrigue.inprocess.game import Game
from intrigue.inprocess.simulation_result import SimulationResult
from intrigue.inprocess.trajectories import TrajectoryWriter, trajectories_of
from intrigue_proto.options import encode_options_for, split_settings
from intrigue_proto.policy import parse_policy
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import simulation_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from intrigue.inprocess.trajectories import Trajectories
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
    trajectories: Trajectories | str | PathLike[str] | None = None,
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
        trajectories: A Parquet file for all decisions, or its path. The same arguments give the
            same file. It is there when the simulation has ended, not before, and not after Ctrl-C.
            It needs the extra `parquet`.
        on_progress: Called with the progress about ten times a second, and at the end.

    Raises:
        Refused: The game, an option or a policy is unknown, or they do not fit together.
        ValueError: The options say another number of seats than there are policies, or a number of
            matches is negative.
        ImportError: `trajectories` are asked for, and the extra is not installed.
        OSError: The file of `trajectories` can't be written.
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
    settled, _ = played.settle(settings)
    given, documents, seat_count = split_settings(settings)
    if seat_count and seat_count != len(policies):
        raise ValueError(f"policies: expected {seat_count}, one per seat, not {len(policies)}")
    in_full = [engine.check_policy(policy) for policy in policies]
    source = seed_bytes(seed)
    task = simulation_pb2.SimulationTask(
        game=played.id,
        options=given,
        documents=documents,
        policies=[parse_policy(policy) for policy in in_full],
        match_count=games,
        seed=source,
        rotate=rotate,
        first_match=first_match,
    )
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        recording = None
        if trajectories is not None:
            target = trajectories_of(trajectories)
            played_as = {
                "options": settled,
                "seed": source.hex(),
                "policies": in_full,
                "rotate": rotate,
                "first_match": first_match,
            }
            writer = TrajectoryWriter(target, played, policies=True, played=played_as)
            stack.enter_context(writer)
            recording = simulation.Recording(target.legal, target.features, writer.write)
        found = simulation.simulate(
            task.SerializeToString(), threads=threads, recording=recording, on_progress=on_progress
        )
    seconds = time.perf_counter() - began
    return SimulationResult.of(simulation_pb2.SimulationSummary.FromString(found), seconds)
