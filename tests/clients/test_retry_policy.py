"""Calls are repeated through outages, under the id of the first attempt; never for ever."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from tests.clients.fake_server import Fail, FakeServer, Hang

import intrigue_sdk
from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_sdk import RetryPolicy, connect

STATUS = grpc.StatusCode
DOWN = Fail(STATUS.UNAVAILABLE)
CONTENDED = Fail(STATUS.ABORTED, "CONTENDED")
QUICK = RetryPolicy(total=5.0, attempt=0.3, first=0.01, longest=0.05)


@pytest.mark.parametrize(
    "trouble",
    [DOWN, Fail(STATUS.RESOURCE_EXHAUSTED), CONTENDED, Hang()],
    ids=["down", "overloaded", "contended", "silent"],
)
async def test_an_act_is_repeated_under_the_same_id(trouble):
    answer = match_service_pb2.ActResponse(update=match_pb2.Update(revision=2))
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [trouble, trouble, answer]
        update = await client.seat("m", 0, "secret").act("play 8", expected_revision=1)
    assert update.revision == 2
    assert len(service.requests) == 3
    assert len({request.request_id for request in service.requests}) == 1
    assert len(service.requests[0].request_id) == 32
    assert service.requests[0].notation == "play 8"
    assert service.requests[0].expected_revision == 1
    assert set(service.tokens) == {"Bearer secret"}


async def test_two_acts_have_two_ids():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [match_service_pb2.ActResponse()]
        seat = client.seat("m", 0, "token")
        await seat.act(0)
        await seat.act(0)
    assert len({request.request_id for request in service.requests}) == 2
    # An absent expectation is not the same as the expectation of revision 0.
    assert not service.requests[0].HasField("expected_revision")
    assert service.requests[0].WhichOneof("action") == "action_id"


async def test_create_and_join_are_repeated_under_the_same_id():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["CreateMatch"] = [
            DOWN,
            match_service_pb2.CreateMatchResponse(match=match_pb2.Match(id="m")),
        ]
        service.answers["JoinMatch"] = [DOWN, match_service_pb2.JoinMatchResponse()]
        await client.create_match("game")
        await client.join("m", 1)
    ids = [request.request_id for request in service.requests]
    assert ids[0] == ids[1]
    assert ids[2] == ids[3]
    assert ids[0] != ids[2]


async def test_retries_end():
    retry_policy = RetryPolicy(total=0.3, first=0.01, longest=0.05)
    async with (
        FakeServer() as service,
        connect(service.target, retry_policy=retry_policy) as client,
    ):
        service.answers["Act"] = [DOWN]
        start = time.monotonic()
        with pytest.raises(intrigue_sdk.Unavailable):
            await client.seat("m", 0, "token").act(0)
        assert time.monotonic() - start < 2.0
    assert len(service.requests) > 3


async def test_a_refusal_is_not_repeated():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [Fail(STATUS.FAILED_PRECONDITION, "NOT_TO_ACT")]
        with pytest.raises(intrigue_sdk.NotYourTurn):
            await client.seat("m", 0, "token").act(0)
    assert len(service.requests) == 1


async def test_a_rotated_token_is_asked_for_again_under_the_same_id():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["RotateToken"] = [
            DOWN,
            CONTENDED,
            Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED"),
            match_service_pb2.RotateTokenResponse(token="fresh"),
        ]
        seat = client.seat("m", 0, "token")
        assert await seat.rotate_token() == seat.token == "fresh"
    assert service.requests == [service.requests[0]] * 4
    assert len(service.requests[0].request_id) == 32
    # Until the new token is used, the old one may ask again.
    assert set(service.tokens) == {"Bearer token"}


async def test_every_call_that_changes_something_is_repeated_under_the_same_id():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        host, seat = client.host("m", "token"), client.seat("m", 0, "token")
        for method in ("ReplaceSeat", "AddBots", "SetReady", "AbortMatch", "Resign", "Rematch"):
            answer = getattr(match_service_pb2, f"{method}Response")()
            service.answers[method] = [DOWN, answer]
        service.answers["RevokeToken"] = [
            *(DOWN, match_service_pb2.RevokeTokenResponse()),
            *(DOWN, match_service_pb2.RevokeTokenResponse()),
        ]
        await host.replace_seat(1, "ismcts:sims=50")
        await host.add_bots("greedy")
        await host.revoke_seat(1)
        await host.revoke_spectators()
        await host.abort()
        await seat.set_ready(ready=False)
        await seat.resign()
        await seat.rematch()
    sent = service.requests
    assert len(sent) == 16
    for first, again in zip(sent[::2], sent[1::2], strict=True):
        assert first == again
    assert len({request.request_id for request in sent}) == 8
    replaced, added, seat_token, spectators, _, unready, *_ = sent[::2]
    assert replaced.policy.policy.name == "ismcts"
    assert replaced.policy.policy.parameters == {"sims": "50"}
    assert added.policy.name == "greedy"
    assert seat_token.WhichOneof("target") == "seat"
    assert spectators.WhichOneof("target") == "spectators"
    assert unready.HasField("ready")


async def test_a_seat_is_opened():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["ReplaceSeat"] = [match_service_pb2.ReplaceSeatResponse()]
        await client.host("m", "token").replace_seat(0)
    (request,) = service.requests
    assert request.HasField("seat")
    assert request.WhichOneof("occupant") == "open"


async def test_a_token_that_was_revoked_by_a_lost_call_is_revoked():
    unknown = Fail(STATUS.UNAUTHENTICATED, "TOKEN_UNKNOWN")
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        seat = client.seat("m", 0, "token")
        service.answers["RevokeToken"] = [DOWN, unknown]
        await seat.revoke_token()
        assert service.requests[0].WhichOneof("target") == "own"
        with pytest.raises(intrigue_sdk.Unauthenticated):
            await seat.revoke_token()


@pytest.mark.parametrize("pushback", [False, True], ids=["RetryInfo", "trailer"])
async def test_the_service_says_when_to_come_back(pushback):
    busy = Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED", retry_delay=0.4, pushback=pushback)
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [busy, match_service_pb2.ActResponse()]
        start = time.monotonic()
        await client.seat("m", 0, "token").act(0)
        assert time.monotonic() - start >= 0.4
        # A caller that would have to wait longer than its limit fails at once.
        service.answers["Act"] = [
            Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED", retry_delay=60.0)
        ]
        with pytest.raises(intrigue_sdk.Overloaded) as caught:
            await client.seat("m", 0, "token").act(0)
    assert caught.value.retry_delay == 60.0


async def test_any_call_for_which_the_service_names_a_delay_is_repeated():
    later = Fail(STATUS.FAILED_PRECONDITION, "SOMETHING_NEW", retry_delay=0.01)
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [later, match_service_pb2.ActResponse()]
        await client.seat("m", 0, "token").act(0)
    assert len(service.requests) == 2


async def test_a_failing_engine_is_not_asked_for_long():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [Fail(STATUS.INTERNAL, "CORE_FAULT")]
        with pytest.raises(intrigue_sdk.EngineFault):
            await client.seat("m", 0, "token").act(0)
        assert len(service.requests) == 3
        announced = match_service_pb2.WatchResponse(match=match_pb2.Match(id="m"))
        fault = Fail(STATUS.INTERNAL, "CORE_FAULT")
        service.streams = [[announced, fault] for _ in range(9)]
        with pytest.raises(intrigue_sdk.EngineFault):
            await anext(client.seat("m", 0, "token").watch())
    assert len(service.requests) == 6


async def test_a_cancelled_call_stays_cancelled():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [Hang()]
        task = asyncio.ensure_future(client.seat("m", 0, "token").act(0))
        await service.called.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert len(service.requests) == 1
