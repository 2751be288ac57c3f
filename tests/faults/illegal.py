"""Illegal and stale actions change nothing.

Most are tried on the rules themselves, at every step of random matches; some thousands over gRPC.
After each, every viewer's view, every revision and the log must be what they were.
`python -m tests.faults.illegal --tries 1000000` shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults.checked_match import VARIANTS, CheckedMatch
from tests.faults.cluster import Cluster
from tests.faults.raw_client import RawClient, reason
from tests.faults.report import Report

from intrigue.engine import Engine, Match, Refused
from intrigue_proto.v1 import catalog_service_pb2, match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable

# How many tries there are between two steps of a match.
TRIES = 400
ODD = (2**15, 2**16 - 1, 2**16, 2**31 - 1, 2**32 - 1)
EXPECTED = {
    "FAILED_PRECONDITION",
    "INVALID_ARGUMENT",
    "ABORTED",
    "OUT_OF_RANGE",
}


def state(match: Any) -> tuple[Any, ...]:
    """All that could change: what everybody sees, and how long the log is."""
    viewers = [*range(match.seats), None]
    return (
        match.entry_count,
        [match.revision(viewer) for viewer in viewers],
        [match.view(viewer) for viewer in viewers],
        match.asked(),
        match.over,
    )


class Position:
    """A match between two steps, and which answers would be good ones."""

    def __init__(self, match: Any, last_own: dict[int, int]) -> None:
        self.match = match
        self.before = state(match)
        self.legal = {
            seat: {action.id for action in match_pb2.View.FromString(view).prompt.actions}
            for seat, view in enumerate(self.before[2][:-1])
        }
        self.revisions = self.before[1]
        self.last_own = last_own

    def attempt(self, rng: random.Random, size: int) -> tuple[int, int, int | None]:
        """A seat, an action and a revision, of which at least one is wrong."""
        while True:
            seat = rng.randrange(self.match.seats)
            legal = self.legal[seat]
            # Legal actions are few among all: those with a wrong revision are tried on purpose.
            if legal and rng.random() < 0.3:
                action = rng.choice(sorted(legal))
            else:
                action = rng.randrange(size + 2) if rng.random() < 0.95 else rng.choice(ODD)
            expected = self._expected(rng, seat)
            stale = expected is not None and (
                expected > self.revisions[seat] or expected < self.last_own.get(seat, 1)
            )
            if action not in legal or stale:
                return seat, action, expected

    def _expected(self, rng: random.Random, seat: int) -> int | None:
        now: int = self.revisions[seat]
        way = rng.randrange(5)
        if way == 0:
            return None
        if way == 1:
            return now
        if way == 2:
            return rng.randint(0, now)
        return now + 1 if way == 3 else rng.choice((now + 2, 2**31, 2**32 - 1))


def try_in_process(
    tries: int, rng: random.Random, report: Report, match_type: Callable[..., Any] = Match
) -> None:
    """Tries requests at every step of random matches of every variant."""
    done = 0
    while done < tries:
        game, options = VARIANTS[report.counts["matches"] % len(VARIANTS)]
        size = len(_table(game))
        match = match_type(game, options, rng.randbytes(32), [])
        report.count("matches")
        last_own: dict[int, int] = {}
        while not match.over and done < tries:
            position = Position(match, last_own)
            for _ in range(min(TRIES, tries - done)):
                done += 1
                _try(match, position, position.attempt(rng, size), report)
            if report.faults:
                # What is legal now is not what was legal before.
                return
            seat = rng.choice(match.asked())
            match.act(seat, rng.choice(sorted(position.legal[seat])))
            last_own[seat] = match.revision(seat)
            report.count("positions")
        if match.over:
            _try_after_the_end(match, rng, size, report)
        report.progress(f"{done} tries")


def _try(
    match: Any, position: Position, attempt: tuple[int, int, int | None], report: Report
) -> None:
    report.count("tries")
    try:
        match.act(*attempt)
    except Refused as refusal:
        report.count(f"refused as {refusal.kind}")
    else:
        report.fault("wrong actions that were accepted", f"{match.game} {attempt}")
    if state(match) != position.before:
        report.fault("refused actions that changed something", f"{match.game} {attempt}")
        position.before = state(match)


def _try_after_the_end(match: Any, rng: random.Random, size: int, report: Report) -> None:
    position = Position(match, {})
    for _ in range(50):
        _try(match, position, (rng.randrange(match.seats), rng.randrange(size), None), report)


def _table(game: str) -> list[Any]:
    answer = Engine().get_game(game)
    return list(catalog_service_pb2.GetGameResponse.FromString(answer).actions)


# Over gRPC.


async def try_over_rpc(targets: list[str], tries: int, rng: random.Random, report: Report) -> None:
    """The same over gRPC, with notations that are none and seats that are not asked."""
    async with RawClient(targets, report, rng.random()) as client:
        while report.counts["tries over gRPC"] < tries:
            checked = await CheckedMatch.create(client, rng.randrange(len(VARIANTS)))
            size = len(_table(checked.game))
            for _ in range(rng.randint(3, 12)):
                await _try_at(client, checked, rng, size, report)
                if not await _step(checked, rng):
                    break


async def _try_at(
    client: RawClient, checked: CheckedMatch, rng: random.Random, size: int, report: Report
) -> None:
    before = await _everything(client, checked)
    legal = {
        seat: {action.id for action in pb.GetViewResponse.FromString(raw).view.prompt.actions}
        for seat, raw in zip(checked.seats, before, strict=False)
    }
    attempts = []
    for _ in range(100):
        seat = rng.choice(checked.seats)
        action = rng.randrange(size + 2)
        request = pb.ActRequest(match_id=checked.id, request_id=rng.choice(("", "once")))
        if action in legal[seat]:
            request.expected_revision = rng.choice((2**31, 2**32 - 1, 0))
        if rng.random() < 0.2 and action not in legal[seat]:
            request.notation = rng.choice(("", "pass 99", "\u202e", "play", "a" * 70, "coup -1"))
        else:
            request.action_id = action
        attempts.append((seat, request))
    await asyncio.gather(*(_wrong(client, checked, seat, attempt) for seat, attempt in attempts))
    report.count("tries over gRPC", len(attempts))
    if await _everything(client, checked) != before:
        report.fault("refused actions that changed something", f"{checked.game} over gRPC")


async def _wrong(
    client: RawClient, checked: CheckedMatch, seat: int, request: pb.ActRequest
) -> None:
    try:
        await client.call_once("Act", request, checked.tokens[seat])
    except grpc.aio.AioRpcError as error:
        client.report.count("refused over gRPC")
        if error.code().name not in EXPECTED:
            client.report.fault("wrong actions with a strange status", reason(error))
    else:
        client.report.fault("wrong actions that were accepted", f"{checked.game} {request}")


async def _everything(client: RawClient, checked: CheckedMatch) -> list[bytes]:
    view = pb.GetViewRequest(match_id=checked.id)
    updates = pb.ListUpdatesRequest(match_id=checked.id, page_size=200, include_view=True)
    viewers = [*checked.seats, None]
    return [
        *[await client.call_once("GetView", view, checked.tokens[viewer]) for viewer in viewers],
        *[
            await client.call_once("ListUpdates", updates, checked.tokens[viewer])
            for viewer in viewers
        ],
    ]


async def _step(checked: CheckedMatch, rng: random.Random) -> bool:
    for seat in rng.sample(checked.seats, len(checked.seats)):
        request = pb.GetViewRequest(match_id=checked.id)
        answer = await checked.client.call_once("GetView", request, checked.tokens[seat])
        view = pb.GetViewResponse.FromString(answer).view
        if view.HasField("prompt"):
            await checked.act(seat, rng.choice(list(view.prompt.actions)).id, view.revision)
            return True
    return False


def show_illegal(folder: Path, tries: int, over_rpc: int, seed: int, report: Report) -> None:
    rng = random.Random(seed)
    with Cluster(folder) as cluster:
        asyncio.run(try_over_rpc(cluster.targets, over_rpc, rng, report))
    try_in_process(tries, rng, report)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1_000_000)
    parser.add_argument("--over-rpc", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    report = Report(f"illegal (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-illegal-") as folder:
        show_illegal(Path(folder), given.tries, given.over_rpc, given.seed, report)
    report.check()


if __name__ == "__main__":
    main()
