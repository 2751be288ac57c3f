"""ListUpdates: what a stream brings, page by page, for clients that make unary calls only."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.service.conftest import bearer
from tests.service.match_calls import call_match

from intrigue.matches.watcher import Watcher
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

# Longer than any test lasts, and than the service waits.
LONG = {"seconds": 3600}


async def page(created: Any, token: str | None = None, **fields: Any) -> pb.ListUpdatesResponse:
    answer: pb.ListUpdatesResponse = await call_match(created, "ListUpdates", token, **fields)
    return answer


async def streamed(created: Any, token: str | None, **request: Any) -> list[match_pb2.Update]:
    stream = created.watch(token, **request)
    return [answer.update async for answer in stream if answer.HasField("update")]


@pytest.mark.parametrize("include_view", [False, True])
async def test_pages_have_what_a_stream_brings(client, include_view):
    created = await client.create("own", "own")
    await created.play_on()
    for token in (None, created.host, *created.seats.values()):
        whole = await streamed(created, token, include_view=include_view)
        for size in (1, 7, 0, 200, 2**32 - 1):
            updates: list[match_pb2.Update] = []
            while True:
                answer = await page(
                    created,
                    token,
                    after_revision=len(updates),
                    page_size=size,
                    include_view=include_view,
                )
                assert answer.revision == len(whole)
                assert len(answer.updates) <= (min(size, 200) or 50)
                if not answer.updates:
                    break
                updates += answer.updates
            assert updates == whole


async def test_a_page_size_is_reduced(client):
    created = await client.create("own", "own", game="brotherhood")
    for _ in range(10):
        await created.step()
    assert len((await page(created, page_size=3)).updates) == 3
    assert len((await page(created, page_size=100_000)).updates) == 11


async def test_a_revision_that_has_not_happened(client, expect):
    created = await client.create("own", "own")
    for fields in ({"after_revision": 2}, {"after_revision": 2**32 - 1, "wait": LONG}):
        async with expect("OUT_OF_RANGE", "REVISION_AHEAD") as problems:
            await page(created, **fields)
        assert problems[0].metadata["revision"] == "1"


@pytest.mark.parametrize("wait", [None, {}, {"seconds": -5}, {"nanos": 1}])
async def test_without_a_wait_the_page_may_be_empty(client, wait):
    created = await client.create("own", "own")
    answer = await page(created, after_revision=1, **({} if wait is None else {"wait": wait}))
    assert answer == pb.ListUpdatesResponse(revision=1)


async def test_a_wait_ends_with_the_next_update(client, monkeypatch):
    waiting = asyncio.Event()
    follow = Watcher.follow

    def noticed(watcher: Watcher) -> Any:
        waiting.set()
        return follow(watcher)

    monkeypatch.setattr(Watcher, "follow", noticed)
    created = await client.create("own", "own")
    call = asyncio.create_task(page(created, after_revision=1, wait={"seconds": 20}))
    await waiting.wait()
    assert not call.done()
    acted = await created.step()
    answer = await call
    assert [update.revision for update in answer.updates] == [2]
    assert answer.revision == acted.update.revision


async def test_a_wait_does_not_outlast_the_match(client, monkeypatch):
    waiting = asyncio.Event()
    follow = Watcher.follow

    def noticed(watcher: Watcher) -> Any:
        waiting.set()
        return follow(watcher)

    monkeypatch.setattr(Watcher, "follow", noticed)
    created = await client.create("own", "own")
    call = asyncio.create_task(page(created, after_revision=1, wait={"seconds": 20}))
    await waiting.wait()
    await created.abort(created.host)
    assert await call == pb.ListUpdatesResponse(revision=1)
    # Of a match that has ended nothing is waited for.
    assert await page(created, after_revision=1, wait=LONG) == pb.ListUpdatesResponse(revision=1)
    finished = await client.create("own", "own")
    await finished.play_on()
    last = (await finished.view()).revision
    answer = await page(finished, after_revision=last, wait=LONG)
    assert answer == pb.ListUpdatesResponse(revision=last)


async def test_an_aborted_match_before_the_deal(client, expect):
    created = await client.create("own", "open")
    await created.abort(created.host)
    async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
        await page(created)


async def test_a_match_with_a_clock_says_what_is_left(client):
    created = await client.create("own", "own", clock={"bank": {"seconds": 600}})
    seat, _ = await created.turn()
    answer = await page(created, created.seats[seat])
    assert [entry.seat for entry in answer.clock.seats if entry.HasField("deadline")] == [seat]
    view = pb.GetViewRequest(match_id=created.id)
    seen = await client.matches.GetView(view, metadata=bearer(created.seats[seat]))
    for entry, other in zip(answer.clock.seats, seen.clock.seats, strict=True):
        assert (entry.bank, entry.deadline) == (other.bank, other.deadline)
