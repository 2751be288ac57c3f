"""Thousands of idle streams, readers that never read, and thousands of matches, while some play.

Memory stays bounded and actions stay quick. `python -m tests.faults.resource_limits --streams 2000
--matches 5000` shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import CHANNEL, Cluster, Node
from tests.faults.raw_client import PATHS, RawClient, bearer, reason
from tests.faults.report import Report
from tests.processes import PATIENCE_SECONDS

from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MEGABYTE = 2**20
# The promise, for a whole server.
LARGEST = 512 * MEGABYTE
# In milliseconds, for the 99th percentile of Act. A busy machine may miss it at any time.
SLOW = 50.0
MUCH_SLOWER = 20.0
STREAMS_PER_CHANNEL = 500
PLAYERS = 4
# How far a reader may fall behind; small, so that a match is long enough to do so.
BUFFER = 8
# A window so small that a stuck reader is stuck after few bytes.
NARROW = (*CHANNEL, ("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0))


class Measurement:
    """The server, and what it takes in memory and time."""

    def __init__(self, node: Node, client: RawClient, report: Report) -> None:
        self.node = node
        self.client = client
        self.report = report
        self.last = node.memory()

    def memory_growth(self) -> int:
        """The bytes by which memory grew since it was last asked."""
        now = self.node.memory()
        before, self.last = self.last, now
        if now > LARGEST:
            self.report.fault("more memory than promised", f"{now / MEGABYTE:.0f} MB")
        return now - before

    async def act_latency(self, name: str, actions: int) -> float:
        """How long actions take now, in milliseconds: the median and the 99th percentile."""
        times: list[float] = []

        async def play(variant: int) -> None:
            while len(times) < actions:
                checked = await CheckedMatch.create(self.client, variant)
                while len(times) < actions and await timed_step(checked, times):
                    pass

        await asyncio.gather(*(play(number) for number in range(PLAYERS)))
        cuts = statistics.quantiles(times, n=100)
        self.report.figure(
            f"Act {name}:", f"median {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms ({len(times)} acts)"
        )
        return cuts[98]


async def timed_step(checked: CheckedMatch, times: list[float]) -> bool:
    """One action of a seat that is asked; False at the end."""
    for seat in checked.seats:
        request = pb.GetViewRequest(match_id=checked.id)
        answer = await checked.client.call("GetView", request, checked.tokens[seat])
        view = pb.GetViewResponse.FromString(answer).view
        if view.HasField("prompt"):
            choice = checked.client.random.choice(list(view.prompt.actions))
            start = time.perf_counter()
            await checked.act(seat, choice.id, view.revision)
            times.append((time.perf_counter() - start) * 1000)
            return True
    return False


async def in_batches(count: int, size: int, work: Callable[[int], Awaitable[Any]]) -> None:
    for start in range(0, count, size):
        await asyncio.gather(*(work(n) for n in range(start, min(count, start + size))))


class IdleStreams:
    """Streams on which nothing happens."""

    def __init__(self, measurement: Measurement, stack: AsyncExitStack) -> None:
        self._stage = measurement
        self._stack = stack
        self.streams: list[Any] = []

    async def open(self, count: int) -> None:
        """Opens streams on a few matches and reads what each begins with."""
        client = self._stage.client
        checked_matches = [await CheckedMatch.create(client, number) for number in range(8)]
        channels = [
            await self._stack.enter_async_context(
                grpc.aio.insecure_channel(self._stage.node.target, options=CHANNEL)
            )
            for _ in range(count // STREAMS_PER_CHANNEL + 1)
        ]

        async def one(number: int) -> None:
            checked = checked_matches[number % len(checked_matches)]
            token = checked.tokens[checked.seats[number % 2]] if number % 3 else None
            watch: Any = channels[number // STREAMS_PER_CHANNEL].unary_stream(PATHS["Watch"])
            request = pb.WatchRequest(match_id=checked.id).SerializeToString()
            stream = watch(request, metadata=bearer(token))
            await stream.read()
            await stream.read()
            self.streams.append(stream)

        await in_batches(count, 100, one)
        self._stage.report.count("idle streams", len(self.streams))

    def still_open(self) -> int:
        return sum(not stream.done() for stream in self.streams)


class StuckReaders:
    """Readers that take nothing of a match that goes on."""

    def __init__(self, measurement: Measurement, stack: AsyncExitStack) -> None:
        self._stage = measurement
        self._stack = stack
        self.streams: list[tuple[CheckedMatch, Any]] = []

    async def open(self, count: int, checked_matches: list[CheckedMatch]) -> None:
        channel = await self._stack.enter_async_context(
            grpc.aio.insecure_channel(self._stage.node.target, options=NARROW)
        )
        for number in range(count):
            checked = checked_matches[number % len(checked_matches)]
            watch: Any = channel.unary_stream(PATHS["Watch"])
            request = pb.WatchRequest(match_id=checked.id, include_view=True).SerializeToString()
            self.streams.append((checked, watch(request)))
        self._stage.report.count("readers that never read", count)

    async def judge(self) -> None:
        """When they read at last: each was closed with a reason, or was not far behind."""
        report = self._stage.report
        for _, stream in self.streams:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    async for _ in stream:
                        pass
            except grpc.aio.AioRpcError as error:
                if reason(error) == "RESOURCE_EXHAUSTED TOO_SLOW":
                    report.count("readers closed as too slow")
                else:
                    report.fault("stuck readers closed otherwise", reason(error))
            except TimeoutError:
                report.fault("stuck readers that are never closed", "")
            else:
                report.count("readers that caught up with the end")


@dataclass(frozen=True)
class LoadSize:
    """How large the load is, and how many actions are timed in each measurement."""

    streams: int
    matches: int
    actions: int


async def load_server(node: Node, size: LoadSize, rng: random.Random, report: Report) -> None:
    streams, matches, actions = size.streams, size.matches, size.actions
    async with RawClient([node.target], report, rng.random()) as client, AsyncExitStack() as stack:
        measurement = Measurement(node, client, report)
        idle = await measurement.act_latency("on an idle server", actions)
        measurement.memory_growth()

        idlers = IdleStreams(measurement, stack)
        await idlers.open(streams)
        per_stream = measurement.memory_growth() / max(1, streams)
        report.figure("memory of a stream:", f"{per_stream / 1024:.1f} kB")
        report.progress(f"{streams} streams open")
        with_streams = await measurement.act_latency(f"beside {streams} idle streams", actions)

        stuck = StuckReaders(measurement, stack)
        long = [await CheckedMatch.create(client, 1) for _ in range(4)]
        await stuck.open(200, long)
        await asyncio.gather(*(play_out(checked) for checked in long))
        report.figure(
            "memory of 200 stuck readers:", f"{measurement.memory_growth() / MEGABYTE:.1f} MB"
        )
        await stuck.judge()
        report.progress("stuck readers judged")

        creating = asyncio.create_task(create(client, matches, report))
        beside = await measurement.act_latency("while matches are created", actions)
        await creating
        per_match = measurement.memory_growth() / max(1, matches)
        report.figure("memory of a match:", f"{per_match / 1024:.1f} kB")

        judge_latency(idle, max(with_streams, beside), report)
        report.figure("memory in the end:", f"{node.memory() / MEGABYTE:.0f} MB")
        if idlers.still_open() < streams:
            lost = f"{streams - idlers.still_open()} of {streams}"
            report.fault("idle streams that were closed", lost)


def judge_latency(idle: float, loaded: float, report: Report) -> None:
    """Slow only if it is slow by the clock, and not because the whole machine is."""
    ratio = loaded / max(idle, 0.001)
    report.figure("p99 under load:", f"{ratio:.1f} times that of an idle server")
    if loaded > SLOW and ratio > MUCH_SLOWER:
        report.fault("load that delays actions", f"p99 {loaded:.0f} ms, idle {idle:.0f} ms")


async def play_out(checked: CheckedMatch) -> None:
    times: list[float] = []
    while await timed_step(checked, times):
        pass


async def create(client: RawClient, matches: int, report: Report) -> None:
    async def one(number: int) -> None:
        await CheckedMatch.create(client, number)
        if number % 1000 == 999:
            report.progress(f"{number + 1} matches")

    await in_batches(matches, 50, one)


def show_resource_limits(folder: Path, size: LoadSize, seed: int, report: Report) -> None:
    settings = ["--watch-buffer", str(BUFFER)]
    with Cluster(folder, settings=settings) as cluster:
        (node,) = cluster.nodes
        asyncio.run(load_server(node, size, random.Random(seed), report))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=2_000)
    parser.add_argument("--matches", type=int, default=5_000)
    parser.add_argument("--actions", type=int, default=2_000, help="for each measurement")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    given = parser.parse_args()
    size = LoadSize(given.streams, given.matches, given.actions)
    report = Report(f"resource limits (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-resource-limits-") as folder:
        show_resource_limits(Path(folder), size, given.seed, report)
    report.check()


if __name__ == "__main__":
    main()
