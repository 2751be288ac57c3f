"""A watch gives every update once and in order, whatever the stream under it does."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from tests.clients.fake_server import (
    HEARTBEAT,
    Fail,
    FakeServer,
    Hang,
    announce,
    update,
)

import intrigue_sdk
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import RetryPolicy, Watch, connect

STATUS = grpc.StatusCode
QUICK = RetryPolicy(total=5.0, first=0.01, longest=0.05, silence=0.3)
RUNNING = announce(match_pb2.MATCH_STATUS_RUNNING)
ABORTED = announce(match_pb2.MATCH_STATUS_ABORTED)
FINISHED = announce(match_pb2.MATCH_STATUS_FINISHED)
LAST = update(4, outcome=True)


async def watched(
    streams: list[list[object]], *, after: int = 0
) -> tuple[list[int], list[int], Watch]:
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = streams
        watch = client.spectate("m").watch(after)
        revisions = [update.revision async for update in watch]
        return revisions, [request.after_revision for request in service.requests], watch


@pytest.mark.parametrize(
    "trouble",
    [
        [Fail(STATUS.UNAVAILABLE)],
        [Fail(STATUS.UNAVAILABLE, "SERVER_STOPPING")],
        [Fail(STATUS.RESOURCE_EXHAUSTED, "TOO_SLOW")],
        [Fail(STATUS.CANCELLED)],
        [Hang()],
        [],
    ],
    ids=["unavailable", "stopping", "too slow", "cancelled", "silent", "closed"],
)
async def test_a_broken_stream_is_resumed_after_the_last_update(trouble):
    first = [RUNNING, update(1), HEARTBEAT, update(2), *trouble]
    revisions, resumed, _ = await watched([first, [RUNNING, update(3), LAST]])
    assert revisions == [1, 2, 3, 4]
    assert resumed == [0, 2]


async def test_it_starts_after_a_revision():
    revisions, resumed, _ = await watched([[RUNNING, update(3), LAST]], after=2)
    assert revisions == [3, 4]
    assert resumed == [2]


async def test_it_ends_with_the_outcome_even_if_the_stream_stays_open():
    revisions, _, watch = await watched([[RUNNING, update(3), LAST, Hang()]], after=2)
    assert revisions == [3, 4]
    assert watch.revision == 4


@pytest.mark.parametrize("end", [ABORTED, FINISHED], ids=["aborted", "finished"])
async def test_it_ends_when_the_match_has_ended(end):
    revisions, _, watch = await watched([[RUNNING, update(1), end]])
    assert revisions == [1]
    assert watch.match is not None
    assert watch.match.status == end.match.status


@pytest.mark.parametrize("wrong", [1, 2, 4, 0], ids=["rewind", "repeat", "gap", "unnumbered"])
async def test_a_stream_that_is_not_dense_is_a_violation(wrong):
    with pytest.raises(intrigue_sdk.ProtocolViolation):
        await watched([[RUNNING, update(1), update(2), update(wrong)]])


async def test_a_refusal_ends_it():
    with pytest.raises(intrigue_sdk.NotFound):
        await watched([[Fail(STATUS.NOT_FOUND, "UNKNOWN_MATCH")]])


async def test_retries_end():
    retry_policy = RetryPolicy(total=0.2, first=0.01, longest=0.05)
    async with (
        FakeServer() as service,
        connect(service.target, retry_policy=retry_policy) as client,
    ):
        service.streams = [[Fail(STATUS.UNAVAILABLE)] for _ in range(100)]
        with pytest.raises(intrigue_sdk.Unavailable):
            await anext(client.spectate("m").watch())
    assert 3 < len(service.requests) < 100


async def test_giving_up_a_wait_loses_nothing():
    async with FakeServer() as service, connect(service.target) as client:
        service.streams = [[RUNNING, update(1), Hang()], [RUNNING, update(2)]]
        watch = client.spectate("m").watch()
        assert (await anext(watch)).revision == 1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(watch), 0.1)
        assert (await anext(watch)).revision == 2
        await watch.aclose()
        with pytest.raises(StopAsyncIteration):
            await anext(watch)


async def test_the_match_is_announced():
    seen = []
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = [[announce(match_pb2.MATCH_STATUS_WAITING), RUNNING, update(1), ABORTED]]
        async for _ in client.spectate("m").watch(on_match=lambda m: seen.append(m.status)):
            pass
    assert seen == [
        match_pb2.MATCH_STATUS_WAITING,
        match_pb2.MATCH_STATUS_RUNNING,
        match_pb2.MATCH_STATUS_ABORTED,
    ]
