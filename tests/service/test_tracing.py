"""Spans, if they are wanted: a method and a status, and nothing that is anybody's secret."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from tests import processes
from tests.service.fake_methods import wait_until

from intrigue.rpc import tracing
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = bytes(range(50, 82))
WATCH = "intrigue.v1.MatchService/Watch"
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans(monkeypatch) -> InMemorySpanExporter:
    """Where the spans of servers go that are started from now on."""
    exporter = InMemorySpanExporter()

    def exporting(_endpoint: str) -> tracing.Tracing:
        return tracing.Tracing(SimpleSpanProcessor(exporter))

    monkeypatch.setattr(tracing, "exporting", exporting)
    return exporter


async def test_a_span_for_each_call(deployment, spans, expect, as_bearer):
    async with deployment.served(otel_endpoint="memory") as client:
        spans.clear()
        created = await client.create("own", "own", seed=SEED)
        await created.view(created.seats[0])
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await created.view("wrong")
        stream = created.watch(created.seats[0])
        await stream.read()
        await created.play_on()
        while await stream.read() is not grpc.aio.EOF:
            pass
        # A call is answered before its span is over.
        await wait_until(lambda: WATCH in [span.name for span in spans.get_finished_spans()])
        finished = spans.get_finished_spans()
    by_name: dict[str, list[str]] = {}
    for span in finished:
        assert span.kind is SpanKind.SERVER
        assert set(span.attributes or {}) == {
            "rpc.system",
            "rpc.method",
            "rpc.response.status_code",
        }
        assert not span.events
        code = str((span.attributes or {})["rpc.response.status_code"])
        by_name.setdefault(span.name, []).append(code)
    service = "intrigue.v1.MatchService"
    assert by_name[f"{service}/CreateMatch"] == ["OK"]
    assert by_name[f"{service}/GetView"][:2] == ["OK", "UNAUTHENTICATED"]
    assert by_name[WATCH] == ["OK"]
    assert set(by_name[f"{service}/Act"]) == {"OK"}
    received = "".join(span.to_json() for span in finished)
    for secret in (*created.seats.values(), created.host, SEED.hex(), created.id, "wrong", "Ana"):
        assert secret not in received


async def test_a_callers_trace_goes_on(deployment, spans):
    async with deployment.served(otel_endpoint="memory") as client:
        spans.clear()
        await client.matches.ListMatches(
            pb.ListMatchesRequest(), metadata=[("traceparent", PARENT)]
        )
        await client.matches.ListMatches(
            pb.ListMatchesRequest(), metadata=[("traceparent", "nonsense")]
        )
        await wait_until(lambda: len(spans.get_finished_spans()) == 2)
        first, second = spans.get_finished_spans()
    assert f"{first.context.trace_id:032x}" == PARENT.split("-")[1]
    assert first.parent is not None
    assert f"{first.parent.span_id:016x}" == PARENT.split("-")[2]
    assert second.parent is None


async def test_only_the_servers_own_faults_are_errors(deployment, spans, expect, monkeypatch):
    async def broken(*_):
        raise ValueError("secret")

    monkeypatch.setattr("intrigue.rpc.match_service.MatchService.get_view", broken)
    async with deployment.served(otel_endpoint="memory") as client:
        spans.clear()
        async with expect("INTERNAL", "INTERNAL"):
            await client.matches.GetView(pb.GetViewRequest(match_id="x"))
        async with expect("INVALID_ARGUMENT", "INVALID_MATCH_ID"):
            await client.matches.GetMatch(pb.GetMatchRequest())
        await wait_until(lambda: len(spans.get_finished_spans()) == 2)
        internal, invalid = spans.get_finished_spans()
    assert internal.status.status_code is StatusCode.ERROR
    assert invalid.status.status_code is StatusCode.UNSET
    assert "secret" not in internal.to_json()


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Takes spans as a real one does."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def Export(self, request: Any, context: Any) -> Any:  # noqa: N802 - its name on the wire
        self.names += [
            span.name
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return trace_service_pb2.ExportTraceServiceResponse()


async def test_spans_reach_a_collector_before_the_server_is_gone(deployment):
    collector = Collector()
    receiver = grpc.server(ThreadPoolExecutor(2))
    add: Any = trace_service_pb2_grpc.add_TraceServiceServicer_to_server
    add(collector, receiver)
    port = receiver.add_insecure_port("127.0.0.1:0")
    receiver.start()
    try:
        async with deployment.served(otel_endpoint=f"http://127.0.0.1:{port}") as client:
            await client.matches.ListMatches(pb.ListMatchesRequest())
    finally:
        receiver.stop(0)
    assert "intrigue.v1.MatchService/ListMatches" in collector.names


def test_a_server_that_is_not_watched_pays_nothing_for_it():
    """Neither library is even loaded."""
    program = """
import asyncio, sys
from intrigue.config import Settings
from intrigue.server import Server

async def main():
    server = Server(Settings(port=0, database=":memory:"))
    await server.start()
    await server.stop()

asyncio.run(main())
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"opentelemetry", "prometheus_client"}, loaded
"""
    processes.run([sys.executable, "-c", program], check=True)
