"""The cost of matches without gRPC: CPU time among many open matches, and memory."""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop

from bench.databases import open_store
from intrigue.engine import Engine
from intrigue.matches import Matches, MatchLimits, MatchProposal
from intrigue.store import EntryKind, EntryRow, Lobby, Occupant, SeatRow, Status, Write, WriteLease

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from intrigue.matches.live_match import LiveMatch
    from intrigue.store import Store, StoreError

GAME = "district_noir"
IN_FLIGHT = 64
# How often each match is played in a round of P10: a match has about 48 actions.
_PASSES = 4
_SEATS = (SeatRow(Occupant.TAKEN, "north"), SeatRow(Occupant.TAKEN, "south"))
_LIMITS = MatchLimits(
    live_matches=1_000_000,
    cached_tokens=3_000_000,
    policy_threads=1,
    watch_buffer=256,
    heartbeat_seconds=15.0,
    scan_logs=False,
)


@dataclass
class RunningMatches:
    """A registry of matches on a database, and its running matches."""

    matches: Matches
    store: Store
    live: list[LiveMatch] = field(default_factory=list)

    @classmethod
    async def open(cls, database: str) -> RunningMatches:
        store = await open_store(database)
        matches = Matches(Engine(), store, _LIMITS)
        await matches.start()
        return cls(matches, store)

    async def fill(self, count: int) -> None:
        """Creates running matches."""

        async def one(_: int) -> None:
            created = await self.matches.creator.create(
                MatchProposal(GAME, {}, _SEATS, False, False, b"", (), "")
            )
            live = self.matches.registry.get(created.snapshot.row.id)
            assert live is not None
            self.live.append(live)

        await together(one, range(count), 256)

    async def act(self, matches: int) -> float:
        """Plays an action in `matches` of them; CPU seconds per action."""
        step = max(1, len(self.live) // matches)
        plans = [plan for live in self.live[::step] if (plan := self._plan(live)) is not None]

        async def one(plan: tuple[LiveMatch, int, int]) -> None:
            live, seat, action = plan
            await live.act(seat, action, None, f"{seat}-{live.log.durable.number}")

        start = time.process_time()
        await together(one, plans, IN_FLIGHT)
        return (time.process_time() - start) / len(plans)

    def _plan(self, live: LiveMatch) -> tuple[LiveMatch, int, int] | None:
        play = live.log.play
        if play is None or play.over:
            return None
        (seat,) = play.asked()
        place = play.entry_count
        view, setup = play.view(seat), play.setup()
        return live, seat, Engine().decide(view, setup, "random", bytes(32), place)

    async def close(self) -> None:
        await self.matches.stop()
        await self.store.close()


async def together(
    work: Callable[..., Awaitable[None]], things: Iterable[object], in_flight: int
) -> None:
    """Calls `work` for each thing, `in_flight` at a time."""
    rest = iter(things)

    async def worker() -> None:
        for thing in rest:
            await work(thing)

    await asyncio.gather(*(worker() for _ in range(in_flight)))


def act_among(
    databases: tuple[str, str], few: int, many: int, rounds: int
) -> tuple[list[float], list[float]]:
    """P10: the cost of one action among many matches, in µs of CPU, and over that among few."""

    async def measure() -> tuple[list[float], list[float]]:
        small, large = [await RunningMatches.open(database) for database in databases]
        await small.fill(few)
        await large.fill(many)
        found, ratios = [], []
        for number in range(rounds + 1):
            # As many matches on both sides, so that neither is warmer.
            costs = [
                statistics.mean([await running.act(few) for _ in range(_PASSES)])
                for running in (small, large)
            ]
            if number:
                found.append(costs[1] * 1e6)
                ratios.append(costs[1] / costs[0])
        await small.close()
        await large.close()
        return found, ratios

    return uvloop.run(measure())


def append_to(
    databases: tuple[str, str], events: int, rounds: int
) -> tuple[list[float], list[float]]:
    """P10: durable entries a second in a store with many, and over the rate in an empty one."""

    async def measure() -> tuple[list[float], list[float]]:
        empty, full = [await open_store(database) for database in databases]
        await _append(full, events, 1024)
        rates, ratios = [], []
        for number in range(rounds + 1):
            first = await _append(empty, 5_000, IN_FLIGHT)
            second = await _append(full, 5_000, IN_FLIGHT)
            if number:
                rates.append(second)
                ratios.append(second / first)
        await empty.close()
        await full.close()
        return rates, ratios

    return uvloop.run(measure())


_BODY = Lobby(Status.WAITING, _SEATS).encode()


async def _append(store: Store, events: int, in_flight: int) -> float:
    """Adds entries to logs of 50; entries a second."""
    loop = asyncio.get_running_loop()
    first = await store.new_key()
    # Keys of matches that do not exist: the log does not check.
    logs = [first * 1_000_000 + number for number in range(events // 50)]

    async def one(log: int) -> None:
        for number in range(50):
            done: asyncio.Future[None] = loop.create_future()

            def settle(error: StoreError | None, done: asyncio.Future[None] = done) -> None:
                done.set_result(None) if error is None else done.set_exception(error)

            body, head = b"\1\0\5", bytes(32)
            entry = EntryRow(
                log, number, EntryKind.STEP, 0, f"r{number}", number, 0, 0, b"", body, head
            )
            store.submit(Write((entry,)), WriteLease(), settle)
            await done

    start = time.perf_counter()
    await together(one, logs, in_flight)
    return events / (time.perf_counter() - start)


def match_memory(database: str, matches: int) -> float:
    """P13: bytes of one idle match, in the middle of its play."""

    async def measure() -> float:
        running = await RunningMatches.open(database)
        # The first ones bring in what all of them share, and the rest fills the caches of the
        # database, which are as large however many matches there are.
        await running.fill(200)
        await _append(running.store, 400_000, 1024)
        before = _resident()
        await running.fill(matches)
        for _ in range(10):
            await running.act(matches)
        after = _resident()
        await running.close()
        return (after - before) / matches

    return uvloop.run(measure())


def _resident(process: int | str = "self") -> int:
    gc.collect()
    return resident(process)


def resident(process: int | str) -> int:
    """The memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
