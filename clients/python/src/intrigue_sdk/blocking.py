"""The client for code without asyncio.

The asyncio client does the work, in the event loop of a thread. Only what differs from it is
defined here; `blocking.pyi` lists all methods with their types, and `make gen` writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_sdk import batch, client, handles, watch
from intrigue_sdk.blocking_proxy import BlockingProxy, ClosableBlockingProxy, blocking_version_of
from intrigue_sdk.loop_thread import LoopThread

if TYPE_CHECKING:
    from typing import Self

    import grpc

    from intrigue_proto.outcome import Outcome
    from intrigue_proto.v1 import match_pb2
    from intrigue_sdk.addresses import Target
    from intrigue_sdk.bot import Bot
    from intrigue_sdk.retry_policy import RetryPolicy
    from intrigue_sdk.service_channel import Language

__all__ = [
    "BlockingBatch",
    "BlockingClient",
    "BlockingCreatedMatch",
    "BlockingHost",
    "BlockingSeatHandle",
    "BlockingSpectator",
    "BlockingWatch",
    "connect_blocking",
]


def connect_blocking(
    target: Target,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    retry_policy: RetryPolicy = client.DEFAULT_RETRY_POLICY,
    language: Language = None,
    names: bool = False,
) -> BlockingClient:
    """A client of the service at `target` (`host:port`), for use with `with`."""
    return BlockingClient(
        target,
        credentials=credentials,
        retry_policy=retry_policy,
        language=language,
        names=names,
    )


@blocking_version_of(client.Client)
class BlockingClient(ClosableBlockingProxy):
    """What anyone may do. See `intrigue_sdk.Client`.

    Callbacks such as `on_progress` are called in the client's own thread, and can't call it.
    """

    def __init__(
        self,
        target: Target,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        retry_policy: RetryPolicy = client.DEFAULT_RETRY_POLICY,
        language: Language = None,
        names: bool = False,
    ) -> None:
        async def open_client() -> client.Client:
            # A channel belongs to the event loop that is running when it is made.
            return client.Client(
                target,
                credentials=credentials,
                retry_policy=retry_policy,
                language=language,
                names=names,
            )

        thread = LoopThread()
        super().__init__(thread, thread.run(open_client()))
        self._closed = False

    def close(self) -> None:
        """Closes the connection and ends the client's thread."""
        if not self._closed:
            self._closed = True
            super().close()
            self._thread.stop()


@blocking_version_of(watch.Watch)
class BlockingWatch(ClosableBlockingProxy):
    """The updates of one viewer, to be read with `for`. See `intrigue_sdk.Watch`."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> match_pb2.Update:
        try:
            update: match_pb2.Update = self._thread.run(self._wrapped.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None
        return update

    def close(self) -> None:
        """Stops watching."""
        self._thread.run(self._wrapped.aclose())


@blocking_version_of(handles.Spectator)
class BlockingSpectator(BlockingProxy):
    """Spectates a match. See `intrigue_sdk.Spectator`, also for `names`."""


@blocking_version_of(handles.SeatHandle)
class BlockingSeatHandle(BlockingSpectator):
    """Plays a seat. See `intrigue_sdk.SeatHandle`."""

    def play(self, bot: Bot) -> Outcome | None:
        """Lets a bot play the seat to the end."""
        return self._thread.run(bot.play(self._wrapped))


@blocking_version_of(handles.Host)
class BlockingHost(BlockingSpectator):
    """Manages a match that it created. See `intrigue_sdk.Host`."""


@blocking_version_of(handles.CreatedMatch)
class BlockingCreatedMatch(handles.CreatedMatch):
    """A new match, and the handles that its creator got."""

    __slots__ = ()


@blocking_version_of(batch.Batch)
class BlockingBatch(ClosableBlockingProxy):
    """Many matches of one game: an action for each lane in. See `intrigue_sdk.Batch`."""

    def __repr__(self) -> str:
        return repr(self._wrapped)
