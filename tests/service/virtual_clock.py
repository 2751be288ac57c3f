"""A service's clock that stands until a test moves it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from intrigue.matches import ServiceClock
from intrigue.server import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_NANOSECONDS_A_MILLISECOND = 1_000_000


class VirtualClock(ServiceClock):
    """A clock that the test advances; waiters wake when their time has come, without sleeping."""

    def __init__(self, machine: int = 0) -> None:
        """`machine` is what the machine's own clock says at first, in milliseconds."""
        self._machine_time = machine
        self._moved = asyncio.Event()
        self.asleep = False
        """Whether nobody is woken, so that a deadline passes unnoticed for a while."""
        super().__init__(lambda: self._machine_time * _NANOSECONDS_A_MILLISECOND)

    def advance(self, milliseconds: int) -> None:
        """Lets time pass."""
        self._machine_time += milliseconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def until(self, moment: int) -> None:
        while self.asleep or self.now() < moment:
            await self._moved.wait()

    async def _tick(self) -> None:
        """Time is noted when the clock is stopped; a test that wants it earlier says so."""
        await asyncio.Event().wait()

    async def note(self) -> None:
        """What a tick does."""
        await self._note()

    def die(self) -> None:
        """Has the clock note nothing any more, as one whose process was killed."""
        self._store = None


@contextlib.asynccontextmanager
async def served_by(deployment: Any, clock: VirtualClock, **changes: Any) -> AsyncIterator[Any]:
    """A client of a server with this clock."""
    server = Server(deployment.settings(**changes), clock=clock)
    await server.start()
    deployment.servers.append(server)
    try:
        async with deployment.client(server) as client:
            yield client
    finally:
        await server.stop()
