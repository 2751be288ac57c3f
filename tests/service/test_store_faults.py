"""When the store fails, nothing is acknowledged and memory is not ahead of it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading

import pytest

from intrigue.engine import Engine
from intrigue.server import ServerError
from intrigue.store import StoreError
from intrigue.store.sqlite_writer import SqliteWriter
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


class Fuse:
    """Makes every write fail for as long as it is told."""

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
    table = await client.create("own", "own")
    await table.play_on(3)
    seat, before = await table.turn()
    stream = table.watch(table.seats[seat], after_revision=before.revision)
    await stream.read()
    act = {"action_id": before.prompt.actions[0].id, "request_id": "again"}
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await table.act(table.seats[seat], **act)
    assert await table.view(table.seats[seat]) == before
    fuse.failing = False
    answer = await table.act(table.seats[seat], **act)
    assert answer.revision == before.revision + 1
    # Readers of the match have seen nothing of it.
    assert (await stream.read()).update == answer.update
    await table.play_on()


async def test_a_creation_that_was_not_stored_has_not_happened(client, fuse, expect):
    fuse.failing = True
    request = {"request_id": "0123456789abcdef"}
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await client.create("own", "own", **request)
    fuse.failing = False
    table = await client.create("own", "own", **request)
    await table.play_on(2)
    assert len((await client.matches.ListMatches(pb.ListMatchesRequest())).matches) == 1


async def test_a_join_that_was_not_stored_has_not_happened(client, fuse, expect):
    table = await client.create("own", "open")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await table.join(request_id="0123456789abcdef")
    assert await table.get() == table.match
    fuse.failing = False
    joined = await table.join(request_id="0123456789abcdef")
    assert joined.match.status == match_pb2.MATCH_STATUS_RUNNING
    await table.play_on(2)


async def test_an_abort_that_was_not_stored_has_not_happened(client, fuse, expect):
    table = await client.create("own", "own")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await table.abort(table.host)
    fuse.failing = False
    assert (await table.get()).status == match_pb2.MATCH_STATUS_RUNNING
    await table.play_on(2)


async def test_a_rotation_that_was_not_stored_has_not_happened(client, fuse, expect, as_bearer):
    table = await client.create("own", "own")
    fuse.failing = True
    async with expect("UNAVAILABLE", "STORE_FAILED"):
        await client.matches.RotateToken(
            pb.RotateTokenRequest(), metadata=as_bearer(table.seats[0])
        )
    fuse.failing = False
    assert (await table.view(table.seats[0])).seat == 0


async def test_policies_go_on_when_the_store_is_back(world, fuse, monkeypatch):
    monkeypatch.setattr("intrigue.matches.bots._FIRST_PAUSE", 0.01)
    async with world.served() as client:
        table = await client.create("random", "random")
        fuse.failing = True
        await asyncio.sleep(0.05)
        fuse.failing = False
        for _ in range(500):
            if (await table.get()).status == match_pb2.MATCH_STATUS_FINISHED:
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("the match did not go on")


async def test_a_damaged_log_is_said_to_be_damaged(world, expect):
    async with world.served() as client:
        tables = [await client.create("own", "own") for _ in range(2)]
        for table in tables:
            await table.play_on(4)
    with contextlib.closing(sqlite3.connect(world.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM entries WHERE match = 1 AND number = 2")
        connection.execute("UPDATE entries SET body = x'ff' WHERE match = 2 AND number = 2")
    async with world.served() as client:
        for table in tables:
            table.client = client
            async with expect("DATA_LOSS", "LOG_DAMAGED"):
                await table.view()
        # How they stand can't be said, so they are not listed. Others are not touched.
        assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
        fresh = await client.create("own", "own")
        await fresh.play_on(2)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE matches SET rules_version = 'other'",
        "UPDATE matches SET status = 3",
        "UPDATE matches SET summary = x'00'",
        "DELETE FROM matches",
    ],
)
async def test_where_a_match_is_lost_nothing_is_listed_or_made_anew(world, expect, harm):
    request = {"request_id": "0123456789abcdef"}
    async with world.served() as client:
        await client.create("own", "own", **request)
        await client.create("own", "own")
    with contextlib.closing(sqlite3.connect(world.path, isolation_level=None)) as connection:
        connection.execute(f"{harm} WHERE key = 1")
    async with world.served() as client:
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await client.matches.ListMatches(pb.ListMatchesRequest())
        if "summary" not in harm and "status" not in harm:
            async with expect("DATA_LOSS", "LOG_DAMAGED"):
                await client.create("own", "own", **request)
        # What has nothing to do with it goes on.
        fresh = await client.create("own", "own")
        await fresh.play_on(2)


async def test_where_tokens_are_lost_no_seat_is_given_twice(world, expect):
    request = {"request_id": "0123456789abcdef"}
    async with world.served() as client:
        table = await client.create(game="complots", options={"seats": "4"})
        await table.join(**request)
    with contextlib.closing(sqlite3.connect(world.path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM tokens WHERE role = 'seat'")
    async with world.served() as client:
        table.client = client
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await table.view(table.seats[0])
        async with expect("DATA_LOSS", "LOG_DAMAGED"):
            await table.join(**request)


@pytest.mark.parametrize("harm", ["secret = x'00'", "name = 'other'"])
async def test_a_server_does_not_start_on_a_lost_secret(world, harm):
    async with world.served() as client:
        await client.create("own", "own")
    with contextlib.closing(sqlite3.connect(world.path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE secrets SET {harm}")
    with pytest.raises(ServerError, match="its secret is"):
        async with world.served():
            pass


async def test_a_match_of_other_rules_is_not_played_on(world, expect, monkeypatch):
    async with world.served() as client:
        table = await client.create("own", "own")
    monkeypatch.setattr(Engine, "rules_version", lambda *_: "other")
    async with world.served() as client:
        table.client = client
        async with expect("FAILED_PRECONDITION", "RULES_CHANGED"):
            await table.view()


async def test_views_wait_for_what_they_show(client, fuse, monkeypatch):
    """A view never shows what is not durable: it waits for the store."""
    release = threading.Event()
    attempt = SqliteWriter._attempt

    def slow(writer, group):
        release.wait(10)
        return attempt(writer, group)

    table = await client.create("own", "own")
    seat, view = await table.turn()
    monkeypatch.setattr(SqliteWriter, "_attempt", slow)
    acting = asyncio.create_task(table.act(table.seats[seat], action_id=view.prompt.actions[0].id))
    await asyncio.sleep(0.1)
    looking = asyncio.create_task(table.view())
    done, _ = await asyncio.wait({acting, looking}, timeout=0.2)
    assert not done
    assert (await table.get()).revision == view.revision
    release.set()
    assert (await acting).revision == view.revision + 1
    assert (await looking).revision == view.revision + 1
