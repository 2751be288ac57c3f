"""The pages for machines: what the server counts, whether it is ready, whether it lives."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families
from tests.service.fake_methods import QUICK, STUCK, get, raw, serve_fake_methods, wait_until

from intrigue.metrics import Histogram, Metrics
from intrigue.rpc.match_service import MatchService
from intrigue.server import Server, ServerError
from intrigue.store import StoreError


async def samples(server: Server) -> dict[tuple[str, ...], float]:
    """All that is published: a name and the values of its labels, and the number."""
    status, _, text = await get(server.pages_address, "/metrics")
    assert status == 200
    return {
        # The method before the status or the bound.
        (sample.name, *(sample.labels[name] for name in sorted(sample.labels, reverse=True))): (
            sample.value
        )
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_calls_are_counted_by_method_and_status(deployment, expect):
    async with deployment.server(metrics_port=0) as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        await created.play_on(4)
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view("wrong")
        stream = created.watch(created.seats[0])
        await stream.read()
        found = await samples(server)
        act = "intrigue.v1.MatchService/Act"
        assert found["intrigue_calls_total", act, "OK"] == 4
        assert found["intrigue_calls_total", "intrigue.v1.MatchService/CreateMatch", "OK"] == 1
        view = "intrigue.v1.MatchService/GetView"
        assert found["intrigue_calls_total", view, "UNAUTHENTICATED"] == 1
        assert found["intrigue_call_seconds_count", act] == 4
        assert 0 < found["intrigue_call_seconds_sum", act] < 10
        assert found["intrigue_call_seconds_bucket", act, "+Inf"] == 4
        assert found["intrigue_open_streams", "intrigue.v1.MatchService/Watch"] == 1
        assert found["intrigue_inflight_calls",] == 0
        assert found["intrigue_live_matches",] == 1
        assert found["intrigue_damaged_matches",] == 0
        assert found["process_resident_memory_bytes",] > 1e6
        stream.cancel()
        watch = server.metrics.method("/intrigue.v1.MatchService/Watch")
        await wait_until(lambda: watch.open == 0)
        assert watch.codes == {"CANCELLED": 1}


async def test_refusals_and_calls_in_progress_are_counted(deployment):
    async with serve_fake_methods(deployment, metrics_port=0, max_inflight=2) as fake:
        stuck = [fake.call(STUCK) for _ in range(2)]
        await wait_until(lambda: fake.methods.entered == 2)
        with pytest.raises(grpc.aio.AioRpcError):
            await fake.call(QUICK)
        found = await samples(fake.server)
        assert found["intrigue_refused_calls_total", "max_inflight"] == 1
        assert found["intrigue_inflight_calls",] == 2
        fake.methods.release.set()
        await asyncio.gather(*stuck)


async def test_metrics_of_the_store_and_of_matches(deployment):
    async with deployment.server(metrics_port=0) as server:
        server.metrics.committed(0.004, 12)
        server.metrics.gauge("live_matches", "Matches in memory.", lambda: 7)
        found = await samples(server)
        assert found["intrigue_store_commit_seconds_bucket", "0.005"] == 1
        assert found["intrigue_store_commit_seconds_bucket", "0.0025"] == 0
        assert found["intrigue_store_commit_writes_sum",] == 12
        assert found["intrigue_live_matches",] == 7


def test_a_histogram_counts_between_its_bounds():
    histogram = Histogram((1, 2, 4))
    for value in (0, 1, 1.5, 2, 3, 4, 5, 100):
        histogram.observe(value)
    assert histogram.counts == [2, 2, 2, 2]
    assert histogram.total == 116.5


async def test_pages(deployment):
    async with deployment.server(metrics_port=0) as server:
        address = server.pages_address
        assert (await get(address, "/live"))[::2] == (200, "live\n")
        assert (await get(address, "/ready?verbose=1"))[::2] == (200, "ready\n")
        assert (await get(address, "/"))[0] == 404
        assert (await get(address, "/live", "POST"))[0] == 405
        status, head, body = await get(address, "/metrics", "HEAD")
        assert (status, body) == (200, "")
        assert "text/plain" in head
        # What is not HTTP is not answered, and does no harm.
        assert (await raw(address, b"\x00" * 9000))[0] == 0
        assert (await raw(address, b"GET /live HTTP/1.1\r\nx: " + b"x" * 9000))[0] == 0
        assert (await get(address, "/live"))[0] == 200


async def test_a_page_is_not_waited_for_for_ever(deployment, monkeypatch):
    monkeypatch.setattr("intrigue.pages._PATIENCE_SECONDS", 0.1)
    async with deployment.server(metrics_port=0) as server:
        assert (await raw(server.pages_address, b"GET /live"))[0] == 0


async def test_there_are_no_pages_unless_they_are_wanted(deployment):
    async with deployment.server() as server:
        assert server.pages_address is None


async def test_a_port_that_is_taken_is_reported(deployment, tmp_path):
    async with deployment.server(metrics_port=0) as server:
        port = int(server.pages_address.rpartition(":")[2])
        other = Server(deployment.settings(metrics_port=port, database=str(tmp_path / "other.db")))
        with pytest.raises(ServerError, match=f"can't listen on 127.0.0.1:{port}"):
            await other.start()


async def test_a_server_is_not_ready_before_it_listens_nor_after(deployment):
    server = Server(deployment.settings(metrics_port=0))
    await server._start_watching()
    address = server.pages_address
    assert (await get(address, "/ready"))[::2] == (503, "starting\n")
    assert (await get(address, "/live"))[0] == 200
    await server.stop()
    assert server._what_hinders() == "stopping"
    assert server.pages_address is None


async def test_a_server_whose_store_fails_is_not_ready(deployment, expect, monkeypatch):
    async def broken(*_):
        raise StoreError("no space left")

    async with deployment.server(metrics_port=0) as server, deployment.client(server) as client:
        created = await client.create("own", "own")
        with monkeypatch.context() as patch:
            patch.setattr(MatchService, "get_view", broken)
            # Handlers are bound when the server is built, so a second one is asked.
            async with deployment.server(metrics_port=0, database=":memory:") as other:
                async with deployment.client(other) as another:
                    created.client = another
                    async with expect("UNAVAILABLE", "STORE_FAILED"):
                        await created.view()
                address = other.pages_address
                assert (await get(address, "/ready"))[::2] == (503, "the store fails\n")
                assert (await get(address, "/live"))[0] == 200
                assert (await samples(other))["intrigue_store_failures_total",] == 1
                # As soon as something is kept again, it is.
                other.metrics.committed(0.001, 1)
                assert (await get(address, "/ready"))[0] == 200


def test_a_failing_store_is_tried_again_after_a_while(monkeypatch):
    metrics = Metrics()
    states = [metrics.store_failing]
    metrics.store_failed()
    states.append(metrics.store_failing)
    monkeypatch.setattr("intrigue.metrics._FAILING_SECONDS", 0.0)
    states.append(metrics.store_failing)
    assert states == [False, True, False]


async def test_before_it_stops_it_says_so_and_still_serves(deployment, read_problem):
    server = Server(deployment.settings(metrics_port=0, drain_seconds=0.5))
    await server.start()
    address = server.pages_address
    async with deployment.client(server) as client:
        created = await client.create("own", "own")
        stream = created.watch(created.seats[0])
        answer = await stream.read()
        stopping = asyncio.create_task(server.stop())
        await wait_until(lambda: server._what_hinders() == "stopping")
        assert (await get(address, "/ready"))[::2] == (503, "stopping\n")
        assert (await get(address, "/live"))[0] == 200
        health = health_pb2_grpc.HealthStub(client.channel)
        health_now = await health.Check(health_pb2.HealthCheckRequest())
        assert health_now.status == health_pb2.HealthCheckResponse.NOT_SERVING
        # New connections and calls are still taken, and streams still follow.
        async with deployment.client(server) as late:
            created.client = late
            revision = (await created.step()).update.revision
        while answer.update.revision != revision:
            answer = await stream.read()
        assert not stopping.done()
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await stream.read()
        assert read_problem(caught.value).reason == "SERVER_STOPPING"
        await stopping
