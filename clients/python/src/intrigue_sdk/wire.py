"""The channel to the service: credentials, deadlines, and calls repeated through outages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import grpc
import grpc.aio

from intrigue_proto.v1 import catalog_service_pb2_grpc, match_service_pb2, match_service_pb2_grpc
from intrigue_sdk.errors import from_rpc
from intrigue_sdk.patience import Outage, Patience

if TYPE_CHECKING:
    from collections.abc import Sequence

    Metadata = Sequence[tuple[str, str]]
    Stream = grpc.aio.UnaryStreamCall[
        match_service_pb2.WatchRequest, match_service_pb2.WatchResponse
    ]

Request = TypeVar("Request")
Response = TypeVar("Response")

# The channel's own back-off grows to two minutes by default: far longer than a restart takes.
_CHANNEL_OPTIONS: Final = (
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    # Longer than the heartbeat of streams: a healthy connection sends no pings.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    # Wire repeats calls itself, with the request ids that make it safe.
    ("grpc.enable_retries", 0),
)


class Wire:
    """One channel and its stubs."""

    __slots__ = ("_channel", "catalog", "matches", "patience")

    def __init__(
        self, target: str, credentials: grpc.ChannelCredentials | None, patience: Patience
    ) -> None:
        self._channel = (
            grpc.aio.insecure_channel(target, options=_CHANNEL_OPTIONS)
            if credentials is None
            else grpc.aio.secure_channel(target, credentials, options=_CHANNEL_OPTIONS)
        )
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(self._channel)
        self.matches = match_service_pb2_grpc.MatchServiceStub(self._channel)
        self.patience = patience

    async def close(self) -> None:
        """Closes the channel; calls under way are cancelled."""
        await self._channel.close()

    async def call(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        *,
        token: str | None = None,
    ) -> Response:
        """Makes a call that may safely be made again, and makes it again through an outage."""
        outage = Outage(self.patience)
        while True:
            try:
                return await self.call_once(method, request, token=token)
            except grpc.aio.AioRpcError as fault:
                error = from_rpc(fault)
            if not error.transient:
                raise error
            await outage.wait(error)

    async def call_once(
        self,
        method: grpc.aio.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        *,
        token: str | None = None,
    ) -> Response:
        """Makes a call and lets grpc's own error through."""
        return await method(request, timeout=self.patience.attempt, metadata=_bearer(token))

    def watch(self, request: match_service_pb2.WatchRequest, token: str | None) -> Stream:
        """Opens a stream. It has no deadline: a match may take days."""
        return self.matches.Watch(request, metadata=_bearer(token))


def _bearer(token: str | None) -> Metadata:
    return (("authorization", f"Bearer {token}"),) if token else ()
