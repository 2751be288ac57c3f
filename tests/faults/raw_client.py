"""A client that sends raw bytes to the servers of a cluster and retries through outages."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults.cluster import CHANNEL

from intrigue_proto.v1 import match_service_pb2, record_service_pb2
from intrigue_sdk.errors import from_rpc

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from google.protobuf.message import Message
    from tests.faults.report import Report

# The path of every method of matches and their records.
PATHS = {
    method.name: f"/{service.full_name}/{method.name}"
    for service in (
        match_service_pb2.DESCRIPTOR.services_by_name["MatchService"],
        record_service_pb2.DESCRIPTOR.services_by_name["RecordService"],
    )
    for method in service.methods
}
ATTEMPT = 10.0
OUTAGE = 300.0
UNREACHABLE = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
}


def bearer(token: str | None) -> list[tuple[str, str]]:
    return [] if token is None else [("authorization", f"Bearer {token}")]


def reason(error: grpc.aio.AioRpcError) -> str:
    """Status and reason of an error."""
    return f"{error.code().name} {from_rpc(error).reason}"


class RawClient:
    """Channels to every server. Calls that find them down wait until `up` is set again."""

    def __init__(
        self,
        targets: Sequence[str],
        report: Report,
        seed: float | str,
        *,
        strict: bool | None = None,
    ) -> None:
        self.targets = list(targets)
        self.report = report
        self.random = random.Random(seed)
        # Of one server the same must never be seen older; of several, one may lag behind.
        self.strict = len(self.targets) == 1 if strict is None else strict
        self.up = asyncio.Event()
        self.up.set()
        # The task that compares after a restart comes before all others.
        self.auditor: asyncio.Task[Any] | None = None
        self._channels: list[grpc.aio.Channel] = []

    async def __aenter__(self) -> Self:
        self._channels = [
            grpc.aio.insecure_channel(target, options=CHANNEL) for target in self.targets
        ]
        return self

    async def __aexit__(self, *_: object) -> None:
        for channel in self._channels:
            await channel.close(None)

    def channel(self, node: int | None = None) -> grpc.aio.Channel:
        """The channel to a server, or to any."""
        if node is None:
            node = self.random.randrange(len(self._channels))
        return self._channels[node]

    async def call_once(
        self,
        method: str,
        request: Message,
        token: str | None = None,
        node: int | None = None,
        deadline: float = ATTEMPT,
    ) -> bytes:
        """One attempt; errors come as they are."""
        call: Any = self.channel(node).unary_unary(PATHS[method])
        answer: bytes = await call(
            request.SerializeToString(), metadata=bearer(token), timeout=deadline
        )
        return answer

    async def call(self, method: str, request: Message, token: str | None = None) -> bytes:
        """The same request again and again until it is answered, on any server."""
        async with asyncio.timeout(OUTAGE):
            while True:
                try:
                    return await self.call_once(method, request, token)
                except grpc.aio.AioRpcError as error:
                    if error.code() not in UNREACHABLE:
                        raise
                    self.report.count("calls repeated")
                await self.wait_until_up()

    async def wait_until_up(self) -> None:
        """Returns when the servers are there again, a moment later: many come back at once."""
        await asyncio.sleep(self.random.uniform(0.005, 0.03))
        if asyncio.current_task() is not self.auditor:
            await self.up.wait()
