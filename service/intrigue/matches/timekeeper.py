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
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import Status

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from intrigue.engine import Engine, Match
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.service_clock import ServiceClock

log = structlog.get_logger(__name__)

# How many milliseconds a server leaves a deadline to the one that took the last step.
_COURTESY = 500
# After how many milliseconds a failed timeout is tried again.
_PAUSE = 1_000
# What decides where a seat may not even give up.
_LAST_RESORT = "random"
_HOPELESS = frozenset({ErrorCode.LOG_DAMAGED, ErrorCode.RULES_CHANGED})


class Timekeeper:
    """Wakes when the earliest deadline of all matches has come."""

    def __init__(
        self,
        engine: Engine,
        clock: ServiceClock,
        find: Callable[[str], Awaitable[LiveMatch | None]],
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._find = find
        # Deadline, a number that settles ties, match.
        self._due: list[tuple[int, int, str]] = []
        # When a match is looked at next, and whether this server took its last step. There is
        # one such moment for each match, however many steps it has.
        self._noted: dict[str, tuple[int, bool]] = {}
        self._ties = count()
        self._task: asyncio.Task[None] | None = None
        self._deciding: set[asyncio.Task[None]] = set()
        self._stopped = False

    def keep(self, live: LiveMatch, *, own: bool) -> None:
        """Notes the next deadline of a match."""
        due = self._next(live)
        if due is not None:
            self._note(live.row.id, due if own else due + _COURTESY, own=own)

    async def stop(self) -> None:
        """Lets deadlines pass; they are taken up again when the matches are next opened."""
        self._stopped = True
        tasks = [*self._deciding]
        if self._task is not None:
            tasks.append(self._task)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @staticmethod
    def _next(live: LiveMatch) -> int | None:
        row, version = live.row, live.log.durable
        if row.clock is None or version.times is None or version.status is not Status.RUNNING:
            return None
        due = clocks.first_due(row.clock, version.times)
        return None if due is None else due[0]

    def _note(self, match_id: str, when: int, *, own: bool) -> None:
        if self._stopped:
            return
        noted = self._noted.get(match_id)
        if noted is not None and noted[0] <= when:
            # It is looked at before that, and noted again.
            self._noted[match_id] = (noted[0], own)
            return
        self._noted[match_id] = (when, own)
        heapq.heappush(self._due, (when, next(self._ties), match_id))
        if self._due[0][0] == when:
            self._wait_anew()

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
            _, _, match_id = heapq.heappop(self._due)
            noted = self._noted.get(match_id)
            if noted is None or noted[0] != when:
                continue
            del self._noted[match_id]
            task = asyncio.create_task(self._time_out(match_id, own=noted[1]))
            self._deciding.add(task)
            task.add_done_callback(self._deciding.discard)

    async def _time_out(self, match_id: str, *, own: bool) -> None:
        """Sees to the seats of a match whose time is up, and notes when to look again.

        If it can't be seen to now, or something that is under way may come to nothing, that is
        after a pause: a deadline must not be lost.
        """
        due: int | None = 0
        try:
            live = await self._find(match_id)
            if live is None:
                return
            if live.log.stale:
                await live.log.refresh()
            await self._decide(live)
            due = self._next(live)
        except Exception as error:  # noqa: BLE001 - one match must not take the others along
            log.warning("timeout_failed", match=match_id, error=str(error) or type(error).__name__)
            if isinstance(error, ServiceError) and error.code in _HOPELESS:
                return
        if due is not None:
            when = due if own else due + _COURTESY
            now = self._clock.now()
            self._note(match_id, when if when > now else now + _PAUSE, own=own)

    async def _decide(self, live: LiveMatch) -> None:
        clock, times = live.row.clock, live.log.durable.times
        if clock is None or times is None:
            return
        for seat in range(len(times.true)):
            if not live.overdue(seat):
                continue
            log.info("time_up", match=live.row.id, seat=seat)
            with contextlib.suppress(Refused):
                await live.time_out(seat, await self._verdict(live, seat, clock.policy))
            return

    async def _verdict(self, live: LiveMatch, seat: int, policy: str) -> Callable[[Match], bytes]:
        """What becomes of a seat whose time is up."""
        if live.log.play is None:
            raise ServiceError(ErrorCode.MATCH_NOT_STARTED)
        view, revision = live.log.play.view(seat), live.log.play.revision(seat)
        place = live.log.play.entry_count * len(live.log.durable.seats) + seat
        seed = hashlib.sha256(b"timeout" + live.row.policy_seed).digest()
        setup = live.log.play.setup()
        action = await asyncio.to_thread(
            self._engine.decide, view, setup, policy or _LAST_RESORT, seed, place
        )

        def decide(play: Match) -> bytes:
            if not policy:
                with contextlib.suppress(Refused):
                    return play.forfeit_on_time(seat)
            return play.act(seat, action, revision)

        return decide
