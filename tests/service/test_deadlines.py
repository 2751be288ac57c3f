"""No call goes on for ever, and one that is ended has harmed nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest
from tests.service.fake_methods import QUICK, STREAM, STUCK, serve_fake_methods, wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def never() -> AsyncIterator[bytes]:
    await asyncio.Event().wait()
    yield b""


async def test_a_call_that_takes_too_long_is_ended(deployment, expect):
    async with serve_fake_methods(deployment, max_call_seconds=0.5) as fake:
        async with expect("DEADLINE_EXCEEDED", "CALL_TOO_LONG") as problems:
            await fake.call(STUCK)
        assert problems[0].metadata["seconds"] == "0.5"
        assert fake.methods.cancelled == 1
        assert fake.server.metrics.method(STUCK).codes == {"DEADLINE_EXCEEDED": 1}
        # It was one call, and others are answered as ever.
        assert await fake.call(QUICK) == b"hello"


async def test_each_call_has_its_own_time(deployment, read_problem):
    async with serve_fake_methods(deployment, max_call_seconds=1) as fake:
        stuck = []
        for _ in range(5):
            stuck.append(fake.call(STUCK))
            await wait_until(lambda: fake.methods.entered == len(stuck))
            assert await fake.call(QUICK) == b"hello"
        for call in stuck[:-1]:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await call
            assert read_problem(caught.value).reason == "CALL_TOO_LONG"
        fake.methods.release.set()
        last = fake.call(STUCK)
        assert await last == b"hello"


async def test_without_a_limit_a_call_takes_as_long_as_its_caller_waits(deployment):
    async with serve_fake_methods(deployment, max_call_seconds=0) as fake:
        call = fake.call(STUCK)
        await wait_until(lambda: fake.methods.entered == 1)
        fake.methods.release.set()
        assert await call == b"hello"


async def test_work_stops_when_nobody_waits_any_more(deployment):
    async with serve_fake_methods(deployment) as fake:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await fake.call(STUCK, timeout=1)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        await wait_until(lambda: fake.methods.cancelled == 1)
        call = fake.call(STUCK)
        await wait_until(lambda: fake.methods.entered == 2)
        call.cancel()
        await wait_until(lambda: fake.methods.cancelled == 2)
        await wait_until(lambda: fake.server.metrics.method(STUCK).codes == {"CANCELLED": 2})


@pytest.mark.parametrize("path", [QUICK, "/intrigue.v1.MatchService/Act"])
async def test_a_message_that_never_comes_is_not_waited_for(deployment, read_problem, path):
    async with serve_fake_methods(deployment, max_call_seconds=0.2) as fake:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await fake.messages(path, never())
        assert read_problem(caught.value).reason == "CALL_TOO_LONG"


@pytest.mark.parametrize("path", [STREAM, "/intrigue.v1.MatchService/Watch"])
async def test_nor_is_that_of_a_stream(deployment, read_problem, path):
    async with serve_fake_methods(deployment, max_call_seconds=0.2) as fake:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await fake.messages(path, never(), answers=True).read()
        assert read_problem(caught.value).reason == "CALL_TOO_LONG"


@pytest.mark.parametrize("path", [QUICK, "/intrigue.v1.MatchService/Act"])
async def test_a_call_without_a_message_is_answered(deployment, read_problem, path):
    async with serve_fake_methods(deployment) as fake:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await fake.messages(path, iter([]))
        assert read_problem(caught.value).reason == "MALFORMED_MESSAGE"


async def test_a_stream_may_stay_open_for_longer(deployment):
    async with serve_fake_methods(deployment, max_call_seconds=0.5) as fake:
        stream = fake.stream()
        assert await stream.read() == b"hello"
        with pytest.raises(grpc.aio.AioRpcError):
            await fake.call(STUCK)
        fake.methods.release.set()
        assert await stream.read() is grpc.aio.EOF


async def test_what_the_store_has_been_handed_is_kept(deployment, expect, monkeypatch):
    """The caller gets DEADLINE_EXCEEDED; the action stands, and is acknowledged later."""
    async with (
        deployment.server(max_call_seconds=2) as server,
        deployment.client(server) as client,
    ):
        created = await client.create("own", "own")
        seat, before = await created.turn()
        act = {"action_id": before.prompt.actions[0].id, "request_id": "once"}
        store = server._store
        submit = type(store).submit
        held = []
        monkeypatch.setattr(type(store), "submit", lambda *write: held.append(write))
        async with expect("DEADLINE_EXCEEDED", "CALL_TOO_LONG"):
            await created.act(created.seats[seat], **act)
        assert len(held) == 1
        monkeypatch.setattr(type(store), "submit", submit)
        submit(*held[0])
        answer = await created.act(created.seats[seat], **act)
        assert answer.update.revision == before.revision + 1
        updates = await created.updates(created.seats[seat])
        assert updates[-1].revision == before.revision + 1
        await created.play_on()


async def test_many_callers_that_leave_at_once_leave_nothing_behind(deployment, caplog):
    async with serve_fake_methods(deployment) as fake:
        for _ in range(20):
            calls = [fake.call(path) for path in (QUICK, STUCK) for _ in range(10)]
            await asyncio.sleep(0)
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        _, read = fake.server.metrics.gauges["inflight_calls"]
        await wait_until(lambda: read() == 0)
        assert await fake.call(QUICK) == b"hello"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
