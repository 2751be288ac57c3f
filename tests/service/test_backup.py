"""Back-ups, taken and restored as docs/operations.md says."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3

from tests import processes
from tests.service.stores import an_entry, create, log_of, opened, put

from intrigue.store import Write, WriteLease


async def write_on(store, row, stop: asyncio.Event) -> None:
    number = 0
    while not stop.is_set():
        number += 1
        await put(store, Write((an_entry(row.key, number),)), WriteLease())


@contextlib.asynccontextmanager
async def in_use(database: str):
    """A database that is written to all the time."""
    stop = asyncio.Event()
    async with opened(database) as store:
        row = await create(store)
        writing = asyncio.create_task(write_on(store, row, stop))
        await asyncio.sleep(0.1)
        yield store
        await asyncio.sleep(0.1)
        stop.set()
        await writing


async def test_a_file_is_backed_up_in_use_and_restored(tmp_path):
    path, backup = tmp_path / "matches.db", tmp_path / "backup.db"

    def back_up() -> None:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute(f"VACUUM INTO '{backup}'")

    async with in_use(str(path)) as store:
        secret = store.secret
        await asyncio.to_thread(back_up)
    async with opened(str(path)) as store:
        last = len(await log_of(store))
    for file in tmp_path.glob("matches.db*"):
        file.unlink()
    shutil.copy(backup, path)
    async with opened(str(path)) as store:
        assert store.secret == secret
        stored = await store.match("m")
        assert stored is not None
        assert 1 < len(stored.entries) < last
        assert stored.witness is not None
        assert stored.witness.number == len(stored.entries) - 1
        await put(store, Write((an_entry(stored.row.key, len(stored.entries)),)))


async def test_a_postgresql_database_is_backed_up_in_use_and_restored(cluster, tmp_path):
    url, restored = cluster.new_database(), cluster.new_database()
    dump = tmp_path / "intrigue.dump"

    async def do(program: str, *arguments: str) -> None:
        command = [str(cluster.programs / program), *arguments]
        await asyncio.to_thread(processes.run, command, check=True)

    async with in_use(url) as store:
        secret = store.secret
        await do("pg_dump", "--format=custom", f"--file={dump}", url)
    async with opened(url) as store:
        last = len(await log_of(store))
    await do("pg_restore", "--no-owner", f"--dbname={restored}", str(dump))
    async with opened(restored) as store:
        assert store.secret == secret
        stored = await store.match("m")
        assert stored is not None
        assert 1 < len(stored.entries) < last
        assert stored.witness is not None
        assert stored.witness.number == len(stored.entries) - 1
        await put(store, Write((an_entry(stored.row.key, len(stored.entries)),)))
        assert await store.new_key() > stored.row.key
