"""A server that returns what a test sets, including what the real server never returns."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from intrigue_proto.v1 import (
    catalog_service_pb2,
    match_pb2,
    match_service_pb2,
    record_service_pb2,
    simulation_service_pb2,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

_SERVICES = (match_service_pb2, record_service_pb2, catalog_service_pb2, simulation_service_pb2)


@dataclass(frozen=True)
class Fail:
    """Ends the call with a status, and details if it has a reason."""

    status: grpc.StatusCode
    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    domain: str = "intrigue"
    retry_delay: float | None = None
    message: str = "by script"
    localized_message: str = ""
    violations: dict[str, str] = field(default_factory=dict)
    pushback: bool = False


@dataclass(frozen=True)
class Hang:
    """Keeps the call open and says nothing."""


def update(revision: int, *, outcome: bool = False) -> match_service_pb2.WatchResponse:
    return match_service_pb2.WatchResponse(
        update=match_pb2.Update(
            revision=revision, outcome=match_pb2.Outcome(ending="points") if outcome else None
        )
    )


def announce(status: match_pb2.MatchStatus.ValueType) -> match_service_pb2.WatchResponse:
    return match_service_pb2.WatchResponse(match=match_pb2.Match(id="m", status=status))


def caught_up(revision: int) -> match_service_pb2.WatchResponse:
    return match_service_pb2.WatchResponse(caught_up=match_service_pb2.CaughtUp(revision=revision))


HEARTBEAT = match_service_pb2.WatchResponse(heartbeat=match_service_pb2.Heartbeat())


class FakeServer(grpc.GenericRpcHandler):
    """Answers each method with the next entry of its script; the last entry repeats."""

    def __init__(self, credentials: grpc.ServerCredentials | None = None) -> None:
        self._credentials = credentials
        self.answers: dict[str, list[Any]] = {}
        self.streams: list[list[Any]] = []
        self.requests: list[Any] = []
        self.metadata: list[dict[str, str]] = []
        self.called = asyncio.Event()
        self._server = grpc.aio.server()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server.add_generic_rpc_handlers((self,))
        address = "127.0.0.1:0"
        self.port = (
            self._server.add_insecure_port(address)
            if self._credentials is None
            else self._server.add_secure_port(address, self._credentials)
        )
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.stop(None)

    @property
    def tokens(self) -> list[str | None]:
        """The tokens of all calls."""
        return [metadata.get("authorization") for metadata in self.metadata]

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def service(self, handler_call_details: Any) -> Any:
        method = handler_call_details.method.rpartition("/")[2]
        name = f"{method}Request"
        request = next(
            getattr(service, name).FromString for service in _SERVICES if hasattr(service, name)
        )
        if method == "Watch":
            return grpc.unary_stream_rpc_method_handler(self._stream, request, _serialize)

        async def answer(request: Any, context: Any) -> Any:
            self._note(request, context)
            script = self.answers[method]
            return await _perform(script.pop(0) if len(script) > 1 else script[0], context)

        return grpc.unary_unary_rpc_method_handler(answer, request, _serialize)

    async def _stream(self, request: Any, context: Any) -> AsyncIterator[Any]:
        self._note(request, context)
        for entry in self.streams.pop(0):
            yield await _perform(entry, context)

    def _note(self, request: Any, context: Any) -> None:
        self.requests.append(request)
        self.metadata.append(dict(context.invocation_metadata()))
        self.called.set()


def _serialize(message: Any) -> bytes:
    content: bytes = message.SerializeToString()
    return content


async def _perform(entry: Any, context: Any) -> Any:
    if isinstance(entry, Hang):
        await asyncio.sleep(3600)
    if isinstance(entry, Fail):
        trailers: list[tuple[str, str | bytes]] = []
        if entry.pushback and entry.retry_delay is not None:
            trailers.append(("grpc-retry-pushback-ms", str(int(entry.retry_delay * 1000))))
        elif entry.reason or entry.retry_delay is not None:
            trailers.append(("grpc-status-details-bin", _details(entry)))
        context.set_trailing_metadata(tuple(trailers))
        await context.abort(entry.status, entry.message)
    return entry


def _details(fail: Fail) -> bytes:
    details: list[Any] = []
    if fail.reason:
        details.append(
            error_details_pb2.ErrorInfo(
                reason=fail.reason, domain=fail.domain, metadata=fail.metadata
            )
        )
    if fail.retry_delay is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(fail.retry_delay * 1000))
        details.append(retry)
    if fail.localized_message:
        details.append(
            error_details_pb2.LocalizedMessage(locale="fr", message=fail.localized_message)
        )
    if fail.violations:
        details.append(
            error_details_pb2.BadRequest(
                field_violations=[
                    error_details_pb2.BadRequest.FieldViolation(field=path, description=text)
                    for path, text in fail.violations.items()
                ]
            )
        )
    packed = [any_pb2.Any() for _ in details]
    for box, detail in zip(packed, details, strict=True):
        box.Pack(detail)
    return _serialize(status_pb2.Status(code=fail.status.value[0], details=packed))
