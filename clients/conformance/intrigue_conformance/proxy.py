"""A TCP proxy in front of the scripted server, which can cut all connections."""

from __future__ import annotations

import asyncio
import contextlib

CHUNK_BYTES = 65_536


class Proxy:
    """Forwards connections to a port of this machine."""

    def __init__(self, target_port: int) -> None:
        self._target_port = target_port
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Starts to listen on a free port, and returns it."""
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """Stops listening, and cuts all connections."""
        assert self._server is not None  # noqa: S101 - started before
        self._server.close()
        self.cut()
        await self._server.wait_closed()

    def cut(self) -> None:
        """Cuts all connections at once; what is on its way is lost."""
        for writer in self._writers:
            writer.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            inner_reader, inner_writer = await asyncio.open_connection(
                "127.0.0.1", self._target_port
            )
            both = {writer, inner_writer}
            self._writers |= both
            try:
                await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))
            finally:
                self._writers -= both
                for end in both:
                    end.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while content := await reader.read(CHUNK_BYTES):
            writer.write(content)
            await writer.drain()
    finally:
        writer.close()
