"""A match's updates as they happen, without a gap or a repeat, whatever the connection does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc.aio

from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_sdk.errors import (
    IntrigueError,
    ProtocolViolation,
    Reason,
    Unauthenticated,
    Unavailable,
    from_rpc,
)
from intrigue_sdk.patience import Outage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Self

    from intrigue_sdk.wire import Stream, Wire

_ENDED = (match_pb2.MATCH_STATUS_FINISHED, match_pb2.MATCH_STATUS_ABORTED)


class Watch:
    """The updates of one viewer, to be read with `async for`.

    It ends after the update that holds the outcome, or when the match is aborted. A broken stream
    is resumed after the last revision that was handed out.
    """

    def __init__(
        self,
        wire: Wire,
        match_id: str,
        token: Callable[[], Awaitable[str | None]],
        *,
        after: int,
        include_view: bool,
        on_match: Callable[[match_pb2.Match], None] | None,
    ) -> None:
        self._wire = wire
        self._match_id = match_id
        # Asked anew for each stream, so that a rotated token does not end the watch.
        self._token = token
        self._token_in_use: str | None = None
        self._include_view = include_view
        self._on_match = on_match
        self._outage = Outage(wire.patience)
        self._stream: Stream | None = None
        self._ended = False
        self._revision = after
        self._match: match_pb2.Match | None = None

    @property
    def revision(self) -> int:
        """The last revision that was handed out."""
        return self._revision

    @property
    def match(self) -> match_pb2.Match | None:
        """The match as it was last announced: seats, names, status."""
        return self._match

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> match_pb2.Update:
        while not self._ended:
            response = await self._receive()
            if response is None:
                continue
            kind = response.WhichOneof("content")
            if kind == "match":
                self._match = response.match
                if self._on_match is not None:
                    self._on_match(response.match)
            elif kind == "update":
                return self._accept(response.update)
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Stops watching."""
        self._ended = True
        self._hang_up()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _accept(self, update: match_pb2.Update) -> match_pb2.Update:
        expected = self._revision + 1
        if update.revision != expected:
            self._ended = True
            self._hang_up()
            raise ProtocolViolation(
                Reason(
                    code="REVISION_NOT_DENSE",
                    en=f"update {update.revision} came where {expected} was due",
                    fr=f"la mise à jour {update.revision} est venue à la place de {expected}",
                )
            )
        self._revision = expected
        if update.HasField("outcome"):
            self._ended = True
            self._hang_up()
        return update

    async def _receive(self) -> match_service_pb2.WatchResponse | None:
        """The next message, or None after the stream has ended or broken."""
        if self._stream is None:
            self._token_in_use = await self._token()
            self._stream = self._wire.watch(
                match_service_pb2.WatchRequest(
                    match_id=self._match_id,
                    after_revision=self._revision,
                    include_view=self._include_view,
                ),
                self._token_in_use,
            )
        error: IntrigueError
        try:
            async with asyncio.timeout(self._wire.patience.silence):
                message = await self._stream.read()
        except grpc.aio.AioRpcError as fault:
            error = from_rpc(fault)
        except TimeoutError:
            error = Unavailable(Reason(code="SILENT", en="the stream fell silent"))
        except asyncio.CancelledError:
            # grpc cancels the whole stream with the read; the next read opens another.
            self._hang_up()
            if self._ended and not _is_cancelled():
                return None  # Somebody else closed this watch: its reader is only at the end.
            raise
        else:
            if isinstance(message, match_service_pb2.WatchResponse):
                self._outage.end()
                return message
            if self._match is not None and self._match.status in _ENDED:
                self._ended = True
                return None
            error = Unavailable(Reason(code="CLOSED", en="the stream was closed"))
        self._hang_up()
        if not error.transient and not await self._has_new_token(error):
            self._ended = True
            raise error
        await self._outage.wait(error)
        return None

    async def _has_new_token(self, error: IntrigueError) -> bool:
        """Whether the stream ended only because this handle's token was rotated."""
        return isinstance(error, Unauthenticated) and await self._token() != self._token_in_use

    def _hang_up(self) -> None:
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
