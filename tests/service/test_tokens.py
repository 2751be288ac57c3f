"""Tokens: sent, mistaken, replaced, revoked; and only their hashes kept."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from tests.service.conftest import bearer
from tests.service.match_calls import next_of

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

REQUEST = "0123456789abcdef"
GARBAGE = {
    "empty": "Bearer ",
    "no scheme": "intrigue_" + "x" * 43,
    "another scheme": "Basic dXNlcjpwYXNz",
    "short": "Bearer intrigue_xxx",
    "other letters": "Bearer intrigue_" + "!" * 43,
    "long": "Bearer intrigue_" + "x" * 4000,
    "no token": "Bearer",
    "empty header": "",
}


async def rotate(client, token: str, request_id: str = REQUEST) -> str:
    """The token in place of another."""
    answer = await client.matches.RotateToken(
        pb.RotateTokenRequest(request_id=request_id), metadata=bearer(token)
    )
    return str(answer.token)


@pytest.mark.parametrize("header", GARBAGE.values(), ids=GARBAGE)
async def test_a_malformed_header_is_never_a_spectator(client, expect, header):
    created = await client.create("own", "own")
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await client.matches.GetView(
            pb.GetViewRequest(match_id=created.id), metadata=[("authorization", header)]
        )


async def test_two_tokens_are_no_token(client, expect, as_bearer):
    created = await client.create("own", "own")
    metadata = as_bearer(created.seats[0]) + as_bearer(created.seats[1])
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await client.matches.GetView(pb.GetViewRequest(match_id=created.id), metadata=metadata)


async def test_the_scheme_may_be_written_in_any_case(client):
    created = await client.create("own", "own")
    view = await client.matches.GetView(
        pb.GetViewRequest(match_id=created.id),
        metadata=[("authorization", f"bearer {created.seats[1]}")],
    )
    assert view.view.seat == 1


async def test_near_misses_of_a_token_are_unknown(client, expect):
    created = await client.create("own", "own")
    token = created.seats[0]
    for place in (9, 20, len(token) - 1):
        letter = "A" if token[place] != "A" else "B"
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(token[:place] + letter + token[place + 1 :])


async def test_rotating_voids_the_old_token_at_once_and_for_good(deployment, expect, as_bearer):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        old_host, old_seat = created.host, created.seats[0]
        for name, old in (("host", old_host), ("seat", old_seat)):
            stream = created.watch(old)
            await next_of(stream, "caught_up")
            answer = await client.matches.RotateToken(
                pb.RotateTokenRequest(request_id=REQUEST), metadata=as_bearer(old)
            )
            assert answer.token != old
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await created.view(old)
            async with expect("UNAUTHENTICATED", "TOKEN_REPLACED"):
                await stream.read()
            if name == "host":
                created.host = answer.token
            else:
                created.seats[0] = answer.token
        assert (await created.view(created.seats[0])).seat == 0
    async with deployment.served() as client:
        created.client = client
        for old in (old_host, old_seat):
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await created.view(old)
        assert (await created.view(created.seats[0])).seat == 0
        assert (await created.abort(created.host)).status == match_pb2.MATCH_STATUS_ABORTED


async def test_of_several_rotations_one_token_holds(client, as_bearer):
    created = await client.create("own", "own")
    results = await asyncio.gather(
        *(
            client.matches.RotateToken(
                pb.RotateTokenRequest(request_id=f"{REQUEST} {number}"),
                metadata=as_bearer(created.seats[0]),
            )
            for number in range(5)
        ),
        return_exceptions=True,
    )
    won = [result for result in results if isinstance(result, pb.RotateTokenResponse)]
    assert won
    assert len({result.token for result in won}) == len(won)
    views: list[Any] = await asyncio.gather(
        *(created.view(result.token) for result in won), return_exceptions=True
    )
    assert [view.seat for view in views if not isinstance(view, grpc.aio.AioRpcError)] == [0]
    refusals = [view.code() for view in views if isinstance(view, grpc.aio.AioRpcError)]
    assert set(refusals) <= {grpc.StatusCode.UNAUTHENTICATED}


async def test_copies_of_one_rotation_get_one_token(client, as_bearer):
    created = await client.create("own", "own")
    results = await asyncio.gather(*(rotate(client, created.seats[0]) for _ in range(5)))
    assert len(set(results)) == 1
    assert (await created.view(results[0])).seat == 0


async def test_only_hashes_are_stored(deployment):
    async with deployment.served() as client:
        created = await client.create("own", "own", request_id="0123456789abcdef")
        tokens = [created.host, created.spectator, *created.seats.values()]
    stored = deployment.stored()
    assert created.id.encode() in stored
    for token in tokens:
        assert token.encode() not in stored
        assert token.removeprefix("intrigue_").encode() not in stored
    assert b"0123456789abcdef" not in stored


async def test_a_token_revokes_itself_and_its_streams_end(client, expect, as_bearer):
    created = await client.create("own", "own")
    for token in (created.seats[0], created.spectator, created.host):
        stream = created.watch(token)
        await next_of(stream, "caught_up")
        await client.matches.RevokeToken(
            pb.RevokeTokenRequest(own=pb.OwnToken()), metadata=as_bearer(token)
        )
        async with expect("UNAUTHENTICATED", "TOKEN_REPLACED"):
            await stream.read()
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(token)
    assert (await created.view(created.seats[1])).seat == 1


@pytest.mark.parametrize("request_id", ["", "x" * 15, "x" * 65, "\0" * 20])
async def test_a_rotation_needs_a_request_id(client, expect, request_id):
    created = await client.create("own", "own")
    reason = "INVALID_REQUEST_ID" if request_id else "FIELD_REQUIRED"
    async with expect("INVALID_ARGUMENT", reason) as problems:
        await rotate(client, created.seats[0], request_id)
    assert problems[0].fields == ("request_id",)
    assert (await created.view(created.seats[0])).seat == 0


async def test_a_rotation_may_be_repeated_until_the_new_token_is_used(deployment, expect):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        old = created.seats[0]
        first = await rotate(client, old)
        assert await rotate(client, old) == first
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(old)
    async with deployment.served() as client:
        created.client = client
        assert await rotate(client, old) == first
        # Another request gets another token, and the one that nobody has used is void.
        second = await rotate(client, old, REQUEST + " 2")
        assert second != first
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view(first)
        assert await rotate(client, old, REQUEST + " 2") == second
        assert (await created.view(second)).seat == 0
        # Once it is used, the old one is good for nothing.
        for request_id in (REQUEST, REQUEST + " 2", REQUEST + " 3"):
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await rotate(client, old, request_id)
    async with deployment.served() as client:
        created.client = client
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await rotate(client, old, REQUEST + " 2")
        assert (await created.view(second)).seat == 0


FIRST_USES = ("GetMatch", "GetView", "Watch", "RotateToken", "Act")


@pytest.mark.parametrize("use", FIRST_USES)
async def test_whatever_the_new_token_is_used_for_ends_the_old_one(client, expect, use):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    old = created.seats[seat]
    new = await rotate(client, old)
    match use:
        case "GetMatch":
            await created.get(new)
        case "GetView":
            await created.view(new)
        case "Watch":
            stream = created.watch(new)
            await stream.read()
            stream.cancel()
        case "RotateToken":
            await rotate(client, new)
        case "Act":
            await created.act(new, action_id=view.prompt.actions[0].id)
    for request_id in (REQUEST, REQUEST + " 2"):
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await rotate(client, old, request_id)


@pytest.mark.parametrize("role", ["host", "spectator"])
async def test_tokens_without_a_seat_are_rotated_too(client, expect, role):
    created = await client.create("own", "own")
    old = getattr(created, role)
    new = await rotate(client, old)
    assert await rotate(client, old) == new
    assert (await created.get(new)).id == created.id
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await rotate(client, old)
