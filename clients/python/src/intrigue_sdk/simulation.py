"""Simulations that the service plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import grpc.aio

from intrigue_sdk.errors import ErrorDetails, IntrigueError, ProtocolViolation, from_rpc
from intrigue_sdk.retry_policy import Backoff

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue_proto.v1.simulation_pb2 import SimulationSummary
    from intrigue_proto.v1.simulation_service_pb2 import SimulateRequest, SimulationProgress
    from intrigue_sdk.service_channel import ServiceChannel


async def run_simulation(
    channel: ServiceChannel,
    request: SimulateRequest,
    token: str | None,
    on_progress: Callable[[SimulationProgress], None] | None,
) -> SimulationSummary:
    """Runs a simulation to its end.

    It is asked for again only where the service is sure to have done nothing: what was played
    before the failure is lost, and the caller decides whether to play it again.
    """
    backoff = Backoff(channel.retry_policy)
    while True:
        try:
            return await _run_once(channel, request, token, on_progress)
        except IntrigueError as error:
            if not (error.retryable and error.nothing_done):
                raise
            await backoff.wait(error)


async def _run_once(
    channel: ServiceChannel,
    request: SimulateRequest,
    token: str | None,
    on_progress: Callable[[SimulationProgress], None] | None,
) -> SimulationSummary:
    summary: SimulationSummary | None = None
    stream = channel.simulate(request, token)
    try:
        async for answer in stream:
            if answer.HasField("summary"):
                summary = answer.summary
            elif answer.HasField("progress") and on_progress is not None:
                on_progress(answer.progress)
    except grpc.aio.AioRpcError as fault:
        raise from_rpc(fault) from None
    finally:
        stream.cancel()
    if summary is None:
        raise ProtocolViolation(ErrorDetails("NO_SUMMARY", "the service gave no summary"))
    return summary
