"""The store on PostgreSQL, which several servers can share."""

from __future__ import annotations

import secrets
import socket
from functools import partial
from typing import TYPE_CHECKING, Self

import asyncpg

from intrigue.store import DamagedData, StoreError, columns
from intrigue.store import postgres_connections as connections
from intrigue.store.address import shown
from intrigue.store.migrations import MigrationError, migrate_postgres
from intrigue.store.postgres_listener import PostgresListener
from intrigue.store.postgres_reader import PostgresReader
from intrigue.store.postgres_writer import PostgresWriter

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Mapping

    from asyncpg import Connection, Record

    from intrigue.store import (
        EntryRow,
        ListedMatch,
        MatchFilter,
        StoredMatch,
        TokenRow,
        Write,
        WriteLease,
    )


class PostgresStore:
    """A `Store` in a PostgreSQL database.

    One connection writes, and commits in groups; one listens to what other servers write; a few
    answer questions. Each is made again when it breaks.
    """

    def __init__(
        self, url: str, secret: bytes, writer: PostgresWriter, reader: PostgresReader
    ) -> None:
        """For `open` alone, which brings the database into shape first."""
        self.secret: bytes = secret
        self._url = url
        self._writer = writer
        self._reader = reader
        self._listener: PostgresListener | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connects, and brings the tables into shape; several servers may do so at once.

        Raises `StoreError` if there is no such database, or one that can't be used.
        """
        connect = partial(connections.connect, url)
        try:
            connection = await connect()
            try:
                await connections.check(connection)
                secret = await _prepare(connection)
                pool = await connections.pool(url)
            except BaseException:
                connection.terminate()
                raise
        except (ValueError, MigrationError, StoreError, *connections.UNREACHABLE) as error:
            raise StoreError(f"can't open the database {shown(url)}: {_reason(error)}") from error
        return cls(url, secret, PostgresWriter(connection, connect), PostgresReader(pool))

    @property
    def shared(self) -> bool:
        """Others may write to it."""
        return True

    def listen(self, changed: Callable[[Collection[int] | None], None]) -> None:
        """Calls `changed` with the keys of matches that another server has written to."""
        self._listener = PostgresListener(
            partial(connections.connect, self._url),
            changed,
            lambda process: process == self._writer.process,
        )

    def on_commit(self, committed: Callable[[float, int], None]) -> None:
        """Calls `committed` for every group of writes that has become durable."""
        self._writer.committed = committed

    async def new_key(self) -> int:
        """The key of a new match; keys rise, more or less."""
        key: int = await self._reader.value("SELECT nextval('match_keys')")
        return key

    def submit(
        self, write: Write, lease: WriteLease, done: Callable[[StoreError | None], None]
    ) -> None:
        """Queues a write; `done` is called on the event loop when it is durable or has failed."""
        self._writer.submit(write, lease, done)

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""
        return await self._reader.match(match_id)

    async def entries(self, key: int, after: int) -> list[EntryRow]:
        """The entries of a match with numbers above `after`."""
        return await self._reader.entries(key, after)

    async def successor(self, digest: bytes) -> TokenRow | None:
        """The token that was made in place of another, if it has not been used."""
        return await self._reader.successor(digest)

    async def answered(self, key: int, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry that a request of a seat, or of the host, led to."""
        return await self._reader.answered(key, seat, request_id)

    async def heads(self, keys: Collection[int]) -> Mapping[int, int]:
        """The number of the last entry of each of these matches."""
        return await self._reader.heads(keys)

    async def invited(self, invitation: bytes) -> str | None:
        """The id of the match with this hash of an invitation code."""
        return await self._reader.invited(invitation)

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token, also of a void one."""
        return await self._reader.token(digest)

    async def page(self, wanted: MatchFilter, before: int | None, limit: int) -> list[ListedMatch]:
        """Matches without their logs, the newest first, with keys below `before`."""
        return await self._reader.page(wanted, before, limit)

    async def unattended(self, before: int) -> list[str]:
        """The ids of running matches with a policy's seat or a clock, with nothing new in them."""
        return await self._reader.unattended(before)

    async def tick(self, now: int) -> int:
        """Keeps the time of the service's clock, unless it has a later one."""
        later: int = await self._reader.value(
            "UPDATE clock SET now = greatest(now, $1) RETURNING now", now
        )
        return later

    async def scan(self) -> AsyncIterator[str | DamagedData]:
        """Reads every row once: the ids of all matches, and what is found to be damaged."""
        key = 0
        while rows := await self._reader.matches_after(key):
            for _, found in rows:
                yield found
            key = rows[-1][0]
        digest = b""
        while tokens := await self._reader.tokens_after(digest):
            for _, damage in tokens:
                if damage is not None:
                    yield damage
            digest = tokens[-1][0]
        for key in await self._reader.missing():
            yield DamagedData(f"the match with key {key} is lost")

    async def close(self) -> None:
        """Keeps what was submitted, then lets go of the database."""
        await self._writer.close()
        if self._listener is not None:
            await self._listener.close()
        await self._reader.close()


async def _prepare(connection: Connection[Record]) -> bytes:
    """Brings the tables into shape; the secret of the database."""
    await migrate_postgres(connection)
    question = "SELECT secret FROM secrets WHERE name = 'tokens'"
    if await connection.fetchval(question) is None:
        if await connection.fetchval("SELECT EXISTS (SELECT 1 FROM matches)"):
            raise DamagedData("its secret is lost")
        # Another server may be doing the same.
        await connection.execute(
            "INSERT INTO secrets (name, secret) VALUES ('tokens', $1) ON CONFLICT DO NOTHING",
            columns.sealed(secrets.token_bytes(32)),
        )
    return columns.unsealed(await connection.fetchval(question))


def _reason(error: BaseException) -> str:
    """Why it can't be opened. What a malformed address holds is not told: it may be a password."""
    if isinstance(error, ValueError | asyncpg.ClientConfigurationError):
        return "its address is malformed"
    if isinstance(error, TimeoutError):
        return "it does not answer"
    if isinstance(error, ConnectionRefusedError | FileNotFoundError):
        return "no server listens there"
    if isinstance(error, socket.gaierror):
        return "its host is not known"
    return str(error) or type(error).__name__
