"""The same client for code without asyncio.

Nothing is implemented twice: an event loop in a thread of its own runs the asyncio client, and
every method here waits for its counterpart there.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from intrigue_proto.v1 import match_pb2
from intrigue_sdk import client, handles

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
    from typing import Any, Self

    import grpc

    from intrigue_proto.v1 import catalog_service_pb2, game_pb2, match_service_pb2
    from intrigue_sdk.bot import Bot
    from intrigue_sdk.handles import Choice
    from intrigue_sdk.patience import Patience
    from intrigue_sdk.seating import Seating
    from intrigue_sdk.watch import Watch as AsyncWatch

T = TypeVar("T")


class LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # A daemon: a program that forgets to close its client still ends.
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="intrigue-sdk", daemon=True
        )
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the loop and waits for it."""
        if self._loop.is_closed() or threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("the client is closed, or was called from its own thread")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # An interrupted wait, such as by Ctrl-C, must not leave the work going on.
            future.cancel()
            raise

    def stop(self) -> None:
        """Ends the loop and its thread."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def connect_blocking(
    target: str,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    patience: Patience = client.DEFAULT_PATIENCE,
) -> Client:
    """A client of the service at `target` (`host:port`), for use with `with`."""
    return Client(target, credentials=credentials, patience=patience)


class Watch:
    """The updates of one viewer, to be read with `for`. See `intrigue_sdk.Watch`."""

    def __init__(self, thread: LoopThread, inner: AsyncWatch) -> None:
        self._thread = thread
        self._inner = inner

    @property
    def revision(self) -> int:
        """The last revision that was handed out."""
        return self._inner.revision

    @property
    def match(self) -> match_pb2.Match | None:
        """The match as it was last announced."""
        return self._inner.match

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> match_pb2.Update:
        update = self._thread.run(self._next())
        if update is None:
            raise StopIteration
        return update

    def close(self) -> None:
        """Stops watching."""
        self._thread.run(self._inner.aclose())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def _next(self) -> match_pb2.Update | None:
        return await anext(self._inner, None)


class Spectator:
    """Looks on. See `intrigue_sdk.Spectator`."""

    def __init__(self, thread: LoopThread, inner: handles.Spectator) -> None:
        self._thread = thread
        self._viewer = inner

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self._viewer.match_id

    @property
    def token(self) -> str | None:
        """The token that decides who looks and acts."""
        return self._viewer.token

    def match(self) -> match_pb2.Match:
        """What anyone may know of the match."""
        return self._thread.run(self._viewer.match())

    def view(self) -> match_pb2.View:
        """All that this viewer may know now."""
        return self._thread.run(self._viewer.view())

    def watch(
        self,
        after: int = 0,
        *,
        include_view: bool = True,
        on_match: Callable[[match_pb2.Match], None] | None = None,
    ) -> Watch:
        """The updates after a revision, then each new one as it happens.

        `on_match` is called in the client's own thread.
        """
        inner = self._viewer.watch(after, include_view=include_view, on_match=on_match)
        return Watch(self._thread, inner)

    def record(self) -> match_service_pb2.GetRecordResponse:
        """The record of a finished match; of a running one the updates of this viewer."""
        return self._thread.run(self._viewer.record())

    def rotate_token(self) -> str:
        """Replaces the token of this handle; the old one is void at once."""
        return self._thread.run(self._viewer.rotate_token())


class SeatHandle(Spectator):
    """Plays a seat. See `intrigue_sdk.SeatHandle`."""

    def __init__(self, thread: LoopThread, inner: handles.SeatHandle) -> None:
        super().__init__(thread, inner)
        self._seat = inner

    @property
    def seat(self) -> int:
        """The number of the seat."""
        return self._seat.seat

    @property
    def receipt(self) -> match_pb2.Receipt | None:
        """The last receipt for a deed of this handle; None before its first. The record of the
        finished match is held against it.
        """
        return self._seat.receipt

    def act(
        self,
        action: Choice,
        *,
        expected_revision: int | None = None,
        request_id: str | None = None,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it."""
        return self._thread.run(
            self._seat.act(action, expected_revision=expected_revision, request_id=request_id)
        )

    def explain(self, action: Choice) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now, and by which clause not."""
        return self._thread.run(self._seat.explain(action))

    def resign(self, *, request_id: str | None = None) -> match_pb2.Update:
        """Gives the match up."""
        return self._thread.run(self._seat.resign(request_id=request_id))

    def play(self, bot: Bot) -> match_pb2.Outcome | None:
        """Lets a bot play the seat to the end."""
        return self._thread.run(bot.play(self._seat))


class Host(Spectator):
    """Looks after a match that it created. See `intrigue_sdk.Host`."""

    def __init__(self, thread: LoopThread, inner: handles.Host) -> None:
        super().__init__(thread, inner)
        self._host = inner

    def abort(self) -> match_pb2.Match:
        """Ends the match without an outcome."""
        return self._thread.run(self._host.abort())


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A new match, and the handles that its creator got."""

    match: match_pb2.Match
    host: Host
    spectator: Spectator
    seats: Mapping[int, SeatHandle]

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.match.id


class Client:
    """What anyone may do. See `intrigue_sdk.Client`."""

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        patience: Patience = client.DEFAULT_PATIENCE,
    ) -> None:
        self._thread = LoopThread()
        self._client = self._thread.run(_open(target, credentials, patience))
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection and ends the client's thread."""
        if not self._closed:
            self._closed = True
            self._thread.run(self._client.close())
            self._thread.stop()

    def games(self) -> Sequence[game_pb2.Game]:
        """The games that can be played."""
        return self._thread.run(self._client.games())

    def game(self, game: str) -> catalog_service_pb2.GetGameResponse:
        """A game with its action table, clauses, refusals, cards and feature layout."""
        return self._thread.run(self._client.game(game))

    def create_match(
        self,
        game: str,
        *,
        options: Mapping[str, str | int] | None = None,
        seats: Sequence[Seating] = (),
        visibility: match_pb2.Visibility.ValueType = match_pb2.VISIBILITY_PUBLIC,
        rated: bool = False,
        seed: bytes = b"",
        script: Sequence[str] = (),
        request_id: str | None = None,
    ) -> CreatedMatch:
        """Creates a match. It starts when no seat is open any more."""
        created = self._thread.run(
            self._client.create_match(
                game,
                options=options,
                seats=seats,
                visibility=visibility,
                rated=rated,
                seed=seed,
                script=script,
                request_id=request_id,
            )
        )
        return CreatedMatch(
            match=created.match,
            host=Host(self._thread, created.host),
            spectator=Spectator(self._thread, created.spectator),
            seats={n: SeatHandle(self._thread, seat) for n, seat in created.seats.items()},
        )

    def join(
        self,
        match_id: str,
        seat: int | None = None,
        *,
        name: str = "",
        request_id: str | None = None,
    ) -> SeatHandle:
        """Takes an open seat: a given one, or the lowest."""
        joined = self._thread.run(
            self._client.join(match_id, seat, name=name, request_id=request_id)
        )
        return SeatHandle(self._thread, joined)

    def seat(self, match_id: str, seat: int, token: str) -> SeatHandle:
        """A seat that was taken earlier, by its token."""
        return SeatHandle(self._thread, self._client.seat(match_id, seat, token))

    def host(self, match_id: str, token: str) -> Host:
        """The host of a match that was created earlier, by its token."""
        return Host(self._thread, self._client.host(match_id, token))

    def spectate(self, match_id: str, token: str | None = None) -> Spectator:
        """Looks on; a private match takes one of its tokens."""
        return Spectator(self._thread, self._client.spectate(match_id, token))

    def match(self, match_id: str) -> match_pb2.Match:
        """What anyone may know of a match."""
        return self._thread.run(self._client.match(match_id))

    def matches(
        self,
        *,
        game: str = "",
        status: match_pb2.MatchStatus.ValueType = match_pb2.MATCH_STATUS_UNSPECIFIED,
        page_size: int = 0,
    ) -> Iterator[match_pb2.Match]:
        """The public matches, the newest first, page by page as they are read."""
        pages = self._client.matches(game=game, status=status, page_size=page_size)

        async def following() -> match_pb2.Match | None:
            return await anext(pages, None)

        while (match := self._thread.run(following())) is not None:
            yield match


async def _open(
    target: str, credentials: grpc.ChannelCredentials | None, patience: Patience
) -> client.Client:
    # A channel belongs to the loop that is running when it is made.
    return client.Client(target, credentials=credentials, patience=patience)
