"""The gRPC channel to the service: credentials, deadlines and repeated calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import grpc
import grpc.aio

from intrigue_proto.v1 import (
    catalog_service_pb2_grpc,
    match_service_pb2,
    match_service_pb2_grpc,
    record_service_pb2_grpc,
    simulation_service_pb2,
    simulation_service_pb2_grpc,
)
from intrigue_sdk.addresses import Target, resolve
from intrigue_sdk.errors import IntrigueError, from_rpc
from intrigue_sdk.retry_policy import Backoff, RetryPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    Metadata = tuple[tuple[str, str], ...]
    Language = str | Sequence[str] | None
    Stream = grpc.aio.UnaryStreamCall[
        match_service_pb2.WatchRequest, match_service_pb2.WatchResponse
    ]
    Simulation = grpc.aio.UnaryStreamCall[
        simulation_service_pb2.SimulateRequest, simulation_service_pb2.SimulateResponse
    ]
    Steps = grpc.aio.StreamStreamCall[simulation_service_pb2.StepBatchRequest, bytes]
    StepBatch = grpc.aio.StreamStreamMultiCallable[simulation_service_pb2.StepBatchRequest, bytes]

NO_LANGUAGE: Final = "none"
"""Asks for no texts at all."""

Request = TypeVar("Request")
Response = TypeVar("Response")

_SIMULATION: Final = simulation_service_pb2.DESCRIPTOR.services_by_name["SimulationService"]

# The channel's own back-off grows to two minutes by default: far longer than a restart takes.
_CHANNEL_OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    # Longer than the heartbeat of streams: a healthy connection sends no pings.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    # ServiceChannel repeats calls itself, with the request ids that make it safe.
    ("grpc.enable_retries", 0),
)


class ServiceChannel:
    """One channel and its stubs."""

    __slots__ = (
        "_channel",
        "_languages",
        "_names",
        "_step_batch",
        "catalog",
        "matches",
        "records",
        "retry_policy",
        "simulation",
    )

    def __init__(
        self,
        target: Target,
        credentials: grpc.ChannelCredentials | None,
        retry_policy: RetryPolicy,
        language: Language,
        *,
        names: bool,
    ) -> None:
        self._languages = _accept_language(language)
        self._names = names
        address, spreading = resolve(target)
        options = (*_CHANNEL_OPTIONS, *spreading)
        self._channel = (
            grpc.aio.insecure_channel(address, options=options)
            if credentials is None
            else grpc.aio.secure_channel(address, credentials, options=options)
        )
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(self._channel)
        self.matches = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self.records = record_service_pb2_grpc.RecordServiceStub(self._channel)
        self.simulation = simulation_service_pb2_grpc.SimulationServiceStub(self._channel)
        # Answers are left as bytes: columns are large, and are used where they lie.
        self._step_batch: StepBatch = self._channel.stream_stream(
            f"/{_SIMULATION.full_name}/StepBatch",
            request_serializer=simulation_service_pb2.StepBatchRequest.SerializeToString,
        )
        self.retry_policy = retry_policy

    async def close(self) -> None:
        """Closes the channel; calls under way are cancelled."""
        await self._channel.close()

    async def call(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        *,
        token: str | None = None,
        names: bool | None = None,
        wait: float = 0.0,
    ) -> Response:
        """Makes a call, and repeats it according to the retry policy.

        A repeated call never takes effect two times: a request that changes something has a request
        id. `names` replaces what the client asks for. `wait` is how long the service may wait
        before it answers, in seconds.
        """
        backoff = Backoff(self.retry_policy)
        timeout = self.retry_policy.attempt + wait
        metadata = self._metadata(token, names)
        attempts = 0
        while True:
            error: IntrigueError
            attempts += 1
            try:
                return await method(request, timeout=timeout, metadata=metadata)
            except grpc.aio.AioRpcError as fault:
                error = from_rpc(fault)
            error.attempts = attempts
            if not error.retryable:
                raise error
            await backoff.wait(error)

    def watch(
        self, request: match_service_pb2.WatchRequest, token: str | None, names: bool | None
    ) -> Stream:
        """Opens a stream. It has no deadline: a match may take days."""
        return self.matches.Watch(request, metadata=self._metadata(token, names))

    def simulate(
        self, request: simulation_service_pb2.SimulateRequest, token: str | None
    ) -> Simulation:
        """Opens the stream of a simulation. It has no deadline: the service has a budget."""
        return self.simulation.Simulate(request, metadata=self._metadata(token))

    def step_batch(self, token: str | None) -> Steps:
        """Opens the stream of a batch. It has no deadline, like that of a match."""
        return self._step_batch(metadata=self._metadata(token))

    def _metadata(self, token: str | None, names: bool | None = None) -> Metadata:
        metadata = self._languages
        if self._names if names is None else names:
            metadata += (("intrigue-player-names", "true"),)
        return (*metadata, ("authorization", f"Bearer {token}")) if token else metadata


def _accept_language(language: Language) -> Metadata:
    """The metadata that says which languages texts are to have; none: all of them."""
    if language is None:
        return ()
    languages = [language] if isinstance(language, str) else [*language]
    if not languages:
        raise ValueError("language: expected at least one; `none` asks for no texts")
    # "zxx" is the code for content without a language.
    codes = ["zxx" if code == NO_LANGUAGE else code for code in languages]
    return (("accept-language", ", ".join(codes)),)
