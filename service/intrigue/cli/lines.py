"""What the person types."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO


class InputLines:
    """InputLines of input, read in a thread so that the match goes on meanwhile.

    A line is read only when one is asked for. A question that was overtaken by events leaves its
    line to the next question.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdin if stream is None else stream
        self._pending: asyncio.Future[str | None] | None = None

    @property
    def interactive(self) -> bool:
        """Whether a person types, rather than a pipe."""
        return self._stream.isatty()

    async def next(self) -> str | None:
        """The next line without its end, or None if there are no more."""
        line = await self.peek()
        self._pending = None
        return line

    async def peek(self) -> str | None:
        """The next line, which stays the next."""
        if self._pending is None:
            self._pending = asyncio.get_running_loop().create_future()
            # A daemon: a read that never ends does not keep the program alive.
            threading.Thread(target=self._read, args=(self._pending,), daemon=True).start()
        return await asyncio.shield(self._pending)

    def _read(self, answer: asyncio.Future[str | None]) -> None:
        try:
            line = self._stream.readline()
        except (OSError, ValueError):
            line = ""
        loop = answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, answer, line.rstrip("\r\n") if line else None)


def _settle(answer: asyncio.Future[str | None], line: str | None) -> None:
    if not answer.done():
        answer.set_result(line)
