"""The same client for code without asyncio.

Nothing is implemented twice: an event loop in a thread of its own runs the asyncio client, and
every method here waits for its counterpart there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_proto.v1 import match_pb2
from intrigue_sdk import client
from intrigue_sdk.blocking_batch import Batch
from intrigue_sdk.blocking_handles import CreatedMatch, Host, SeatHandle, Spectator, Watch
from intrigue_sdk.loop_thread import LoopThread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    import grpc

    from intrigue_proto.v1 import (
        catalog_service_pb2,
        game_pb2,
        simulation_pb2,
        simulation_service_pb2,
    )
    from intrigue_sdk.addresses import Target
    from intrigue_sdk.options import Options
    from intrigue_sdk.retry_policy import RetryPolicy
    from intrigue_sdk.seating import Seating
    from intrigue_sdk.seed import Seed

__all__ = [
    "Batch",
    "Client",
    "CreatedMatch",
    "Host",
    "SeatHandle",
    "Spectator",
    "Watch",
    "connect_blocking",
]


def connect_blocking(
    target: Target,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    retry_policy: RetryPolicy = client.DEFAULT_RETRY_POLICY,
) -> Client:
    """A client of the service at `target` (`host:port`), for use with `with`."""
    return Client(target, credentials=credentials, retry_policy=retry_policy)


class Client:
    """What anyone may do. See `intrigue_sdk.Client`."""

    def __init__(
        self,
        target: Target,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        retry_policy: RetryPolicy = client.DEFAULT_RETRY_POLICY,
    ) -> None:
        self._thread = LoopThread()
        self._client = self._thread.run(_open(target, credentials, retry_policy))
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

    def check_document(
        self, game: str, option: str, text: str
    ) -> catalog_service_pb2.CheckDocumentResponse:
        """What there is to say of a document before a match is created with it."""
        return self._thread.run(self._client.check_document(game, option, text))

    def create_match(
        self,
        game: str,
        *,
        options: Options | None = None,
        seats: Sequence[Seating] = (),
        visibility: match_pb2.Visibility.ValueType = match_pb2.VISIBILITY_PUBLIC,
        rated: bool = False,
        seed: bytes = b"",
        script: Sequence[str] = (),
        clock: match_pb2.ClockSettings | None = None,
        ready_check: bool = False,
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
                clock=clock,
                ready_check=ready_check,
                request_id=request_id,
            )
        )
        return CreatedMatch(
            match=created.match,
            host=Host(self._thread, created.host),
            spectator=Spectator(self._thread, created.spectator),
            seats={n: SeatHandle(self._thread, seat) for n, seat in created.seats.items()},
            invitation_code=created.invitation_code,
        )

    def join(
        self,
        match_id: str = "",
        seat: int | None = None,
        *,
        name: str = "",
        invitation_code: str = "",
        entropy: bytes | None = None,
        request_id: str | None = None,
    ) -> SeatHandle:
        """Takes an open seat: a given one, or the lowest."""
        joining = self._client.join(
            match_id,
            seat,
            name=name,
            invitation_code=invitation_code,
            entropy=entropy,
            request_id=request_id,
        )
        return SeatHandle(self._thread, self._thread.run(joining))

    def seat(self, match_id: str, seat: int, token: str) -> SeatHandle:
        """A seat that was taken earlier, by its token."""
        return SeatHandle(self._thread, self._client.seat(match_id, seat, token))

    def host(self, match_id: str, token: str) -> Host:
        """The host of a match that was created earlier, by its token."""
        return Host(self._thread, self._client.host(match_id, token))

    def spectate(self, match_id: str, token: str | None = None) -> Spectator:
        """Looks on; a private match takes one of its tokens."""
        return Spectator(self._thread, self._client.spectate(match_id, token))

    def match(self, match_id: str = "", *, invitation_code: str = "") -> match_pb2.Match:
        """What anyone may know of a match; of a private one whoever has the invitation code."""
        return self._thread.run(self._client.match(match_id, invitation_code=invitation_code))

    def matches(
        self,
        *,
        game: str = "",
        status: match_pb2.MatchStatus.ValueType = match_pb2.MATCH_STATUS_UNSPECIFIED,
        joinable: bool = False,
        rated: bool | None = None,
        page_size: int = 0,
    ) -> Iterator[match_pb2.Match]:
        """The public matches, the newest first, page by page as they are read."""
        pages = self._client.matches(
            game=game, status=status, joinable=joinable, rated=rated, page_size=page_size
        )

        async def following() -> match_pb2.Match | None:
            return await anext(pages, None)

        while (match := self._thread.run(following())) is not None:
            yield match

    def policies(self) -> Sequence[simulation_pb2.PolicySpec]:
        """The built-in policies and their parameters."""
        return self._thread.run(self._client.policies())

    def simulate(
        self,
        game: str,
        policies: Sequence[str],
        games: int,
        *,
        options: Options | None = None,
        seed: bytes = b"",
        fixed_seats: bool = False,
        token: str | None = None,
        on_progress: Callable[[simulation_service_pb2.SimulationProgress], None] | None = None,
    ) -> simulation_pb2.SimulationSummary:
        """Has the service play matches between policies, one policy a seat.

        `on_progress` is called in the client's own thread.
        """
        return self._thread.run(
            self._client.simulate(
                game,
                policies,
                games,
                options=options,
                seed=seed,
                fixed_seats=fixed_seats,
                token=token,
                on_progress=on_progress,
            )
        )

    def batch(
        self,
        game: str,
        lanes: int,
        *,
        options: Options | None = None,
        seed: Seed | None = 0,
        policies: Sequence[str | None] | None = None,
        rotate: bool = False,
        features: bool = True,
        token: str | None = None,
    ) -> Batch:
        """Opens a batch: many matches of one game, stepped together at the service."""
        opening = self._client.batch(
            game,
            lanes,
            options=options,
            seed=seed,
            policies=policies,
            rotate=rotate,
            features=features,
            token=token,
        )
        return Batch(self._thread, self._thread.run(opening))

    def analyze(
        self,
        view: match_pb2.View,
        policy: str = "",
        *,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_pb2.Analysis:
        """What each choice of a view's prompt is worth, judged from the view alone."""
        return self._thread.run(self._client.analyze(view, policy, seed=seed, token=token))

    def sample_worlds(
        self, view: match_pb2.View, count: int = 1, *, seed: bytes = b"", token: str | None = None
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit a view, with the seed from which they are dealt."""
        return self._thread.run(self._client.sample_worlds(view, count, seed=seed, token=token))


async def _open(
    target: Target, credentials: grpc.ChannelCredentials | None, retry_policy: RetryPolicy
) -> client.Client:
    # A channel belongs to the loop that is running when it is made.
    return client.Client(target, credentials=credentials, retry_policy=retry_policy)
