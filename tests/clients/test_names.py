"""Texts come in the languages and with the names that the caller wants; bots read no names."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from tests.clients.fake_server import Fail, FakeServer, announce, update
from tests.e2e.served import two_seat_game

from intrigue_proto.v1 import match_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_sdk import Bot, RetryPolicy, connect, connect_blocking, own

QUICK = RetryPolicy(total=5.0, first=0.01, longest=0.05, silence=0.3)
ISOLATE = "\u2068".encode()
LOST = Fail(grpc.StatusCode.UNAVAILABLE)


@pytest.fixture
async def scripted():
    """A service that answers whatever it is asked."""
    async with FakeServer() as service:
        service.answers = {
            "GetView": [pb.GetViewResponse(view=match_pb2.View(revision=1))],
            "Act": [LOST, pb.ActResponse(update=match_pb2.Update(revision=2))],
            "Explain": [pb.ExplainResponse()],
            "Resign": [pb.ResignResponse(update=match_pb2.Update(revision=3))],
            "GetRecord": [record_service_pb2.GetRecordResponse()],
            "ListUpdates": [pb.ListUpdatesResponse()],
        }
        running = announce(match_pb2.MATCH_STATUS_RUNNING)
        service.streams = [[running, update(1), LOST], [running, update(2, outcome=True)]]
        yield service


def asked(service: FakeServer, key: str) -> dict[str, set[str | None]]:
    """The methods that were called, and with which metadata."""
    found: dict[str, set[str | None]] = {}
    for request, metadata in zip(service.requests, service.metadata, strict=True):
        method = type(request).__name__.removesuffix("Request")
        found.setdefault(method, set()).add(metadata.get(key))
    return found


METHODS = ("GetView", "Act", "Explain", "Resign", "ListUpdates", "Watch")


@pytest.mark.parametrize(
    ("client_asks", "call_asks", "expected"),
    [
        ({}, {}, None),
        ({"names": True}, {}, "true"),
        ({}, {"names": True}, "true"),
        ({"names": True}, {"names": False}, None),
    ],
    ids=["neither", "client", "call", "client but not call"],
)
async def test_names_are_asked_for(scripted, client_asks, call_asks, expected):
    async with connect(scripted.target, retry_policy=QUICK, **client_asks) as client:
        seat = client.seat("m", 0, "token")
        options: Any = call_asks
        await seat.view(**options)
        await seat.act(0, **options)
        await seat.explain(0, **options)
        await seat.resign(**options)
        await seat.list_updates(**options)
        # A stream that breaks is resumed in the same way.
        assert [got.revision async for got in seat.watch(**options)] == [1, 2]
    found = asked(scripted, "intrigue-player-names")
    assert found == {method: {expected} for method in METHODS}
    # A call that was lost is sent again as it was.
    acts = [request for request in scripted.requests if isinstance(request, pb.ActRequest)]
    assert acts[0] == acts[1]


@pytest.mark.parametrize(
    ("language", "expected"),
    [(None, None), ("fr", "fr"), (["en", "fr"], "en, fr"), ("none", "zxx")],
)
async def test_languages_are_asked_for(scripted, language, expected):
    async with connect(scripted.target, retry_policy=QUICK, language=language) as client:
        seat = client.seat("m", 0, "token")
        await seat.view()
        await seat.act(0)
        await seat.get_record()
        assert [got.revision async for got in seat.watch()] == [1, 2]
    found = asked(scripted, "accept-language")
    assert found == {method: {expected} for method in ("GetView", "Act", "GetRecord", "Watch")}


def test_a_list_of_no_languages_is_a_mistake():
    with pytest.raises(ValueError, match="language"):
        connect("127.0.0.1:1", language=[])


class First(Bot):
    def choose(self, view, prompt):
        for message in (view, prompt):
            assert ISOLATE not in message.SerializeToString()
            assert b"north" not in message.SerializeToString()
        return prompt.actions[0]


async def test_a_bot_reads_no_names(server, client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    async with connect(server.address, names=True) as people:
        seats = [people.seat(created.id, n, seat.token or "") for n, seat in created.seats.items()]
        await asyncio.gather(*(First().play(seat) for seat in seats))
    updates = [got async for got in created.spectator.watch(names=True)]
    assert any("\u2068north\u2069" in event.text.en for got in updates for event in got.events)


async def test_texts_have_the_languages_of_the_client(server, game):
    for language, has_english, has_french in (
        (None, True, True),
        ("en", True, False),
        ("fr", False, True),
        (["en", "fr"], True, True),
        ("none", False, False),
        ("tlh", True, False),
    ):
        async with connect(server.address, language=language) as client:
            summary = (await client.games())[0].summary
            assert (bool(summary.en), bool(summary.fr)) == (has_english, has_french)
            created = await client.create_match(game, seats=[own("north"), own("south")])
            views = [await seat.view() for seat in created.seats.values()]
            labels = [view.prompt.actions[0].label for view in views if view.HasField("prompt")]
            for label in labels:
                assert (bool(label.en), bool(label.fr)) == (has_english, has_french)


def test_the_blocking_client_asks_too(served):
    with connect_blocking(served.target, language=["en", "fr"], names=False) as client:
        game = two_seat_game(client.games())
        created = client.create_match(game, seats=[own("north"), own("south")])
        seat = next(seat for seat in created.seats.values() if seat.view().HasField("prompt"))
        action = seat.view(names=True).prompt.actions[0]
        assert seat.explain(action, names=True).legal
        assert ISOLATE not in b"".join(u.SerializeToString() for u in seat.list_updates())
        assert ISOLATE in b"".join(u.SerializeToString() for u in seat.list_updates(names=True))
        assert ISOLATE in seat.act(action, names=True).SerializeToString()
        with seat.watch(names=True) as watch:
            assert ISOLATE in next(watch).SerializeToString() + next(watch).SerializeToString()
        assert ISOLATE in seat.resign(names=True).SerializeToString()
