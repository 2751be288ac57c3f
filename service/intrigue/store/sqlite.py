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
from typing import TYPE_CHECKING, Self, TypeVar

from intrigue.store import StoreError
from intrigue.store.migrations import MigrationError, migrate_sqlite
from intrigue.store.sqlite_reader import SqliteReader
from intrigue.store.sqlite_writer import SqliteWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.store import Lease, Status, StoredMatch, TokenRow, Write

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
        scratch: Path | None,
    ) -> None:
        """For `open` alone, which brings the file into shape first."""
        self._path = path
        self._lock = lock
        self._scratch = scratch
        (secret,) = connection.execute("SELECT secret FROM secrets").fetchone()
        self.secret: bytes = secret
        (last,) = connection.execute("SELECT coalesce(max(key), 0) FROM matches").fetchone()
        self._next_key: int = last + 1
        self._writer = SqliteWriter(connection, asyncio.get_running_loop())
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
            connection, lock = await asyncio.to_thread(_prepare, file)
        except (sqlite3.Error, OSError, MigrationError, StoreError) as error:
            if scratch is not None:
                await asyncio.to_thread(shutil.rmtree, scratch, ignore_errors=True)
            raise StoreError(f"can't open the database {path}: {error}") from error
        return cls(file, connection, lock, scratch)

    def new_key(self) -> int:
        """The key of the next match; keys rise."""
        key = self._next_key
        self._next_key += 1
        return key

    def submit(self, write: Write, lease: Lease, done: Callable[[StoreError | None], None]) -> None:
        """Queues a write; `done` is called on the event loop when it is durable or has failed."""
        self._writer.submit(write, lease, done)

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""
        return await self._read(lambda reader: reader.match(match_id))

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token, also of a void one."""
        return await self._read(lambda reader: reader.token(digest))

    async def page(
        self, game: str | None, status: Status | None, before: int | None, limit: int
    ) -> list[StoredMatch]:
        """Public matches, without their logs, the newest first, with keys below `before`."""
        return await self._read(lambda reader: reader.page(game, status, before, limit))

    async def with_policies(self) -> list[str]:
        """The ids of running matches in which a policy holds a seat."""
        return await self._read(lambda reader: reader.with_policies())

    async def close(self) -> None:
        """Keeps what was submitted, then lets go of the database."""
        await self._writer.close()
        await asyncio.to_thread(self._close_files)

    async def _read(self, question: Callable[[SqliteReader], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._ask, question)
        except (sqlite3.Error, RuntimeError) as error:
            raise StoreError("the store can't be read") from error

    def _ask(self, question: Callable[[SqliteReader], T]) -> T:
        reader: SqliteReader | None = getattr(self._reader_of_thread, "reader", None)
        if reader is None:
            reader = SqliteReader(self._path)
            self._reader_of_thread.reader = reader
            self._opened_readers.append(reader)
        return question(reader)

    def _close_files(self) -> None:
        self._readers.shutdown()
        for reader in self._opened_readers:
            reader.close()
        self._writer.close_file()
        self._lock.close()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)


def _prepare(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The connection that writes, with the tables in shape, and the lock that guards the file."""
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
        connection.execute(
            "INSERT OR IGNORE INTO secrets (name, secret) VALUES ('tokens', ?)",
            (secrets.token_bytes(32),),
        )
        undo.pop_all()
    return connection, lock


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
