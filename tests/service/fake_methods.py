"""Test methods that block, echo or stream, a server that has them, and raw HTTP/2 requests."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from typing import TYPE_CHECKING, Any

import grpc
from tests.processes import PATIENCE_SECONDS

from intrigue.server import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

STUCK = "/fake/Stuck"
QUICK = "/fake/Quick"
STREAM = "/fake/Stream"


class FakeMethods(grpc.GenericRpcHandler):
    """A method that blocks until it is released, one that echoes, and a stream that stays open."""

    def __init__(self) -> None:
        self.release = asyncio.Event()
        self.entered = 0
        self.cancelled = 0
        self.handlers: dict[str, Any] = {
            STUCK: grpc.unary_unary_rpc_method_handler(self._stuck),
            QUICK: grpc.unary_unary_rpc_method_handler(self._quick),
            STREAM: grpc.unary_stream_rpc_method_handler(self._stream),
        }

    def service(self, handler_call_details):
        return self.handlers.get(handler_call_details.method)

    async def _stuck(self, request: bytes, _context: Any) -> bytes:
        self.entered += 1
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return request

    async def _quick(self, request: bytes, _context: Any) -> bytes:
        return request

    async def _stream(self, request: bytes, _context: Any) -> AsyncIterator[bytes]:
        yield request
        await self.release.wait()


class FakeMethodServer:
    """A server with these methods, and a channel to it."""

    def __init__(self, server: Server, channel: grpc.aio.Channel, methods: FakeMethods) -> None:
        self.server = server
        self.channel = channel
        self.methods = methods

    def call(self, path: str, **options: Any) -> Any:
        method: Any = self.channel.unary_unary(path)
        return method(b"hello", **{"timeout": 10, **options})

    def messages(self, path: str, messages: Any, *, answers: bool = False) -> Any:
        """A call of any method, with any number of messages."""
        kind = self.channel.stream_stream if answers else self.channel.stream_unary
        method: Any = kind(path)
        return method(messages, timeout=PATIENCE_SECONDS)

    def stream(self, **options: Any) -> Any:
        method: Any = self.channel.unary_stream(STREAM)
        return method(b"hello", **{"timeout": 10, **options})


@contextlib.asynccontextmanager
async def serve_fake_methods(deployment, **changes: Any) -> AsyncIterator[FakeMethodServer]:
    methods = FakeMethods()
    server = Server(deployment.settings(**changes), extra_handlers=[methods])
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            yield FakeMethodServer(server, channel, methods)
    finally:
        methods.release.set()
        await server.stop()


async def wait_until(holds: Callable[[], bool]) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not holds():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.005)


async def get(address: str | None, path: str, method: str = "GET") -> tuple[int, str, str]:
    """A page: its status, its headers, its text."""
    status, head, body = await raw(address, f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return status, head, body


async def raw(address: str | None, request: bytes) -> tuple[int, str, str]:
    assert address is not None
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    answer = (await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)).decode()
    writer.close()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split(" ")[1]) if head else 0, head, body


# HTTP/2 by hand, for a client that does what no library would.

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, GOAWAY = 0, 1, 4, 6, 7
END_STREAM, END_HEADERS, ACK = 1, 4, 1
INITIAL_WINDOW_SIZE = 4


def frame(kind: int, flags: int, stream: int, body: bytes = b"") -> bytes:
    return (
        struct.pack(">I", len(body))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + body
    )


def no_window() -> bytes:
    """The beginning of a connection on which nothing may be sent to the client."""
    return PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, 0))


def request(stream: int, path: str) -> bytes:
    """An empty message to a method."""
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": path,
        ":authority": "x",
        "te": "trailers",
        "content-type": "application/grpc",
    }
    head = b"".join(b"\0" + _text(name) + _text(value) for name, value in fields.items())
    message = b"\0" + struct.pack(">I", 0)
    return frame(HEADERS, END_HEADERS, stream, head) + frame(DATA, END_STREAM, stream, message)


def _text(text: str) -> bytes:
    return bytes((len(text),)) + text.encode()
