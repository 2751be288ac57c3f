"""Several servers behind one client: calls go to all of them, and never back in time."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.clients.conftest import settings
from tests.clients.fake_server import FakeServer, update
from tests.e2e.served import two_seat_game

import intrigue_sdk
from intrigue.server import Server
from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_sdk import OPEN, Bot, RetryPolicy, clock, connect, own
from intrigue_sdk.addresses import resolve

QUICK = RetryPolicy(total=5.0, attempt=1.0, first=0.01, longest=0.05)
VIEW = match_service_pb2.GetViewResponse(view=match_pb2.View(revision=1))


@pytest.mark.parametrize(
    ("target", "resolved", "spread"),
    [
        ("127.0.0.1:1", "127.0.0.1:1", False),
        ("games.example.org:443", "games.example.org:443", False),
        (["games.example.org:443"], "games.example.org:443", False),
        ("127.0.0.1:1,127.0.0.1:2", "ipv4:127.0.0.1:1,127.0.0.1:2", True),
        (["127.0.0.1:1", " localhost:2 "], "ipv4:127.0.0.1:1,127.0.0.1:2", True),
        ("[::1]:1,[::1]:2", "ipv6:[::1]:1,[::1]:2", True),
        ("dns:///games.example.org:443", "dns:///games.example.org:443", True),
        ("unix:/run/intrigue.sock", "unix:/run/intrigue.sock", False),
    ],
)
def test_addresses(target, resolved, spread):
    found, options = resolve(target)
    assert found == resolved
    assert (("grpc.lb_policy_name", "round_robin") in options) == spread


@pytest.mark.parametrize("target", ["", [], "a:1,b", "127.0.0.1:1,[::1]:2", "127.0.0.1:1,x:y"])
def test_addresses_that_are_none(target):
    with pytest.raises(ValueError, match="address"):
        resolve(target)


def test_a_name_that_nobody_has():
    with pytest.raises(intrigue_sdk.Unavailable, match=r"no-such-host\.invalid"):
        resolve("127.0.0.1:1,no-such-host.invalid:2")


async def test_calls_go_to_all_servers():
    async with FakeServer() as one, FakeServer() as other:
        one.answers["GetView"] = other.answers["GetView"] = [VIEW]
        async with connect([one.target, other.target], retry_policy=QUICK) as client:
            seat = client.seat("m", 0, "token")
            for _ in range(40):
                await seat.view()
        assert one.requests
        assert other.requests


async def test_a_server_that_is_away_is_passed_over():
    async with FakeServer() as one, FakeServer() as other:
        one.answers["GetView"] = other.answers["GetView"] = [VIEW]
        async with connect(f"{one.target},{other.target}", retry_policy=QUICK) as client:
            seat = client.seat("m", 0, "token")
            await seat.view()
            await one._server.stop(None)
            for _ in range(10):
                await seat.view()


async def test_a_view_is_never_older_than_what_was_seen():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["GetView"] = [VIEW]
        service.answers["Act"] = [
            match_service_pb2.ActResponse(update=match_pb2.Update(revision=4))
        ]
        service.streams = [[update(revision) for revision in range(1, 8)]]
        seat = client.seat("m", 0, "token")
        await seat.view()
        await seat.view()
        await seat.act(0)
        await seat.view()
        watch = seat.watch()
        for _ in range(6):
            await anext(watch)
        await watch.aclose()
        await seat.view()
        # Another handle may be another viewer, whose revisions are others.
        await client.spectate("m").view()
    asked = [
        request.after_revision
        for request in service.requests
        if isinstance(request, match_service_pb2.GetViewRequest)
    ]
    assert asked == [0, 1, 4, 6, 0]
    assert seat.revision == 6


async def test_the_real_service_knows_what_was_seen(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    seat = created.seats[0]
    assert (await seat.view()).revision == 1
    seat._state.update_revision(99)
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await seat.view()
    assert caught.value.reason == "REVISION_AHEAD"
    assert caught.value.revision == 1


class Random(Bot):
    def choose(self, view, prompt):
        return random.choice(prompt.actions)


class Looking(Bot):
    """Asks for a view before it decides: at whichever server is next."""

    def __init__(self, seat: intrigue_sdk.SeatHandle) -> None:
        self._seat = seat

    async def choose(self, view, prompt):
        assert (await self._seat.view()).revision >= view.revision
        return random.choice(prompt.actions)


@pytest.fixture
async def servers(tmp_path, postgres_database):
    """Two servers that share a database."""
    pair = [Server(settings(tmp_path, database=postgres_database)) for _ in range(2)]
    for server in pair:
        await server.start()
    yield pair
    for server in pair:
        await server.stop()


async def test_two_servers_are_one_service(servers):
    retry_policy = RetryPolicy(total=20.0, attempt=5.0, first=0.01, longest=0.1)
    async with connect([server.address for server in servers], retry_policy=retry_policy) as client:
        game = two_seat_game(await client.games())
        created = await client.create_match(
            game,
            seats=[own("north"), OPEN],
            visibility=match_pb2.VISIBILITY_PRIVATE,
            ready_check=True,
            clock=clock(bank=600),
        )
        north = created.seats[0]
        south = await client.join(invitation_code=created.invitation_code)
        for seat in (north, south):
            await seat.set_ready()
            await seat.rotate_token()
        watching = asyncio.ensure_future(revisions(created.spectator))
        outcomes = await asyncio.gather(Random().play(north), Looking(south).play(south))
        assert outcomes[0] == outcomes[1]
        seen = await watching
        assert seen == list(range(1, len(seen) + 1))
        again = [await seat.rematch() for seat in (north, south)]
        assert await asyncio.gather(*(Random().play(seat) for seat in again))


async def test_a_server_stops_in_the_middle(servers):
    retry_policy = RetryPolicy(total=20.0, attempt=5.0, first=0.01, longest=0.1)
    async with connect([server.address for server in servers], retry_policy=retry_policy) as client:
        game = two_seat_game(await client.games())
        created = await client.create_match(game, seats=[own("north"), own("south")])
        watching = asyncio.ensure_future(revisions(created.spectator))
        playing = asyncio.gather(*(Random().play(seat) for seat in created.seats.values()))
        await asyncio.sleep(0.1)
        await servers[0].stop()
        outcomes = await playing
        assert outcomes[0] == outcomes[1]
        seen = await watching
        assert seen == list(range(1, len(seen) + 1))


async def revisions(viewer: intrigue_sdk.Spectator) -> list[int]:
    return [update.revision async for update in viewer.watch()]
