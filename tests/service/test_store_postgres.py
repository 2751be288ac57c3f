"""The store on PostgreSQL: several servers on one database, and a database that goes away."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from tests.clients.proxy import Proxy
from tests.processes import PATIENCE_SECONDS
from tests.service.stores import (
    RUNNING,
    TIMES,
    WAITING,
    a_match,
    an_entry,
    create,
    log_of,
    opened,
    put,
)

from intrigue.store import (
    Conflict,
    DamagedData,
    DamagedToken,
    MatchFilter,
    Role,
    StoreError,
    Summary,
    TokenRow,
    Write,
    WriteLease,
)
from intrigue.store import postgres_connections as connections
from intrigue.store.address import shown
from intrigue.store.migrations import steps_of
from intrigue.store.postgres import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Callable


class Ear:
    """What a store was notified of."""

    def __init__(self, store) -> None:
        self.heard: list[set[int] | None] = []
        store.listen(lambda keys: self.heard.append(None if keys is None else set(keys)))

    async def hears(self, something, count: int = 1) -> None:
        await until(lambda: self.heard.count(something) >= count)


@pytest.fixture
async def pair(postgres_database):
    async with opened(postgres_database) as one, opened(postgres_database) as other:
        yield one, other


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        for _ in itertools.count():
            if holds():
                return
            await asyncio.sleep(0.01)


async def outcome(store, write: Write) -> str:
    try:
        await put(store, write)
    except Conflict:
        return "conflict"
    except StoreError:
        return "unknown"
    return "kept"


# Opening.


async def test_servers_may_start_at_the_same_time(postgres_database):
    stores = await asyncio.gather(*[PostgresStore.open(postgres_database) for _ in range(8)])
    assert len({store.secret for store in stores}) == 1
    assert len(set(await asyncio.gather(*[store.new_key() for store in stores]))) == 8
    await asyncio.gather(*[store.close() for store in stores])


async def test_a_newer_database_is_left_alone(databases, postgres_database):
    async with opened(postgres_database):
        pass
    newer = len(steps_of("postgres")) + 1
    databases.run(f"UPDATE version SET version = {newer}", postgres_database)
    with pytest.raises(StoreError, match="newer release"):
        await PostgresStore.open(postgres_database)


@pytest.mark.parametrize(
    "change",
    ["UPDATE version SET application = 1", "ALTER TABLE version DROP COLUMN application"],
)
async def test_data_from_before_the_first_release_is_refused(databases, postgres_database, change):
    async with opened(postgres_database):
        pass
    databases.run(change, postgres_database)
    with pytest.raises(StoreError, match="from before the first release"):
        await PostgresStore.open(postgres_database)


async def test_what_can_not_be_opened_says_why_and_no_password(postgres_database):
    place = urlsplit(postgres_database).netloc.rpartition("@")[2]
    host = place.partition(":")[0]
    for url, reason in (
        (f"postgresql://u:hush@{place}/none", 'role "u" does not exist'),
        (f"postgresql://postgres:hush@{place}/none", '"none" does not exist'),
        (f"postgresql://postgres:hush@{host}:1/none", "no server listens"),
        ("postgresql://postgres:hush@no-such-host.invalid/none", "not known"),
        (f"postgresql://postgres:hu/sh@{place}/none", "malformed"),
        (f"postgresql://postgres@{place}/none?sslmode=hush", "malformed"),
    ):
        with pytest.raises(StoreError, match=reason) as caught:
            await PostgresStore.open(url)
        assert str(caught.value).startswith("can't open the database postgresql://")
        if "sslmode" not in url:
            assert "hu" not in str(caught.value)


def test_addresses_are_shown_without_passwords():
    assert shown("file.db") == "file.db"
    for url, text in (
        ("postgresql://u:p@h:1/db", "postgresql://u@h:1/db"),
        ("postgres://h/db?password=p&sslmode=require", "postgres://h/db?sslmode=require"),
        ("postgresql://u:p/q@h/db", "postgresql://…"),
        ("postgresql://u:p?q@h/db", "postgresql://…"),
        ("postgresql://u:p@a:1,b:2/db", "postgresql://u@a:1,b:2/db"),
        ("postgresql://u:p@[::1]:1/db", "postgresql://u@[::1]:1/db"),
        ("postgresql:///db?host=/run/postgresql", "postgresql:///db?host=%2Frun%2Fpostgresql"),
    ):
        assert shown(url) == text


async def test_one_of_several_servers_may_be_away(postgres_database):
    parts = urlsplit(postgres_database)
    account, _, place = parts.netloc.rpartition("@")
    hosts = f"{account}@127.0.0.1:1,{place}"
    url = f"postgresql://{hosts}{parts.path}?target_session_attrs=read-write"
    async with opened(url) as store:
        await create(store)
        assert await log_of(store) == [0]


async def test_a_server_that_would_forget_is_refused(cluster):
    url = cluster.new_database()
    cluster.run("ALTER SYSTEM SET fsync = off")
    cluster.run("SELECT pg_reload_conf()")
    with pytest.raises(StoreError, match="fsync"):
        await PostgresStore.open(url)


async def test_commits_are_durable_whatever_is_the_default(databases, postgres_database):
    name = urlsplit(postgres_database).path.lstrip("/")
    databases.run(f"ALTER DATABASE {name} SET synchronous_commit = off")
    connection = await connections.connect(postgres_database)
    assert await connection.fetchval("SHOW synchronous_commit") == "on"
    await connection.close()


# Several servers.


@pytest.mark.parametrize("plain", [True, False])
async def test_one_of_two_is_first(pair, plain):
    one, other = pair
    rows = [await create(one, f"m{number}") for number in range(20)]
    summary = None if plain else Summary(RUNNING, 0, None, TIMES)
    for number in range(1, 6):
        # In opposite orders, so that each has what the other waits for.
        mine = [Write((an_entry(row.key, number, 0, f"r{number}"),), None, summary) for row in rows]
        others = [Write((an_entry(row.key, number, 1),), None, summary) for row in reversed(rows)]
        ours, theirs = await asyncio.gather(
            asyncio.gather(*[outcome(one, write) for write in mine]),
            asyncio.gather(*[outcome(other, write) for write in others]),
        )
        for ends in zip(ours, reversed(theirs), strict=True):
            assert sorted(ends) == ["conflict", "kept"]
    for row in rows:
        assert await log_of(one, row.id) == list(range(6))


async def test_one_of_two_makes_a_match(pair):
    ids = [f"m{number}" for number in range(20)]

    async def make(store, order) -> dict[str, str]:
        rows = [await a_match(store, match_id) for match_id in order]
        summary = Summary(RUNNING, 0, None, TIMES)
        writes = [Write((an_entry(row.key, 0),), row, summary) for row in rows]
        ends = await asyncio.gather(*[outcome(store, write) for write in writes])
        return dict(zip(order, ends, strict=True))

    ours, theirs = await asyncio.gather(make(pair[0], ids), make(pair[1], ids[::-1]))
    for match_id in ids:
        assert sorted([ours[match_id], theirs[match_id]]) == ["conflict", "kept"]
        assert await log_of(pair[0], match_id) == [0]


async def test_other_stores_are_notified_and_the_writer_is_not(pair):
    one, other = pair
    ears = [Ear(one), Ear(other)]
    for ear in ears:
        await ear.hears(None)
    rows = [await create(one, f"m{number}") for number in range(3)]
    for row in rows:
        await ears[1].hears({row.key})
    await asyncio.gather(*[put(one, Write((an_entry(row.key, 1),))) for row in rows])
    await put(other, Write((an_entry(rows[0].key, 2),)))
    await ears[0].hears({rows[0].key})
    received = [keys for keys in ears[1].heard if keys is not None]
    assert set().union(*received) == {row.key for row in rows}
    assert ears[0].heard == [None, {rows[0].key}]
    # One that lost a race notifies nobody.
    assert await outcome(other, Write((an_entry(rows[1].key, 1),))) == "conflict"
    await put(other, Write((an_entry(rows[0].key, 3),)))
    await ears[0].hears({rows[0].key}, 2)
    assert {rows[1].key} not in ears[0].heard


async def test_a_silent_connection_goes_on_listening(pair, monkeypatch):
    monkeypatch.setattr("intrigue.store.postgres_listener._PROBE_SECONDS", 0.02)
    one, other = pair
    ear = Ear(other)
    await ear.hears(None)
    # Many probes later it is the same connection, and it still hears.
    await asyncio.sleep(0.5)
    row = await create(one)
    await ear.hears({row.key})
    assert ear.heard.count(None) == 1


async def test_a_notification_that_makes_no_sense_does_no_harm(databases, pair, postgres_database):
    one, other = pair
    ear = Ear(other)
    await ear.hears(None)
    for payload in ("", "nonsense", "1 x"):
        databases.run(f"SELECT pg_notify('intrigue_matches', '{payload}')", postgres_database)
    row = await create(one)
    await ear.hears({row.key})
    assert ear.heard == [None, {row.key}]


# A database that goes away.


async def test_a_silent_connection_is_probed_and_kept(pair, monkeypatch):
    monkeypatch.setattr("intrigue.store.postgres_listener._PROBE_SECONDS", 0.02)
    one, other = pair
    ear = Ear(other)
    await ear.hears(None)
    await asyncio.sleep(0.5)
    row = await create(one)
    await ear.hears({row.key})
    assert ear.heard == [None, {row.key}]


async def test_connections_that_end_are_opened_again(databases, pair, postgres_database):
    one, other = pair
    row = await create(one)
    ear = Ear(other)
    await ear.hears(None)
    databases.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        postgres_database,
    )
    await ear.hears(None, 2)
    assert await log_of(other) == [0]
    # The first write may find out that the connection is gone.
    if await outcome(one, Write((an_entry(row.key, 1),))) == "unknown":
        assert await log_of(one) == [0]
        await put(one, Write((an_entry(row.key, 1),)))
    await ear.hears({row.key})
    assert await log_of(one) == [0, 1]


@pytest.mark.parametrize("plain", [True, False])
async def test_an_answer_that_is_lost_leaves_the_outcome_open(cluster, plain):
    async with Proxy(cluster.port) as proxy:
        url = cluster.new_database().replace(f"127.0.0.1:{cluster.port}", proxy.target)
        async with opened(url) as store:
            row = await create(store)
            proxy.swallowing = True
            summary = None if plain else Summary(RUNNING, 0, None, TIMES)
            lease = WriteLease()
            write = Write((an_entry(row.key, 1),), None, summary)
            writing = asyncio.create_task(put(store, write, lease))
            await proxy.swallowed.wait()
            proxy.cut()
            proxy.swallowing = False
            with pytest.raises(StoreError) as caught:
                await writing
            # It was kept in one case; never may it be taken for lost for sure.
            assert not isinstance(caught.value, Conflict)
            assert lease.broken
            assert await log_of(store) == ([0, 1] if plain else [0])
            await put(store, Write((an_entry(row.key, 2),)))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_restarts_lose_and_double_nothing(cluster, mode):
    url = cluster.new_database()
    kept: dict[int, int] = {}
    stop = asyncio.Event()

    async def play(store, row) -> None:
        number = 1
        while not stop.is_set():
            end = await outcome(store, Write((an_entry(row.key, number),)))
            if end == "kept":
                kept[row.key] = number
                number += 1
            else:
                # Kept or not: the log decides.
                assert end == "unknown"
                with contextlib.suppress(StoreError):
                    number = (await store.heads([row.key]))[row.key] + 1

    async with opened(url) as one, opened(url) as other:
        stored_rows = [
            (store, await create(store, f"m{n}")) for n, store in enumerate([one, other] * 4)
        ]
        players = [asyncio.create_task(play(store, row)) for store, row in stored_rows]
        rows = [row for _, row in stored_rows]
        for _ in range(3):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(cluster.restart, mode)
            kept.clear()
            await until(lambda: len(kept) == len(rows))
        stop.set()
        await asyncio.gather(*players)
        for row in rows:
            log = await log_of(one, row.id)
            assert log == list(range(len(log)))
            assert len(log) > kept[row.key]


async def test_a_server_that_stands_still_does_not_hold_up_the_others(pair, postgres_database):
    one, _ = pair
    row = await create(one)
    still = await connections.connect(postgres_database)
    transaction = still.transaction()
    await transaction.start()
    await still.execute(
        "INSERT INTO entries VALUES ($1, 1, 3, NULL, '', 0, 0, 0, '', '', '')", row.key
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        await put(one, Write((an_entry(row.key, 1),)))
    with pytest.raises(connections.UNREACHABLE):
        await transaction.commit()


async def test_a_database_that_stays_away_is_said_to_be_away(cluster, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    url = cluster.new_database()
    async with opened(url) as store:
        row = await create(store)
        cluster.stop()
        for _ in range(2):
            assert await outcome(store, Write((an_entry(row.key, 1),))) == "unknown"
            with pytest.raises(StoreError, match="can't be read"):
                await store.match("m")
        cluster.start()
        assert await log_of(store) == [0]
        await put(store, Write((an_entry(row.key, 1),)))


async def test_damage_is_noticed(databases, postgres_database):
    async with opened(postgres_database) as store:
        rows = [await create(store, f"m{number}") for number in range(4)]
        token = TokenRow(b"t" * 32, rows[0].key, "m0", Role.HOST, None)
        with_token = Summary(WAITING._replace(tokens=1), 0, None, TIMES)
        write = Write((an_entry(rows[0].key, 1),), summary=with_token, tokens=(token,))
        await put(store, write)
        for change in (
            "UPDATE matches SET seed = seed || 'x' WHERE id = 'm1'",
            "UPDATE matches SET summary = summary || 'x' WHERE id = 'm2'",
            "DELETE FROM matches WHERE id = 'm3'",
            "UPDATE tokens SET seat = 1",
        ):
            databases.run(change, postgres_database)
        with pytest.raises(DamagedData):
            await store.match("m1")
        with pytest.raises(DamagedData):
            await store.token(token.hash)
        assert [listed.row.id for listed in await store.page(MatchFilter(), None, 9)] == ["m0"]
        found = [found async for found in store.scan()]
        assert [item for item in found if isinstance(item, str)] == ["m0"]
        assert len([item for item in found if isinstance(item, DamagedData)]) == 4
        assert len([item for item in found if isinstance(item, DamagedToken)]) == 1
        databases.run("DELETE FROM entries WHERE number = 1", postgres_database)
        stored = await store.match("m0")
        assert stored is not None
        assert stored.witness == (1, an_entry(rows[0].key, 1).head)
        assert len(stored.entries) == 1
