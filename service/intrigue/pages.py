"""Three pages for machines, on a port of their own: /metrics, /ready and /live.

A responder of our own, and a small one: it answers a GET and hangs up. It has no part in playing,
and what it can be made to do is bounded.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from intrigue.exposition import CONTENT_TYPE, Exposition

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.metrics import Metrics

_TEXT: Final = "text/plain; charset=utf-8"
# The longest request, in bytes, how long it may take to arrive, and how many at once.
_LONGEST: Final = 8192
_PATIENCE_SECONDS: Final = 5.0
_MOST: Final = 64


class Pages:
    """Serves the pages until it is stopped. `hindrance` says why the server is not ready."""

    def __init__(self, metrics: Metrics, hindrance: Callable[[], str | None]) -> None:
        self.port = 0
        self._exposition = Exposition(metrics)
        self._hindrance = hindrance
        self._server: asyncio.Server | None = None
        self._open = 0

    async def start(self, host: str, port: int) -> None:
        """Listens; raises OSError if it can't."""
        self._server = await asyncio.start_server(self._answer, host, port, limit=_LONGEST)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Listens no more."""
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= _MOST:
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    request = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self._respond(request))
                    await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            # The peer does not speak HTTP, or has gone.
            pass
        finally:
            self._open -= 1
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _respond(self, request: bytes) -> bytes:
        method, _, rest = request.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        path = rest.partition(" ")[0].partition("?")[0]
        if method not in {"GET", "HEAD"}:
            return _response("405 Method Not Allowed", b"Only GET.\n")
        response = self._page(path)
        return response if method == "GET" else response.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"

    def _page(self, path: str) -> bytes:
        if path == "/metrics":
            return _response("200 OK", self._exposition.text(), CONTENT_TYPE)
        if path == "/live":
            return _response("200 OK", b"live\n")
        if path == "/ready":
            hindrance = self._hindrance()
            if hindrance is None:
                return _response("200 OK", b"ready\n")
            return _response("503 Service Unavailable", f"{hindrance}\n".encode())
        return _response("404 Not Found", b"/metrics, /ready or /live.\n")


def _response(status: str, body: bytes, kind: str = _TEXT) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\n"
        f"Content-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode("latin-1") + body
