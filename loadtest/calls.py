"""A connection whose every call is timed and reported to locust."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import gevent  # type: ignore[import-untyped]
import grpc
from gevent.queue import Empty, Queue  # type: ignore[import-untyped]
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue_proto.v1 import (
    catalog_service_pb2_grpc,
    match_service_pb2,
    match_service_pb2_grpc,
    simulation_service_pb2_grpc,
)
from intrigue_sdk.addresses import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message
    from locust.env import Environment

    from intrigue_proto.v1.match_pb2 import Update

    Request = TypeVar("Request", bound=Message)
    Response = TypeVar("Response", bound=Message)

UNARY = "unary"
STREAM = "stream"
SIMULATION = "simulation"
DEADLINE_SECONDS = 30.0


class Calls:
    """One channel. Each user has its own, so that no two share a connection."""

    def __init__(self, target: str, environment: Environment) -> None:
        self._environment = environment
        address, spreading = resolve(target)
        options = [("grpc.use_local_subchannel_pool", 1), *spreading]
        self._channel = grpc.insecure_channel(address, options=options)
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(self._channel)
        self.matches = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self.simulation = simulation_service_pb2_grpc.SimulationServiceStub(self._channel)

    def close(self) -> None:
        self._channel.close()

    def call(
        self,
        name: str,
        method: grpc.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        token: str | None = None,
        *,
        kind: str = UNARY,
        start: float | None = None,
    ) -> Response:
        """Makes a unary call; a failure is reported too, and raised. The time is counted from
        `start`, or else from now.
        """
        start = time.perf_counter() if start is None else start
        try:
            response = method(request, timeout=DEADLINE_SECONDS, metadata=metadata(token))
        except grpc.RpcError as error:
            self.report(kind, name, start, 0, error)
            raise
        self.report(kind, name, start, response.ByteSize(), None)
        return response

    def act(
        self,
        request: match_service_pb2.ActRequest,
        token: str,
        *,
        shared: bool = False,
        kind: str = UNARY,
        start: float | None = None,
    ) -> match_service_pb2.ActResponse | None:
        """Acts for a seat; None if another seat's answer has closed the question before. Where the
        seats share a phase, one that acted before may also have made the action impossible.
        """
        start = time.perf_counter() if start is None else start
        try:
            response = self.matches.Act(request, timeout=DEADLINE_SECONDS, metadata=metadata(token))
        except grpc.RpcError as error:
            if _closed_before(error, request.expected_revision) or (
                shared and self._outrun(error, request, token)
            ):
                # That is an answer like any other, but no action.
                self.report(kind, "Act (too late)", start, 0, None)
                return None
            self.report(kind, "Act", start, 0, error)
            raise
        self.report(kind, "Act", start, response.ByteSize(), None)
        return response

    def _outrun(
        self, error: grpc.RpcError, request: match_service_pb2.ActRequest, token: str
    ) -> bool:
        """Whether an action was refused by the rules, and the seat has seen more by now than it
        decided on: a refusal with nothing new behind it stays a failure.
        """
        if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
            return False
        asked = match_service_pb2.GetViewRequest(match_id=request.match_id)
        view = self.call("GetView", self.matches.GetView, asked, token).view
        return bool(view.revision > request.expected_revision)

    def report(
        self, kind: str, name: str, start: float, size: int, error: Exception | None
    ) -> None:
        self._environment.events.request.fire(  # type: ignore[no-untyped-call]
            request_type=kind,
            name=name,
            response_time=(time.perf_counter() - start) * 1000.0,
            response_length=size,
            exception=error,
            context={},
        )


class Stream:
    """A Watch read by a greenlet of its own, so that an update is timed when it arrives."""

    def __init__(self, calls: Calls, match_id: str, token: str) -> None:
        self._calls = calls
        request = match_service_pb2.WatchRequest(match_id=match_id)
        self._call = calls.matches.Watch(request, metadata=metadata(token))
        self._arrived: Queue[tuple[float, Update] | grpc.RpcError] = Queue()
        self._reader = gevent.spawn(self._read)
        self._revision = 0
        self.newest = 0
        """The revision of the last update that has arrived, taken or not."""

    def take(self, sent: dict[int, float]) -> Update:
        """The next update; timed if the seat's own action, sent at a known time, is behind it."""
        try:
            item = self._arrived.get(timeout=DEADLINE_SECONDS)
        except Empty as error:
            self._calls.report(STREAM, "Watch", time.perf_counter(), 0, error)
            raise
        if isinstance(item, grpc.RpcError):
            self._calls.report(STREAM, "Watch", time.perf_counter(), 0, item)
            raise item
        arrival: float
        update: Update
        arrival, update = item
        self._revision += 1
        if update.revision != self._revision:
            gap = ValueError(f"update {update.revision} came where {self._revision} was due")
            self._calls.report(STREAM, "Watch update", arrival, update.ByteSize(), gap)
            raise gap
        since = sent.pop(update.revision, None)
        if since is not None:
            # The report takes the time from now back; the wait in the queue does not count.
            start = time.perf_counter() - (arrival - since)
            self._calls.report(STREAM, "Watch update", start, update.ByteSize(), None)
        return update

    def close(self) -> None:
        self._call.cancel()
        self._reader.join(timeout=DEADLINE_SECONDS)

    def _read(self) -> None:
        responses: Iterator[match_service_pb2.WatchResponse] = self._call
        try:
            for response in responses:
                if response.WhichOneof("content") == "update":
                    self.newest = response.update.revision
                    self._arrived.put((time.perf_counter(), response.update))
        except grpc.RpcError as error:
            if self._call.code() is not grpc.StatusCode.CANCELLED:
                self._arrived.put(error)


def _closed_before(error: grpc.RpcError, expected: int) -> bool:
    """Whether the service refused an answer because its prompt was closed, and rightly."""
    status = rpc_status.from_call(error)
    reason = error_details_pb2.ErrorInfo()
    if status is None or not any(detail.Unpack(reason) for detail in status.details):
        return False
    if reason.reason == "STALE_REVISION":
        return int(reason.metadata["revision"]) > expected
    return bool(reason.reason == "MATCH_OVER")


def metadata(token: str | None) -> tuple[tuple[str, str], ...]:
    """The metadata of a call: texts in one language, as people's clients ask for them."""
    language = ("accept-language", "en")
    return (language, ("authorization", f"Bearer {token}")) if token else (language,)
