"""A real server on a free port, and a plain gRPC channel to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from intrigue.config import IN_MEMORY, Settings
from intrigue.server import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def channel() -> AsyncIterator[grpc.aio.Channel]:
    settings = Settings(
        port=0,
        database=IN_MEMORY,
        log_level="error",
        stop_grace_seconds=0.2,
    )
    server = Server(settings)
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            yield channel
    finally:
        await server.stop()
