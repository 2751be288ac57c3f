"""What can be done in a match with one token, or with none."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from intrigue_proto.v1 import (
    match_pb2,
    match_service_pb2,
    simulation_pb2,
    simulation_service_pb2,
)
from intrigue_proto.v1.game_pb2 import Action
from intrigue_sdk.handle_state import HandleState
from intrigue_sdk.seating import new_entropy
from intrigue_sdk.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue_sdk.service_channel import ServiceChannel

Choice: TypeAlias = int | str | Action
"""An action by its id, in notation, or as a prompt lists it."""


def new_request_id() -> str:
    """An id under which a request is carried out once, however often it is sent."""
    return uuid.uuid4().hex


class Spectator:
    """Spectates a match. Also what every other handle can do.

    Texts call seats by number. With `names` they call them by the names that the seats have now,
    for people to read; a bot that does not ask for them never reads a name that a rival chose.
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

    async def view(self, *, names: bool = False) -> match_pb2.View:
        """All that this viewer may know now, with its prompt if it owes a decision.

        It is never older than what this handle has seen, whichever server answers.
        """
        request = match_service_pb2.GetViewRequest(
            match_id=self._match_id, after_revision=self._state.revision, names=names
        )
        answer = await self._channel.call(self._channel.matches.GetView, request, token=self._token)
        self._state.update_revision(answer.view.revision)
        if answer.HasField("clock"):
            self._state.clock = answer.clock
        return answer.view

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

    async def record(self, *, names: bool = False) -> match_service_pb2.GetRecordResponse:
        """The `record` of a finished match; of a running one the `updates` of this viewer."""
        request = match_service_pb2.GetRecordRequest(match_id=self._match_id, names=names)
        return await self._channel.call(self._channel.matches.GetRecord, request, token=self._token)

    async def rotate_token(self) -> str:
        """Replaces the token of this handle; the old one is void at once.

        Made only once: if the answer is lost, `Unavailable` is raised and it is not known whether
        the old token still works.
        """
        request = match_service_pb2.RotateTokenRequest()
        async with self._rotation:
            answer = await self._channel.call(
                self._channel.matches.RotateToken, request, token=self._token, repeatable=False
            )
            self._token = answer.token
        return answer.token

    async def revoke_token(self) -> None:
        """Makes the token of this handle void. Made only once, like `rotate_token`."""
        request = match_service_pb2.RevokeTokenRequest()
        method = self._channel.matches.RevokeToken
        await self._channel.call(method, request, token=self._token, repeatable=False)

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
        names: bool = False,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it. The action is stored when this returns.

        With `expected_revision`, the revision of the view that was decided on, a decision that
        comes too late raises `Stale` instead of meaning something else.
        """
        request = match_service_pb2.ActRequest(
            match_id=self._match_id,
            expected_revision=expected_revision,
            request_id=request_id or new_request_id(),
            names=names,
        )
        _name_action(request, action)
        answer = await self._channel.call(self._channel.matches.Act, request, token=self._token)
        return self._finish_action(answer)

    async def explain(
        self, action: Choice, *, names: bool = False
    ) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now, and by which clause not."""
        request = match_service_pb2.ExplainRequest(match_id=self._match_id, names=names)
        _name_action(request, action)
        return await self._channel.call(self._channel.matches.Explain, request, token=self._token)

    async def analyze(self, policy: str = "", *, seed: bytes = b"") -> simulation_pb2.Analysis:
        """What each choice of the seat's prompt is worth, judged from its view alone.

        The same view, policy and `seed` (32 bytes) give the same analysis. Refused in rated
        matches.
        """
        request = simulation_service_pb2.AnalyzeRequest(
            match_id=self._match_id, policy=policy, seed=seed
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
        self, *, request_id: str | None = None, names: bool = False
    ) -> match_pb2.Update:
        """Gives the match up."""
        request = match_service_pb2.ResignRequest(
            match_id=self._match_id, request_id=request_id or new_request_id(), names=names
        )
        answer = await self._channel.call(self._channel.matches.Resign, request, token=self._token)
        return self._finish_action(answer)

    async def set_ready(self, ready: bool = True) -> match_pb2.Match:
        """Says whether the seat is ready to begin, in a match with a ready check."""
        request = match_service_pb2.SetReadyRequest(match_id=self._match_id, ready=ready)
        answer = await self._channel.call(
            self._channel.matches.SetReady, request, token=self._token
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def rematch(self, *, entropy: bytes | None = None) -> SeatHandle:
        """Asks for the next match of the same company, and returns this player's seat in it.

        Seats move on by one. The match begins when every seat has asked; policies always have.
        """
        request = match_service_pb2.RematchRequest(
            match_id=self._match_id, entropy=new_entropy() if entropy is None else entropy
        )
        answer = await self._channel.call(self._channel.matches.Rematch, request, token=self._token)
        held = answer.credential
        return SeatHandle(self._channel, answer.match.id, held.seat, held.token, answer.receipt)

    def _finish_action(
        self, answer: match_service_pb2.ActResponse | match_service_pb2.ResignResponse
    ) -> match_pb2.Update:
        self._state.update_revision(answer.revision)
        self._state.update_receipt(answer.receipt)
        if self._action_receipt is None or answer.receipt.revision >= self._action_receipt.revision:
            self._action_receipt = answer.receipt
        return answer.update


class Host(Spectator):
    """Looks after a match that it created."""

    async def abort(self) -> match_pb2.Match:
        """Ends the match without an outcome; aborting it again changes nothing."""
        request = match_service_pb2.AbortMatchRequest(match_id=self._match_id)
        answer = await self._channel.call(
            self._channel.matches.AbortMatch, request, token=self._token
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def replace_seat(self, seat: int, policy: str = "") -> match_pb2.Match:
        """Gives a seat to a built-in policy, or opens it again; its token is void.

        Opening a seat is never repeated, because the seat may be taken again by then.
        """
        request = match_service_pb2.ReplaceSeatRequest(
            match_id=self._match_id, seat=seat, policy=policy
        )
        answer = await self._channel.call(
            self._channel.matches.ReplaceSeat, request, token=self._token, repeatable=bool(policy)
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def add_bots(self, policy: str = "random", count: int = 0) -> match_pb2.Match:
        """Gives open seats to a built-in policy, the lowest first; 0: all of them.

        Made only once: the service could not tell a repeated request from a second one.
        """
        request = match_service_pb2.AddBotsRequest(
            match_id=self._match_id, policy=policy, count=count
        )
        answer = await self._channel.call(
            self._channel.matches.AddBots, request, token=self._token, repeatable=False
        )
        self._state.update_receipt(answer.receipt)
        return answer.match

    async def revoke_seat(self, seat: int) -> None:
        """Makes the token of a seat void; the seat stays taken."""
        await self._revoke(match_service_pb2.RevokeTokenRequest(seat=seat))

    async def revoke_spectators(self) -> None:
        """Makes the spectators' token void."""
        await self._revoke(match_service_pb2.RevokeTokenRequest(spectators=True))

    async def rematch(self) -> Host:
        """The host of the next match of the same company. Seats still ask for themselves."""
        request = match_service_pb2.RematchRequest(match_id=self._match_id)
        answer = await self._channel.call(self._channel.matches.Rematch, request, token=self._token)
        return Host(self._channel, answer.match.id, answer.host_token, answer.receipt)

    async def _revoke(self, request: match_service_pb2.RevokeTokenRequest) -> None:
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
