"""What a run came to, in a few figures."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from loadtest.calls import SIMULATION, STREAM, UNARY
from loadtest.open_loop import DISPATCH, OPEN_LOOP
from loadtest.users import MATCH
from locust.stats import StatsEntry

if TYPE_CHECKING:
    from pathlib import Path

    from locust.stats import RequestStats


# Calls that only prepare others are not shown, but their failures count.
_SHOWN = {UNARY, STREAM, SIMULATION, OPEN_LOOP}


@dataclass(frozen=True, slots=True)
class Figure:
    """One kind of call."""

    name: str
    count: int
    failures: int
    per_second: float
    p50: float
    p99: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run."""

    requests: Figure
    """All unary calls together."""
    updates: Figure
    """Updates on streams, from the sending of an action to its arrival at a seat."""
    simulation: Figure
    """All calls to SimulationService together."""
    open_loop: Figure
    """All requests that were due at times drawn beforehand, each counted from that time."""
    dispatch: Figure
    """How long after its due time a request of the open loop was made."""
    methods: tuple[Figure, ...]
    actions_per_second: float
    matches: int
    games: dict[str, int]
    """Matches finished, by game."""
    failures: int

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")


def summarize(stats: RequestStats) -> Summary:
    """Adds up what locust has counted."""
    entries = list(stats.entries.values())
    methods = tuple(_figure(entry) for entry in entries if entry.method in _SHOWN)
    acts = [_figure(entry) for entry in entries if (entry.method, entry.name) == (UNARY, "Act")]
    games = {entry.name: entry.num_requests for entry in entries if entry.method == MATCH}
    return Summary(
        requests=_total(stats, "requests", [e for e in entries if e.method == UNARY]),
        updates=_total(stats, "stream updates", [e for e in entries if e.method == STREAM]),
        simulation=_total(stats, "simulation", [e for e in entries if e.method == SIMULATION]),
        open_loop=_total(stats, "open loop", [e for e in entries if e.method == OPEN_LOOP]),
        dispatch=_total(stats, "dispatch", [e for e in entries if e.method == DISPATCH]),
        methods=tuple(sorted(methods, key=lambda figure: figure.name)),
        actions_per_second=sum(figure.per_second for figure in acts),
        matches=sum(games.values()),
        games=games,
        failures=sum(entry.num_failures for entry in entries),
    )


def _total(stats: RequestStats, name: str, entries: list[StatsEntry]) -> Figure:
    total = StatsEntry(stats, name, "", use_response_times_cache=False)
    for entry in entries:
        total.extend(entry)
    return _figure(total)


def _figure(entry: StatsEntry) -> Figure:
    return Figure(
        name=f"{entry.name} (open loop)" if entry.method == OPEN_LOOP else entry.name,
        count=entry.num_requests,
        failures=entry.num_failures,
        per_second=round(entry.total_rps, 1),
        p50=float(entry.get_response_time_percentile(0.50)),
        p99=float(entry.get_response_time_percentile(0.99)),
    )
