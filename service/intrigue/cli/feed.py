"""The updates of a seat, one of which can be waited for together with something else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

    from intrigue_proto.v1.match_pb2 import Update
    from intrigue_sdk import Watch


class UpdateReader:
    """Reads a watch one update ahead, so that waiting for it can be given up without loss."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._pending: asyncio.Task[Update | None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._pending is not None:
            self._pending.cancel()
        await self._watch.aclose()

    def peek(self) -> asyncio.Task[Update | None]:
        """The next update, which `next` returns. Don't cancel it."""
        if self._pending is None:
            self._pending = asyncio.create_task(self._read())
        return self._pending

    async def next(self) -> Update | None:
        """The next update, or None after the last."""
        update = await asyncio.shield(self.peek())
        self._pending = None
        return update

    async def _read(self) -> Update | None:
        return await anext(self._watch, None)
