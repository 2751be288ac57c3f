"""Sees to it that time runs out."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import heapq
from itertools import count
from typing import TYPE_CHECKING

import structlog

from intrigue.engine import Refused
from intrigue.matches import clocks
from intrigue.matches.faults import Code, Fault
from intrigue.store import Status, StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from intrigue.engine import Engine, Play
    from intrigue.matches.room import Room
    from intrigue.matches.service_clock import ServiceClock

log = structlog.get_logger(__name__)

# A server leaves a deadline to the one that took the last step, for so long.
_COURTESY = 500
# What decides where a seat may not even give up.
_LAST_RESORT = "random"


class Timekeeper:
    """Wakes when the earliest deadline of all matches has come."""

    def __init__(
        self, engine: Engine, clock: ServiceClock, find: Callable[[str], Awaitable[Room | None]]
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._find = find
        # Deadline, a number that settles ties, match, the stage that it is of.
        self._due: list[tuple[int, int, str, int]] = []
        self._ties = count()
        self._task: asyncio.Task[None] | None = None
        self._deciding: set[asyncio.Task[None]] = set()

    def keep(self, room: Room, *, own: bool) -> None:
        """Notes the next deadline of a match."""
        row, stage = room.row, room.durable
        if row.clock is None or stage.times is None or stage.status is not Status.RUNNING:
            return
        due = clocks.first_due(row.clock, stage.times)
        if due is None:
            return
        when = due[0] if own else due[0] + _COURTESY
        heapq.heappush(self._due, (when, next(self._ties), row.id, stage.number))
        if self._due[0][0] == when:
            self._wait_anew()

    async def stop(self) -> None:
        """Lets deadlines pass; they are taken up again when the matches are next opened."""
        tasks = [*self._deciding]
        if self._task is not None:
            tasks.append(self._task)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wait_anew(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._wait())

    async def _wait(self) -> None:
        while self._due:
            when = self._due[0][0]
            if self._clock.now() < when:
                await self._clock.until(when)
                continue
            _, _, match_id, number = heapq.heappop(self._due)
            task = asyncio.create_task(self._time_out(match_id, number))
            self._deciding.add(task)
            task.add_done_callback(self._deciding.discard)

    async def _time_out(self, match_id: str, number: int) -> None:
        with contextlib.suppress(Fault, StoreError):
            room = await self._find(match_id)
            if room is None:
                return
            if room.stale:
                await room.refresh()
            if room.durable.number == number:
                await self._decide(room)

    async def _decide(self, room: Room) -> None:
        clock, times = room.row.clock, room.durable.times
        if clock is None or times is None:
            return
        for seat in range(len(times.true)):
            if not room.overdue(seat):
                continue
            log.info("time_up", match=room.row.id, seat=seat)
            with contextlib.suppress(Refused):
                await room.time_out(seat, await self._verdict(room, seat, clock.policy))
            return

    async def _verdict(self, room: Room, seat: int, policy: str) -> Callable[[Play], bytes]:
        """What becomes of a seat whose time is up."""
        if room.play is None:
            raise Fault(Code.MATCH_NOT_STARTED)
        view, revision = room.play.view(seat), room.play.revision(seat)
        place = room.play.entry_count * len(room.durable.seats) + seat
        seed = hashlib.sha256(b"timeout" + room.row.policy_seed).digest()
        action = await asyncio.to_thread(
            self._engine.decide, view, policy or _LAST_RESORT, seed, place
        )

        def decide(play: Play) -> bytes:
            if not policy:
                with contextlib.suppress(Refused):
                    return play.resign(seat)
            return play.act(seat, action, revision)

        return decide
