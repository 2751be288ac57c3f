"""`make bench`: what the engine and the service reach, each as a ratio within one run.

One line a figure: name, value, unit, ratio, what it is compared with. Nothing here fails a build:
machines differ and are shared, so only ratios mean something, and a person reads them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.databases import Kind

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the result."""

    name: str
    what: str
    value: float
    unit: str
    ratios: list[float]
    against: str
    goal: str

    def line(self) -> str:
        """The figure as it is printed: the median ratio, and its spread."""
        ratio = statistics.median(self.ratios)
        spread = f"{min(self.ratios):.2f}..{max(self.ratios):.2f}"
        return (
            f"{self.name:<4} {self.what:<44} {self.value:>12,.0f} {self.unit:<12} "
            f"{ratio:5.2f} ({spread}) of {self.against}; goal {self.goal}"
        )


def native(rounds: int, seconds: float) -> list[Figure]:
    """Random play through the generic trait against the tight loop, in CPU time."""
    print("· building the native benchmark", flush=True)
    subprocess.run(
        ["cargo", "build", "--quiet", "--locked", "--release", "-p", "intrigue_bench"],
        cwd=ROOT / "core_rs",
        check=True,
    )
    print(f"· native: {rounds} rounds", flush=True)
    program = ROOT / "core_rs" / "target" / "release" / "intrigue_bench"
    output = subprocess.run(
        [str(program), str(rounds), str(seconds)], check=True, capture_output=True, text=True
    ).stdout
    rows: dict[tuple[str, str], list[dict[str, float]]] = {}
    for line in output.splitlines():
        row = json.loads(line)
        variant = ", ".join(filter(None, [f"{row['seats']} seats", row.pop("variant")]))
        rows.setdefault((row.pop("game"), variant), []).append(row)
    return [
        figure for (game, variant), found in rows.items() for figure in _game(game, variant, found)
    ]


# The figure's name and its goal for random play, by game.
PLAY = {
    "district_noir": ("P1", "≥ 0.40"),
    "complots": ("P2", "≥ 0.25, ≥ 10 M/s for 4 seats"),
    "shadow_blades": ("P3", "≥ 5 M/s for 4 seats"),
}


def _game(game: str, variant: str, rows: list[dict[str, float]]) -> list[Figure]:
    name, goal = PLAY[game]
    median = {key: statistics.median(row[key] for row in rows) for key in rows[0]}
    return [
        Figure(
            name,
            f"{game}, {variant}: random play, one core",
            median["decisions"],
            "decisions/s",
            [row["decisions"] / row["tight"] for row in rows],
            f"the tight loop ({median['tight']:,.0f}/s)",
            goal,
        ),
        Figure(
            "P12",
            f"{game}, {variant}: worlds re-dealt, one core",
            median["worlds"],
            "worlds/s",
            [row["worlds"] / row["decisions"] for row in rows],
            "its decisions",
            "≥ 1 M/s for complots",
        ),
    ]


def wire(kind: Kind, rounds: int, seconds: float) -> list[Figure]:
    """Unary calls against an echo method on the same server."""
    from bench.wire import measure

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
        rate = statistics.median(one.rate for one in own)
        cost = statistics.median(one.cpu_microseconds for one in own)
        echo_rate = statistics.median(one.rate for one in echo)
        echo_cost = statistics.median(one.cpu_microseconds for one in echo)
        figures += [
            Figure(
                name,
                f"{kind.name}: {what}",
                rate,
                "calls/s",
                [one.rate / other.rate for one, other in pairs],
                f"echo ({echo_rate:,.0f}/s)",
                rate_goal,
            ),
            Figure(
                name,
                f"{kind.name}: {what}, server CPU",
                cost,
                "µs/call",
                [one.cpu_microseconds / other.cpu_microseconds for one, other in pairs],
                f"echo ({echo_cost:,.0f} µs)",
                cost_goal,
            ),
        ]
    return figures


def scale(kind: Kind, rounds: int, matches: int, events: int) -> list[Figure]:
    """What grows with the number of matches and entries, and what must not."""
    from bench.halls import act_beside, append_to

    few = 100
    _say(f"{kind.name}: {matches:,} matches open")
    costs, beside = act_beside((kind.new(), kind.new()), few, matches, rounds)
    _say(f"{kind.name}: {events:,} events stored")
    rate, appended = append_to((kind.new(), kind.new()), events, rounds)
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
            rate,
            "events/s",
            appended,
            "an empty store",
            "≥ 0.8",
        ),
    ]


def beside(kind: Kind, rounds: int) -> list[Figure]:
    """Latency while policies think flat out."""
    from bench.crowd import act_beside_thinking

    _say(f"{kind.name}: actions beside policies that think on every core")
    busy, ratios, idle = act_beside_thinking(kind.new(), rounds, 600)
    return [
        Figure(
            "P11",
            f"{kind.name}: Act p99 beside thinking policies",
            busy * 1000,
            "µs",
            ratios,
            f"idle ({idle * 1000:,.0f} µs)",
            "≤ 5",
        )
    ]


def memory(kind: Kind, streams: int) -> list[Figure]:
    """What an idle match and a stream take."""
    from bench.crowd import stream_memory
    from bench.halls import match_memory

    _say(f"{kind.name}: memory of matches and streams")
    # In a process of its own: memory that was used before would be used again.
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        match = apart.submit(match_memory, kind.new(), 5_000).result()
    stream = stream_memory(kind.new(), streams)
    return [
        Figure(
            "P13",
            f"{kind.name}: one idle match",
            match,
            "bytes",
            [match / 4096],
            "4 KB",
            "≤ 1",
        ),
        Figure(
            "P13",
            f"{kind.name}: one Watch stream",
            stream,
            "bytes",
            [stream / 30_000],
            "30 KB",
            "≤ 1",
        ),
    ]


def _say(text: str) -> None:
    print(f"· {text}", flush=True)


PARTS = ("native", "wire", "scale", "beside", "memory")


def main() -> None:
    """Runs what was asked for and prints it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="only one part")
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), help="only one of them")
    parser.add_argument("--rounds", type=int, default=7, help="how often each thing is measured")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a slice of wire lasts")
    parser.add_argument("--matches", type=int, default=100_000, help="how many are open for P10")
    parser.add_argument("--events", type=int, default=1_000_000, help="how many are stored for P10")
    parser.add_argument("--streams", type=int, default=2_000, help="how many are open for P13")
    arguments = parser.parse_args()
    parts = [arguments.only] if arguments.only else list(PARTS)
    rounds = arguments.rounds
    figures = native(rounds, 0.5) if "native" in parts else []
    if parts != ["native"]:
        # Imported here, because the native part needs none of it.
        from bench.databases import kinds

        with kinds() as both:
            for kind in both:
                if arguments.database not in {None, kind.name}:
                    continue
                if "wire" in parts:
                    figures += wire(kind, rounds, arguments.seconds)
                if "scale" in parts:
                    figures += scale(kind, rounds, arguments.matches, arguments.events)
                if "beside" in parts:
                    figures += beside(kind, rounds)
                if "memory" in parts:
                    figures += memory(kind, arguments.streams)
    for figure in figures:
        print(figure.line())


if __name__ == "__main__":
    main()
