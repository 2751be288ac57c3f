"""The store on SQLite: what it keeps, what it refuses, what happens when a write fails."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import sqlite3
from typing import TYPE_CHECKING

import pytest

from intrigue.store import (
    EntryRow,
    Lease,
    MatchRow,
    Occupant,
    Role,
    SeatRow,
    Stage,
    Status,
    StoreError,
    TokenRow,
    Write,
)
from intrigue.store.migrations import sqlite_steps
from intrigue.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SEATS = (SeatRow(Occupant.TAKEN, "Ana"), SeatRow(Occupant.POLICY, policy="random"))
WAITING = Stage(Status.WAITING, SEATS, (0, 0, 0), None)


@contextlib.asynccontextmanager
async def opened(path: Path | None) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(None if path is None else str(path))
    try:
        yield store
    finally:
        await store.close()


def a_match(store: SqliteStore, match_id: str = "m", *, private: bool = False) -> MatchRow:
    return MatchRow(
        key=store.new_key(),
        id=match_id,
        game="some_game",
        rules_version="1",
        options={"length": "court — ☂"},
        seed=bytes(range(32)),
        seeded=True,
        script=("deal 1", "deal 2"),
        policy_seed=b"p" * 32,
        private=private,
        rated=False,
        create_time=1_700_000_000_123_456_789,
        request_hash=b"h",
    )


async def put(store: SqliteStore, write: Write, lease: Lease | None = None) -> None:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(error: StoreError | None) -> None:
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    store.submit(write, lease or Lease(), settle)
    await done


async def create(store: SqliteStore, match_id: str = "m", **more: bool) -> MatchRow:
    row = a_match(store, match_id, **more)
    await put(store, Write(create=row, stage=(row.key, WAITING)))
    return row


async def test_a_match_comes_back_as_it_was(tmp_path):
    path = tmp_path / "a.db"
    entry = EntryRow(1, 0, None, "", 0, b"\x00deal")
    act = EntryRow(1, 1, 0, "request", 2, b"\xffact")
    async with opened(path) as store:
        row = await create(store)
        await put(store, Write(entry))
        await put(store, Write(act))
        secret = store.secret
    async with opened(path) as store:
        stored = await store.match("m")
        assert stored is not None
        assert stored.row == row
        assert stored.stage == Stage(Status.WAITING, SEATS, (0,), None)
        assert stored.entries == (entry, act)
        assert await store.match("other") is None
        assert store.secret == secret
        assert len(secret) == 32
        assert store.new_key() == row.key + 1


async def test_the_stage_follows_the_match(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        finished = Stage(Status.FINISHED, SEATS, (3, 4, 5), b"outcome")
        last = EntryRow(row.key, 0, 0, "", 1, b"e")
        await put(store, Write(last, stage=(row.key, finished)))
        stored = await store.match("m")
        assert stored is not None
        assert stored.stage == Stage(Status.FINISHED, SEATS, (5,), b"outcome")
        assert stored.entries == (last,)


async def test_a_write_is_all_or_nothing(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        await put(store, Write(EntryRow(row.key, 0, None, "", 0, b"deal")))
        token = TokenRow(b"t" * 32, row.key, row.id, Role.SEAT, 0)
        clash = EntryRow(row.key, 0, 1, "", 1, b"another deal")
        running = Stage(Status.RUNNING, SEATS, (1, 1, 1), None)
        with pytest.raises(StoreError):
            await put(store, Write(clash, stage=(row.key, running), tokens=(token,)))
        stored = await store.match("m")
        assert stored is not None
        assert stored.stage.status is Status.WAITING
        assert [entry.entry for entry in stored.entries] == [b"deal"]
        assert await store.token(token.hash) is None


async def test_one_bad_write_does_not_take_its_group_along(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        rows = [await create(store, f"m{number}") for number in range(3)]
        results: list[StoreError | None] = []
        for row in rows:
            store.submit(Write(EntryRow(row.key, 0, None, "", 0, b"deal")), Lease(), results.append)
        # Submitted without a pause, so that they may share a group with the one that fails.
        store.submit(Write(EntryRow(rows[1].key, 0, 1, "", 1, b"x")), Lease(), results.append)
        await put(store, Write(EntryRow(rows[2].key, 1, 0, "", 1, b"act")))
        assert [error is None for error in results] == [True, True, True, False]


async def test_nothing_is_kept_on_top_of_a_write_that_failed(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        lease = Lease()
        await put(store, Write(EntryRow(row.key, 0, None, "", 0, b"deal")), lease)
        results: list[StoreError | None] = []
        store.submit(Write(EntryRow(row.key, 0, 0, "", 1, b"fails")), lease, results.append)
        store.submit(Write(EntryRow(row.key, 1, 0, "", 1, b"built on it")), lease, results.append)
        with pytest.raises(StoreError):
            await put(store, Write(EntryRow(row.key, 2, 0, "", 1, b"and on that")), lease)
        assert all(error is not None for error in results)
        stored = await store.match("m")
        assert stored is not None
        assert [entry.entry for entry in stored.entries] == [b"deal"]


async def test_a_request_id_is_kept_once_for_a_seat(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        await put(store, Write(EntryRow(row.key, 0, 0, "same", 1, b"a")))
        await put(store, Write(EntryRow(row.key, 1, 1, "same", 1, b"b")))
        await put(store, Write(EntryRow(row.key, 2, 0, "", 2, b"c")))
        await put(store, Write(EntryRow(row.key, 3, 0, "", 3, b"d")))
        with pytest.raises(StoreError):
            await put(store, Write(EntryRow(row.key, 4, 0, "same", 4, b"e")))


async def test_many_writes_share_a_group_and_keep_their_order(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        settled: list[int] = []

        def settle(number: int, _error: StoreError | None) -> None:
            settled.append(number)

        for number in range(501):
            entry = EntryRow(row.key, number, 0, f"r{number}", number, bytes([number % 256]))
            store.submit(Write(entry), Lease(), functools.partial(settle, number))
        await put(store, Write(EntryRow(row.key, 501, 0, "", 0, b"")))
        assert settled == list(range(501))
        stored = await store.match("m")
        assert stored is not None
        assert [entry.number for entry in stored.entries] == list(range(502))


async def test_tokens_are_found_voided_and_never_voided_twice(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
        old = TokenRow(b"o" * 32, row.key, row.id, Role.SEAT, 1)
        new = TokenRow(b"n" * 32, row.key, row.id, Role.SEAT, 1)
        await put(store, Write(tokens=(old,)))
        assert await store.token(old.hash) == old
        await put(store, Write(tokens=(new,), void=old.hash))
        voided = await store.token(old.hash)
        assert voided is not None
        assert voided.void
        assert await store.token(new.hash) == new
        another = TokenRow(b"x" * 32, row.key, row.id, Role.SEAT, 1)
        with pytest.raises(StoreError):
            await put(store, Write(tokens=(another,), void=old.hash))
        assert await store.token(another.hash) is None


async def test_pages_hold_public_matches_newest_first(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        rows = [await create(store, f"m{number}", private=number == 2) for number in range(5)]
        page = await store.page(None, None, None, 3)
        assert [stored.row.id for stored in page] == ["m4", "m3", "m1"]
        page = await store.page("some_game", Status.WAITING, rows[1].key, 3)
        assert [stored.row.id for stored in page] == ["m0"]
        assert await store.page("other_game", None, None, 3) == []
        assert await store.page(None, Status.RUNNING, None, 3) == []


async def test_running_matches_with_policies_are_found(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store, "with")
        await create(store, "waiting")
        await put(store, Write(stage=(row.key, WAITING._replace(status=Status.RUNNING))))
        assert await store.with_policies() == ["with"]


async def test_a_second_server_on_the_same_file_is_refused(tmp_path):
    path = tmp_path / "a.db"
    async with opened(path):
        with pytest.raises(StoreError, match="another server"):
            await SqliteStore.open(str(path))
    async with opened(path):
        pass


async def test_what_can_not_be_opened_says_why(tmp_path):
    with pytest.raises(StoreError, match="no folder"):
        await SqliteStore.open(str(tmp_path / "missing" / "a.db"))
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is no database, and never was one" * 100)
    with pytest.raises(StoreError, match="not a database"):
        await SqliteStore.open(str(damaged))


async def test_a_newer_database_is_left_alone(tmp_path):
    path = tmp_path / "a.db"
    async with opened(path):
        pass
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(sqlite_steps()) + 1}")
    with pytest.raises(StoreError, match="newer release"):
        await SqliteStore.open(str(path))


async def test_a_write_after_closing_fails_and_does_not_hang(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        row = await create(store)
    with pytest.raises(StoreError):
        await put(store, Write(EntryRow(row.key, 0, None, "", 0, b"deal")))
    with pytest.raises(StoreError):
        await store.match("m")


async def test_closing_keeps_what_was_submitted(tmp_path):
    path = tmp_path / "a.db"
    results: list[StoreError | None] = []
    async with opened(path) as store:
        row = await create(store)
        for number in range(50):
            entry = EntryRow(row.key, number, 0, "", number, b"e")
            store.submit(Write(entry), Lease(), results.append)
    assert results == [None] * 50
    async with opened(path) as store:
        stored = await store.match("m")
        assert stored is not None
        assert len(stored.entries) == 50


async def test_a_store_in_memory_leaves_nothing():
    async with opened(None) as store:
        folder = store._path.parent
        await create(store)
        assert await store.match("m") is not None
    assert not folder.exists()


async def test_every_write_is_synced(tmp_path):
    async with opened(tmp_path / "a.db") as store:
        connection = store._writer._connection
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
