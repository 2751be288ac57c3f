"""What can be done in a match with one token, or with none."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import (
    game_view_pb2,
    match_pb2,
    match_service_pb2,
    record_pb2,
    record_service_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_proto.v1.game_pb2 import GameAction
from intrigue_sdk.errors import Unauthenticated
from intrigue_sdk.handle_state import HandleState
from intrigue_sdk.seating import seat_entropy
from intrigue_sdk.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import timedelta

    from intrigue_sdk.service_channel import ServiceChannel

Choice: TypeAlias = int | str | GameAction
"""An action by its id, in notation, or as a prompt lists it."""


def new_request_id() -> str:
    """An id under which a request is carried out once, however often it is sent."""
    return uuid.uuid4().hex


class Spectator:
    """Spectates a match. Also what every other handle can do.

    Texts call seats by number, or by the names that the seats have now: `names` says which; without
    it, what the client was opened with. Names are for people to read. A bot that does not ask for
    them never reads a name that a rival chose.
    """

    def __init__(
        self,
        channel: ServiceChannel,
        match_id: str,
        token: str | None = None,
        receipt: match_pb2.Receipt | None = None,
    ) -> None:
        self._channel = channel
        self._match_id = match_id
        self._token = token
        self._state = HandleState(receipt)
        self._rotation = asyncio.Lock()

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self._match_id

    @property
    def token(self) -> str | None:
        """The token that authenticates this viewer. It is a secret."""
        return self._token

    @property
    def revision(self) -> int:
        """The newest revision that this handle has seen; `view` never shows an older one."""
        return self._state.revision

    @property
    def clock(self) -> match_pb2.Clock | None:
        """The clock of all seats, as a view or a watch of this handle last received it."""
        return self._state.clock

    @property
    def setup(self) -> game_view_pb2.GameSetup | None:
        """What does not change in the match, once `watch` or `get_setup` has received it; None
        before, and for games that have no setup.
        """
        return self._state.setup

    @property
    def receipt(self) -> match_pb2.Receipt | None:
        """The last receipt: it shows later that the service once had this log."""
        return self._state.receipt

    async def match(self) -> match_pb2.Match:
        """What anyone may know of the match: seats, names, status, outcome."""
        request = match_service_pb2.GetMatchRequest(match_id=self._match_id)
        answer = await self._channel.call(
            self._channel.matches.GetMatch, request, token=self._token
        )
        return answer.match

    async def get_setup(self) -> game_view_pb2.GameSetup | None:
        """What does not change in the match, such as a map; None for games that have no setup.

        It is fetched once, and kept.
        """
        if self._state.setup is None:
            request = match_service_pb2.GetSetupRequest(match_id=self._match_id)
            method = self._channel.matches.GetSetup
            answer = await self._channel.call(method, request, token=self._token)
            if answer.setup.WhichOneof("kind") is not None:
                self._state.setup = answer.setup
        return self._state.setup

    async def view(self, *, names: bool | None = None) -> match_pb2.View:
        """All that this viewer may know now, with its prompt if it owes a decision.

        It is never older than what this handle has seen, whichever server answers.
        """
        request = match_service_pb2.GetViewRequest(
            match_id=self._match_id, after_revision=self._state.revision
        )
        answer = await self._channel.call(
            self._channel.matches.GetView, request, token=self._token, names=names
        )
        self._state.update_revision(answer.view.revision)
        if answer.HasField("clock"):
            self._state.update_clock(answer.clock)
        return answer.view

    async def list_updates(
        self,
        after: int = 0,
        *,
        wait: timedelta | float = 0.0,
        include_view: bool = False,
        names: bool | None = None,
    ) -> list[match_pb2.Update]:
        """The updates after a revision, for clients that can't use `watch`.

        If there is none yet, the service waits for one, at most this long: a timedelta or seconds.
        """
        updates: list[match_pb2.Update] = []
        seconds = wait if isinstance(wait, int | float) else wait.total_seconds()
        while True:
            request = match_service_pb2.ListUpdatesRequest(
                match_id=self._match_id,
                after_revision=updates[-1].revision if updates else after,
                include_view=include_view,
            )
            if seconds:
                request.wait.FromMilliseconds(round(seconds * 1000))
            method = self._channel.matches.ListUpdates
            page = await self._channel.call(
                method, request, token=self._token, names=names, wait=seconds
            )
            updates += page.updates
            if page.HasField("clock"):
                self._state.update_clock(page.clock)
            # A page may end early; only the first one waits.
            seconds = 0.0
            if not page.updates or updates[-1].revision >= page.revision:
                self._state.update_revision(page.revision)
                return updates

    def watch(
        self,
        after: int = 0,
        *,
        include_view: bool = True,
        names: bool | None = None,
        on_match: Callable[[match_pb2.Match], None] | None = None,
        on_clock: Callable[[match_pb2.Clock], None] | None = None,
    ) -> Watch:
        """The updates after a revision, then each new one as it happens.

        `on_match` is called when seats are taken or the match changes its status, `on_clock`
        when the time of a seat has changed, in a match with a clock.
        """
        return Watch(
            self._channel,
            self._match_id,
            self._token_after_rotation,
            after=after,
            include_view=include_view,
            names=names,
            on_match=on_match,
            on_clock=on_clock,
            state=self._state,
        )

    async def get_record(self) -> record_pb2.MatchRecord:
        """The record of the finished match, with its proof."""
        record = record_pb2.MatchRecord()
        page_token = ""
        while True:
            request = record_service_pb2.GetRecordRequest(
                match_id=self._match_id, page_token=page_token
            )
            method = self._channel.records.GetRecord
            page = await self._channel.call(method, request, token=self._token)
            record.MergeFrom(page.record)
            page_token = page.next_page_token
            if not page_token:
                return record

    async def rotate_token(self, *, request_id: str | None = None) -> str:
        """Replaces the token of this handle; the old one is void."""
        request = match_service_pb2.RotateTokenRequest(request_id=request_id or new_request_id())
        async with self._rotation:
            answer = await self._channel.call(
                self._channel.matches.RotateToken, request, token=self._token
            )
            self._token = answer.token
        return answer.token

    async def revoke_token(self) -> None:
        """Makes the token of this handle void."""
        request = match_service_pb2.RevokeTokenRequest(
            own=match_service_pb2.OwnToken(), request_id=new_request_id()
        )
        try:
            await self._channel.call(self._channel.matches.RevokeToken, request, token=self._token)
        except Unauthenticated as error:
            # The first attempt has made it void, and only its answer was lost.
            if error.attempts == 1:
                raise

    async def _token_after_rotation(self) -> str | None:
        """The token, once a rotation that is under way has ended."""
        async with self._rotation:
            return self._token


class SeatHandle(Spectator):
    """Plays a seat."""

    def __init__(
        self,
        channel: ServiceChannel,
        match_id: str,
        seat: int,
        token: str,
        receipt: match_pb2.Receipt | None = None,
    ) -> None:
        super().__init__(channel, match_id, token, receipt)
        self._seat = seat
        self._action_receipt: match_pb2.Receipt | None = None

    @property
    def seat(self) -> int:
        """The number of the seat."""
        return self._seat

    def time_left(self) -> timedelta | None:
        """How long the seat still has for its decision, by the last clock that was received; None
        if it is not on the clock.
        """
        return self._state.time_left(self._seat)

    @property
    def action_receipt(self) -> match_pb2.Receipt | None:
        """The last receipt for an action or the resignation of this seat."""
        return self._action_receipt

    async def act(
        self,
        action: Choice,
        *,
        expected_revision: int | None = None,
        request_id: str | None = None,
        names: bool | None = None,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it. The action is stored when this returns.

        With `expected_revision`, the revision of the view that was decided on, a decision that
        comes too late raises `Stale` instead of meaning something else.
        """
        request = match_service_pb2.ActRequest(
            match_id=self._match_id,
            expected_revision=expected_revision,
            request_id=request_id or new_request_id(),
        )
        _name_action(request, action)
        answer = await self._channel.call(
            self._channel.matches.Act, request, token=self._token, names=names
        )
        return self._finish_action(answer)

    async def explain(
        self, action: Choice, *, names: bool | None = None
    ) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now; if not, `refusal` says why."""
        request = match_service_pb2.ExplainRequest(match_id=self._match_id)
        _name_action(request, action)
        return await self._channel.call(
            self._channel.matches.Explain, request, token=self._token, names=names
        )

    async def analyze(self, policy: str = "", *, seed: bytes = b"") -> simulation_pb2.Analysis:
        """What each choice of the seat's prompt is worth, judged from its view alone.

        The same view, policy and `seed` (32 bytes) give the same analysis. Refused in rated
        matches.
        """
        request = simulation_service_pb2.AnalyzeRequest(
            match_id=self._match_id, policy=parse_policy(policy) if policy else None, seed=seed
        )
        call = self._channel.simulation.Analyze
        return (await self._channel.call(call, request, token=self._token)).analysis

    async def sample_worlds(
        self, count: int = 1, *, seed: bytes = b""
    ) -> simulation_service_pb2.SampleWorldsResponse:
        """Worlds that fit what the seat knows. Refused in rated matches."""
        request = simulation_service_pb2.SampleWorldsRequest(
            match_id=self._match_id, count=count, seed=seed
        )
        return await self._channel.call(
            self._channel.simulation.SampleWorlds, request, token=self._token
        )

    async def resign(
        self, *, request_id: str | None = None, names: bool | None = None
    ) -> match_pb2.Update:
        """Gives the match up."""
        request = match_service_pb2.ResignRequest(
            match_id=self._match_id, request_id=request_id or new_request_id()
        )
        answer = await self._channel.call(
            self._channel.matches.Resign, request, token=self._token, names=names
        )
        return self._finish_action(answer)

    async def set_ready(
        self, ready: bool = True, *, request_id: str | None = None
    ) -> match_pb2.Match:
        """Says whether the seat is ready to begin, in a match with a ready check."""
        request = match_service_pb2.SetReadyRequest(
            match_id=self._match_id, ready=ready, request_id=request_id or new_request_id()
        )
        answer = await self._channel.call(
            self._channel.matches.SetReady, request, token=self._token
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def rematch(
        self, *, entropy: bytes | None = None, request_id: str | None = None
    ) -> SeatHandle:
        """Asks for the next match of the same players, and returns this player's seat in it.

        Seats move on by one. The match begins when every seat has asked; policies always have.
        """
        request = match_service_pb2.RematchRequest(
            match_id=self._match_id,
            entropy=seat_entropy(request_id) if entropy is None else entropy,
            request_id=request_id or new_request_id(),
        )
        answer = await self._channel.call(self._channel.matches.Rematch, request, token=self._token)
        held = answer.credential
        return SeatHandle(self._channel, answer.match.id, held.seat, held.token, answer.receipt)

    def _finish_action(
        self, answer: match_service_pb2.ActResponse | match_service_pb2.ResignResponse
    ) -> match_pb2.Update:
        self._state.update_answered(answer.update.revision)
        self._state.update_receipt(answer.receipt)
        if self._action_receipt is None or answer.receipt.revision >= self._action_receipt.revision:
            self._action_receipt = answer.receipt
        return answer.update


class Host(Spectator):
    """Looks after a match that it created."""

    async def abort(self, *, request_id: str | None = None) -> match_pb2.Match:
        """Ends the match without an outcome; aborting it again changes nothing."""
        request = match_service_pb2.AbortMatchRequest(
            match_id=self._match_id, request_id=request_id or new_request_id()
        )
        answer = await self._channel.call(
            self._channel.matches.AbortMatch, request, token=self._token
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def replace_seat(
        self, seat: int, policy: str = "", *, request_id: str | None = None
    ) -> match_pb2.Match:
        """Gives a seat to a built-in policy, or opens it again; its token is void."""
        request = match_service_pb2.ReplaceSeatRequest(
            match_id=self._match_id, seat=seat, request_id=request_id or new_request_id()
        )
        if policy:
            request.policy.policy.CopyFrom(parse_policy(policy))
        else:
            request.open.SetInParent()
        answer = await self._channel.call(
            self._channel.matches.ReplaceSeat, request, token=self._token
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def add_bots(
        self, policy: str = "random", count: int = 0, *, request_id: str | None = None
    ) -> match_pb2.Match:
        """Gives open seats to a built-in policy, the lowest first; 0: all of them."""
        request = match_service_pb2.AddBotsRequest(
            match_id=self._match_id,
            policy=parse_policy(policy),
            count=count,
            request_id=request_id or new_request_id(),
        )
        answer = await self._channel.call(self._channel.matches.AddBots, request, token=self._token)
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def revoke_seat(self, seat: int) -> None:
        """Makes the token of a seat void; the seat stays taken."""
        await self._revoke(match_service_pb2.RevokeTokenRequest(seat=seat))

    async def revoke_spectators(self) -> None:
        """Makes the spectators' token void."""
        await self._revoke(
            match_service_pb2.RevokeTokenRequest(spectators=match_service_pb2.SpectatorTokens())
        )

    async def rematch(self, *, request_id: str | None = None) -> Host:
        """The host of the next match of the same players. Seats still ask for themselves."""
        request = match_service_pb2.RematchRequest(
            match_id=self._match_id, request_id=request_id or new_request_id()
        )
        answer = await self._channel.call(self._channel.matches.Rematch, request, token=self._token)
        return Host(self._channel, answer.match.id, answer.host_token, answer.receipt)

    async def _revoke(self, request: match_service_pb2.RevokeTokenRequest) -> None:
        request.request_id = new_request_id()
        await self._channel.call(self._channel.matches.RevokeToken, request, token=self._token)


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A new match, and the handles that its creator got."""

    match: match_pb2.Match
    """The match as it was created."""
    host: Host
    spectator: Spectator
    """Looks on with a token that may be given away, also in a private match."""
    seats: Mapping[int, SeatHandle]
    """The seats that the creator took, by number."""
    invitation_code: str = ""
    """Private matches: all that is needed to join."""

    @property
    def id(self) -> str:
        """The id of the match."""
        return self.match.id


def _name_action(
    request: match_service_pb2.ActRequest | match_service_pb2.ExplainRequest, action: Choice
) -> None:
    if isinstance(action, str):
        request.notation = action
    elif isinstance(action, int):
        request.action_id = action
    else:
        request.action_id = action.id
