"""A span for each call, if the operator wants them. Takes the extra `otel`.

A span has the method and the status, and nothing of what was asked or answered, or by whom.
OpenTelemetry is imported only here, and only when spans are wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import grpc
from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode

from intrigue.rpc.interceptor import code_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from opentelemetry.sdk.trace import SpanProcessor

    Behavior = Callable[[Any, Any], Awaitable[Any]]

_SERVICE: Final = "intrigue"
# The only metadata that are looked at: whose span this one belongs to.
_CONTEXT_KEYS: Final = frozenset({"traceparent", "tracestate"})
# The codes that say that the server is at fault, and not its caller.
_FAULTS: Final = frozenset({"INTERNAL", "UNKNOWN", "UNAVAILABLE", "DATA_LOSS", "DEADLINE_EXCEEDED"})


class Tracing:
    """Makes spans and hands them to a processor."""

    def __init__(self, processor: SpanProcessor) -> None:
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": _SERVICE}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer(_SERVICE)

    def around(self, method: str, call: Behavior) -> Behavior:
        """The same call, with a span around it."""
        name = method.removeprefix("/")
        attributes = {"rpc.system": "grpc", "rpc.method": name}
        tracer = self._tracer

        async def traced(messages: Any, context: Any) -> Any:
            metadata = {
                key: value for key, value in context.invocation_metadata() if key in _CONTEXT_KEYS
            }
            with tracer.start_as_current_span(
                name,
                context=extract(metadata) if metadata else None,
                kind=SpanKind.SERVER,
                attributes=attributes,
                record_exception=False,
                set_status_on_exception=False,
            ) as span:
                code = "OK"
                try:
                    return await call(messages, context)
                except BaseException as error:
                    code = code_of(error, context)
                    raise
                finally:
                    span.set_attribute("rpc.response.status_code", code)
                    if code in _FAULTS:
                        span.set_status(StatusCode.ERROR)

        return traced

    def close(self) -> None:
        """Sends what has not been sent; it may wait for the one who takes spans."""
        self._provider.shutdown()


def exporting(endpoint: str) -> Tracing:
    """Spans that are sent to a collector, by OTLP over gRPC."""
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import (  # noqa: PLC0415
        OTLPSpanExporter,
    )

    insecure = not endpoint.startswith("https://")
    return Tracing(
        BatchSpanProcessor(
            OTLPSpanExporter(
                endpoint=endpoint, insecure=insecure, compression=grpc.Compression.Gzip
            )
        )
    )
