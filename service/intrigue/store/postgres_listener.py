"""Hears from PostgreSQL what other servers have written."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from intrigue.store import postgres_connections as connections
from intrigue.store.postgres_writer import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from asyncpg import Connection, Record
    from asyncpg.pool import PoolConnectionProxy

log = structlog.get_logger(__name__)

# How often a silent connection is asked whether it is still there, in seconds.
_PROBE_SECONDS = 10.0


class PostgresListener:
    """Owns the connection that listens.

    A notification is only a hint to look at the log, so one that is lost costs time and nothing
    else. After every break any match may have changed unheard.
    """

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection[Record]]],
        changed: Callable[[Collection[int] | None], None],
        is_ours: Callable[[int], bool],
    ) -> None:
        self._connect = connect
        self._changed = changed
        self._is_ours = is_ours
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Listens no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = connections.FIRST_PAUSE
        while True:
            try:
                connection = await self._connect()
            except connections.UNREACHABLE as error:
                log.warning("not_listening", error=type(error).__name__)
            else:
                try:
                    if await self._listen(connection):
                        pause = connections.FIRST_PAUSE
                finally:
                    connection.terminate()
            await asyncio.sleep(pause)
            pause = min(2 * pause, connections.LONGEST_PAUSE)

    async def _listen(self, connection: Connection[Record]) -> bool:
        """Listens until the connection breaks; whether it ever did."""
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        listening = False
        with contextlib.suppress(*connections.UNREACHABLE):
            await connection.add_listener(CHANNEL, self._hear)
            listening = True
            self._changed(None)
            while not broken.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), _PROBE_SECONDS)
                    break
                # A connection that was cut without a word is only found out by using it.
                await connection.execute("")
        log.warning("not_listening", error="the connection broke")
        return listening

    def _hear(
        self,
        _connection: Connection[Record] | PoolConnectionProxy[Record],
        process: int,
        _channel: str,
        payload: object,
    ) -> None:
        if self._is_ours(process):
            return
        try:
            keys = {int(key) for key in str(payload).split()}
        except ValueError:
            # Somebody else's idea of a joke.
            log.warning("strange_notification", process=process)
            return
        if keys:
            self._changed(keys)
