"""A match's updates as they happen, without a gap or a repeat, whatever the connection does."""

from __future__ import annotations

import asyncio
from collections import deque
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

    from intrigue_sdk.memory import Memory
    from intrigue_sdk.wire import Stream, Wire

_ENDED = (match_pb2.MATCH_STATUS_FINISHED, match_pb2.MATCH_STATUS_ABORTED)


class Watch:
    """The updates of one viewer, to be read with `async for`.

    It ends after the update that holds the outcome, or when the match is aborted. A broken stream
    is resumed after the last revision that was handed out, on whichever server answers.

    In a match with a clock each prompt that is still open has its deadline, as in a view.
    """

    def __init__(
        self,
        wire: Wire,
        match_id: str,
        token: Callable[[], Awaitable[str | None]],
        *,
        after: int,
        include_view: bool,
        names: bool,
        on_match: Callable[[match_pb2.Match], None] | None,
        on_clock: Callable[[match_pb2.Clock], None] | None,
        memory: Memory,
    ) -> None:
        self._wire = wire
        self._match_id = match_id
        # Asked again for each stream, so that a rotated token does not end the watch.
        self._token = token
        self._token_in_use: str | None = None
        self._include_view = include_view
        self._names = names
        self._on_match = on_match
        self._on_clock = on_clock
        self._memory = memory
        self._outage = Outage(wire.patience)
        self._stream: Stream | None = None
        self._ended = False
        self._revision = after
        self._received = after
        # Whether no clock is to be expected before the updates that are held.
        self._settled = False
        self._match: match_pb2.Match | None = None
        self._clock: match_pb2.Clock | None = None
        # Updates that have come and are not handed out yet.
        self._held: deque[match_pb2.Update] = deque()
        self._failure: IntrigueError | None = None

    @property
    def revision(self) -> int:
        """The last revision that was handed out."""
        return self._revision

    @property
    def match(self) -> match_pb2.Match | None:
        """The match as it was last announced: seats, names, status."""
        return self._match

    @property
    def clock(self) -> match_pb2.Clock | None:
        """What was last said of everybody's time; None if nothing was."""
        return self._clock

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> match_pb2.Update:
        while True:
            if self._held and not self._waits_for_clock():
                return self._hand_out()
            if self._failure is not None:
                failure, self._failure = self._failure, None
                raise failure
            if self._ended:
                raise StopAsyncIteration
            try:
                response = await self._receive()
            except IntrigueError as failure:
                # What has come before is handed out before.
                self._failure = failure
                continue
            if response is not None:
                self._heed(response)

    async def aclose(self) -> None:
        """Stops watching."""
        self._ended = True
        self._held.clear()
        self._hang_up()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _heed(self, response: match_service_pb2.WatchResponse) -> None:
        kind = response.WhichOneof("content")
        if kind == "update":
            self._accept(response.update)
            return
        if kind == "match":
            self._match = response.match
            if self._on_match is not None:
                self._on_match(response.match)
            return
        # Whatever else comes, updates that were waiting have waited long enough.
        self._settled = True
        if kind == "clock":
            self._take_clock(response.clock)

    def _accept(self, update: match_pb2.Update) -> None:
        expected = self._received + 1
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
        self._received = expected
        self._outage.progress()
        self._held.append(update)
        self._settled = False
        if update.HasField("outcome"):
            self._ended = True
            self._hang_up()

    def _waits_for_clock(self) -> bool:
        """Whether the next update has a prompt whose deadline is still to come.

        The clock comes after the updates that changed it, so that one which another follows is
        not waited for.
        """
        if len(self._held) > 1 or self._settled or self._ended:
            return False
        timed = self._match is not None and self._match.HasField("clock")
        return timed and self._held[0].HasField("prompt")

    def _take_clock(self, clock: match_pb2.Clock) -> None:
        self._clock = self._memory.clock = clock
        for update in self._held:
            if not update.HasField("prompt"):
                continue
            for seat in clock.seats:
                if seat.seat == update.prompt.seat and seat.HasField("deadline"):
                    update.prompt.deadline.CopyFrom(seat.deadline)
                    if update.HasField("view"):
                        update.view.prompt.deadline.CopyFrom(seat.deadline)
        if self._on_clock is not None:
            self._on_clock(clock)

    def _hand_out(self) -> match_pb2.Update:
        update = self._held.popleft()
        self._revision = update.revision
        self._memory.saw(update.revision)
        return update

    async def _receive(self) -> match_service_pb2.WatchResponse | None:
        """The next message, or None after the stream has ended or broken."""
        if self._stream is None:
            self._token_in_use = await self._token()
            self._stream = self._wire.watch(
                match_service_pb2.WatchRequest(
                    match_id=self._match_id,
                    after_revision=self._received,
                    include_view=self._include_view,
                    names=self._names,
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
            if self._ended and not is_cancelled():
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
        # A clock that an update waits for is lost with the stream.
        self._settled = True
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None


def is_cancelled() -> bool:
    """Whether the task that runs is itself cancelled, and not only the stream that it reads."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
