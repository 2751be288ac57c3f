"""Eight seats answer at once, in any order, wherever several of them are asked.

`python -m tests.service.windows --windows 10000` shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from tests.e2e.served import Served
from tests.service.match_calls import fetch_record
from tests.service.window_audit import Counts, Sheet, audit

from intrigue_proto.v1 import (
    match_pb2,
    match_service_pb2_grpc,
    record_pb2,
    record_service_pb2_grpc,
)
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_sdk.errors import from_rpc

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 8
TABLES = 3
# How often a seat that may react does: seldom, so that most windows run to their last pass;
# sometimes; so often that most answers come too late.
BOLDNESS = (0.03, 0.1, 0.3)
# How often a seat that has answered gets its view besides its stream.
CURIOSITY = 0.2
OWN_CONNECTION = (("grpc.use_local_subchannel_pool", 1),)
# What an answer to a closed prompt gets, also when the match is over.
LATE = {"STALE_REVISION": grpc.StatusCode.ABORTED}


class Follower:
    """One viewer with a connection of its own: follows its stream, and answers every prompt."""

    def __init__(self, channel: grpc.aio.Channel, rng: random.Random) -> None:
        self._matches: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        self.records: Any = record_service_pb2_grpc.RecordServiceStub(channel)
        self._random = rng

    async def create(self, options: dict[str, str]) -> pb.CreateMatchResponse:
        seats = [pb.SeatRequest(own=pb.OwnSeat(name=f"Seat {seat}")) for seat in range(SEATS)]
        request = pb.CreateMatchRequest(game="complots", options=options, seats=seats)
        created: pb.CreateMatchResponse = await self._matches.CreateMatch(request)
        return created

    async def record(self, match_id: str) -> record_pb2.MatchRecord:
        return await fetch_record(self, match_id)

    async def follow(self, match_id: str, token: str | None, boldness: float) -> Sheet:
        """Plays, or looks on, to the end of the match."""
        metadata = [] if token is None else [("authorization", f"Bearer {token}")]
        sheet = Sheet()
        watch = pb.WatchRequest(match_id=match_id, include_view=True)
        async for response in self._matches.Watch(watch, metadata=metadata):
            if not response.HasField("update"):
                continue
            update = response.update
            sheet.updates.append(update)
            if update.HasField("prompt"):
                await self._answer(match_id, metadata, update, boldness, sheet)
            if self._random.random() < CURIOSITY:
                request = pb.GetViewRequest(match_id=match_id)
                view = (await self._matches.GetView(request, metadata=metadata)).view
                sheet.glances.append(view)
        return sheet

    async def _answer(
        self,
        match_id: str,
        metadata: list[tuple[str, str]],
        update: match_pb2.Update,
        boldness: float,
        sheet: Sheet,
    ) -> None:
        choice = self._choose(update.prompt, boldness)
        request = pb.ActRequest(
            match_id=match_id, action_id=choice, expected_revision=update.revision
        )
        try:
            acted = await self._matches.Act(request, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            details = from_rpc(error).details
            if LATE.get(details.reason) is not error.code():
                raise
            sheet.refused[update.revision] = details
        else:
            sheet.granted[update.revision] = (choice, acted)

    def _choose(self, prompt: match_pb2.Prompt, boldness: float) -> int:
        actions = list(prompt.actions)
        passes = [action for action in actions if action.verb == "pass"]
        if passes and self._random.random() >= boldness:
            return passes[0].id
        return self._random.choice([action for action in actions if action not in passes]).id


async def play_a_match(seats: list[Follower], spectator: Follower, number: int) -> Counts:
    """Plays one match with a follower a seat, all at the same time, and audits it."""
    options = {
        "reactions": "fastest",
        "fifth_character": ("ambassador", "inquisitor")[number % 2],
        "block_after_lost_challenge": ("nobody", "others", "anyone")[number // 2 % 3],
    }
    created = await spectator.create(options)
    boldness = BOLDNESS[number % len(BOLDNESS)]
    tokens = [held.token for held in created.credentials]
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(follower.follow(created.match.id, token, boldness))
            for follower, token in zip(seats, tokens, strict=True)
        ]
        tasks.append(group.create_task(spectator.follow(created.match.id, None, boldness)))
    return audit([task.result() for task in tasks], await spectator.record(created.match.id))


async def play_windows(target: str, windows: int, seed: int, say: Callable[[str], None]) -> Counts:
    """Plays matches, several at a time, until this number of windows were opened and closed."""
    counts = Counts()
    numbers = itertools.count()

    async def keep_playing() -> None:
        async with AsyncExitStack() as stack:
            followers = [
                Follower(
                    await stack.enter_async_context(
                        grpc.aio.insecure_channel(target, options=OWN_CONNECTION)
                    ),
                    random.Random(f"{seed} {next(numbers)}"),
                )
                for _ in range(SEATS + 1)
            ]
            while counts.windows < windows:
                counts.add(await play_a_match(followers[:-1], followers[-1], counts.matches))
                say(f"{counts.windows} windows in {counts.matches} matches")

    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(keep_playing())
    return counts


def show_windows(
    folder: Path, windows: int, seed: int, say: Callable[[str], None] = lambda _: None
) -> Counts:
    """The same against a server in a process of its own."""
    with Served(folder) as served:
        return asyncio.run(play_windows(served.target, windows, seed, say))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    arguments = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="intrigue-windows-") as folder:
        counts = show_windows(Path(folder), arguments.windows, arguments.seed)
    seconds = time.monotonic() - start
    print(f"seed {arguments.seed}: {counts.sentence()}, {seconds:.1f} s")


if __name__ == "__main__":
    main()
