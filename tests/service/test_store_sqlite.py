"""The store on SQLite: its file, and what guards it."""

from __future__ import annotations

import contextlib
import sqlite3

import pytest
from tests.service.stores import create, opened

from intrigue.store import StoreError
from intrigue.store.migrations import steps_of
from intrigue.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path) -> str:
    return str(tmp_path / "a.db")


async def test_a_second_server_on_the_same_file_is_refused(path):
    async with opened(path):
        with pytest.raises(StoreError, match="another server"):
            await SqliteStore.open(path)
    async with opened(path):
        pass


async def test_what_can_not_be_opened_says_why(tmp_path):
    with pytest.raises(StoreError, match="no folder"):
        await SqliteStore.open(str(tmp_path / "missing" / "a.db"))
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is no database, and never was one" * 100)
    with pytest.raises(StoreError, match="not a database"):
        await SqliteStore.open(str(damaged))


async def test_a_newer_database_is_left_alone(path):
    async with opened(path):
        pass
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(steps_of('sqlite')) + 1}")
    with pytest.raises(StoreError, match="newer release"):
        await SqliteStore.open(path)


async def test_data_from_before_the_first_release_is_refused(path):
    async with opened(path):
        pass
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 1")
    with pytest.raises(StoreError, match="from before the first release"):
        await SqliteStore.open(path)


async def test_a_store_in_memory_leaves_nothing():
    store = await SqliteStore.open(None)
    folder = store._path.parent
    await create(store)
    assert await store.match("m") is not None
    await store.close()
    assert not folder.exists()


async def test_every_write_is_synced(path):
    store = await SqliteStore.open(path)
    connection = store._writer._connection
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    await store.close()
