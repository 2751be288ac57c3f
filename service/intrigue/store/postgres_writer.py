"""What writes to PostgreSQL, and commits in groups."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import asyncpg
import structlog

from intrigue.store import Conflict, StoreError, columns
from intrigue.store import postgres_connections as connections

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from asyncpg import Connection, Record

    from intrigue.store import EntryRow, TokenRow, Write, WriteLease

log = structlog.get_logger(__name__)

CHANNEL: Final = "intrigue_matches"

# The largest group. Its keys fit into one notification, which holds less than 8,000 bytes.
_GROUP: Final = 256


def _numbered(count: int) -> str:
    return ", ".join(f"${number}" for number in range(1, count + 1))


# One statement, and so one exchange with the server and one transaction: entries, how far the
# logs now go, and word to the other servers. An entry whose place is taken is left out; the
# answer says which are in. All servers insert in the same order, so that none waits for one that
# waits for it.
_INSERT_ENTRIES: Final = f"""
WITH kept AS (
    INSERT INTO entries ({", ".join(columns.ENTRY)})
    SELECT * FROM unnest(
        $1::bigint[], $2::integer[], $3::smallint[], $4::smallint[], $5::text[],
        $6::bigint[], $7::bigint[], $8::bigint[], $9::bytea[], $10::bytea[], $11::bytea[]
    ) AS added ({", ".join(columns.ENTRY)})
    ORDER BY match, number
    ON CONFLICT DO NOTHING
    RETURNING match, number, time, head
), ends AS (
    INSERT INTO heads (match, number, time, head)
    SELECT DISTINCT ON (match) match, number, time, head FROM kept ORDER BY match, number DESC
    ON CONFLICT (match) DO UPDATE
    SET number = excluded.number, time = excluded.time, head = excluded.head
)
SELECT array_agg(match), count(*), pg_notify('{CHANNEL}', string_agg(DISTINCT match::text, ' '))
FROM kept HAVING count(*) > 0
"""  # noqa: S608 - no input in it
_INSERT_MATCH: Final = (
    f"INSERT INTO matches ({', '.join(columns.MATCH + columns.SUMMARY)})"  # noqa: S608
    f" VALUES ({_numbered(len(columns.MATCH + columns.SUMMARY))})"
)
_UPDATE_SUMMARY: Final = (
    "UPDATE matches SET status = $1, joinable = $2, policies = $3, summary = $4 WHERE key = $5"
)
_INSERT_TOKEN: Final = (
    f"INSERT INTO tokens ({', '.join(columns.TOKEN)})"  # noqa: S608
    f" VALUES ({_numbered(len(columns.TOKEN))})"
)
_HOLDING: Final = f"SELECT {', '.join(columns.TOKEN)} FROM tokens WHERE NOT void"  # noqa: S608
_HOLDING_HASH: Final = _HOLDING + " AND hash = ANY($1::bytea[]) ORDER BY hash FOR UPDATE"
_HOLDING_SEAT: Final = (
    _HOLDING + " AND match = $1 AND role = $2 AND seat IS NOT DISTINCT FROM $3"
    " ORDER BY hash FOR UPDATE"
)
_USE_TOKEN: Final = "UPDATE tokens SET replaces = '', seal = $1 WHERE hash = $2"  # noqa: S105
_VOID_TOKEN: Final = "UPDATE tokens SET void = true, seal = $1 WHERE hash = $2"  # noqa: S105


class _Job(NamedTuple):
    write: Write
    lease: WriteLease
    done: Callable[[StoreError | None], None]

    @property
    def plain(self) -> bool:
        """Whether it adds one entry and does nothing else, as most do."""
        added, create, summary, tokens, void, void_seat, used = self.write
        return (
            len(added) == 1
            and create is None
            and summary is None
            and not (tokens or void or used)
            and void_seat is None
        )


class PostgresWriter:
    """Owns the connection that writes.

    While a group is committed the next one gathers. Groups follow one another, so the writes of
    a match are kept in their order.
    """

    def __init__(
        self,
        connection: Connection[Record],
        connect: Callable[[], Awaitable[Connection[Record]]],
    ) -> None:
        self._connection = connection
        self._connect = connect
        self._gathering: list[_Job] = []
        self._work: asyncio.Task[None] | None = None
        self._closed = False
        self.committed: Callable[[float, int], None] = lambda _seconds, _writes: None
        self.process = connection.get_server_pid()

    def submit(
        self, write: Write, lease: WriteLease, done: Callable[[StoreError | None], None]
    ) -> None:
        """Queues a write."""
        if self._closed:
            lease.broken = True
            asyncio.get_running_loop().call_soon(done, StoreError("the store is closed"))
            return
        self._gathering.append(_Job(write, lease, done))
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._commit_all())

    async def close(self) -> None:
        """Commits what was submitted; every `done` is called before."""
        self._closed = True
        if self._work is not None:
            await self._work
        try:
            await self._connection.close(timeout=connections.PATIENCE)
        except connections.UNREACHABLE:
            self._connection.terminate()

    async def _commit_all(self) -> None:
        try:
            while self._gathering:
                group, self._gathering = self._gathering[:_GROUP], self._gathering[_GROUP:]
                start = time.perf_counter()
                results = await self._commit(group)
                if any(error is None for _, error in results):
                    self.committed(time.perf_counter() - start, len(results))
                for job, error in results:
                    if error is not None:
                        job.lease.broken = True
                    job.done(error)
        finally:
            self._work = None

    async def _commit(self, group: Sequence[_Job]) -> list[tuple[_Job, StoreError | None]]:
        if not any(job.lease.broken or job.write.void_seat is not None for job in group):
            try:
                return await self._attempt(group)
            except _Refused:
                pass
            except StoreError as failure:
                # It may have been kept or not: nothing of it may be tried again.
                return [(job, failure) for job in group]
        # Something in the group was refused and nothing of it was kept, or its order matters. One
        # by one, each job stands or falls alone, and takes those that were built on it along.
        results: list[tuple[_Job, StoreError | None]] = []
        for job in group:
            if job.lease.broken:
                error: StoreError | None = StoreError("an earlier write of this match failed")
            else:
                error = await self._attempt_alone(job)
                job.lease.broken = error is not None
            results.append((job, error))
        return results

    async def _attempt_alone(self, job: _Job) -> StoreError | None:
        try:
            ((_, error),) = await self._attempt([job])
        except _Refused as refusal:
            return refusal.error
        except StoreError as failure:
            return failure
        return error

    async def _attempt(self, group: Sequence[_Job]) -> list[tuple[_Job, StoreError | None]]:
        """Commits a group; raises `_Refused` if nothing was kept because of what is in it.

        Raises `StoreError` if it failed for another reason.
        """
        try:
            connection = await self._connected()
        except Exception as error:
            raise connections.meaning(error, "the database can't be reached") from error
        matches = {job.write.entries[0].match for job in group}
        try:
            if len(matches) == len(group) and all(job.plain for job in group):
                kept = await _insert([job.write.entries[0] for job in group], connection)
                return [
                    (job, None if job.write.entries[0].match in kept else Conflict("it is taken"))
                    for job in group
                ]
            async with connection.transaction():
                await _apply([job.write for job in group], connection)
        except Exception as error:
            if connection.is_closed() or connections.ended(error):
                log.warning("database_lost", error=type(error).__name__)
                connection.terminate()
                raise StoreError("the connection broke during a write") from error
            failure = connections.meaning(error, "a write failed")
            if _is_the_writes_fault(error):
                raise _Refused(failure) from error
            raise failure from error
        return [(job, None) for job in group]

    async def _connected(self) -> Connection[Record]:
        """The connection, made again if it was lost; waits a little for a server that is away."""
        if not self._connection.is_closed():
            return self._connection
        loop = asyncio.get_running_loop()
        deadline = loop.time() + connections.PATIENCE
        pause = connections.FIRST_PAUSE
        while True:
            try:
                self._connection = await self._connect()
            except connections.UNREACHABLE as error:
                if self._closed or loop.time() + pause > deadline:
                    raise StoreError("the database can't be reached") from error
                await asyncio.sleep(pause)
                pause = min(2 * pause, connections.LONGEST_PAUSE)
            else:
                log.info("database_found")
                self.process = self._connection.get_server_pid()
                return self._connection


class _Refused(Exception):
    """Nothing of a group was kept, because of what is in it."""

    def __init__(self, error: StoreError) -> None:
        super().__init__(str(error))
        self.error = error


def _is_the_writes_fault(error: Exception) -> bool:
    """Whether other writes of the group may hold without the one that failed."""
    return isinstance(
        error,
        (
            StoreError,
            asyncpg.IntegrityConstraintViolationError,
            asyncpg.DataError,
            asyncpg.TransactionRollbackError,
            # A value that can't be sent.
            asyncpg.InterfaceError,
        ),
    )


async def _insert(entries: Sequence[EntryRow], connection: Connection[Record]) -> set[int]:
    """Adds entries to logs; the keys of the matches whose entries are in."""
    found = await connection.fetchrow(_INSERT_ENTRIES, *zip(*entries, strict=True))
    return set() if found is None else set(found[0])


async def _apply(writes: Sequence[Write], connection: Connection[Record]) -> None:
    """Makes changes of all kinds. Each table is changed in the order of one of its keys."""
    created: list[tuple[object, ...]] = []
    summaries: list[tuple[object, ...]] = []
    tokens: list[tuple[object, ...]] = []
    entries: list[EntryRow] = []
    for added, create, summary, new_tokens, *_ in writes:
        entries += added
        tokens += map(columns.token_values, new_tokens)
        if create is not None:
            if summary is None:
                raise StoreError("a new match needs a summary")
            created.append((*columns.match_values(create), *columns.summary_values(summary)))
        elif summary is not None:
            summaries.append((*columns.summary_values(summary), added[0].match))
    if created:
        await connection.executemany(_INSERT_MATCH, sorted(created, key=lambda row: str(row[1])))
    if summaries:
        # The sort keeps the order of a match's own summaries, of which the last one stays.
        ordered = sorted(summaries, key=lambda row: int(str(row[-1])))
        await connection.executemany(_UPDATE_SUMMARY, ordered)
    await _void(writes, connection)
    await _note_use(writes, connection)
    if tokens:
        await connection.executemany(_INSERT_TOKEN, sorted(tokens, key=lambda row: repr(row[0])))
    found = await connection.fetchrow(_INSERT_ENTRIES, *zip(*entries, strict=True))
    if found is None or found[1] != len(entries):
        raise Conflict("something else has taken its place")


async def _void(writes: Sequence[Write], connection: Connection[Record]) -> None:
    """Makes tokens void."""
    hashes = [digest for write in writes for digest in write.void]
    held: list[TokenRow] = []
    if hashes:
        found = await connection.fetch(_HOLDING_HASH, hashes)
        if len(found) != len(hashes):
            raise Conflict("the token to void does not hold")
        held += (columns.token_row(tuple(row)) for row in found)
    for write in writes:
        if write.void_seat is not None:
            found = await connection.fetch(_HOLDING_SEAT, write.entries[0].match, *write.void_seat)
            held += (columns.token_row(tuple(row)) for row in found)
    if held:
        rows = [columns.token_values(replace(row, void=True)) for row in held]
        await connection.executemany(_VOID_TOKEN, [(row[-1], row[0]) for row in rows])


async def _note_use(writes: Sequence[Write], connection: Connection[Record]) -> None:
    """Tokens are used for the first time."""
    hashes = [digest for write in writes for digest in write.used]
    if not hashes:
        return
    found = await connection.fetch(_HOLDING_HASH, hashes)
    if len(found) != len(hashes):
        raise Conflict("the token that is used does not hold")
    rows = [replace(columns.token_row(tuple(row)), replaces=b"") for row in found]
    values = [columns.token_values(row) for row in rows]
    await connection.executemany(_USE_TOKEN, [(row[-1], row[0]) for row in values])
