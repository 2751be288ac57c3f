"""The updates of a match as a stream that survives broken connections."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

import grpc.aio

from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_sdk.errors import (
    ErrorDetails,
    IntrigueError,
    ProtocolViolation,
    Unauthenticated,
    Unavailable,
    from_rpc,
)
from intrigue_sdk.retry_policy import Backoff

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Self

    from intrigue_sdk.handle_state import HandleState
    from intrigue_sdk.service_channel import ServiceChannel, Stream

_ENDED = (match_pb2.MATCH_STATUS_FINISHED, match_pb2.MATCH_STATUS_ABORTED)


class Watch:
    """The updates of one viewer, to be read with `async for`.

    It ends after the update that holds the outcome, or when the match is aborted. A broken stream
    is resumed after the last revision that was delivered, on any server that answers.

    An update can hold a prompt that is answered already, such as one that was sent again after the
    stream broke. Ask `has_open_prompt` before you answer. In a match with a clock, the update with
    an open prompt comes after its clock.
    """

    def __init__(
        self,
        channel: ServiceChannel,
        match_id: str,
        token: Callable[[], Awaitable[str | None]],
        *,
        after: int,
        include_view: bool,
        names: bool | None,
        on_match: Callable[[match_pb2.Match], None] | None,
        on_clock: Callable[[match_pb2.Clock], None] | None,
        state: HandleState,
    ) -> None:
        self._channel = channel
        self._match_id = match_id
        # Asked again for each stream, so that a rotated token does not end the watch.
        self._token = token
        self._token_in_use: str | None = None
        self._include_view = include_view
        self._names = names
        self._on_match = on_match
        self._on_clock = on_clock
        self._state = state
        self._backoff = Backoff(channel.retry_policy)
        self._stream: Stream | None = None
        self._ended = False
        self._revision = after
        self._received = after
        # Whether the pending updates need not wait for a clock.
        self._clock_is_current = False
        # Whether the stream has sent all updates that there were when it began.
        self._caught_up = False
        self._match: match_pb2.Match | None = None
        self._clock: match_pb2.Clock | None = None
        # Updates that were received and are not delivered yet.
        self._pending: deque[match_pb2.Update] = deque()
        self._failure: IntrigueError | None = None

    @property
    def revision(self) -> int:
        """The last revision that was delivered."""
        return self._revision

    @property
    def match(self) -> match_pb2.Match | None:
        """The match as it was last announced: seats, names, status."""
        return self._match

    @property
    def clock(self) -> match_pb2.Clock | None:
        """The last clock of all seats that was received; None if there was none."""
        return self._clock

    def has_open_prompt(self, update: match_pb2.Update) -> bool:
        """Whether an update that was just delivered has a prompt that nobody has answered yet.

        A prompt is closed if a newer update has been received, or if this handle has acted since.
        """
        return (
            update.HasField("prompt")
            and self._caught_up
            and self._state.answered <= update.revision == self._received
        )

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> match_pb2.Update:
        while True:
            if self._pending and (self._failure is not None or not self._is_incomplete()):
                return self._deliver_next()
            if self._failure is not None:
                failure, self._failure = self._failure, None
                raise failure
            if self._ended:
                raise StopAsyncIteration
            try:
                response = await self._receive()
            except IntrigueError as failure:
                # Updates that were received before the failure are delivered first.
                self._failure = failure
                continue
            if response is not None:
                self._process(response)

    async def aclose(self) -> None:
        """Stops watching."""
        self._ended = True
        self._pending.clear()
        self._cancel_stream()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _process(self, response: match_service_pb2.WatchResponse) -> None:
        match response.WhichOneof("content"):
            case "update":
                self._accept(response.update)
            case "match":
                self._match = response.match
                if self._on_match is not None:
                    self._on_match(response.match)
            case "setup":
                self._state.setup = response.setup
            case "caught_up":
                self._caught_up = True
            case "clock":
                self._clock_is_current = True
                self._take_clock(response.clock)
            case "heartbeat":
                # Nothing is left to be sent that an update could wait for.
                self._caught_up = self._clock_is_current = True
            case _:
                # A newer service may send what this client does not know.
                pass

    def _accept(self, update: match_pb2.Update) -> None:
        expected = self._received + 1
        if update.revision != expected:
            self._ended = True
            self._cancel_stream()
            raise ProtocolViolation(
                ErrorDetails(
                    "REVISION_NOT_DENSE", f"update {update.revision} came where {expected} was due"
                )
            )
        self._received = expected
        self._backoff.note_progress()
        self._pending.append(update)
        self._clock_is_current = False
        if update.HasField("outcome"):
            self._ended = True
            self._cancel_stream()

    def _is_incomplete(self) -> bool:
        """Whether the next update has a prompt of which it is not known yet whether it is open, or
        how much time it has.

        Both come after the newest update, so only that one waits for them.
        """
        if len(self._pending) > 1 or self._ended or not self._pending[0].HasField("prompt"):
            return False
        timed = self._match is not None and self._match.HasField("clock")
        return not self._caught_up or (timed and not self._clock_is_current)

    def _take_clock(self, clock: match_pb2.Clock) -> None:
        self._clock = clock
        self._state.update_clock(clock)
        if self._on_clock is not None:
            self._on_clock(clock)

    def _deliver_next(self) -> match_pb2.Update:
        update = self._pending.popleft()
        self._revision = update.revision
        self._state.update_revision(update.revision)
        return update

    async def _receive(self) -> match_service_pb2.WatchResponse | None:
        """The next message, or None after the stream has ended or broken."""
        if self._stream is None:
            self._token_in_use = await self._token()
            self._caught_up = False
            self._stream = self._channel.watch(
                match_service_pb2.WatchRequest(
                    match_id=self._match_id,
                    after_revision=self._received,
                    include_view=self._include_view,
                ),
                self._token_in_use,
                self._names,
            )
        error: IntrigueError
        try:
            async with asyncio.timeout(self._channel.retry_policy.silence):
                message = await self._stream.read()
        except grpc.aio.AioRpcError as fault:
            error = from_rpc(fault)
        except TimeoutError:
            error = Unavailable(ErrorDetails("SILENT", "the stream fell silent"))
        except asyncio.CancelledError:
            # grpc cancels the whole stream with the read; the next read opens another.
            self._cancel_stream()
            if self._ended and not is_cancelled():
                return None  # Another task closed this watch.
            raise
        else:
            if isinstance(message, match_service_pb2.WatchResponse):
                self._backoff.note_answer()
                return message
            if self._match is not None and self._match.status in _ENDED:
                self._ended = True
                return None
            error = Unavailable(ErrorDetails("CLOSED", "the stream was closed"))
        self._cancel_stream()
        if not error.retryable and not await self._has_new_token(error):
            self._ended = True
            raise error
        await self._backoff.wait(error)
        return None

    async def _has_new_token(self, error: IntrigueError) -> bool:
        """Whether the stream ended only because this handle's token was rotated."""
        return isinstance(error, Unauthenticated) and await self._token() != self._token_in_use

    def _cancel_stream(self) -> None:
        # A clock that an update waits for is lost with the stream.
        self._clock_is_current = True
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None


def is_cancelled() -> bool:
    """Whether the task that runs is itself cancelled, and not only the stream that it reads."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
