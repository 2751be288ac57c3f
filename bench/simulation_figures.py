"""P6 and P7: many decisions a call, over gRPC on loopback, on all cores."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import grpc
import numpy as np
import uvloop

import intrigue
from bench.busy_server import served
from bench.figure import Figure, over
from bench.unary_calls import IN_FLIGHT, SERVICE, cpu_seconds, prepare, run_slice, whole_matches
from bench.vector_env import SUBJECTS
from intrigue.simulation import simulate
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceStub
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask
from intrigue_proto.v1.simulation_service_pb2_grpc import SimulationServiceStub

if TYPE_CHECKING:
    from bench.alternating_runs import Rates
    from bench.databases import Kind
    from bench.unary_calls import Method
    from intrigue_proto.v1.match_service_pb2_grpc import MatchServiceAsyncStub
    from intrigue_proto.v1.simulation_service_pb2_grpc import SimulationServiceAsyncStub

LANES = 1024
# Streams that are stepped in lockstep, each by itself: enough to keep every core at work.
STREAMS = 4
STEPS = 200
STEP_BATCH = "/intrigue.v1.SimulationService/StepBatch"
_PLAYED = ("district_noir, 2 seats", "complots, 4 seats", "shadow_blades, 4 seats")
_SEED = bytes(range(32))


def measure(kind: Kind, rounds: int, seconds: float) -> list[Figure]:
    """Both, in turns with what they are compared with."""
    print(f"· batches and simulations over gRPC: {rounds} rounds", flush=True)
    with served(kind.new()) as (server, address):
        rates = uvloop.run(_batches(server, address, rounds, seconds))
        tolls = uvloop.run(_simulations(server, address, rounds, seconds))
    act = rates.pop("act")
    figures = [
        Figure(
            "P6",
            f"{subject}: StepBatch, {STREAMS} streams of {LANES:,} lanes",
            found,
            "decisions/s",
            over(found, act),
            f"one Act a decision ({statistics.median(act):,.0f}/s)",
            "≥ 500 k/s, ≥ 200",
        )
        for subject, found in rates.items()
    ]
    for subject, pairs in tolls.items():
        for what, goal, key in (("", "≥ 0.85", "wall"), (", CPU time", "", "cpu")):
            own = [getattr(remote, key) for remote, _ in pairs]
            figures.append(
                Figure(
                    "P7",
                    f"{subject}: Simulate over gRPC{what}",
                    own,
                    "decisions/s",
                    over(own, [getattr(local, key) for _, local in pairs]),
                    "the same in process",
                    goal,
                )
            )
    return figures


async def _batches(server: int, address: str, rounds: int, seconds: float) -> Rates:
    """Decisions a second of each game in batches, and of one Act each."""
    scripts = {name: Script.write(name) for name in _PLAYED}
    rates: Rates = {"act": [], **{name: [] for name in _PLAYED}}
    async with grpc.aio.insecure_channel(address) as channel:
        stub: MatchServiceAsyncStub = MatchServiceStub(channel)
        act: Method = channel.unary_unary(f"{SERVICE}Act")
        for _ in range(rounds + 1):
            calls = whole_matches(await prepare(stub, max(IN_FLIGHT, int(seconds * 100))))
            rates["act"].append((await run_slice(server, act, calls, seconds)).rate)
            for name, script in scripts.items():
                rates[name].append(await _batch_rate(channel, script, seconds))
    # The first round warms up.
    return {name: found[1:] for name, found in rates.items()}


@dataclass(frozen=True, slots=True)
class Script:
    """A batch that is played in advance here: every message, ready to be sent."""

    opening: bytes
    steps: list[bytes]

    @classmethod
    def write(cls, subject: str) -> Script:
        """The first steps of a batch, with random legal actions."""
        game, options = SUBJECTS[subject]
        env = intrigue.VectorEnv(game, LANES, options=options, seed=_SEED, features=False)
        settings = pb.BatchSettings(game=game, seat_count=env.seats, lane_count=LANES, seed=_SEED)
        rng, masks = np.random.default_rng(7), env.buffers.masks
        steps = []
        for _ in range(STEPS):
            # Chosen from the masks alone: the server's lanes must see the same chance as these.
            actions = (masks * rng.random(masks.shape)).argmax(axis=1)
            request = pb.StepBatchRequest(actions=actions.astype("<u2").tobytes())
            steps.append(request.SerializeToString())
            env.step(actions)
        return cls(pb.StepBatchRequest(open=settings).SerializeToString(), steps)


async def _batch_rate(channel: grpc.aio.Channel, script: Script, seconds: float) -> float:
    """Decisions a second of several streams; each sends its next step when it has the answer."""
    method: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(STEP_BATCH)
    end = time.perf_counter() + seconds
    decisions = 0

    async def stream() -> None:
        nonlocal decisions
        while time.perf_counter() < end:
            call = method()
            await call.write(script.opening)
            layout = pb.StepBatchResponse.FromString(cast("bytes", await call.read())).layout
            for request in script.steps:
                await call.write(request)
                answer = await call.read()
                if answer is grpc.aio.EOF:
                    raise RuntimeError(f"a batch has ended: {await call.details()}")
                # Only columns are as long as that.
                if len(cast("bytes", answer)) < LANES * layout.feature_count:
                    raise RuntimeError(f"a step was refused: {answer!r}")
                decisions += LANES
                if time.perf_counter() >= end:
                    break
            call.cancel()

    start = time.perf_counter()
    await asyncio.gather(*(stream() for _ in range(STREAMS)))
    return decisions / (time.perf_counter() - start)


@dataclass(frozen=True, slots=True)
class Toll:
    """Decisions a second by the clock, and of CPU time of the process that plays."""

    wall: float
    cpu: float


async def _simulations(
    server: int, address: str, rounds: int, seconds: float
) -> dict[str, list[tuple[Toll, Toll]]]:
    """Over gRPC, and in this process, on as many threads."""
    found: dict[str, list[tuple[Toll, Toll]]] = {name: [] for name in _PLAYED}
    async with grpc.aio.insecure_channel(address) as channel:
        stub: SimulationServiceAsyncStub = SimulationServiceStub(channel)
        for name in _PLAYED:
            games = _games(name, seconds)
            for _ in range(rounds + 1):
                task = _task(name, games)
                found[name].append((await _remote(stub, server, task), _local(task)))
    return {name: pairs[1:] for name, pairs in found.items()}


async def _remote(stub: SimulationServiceAsyncStub, server: int, task: SimulationTask) -> Toll:
    start, cpu = time.perf_counter(), cpu_seconds(server)
    summary = None
    async for response in stub.Simulate(pb.SimulateRequest(task=task)):
        if response.HasField("summary"):
            summary = response.summary
    if summary is None:
        raise RuntimeError("a simulation came to no end")
    decisions = summary.tally.decision_count
    wall, spent = time.perf_counter() - start, cpu_seconds(server) - cpu
    return Toll(decisions / wall, decisions / spent)


def _local(task: SimulationTask) -> Toll:
    start, cpu = time.perf_counter(), time.process_time()
    summary = SimulationSummary.FromString(simulate(task.SerializeToString()))
    decisions = summary.tally.decision_count
    wall, spent = time.perf_counter() - start, time.process_time() - cpu
    return Toll(decisions / wall, decisions / spent)


def _games(subject: str, seconds: float) -> int:
    """How many matches take about so long here."""
    few = 20_000
    start = time.perf_counter()
    simulate(_task(subject, few).SerializeToString())
    return int(few * seconds / (time.perf_counter() - start))


def _task(subject: str, games: int) -> SimulationTask:
    game, options = SUBJECTS[subject]
    seats = int(options.get("seats", "2"))
    return SimulationTask(
        game=game, policies=[parse_policy("random")] * seats, match_count=games, seed=_SEED
    )
