"""The asyncio client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_proto.options import split_settings
from intrigue_proto.policy import parse_policy
from intrigue_proto.seed import seed_bytes
from intrigue_proto.v1 import (
    catalog_service_pb2,
    game_pb2,
    game_view_pb2,
    match_pb2,
    match_service_pb2,
    policy_pb2,
    record_pb2,
    record_service_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_sdk.batch import open_batch
from intrigue_sdk.handles import CreatedMatch, Host, SeatHandle, Spectator, new_request_id
from intrigue_sdk.replay import Replay
from intrigue_sdk.retry_policy import RetryPolicy
from intrigue_sdk.seating import seat_entropy, with_entropy
from intrigue_sdk.service_channel import ServiceChannel
from intrigue_sdk.simulation import run_simulation

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
    from typing import Self

    import grpc

    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed
    from intrigue_sdk.addresses import Target
    from intrigue_sdk.batch import Batch
    from intrigue_sdk.seating import Seating
    from intrigue_sdk.service_channel import Language

DEFAULT_RETRY_POLICY = RetryPolicy()
ALL_PARTS = (
    catalog_service_pb2.GAME_PART_ACTIONS,
    catalog_service_pb2.GAME_PART_CLAUSES,
    catalog_service_pb2.GAME_PART_REFUSALS,
    catalog_service_pb2.GAME_PART_CARDS,
    catalog_service_pb2.GAME_PART_FEATURES,
    catalog_service_pb2.GAME_PART_DOCUMENT_TEXTS,
)
"""Everything that there is to know about a game."""


def connect(
    target: Target,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    retry_policy: RetryPolicy = DEFAULT_RETRY_POLICY,
    language: Language = None,
    names: bool = False,
) -> Client:
    """A client of the service at `target` (`host:port`), for use with `async with`.

    The connection is made with the first call. `credentials` make it TLS, such as
    `grpc.ssl_channel_credentials()`. Several servers that share their matches are given as a
    list, or separated by commas: calls go to all of them in turn, and skip one that is
    unavailable.

    `language` says in which languages texts come: "fr", several as a list, "none" for no texts, or
    None for all of them. With `names`, texts call seats by the names of their players; bots never
    read these.
    """
    return Client(
        target,
        credentials=credentials,
        retry_policy=retry_policy,
        language=language,
        names=names,
    )


class Client:
    """What anyone may do: look at the catalog, create matches, take seats, look on."""

    def __init__(
        self,
        target: Target,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        retry_policy: RetryPolicy = DEFAULT_RETRY_POLICY,
        language: Language = None,
        names: bool = False,
    ) -> None:
        self._channel = ServiceChannel(target, credentials, retry_policy, language, names=names)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection; what is under way is cancelled."""
        await self._channel.close()

    async def server_info(self) -> catalog_service_pb2.GetServerInfoResponse:
        """The version, the limits and the capabilities of the server."""
        request = catalog_service_pb2.GetServerInfoRequest()
        return await self._channel.call(self._channel.catalog.GetServerInfo, request)

    async def games(self) -> Sequence[game_pb2.Game]:
        """The games that can be played."""
        games: list[game_pb2.Game] = []
        page_token = ""
        while True:
            request = catalog_service_pb2.ListGamesRequest(page_token=page_token)
            page = await self._channel.call(self._channel.catalog.ListGames, request)
            games += page.games
            page_token = page.next_page_token
            if not page_token:
                return games

    async def game(
        self,
        game: str,
        parts: Iterable[catalog_service_pb2.GamePart.ValueType] = ALL_PARTS,
    ) -> catalog_service_pb2.GetGameResponse:
        """A game with its action table, clauses, refusals, cards, feature layout and documents, or
        with some of these `parts`, such as `[GamePart.GAME_PART_ACTIONS]`.
        """
        request = catalog_service_pb2.GetGameRequest(game=game, parts=parts)
        return await self._channel.call(self._channel.catalog.GetGame, request)

    async def check_document(
        self, game: str, option: str, text: str
    ) -> catalog_service_pb2.CheckDocumentResponse:
        """Checks a document before a match is created with it.

        `option` is the one that is to take it. Each of the `issues` has a severity, a place (path,
        line and column) and a text. Without an error among them a match can be created with the
        document. `id` and `name` are what the document gives itself.
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
        pace: match_pb2.Pace.ValueType = match_pb2.PACE_FAST,
        labels: Mapping[str, str] | None = None,
        request_id: str | None = None,
    ) -> CreatedMatch:
        """Creates a match. It starts when no seat is open any more.

        `options` is one mapping, in which `seats` is the number of seats and the text of a document
        is a value. Without `seats` every seat is open. `seed` (32 bytes) and `script` set the deal
        of an unrated match. `intrigue_sdk.clock` makes a `clock`. With `ready_check` the match
        waits, its seats filled, until every seat has said that it is ready. `pace` says how fast
        built-in policies answer. `labels` are public notes, which `matches` can filter by.

        Own seats give entropy to the deal, unless there is a seed, which then decides alone.
        """
        plain, documents, seat_count = split_settings(options)
        request = match_service_pb2.CreateMatchRequest(
            game=game,
            options=plain,
            documents=documents,
            seat_count=seat_count,
            seats=seats if seed else with_entropy(seats, request_id),
            visibility=visibility,
            rated=rated,
            seed=seed,
            script=script,
            clock=clock,
            ready_check=ready_check,
            pace=pace,
            labels=labels,
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
            entropy=seat_entropy(request_id) if entropy is None else entropy,
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
        statuses: Sequence[match_pb2.MatchStatus.ValueType] = (),
        joinable: bool = False,
        rated: bool | None = None,
        labels: Mapping[str, str] | None = None,
        page_size: int = 0,
    ) -> AsyncIterator[match_pb2.Match]:
        """The public matches, the newest first, page by page as they are read.

        `statuses` leaves those with one of these, `joinable` those with an open seat, `rated` the
        rated ones or the others, `labels` those that have all of these.
        """
        page_token = ""
        while True:
            request = match_service_pb2.ListMatchesRequest(
                game=game,
                statuses=statuses,
                joinable=joinable,
                rated=rated,
                labels=labels,
                page_size=page_size,
                page_token=page_token,
            )
            page = await self._channel.call(self._channel.matches.ListMatches, request)
            for match in page.matches:
                yield match
            page_token = page.next_page_token
            if not page_token:
                return

    async def policies(self) -> Sequence[policy_pb2.PolicySpec]:
        """The built-in policies and their parameters."""
        policies: list[policy_pb2.PolicySpec] = []
        page_token = ""
        while True:
            request = simulation_service_pb2.ListPoliciesRequest(page_token=page_token)
            page = await self._channel.call(self._channel.simulation.ListPolicies, request)
            policies += page.policies
            page_token = page.next_page_token
            if not page_token:
                return policies

    async def replay_record(
        self, record: record_pb2.MatchRecord, seat: int | None = None, *, names: bool | None = None
    ) -> Replay:
        """What a seat, or a spectator, saw of a recorded match."""
        sent = record_pb2.MatchRecord()
        sent.CopyFrom(record)
        # The service does not look at the proof, which is most of a record.
        sent.ClearField("proof")
        updates: list[match_pb2.Update] = []
        setup = None
        while True:
            request = record_service_pb2.ReplayRecordRequest(
                record=sent, seat=seat, after_revision=updates[-1].revision if updates else 0
            )
            page = await self._channel.call(
                self._channel.records.ReplayRecord, request, names=names
            )
            updates += page.updates
            setup = page.setup if page.HasField("setup") else setup
            if not page.updates or updates[-1].revision >= page.revision:
                return Replay(updates, setup)

    async def verify_record(
        self,
        record: record_pb2.MatchRecord,
        *,
        commitment: bytes = b"",
        receipts: Iterable[tuple[int | None, match_pb2.Receipt]] = (),
    ) -> record_service_pb2.VerifyRecordResponse:
        """Whether a record is what its proof says, and point by point why not.

        `commitment` and `receipts` are what the caller kept: the match's commitment, and receipts
        with the seats that got them (None: a caller without a seat). A program that trusts no
        server verifies with `intrigue verify`.
        """
        request = record_service_pb2.VerifyRecordRequest(
            record=record,
            commitment=commitment,
            receipts=[
                record_service_pb2.NotedReceipt(seat=seat, receipt=receipt)
                for seat, receipt in receipts
            ],
        )
        return await self._channel.call(self._channel.records.VerifyRecord, request)

    async def simulate(
        self,
        game: str,
        policies: Sequence[str],
        games: int,
        *,
        options: Options | None = None,
        seed: bytes = b"",
        rotate: bool = True,
        first_match: int = 0,
        token: str | None = None,
        on_progress: Callable[[simulation_service_pb2.SimulationProgress], None] | None = None,
    ) -> simulation_pb2.SimulationSummary:
        """Has the service play matches between policies, one policy per seat.

        With `rotate` policies change seats from match to match. The same `seed` (32 bytes) gives
        the same summary; without one the summary says which was drawn. `on_progress` is called
        about once a second. A simulation that takes more time than the service gives ends early:
        `stop_reason` of the summary says so, and another one continues it from `first_match`. Some
        services want their operator's `token`.
        """
        plain, documents, seat_count = split_settings(options)
        if seat_count not in {0, len(policies)}:
            raise ValueError(f"options: {seat_count} seats, but {len(policies)} policies")
        task = simulation_pb2.SimulationTask(
            game=game,
            options=plain,
            documents=documents,
            policies=[parse_policy(policy) for policy in policies],
            match_count=games,
            seed=seed,
            rotate=rotate,
            first_match=first_match,
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
        plain, documents, seat_count = split_settings(options)
        settings = simulation_service_pb2.BatchSettings(
            game=game,
            options=plain,
            documents=documents,
            seat_count=seat_count,
            lane_count=lanes,
            seed=seed_bytes(seed),
            policies=[
                parse_policy(policy) if policy else policy_pb2.Policy() for policy in policies or ()
            ],
            rotate=rotate,
            features=features,
        )
        return await open_batch(self._channel, settings, token)

    async def analyze(
        self,
        view: match_pb2.View,
        policy: str = "",
        *,
        setup: game_view_pb2.GameSetup | None = None,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_pb2.Analysis:
        """What each choice of a view's prompt is worth, judged from the view alone.

        The view of a game that has a setup takes the `setup` of its match.
        """
        request = simulation_service_pb2.AnalyzeRequest(
            view=view, policy=parse_policy(policy) if policy else None, seed=seed, setup=setup
        )
        return (
            await self._channel.call(self._channel.simulation.Analyze, request, token=token)
        ).analysis

    async def sample_worlds(
        self,
        view: match_pb2.View,
        count: int = 1,
        *,
        setup: game_view_pb2.GameSetup | None = None,
        seed: bytes = b"",
        token: str | None = None,
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit a view, with the seed from which they are dealt.

        The view of a game that has a setup takes the `setup` of its match.
        """
        request = simulation_service_pb2.SampleWorldsRequest(
            view=view, count=count, seed=seed, setup=setup
        )
        return await self._channel.call(self._channel.simulation.SampleWorlds, request, token=token)
