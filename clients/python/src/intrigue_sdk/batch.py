"""Many matches of one game at the service, stepped together."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final, NamedTuple

import grpc
import grpc.aio

from intrigue_proto.seed import nth_seed, seed_bytes
from intrigue_proto.v1 import simulation_service_pb2 as pb
from intrigue_sdk.buffers import ReadOnlyBuffers, packed
from intrigue_sdk.columns import Columns
from intrigue_sdk.errors import (
    BatchLost,
    ErrorDetails,
    IllegalStep,
    IntrigueError,
    ProtocolViolation,
    Unavailable,
    from_rpc,
)
from intrigue_sdk.retry_policy import Backoff
from intrigue_sdk.watch import is_cancelled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from numpy.typing import ArrayLike

    from intrigue_proto.seed import Seed
    from intrigue_sdk.service_channel import ServiceChannel, Steps


_CLOSED: Final = ErrorDetails("CLOSED", "the stream was closed")
_GIVEN_UP: Final = ErrorDetails("GIVEN_UP", "nobody waited for the answer to a step")
_NO_COLUMNS: Final = ErrorDetails("NO_COLUMNS", "the service did not show the batch")


class Batch:
    """Many matches of one game: an action for each lane in, what follows out.

    It is the remote counterpart of `intrigue.VectorEnv`: the same names, and for the same seed and
    actions the same arrays, byte for byte. A match that ends is followed by the next of its lane
    at once. Where several seats are asked at the same time, one of them is drawn.

    A batch lives as long as its stream, on one server. If that breaks, the batch is lost:
    `BatchLost` says why, and `reset` deals again on any server that answers. Close it, or use it
    with `async with`: the service keeps a place for each one.
    """

    __slots__ = (
        "_at_work",
        "_buffers",
        "_channel",
        "_closed",
        "_deals",
        "_lost",
        "_seed",
        "_settings",
        "_stream",
        "_token",
        "_untouched",
    )

    def __init__(
        self, channel: ServiceChannel, settings: pb.BatchSettings, token: str | None, first: _Deal
    ) -> None:
        self._channel = channel
        self._settings = settings
        self._token = token
        self._seed = settings.seed
        self._deals = 0
        self._stream: Steps | None = first.stream
        self._buffers = ReadOnlyBuffers(first.layout, first.columns)
        # Whether no step was made since the last deal.
        self._untouched = True
        self._at_work = False
        self._closed = False
        # Why there is no stream any more.
        self._lost = _CLOSED

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._settings.game

    @property
    def lanes(self) -> int:
        """How many matches are stepped together."""
        return self._buffers.layout.lane_count

    @property
    def seats(self) -> int:
        """How many seats each match has."""
        return self._buffers.layout.seat_count

    @property
    def actions(self) -> int:
        """How many actions the game has."""
        return self._buffers.layout.action_count

    @property
    def feature_size(self) -> int:
        """How many numbers a feature tensor has; 0 if they are left out."""
        return self._buffers.layout.feature_count

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which the lanes are dealt: those given, or those that were drawn."""
        return self._seed

    @property
    def buffers(self) -> ReadOnlyBuffers:
        """The current state of the lanes; always the same object."""
        return self._buffers

    async def step(self, actions: ArrayLike) -> ReadOnlyBuffers:
        """Plays an action in each lane, and returns `buffers`.

        Raises:
            IllegalStep: An action is illegal: `lane` says where, `clause` by which rule. Then no
                lane has been stepped, the buffers are as they were, and the batch goes on.
            BatchLost: The stream has ended; `code` says why.
            ValueError: `actions` is not one whole number per lane.
        """
        layout = self._buffers.layout
        request = pb.StepBatchRequest(actions=packed(actions, layout.lane_count))
        self._begin()
        try:
            if self._stream is None:
                raise BatchLost(self._lost)
            found = await self._ask(self._stream, request, layout)
        finally:
            self._at_work = False
        if not isinstance(found, Columns):
            raise IllegalStep.of(self.game, found)
        self._untouched = False
        self._buffers.show(layout, found)
        return self._buffers

    async def reset(self, seed: Seed | None = None) -> ReadOnlyBuffers:
        """Deals every lane again, also of a batch that was lost, and returns `buffers`.

        Without a seed the first deal is that of the batch's own seed, and each further one
        follows from it, so that a program which resets often sees new deals, and the same when
        it is run again.
        """
        self._begin()
        try:
            if seed is not None:
                self._seed, self._deals = seed_bytes(seed), 0
            wanted = nth_seed(self._seed, self._deals)
            if self._stream is None or not self._untouched or wanted != self._settings.seed:
                self._settings.seed = wanted
                await self._deal_again()
            self._deals += 1
        finally:
            self._at_work = False
        return self._buffers

    async def close(self) -> None:
        """Ends the batch. A step that is under way raises `BatchLost`."""
        self._closed = True
        self._cancel_stream(_CLOSED)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<Batch of {self.game}: {self.lanes} lanes, {self.seats} seats>"

    async def _ask(
        self, stream: Steps, request: pb.StepBatchRequest, layout: pb.BatchLayout
    ) -> Columns | Sequence[pb.LaneRefusal]:
        """The lanes after a step, or why it was not made."""
        try:
            answer = await _exchange(stream, request)
            columns = Columns.read(answer, layout)
            return _refusals(answer) if columns is None else columns
        except IntrigueError as error:
            self._cancel_stream(error.details)
            raise BatchLost(error.details) from error
        except BaseException:
            # Its answer may still come, and would be taken for that of the next step.
            self._cancel_stream(_GIVEN_UP)
            raise

    async def _deal_again(self) -> None:
        # The service may have no place for both.
        self._cancel_stream(_GIVEN_UP)
        deal = await _deal(self._channel, self._settings, self._token)
        if self._closed:
            deal.stream.cancel()
            raise BatchLost(_CLOSED)
        self._stream = deal.stream
        self._untouched = True
        self._buffers.show(deal.layout, deal.columns)

    def _begin(self) -> None:
        """Answers come in the order of the steps, and show one batch: one call at a time."""
        if self._closed:
            raise RuntimeError("the batch is closed")
        if self._at_work:
            raise RuntimeError("a step of the batch is under way: wait for its answer")
        self._at_work = True

    def _cancel_stream(self, reason: ErrorDetails) -> None:
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None
            self._lost = reason


async def open_batch(
    channel: ServiceChannel, settings: pb.BatchSettings, token: str | None
) -> Batch:
    """Opens a batch at the service."""
    return Batch(channel, settings, token, await _deal(channel, settings, token))


class _Deal(NamedTuple):
    """A stream whose batch is open, and what it has said."""

    stream: Steps
    layout: pb.BatchLayout
    columns: Columns


async def _deal(channel: ServiceChannel, settings: pb.BatchSettings, token: str | None) -> _Deal:
    """Opens a batch, and repeats it on failure: the service drops a batch with its stream."""
    backoff = Backoff(channel.retry_policy)
    while True:
        stream = channel.step_batch(token)
        try:
            return await _open(stream, settings)
        except IntrigueError as error:
            stream.cancel()
            if not error.retryable:
                raise
            await backoff.wait(error)
        except BaseException:
            stream.cancel()
            raise


async def _open(stream: Steps, settings: pb.BatchSettings) -> _Deal:
    answer = await _exchange(stream, pb.StepBatchRequest(open=settings))
    layout = pb.StepBatchResponse.FromString(answer).layout
    columns = Columns.read(answer, layout)
    if columns is None:
        raise ProtocolViolation(_NO_COLUMNS)
    return _Deal(stream, layout, columns)


def _refusals(answer: bytes) -> Sequence[pb.LaneRefusal]:
    refusals = pb.StepBatchResponse.FromString(answer).refusals
    if not refusals:
        raise ProtocolViolation(_NO_COLUMNS)
    return refusals


async def _exchange(stream: Steps, request: pb.StepBatchRequest) -> bytes:
    """Sends a message and waits for its answer, for as long as policies think."""
    try:
        await _send(stream, request)
        answer = await stream.read()
    except grpc.aio.AioRpcError as fault:
        raise from_rpc(fault) from None
    except asyncio.CancelledError:
        if is_cancelled():
            raise
        # The stream was cancelled, by who closed the batch or the client, and not who waits here.
        raise Unavailable(_CLOSED) from None
    if not isinstance(answer, bytes):
        raise Unavailable(_CLOSED)
    return answer


async def _send(stream: Steps, request: pb.StepBatchRequest) -> None:
    try:
        # A stream that is known to have ended takes no message; reading says why it has.
        with contextlib.suppress(asyncio.InvalidStateError):
            await stream.write(request)
    except grpc.aio.AioRpcError as fault:
        # It ended just now, and gRPC reports its own error instead of that of the service.
        if fault.code() is grpc.StatusCode.INTERNAL:
            raise Unavailable(_CLOSED) from None
        raise
