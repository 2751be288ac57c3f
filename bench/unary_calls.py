"""Unary calls over gRPC on loopback, the server on one core and the caller on the other."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import uvloop

from bench.busy_server import served
from bench.echo_server import ECHO
from intrigue.engine import Engine
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceStub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceAsyncStub

IN_FLIGHT = 64
ECHO_BYTES = 100
GAME = "district_noir"
SERVICE = "/intrigue.v1.MatchService/"

Metadata = tuple[tuple[str, str], ...]
Call = tuple[bytes, Metadata]
Method = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Slice:
    """What one slice of time brought."""

    rate: float
    cpu_microseconds: float


def measure(database: str, rounds: int, seconds: float) -> dict[str, list[Slice]]:
    """Measures echo, views and actions in turns."""
    with served(database) as (server, address), pinned(server):
        return uvloop.run(_measure(server, address, rounds, seconds))


@contextlib.contextmanager
def pinned(server: int) -> Iterator[None]:
    """The server on one core, this process on the others."""
    cores = os.sched_getaffinity(0)
    first, *rest = sorted(cores)
    if rest:
        # Every thread that the server starts later inherits its core.
        for thread in Path(f"/proc/{server}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {first})
        os.sched_setaffinity(0, rest)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


async def _measure(
    server: int, address: str, rounds: int, seconds: float
) -> dict[str, list[Slice]]:
    slices: dict[str, list[Slice]] = {"echo": [], "view": [], "act": []}
    async with grpc.aio.insecure_channel(address) as channel:
        stub: MatchServiceAsyncStub = MatchServiceStub(channel)
        echo: Method = channel.unary_unary(ECHO)
        get_view: Method = channel.unary_unary(f"{SERVICE}GetView")
        act: Method = channel.unary_unary(f"{SERVICE}Act")
        # Enough actions for a slice: about 48 a match, more than a few thousand a second.
        matches = max(IN_FLIGHT, int(seconds * 100))
        for _ in range(rounds + 1):
            scripts = await prepare(stub, matches)
            first_calls = [script[0] for script in scripts]
            # The echo carries a token too, as every call of this service does.
            payloads = [(bytes(ECHO_BYTES), token) for _, token in first_calls]
            views = [
                (pb.GetViewRequest(match_id=pb.ActRequest.FromString(request).match_id), token)
                for request, token in first_calls
            ]
            serialized = [(request.SerializeToString(), token) for request, token in views]
            slices["echo"].append(await run_slice(server, echo, _around(payloads), seconds))
            slices["view"].append(await run_slice(server, get_view, _around(serialized), seconds))
            slices["act"].append(await run_slice(server, act, whole_matches(scripts), seconds))
    # The first round warms up.
    return {name: found[1:] for name, found in slices.items()}


async def prepare(stub: MatchServiceAsyncStub, matches: int) -> list[list[Call]]:
    """Makes matches, and plays them in advance here: every legal call, ready to be sent."""
    engine = Engine()
    gate = asyncio.Semaphore(IN_FLIGHT)

    async def one() -> list[Call]:
        seed = os.urandom(32)
        seats = [pb.SeatRequest(own=pb.OwnSeat(name=name)) for name in ("north", "south")]
        request = pb.CreateMatchRequest(game=GAME, seats=seats, seed=seed)
        async with gate:
            created = await stub.CreateMatch(request)
        tokens = [(("authorization", f"Bearer {one.token}"),) for one in created.credentials]
        play = engine.deal(GAME, {}, seed, [])
        setup = play.setup()
        calls: list[Call] = []
        while not play.over:
            (seat,) = play.asked()
            revision = play.revision(seat)
            action = engine.decide(play.view(seat), setup, "random", seed, revision)
            play.act(seat, action)
            call = pb.ActRequest(
                match_id=created.match.id,
                action_id=action,
                expected_revision=revision,
                request_id=f"{seat}-{revision}",
            )
            calls.append((call.SerializeToString(), tokens[seat]))
        return calls

    return await asyncio.gather(*(one() for _ in range(matches)))


def _around(calls: list[Call]) -> Callable[[int], Iterator[Call]]:
    def worker(number: int) -> Iterator[Call]:
        while True:
            yield calls[number % len(calls)]

    return worker


def whole_matches(scripts: list[list[Call]]) -> Callable[[int], Iterator[Call]]:
    """Each worker plays whole matches, one after the other."""
    rest = iter(scripts)

    def worker(_number: int) -> Iterator[Call]:
        for script in rest:
            yield from script

    return worker


async def run_slice(
    server: int,
    method: Method,
    calls: Callable[[int], Iterator[Call]],
    seconds: float,
) -> Slice:
    done = 0
    end = time.perf_counter() + seconds

    async def work(number: int) -> None:
        nonlocal done
        for request, metadata in calls(number):
            if time.perf_counter() >= end:
                return
            await method(request, metadata=metadata)
            done += 1

    cpu, start = cpu_seconds(server), time.perf_counter()
    await asyncio.gather(*(work(number) for number in range(IN_FLIGHT)))
    spent, elapsed = cpu_seconds(server) - cpu, time.perf_counter() - start
    return Slice(done / elapsed, spent / done * 1e6)


def cpu_seconds(process: int) -> float:
    """CPU time of all threads of a process, to the nanosecond."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
