"""The thread that writes to SQLite, and commits in groups."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue.store import EntryRow, Lease, MatchRow, SeatRow, Stage, TokenRow, Write

# The largest group; it bounds how long the first of a group waits for the last.
_GROUP = 1024
# Above so many writes a second a group gathers before it is committed. A handful of callers in
# turn stays below it: they would only wait for one another.
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
_INSERT_ENTRIES = {
    rows: "INSERT INTO entries (match, number, seat, request_id, revision, entry) VALUES "  # noqa: S608 - no input in it
    + ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    for rows in _ROWS
}
_INSERT_MATCH = (
    "INSERT INTO matches (key, id, game, rules_version, options, seed, seeded, script, policy_seed,"
    " private, rated, create_time, request_hash, policies, status, seats, revision, outcome)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE_STAGE = "UPDATE matches SET status = ?, seats = ?, revision = ?, outcome = ? WHERE key = ?"
_INSERT_TOKEN = (
    "INSERT INTO tokens (hash, match, match_id, role, seat, void) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S105
)
_VOID_TOKEN = "UPDATE tokens SET void = 1 WHERE hash = ? AND void = 0"  # noqa: S105


class _Job(NamedTuple):
    write: Write
    lease: Lease
    done: Callable[[StoreError | None], None]


class SqliteWriter:
    """Owns the connection that writes, on a thread of its own.

    Groups gather on the event loop while the thread is at work, and are handed over whole: the
    thread wakes once for a group, and the loop once for its results. Each waking has to win the
    interpreter lock from a busy loop, so this is most of what a write costs.
    """

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self._connection = connection
        self._loop = loop
        self._queue: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._gathering: list[_Job] = []
        self._at_work = False
        self._timer: asyncio.Handle | None = None
        self._size = 0.0
        self._pause = _LONGEST_PAUSE
        self._handed_over = 0.0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    def submit(self, write: Write, lease: Lease, done: Callable[[StoreError | None], None]) -> None:
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

    def _report(self, results: Sequence[tuple[_Job, StoreError | None]]) -> None:
        self._at_work = False
        if self._gathering:
            self._hand_over_soon()
        for job, error in results:
            job.done(error)

    def _run(self) -> None:
        while (group := self._queue.get()) is not None:
            self._loop.call_soon_threadsafe(self._report, self._commit(group))

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
                return _chained("a write failed and could not be taken back", failure)
            return _chained("a write failed", error)
        return None

    def _apply(self, writes: Sequence[Write]) -> None:
        connection = self._connection
        entries: list[EntryRow] = []
        for entry, create, stage, tokens, void in writes:
            if entry is not None:
                entries.append(entry)
            if create is not None:
                if stage is None:
                    raise StoreError("a new match needs a stage")
                connection.execute(_INSERT_MATCH, _match_values(create, stage[1]))
            elif stage is not None:
                key, now = stage
                connection.execute(
                    _UPDATE_STAGE,
                    (now.status, _seats_text(now.seats), now.revision, now.outcome, key),
                )
            for token in tokens:
                connection.execute(_INSERT_TOKEN, _token_values(token))
            if void is not None and connection.execute(_VOID_TOKEN, (void,)).rowcount != 1:
                raise StoreError("the token to void does not hold")
        start = 0
        for rows in _ROWS:
            while len(entries) - start >= rows:
                chunk = entries[start : start + rows]
                connection.execute(_INSERT_ENTRIES[rows], [value for row in chunk for value in row])
                start += rows


def _chained(text: str, cause: BaseException) -> StoreError:
    error = StoreError(text)
    error.__cause__ = cause
    return error


def _match_values(row: MatchRow, stage: Stage) -> tuple[object, ...]:
    return (
        row.key,
        row.id,
        row.game,
        row.rules_version,
        json.dumps(dict(row.options), ensure_ascii=False),
        row.seed,
        row.seeded,
        json.dumps(row.script, ensure_ascii=False),
        row.policy_seed,
        row.private,
        row.rated,
        row.create_time,
        row.request_hash,
        any(seat.policy for seat in stage.seats),
        stage.status,
        _seats_text(stage.seats),
        stage.revision,
        stage.outcome,
    )


def _token_values(token: TokenRow) -> tuple[object, ...]:
    return (token.hash, token.match, token.match_id, token.role, token.seat, token.void)


def _seats_text(seats: Sequence[SeatRow]) -> str:
    return json.dumps(
        [{"occupant": seat.occupant, "name": seat.name, "policy": seat.policy} for seat in seats],
        ensure_ascii=False,
    )
