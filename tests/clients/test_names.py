"""Handles ask for the names of seats where the caller wants them, and bots never do."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from tests.clients.fake_server import Fail, FakeServer, announce, update

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_sdk import Bot, RetryPolicy, SeatHandle, connect, connect_blocking, own

QUICK = RetryPolicy(total=5.0, first=0.01, longest=0.05, silence=0.3)
ISOLATE = "\u2068".encode()
LOST = Fail(grpc.StatusCode.UNAVAILABLE)


@pytest.fixture
async def scripted():
    """A service that answers whatever it is asked."""
    async with FakeServer() as service:
        service.answers = {
            "GetView": [pb.GetViewResponse(view=match_pb2.View(revision=1))],
            "Act": [LOST, pb.ActResponse(revision=2, update=match_pb2.Update(revision=2))],
            "Explain": [pb.ExplainResponse()],
            "Resign": [pb.ResignResponse(revision=3, update=match_pb2.Update(revision=3))],
            "GetRecord": [pb.GetRecordResponse()],
        }
        running = announce(match_pb2.MATCH_STATUS_RUNNING)
        service.streams = [[running, update(1), LOST], [running, update(2, outcome=True)]]
        yield service


def asked(service: FakeServer) -> dict[str, set[bool]]:
    """The methods that were called, and whether with names."""
    found: dict[str, set[bool]] = {}
    for request in service.requests:
        found.setdefault(type(request).__name__.removesuffix("Request"), set()).add(request.names)
    return found


@pytest.mark.parametrize("names", [False, True])
async def test_names_are_asked_for(scripted, names):
    async with connect(scripted.target, retry_policy=QUICK) as client:
        seat = client.seat("m", 0, "token")
        assert isinstance(seat, SeatHandle)
        options: Any = {"names": True} if names else {}
        await seat.view(**options)
        await seat.act(0, **options)
        await seat.explain(0, **options)
        await seat.resign(**options)
        await seat.record(**options)
        # A stream that breaks is taken up in the same way.
        assert [got.revision async for got in seat.watch(**options)] == [1, 2]
    every = ("GetView", "Act", "Explain", "Resign", "GetRecord", "Watch")
    assert asked(scripted) == {method: {names} for method in every}
    # What was lost is sent again as it was.
    acts = [request for request in scripted.requests if isinstance(request, pb.ActRequest)]
    assert acts[0] == acts[1]


class First(Bot):
    def choose(self, view, prompt):
        for message in (view, prompt):
            assert ISOLATE not in message.SerializeToString()
            assert b"north" not in message.SerializeToString()
        return prompt.actions[0]


async def test_a_bot_reads_no_names(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    await asyncio.gather(*(First().play(seat) for seat in created.seats.values()))
    updates = [got async for got in created.spectator.watch(names=True)]
    assert any("\u2068north\u2069" in event.text.en for got in updates for event in got.events)


def test_the_blocking_client_asks_too(served):
    with connect_blocking(served.target) as client:
        game = client.games()[0].id
        created = client.create_match(game, seats=[own("north"), own("south")])
        seat = next(seat for seat in created.seats.values() if seat.view().HasField("prompt"))
        action = seat.view(names=True).prompt.actions[0]
        assert seat.explain(action, names=True).legal
        assert ISOLATE not in seat.record().SerializeToString()
        assert ISOLATE in seat.record(names=True).SerializeToString()
        assert ISOLATE in seat.act(action, names=True).SerializeToString()
        with seat.watch(names=True) as watch:
            assert ISOLATE in next(watch).SerializeToString() + next(watch).SerializeToString()
        assert ISOLATE in seat.resign(names=True).SerializeToString()
