"""The service on a database: calls, many matches, company, memory."""

from __future__ import annotations

import statistics
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from bench.busy_server import act_beside, simulation, stream_memory, thinking
from bench.figure import Figure
from bench.match_costs import act_among, append_to, match_memory
from bench.unary_calls import measure

if TYPE_CHECKING:
    from bench.databases import Kind


def wire(kind: Kind, rounds: int, seconds: float) -> list[Figure]:
    """Unary calls against an echo method on the same server."""
    _say(f"{kind.name}, wire: {rounds} rounds, 64 calls in flight")
    slices = measure(kind.new(), rounds, seconds)
    echo = slices["echo"]
    figures = []
    for name, what, key, rate_goal, cost_goal in (
        ("P8", "Act, durable", "act", "≥ 0.70", "≤ 1.3"),
        ("P9", "GetView", "view", "≥ 0.90", "≤ 1.3"),
    ):
        own = slices[key]
        pairs = list(zip(own, echo, strict=True))
        echo_rate = statistics.median(one.rate for one in echo)
        echo_cost = statistics.median(one.cpu_microseconds for one in echo)
        figures += [
            Figure(
                name,
                f"{kind.name}: {what}",
                [one.rate for one in own],
                "calls/s",
                [one.rate / other.rate for one, other in pairs],
                f"echo ({echo_rate:,.0f}/s)",
                rate_goal,
            ),
            Figure(
                name,
                f"{kind.name}: {what}, server CPU",
                [one.cpu_microseconds for one in own],
                "µs/call",
                [one.cpu_microseconds / other.cpu_microseconds for one, other in pairs],
                f"echo ({echo_cost:,.0f} µs)",
                cost_goal,
            ),
        ]
    return figures


def scale(kind: Kind, rounds: int, matches: int, events: int) -> list[Figure]:
    """What grows with the number of matches and entries, and what must not."""
    few = 100
    _say(f"{kind.name}: {matches:,} matches open")
    costs, beside = act_among((kind.new(), kind.new()), few, matches, rounds)
    _say(f"{kind.name}: {events:,} events stored")
    rates, appended = append_to((kind.new(), kind.new()), events, rounds)
    return [
        Figure(
            "P10",
            f"{kind.name}: Act, {matches:,} matches open",
            costs,
            "µs CPU",
            beside,
            f"Act with {few} open",
            "≤ 1.15",
        ),
        Figure(
            "P10",
            f"{kind.name}: append at {events:,} events",
            rates,
            "events/s",
            appended,
            "an empty store",
            "≥ 0.8",
        ),
    ]


def beside(kind: Kind, rounds: int) -> list[Figure]:
    """Latency while the server's cores are busy with other work of its own."""
    figures = []
    for what, load in (("Simulate flat out", simulation), ("thinking policies", thinking)):
        _say(f"{kind.name}: actions beside {what}, on every core")
        pairs = act_beside(kind.new(), rounds, 600, load)
        idle = statistics.median(pair.idle for pair in pairs)
        figures.append(
            Figure(
                "P11",
                f"{kind.name}: Act p99 beside {what}",
                [pair.busy for pair in pairs],
                "µs",
                [pair.busy / pair.idle for pair in pairs],
                f"idle ({idle:,.0f} µs)",
                "≤ 5",
            )
        )
    return figures


def memory(kind: Kind, streams: int) -> list[Figure]:
    """What an idle match and a stream take."""
    _say(f"{kind.name}: memory of matches and streams")
    # In a process of its own: memory that was used before would be used again.
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        match = apart.submit(match_memory, kind.new(), 5_000).result()
    stream = stream_memory(kind.new(), streams)
    return [
        Figure(
            "P13",
            f"{kind.name}: one idle match",
            [match],
            "bytes",
            [match / 4096],
            "4 KB",
            "≤ 1",
        ),
        Figure(
            "P13",
            f"{kind.name}: one Watch stream",
            [stream],
            "bytes",
            [stream / 30_000],
            "30 KB",
            "≤ 1",
        ),
    ]


def _say(text: str) -> None:
    print(f"· {text}", flush=True)
