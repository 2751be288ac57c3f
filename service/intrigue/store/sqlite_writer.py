"""The thread that writes to SQLite, and commits in groups."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue.store import EntryRow, Lease, MatchRow, SeatRow, Stage, TokenRow, Write

# The largest group; it bounds how long the first of a group waits for the last.
_GROUP = 1024
# How long a group may gather, and how often it is looked at; in seconds.
_LONGEST_LINGER = 0.005
_LINGER_STEP = 0.0005
# How fast the largest of the recent groups is forgotten.
_FADING = 0.9
# Rows of one INSERT. Each statement gives up the interpreter lock and has to win it back from a
# busy event loop, so a group takes as few statements as it can.
_ROWS = (64, 32, 16, 8, 4, 2, 1)
_INSERT_ENTRIES = {
    rows: "INSERT INTO entries (match, number, seat, request_id, revision, entry) VALUES "  # noqa: S608 - no input in it
    + ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    for rows in _ROWS
}
_INSERT_MATCH = (
    "INSERT INTO matches (key, id, game, rules_version, options, seed, script, policy_seed,"
    " private, rated, create_time, request_hash, policies, status, seats, revision, outcome)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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
    """Owns the connection that writes, on a thread of its own."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        self._connection = connection
        self._loop = loop
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    def submit(self, write: Write, lease: Lease, done: Callable[[StoreError | None], None]) -> None:
        """Queues a write."""
        if self._closed:
            lease.broken = True
            self._loop.call_soon(done, StoreError("the store is closed"))
            return
        self._queue.put(_Job(write, lease, done))

    async def close(self) -> None:
        """Commits what was submitted and ends the thread; every `done` is called before."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        # The thread's last calls to the loop were queued before this one.
        await asyncio.sleep(0)

    def close_file(self) -> None:
        """Closes the connection, after the thread has ended."""
        self._connection.close()

    def _run(self) -> None:
        queue = self._queue
        running = True
        crowd = 0.0
        while running:
            jobs = [queue.get()]
            self._linger(int(crowd / 2))
            # There is one taker, so what is counted here can't be gone when it is taken.
            jobs.extend(queue.get_nowait() for _ in range(min(queue.qsize(), _GROUP - 1)))
            if jobs[-1] is None:
                running = False
            crowd = max(len(jobs), crowd * _FADING)
            group = [job for job in jobs if job is not None]
            if group:
                results = self._commit(group)
                # One wake-up of the loop for the whole group.
                self._loop.call_soon_threadsafe(_report, results)

    def _linger(self, target: int) -> None:
        """Waits a little for a group to gather, if recent ones show that there is a crowd.

        A commit costs as much for one as for many. Under load the first of a wave would have a
        commit to itself and the rest would wait for it; a lone caller never waits.
        """
        deadline = time.monotonic() + _LONGEST_LINGER
        while self._queue.qsize() + 1 < target and time.monotonic() < deadline:
            time.sleep(_LINGER_STEP)

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


def _report(results: Sequence[tuple[_Job, StoreError | None]]) -> None:
    for job, error in results:
        job.done(error)


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
