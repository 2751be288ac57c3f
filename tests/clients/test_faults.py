"""Connections that break and servers that restart: nothing is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.clients.conftest import settings
from tests.clients.proxy import Proxy
from tests.e2e.served import two_seat_game
from tests.processes import PATIENCE_SECONDS

from intrigue.server import Server
from intrigue_sdk import Bot, Client, RetryPolicy, SeatHandle, Update, connect, own

QUICK = RetryPolicy(total=20.0, attempt=1.0, first=0.01, longest=0.1, silence=2.0)


class Random(Bot):
    def choose(self, view, prompt):
        return random.choice(prompt.actions)


async def watched(seat: SeatHandle) -> list[Update]:
    """All updates that a watch gives, in order."""
    return [update async for update in seat.watch()]


async def act_once_somehow(client: Client, match_id: str, tokens: dict[int, str]) -> int:
    """Acts for the seat that owes a decision, over a client of its own."""
    for number, token in tokens.items():
        seat = client.seat(match_id, number, token)
        view = await seat.view()
        if view.HasField("prompt"):
            update = await seat.act(view.prompt.actions[0], expected_revision=view.revision)
            return update.revision
    raise AssertionError("nobody owes a decision")


async def until_listed(client: Client) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        listed = False
        while not listed:
            listed = bool([match async for match in client.matches()])


async def test_a_stream_cut_again_and_again(server, client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as shaken:
        seat = shaken.seat(created.id, 0, created.seats[0].token or "")
        watching = asyncio.ensure_future(watched(seat))
        # As often as it takes: how soon the client comes back depends on how busy the machine is.
        while proxy.connections < 4:
            await asyncio.sleep(0.02)
            proxy.cut()
        playing = asyncio.gather(*(Random().play(own) for own in created.seats.values()))
        for _ in range(12):
            await asyncio.sleep(0.02)
            proxy.cut()
        await playing
        updates = await watching
    assert proxy.connections > 3
    assert [update.revision for update in updates] == list(range(1, len(updates) + 1))
    assert updates == await watched(created.seats[0])


async def test_a_stream_cut_in_the_middle_of_its_bytes(server, client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    await asyncio.gather(*(Random().play(seat) for seat in created.seats.values()))
    whole = await watched(created.seats[0])
    async with Proxy(server.port) as proxy:
        # A few updates with their views come through before each cut.
        proxy.cut_after = 4_000
        async with connect(proxy.target, retry_policy=QUICK) as shaken:
            seat = shaken.seat(created.id, 0, created.seats[0].token or "")
            assert await watched(seat) == whole
        # Some matches end early.
        assert proxy.connections > len(whole) // 10 > 0


@pytest.mark.parametrize("broken", [True, False], ids=["then cut", "then silent"])
async def test_an_action_whose_answer_is_lost_happens_once(server, client, game, broken):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    tokens = {number: seat.token or "" for number, seat in created.seats.items()}
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as shaken:
        seen = created.host.watch(after=1)
        for turn in range(5):
            number = (await created.host.view()).seats_to_act[0]
            seat = shaken.seat(created.id, number, tokens[number])
            view = await seat.view()
            proxy.swallowed.clear()
            proxy.swallowing = True
            acting = asyncio.ensure_future(
                seat.act(view.prompt.actions[0], expected_revision=view.revision)
            )
            # The server has answered, so it has acted; the client can't know.
            await proxy.swallowed.wait()
            assert (await anext(seen)).revision == turn + 2
            proxy.swallowing = False
            if broken:
                proxy.cut()
            update = await acting
            assert update.revision == view.revision + 1
            assert (await created.host.view()).revision == turn + 2


async def test_a_match_created_once_though_the_answer_is_lost(server, client, game):
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as shaken:
        await shaken.games()
        proxy.swallowing = True
        creating = asyncio.ensure_future(shaken.create_match(game, seats=[own("north"), own("")]))
        # The bytes that acknowledge the request may come before it is carried out.
        await proxy.swallowed.wait()
        await until_listed(client)
        proxy.swallowing = False
        proxy.cut()
        created = await creating
    assert [match.id async for match in client.matches()] == [created.id]


async def test_a_server_restarted_under_a_watch(tmp_path):
    server = Server(settings(tmp_path))
    await server.start()
    port = server.port
    async with connect(f"127.0.0.1:{port}", retry_policy=QUICK) as client:
        game = two_seat_game(await client.games())
        created = await client.create_match(game, seats=[own("north"), own("south")])
        tokens = {number: seat.token or "" for number, seat in created.seats.items()}
        watching = asyncio.ensure_future(watched(created.seats[0]))
        for _ in range(4):
            for _ in range(4):
                await act_once_somehow(client, created.id, tokens)
            await server.stop()
            acting = asyncio.ensure_future(act_once_somehow(client, created.id, tokens))
            await asyncio.sleep(0.05)
            server = Server(settings(tmp_path, port=port))
            await server.start()
            await acting
        await created.seats[1].resign()
        updates = await watching
        assert [update.revision for update in updates] == list(range(1, 1 + 4 * 5 + 2))
    await server.stop()


async def test_a_client_without_hope_says_so(tmp_path):
    server = Server(settings(tmp_path))
    await server.start()
    impatient = RetryPolicy(total=0.3, attempt=0.2, first=0.01, longest=0.05)
    async with connect(server.address, retry_policy=impatient) as client:
        await client.games()
        await server.stop()
        with pytest.raises(Exception, match="UNAVAILABLE"):
            await client.games()
