"""The asyncio client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_proto.options import SEATS, encode_options, encode_options_for
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import (
    catalog_service_pb2,
    game_pb2,
    match_pb2,
    match_service_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_sdk.batch import open_batch
from intrigue_sdk.handles import CreatedMatch, Host, SeatHandle, Spectator, new_request_id
from intrigue_sdk.retry_policy import RetryPolicy
from intrigue_sdk.seating import new_entropy, with_entropy
from intrigue_sdk.service_channel import ServiceChannel
from intrigue_sdk.simulation import run_simulation

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from typing import Self

    import grpc

    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed
    from intrigue_sdk.addresses import Target
    from intrigue_sdk.batch import Batch
    from intrigue_sdk.seating import Seating

DEFAULT_RETRY_POLICY = RetryPolicy()


def connect(
    target: Target,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    retry_policy: RetryPolicy = DEFAULT_RETRY_POLICY,
) -> Client:
    """A client of the service at `target` (`host:port`), for use with `async with`.

    The connection is made with the first call. `credentials` make it TLS, such as
    `grpc.ssl_channel_credentials()`. Several servers that share their matches are given as a
    list, or separated by commas: calls go to all of them in turn, and skip one that is
    unavailable.
    """
    return Client(target, credentials=credentials, retry_policy=retry_policy)


class Client:
    """What anyone may do: look at the catalog, create matches, take seats, look on."""

    def __init__(
        self,
        target: Target,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        retry_policy: RetryPolicy = DEFAULT_RETRY_POLICY,
    ) -> None:
        self._channel = ServiceChannel(target, credentials, retry_policy)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection; what is under way is cancelled."""
        await self._channel.close()

    async def games(self) -> Sequence[game_pb2.Game]:
        """The games that can be played."""
        request = catalog_service_pb2.ListGamesRequest()
        return (await self._channel.call(self._channel.catalog.ListGames, request)).games

    async def game(self, game: str) -> catalog_service_pb2.GetGameResponse:
        """A game with its action table, clauses, refusals, cards and feature layout."""
        request = catalog_service_pb2.GetGameRequest(game=game)
        return await self._channel.call(self._channel.catalog.GetGame, request)

    async def check_document(
        self, game: str, option: str, text: str
    ) -> catalog_service_pb2.CheckDocumentResponse:
        """Checks a document before a match is created with it.

        `option` is the one that is to take it. Without `faults` a match can be created with it;
        each fault has its place and its reason, and `notes` what is worth knowing, in English and
        French. `id` and `name` are what it gives itself.
        """
        request = catalog_service_pb2.CheckDocumentRequest(game=game, option=option, text=text)
        return await self._channel.call(self._channel.catalog.CheckDocument, request)

    async def create_match(
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
        """Creates a match. It starts when no seat is open any more.

        Without `seats` every seat is open. `seed` (32 bytes) and `script` set the deal of an
        unrated match. `intrigue_sdk.clock` makes a `clock`. With `ready_check` the match waits,
        its seats filled, until every seat has said that it is ready.

        Own seats give entropy to the deal, unless there is a seed, which then decides alone.
        """
        request = match_service_pb2.CreateMatchRequest(
            game=game,
            options=encode_options(options),
            seats=seats if seed else with_entropy(seats, request_id),
            visibility=visibility,
            rated=rated,
            seed=seed,
            script=script,
            clock=clock,
            ready_check=ready_check,
            request_id=request_id or new_request_id(),
        )
        answer = await self._channel.call(self._channel.matches.CreateMatch, request)
        match, receipt = answer.match, answer.receipt
        return CreatedMatch(
            match=match,
            host=Host(self._channel, match.id, answer.host_token, receipt),
            spectator=Spectator(self._channel, match.id, answer.spectator_token, receipt),
            seats={
                held.seat: SeatHandle(self._channel, match.id, held.seat, held.token, receipt)
                for held in answer.credentials
            },
            invitation_code=answer.invitation_code,
        )

    async def join(
        self,
        match_id: str = "",
        seat: int | None = None,
        *,
        name: str = "",
        invitation_code: str = "",
        entropy: bytes | None = None,
        request_id: str | None = None,
    ) -> SeatHandle:
        """Takes an open seat: a given one, or the lowest.

        A private match takes its invitation code, which does without the match's id. `entropy`,
        at most 64 bytes, is mixed into the deal; by default it is drawn here, and `b""` gives
        none.
        """
        request = match_service_pb2.JoinMatchRequest(
            match_id=match_id,
            seat=seat,
            name=name,
            invitation_code=invitation_code,
            entropy=new_entropy() if entropy is None else entropy,
            request_id=request_id or new_request_id(),
        )
        answer = await self._channel.call(self._channel.matches.JoinMatch, request)
        held = answer.credential
        joined = answer.match.id or match_id
        return SeatHandle(self._channel, joined, held.seat, held.token, answer.receipt)

    def seat(self, match_id: str, seat: int, token: str) -> SeatHandle:
        """A seat that was taken earlier, by its token."""
        return SeatHandle(self._channel, match_id, seat, token)

    def host(self, match_id: str, token: str) -> Host:
        """The host of a match that was created earlier, by its token."""
        return Host(self._channel, match_id, token)

    def spectate(self, match_id: str, token: str | None = None) -> Spectator:
        """Spectates a match; a private one takes one of its tokens."""
        return Spectator(self._channel, match_id, token)

    async def match(self, match_id: str = "", *, invitation_code: str = "") -> match_pb2.Match:
        """The public state of a match; for a private one with its invitation code."""
        request = match_service_pb2.GetMatchRequest(
            match_id=match_id, invitation_code=invitation_code
        )
        return (await self._channel.call(self._channel.matches.GetMatch, request)).match

    async def matches(
        self,
        *,
        game: str = "",
        status: match_pb2.MatchStatus.ValueType = match_pb2.MATCH_STATUS_UNSPECIFIED,
        joinable: bool = False,
        rated: bool | None = None,
        page_size: int = 0,
    ) -> AsyncIterator[match_pb2.Match]:
        """The public matches, the newest first, page by page as they are read.

        `joinable` leaves those with an open seat; `rated` the rated ones, or the others.
        """
        page_token = ""
        while True:
            request = match_service_pb2.ListMatchesRequest(
                game=game,
                status=status,
                joinable=joinable,
                rated=rated,
                page_size=page_size,
                page_token=page_token,
            )
            page = await self._channel.call(self._channel.matches.ListMatches, request)
            for match in page.matches:
                yield match
            page_token = page.next_page_token
            if not page_token:
                return

    async def policies(self) -> Sequence[simulation_pb2.PolicySpec]:
        """The built-in policies and their parameters."""
        request = simulation_service_pb2.ListPoliciesRequest()
        return (await self._channel.call(self._channel.simulation.ListPolicies, request)).policies

    async def simulate(
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
        """Has the service play matches between policies, one policy per seat.

        Policies change seats from match to match, unless seats are fixed. The same `seed` (32
        bytes) gives the same summary; without one the summary says which was drawn.
        `on_progress` is called about once a second. Raises `BudgetUsedUp`, with the summary of
        what was finished, if it takes more than the service gives. Some services want their
        operator's `token`.
        """
        task = simulation_pb2.SimulationTask(
            game=game,
            options=encode_options(options),
            policies=policies,
            games=games,
            seed=seed,
            fixed_seats=fixed_seats,
        )
        request = simulation_service_pb2.SimulateRequest(task=task)
        return await run_simulation(self._channel, request, token, on_progress)

    async def batch(
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
        """Opens a batch: many matches of one game, stepped together at the service.

        It takes what `intrigue.VectorEnv` takes. `seed` is a number or 32 bytes; None draws one,
        which the batch then knows. `policies` is None, or one entry per seat: a built-in policy
        that plays it within the batch, or None for a seat that is asked here; a game in which the
        number of seats varies gets as many as there are entries, unless the options say otherwise.
        With `rotate` they move on by one seat with each match of a lane. Without `features` the
        tensors are left out, and a step is faster. Some services want their operator's `token`.
        """
        encoded = encode_options(options)
        if policies and SEATS not in encoded:
            for listed in await self.games():
                if listed.id == game:
                    encoded = encode_options_for(listed, options, len(policies))
        settings = simulation_service_pb2.BatchSettings(
            game=game,
            options=encoded,
            lanes=lanes,
            seed=seed_bytes(seed),
            policies=[policy or "" for policy in policies or ()],
            rotate=rotate,
            without_features=not features,
        )
        return await open_batch(self._channel, settings, token)

    async def analyze(
        self,
        view: match_pb2.View,
        policy: str = "",
        *,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_pb2.Analysis:
        """What each choice of a view's prompt is worth, judged from the view alone."""
        request = simulation_service_pb2.AnalyzeRequest(view=view, policy=policy, seed=seed)
        return (
            await self._channel.call(self._channel.simulation.Analyze, request, token=token)
        ).analysis

    async def sample_worlds(
        self, view: match_pb2.View, count: int = 1, *, seed: bytes = b"", token: str | None = None
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit a view, with the seed from which they are dealt."""
        request = simulation_service_pb2.SampleWorldsRequest(view=view, count=count, seed=seed)
        return await self._channel.call(self._channel.simulation.SampleWorlds, request, token=token)
