"""The same request id gets the same answer: at once, later, after the end, after a restart."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import grpc
from tests.service.match_calls import next_of

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

REQUEST = "0123456789abcdef"


def raw_act(
    client: Any, created: Any, seat: int, as_bearer: Any, *, names: bool = False, **request: Any
) -> Any:
    """An Act whose answer is kept as bytes."""
    call = client.channel.unary_unary(
        "/intrigue.v1.MatchService/Act", request_serializer=pb.ActRequest.SerializeToString
    )
    return call(
        pb.ActRequest(match_id=created.id, **request),
        metadata=as_bearer(created.seats[seat], names=names),
    )


async def test_acts(deployment, as_bearer, expect):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        seat, view = await created.turn()
        act = {
            "action_id": view.prompt.actions[0].id,
            "expected_revision": view.revision,
            "request_id": "once",
        }
        # Copies of one request race: it is played once, and all get the same bytes.
        answers = await asyncio.gather(
            *(raw_act(client, created, seat, as_bearer, **act) for _ in range(8))
        )
        assert len(set(answers)) == 1
        assert (await created.view(created.seats[seat])).revision == view.revision + 1
        # Also when other things have happened since.
        await created.play_on(3)
        assert await raw_act(client, created, seat, as_bearer, **act) == answers[0]
        # The same action by its other name, on whatever position, is the same request.
        action = view.prompt.actions[0]
        again = await raw_act(
            client, created, seat, as_bearer, notation=action.notation, request_id="once"
        )
        assert again == answers[0]
        # Another action, which may exist or not, is another request.
        for other_action in ({"notation": "whatever"}, {"action_id": (action.id or 0) + 1}):
            async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
                await created.act(created.seats[seat], request_id="once", **other_action)
        # Another seat's requests are its own.
        other, other_view = await created.turn()
        if other != seat:
            answer = await raw_act(
                client,
                created,
                other,
                as_bearer,
                action_id=other_view.prompt.actions[0].id,
                request_id="once",
            )
            assert answer != answers[0]
        before = await created.view(created.host)
    async with deployment.served() as client:
        created.client = client
        assert await raw_act(client, created, seat, as_bearer, **act) == answers[0]
        assert await created.view(created.host) == before
        await created.play_on()
        assert await raw_act(client, created, seat, as_bearer, **act) == answers[0]
    async with deployment.served() as client:
        assert await raw_act(client, created, seat, as_bearer, **act) == answers[0]


async def test_acts_with_names(deployment, as_bearer):
    async with deployment.served() as client:
        created = await client.create("own", "open")
        await created.join(name="Bo")
        seat, view = await created.turn()
        act = {"action_id": view.prompt.actions[0].id, "request_id": "once", "names": True}
        answer = await raw_act(client, created, seat, as_bearer, **act)
        assert "\u2068".encode() in answer
        # The answer has the names of then, not of now.
        for other in ("Cleo", "Dora"):
            request = pb.ReplaceSeatRequest(match_id=created.id, seat=1 - seat, open=pb.OpenSeat())
            await client.matches.ReplaceSeat(request, metadata=as_bearer(created.host))
            assert await raw_act(client, created, seat, as_bearer, **act) == answer
            await created.join(name=other)
            assert await raw_act(client, created, seat, as_bearer, **act) == answer
        # Who asks for numbers is never given names.
        plain = await raw_act(client, created, seat, as_bearer, **{**act, "names": False})
        assert "\u2068".encode() not in plain
    async with deployment.served() as client:
        assert await raw_act(client, created, seat, as_bearer, **act) == answer


async def test_acts_after_an_abort(client, as_bearer):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    act = {"action_id": view.prompt.actions[0].id, "request_id": "once"}
    answer = await raw_act(client, created, seat, as_bearer, **act)
    await created.abort(created.host)
    assert await raw_act(client, created, seat, as_bearer, **act) == answer


async def test_a_refused_act_does_not_use_its_request_id_up(client, expect):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    async with expect("OUT_OF_RANGE", "REVISION_AHEAD"):
        await created.act(
            created.seats[seat],
            action_id=view.prompt.actions[0].id,
            expected_revision=view.revision + 1,
            request_id="id",
        )
    answer = await created.act(
        created.seats[seat], action_id=view.prompt.actions[0].id, request_id="id"
    )
    assert answer.update.revision == view.revision + 1


async def test_resignations(deployment, as_bearer):
    request = None
    async with deployment.served() as client:
        created = await client.create("own", "own")
        request = pb.ResignRequest(match_id=created.id, request_id="once")
        metadata = as_bearer(created.seats[1])
        first = await client.matches.Resign(request, metadata=metadata)
        assert await client.matches.Resign(request, metadata=metadata) == first
    async with deployment.served() as client:
        assert await client.matches.Resign(request, metadata=metadata) == first


async def test_creations(deployment, expect):
    request = {"request_id": REQUEST}
    async with deployment.served() as client:
        created_matches = await asyncio.gather(
            *(client.create("own", "open", **request) for _ in range(8))
        )
        assert len({created.id for created in created_matches}) == 1
        assert len({created.host for created in created_matches}) == 1
        assert len({created.spectator for created in created_matches}) == 1
        assert len({created.seats[0] for created in created_matches}) == 1
        assert len((await client.matches.ListMatches(pb.ListMatchesRequest())).matches) == 1
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await client.create("own", "own", **request)
        other = await client.create("own", "open", request_id=REQUEST + "x")
        assert other.id != created_matches[0].id
        assert other.host != created_matches[0].host
    async with deployment.served() as client:
        again = await client.create("own", "open", **request)
        assert again.id == created_matches[0].id
        assert again.seats == created_matches[0].seats
        assert (await again.join()).match.status == match_pb2.MATCH_STATUS_RUNNING
        await again.play_on()
        assert (await client.create("own", "open", **request)).host == again.host


async def test_joins(deployment, expect):
    async with deployment.served() as client:
        created = await client.create("open", "open")
        answers = await asyncio.gather(
            *(created.join(request_id=REQUEST, name="Ana") for _ in range(8))
        )
        assert len({answer.credential.token for answer in answers}) == 1
        assert {answer.credential.seat for answer in answers} == {0}
        assert (await created.get()).seats[1].status == match_pb2.SEAT_STATUS_OPEN
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await created.join(request_id=REQUEST, name="Ana", seat=1)
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await created.join(request_id=REQUEST, name="Bo")
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await created.join(request_id=REQUEST, name="Ana", entropy=b"other")
    async with deployment.served() as client:
        created.client = client
        again = await created.join(request_id=REQUEST, name="Ana")
        assert again.credential == answers[0].credential
        await created.join(request_id=REQUEST + "x")
        await created.play_on(2)
        again = await created.join(request_id=REQUEST, name="Ana")
        assert again.credential == answers[0].credential
        async with expect("FAILED_PRECONDITION", "REQUEST_ID_REUSED"):
            await created.join(request_id=REQUEST, name="Bo")


async def test_a_join_is_recognized_after_its_token_was_replaced(client, as_bearer, expect):
    created = await client.create("open", "open")
    first = await created.join(request_id=REQUEST)
    old = first.credential.token
    await client.matches.RotateToken(
        pb.RotateTokenRequest(request_id=REQUEST), metadata=as_bearer(old)
    )
    again = await created.join(request_id=REQUEST)
    assert again.credential == first.credential
    assert (await created.get()).seats[1].status == match_pb2.SEAT_STATUS_OPEN
    # The request id does not bring a replaced token back.
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await created.get(old)


async def test_without_a_request_id_everything_is_new(client):
    created_matches = [await client.create("own", "own") for _ in range(2)]
    secrets = {
        created_matches[0].host,
        created_matches[1].host,
        created_matches[0].spectator,
        created_matches[1].spectator,
    }
    secrets |= set(created_matches[0].seats.values()) | set(created_matches[1].seats.values())
    assert len(secrets) == 8
    assert created_matches[0].id != created_matches[1].id


async def test_a_caller_that_goes_away_does_not_take_its_act_along(client, as_bearer):
    created = await client.create("own", "own")
    stream = created.watch(after_revision=1)
    await next_of(stream, "caught_up")
    for _ in range(5):
        seat, view = await created.turn()
        request = {"action_id": view.prompt.actions[0].id, "request_id": f"r{view.revision}"}
        call = raw_act(client, created, seat, as_bearer, **request)
        await asyncio.sleep(0)
        call.cancel()
        with contextlib.suppress(asyncio.CancelledError, grpc.aio.AioRpcError):
            await call
        # It was played or it was not; once it is asked again, it has been, once.
        await raw_act(client, created, seat, as_bearer, **request)
        update = await stream.read()
        assert update.update.revision == view.revision + 1
        assert (await created.view(created.seats[seat])).revision == view.revision + 1
    stream.cancel()
