"""Hears from PostgreSQL what other servers have written."""

from __future__ import annotations

import asyncio
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
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Listens no more."""
        self._closing = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = connections.FIRST_PAUSE
        while True:
            try:
                connection = await self._connect()
                try:
                    await connection.add_listener(CHANNEL, self._hear)
                    pause = connections.FIRST_PAUSE
                    log.info("following_other_servers")
                    self._changed(None)
                    await _end_of(connection)
                finally:
                    connection.terminate()
                    if not self._closing:
                        log.warning("not_following_other_servers")
            except connections.UNREACHABLE:
                pass
            except Exception as error:  # noqa: BLE001 - whatever it is, it must listen again
                log.warning("listener_failed", error=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, connections.LONGEST_PAUSE)

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
            # Not a notification of this service.
            log.warning("strange_notification", process=process)
            return
        if keys:
            self._changed(keys)


async def _end_of(connection: Connection[Record]) -> None:
    """Returns, or raises, when a connection has broken."""
    broken = asyncio.Event()
    connection.add_termination_listener(lambda _: broken.set())
    while not broken.is_set():
        try:
            await asyncio.wait_for(broken.wait(), _PROBE_SECONDS)
        except TimeoutError:
            # One that was cut without a word is only found out by using it.
            await connection.execute("SELECT 1")
