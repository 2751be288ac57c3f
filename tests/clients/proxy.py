"""A TCP proxy that breaks connections on request."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


class Proxy:
    """Stands between a client and a server on loopback."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._listener: asyncio.Server | None = None
        self.connections = 0
        # While it swallows, what the server sends never arrives; what clients send does.
        self.swallowing = False
        self.swallowed = asyncio.Event()
        # Cuts every connection after exactly this number of bytes from the server.
        self.cut_after: int | None = None

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._listener is not None:
            self._listener.close()
        self.cut()

    @property
    def target(self) -> str:
        assert self._listener is not None
        return f"127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Breaks every connection, with a reset where there was something to say."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(
            self._pump(reader, far_writer, from_server=False),
            self._pump(far_reader, writer, from_server=True),
        )

    def _room(self, passed: int) -> int:
        """How much may be read at once, so that no cut comes later than it should."""
        return 65536 if self.cut_after is None else self.cut_after - passed

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_server: bool
    ) -> None:
        passed = 0
        try:
            while chunk := await reader.read(self._room(passed) if from_server else 65536):
                if from_server and self.swallowing:
                    self.swallowed.set()
                    continue
                writer.write(chunk)
                await writer.drain()
                passed += len(chunk)
                if from_server and passed == self.cut_after:
                    self.cut()
                    return
        except OSError:
            pass
        finally:
            writer.close()
