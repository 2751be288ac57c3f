"""Seats that a host gives away, before a match and while it is played."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.match_calls import call_match, next_of, play_out

from intrigue.engine import Engine
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2

WAITING, RUNNING, FINISHED = (
    match_pb2.MATCH_STATUS_WAITING,
    match_pb2.MATCH_STATUS_RUNNING,
    match_pb2.MATCH_STATUS_FINISHED,
)
OPEN, TAKEN, POLICY = (
    match_pb2.SEAT_STATUS_OPEN,
    match_pb2.SEAT_STATUS_TAKEN,
    match_pb2.SEAT_STATUS_POLICY,
)
SECRET_ID = "0123456789abcdef"


def statuses(match: match_pb2.Match) -> list[int]:
    return [seat.status for seat in match.seats]


async def gone(created, token: str, stream, expect) -> None:
    """A seat's token is void, and its stream says so."""
    async with expect("UNAUTHENTICATED", "TOKEN_REPLACED"):
        await next_of(stream, "heartbeat")
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await created.get(token)
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await created.act(token, action_id=0)


async def test_a_seat_is_opened_before_the_match(client, expect):
    created = await client.create("own", "open")
    old = created.seats[0]
    stream = created.watch(old)
    await stream.read()
    answer = await call_match(created, "ReplaceSeat", created.host, seat=0, open={})
    assert statuses(answer.match) == [OPEN, OPEN]
    assert not answer.match.seats[0].name
    await gone(created, old, stream, expect)
    await created.join(seat=0, name="Bo")
    await created.join(seat=1, name="Cleo")
    assert (await created.get()).status == RUNNING
    await created.play_on()


async def test_a_seat_is_given_to_a_policy_before_the_match(client, expect):
    created = await client.create("own", "open")
    old = created.seats.pop(0)
    stream = created.watch(old)
    await stream.read()
    match = (
        await call_match(created, "ReplaceSeat", created.host, seat=0, policy="playouts:sims=2")
    ).match
    assert statuses(match) == [POLICY, OPEN]
    assert match.seats[0].policy == parse_policy("playouts:sims=2")
    await gone(created, old, stream, expect)
    await created.join()
    await play_out(created)
    assert (await created.get()).status == FINISHED


async def test_a_person_goes_on_for_another(client, expect):
    created = await client.create("own", "own")
    await created.play_on(5)
    seat, before = await created.turn()
    old = created.seats.pop(seat)
    stream = created.watch(old, after_revision=before.revision)
    await stream.read()
    looker = created.watch(after_revision=(await created.view()).revision)
    await looker.read()
    match = (await call_match(created, "ReplaceSeat", created.host, seat=seat, open={})).match
    assert match.status == RUNNING
    assert statuses(match)[seat] == OPEN
    assert await next_of(looker, "match") == match
    await gone(created, old, stream, expect)
    async with expect("FAILED_PRECONDITION", "SEAT_NOT_OPEN"):
        await created.join(seat=1 - seat)
    joined = await created.join(name="Cleo")
    assert joined.credential.seat == seat
    assert joined.match.seats[seat].name == "Cleo"
    assert joined.match.status == RUNNING
    assert await next_of(looker, "match") == joined.match
    looker.cancel()
    # The new holder sees what the old one saw, and owes what that one owed.
    assert await created.view(joined.credential.token) == before
    await created.play_on()
    assert (await created.get()).status == FINISHED


@pytest.mark.parametrize("asked", [True, False])
async def test_a_policy_takes_over(client, expect, asked):
    created = await client.create("own", "own")
    await created.play_on(4)
    seat, _ = await created.turn()
    seat = seat if asked else 1 - seat
    old = created.seats.pop(seat)
    stream = created.watch(old)
    await stream.read()
    match = (
        await call_match(created, "ReplaceSeat", created.host, seat=seat, policy="random")
    ).match
    assert (match.status, match.seats[seat].policy.name) == (RUNNING, "random")
    await gone(created, old, stream, expect)
    await play_out(created)
    assert (await created.get()).status == FINISHED


async def test_a_person_takes_over_from_a_policy(client, monkeypatch, expect):
    thinking = asyncio.Event()
    loop = asyncio.get_running_loop()
    decide = Engine.decide
    thought: list[int] = []

    def slow(engine, *question):
        thought.append(question[-1])
        loop.call_soon_threadsafe(thinking.set)
        asyncio.run_coroutine_threadsafe(free.wait(), loop).result(30)
        return decide(engine, *question)

    free = asyncio.Event()
    monkeypatch.setattr(Engine, "decide", slow)
    created = await client.create("own", "own", ready_check=True)
    await call_match(created, "ReplaceSeat", created.host, seat=0, policy="random")
    await call_match(created, "ReplaceSeat", created.host, seat=1, policy="random")
    await thinking.wait()
    created.seats.clear()
    # A policy owes a decision and thinks; both its seats are opened meanwhile.
    for seat in (0, 1):
        await call_match(created, "ReplaceSeat", created.host, seat=seat, open={})
        await created.join(seat=seat, name="Bo")
    seat, before = await created.turn()
    free.set()
    answer = await created.step()
    assert answer.update.revision == before.revision + 1
    await created.play_on()
    # Nothing was played for the seat but what its new holder chose.
    assert len(thought) == 1


async def test_a_rated_match_keeps_its_seats(client, expect):
    created = await client.create("own", "open", rated=True)
    await call_match(created, "ReplaceSeat", created.host, seat=0, open={})
    await created.join()
    await created.join()
    before = await created.get()
    assert before.status == RUNNING
    occupants: list[dict[str, Any]] = [{"open": {}}, {"policy": "random"}]
    for occupant in occupants:
        async with expect("FAILED_PRECONDITION", "RATED_SEATS_STAY"):
            await call_match(created, "ReplaceSeat", created.host, seat=0, **occupant)
    async with expect("FAILED_PRECONDITION", "NO_OPEN_SEAT"):
        await call_match(created, "AddBots", created.host)
    assert await created.get() == before
    await created.play_on()


async def test_bots_take_the_lowest_open_seats(client, expect):
    created = await client.create(
        *("open", "own", "open", "open"), game="complots", options={"seats": "4"}
    )
    match = (await call_match(created, "AddBots", created.host, count=2)).match
    assert statuses(match) == [POLICY, TAKEN, POLICY, OPEN]
    assert match.status == WAITING
    assert match.seats[0].policy == parse_policy("random")
    async with expect("FAILED_PRECONDITION", "NO_OPEN_SEAT"):
        await call_match(created, "AddBots", created.host, count=2)
    match = (await call_match(created, "AddBots", created.host, policy="playouts:sims=2")).match
    assert statuses(match) == [POLICY, TAKEN, POLICY, POLICY]
    assert match.seats[3].policy == parse_policy("playouts:sims=2")
    assert match.status == RUNNING
    async with expect("FAILED_PRECONDITION", "NO_OPEN_SEAT"):
        await call_match(created, "AddBots", created.host)
    await play_out(created)
    assert (await created.get()).status == FINISHED


async def test_bots_fill_up_a_running_match(client):
    created = await client.create("own", "own")
    await created.play_on(3)
    created.seats.pop(1)
    await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
    match = (await call_match(created, "AddBots", created.host)).match
    assert statuses(match) == [TAKEN, POLICY]
    await play_out(created)
    assert (await created.get()).status == FINISHED


async def test_an_ended_match_keeps_its_seats(client, expect):
    created = await client.create("own", "open")
    await created.abort(created.host)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("ReplaceSeat", {"seat": 0, "open": {}}),
        ("AddBots", {}),
    ]
    for method, fields in calls:
        async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
            await call_match(created, method, created.host, **fields)


async def test_what_was_given_away_stays_so_after_a_restart(deployment, expect):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        await created.play_on(4)
        seat, view = await created.turn()
        old = created.seats.pop(seat)
        await call_match(created, "ReplaceSeat", created.host, seat=seat, open={})
        before = await created.get()
    async with deployment.served() as client:
        created.client = client
        assert await created.get() == before
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(old)
        joined = await created.join(name="Cleo")
        assert await created.view(joined.credential.token) == view
        await created.play_on()


async def test_a_replaced_player_does_not_return_by_an_old_request(client, expect):
    created = await client.create("own", "open", ready_check=True)
    joined = await created.join(request_id=SECRET_ID)
    old = created.seats[1]
    await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
    for _ in range(2):
        again = await created.join(request_id=SECRET_ID)
        assert again.credential == joined.credential
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await call_match(created, "SetReady", old, ready=True)
        if statuses(await created.get())[1] == OPEN:
            await created.join(name="Cleo")


async def test_a_token_made_void_while_it_is_looked_up_holds_no_more(
    deployment, expect, monkeypatch
):
    async with deployment.served() as client:
        created = await client.create("own", "own")
    async with deployment.server() as server, deployment.client(server) as client:
        created.client = client
        await created.get(created.host)
        read, kicked = asyncio.Event(), asyncio.Event()
        lookup = server._store.token

        async def slow(digest):
            row = await lookup(digest)
            if row is not None and row.seat == 0 and not read.is_set():
                read.set()
                await kicked.wait()
            return row

        monkeypatch.setattr(server._store, "token", slow)
        looking = asyncio.create_task(created.view(created.seats[0]))
        await read.wait()
        await call_match(created, "ReplaceSeat", created.host, seat=0, open={})
        kicked.set()
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await looking
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(created.seats[0])
