"""The thread that writes to SQLite, and commits in groups."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from dataclasses import replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

import structlog

from intrigue.store import Conflict, StoreError, Witness, Write, columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue.store import EntryRow, WriteLease
    from intrigue.store.witness import WitnessFile

# The largest group; it bounds how long the first of a group waits for the last.
_GROUP = 1024
# Above this number of writes per second a group gathers before it is committed. A handful of
# callers in turn stays below it: they would only wait for one another.
_BUSY = 1500.0
# How fast the estimate of that rate follows, and the longest pause that counts, in seconds.
_QUICKNESS = 0.1
_LONGEST_PAUSE = 0.1
# How long a group may gather, and how long without a newcomer; in seconds.
_LONGEST_GATHERING = 0.006
_STEP = 0.001
# Rows of one INSERT. Each statement gives up the interpreter lock and has to win it back from a
# busy event loop, so a group takes as few statements as it can.
_ROWS = (64, 32, 16, 8, 4, 2, 1)


def _marks(names: tuple[str, ...]) -> str:
    """As many placeholders as there are columns."""
    return ", ".join("?" * len(names))


_INSERT_ENTRIES = {
    rows: f"INSERT INTO entries ({', '.join(columns.ENTRY)}) VALUES "  # noqa: S608 - no input in it
    + ", ".join([f"({_marks(columns.ENTRY)})"] * rows)
    for rows in _ROWS
}
_INSERT_MATCH = (
    f"INSERT INTO matches ({', '.join(columns.MATCH + columns.SUMMARY)})"  # noqa: S608
    f" VALUES ({_marks(columns.MATCH + columns.SUMMARY)})"
)
_UPDATE_SUMMARY = (
    "UPDATE matches SET status = ?, joinable = ?, policies = ?, summary = ? WHERE key = ?"
)
_INSERT_TOKEN = (
    f"INSERT INTO tokens ({', '.join(columns.TOKEN)})"  # noqa: S608
    f" VALUES ({_marks(columns.TOKEN)})"
)
_HOLDING = f"SELECT {', '.join(columns.TOKEN)} FROM tokens WHERE void = 0"  # noqa: S608
_VOID_TOKEN = "UPDATE tokens SET void = 1, seal = ? WHERE hash = ?"  # noqa: S105
_USE_TOKEN = "UPDATE tokens SET replaces = x'', seal = ? WHERE hash = ?"  # noqa: S105


_NOTHING_ELSE = Write(())[1:]

log = structlog.get_logger(__name__)


class _Job(NamedTuple):
    write: Write
    lease: WriteLease
    done: Callable[[StoreError | None], None]


class SqliteWriter:
    """Owns the connection that writes, on a thread of its own.

    Groups gather on the event loop while the thread is at work, and are handed over whole: the
    thread wakes once for a group, and the loop once for its results. Each waking has to win the
    interpreter lock from a busy loop, so this is most of what a write costs.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        witness: WitnessFile,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._connection = connection
        self._witness = witness
        self._loop = loop
        self._queue: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._gathering: list[_Job] = []
        self._at_work = False
        self._timer: asyncio.Handle | None = None
        self._size = 0.0
        self._pause = _LONGEST_PAUSE
        self._handed_over = 0.0
        self._closed = False
        self.committed: Callable[[float, int], None] = lambda _seconds, _writes: None
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    def submit(
        self, write: Write, lease: WriteLease, done: Callable[[StoreError | None], None]
    ) -> None:
        """Queues a write."""
        if self._closed:
            lease.broken = True
            self._loop.call_soon(done, StoreError("the store is closed"))
            return
        self._gathering.append(_Job(write, lease, done))
        if not self._at_work:
            self._hand_over_soon()

    async def close(self) -> None:
        """Commits what was submitted and ends the thread; every `done` is called before."""
        self._closed = True
        while self._gathering or self._at_work:
            if not self._at_work:
                self._hand_over()
            await asyncio.sleep(_LONGEST_GATHERING)
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def close_file(self) -> None:
        """Closes the connection, after the thread has ended."""
        self._connection.close()

    def _hand_over_soon(self) -> None:
        """Hands the group over: at once, or in a busy time when it has gathered.

        A commit costs as much for one as for many. A lone caller never waits; in a busy time
        the first of a wave waits for the others, for as long as they keep coming.
        """
        if self._timer is not None:
            return
        if self._size < _BUSY * self._pause:
            self._hand_over()
        else:
            self._gather(0, self._loop.time() + _LONGEST_GATHERING)

    def _gather(self, seen: int, deadline: float) -> None:
        size = len(self._gathering)
        if size == seen or self._loop.time() >= deadline:
            self._hand_over()
        else:
            self._timer = self._loop.call_later(_STEP, self._gather, size, deadline)

    def _hand_over(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._at_work or not self._gathering:
            return
        group, self._gathering = self._gathering[:_GROUP], self._gathering[_GROUP:]
        self._at_work = True
        now = self._loop.time()
        # Sizes and pauses are averaged apart: the mean of their quotients is ruled by the
        # shortest pauses, and takes a few callers in bursts for a crowd.
        self._size += _QUICKNESS * (len(group) - self._size)
        self._pause += _QUICKNESS * (min(now - self._handed_over, _LONGEST_PAUSE) - self._pause)
        self._handed_over = now
        self._queue.put(group)

    def _report(self, results: Sequence[tuple[_Job, StoreError | None]], seconds: float) -> None:
        self._at_work = False
        if any(error is None for _, error in results):
            self.committed(seconds, len(results))
        if self._gathering:
            self._hand_over_soon()
        for job, error in results:
            job.done(error)

    def _run(self) -> None:
        while (group := self._queue.get()) is not None:
            start = time.perf_counter()
            results = self._commit(group)
            seconds = time.perf_counter() - start
            self._loop.call_soon_threadsafe(self._report, results, seconds)

    def _commit(self, group: Sequence[_Job]) -> list[tuple[_Job, StoreError | None]]:
        if not any(job.lease.broken for job in group) and self._attempt(group) is None:
            return [(job, None) for job in group]
        # Something in the group failed and nothing of it was kept. One by one, each job
        # stands or falls alone, and takes those that were built on it along.
        results: list[tuple[_Job, StoreError | None]] = []
        for job in group:
            if job.lease.broken:
                error: StoreError | None = StoreError("an earlier write of this match failed")
            else:
                error = self._attempt([job])
            if error is not None:
                job.lease.broken = True
            results.append((job, error))
        return results

    def _attempt(self, group: Sequence[_Job]) -> StoreError | None:
        """Commits a group; says what went wrong if nothing of it was kept."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._apply([job.write for job in group])
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may wait for ever
            try:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            except sqlite3.Error as failure:
                return _chained(StoreError("a write failed and could not be taken back"), failure)
            if isinstance(error, Conflict):
                return error
            if isinstance(error, sqlite3.IntegrityError):
                return _chained(Conflict("something else has taken its place"), error)
            return _chained(StoreError("a write failed"), error)
        self._note(group)
        return None

    def _note(self, group: Sequence[_Job]) -> None:
        """Notes how far the logs now go; later entries of a match overwrite earlier ones."""
        last = (job.write.entries[-1] for job in group)
        try:
            self._witness.note({entry[0]: Witness(entry[1], entry[-1]) for entry in last})
        except OSError as error:
            # The writes hold all the same: the notes only say less.
            log.warning("witness_not_written", error=type(error).__name__)

    def _apply(self, writes: Sequence[Write]) -> None:
        connection = self._connection
        entries: list[EntryRow] = []
        for write in writes:
            entries += write.entries
            # Most writes are one action, and nothing else.
            if len(write.entries) > 1 or write[1:] != _NOTHING_ELSE:
                self._apply_rest(write)
        start = 0
        for rows in _ROWS:
            while len(entries) - start >= rows:
                chunk = entries[start : start + rows]
                connection.execute(_INSERT_ENTRIES[rows], [value for row in chunk for value in row])
                start += rows

    def _apply_rest(self, write: Write) -> None:
        """All of a write but its entries."""
        added, create, summary, tokens, void, void_seat, used = write
        connection = self._connection
        key = added[0].match
        if create is not None:
            if summary is None:
                raise StoreError("a new match needs a summary")
            values = (*columns.match_values(create), *columns.summary_values(summary))
            connection.execute(_INSERT_MATCH, values)
        elif summary is not None:
            connection.execute(_UPDATE_SUMMARY, (*columns.summary_values(summary), key))
        for digest in void:
            if not self._void(" AND hash = ?", digest):
                raise Conflict("the token to void does not hold")
        if void_seat is not None:
            role, seat = void_seat
            self._void(" AND match = ? AND role = ? AND seat IS ?", key, role, seat)
        for digest in used:
            self._note_use(digest)
        for token in tokens:
            connection.execute(_INSERT_TOKEN, columns.token_values(token))

    def _note_use(self, digest: bytes) -> None:
        """A token is used for the first time."""
        found = self._connection.execute(_HOLDING + " AND hash = ?", (digest,)).fetchone()
        if found is None:
            raise Conflict("the token that is used does not hold")
        row = replace(columns.token_row(found), replaces=b"")
        self._connection.execute(_USE_TOKEN, (columns.token_values(row)[-1], digest))

    def _void(self, condition: str, *values: object) -> int:
        """Makes tokens void; says how many held."""
        held = self._connection.execute(_HOLDING + condition, values).fetchall()
        for found in held:
            row = replace(columns.token_row(found), void=True)
            seal = columns.token_values(row)[-1]
            self._connection.execute(_VOID_TOKEN, (seal, row.hash))
        return len(held)


def _chained(error: StoreError, cause: BaseException) -> StoreError:
    error.__cause__ = cause
    return error
