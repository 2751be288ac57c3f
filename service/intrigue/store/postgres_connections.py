"""How the store connects to PostgreSQL, and what its errors mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import asyncpg
import structlog

from intrigue.store import Conflict, DamagedData, StoreError

if TYPE_CHECKING:
    from asyncpg import Connection, Record
    from asyncpg.pool import Pool

log = structlog.get_logger(__name__)

# How long the store waits for a server that does not answer before it gives up, in seconds.
PATIENCE: Final = 5.0
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
# For a connection to come about, and for the answer to one question.
_CONNECT_SECONDS: Final = 10.0
_COMMAND_SECONDS: Final = 30.0
_READERS: Final = 4
_SETTINGS: Final = {
    "application_name": "intrigue",
    "statement_timeout": "20s",
    # A server that stands still in the middle of a transaction holds up the others: its
    # transaction is ended before those that wait for it give up.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "10s",
}

# What is raised when the server can't be reached, or the connection to it breaks.
UNREACHABLE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
_CORRUPT: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
# The server, or an operator, has ended the connection.
_ENDED: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.DatabaseDroppedError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    # It has become a standby: the next connection may find the one that took over.
    asyncpg.ReadOnlySQLTransactionError,
)


async def connect(url: str) -> Connection[Record]:
    """A connection for one purpose, with commits that are durable."""
    connection: Connection[Record] = await asyncpg.connect(
        url,
        timeout=_CONNECT_SECONDS,
        command_timeout=_COMMAND_SECONDS,
        server_settings=_SETTINGS,
    )
    try:
        if await connection.fetchval("SHOW synchronous_commit") == "off":
            # Otherwise an action could be acknowledged that a crash still undoes.
            await connection.execute("SET synchronous_commit = on")
    except BaseException:
        connection.terminate()
        raise
    return connection


async def pool(url: str) -> Pool[Record]:
    """Connections for questions."""

    async def leave_as_it_is(_connection: object) -> None:
        """Questions change nothing about a connection, so there is nothing to reset."""

    made: Pool[Record] = await asyncpg.create_pool(
        url,
        min_size=0,
        max_size=_READERS,
        timeout=_CONNECT_SECONDS,
        command_timeout=_COMMAND_SECONDS,
        server_settings=_SETTINGS,
        reset=leave_as_it_is,
    )
    return made


async def check(connection: Connection[Record]) -> None:
    """Raises `StoreError` if the server can't keep what it acknowledges."""
    found = await connection.fetchrow(
        "SELECT current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,"
        " current_setting('synchronous_commit') AS synchronous,"
        " current_setting('full_page_writes') AS full_pages, pg_is_in_recovery() AS standby"
    )
    if found is None:
        raise StoreError("it does not tell its settings")
    if found["standby"]:
        raise StoreError("it is a standby, which can't be written to")
    if found["fsync"] != "on":
        raise StoreError("its setting fsync is off: it would lose acknowledged actions")
    if found["encoding"] != "UTF8":
        raise StoreError(f"its encoding is {found['encoding']}, and must be UTF8")
    if found["full_pages"] != "on":
        log.warning("database_setting", name="full_page_writes", wanted="on")


def ended(error: BaseException) -> bool:
    """Whether a connection is of no more use after an error.

    What was under way on it may have been committed or not.
    """
    if isinstance(error, asyncpg.PostgresError):
        return isinstance(error, _ENDED)
    # Two that say nothing about it: a verdict of our own, and a value that can't be sent.
    unsent = isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError)
    return not (unsent or isinstance(error, StoreError))


def meaning(error: BaseException, text: str) -> StoreError:
    """The error of the store for one of the database."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, asyncpg.UniqueViolationError):
        known: StoreError = Conflict("something else has taken its place")
    elif isinstance(error, _CORRUPT):
        known = DamagedData("the database is damaged")
    else:
        known = StoreError(text)
    known.__cause__ = error
    return known
