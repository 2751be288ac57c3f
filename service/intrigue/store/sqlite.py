"""The store on SQLite: one file, one writer, many actions to a sync of the disk."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
import sqlite3
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

import structlog

from intrigue.store import DamagedData, StoreError, Witness, columns
from intrigue.store.migrations import MigrationError, migrate_sqlite
from intrigue.store.sqlite_reader import SqliteReader
from intrigue.store.sqlite_writer import SqliteWriter
from intrigue.store.witness import WitnessFile

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Mapping

    from intrigue.store import (
        EntryRow,
        ListedMatch,
        MatchFilter,
        StoredMatch,
        TokenRow,
        Write,
        WriteLease,
    )

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_READERS = 2


class SqliteStore:
    """A `Store` in one SQLite file.

    One thread owns the only connection that writes; it takes whatever has been submitted since
    its last commit and commits it at once. Reads have connections and threads of their own: in
    WAL mode they never wait for a commit.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock: sqlite3.Connection,
        witness: WitnessFile,
        scratch: Path | None,
    ) -> None:
        """For `open` alone, which brings the file into shape first."""
        self._path = path
        self._lock = lock
        self._witness = witness
        self._scratch = scratch
        (sealed,) = connection.execute(
            "SELECT secret FROM secrets WHERE name = 'tokens'"
        ).fetchone()
        self.secret: bytes = columns.unsealed(sealed)
        (last,) = connection.execute("SELECT coalesce(max(key), 0) FROM matches").fetchone()
        # Beyond every match that was ever noted: one that is lost keeps its note.
        self._next_key: int = max(last + 1, witness.size, 1)
        self._writer = SqliteWriter(connection, witness, asyncio.get_running_loop())
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")
        self._reader_of_thread = threading.local()
        self._opened_readers: list[SqliteReader] = []

    @classmethod
    async def open(cls, path: str | None) -> Self:
        """Opens the file, makes it if there is none; None: a file that is gone when closed.

        Raises `StoreError` if it can't be opened, or if another server has it open.
        """
        scratch = None
        if path is None:
            scratch = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="intrigue-"))
        file = scratch / "matches.db" if scratch is not None else Path(path or "")
        try:
            connection, lock, witness = await asyncio.to_thread(_prepare, file)
        except (sqlite3.Error, OSError, MigrationError, StoreError) as error:
            if scratch is not None:
                await asyncio.to_thread(shutil.rmtree, scratch, ignore_errors=True)
            raise StoreError(f"can't open the database {path}: {error}") from error
        return cls(file, connection, lock, witness, scratch)

    @property
    def shared(self) -> bool:
        """A file belongs to one server."""
        return False

    def listen(self, changed: Callable[[Collection[int] | None], None]) -> None:
        """Nobody else writes: `changed` is never called."""

    def on_commit(self, committed: Callable[[float, int], None]) -> None:
        """Calls `committed` for every group of writes that has become durable."""
        self._writer.committed = committed

    async def new_key(self) -> int:
        """The key of a new match; keys rise."""
        key = self._next_key
        self._next_key += 1
        return key

    def submit(
        self, write: Write, lease: WriteLease, done: Callable[[StoreError | None], None]
    ) -> None:
        """Queues a write; `done` is called on the event loop when it is durable or has failed."""
        self._writer.submit(write, lease, done)

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""
        return await self._read(SqliteReader.match, match_id)

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token, also of a void one."""
        return await self._read(SqliteReader.token, digest)

    async def entries(self, key: int, after: int) -> list[EntryRow]:
        """The entries of a match with numbers above `after`."""
        return await self._read(SqliteReader.entries, key, after)

    async def successor(self, digest: bytes) -> TokenRow | None:
        """The token that was made in place of another, if it has not been used."""
        return await self._read(SqliteReader.successor, digest)

    async def answered(self, key: int, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry that a seat's request led to."""
        return await self._read(SqliteReader.answered, key, seat, request_id)

    async def heads(self, keys: Collection[int]) -> Mapping[int, int]:
        """The number of the last entry of each of these matches."""
        return await self._read(SqliteReader.heads, tuple(keys))

    async def invited(self, invitation: bytes) -> str | None:
        """The id of the match with this hash of an invitation code."""
        return await self._read(SqliteReader.invited, invitation)

    async def page(self, wanted: MatchFilter, before: int | None, limit: int) -> list[ListedMatch]:
        """Matches without their logs, the newest first, with keys below `before`."""
        return await self._read(SqliteReader.page, wanted, before, limit)

    async def unattended(self, before: int) -> list[str]:
        """The ids of running matches with a policy's seat or a clock, whatever their age."""
        del before
        return await self._read(SqliteReader.unattended)

    async def tick(self, now: int) -> int:
        """Keeps the time of the service's clock, unless it has a later one."""
        kept = self._witness.clock
        if now > kept:
            self._witness.clock = now
        return max(now, kept)

    async def scan(self) -> AsyncIterator[str | DamagedData]:
        """Reads every row once: the ids of all matches, and what is found to be damaged."""
        key, digest = 0, b""
        while rows := await self._read(SqliteReader.matches_after, key):
            for _, found in rows:
                yield found
            key = rows[-1][0]
        while tokens := await self._read(SqliteReader.tokens_after, digest):
            for _, damage in tokens:
                if damage is not None:
                    yield damage
            digest = tokens[-1][0]
        ends = await asyncio.to_thread(lambda: list(self._witness.ends()))
        for damage in await self._read(SqliteReader.lost, ends):
            yield damage

    async def close(self) -> None:
        """Keeps what was submitted, then lets go of the database."""
        await self._writer.close()
        await asyncio.to_thread(self._close_files)

    async def _read(
        self, question: Callable[Concatenate[SqliteReader, P], T], *args: P.args, **_: P.kwargs
    ) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._ask, question, *args)
        except (sqlite3.Error, RuntimeError) as error:
            if _is_damage(error):
                raise DamagedData("the database is damaged") from error
            raise StoreError("the store can't be read") from error

    def _ask(self, question: Callable[..., T], *args: object) -> T:
        reader: SqliteReader | None = getattr(self._reader_of_thread, "reader", None)
        if reader is None:
            reader = SqliteReader(self._path, self._witness)
            self._reader_of_thread.reader = reader
            self._opened_readers.append(reader)
        return question(reader, *args)

    def _close_files(self) -> None:
        self._readers.shutdown()
        for reader in self._opened_readers:
            reader.close()
        self._writer.close_file()
        self._witness.close()
        self._lock.close()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)


def _is_damage(error: Exception) -> bool:
    """Whether the file holds what SQLite never wrote, such as a page that makes no sense."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # A text that is no text: the module's own complaint has no code.
        return isinstance(error, sqlite3.OperationalError) and "decode" in str(error)
    return code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def _prepare(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection, WitnessFile]:
    """The connection that writes, with the tables in shape; the file's lock; its witness."""
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent}")
    with contextlib.ExitStack() as undo:
        lock = undo.enter_context(contextlib.closing(_lock(path)))
        connection = undo.enter_context(
            contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
        )
        connection.execute("PRAGMA journal_mode = WAL")
        # NORMAL would acknowledge actions that a power cut can still undo.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -32768")
        migrate_sqlite(connection)
        _keep_secret(connection)
        witness = undo.enter_context(contextlib.closing(_witness(path, connection)))
        undo.pop_all()
    return connection, lock, witness


def _keep_secret(connection: sqlite3.Connection) -> None:
    """Draws the secret of a new database; that of an old one must be there, and whole."""
    found = connection.execute("SELECT secret FROM secrets WHERE name = 'tokens'").fetchone()
    if found is not None:
        columns.unsealed(found[0])
    elif connection.execute("SELECT 1 FROM matches LIMIT 1").fetchone() is not None:
        raise DamagedData("its secret is lost")
    else:
        sealed = columns.sealed(secrets.token_bytes(32))
        connection.execute("INSERT INTO secrets (name, secret) VALUES ('tokens', ?)", (sealed,))


def _witness(path: Path, connection: sqlite3.Connection) -> WitnessFile:
    """The notes beside the database; made again from it if there are none."""
    witness = WitnessFile.open(path.with_name(path.name + "-heads"))
    if witness.size == 0:
        ends = connection.execute(
            "SELECT match, number, head FROM entries JOIN"
            " (SELECT match AS m, max(number) AS n FROM entries GROUP BY match)"
            " ON match = m AND number = n"
        ).fetchall()
        if ends:
            log.warning("witness_made_anew", matches=len(ends))
        witness.note({key: Witness(number, head) for key, number, head in ends})
        (now,) = connection.execute("SELECT coalesce(max(time), 0) FROM entries").fetchone()
        witness.clock = now
    return witness


def _lock(path: Path) -> sqlite3.Connection:
    """Makes sure that no other server plays on the same file.

    Matches live in memory too, so two servers on one file would each miss what the other does.
    An exclusive transaction on a file of its own works on every system, and ends with the
    process, however that ends.
    """
    lock = sqlite3.connect(
        path.with_name(path.name + "-lock"),
        isolation_level=None,
        timeout=0,
        check_same_thread=False,
    )
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError("another server has it open") from error
        raise
    return lock
