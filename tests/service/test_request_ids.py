"""A request id stands for one request: repeated, it gets the same answer; with another content it
is refused. On every method that takes one, at once, after a restart, and on another server.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.conftest import bearer

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

REQUEST = "0123456789abcdef"
FOUR = {"game": "complots", "options": {"seats": "4"}}
# By method: who calls, the request, and requests that are others.
METHODS: dict[str, tuple[str, dict[str, Any], list[dict[str, Any]]]] = {
    "SetReady": ("seat", {"ready": True}, [{"ready": False}]),
    "ReplaceSeat": (
        "host",
        {"seat": 1, "open": {}},
        [{"seat": 2, "open": {}}, {"seat": 1, "policy": {"policy": {"name": "random"}}}],
    ),
    "AddBots": (
        "host",
        {"count": 1},
        [{"count": 2}, {}, {"count": 1, "policy": {"name": "greedy"}}],
    ),
    "AbortMatch": ("host", {}, []),
    "RevokeToken": ("host", {"seat": 1}, [{"seat": 0}, {"spectators": {}}]),
}


async def waiting_match(client: Any) -> Any:
    return await client.create("own", "own", "open", "open", **FOUR, ready_check=True)


async def call(created: Any, method: str, **changes: Any) -> Any:
    who, fields, _ = METHODS[method]
    token = created.host if who == "host" else created.seats[0]
    request = getattr(pb, f"{method}Request")(**{"request_id": "once", **fields, **changes})
    if "match_id" in request.DESCRIPTOR.fields_by_name:
        request.match_id = created.id
    return await getattr(created.client.matches, method)(request, metadata=bearer(token))


def other_requests(method: str) -> list[dict[str, Any]]:
    """What differs from the request, and from every other."""
    _, fields, others = METHODS[method]
    emptied = [dict.fromkeys(fields) | other for other in others]
    return [{name: value for name, value in other.items() if name} for other in emptied]


@pytest.mark.parametrize("method", METHODS)
async def test_a_repeated_request_gets_the_same_answer(deployment, method):
    async with deployment.served() as client:
        created = await waiting_match(client)
        copies = await asyncio.gather(*(call(created, method) for _ in range(5)))
        assert all(copy == copies[0] for copy in copies)
        match = await created.get()
        assert await call(created, method) == copies[0]
        assert await created.get() == match
    async with deployment.served() as client:
        created.client = client
        assert await call(created, method) == copies[0]
        assert await created.get() == match


@pytest.mark.parametrize("method", [method for method, case in METHODS.items() if case[2]])
async def test_another_request_with_the_same_id_is_refused(deployment, expect, method):
    async with deployment.served() as client:
        created = await waiting_match(client)
        await call(created, method)
        match = await created.get()
        for other in other_requests(method):
            async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
                await call(created, method, **other)
    async with deployment.served() as client:
        created.client = client
        for other in other_requests(method):
            async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
                await call(created, method, **other)
        assert await created.get() == match


async def test_an_id_is_not_for_two_methods(client, expect):
    created = await waiting_match(client)
    await call(created, "AddBots")
    for method in ("ReplaceSeat", "AbortMatch", "RevokeToken"):
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await call(created, method)
    assert (await created.get()).status == match_pb2.MATCH_STATUS_WAITING
    # The requests of a seat are its own.
    await call(created, "SetReady")


async def test_an_action_and_a_resignation_are_two_requests(client, expect):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    metadata = bearer(created.seats[seat])
    action = view.prompt.actions[0].id
    await created.act(created.seats[seat], action_id=action, request_id="once")
    resign = pb.ResignRequest(match_id=created.id, request_id="once")
    async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
        await client.matches.Resign(resign, metadata=metadata)
    resign.request_id = "other"
    answer = await client.matches.Resign(resign, metadata=metadata)
    assert await client.matches.Resign(resign, metadata=metadata) == answer
    async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
        await created.act(created.seats[seat], action_id=action, request_id="other")


async def test_a_refused_request_is_judged_again(client, expect):
    created = await client.create("own", "own")
    add = {"match_id": created.id, "count": 1, "request_id": "once"}
    async with expect("FAILED_PRECONDITION", "NO_OPEN_SEAT"):
        await client.matches.AddBots(pb.AddBotsRequest(**add), metadata=bearer(created.host))
    replace = pb.ReplaceSeatRequest(match_id=created.id, seat=0, open=pb.OpenSeat())
    await client.matches.ReplaceSeat(replace, metadata=bearer(created.host))
    answer = await client.matches.AddBots(pb.AddBotsRequest(**add), metadata=bearer(created.host))
    assert answer.match.seats[0].policy.name == "random"


CREATIONS: dict[str, dict[str, Any]] = {
    "options": {"options": {"seats": "4", "reactions": "fastest"}},
    "visibility": {"visibility": match_pb2.VISIBILITY_PRIVATE},
    "rated": {"rated": True},
    "ready check": {"ready_check": True},
    "pace": {"pace": match_pb2.PACE_RELAXED},
    "labels": {"labels": {"season": "2"}},
    "clock": {"clock": {"bank": {"seconds": 60}}},
    "seed": {"seed": bytes(32)},
}


@pytest.mark.parametrize("case", CREATIONS)
async def test_another_creation_with_the_same_id_is_refused(client, expect, case):
    given = {**FOUR, "labels": {"season": "1"}, "request_id": REQUEST}
    created = await client.create("own", "own", "open", "open", **given)
    async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
        await client.create("own", "own", "open", "open", **{**given, **CREATIONS[case]})
    assert (await client.create("own", "own", "open", "open", **given)).id == created.id
