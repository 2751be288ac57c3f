"""Batches whose stream ends: a clear error, no place left behind, and a way to deal again."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from typing import TYPE_CHECKING, Any, TypeVar

import grpc
import numpy as np
import pytest
from tests.clients.batch_comparison import assert_same, random_legal_actions
from tests.clients.conftest import settings
from tests.clients.proxy import Proxy
from tests.clients.test_faults import QUICK
from tests.e2e.served import two_seat_game
from tests.service.match_calls import wait_until

import intrigue
import intrigue_sdk
from intrigue.server import Server
from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_sdk import NO_RETRIES, BatchLost, connect, connect_blocking
from intrigue_sdk.service_channel import ServiceChannel

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from intrigue_sdk import Batch, Client

T = TypeVar("T")

# A policy that thinks for so long that a step is under way when something happens to it.
SLOW: dict[str, Any] = {"policies": [None, "ismcts:sims=2000"], "lanes": 20}


def first(batch: Batch) -> list[int]:
    """The lowest legal action of each lane."""
    return [batch.buffers.legal(lane)[0] for lane in range(batch.lanes)]


def open_batches(server: Server) -> int:
    return int(server.metrics.gauges["batches"][1]())


async def ended(batch: Batch) -> None:
    """Until the client has heard of the end of the stream, so that it knows why."""
    await wait_until(lambda: batch._stream is None or batch._stream.done())


async def assert_lost(batch: Batch, reason: str) -> None:
    """A step says why, again and again, and the lanes can still be looked at."""
    for _ in range(2):
        with pytest.raises(BatchLost) as caught:
            await batch.step(first(batch))
        assert caught.value.reason == reason
        assert str(caught.value).startswith(f"the batch is lost: {reason}: ")
        assert not caught.value.transient


async def test_a_connection_that_breaks(server, game):
    rng = np.random.default_rng(1)
    env = intrigue.VectorEnv(game, 4, seed=3)
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as client:
        batch = await client.batch(game, 4, seed=3)
        for _ in range(10):
            await batch.step(random_legal_actions(batch.buffers, rng))
        kept = bytes(batch.buffers.columns.features)
        proxy.cut()
        await ended(batch)
        await assert_lost(batch, "UNAVAILABLE")
        assert bytes(batch.buffers.columns.features) == kept
        # It is not resumed, but can be dealt again.
        await batch.reset()
        assert_same(batch, env)
        actions = random_legal_actions(batch.buffers, rng)
        await batch.step(actions)
        env.step(actions)
        assert_same(batch, env)
        await batch.close()
    await wait_until(lambda: open_batches(server) == 0)


async def test_a_connection_that_breaks_during_a_step(server, game):
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as client:
        batch = await client.batch(game, **SLOW)
        proxy.swallowed.clear()
        proxy.swallowing = True
        stepping = asyncio.ensure_future(batch.step(first(batch)))
        # The step was made, and nobody heard of it.
        await proxy.swallowed.wait()
        proxy.swallowing = False
        proxy.cut()
        with pytest.raises(BatchLost) as caught:
            await stepping
        assert isinstance(caught.value.__cause__, intrigue_sdk.Unavailable)
        await assert_lost(batch, caught.value.reason)
        await batch.close()


async def test_a_server_that_stops_and_starts(tmp_path):
    server = Server(settings(tmp_path))
    await server.start()
    port = server.port
    async with connect(f"127.0.0.1:{port}", retry_policy=QUICK) as client:
        game = two_seat_game(await client.games())
        batch = await client.batch(game, 4, seed=5)
        await batch.step(first(batch))
        await server.stop()
        await ended(batch)
        await assert_lost(batch, "SERVER_STOPPING")
        # The deal is retried until a server answers.
        dealing = asyncio.ensure_future(batch.reset())
        await asyncio.sleep(0.05)
        server = Server(settings(tmp_path, port=port))
        await server.start()
        await dealing
        assert_same(batch, intrigue.VectorEnv(game, 4, seed=5))
        await batch.close()
    await server.stop()


async def test_a_step_that_crosses_the_end_of_the_stream(server, game):
    seen = set()
    async with Proxy(server.port) as proxy, connect(proxy.target, retry_policy=QUICK) as client:
        for pauses in range(12):
            batch = await client.batch(game, 4)
            proxy.cut()
            # Now sooner, now later than the client can know.
            for _ in range(pauses):
                await asyncio.sleep(0)
            with pytest.raises(BatchLost) as caught:
                await batch.step(first(batch))
            seen.add(caught.value.reason)
            await assert_lost(batch, caught.value.reason)
            await batch.close()
    assert seen <= {"CLOSED", "UNAVAILABLE"}


async def test_a_reset_that_fails_leaves_a_lost_batch(server, game):
    async with connect(server.address, retry_policy=NO_RETRIES) as client:
        batch = await client.batch(game, 4)
        await batch.step(first(batch))
        await server.stop()
        with pytest.raises(intrigue_sdk.Unavailable):
            await batch.reset()
        await assert_lost(batch, "GIVEN_UP")


async def unless_idle(call: Callable[[], Awaitable[T]]) -> T:
    """Repeats a call for which a busy machine took so long that the batch was gone before."""
    while True:
        with contextlib.suppress(BatchLost):
            return await call()


async def test_a_batch_that_nobody_uses(tmp_path, game):
    (tmp_path / "other").mkdir()
    server = Server(settings(tmp_path / "other", batch_idle_seconds=0.05))
    await server.start()
    async with connect(server.address) as client:
        batch = await unless_idle(lambda: client.batch(game, 4))
        await ended(batch)
        await assert_lost(batch, "BATCH_IDLE")
        await unless_idle(batch.reset)
        await batch.close()
    await server.stop()


async def fail_within(client: Client, game: str) -> None:
    async with await client.batch(game, 2) as batch:
        await batch.step(first(batch))
        raise ZeroDivisionError


async def test_leaving_gives_the_place_back(tmp_path, game):
    (tmp_path / "other").mkdir()
    server = Server(settings(tmp_path / "other", max_batches=1))
    await server.start()
    async with connect(server.address) as client:
        for _ in range(3):
            # The place of the last one may be given back a moment later: the client waits for it.
            with pytest.raises(ZeroDivisionError):
                await fail_within(client, game)
        await wait_until(lambda: open_batches(server) == 0)
        async with await client.batch(game, 2) as batch:
            # A batch that is dealt again has one place, not two.
            for _ in range(3):
                await batch.step(first(batch))
                await batch.reset()
            async with connect(server.address, retry_policy=NO_RETRIES) as impatient:
                with pytest.raises(intrigue_sdk.Overloaded):
                    await impatient.batch(game, 2)
            assert open_batches(server) == 1
        await wait_until(lambda: open_batches(server) == 0)
    await server.stop()


async def test_a_closed_batch_is_closed(client, game):
    batch = await client.batch(game, 2)
    await batch.close()
    await batch.close()
    for call in (lambda: batch.step(first(batch)), batch.reset):
        with pytest.raises(RuntimeError, match="the batch is closed"):
            await call()
    assert batch.buffers.legal(0)


async def test_a_step_that_nobody_waits_for_loses_the_batch(server, client, game):
    batch = await client.batch(game, **SLOW)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(batch.step(first(batch)), 0.001)
    await assert_lost(batch, "GIVEN_UP")
    await wait_until(lambda: open_batches(server) == 0)
    await batch.reset()
    await batch.step(first(batch))
    await batch.close()


async def test_opening_that_nobody_waits_for_leaves_nothing(server, client, game):
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(client.batch(game, **SLOW), 0.001)
    await wait_until(lambda: open_batches(server) == 0)


async def test_one_step_at_a_time(client, game):
    async with await client.batch(game, **SLOW) as batch:
        actions = first(batch)
        stepping = asyncio.ensure_future(batch.step(actions))
        await asyncio.sleep(0)
        for call in (lambda: batch.step(actions), batch.reset):
            with pytest.raises(RuntimeError, match="under way"):
                await call()
        assert await stepping is batch.buffers
        await batch.step(first(batch))


@pytest.mark.parametrize("whole", [False, True], ids=["the batch", "the client"])
async def test_closing_ends_a_step_that_is_under_way(server, game, whole):
    async with connect(server.address) as client:
        batch = await client.batch(game, **SLOW)
        stepping = asyncio.ensure_future(batch.step(first(batch)))
        await asyncio.sleep(0.01)
        await (client.close() if whole else batch.close())
        with pytest.raises(BatchLost) as caught:
            await stepping
        assert caught.value.reason == "CLOSED"


async def test_closing_ends_a_deal_that_is_under_way(server, client, game):
    batch = await client.batch(game, **SLOW)
    dealing = asyncio.ensure_future(batch.reset(1))
    await asyncio.sleep(0)
    await batch.close()
    with pytest.raises(BatchLost):
        await dealing
    await wait_until(lambda: open_batches(server) == 0)


def test_the_blocking_face_loses_its_batch_too(served):
    with connect_blocking(served.target, retry_policy=QUICK) as client:
        game = two_seat_game(client.games())
        env = intrigue.VectorEnv(game, 4, seed=2)
        batch = client.batch(game, 4, seed=2)
        actions = env.buffers.masks.argmax(axis=1)
        batch.step(actions)
        served.kill()
        with pytest.raises(BatchLost):
            batch.step(actions)
        served.start()
        batch.reset()
        assert_same(batch, env)
        batch.close()


class Scripted:
    """A stream that says what a test has written."""

    def __init__(self, answers: Sequence[object]) -> None:
        self._answers = iter(answers)
        self.cancelled = False

    async def write(self, _request: pb.StepBatchRequest) -> None:
        pass

    async def read(self) -> object:
        return next(self._answers)

    def cancel(self) -> None:
        self.cancelled = True


OPENED = pb.StepBatchResponse(
    layout=pb.BatchLayout(lane_count=1, seat_count=1, action_count=1),
    columns=pb.BatchColumns(seats=b"\0", masks=b"\1", rewards=b"\0" * 4, ends=b"\0"),
).SerializeToString()
SHORT = pb.StepBatchResponse(columns=pb.BatchColumns(seats=b"\0")).SerializeToString()


@pytest.fixture
def script(monkeypatch) -> Callable[..., Scripted]:
    def write(*answers: object) -> Scripted:
        stream = Scripted(answers)
        monkeypatch.setattr(ServiceChannel, "step_batch", lambda *_: stream)
        return stream

    return write


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", "NO_COLUMNS"),
        (SHORT, "WRONG_COLUMN_LENGTH"),
        (b"\x12\x7f", "MALFORMED_ANSWER"),
        (grpc.aio.EOF, "CLOSED"),
    ],
)
async def test_a_service_that_breaks_its_word(client, script, answer, reason):
    stream = script(OPENED, answer)
    batch = await client.batch("any", 1)
    await assert_lost(batch, reason)
    assert stream.cancelled


@pytest.mark.parametrize("answer", [b"", SHORT])
async def test_a_service_that_opens_nothing(client, script, answer):
    stream = script(answer)
    with pytest.raises(intrigue_sdk.ProtocolViolation):
        await client.batch("any", 1)
    assert stream.cancelled


def test_closing_a_blocking_client_leaves_no_task_behind(served, caplog):
    for _ in range(40):
        with connect_blocking(served.target) as client:
            batch = client.batch(two_seat_game(client.games()), 64)
            batch.close()
        gc.collect()
    # Such as that a task was destroyed but is pending.
    assert [record.getMessage() for record in caplog.records] == []
