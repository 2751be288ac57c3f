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
    answer = match_service_pb2.ActResponse(revision=2, update=match_pb2.Update(revision=2))
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


async def test_rotating_a_token_is_not_repeated():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["RotateToken"] = [DOWN]
        with pytest.raises(intrigue_sdk.Unavailable):
            await client.seat("m", 0, "token").rotate_token()
    assert len(service.requests) == 1


async def test_what_was_not_done_is_always_repeated():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["RotateToken"] = [
            CONTENDED,
            Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT"),
            match_service_pb2.RotateTokenResponse(token="fresh"),
        ]
        assert await client.seat("m", 0, "token").rotate_token() == "fresh"
    assert len(service.requests) == 3


@pytest.mark.parametrize("policy", ["random", ""])
async def test_only_calls_that_may_be_made_twice_are(policy):
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        host = client.host("m", "token")
        service.answers["ReplaceSeat"] = [DOWN, match_service_pb2.ReplaceSeatResponse()]
        service.answers["AddBots"] = [DOWN]
        if policy:
            await host.replace_seat(1, policy)
        else:
            with pytest.raises(intrigue_sdk.Unavailable):
                await host.replace_seat(1)
        with pytest.raises(intrigue_sdk.Unavailable):
            await host.add_bots()
    assert len(service.requests) == (3 if policy else 2)


async def test_the_service_says_when_to_come_back():
    busy = Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT", retry_delay=0.4)
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [busy, match_service_pb2.ActResponse()]
        start = time.monotonic()
        await client.seat("m", 0, "token").act(0)
        assert time.monotonic() - start >= 0.4
        # A caller that would have to wait longer than its limit fails at once.
        service.answers["Act"] = [Fail(STATUS.RESOURCE_EXHAUSTED, "LIMIT", retry_delay=60.0)]
        with pytest.raises(intrigue_sdk.Overloaded) as caught:
            await client.seat("m", 0, "token").act(0)
    assert caught.value.reason.retry_delay == 60.0


async def test_a_failing_engine_is_not_asked_for_long():
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.answers["Act"] = [Fail(STATUS.UNAVAILABLE, "CORE_FAULT")]
        with pytest.raises(intrigue_sdk.EngineFault):
            await client.seat("m", 0, "token").act(0)
        assert len(service.requests) == 3
        announced = match_service_pb2.WatchResponse(match=match_pb2.Match(id="m"))
        fault = Fail(STATUS.UNAVAILABLE, "CORE_FAULT")
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
