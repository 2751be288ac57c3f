"""What can be done in a match with one token, or with none."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import grpc.aio

from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_proto.v1.game_pb2 import Action
from intrigue_sdk.errors import from_rpc
from intrigue_sdk.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue_sdk.wire import Wire

Choice: TypeAlias = int | str | Action
"""An action by its id, in notation, or as a prompt lists it."""


def fresh_request_id() -> str:
    """An id under which a request is carried out once, however often it is sent."""
    return uuid.uuid4().hex


class Spectator:
    """Looks on. Also what every other handle can do."""

    def __init__(self, wire: Wire, match_id: str, token: str | None = None) -> None:
        self._wire = wire
        self._match_id = match_id
        self._token = token
        self._rotation = asyncio.Lock()

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self._match_id

    @property
    def token(self) -> str | None:
        """The token that decides who looks and acts. Whoever has it is this viewer."""
        return self._token

    async def match(self) -> match_pb2.Match:
        """What anyone may know of the match: seats, names, status, outcome."""
        request = match_service_pb2.GetMatchRequest(match_id=self._match_id)
        answer = await self._wire.call(self._wire.matches.GetMatch, request, token=self._token)
        return answer.match

    async def view(self) -> match_pb2.View:
        """All that this viewer may know now, with its prompt if it owes a decision."""
        request = match_service_pb2.GetViewRequest(match_id=self._match_id)
        answer = await self._wire.call(self._wire.matches.GetView, request, token=self._token)
        return answer.view

    def watch(
        self,
        after: int = 0,
        *,
        include_view: bool = True,
        on_match: Callable[[match_pb2.Match], None] | None = None,
    ) -> Watch:
        """The updates after a revision, then each new one as it happens.

        `on_match` is called when seats are taken or the match changes its status.
        """
        return Watch(
            self._wire,
            self._match_id,
            self._settled_token,
            after=after,
            include_view=include_view,
            on_match=on_match,
        )

    async def record(self) -> match_service_pb2.GetRecordResponse:
        """The `record` of a finished match; of a running one the `updates` of this viewer."""
        request = match_service_pb2.GetRecordRequest(match_id=self._match_id)
        return await self._wire.call(self._wire.matches.GetRecord, request, token=self._token)

    async def rotate_token(self) -> str:
        """Replaces the token of this handle; the old one is void at once.

        Made only once: if the answer is lost, `Unavailable` is raised and it is not known whether
        the old token still works.
        """
        request = match_service_pb2.RotateTokenRequest()
        async with self._rotation:
            try:
                answer = await self._wire.call_once(
                    self._wire.matches.RotateToken, request, token=self._token
                )
            except grpc.aio.AioRpcError as fault:
                raise from_rpc(fault) from None
            self._token = answer.token
        return answer.token

    async def _settled_token(self) -> str | None:
        """The token, once a rotation that is under way has ended."""
        async with self._rotation:
            return self._token


class SeatHandle(Spectator):
    """Plays a seat."""

    def __init__(self, wire: Wire, match_id: str, seat: int, token: str) -> None:
        super().__init__(wire, match_id, token)
        self._seat = seat
        self._receipt: match_pb2.Receipt | None = None

    @property
    def seat(self) -> int:
        """The number of the seat."""
        return self._seat

    @property
    def receipt(self) -> match_pb2.Receipt | None:
        """The last receipt for a deed of this handle; None before its first. The record of the
        finished match is held against it.
        """
        return self._receipt

    async def act(
        self,
        action: Choice,
        *,
        expected_revision: int | None = None,
        request_id: str | None = None,
    ) -> match_pb2.Update:
        """Acts, and returns what the seat saw of it. The action is stored when this returns.

        With `expected_revision`, the revision of the view that was decided on, a decision that
        comes too late raises `Stale` instead of meaning something else.
        """
        request = match_service_pb2.ActRequest(
            match_id=self._match_id,
            expected_revision=expected_revision,
            request_id=request_id or fresh_request_id(),
        )
        _name_action(request, action)
        answer = await self._wire.call(self._wire.matches.Act, request, token=self._token)
        self._keep(answer.receipt)
        return answer.update

    async def explain(self, action: Choice) -> match_service_pb2.ExplainResponse:
        """Whether an action would be legal now, and by which clause not."""
        request = match_service_pb2.ExplainRequest(match_id=self._match_id)
        _name_action(request, action)
        return await self._wire.call(self._wire.matches.Explain, request, token=self._token)

    async def resign(self, *, request_id: str | None = None) -> match_pb2.Update:
        """Gives the match up."""
        request = match_service_pb2.ResignRequest(
            match_id=self._match_id, request_id=request_id or fresh_request_id()
        )
        answer = await self._wire.call(self._wire.matches.Resign, request, token=self._token)
        self._keep(answer.receipt)
        return answer.update

    def _keep(self, receipt: match_pb2.Receipt) -> None:
        if receipt.head and (self._receipt is None or receipt.revision >= self._receipt.revision):
            self._receipt = receipt


class Host(Spectator):
    """Looks after a match that it created."""

    async def abort(self) -> match_pb2.Match:
        """Ends the match without an outcome; aborting it again changes nothing."""
        request = match_service_pb2.AbortMatchRequest(match_id=self._match_id)
        answer = await self._wire.call(self._wire.matches.AbortMatch, request, token=self._token)
        return answer.match


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
