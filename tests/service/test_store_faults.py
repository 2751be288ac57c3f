"""When the store fails, nothing is acknowledged and memory is not ahead of it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import threading
from pathlib import Path

import grpc
import pytest
from tests.faults.corruption import cells, changed

from intrigue.engine import Engine
from intrigue.server import ServerError
from intrigue.store import StoreError
from intrigue.store.sqlite_writer import SqliteWriter
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


class Fuse:
    """Makes every write fail while it is active."""

    def __init__(self, monkeypatch) -> None:
        self.failing = False
        attempt = SqliteWriter._attempt

        def fused(writer, group):
            return StoreError("no space left") if self.failing else attempt(writer, group)

        monkeypatch.setattr(SqliteWriter, "_attempt", fused)


@pytest.fixture
def fuse(monkeypatch) -> Fuse:
    return Fuse(monkeypatch)


async def test_an_act_that_was_not_stored_has_not_happened(client, fuse, expect, as_bearer):
    created = await client.create("own", "own")
    await created.play_on(3)
    seat, before = await created.turn()
    stream = created.watch(created.seats[seat], after_revision=before.revision)
    await stream.read()
    assert (await stream.read()).caught_up.revision == before.revision
    act = {"action_id": before.prompt.actions[0].id, "request_id": "again"}
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await created.act(created.seats[seat], **act)
    assert await created.view(created.seats[seat]) == before
    fuse.failing = False
    answer = await created.act(created.seats[seat], **act)
    assert answer.update.revision == before.revision + 1
    # Readers of the match have seen nothing of it.
    assert (await stream.read()).update == answer.update
    await created.play_on()


async def test_a_creation_that_was_not_stored_has_not_happened(client, fuse, expect):
    fuse.failing = True
    request = {"request_id": "0123456789abcdef"}
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await client.create("own", "own", **request)
    fuse.failing = False
    created = await client.create("own", "own", **request)
    await created.play_on(2)
    assert len((await client.matches.ListMatches(pb.ListMatchesRequest())).matches) == 1


async def test_a_join_that_was_not_stored_has_not_happened(client, fuse, expect):
    created = await client.create("own", "open")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await created.join(request_id="0123456789abcdef")
    assert await created.get() == created.match
    fuse.failing = False
    joined = await created.join(request_id="0123456789abcdef")
    assert joined.match.status == match_pb2.MATCH_STATUS_RUNNING
    await created.play_on(2)


async def test_an_abort_that_was_not_stored_has_not_happened(client, fuse, expect):
    created = await client.create("own", "own")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await created.abort(created.host)
    fuse.failing = False
    assert (await created.get()).status == match_pb2.MATCH_STATUS_RUNNING
    await created.play_on(2)


async def test_a_rotation_that_was_not_stored_has_not_happened(client, fuse, expect, as_bearer):
    created = await client.create("own", "own")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await client.matches.RotateToken(
            pb.RotateTokenRequest(request_id="0123456789abcdef"),
            metadata=as_bearer(created.seats[0]),
        )
    fuse.failing = False
    assert (await created.view(created.seats[0])).seat == 0


async def test_policies_go_on_when_the_store_is_back(deployment, fuse, monkeypatch):
    monkeypatch.setattr("intrigue.matches.bots._FIRST_PAUSE", 0.01)
    async with deployment.served() as client:
        created = await client.create("random", "random")
        fuse.failing = True
        await asyncio.sleep(0.05)
        fuse.failing = False
        for _ in range(500):
            if (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED:
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("the match did not go on")


async def test_a_damaged_log_is_said_to_be_damaged(deployment, expect):
    async with deployment.served() as client:
        created_matches = [await client.create("own", "own") for _ in range(2)]
        for created in created_matches:
            await created.play_on(4)
    with contextlib.closing(sqlite3.connect(deployment.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE match = 1 AND number = 2")
        connection.execute("UPDATE entries SET body = x'ff' WHERE match = 2 AND number = 2")
    async with deployment.served() as client:
        for created in created_matches:
            created.client = client
            async with expect("DATA_LOSS", "LOG_DAMAGED"):
                await created.view()
        # How they stand can't be said, so they are not listed. Others are not touched.
        assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
        fresh = await client.create("own", "own")
        await fresh.play_on(2)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET rules_version = 'other'",
        "UPDATE matches SET status = 3",
        "UPDATE matches SET summary = x'00'",
        "DELETE FROM matches",
    ],
)
async def test_where_a_match_is_lost_nothing_is_listed_or_created_again(deployment, expect, damage):
    request = {"request_id": "0123456789abcdef"}
    async with deployment.served() as client:
        await client.create("own", "own", **request)
        await client.create("own", "own")
    with contextlib.closing(sqlite3.connect(deployment.path, isolation_level=None)) as connection:
        connection.execute(f"{damage} WHERE key = 1")
    async with deployment.served() as client:
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await client.matches.ListMatches(pb.ListMatchesRequest())
        if "summary" not in damage and "status" not in damage:
            async with expect("DATA_LOSS", "LOG_DAMAGED"):
                await client.create("own", "own", **request)
        # What has nothing to do with it goes on.
        fresh = await client.create("own", "own")
        await fresh.play_on(2)


STORED = ("matches", "entries", "tokens")


async def test_a_creation_is_answered_as_before_or_not_at_all(deployment):
    """Each column of each row that a repeated creation goes by is changed, then each byte of the
    index that finds the match.
    """
    request = {"request_id": "0123456789abcdef"}
    async with deployment.served() as client:
        created = await client.create("own", "own", **request)
        await created.play_on(3)
        await client.create("own", "own")
        true = (await client.create("own", "own", **request)).match
    path = Path(deployment.path)
    whole = {file: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}

    async def check(what: str) -> bool:
        """Whether the damage was reported; nothing is in place of the true answer."""
        try:
            async with deployment.served() as client:
                again = await client.create("own", "own", **request)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.DATA_LOSS:
                pytest.fail(f"{what}: {error.code()}")
            return True
        assert again.match == true, what
        return False

    def restore(database: bytes | None = None) -> None:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        for file, content in whole.items():
            file.write_bytes(content if database is None or file != path else database)

    rng = random.Random(1)
    reported = 0
    for table, column in cells(path):
        if table not in STORED or (table, column) == ("entries", "position"):
            continue
        restore()
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            condition = "key = 1" if table == "matches" else "match = 1"
            found = connection.execute(f"SELECT {column} FROM {table} WHERE {condition}").fetchone()
            value = changed(found[0], rng)
            with contextlib.suppress(sqlite3.IntegrityError):
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {condition} AND {column} IS ?",
                    (value, found[0]),
                )
        reported += await check(f"{table}.{column}")
    assert reported > 20
    restore()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_matches_1'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    page = whole[path][(root - 1) * size : root * size]
    place = page.index(created.match.id.encode())
    for offset in range(place - 4, place + len(created.match.id), 3):
        content = bytearray(whole[path])
        content[(root - 1) * size + offset] ^= 4
        restore(bytes(content))
        assert await check(f"byte {offset} of the index") or offset < place


async def test_where_tokens_are_lost_no_seat_is_given_twice(deployment, expect):
    request = {"request_id": "0123456789abcdef"}
    async with deployment.served() as client:
        created = await client.create(game="complots", options={"seats": "4"})
        await created.join(**request)
    with contextlib.closing(sqlite3.connect(deployment.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM tokens WHERE role = 'seat'")
    async with deployment.served() as client:
        created.client = client
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await created.view(created.seats[0])
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await created.join(**request)


@pytest.mark.parametrize("damage", ["secret = x'00'", "name = 'other'"])
async def test_a_server_does_not_start_on_a_lost_secret(deployment, damage):
    async with deployment.served() as client:
        await client.create("own", "own")
    with contextlib.closing(sqlite3.connect(deployment.path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE secrets SET {damage}")
    with pytest.raises(ServerError, match="its secret is"):
        async with deployment.served():
            pass


async def test_a_match_of_other_rules_is_not_played_on(deployment, expect, monkeypatch):
    async with deployment.served() as client:
        created = await client.create("own", "own")
    monkeypatch.setattr(Engine, "rules_version", lambda *_: "other")
    async with deployment.served() as client:
        created.client = client
        async with expect("FAILED_PRECONDITION", "RULES_CHANGED"):
            await created.view()


async def test_views_wait_for_what_they_show(client, fuse, monkeypatch):
    """A view never shows what is not durable: it waits for the store."""
    release = threading.Event()
    attempt = SqliteWriter._attempt

    def slow(writer, group):
        release.wait(10)
        return attempt(writer, group)

    created = await client.create("own", "own")
    seat, view = await created.turn()
    monkeypatch.setattr(SqliteWriter, "_attempt", slow)
    acting = asyncio.create_task(
        created.act(created.seats[seat], action_id=view.prompt.actions[0].id)
    )
    await asyncio.sleep(0.1)
    looking = asyncio.create_task(created.view())
    done, _ = await asyncio.wait({acting, looking}, timeout=0.2)
    assert not done
    assert (await created.get()).revision == view.revision
    release.set()
    assert (await acting).update.revision == view.revision + 1
    assert (await looking).revision == view.revision + 1
