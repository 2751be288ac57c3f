"""A busy server: latency while every core has work, and memory with many streams."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import uvloop

from bench.match_costs import resident
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceStub
from intrigue_proto.v1.simulation_pb2 import SimulationTask
from intrigue_proto.v1.simulation_service_pb2 import SimulateRequest
from intrigue_proto.v1.simulation_service_pb2_grpc import SimulationServiceStub

if TYPE_CHECKING:
    from collections.abc import Iterator

    from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceAsyncStub
    from intrigue_proto.v1.simulation_service_pb2_grpc import SimulationServiceAsyncStub

# Each decision of these takes tens of milliseconds of all that a core has.
_THINKER = "playouts:sims=20000"
_THINKING_MATCHES = 4
_SIMULATIONS = 4
_STREAMS_A_CHANNEL = 100


@contextlib.contextmanager
def served(database: str) -> Iterator[tuple[int, str]]:
    """A server on a database: its process and its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.echo_server", database],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        yield server.pid, f"127.0.0.1:{int(server.stdout.readline())}"
    finally:
        server.terminate()
        server.wait()


@dataclass(frozen=True, slots=True)
class Pair:
    """The 99th percentile of Act in microseconds, while the cores are busy and while they idle."""

    busy: float
    idle: float


Load = Callable[[grpc.aio.Channel], AbstractAsyncContextManager[None]]


def act_beside(database: str, rounds: int, actions: int, load: Load) -> list[Pair]:
    """P11: the latency of Act beside some load, and without it, in turns."""

    async def measure(address: str) -> list[Pair]:
        # The load comes over a connection of its own.
        local = (("grpc.use_local_subchannel_pool", 1),)
        async with (
            grpc.aio.insecure_channel(address) as channel,
            grpc.aio.insecure_channel(address, options=local) as others,
        ):
            stub: MatchServiceAsyncStub = MatchServiceStub(channel)
            pairs = []
            for _ in range(rounds + 1):
                idle = await _latency(stub, actions)
                async with load(others):
                    busy = await _latency(stub, actions)
                # What was under way ends.
                await asyncio.sleep(0.5)
                pairs.append(Pair(busy, idle))
            # The first round warms up.
            return pairs[1:]

    with served(database) as (_, address):
        return uvloop.run(measure(address))


@contextlib.asynccontextmanager
async def simulation(channel: grpc.aio.Channel) -> AsyncIterator[None]:
    """More simulations than there are cores, of more matches than can be played meanwhile."""
    stub: SimulationServiceAsyncStub = SimulationServiceStub(channel)
    task = SimulationTask(
        game="complots", policies=[parse_policy("random")] * 8, match_count=100_000_000
    )
    calls = [stub.Simulate(SimulateRequest(task=task)) for _ in range(_SIMULATIONS)]
    for call in calls:
        # Its first report: it is at work.
        await call.read()
    try:
        yield
    finally:
        for call in calls:
            if call.done():
                raise RuntimeError("a simulation has ended too early")
            call.cancel()


@contextlib.asynccontextmanager
async def thinking(channel: grpc.aio.Channel) -> AsyncIterator[None]:
    """Matches in which eight policies each think without end."""
    stub: MatchServiceAsyncStub = MatchServiceStub(channel)
    hosts = [await _think(stub) for _ in range(_THINKING_MATCHES)]
    try:
        yield
    finally:
        for match_id, metadata in hosts:
            await stub.AbortMatch(pb.AbortMatchRequest(match_id=match_id), metadata=metadata)


async def _think(stub: MatchServiceAsyncStub) -> tuple[str, tuple[tuple[str, str], ...]]:
    seats = [pb.SeatRequest(policy=pb.PolicySeat(policy=parse_policy(_THINKER))) for _ in range(8)]
    created = await stub.CreateMatch(pb.CreateMatchRequest(game="complots", seats=seats))
    return created.match.id, (("authorization", f"Bearer {created.host_token}"),)


async def _latency(stub: MatchServiceAsyncStub, actions: int) -> float:
    """The 99th percentile of actions, one after the other, in microseconds."""
    times: list[float] = []
    while len(times) < actions:
        seats = [pb.SeatRequest(own=pb.OwnSeat()) for _ in range(2)]
        created = await stub.CreateMatch(pb.CreateMatchRequest(game="district_noir", seats=seats))
        tokens = [(("authorization", f"Bearer {held.token}"),) for held in created.credentials]
        over = False
        while not over and len(times) < actions:
            for token in tokens:
                request = pb.GetViewRequest(match_id=created.match.id)
                view = (await stub.GetView(request, metadata=token)).view
                if not view.HasField("prompt"):
                    continue
                action = pb.ActRequest(
                    match_id=created.match.id, action_id=view.prompt.actions[0].id
                )
                start = time.perf_counter()
                answer = await stub.Act(action, metadata=token)
                times.append((time.perf_counter() - start) * 1e6)
                over = answer.update.HasField("outcome")
                break
    return statistics.quantiles(times, n=100)[98]


def stream_memory(database: str, streams: int) -> float:
    """P13: bytes of one Watch stream in the server."""

    async def measure(process: int, address: str) -> float:
        async with contextlib.AsyncExitStack() as stack:
            # The first ones bring in what all of them share.
            await _watch(stack, address)
            before = resident(process)
            for _ in range(streams // _STREAMS_A_CHANNEL):
                await _watch(stack, address)
            return (resident(process) - before) / streams

    with served(database) as (process, address):
        return uvloop.run(measure(process, address))


async def _watch(stack: contextlib.AsyncExitStack, address: str) -> None:
    """Opens streams of one match on a connection of their own."""
    options = (("grpc.use_local_subchannel_pool", 1),)
    channel = await stack.enter_async_context(grpc.aio.insecure_channel(address, options=options))
    stub: MatchServiceAsyncStub = MatchServiceStub(channel)
    created = await stub.CreateMatch(pb.CreateMatchRequest(game="district_noir"))
    for _ in range(_STREAMS_A_CHANNEL):
        call = stub.Watch(pb.WatchRequest(match_id=created.match.id))
        await call.read()
        stack.callback(call.cancel)
