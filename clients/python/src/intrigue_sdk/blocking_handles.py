"""The handles of a match for code without asyncio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

    from intrigue_proto.v1 import (
        match_pb2,
        match_service_pb2,
        simulation_pb2,
        simulation_service_pb2,
    )
    from intrigue_sdk import handles
    from intrigue_sdk.bot import Bot
    from intrigue_sdk.handles import Choice
    from intrigue_sdk.loop_thread import LoopThread
    from intrigue_sdk.watch import Watch as AsyncWatch


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

    @property
    def clock(self) -> match_pb2.Clock | None:
        """What was last said of everybody's time."""
        return self._inner.clock

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
    """Spectates a match. See `intrigue_sdk.Spectator`, also for `names`."""

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

    @property
    def revision(self) -> int:
        """The newest revision that this handle has seen."""
        return self._viewer.revision

    @property
    def clock(self) -> match_pb2.Clock | None:
        """What a view or a watch of this handle last said of everybody's time."""
        return self._viewer.clock

    @property
    def receipt(self) -> match_pb2.Receipt | None:
        """The last receipt."""
        return self._viewer.receipt

    def match(self) -> match_pb2.Match:
        """What anyone may know of the match."""
        return self._thread.run(self._viewer.match())

    def view(self, *, names: bool = False) -> match_pb2.View:
        """All that this viewer may know now."""
        return self._thread.run(self._viewer.view(names=names))

    def watch(
        self,
        after: int = 0,
        *,
        include_view: bool = True,
        names: bool = False,
        on_match: Callable[[match_pb2.Match], None] | None = None,
        on_clock: Callable[[match_pb2.Clock], None] | None = None,
    ) -> Watch:
        """The updates after a revision, then each new one as it happens.

        `on_match` and `on_clock` are called in the client's own thread.
        """
        inner = self._viewer.watch(
            after, include_view=include_view, names=names, on_match=on_match, on_clock=on_clock
        )
        return Watch(self._thread, inner)

    def record(self, *, names: bool = False) -> match_service_pb2.GetRecordResponse:
        """The record of a finished match; of a running one the updates of this viewer."""
        return self._thread.run(self._viewer.record(names=names))

    def rotate_token(self) -> str:
        """Replaces the token of this handle; the old one is void at once."""
        return self._thread.run(self._viewer.rotate_token())

    def revoke_token(self) -> None:
        """Makes the token of this handle void."""
        self._thread.run(self._viewer.revoke_token())


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
    def action_receipt(self) -> match_pb2.Receipt | None:
        """The last receipt for an action or the resignation of this seat."""
        return self._seat.action_receipt

    def act(
        self,
        action: Choice,
        *,
        expected_revision: int | None = None,
        request_id: str | None = None,
        names: bool = False,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it."""
        acting = self._seat.act(
            action, expected_revision=expected_revision, request_id=request_id, names=names
        )
        return self._thread.run(acting)

    def explain(self, action: Choice, *, names: bool = False) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now, and by which clause not."""
        return self._thread.run(self._seat.explain(action, names=names))

    def analyze(self, policy: str = "", *, seed: bytes = b"") -> simulation_pb2.Analysis:
        """What each choice of the seat's prompt is worth, judged from its view alone."""
        return self._thread.run(self._seat.analyze(policy, seed=seed))

    def sample_worlds(
        self, count: int = 1, *, seed: bytes = b""
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit what the seat knows."""
        return self._thread.run(self._seat.sample_worlds(count, seed=seed))

    def resign(self, *, request_id: str | None = None, names: bool = False) -> match_pb2.Update:
        """Gives the match up."""
        return self._thread.run(self._seat.resign(request_id=request_id, names=names))

    def set_ready(self, ready: bool = True) -> match_pb2.Match:
        """Says whether the seat is ready to begin, in a match with a ready check."""
        return self._thread.run(self._seat.set_ready(ready))

    def rematch(self, *, entropy: bytes | None = None) -> SeatHandle:
        """Asks for the next match of the same company, and returns this player's seat in it."""
        return SeatHandle(self._thread, self._thread.run(self._seat.rematch(entropy=entropy)))

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

    def replace_seat(self, seat: int, policy: str = "") -> match_pb2.Match:
        """Gives a seat to a built-in policy, or opens it again; its token is void."""
        return self._thread.run(self._host.replace_seat(seat, policy))

    def add_bots(self, policy: str = "random", count: int = 0) -> match_pb2.Match:
        """Gives open seats to a built-in policy, the lowest first; 0: all of them."""
        return self._thread.run(self._host.add_bots(policy, count))

    def revoke_seat(self, seat: int) -> None:
        """Makes the token of a seat void; the seat stays taken."""
        self._thread.run(self._host.revoke_seat(seat))

    def revoke_spectators(self) -> None:
        """Makes the spectators' token void."""
        self._thread.run(self._host.revoke_spectators())

    def rematch(self) -> Host:
        """The host of the next match of the same company."""
        return Host(self._thread, self._thread.run(self._host.rematch()))


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A new match, and the handles that its creator got."""

    match: match_pb2.Match
    host: Host
    spectator: Spectator
    seats: Mapping[int, SeatHandle]
    invitation_code: str = ""

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.match.id
