"""Rate and concurrency limits, and the retry delay in their refusals."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from tests.processes import PATIENCE_SECONDS
from tests.service.fake_methods import (
    QUICK,
    STUCK,
    no_window,
    request,
    serve_fake_methods,
    wait_until,
)

from intrigue.config import Settings
from intrigue.rpc.buckets import Buckets
from intrigue.rpc.caller import Callers
from intrigue_proto.v1 import catalog_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb


def token(name: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {name}")]


async def fails(call) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value


async def test_calls_of_one_address(deployment, expect, read_problem):
    async with serve_fake_methods(deployment, peer_requests_per_second=1, peer_burst=5) as fake:
        for _ in range(5):
            assert await fake.call(QUICK) == b"hello"
        error = await fails(fake.call(QUICK, metadata=token("a")))
        problem = read_problem(error)
        assert (problem.status.name, problem.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED")
        assert problem.metadata["limit"] == "peer_requests_per_second"
        pause = int(problem.metadata["retry_after_ms"])
        assert 1 <= pause <= 1001
        # The standard detail says the same, and so does the trailer.
        assert problem.retry_delay == pause / 1000
        await asyncio.sleep(pause / 1000)
        assert await fake.call(QUICK) == b"hello"
        assert fake.server.metrics.refused == {"peer_requests_per_second": 1}


async def test_calls_with_one_token(deployment, read_problem):
    async with serve_fake_methods(
        deployment, token_requests_per_second=0.01, token_burst=3
    ) as fake:
        for _ in range(3):
            assert await fake.call(QUICK, metadata=token("a")) == b"hello"
        problem = read_problem(await fails(fake.call(QUICK, metadata=token("a"))))
        assert problem.metadata["limit"] == "token_requests_per_second"
        assert 90_000 < int(problem.metadata["retry_after_ms"]) <= 100_001
        # Others, and calls without one, have nothing to do with it.
        for _ in range(5):
            assert await fake.call(QUICK) == b"hello"
        assert await fake.call(QUICK, metadata=token("b")) == b"hello"


async def test_streams_count_as_calls_when_they_are_opened(deployment, read_problem):
    async with serve_fake_methods(deployment, peer_requests_per_second=0.01, peer_burst=1) as fake:
        assert await fake.stream().read() == b"hello"
        problem = read_problem(await fails(fake.stream().read()))
        assert problem.metadata["limit"] == "peer_requests_per_second"


async def test_wrong_tokens_are_few(deployment, expect, as_bearer):
    async with deployment.served(unknown_tokens_per_second=1, unknown_tokens_burst=3) as client:
        created = await client.create("own", "own")
        good = created.seats[0]
        for number in range(2):
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await created.view(f"wrong {number}")
            assert (await created.view(good)).revision
        # One more, and whoever is there has to wait, whatever token comes next.
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view("wrong again")
        async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED") as problems:
            await created.view(good)
        assert problems[0].metadata["limit"] == "unknown_tokens_per_second"
        # Without a token nothing can be guessed.
        assert (await created.view()).revision
        await asyncio.sleep(int(problems[0].metadata["retry_after_ms"]) / 1000)
        assert (await created.view(good)).revision


async def test_calls_in_progress(deployment, read_problem):
    async with serve_fake_methods(deployment, max_inflight=3) as fake:
        stuck = [fake.call(STUCK) for _ in range(3)]
        await wait_until(lambda: fake.methods.entered == 3)
        problem = read_problem(await fails(fake.call(QUICK)))
        assert (problem.status.name, problem.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED")
        assert problem.metadata["limit"] == "max_inflight"
        # Health checks are answered.
        health = health_pb2_grpc.HealthStub(fake.channel)
        answer = await health.Check(health_pb2.HealthCheckRequest())
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        fake.methods.release.set()
        assert await asyncio.gather(*stuck) == [b"hello"] * 3
        assert await fake.call(QUICK) == b"hello"


async def test_answers_that_are_never_taken(deployment):
    """They hold their calls, so their number per address is limited."""
    path = "/intrigue.v1.CatalogService/ListGames"
    async with deployment.server(max_inflight_per_peer=4) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(no_window() + b"".join(request(1 + 2 * n, path) for n in range(10)))
        calls = server.metrics.method(path)
        await wait_until(lambda: calls.codes["RESOURCE_EXHAUSTED"] == 6)
        assert calls.ok == 4
        writer.close()
        async with grpc.aio.insecure_channel(server.address) as channel:
            games: Any = channel.unary_unary(path)
            # Its connection is gone, and with it what it held; that may take a moment.
            for _ in range(200):
                if await games(b"").code() is grpc.StatusCode.OK:
                    break
                await asyncio.sleep(0.01)
            assert await games(b"")
        reader.feed_eof()


STREAMS = {
    "all": ({"max_streams": 3}, {}, "max_streams"),
    "peer": ({"max_streams_per_peer": 3}, {}, "max_streams_per_peer"),
    "token": ({"max_streams_per_token": 3}, {"metadata": token("a")}, "max_streams_per_token"),
}


@pytest.mark.parametrize("case", STREAMS)
async def test_open_streams(deployment, read_problem, case):
    settings, options, limit = STREAMS[case]
    async with serve_fake_methods(deployment, **settings) as fake:
        streams = [fake.stream(**options) for _ in range(3)]
        for stream in streams:
            assert await stream.read() == b"hello"
        problem = read_problem(await fails(fake.stream(**options).read()))
        assert (problem.status.name, problem.reason) == ("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED")
        assert problem.metadata["limit"] == limit
        assert await fake.call(QUICK, **options) == b"hello"
        if case == "token":
            assert await fake.stream(metadata=token("b")).read() == b"hello"
            assert await fake.stream().read() == b"hello"
        # A place is free as soon as one leaves.
        streams[0].cancel()
        calls = fake.server.metrics.method("/fake/Stream")
        before = calls.open
        await wait_until(lambda: calls.open < max(3, before))
        assert await fake.stream(**options).read() == b"hello"


async def test_watching_a_match_is_limited_too(deployment, expect):
    async with deployment.served(max_streams_per_token=1) as client:
        created = await client.create("own", "own")
        first = created.watch(created.seats[0])
        await first.read()
        async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED"):
            await created.watch(created.seats[0]).read()
        await created.watch(created.seats[1]).read()


def behind(address: str) -> list[tuple[str, str]]:
    return [("x-forwarded-for", address)]


async def test_behind_a_trusted_proxy_the_caller_is_whom_it_names(deployment, read_problem):
    rate = {"peer_requests_per_second": 0.01, "peer_burst": 1}
    async with serve_fake_methods(
        deployment, **rate, trusted_proxies="10.0.0.0/8, 127.0.0.1"
    ) as fake:
        assert await fake.call(QUICK, metadata=behind("192.0.2.1")) == b"hello"
        assert await fake.call(QUICK, metadata=behind("192.0.2.2")) == b"hello"
        # What the caller itself has put in front is not believed; inner proxies are skipped.
        for lie in ("192.0.2.1", "198.51.100.7, 192.0.2.1", "192.0.2.1, 10.1.2.3"):
            problem = read_problem(await fails(fake.call(QUICK, metadata=behind(lie))))
            assert problem.metadata["limit"] == "peer_requests_per_second"
        assert await fake.call(QUICK) == b"hello"
        read_problem(await fails(fake.call(QUICK)))


async def test_anybody_else_is_who_it_is(deployment, read_problem):
    async with serve_fake_methods(deployment, peer_requests_per_second=0.01, peer_burst=1) as fake:
        assert await fake.call(QUICK, metadata=behind("192.0.2.1")) == b"hello"
        read_problem(await fails(fake.call(QUICK, metadata=behind("192.0.2.2"))))


class Context:
    """Only the peer of a call."""

    def __init__(self, peer: str) -> None:
        self.peer = lambda: peer


PEERS = {
    "ipv4:192.0.2.1:50000": "192.0.2.1",
    "ipv6:%5B2001:db8:1:2:3:4:5:6%5D:50000": "2001:db8:1:2::/64",
    "ipv6:[2001:db8:1:2::9]:50001": "2001:db8:1:2::/64",
    "ipv6:%5B::ffff:192.0.2.1%5D:50000": "192.0.2.1",
    "unix:": "",
    "unix:/run/intrigue.sock": "",
}


@pytest.mark.parametrize("peer", PEERS)
def test_addresses(peer):
    assert Callers().peer(Context(peer)) == PEERS[peer]


def test_a_bucket_never_gives_more_than_its_rate():
    generator = random.Random(7)
    for rate, burst in ((1.0, 1), (10.0, 3), (1000.0, 50)):
        buckets = Buckets(rate, burst)
        now, taken = 0.0, []
        for _ in range(3000):
            now += generator.expovariate(rate * 2)
            missing = buckets.take("key", now)
            if not missing:
                taken.append(now)
            else:
                assert buckets.missing("key", now) == missing
                assert not buckets.missing("key", now + missing)
        for width in (1, burst, 10 * burst):
            for first, last in zip(taken, taken[width:], strict=False):
                # More calls than the rate allows take at least that time.
                assert width <= burst + rate * (last - first) + 1e-6
        assert len(taken) > 0.9 * rate * now * min(1.0, burst / 3)


def test_buckets_are_bounded_and_forget_the_full_ones_first():
    buckets = Buckets(1.0, 1, capacity=100)
    assert not buckets.take("busy", 1000.0)
    for key in range(10_000):
        buckets.take(key, 1000.0 + key / 1000)
        assert len(buckets) <= 100
    buckets = Buckets(1.0, 1, capacity=100)
    for key in range(99):
        buckets.take(key, 0.0)
    buckets.take("busy", 10.0)
    buckets.take("newcomer", 10.0)
    assert len(buckets) == 2
    assert buckets.take("busy", 10.0)


@pytest.mark.parametrize("kind", ["unary_unary", "unary_stream", "stream_unary", "stream_stream"])
async def test_unknown_methods(client, read_problem, kind):
    message = b"x" if kind.startswith("unary") else iter([b"x"])
    call = getattr(client.channel, kind)("/intrigue.v1.MatchService/Dance")(
        message, timeout=PATIENCE_SECONDS
    )
    problem = read_problem(await fails(call.read() if kind.endswith("stream") else call))
    assert (problem.status.name, problem.reason) == ("UNIMPLEMENTED", "UNKNOWN_METHOD")


async def test_names_of_unknown_methods_are_not_kept(deployment, read_problem):
    async with deployment.server() as server, deployment.client(server) as client:
        before = len(server.metrics.methods)
        for number in range(20):
            await fails(client.channel.unary_unary(f"/made.Up/Method{number}")(b""))
        assert len(server.metrics.methods) == before
        assert server.metrics.method("unknown").codes == {"UNIMPLEMENTED": 20}


async def test_by_default_a_busy_peer_is_not_refused(deployment):
    """A tournament on one machine is one address, and each seat asks as fast as it can."""
    async with deployment.served() as client:
        created = await client.create("own", "own")
        view = pb.GetViewRequest(match_id=created.id)
        metadata = token(created.seats[0])
        for _ in range(10):
            calls = [client.matches.GetView(view, metadata=metadata) for _ in range(100)]
            calls += [
                client.catalog.ListGames(catalog_service_pb2.ListGamesRequest()) for _ in range(20)
            ]
            await asyncio.gather(*calls)


def test_proxies_must_be_networks():
    with pytest.raises(ValueError, match="trusted_proxies"):
        Settings(trusted_proxies="proxy.example")
