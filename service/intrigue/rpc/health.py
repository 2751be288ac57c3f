"""The health service, which every gRPC server has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grpc_health.v1 import (  # type: ignore[import-untyped]
    health,
    health_pb2,
    health_pb2_grpc,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.rpc.routes import Routes


class _Serializing:
    """A call's context that takes messages, where the guard's takes bytes."""

    def __init__(self, context: Any) -> None:
        self._context = context

    async def write(self, response: Any) -> None:
        await self._context.write(response.SerializeToString())


class _Servicer(health.aio.HealthServicer):  # type: ignore[misc]
    """The library's, whose `Watch` writes messages to the context by itself."""

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802 - the library's name
        await super().Watch(request, _Serializing(context))


class Health:
    """Tells for the server and for each service whether it answers."""

    def __init__(self, services: Sequence[str]) -> None:
        self._services = ("", *services)
        self._servicer = _Servicer()

    def add_to(self, routes: Routes) -> None:
        """Registers the health service."""
        health_pb2_grpc.add_HealthServicer_to_server(self._servicer, routes)

    async def serving(self) -> None:
        """From now on the answer is yes."""
        for service in self._services:
            await self._servicer.set(service, health_pb2.HealthCheckResponse.SERVING)

    async def stopping(self) -> None:
        """From now on the answer is no."""
        await self._servicer.enter_graceful_shutdown()
