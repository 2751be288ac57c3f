"""The service's clock: milliseconds in which at least one server was running."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.store import Store

log = structlog.get_logger(__name__)

_TICK_SECONDS = 1.0
_NANOSECONDS_A_MILLISECOND = 1_000_000
# How far the calendar may drift from the clock, in nanoseconds, before it is read again.
_CALENDAR_DRIFT = 100_000_000


class ServiceClock:
    """Runs with the monotonic clock of the machine, and stands still while no server runs.

    The store keeps how far it is. Servers on one database agree on it within a tick: each takes
    over the latest time that any of them has noted.
    """

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._monotonic_ns = monotonic_ns
        self._offset = 0
        self._epoch = 0
        self._store: Store | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self, store: Store) -> None:
        """Goes on from where the store has it."""
        self._store = store
        self._offset = await store.tick(0) - self._machine()
        self._epoch = time.time_ns() - self.now() * _NANOSECONDS_A_MILLISECOND
        self._task = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """Notes the time a last time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._note()

    def now(self) -> int:
        """Milliseconds."""
        return self._machine() + self._offset

    def wall_time(self, moment: int) -> int:
        """A moment in nanoseconds since 1970, as this server's calendar has it."""
        return self._epoch + moment * _NANOSECONDS_A_MILLISECOND

    def calendar_time(self, moment: int) -> int:
        """A moment in milliseconds since 1970, as logs have it."""
        return self.wall_time(moment) // _NANOSECONDS_A_MILLISECOND

    async def until(self, moment: int) -> None:
        """Returns when it is that late; woken early, callers look at the clock again."""
        await asyncio.sleep(max(0, moment - self.now()) / 1000)

    def _machine(self) -> int:
        return self._monotonic_ns() // _NANOSECONDS_A_MILLISECOND

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            await self._note()

    async def _note(self) -> None:
        if self._store is None:
            return
        now = self.now()
        try:
            kept = await self._store.tick(now)
        except (StoreError, OSError) as error:
            log.warning("clock_not_noted", error=type(error).__name__)
            return
        self._offset += max(0, kept - now)
        epoch = time.time_ns() - self.now() * _NANOSECONDS_A_MILLISECOND
        if abs(epoch - self._epoch) > _CALENDAR_DRIFT:
            self._epoch = epoch
