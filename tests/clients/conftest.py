"""A real server for each test, and a client of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.e2e.served import Served, two_seat_game

from intrigue.config import Settings
from intrigue.server import Server
from intrigue_sdk import Client, connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


def settings(folder: Path, **more: Any) -> Settings:
    arguments: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "database": str(folder / "matches.db"),
        "log_level": "error",
        "stop_grace_seconds": 0.2,
    }
    return Settings(**(arguments | more))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server in the test's own event loop."""
    server = Server(settings(tmp_path))
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    async with connect(server.address) as client:
        yield client


@pytest.fixture
async def game(client: Client) -> str:
    """Any game: the client knows none by name, and neither do its tests."""
    return two_seat_game(await client.games())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in a process of its own, for callers that block."""
    with Served(tmp_path_factory.mktemp("served")) as served:
        yield served
