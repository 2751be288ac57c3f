"""MatchService: each method reads its request, asks the registry, and frames the answer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import grpc

from intrigue.matches import (
    ClockUpdate,
    JoinRequest,
    Snapshot,
    validation,
)
from intrigue.rpc import frames, messages
from intrigue.rpc.bearer import token_of
from intrigue.store import Role
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.matches import Heartbeat, Matches
    from intrigue.matches.live_match import ActionResult, LiveMatch
    from intrigue.rpc.routes import Routes

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["MatchService"]

# Looked up once: these are needed for every call.
_VIEW = pb.GetViewResponse.VIEW_FIELD_NUMBER
_REVISION = pb.ActResponse.REVISION_FIELD_NUMBER
_UPDATE = pb.ActResponse.UPDATE_FIELD_NUMBER
_RECEIPT = pb.ActResponse.RECEIPT_FIELD_NUMBER
_HEAD = match_pb2.Receipt.HEAD_FIELD_NUMBER
_PROMPT = match_pb2.View.PROMPT_FIELD_NUMBER
_PROMPT_DEADLINE = match_pb2.Prompt.DEADLINE_FIELD_NUMBER
_PROOF = match_pb2.Record.PROOF_FIELD_NUMBER


class MatchService:
    """Matches, over the wire. Methods that answer in the core's bytes return bytes."""

    def __init__(self, matches: Matches) -> None:
        self._access = matches.access
        self._registry = matches.registry
        self._creator = matches.creator
        self._seat_admin = matches.seat_admin
        self._list = matches.list

    def add_to(self, routes: Routes) -> None:
        """Registers every method. Without a serializer, what a method returns is sent as it is."""
        method, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
        routes.add_service(
            DESCRIPTOR,
            {
                "CreateMatch": method(
                    self.create_match,
                    pb.CreateMatchRequest.FromString,
                    pb.CreateMatchResponse.SerializeToString,
                ),
                "JoinMatch": method(
                    self.join_match,
                    pb.JoinMatchRequest.FromString,
                    pb.JoinMatchResponse.SerializeToString,
                ),
                "GetMatch": method(
                    self.get_match,
                    pb.GetMatchRequest.FromString,
                    pb.GetMatchResponse.SerializeToString,
                ),
                "ListMatches": method(
                    self.list_matches,
                    pb.ListMatchesRequest.FromString,
                    pb.ListMatchesResponse.SerializeToString,
                ),
                "AbortMatch": method(
                    self.abort_match,
                    pb.AbortMatchRequest.FromString,
                    pb.AbortMatchResponse.SerializeToString,
                ),
                "SetReady": method(
                    self.set_ready,
                    pb.SetReadyRequest.FromString,
                    pb.SetReadyResponse.SerializeToString,
                ),
                "ReplaceSeat": method(
                    self.replace_seat,
                    pb.ReplaceSeatRequest.FromString,
                    pb.ReplaceSeatResponse.SerializeToString,
                ),
                "AddBots": method(
                    self.add_bots,
                    pb.AddBotsRequest.FromString,
                    pb.AddBotsResponse.SerializeToString,
                ),
                "Rematch": method(
                    self.rematch,
                    pb.RematchRequest.FromString,
                    pb.RematchResponse.SerializeToString,
                ),
                "RevokeToken": method(
                    self.revoke_token,
                    pb.RevokeTokenRequest.FromString,
                    pb.RevokeTokenResponse.SerializeToString,
                ),
                "RotateToken": method(
                    self.rotate_token,
                    pb.RotateTokenRequest.FromString,
                    pb.RotateTokenResponse.SerializeToString,
                ),
                "GetView": method(self.get_view, pb.GetViewRequest.FromString),
                "Act": method(self.act, pb.ActRequest.FromString),
                "Resign": method(self.resign, pb.ResignRequest.FromString),
                "Explain": method(self.explain, pb.ExplainRequest.FromString),
                "GetRecord": method(self.get_record, pb.GetRecordRequest.FromString),
                "Watch": stream(self.watch, pb.WatchRequest.FromString),
            },
        )

    async def create_match(
        self, request: pb.CreateMatchRequest, context: Any
    ) -> pb.CreateMatchResponse:
        """Makes a match. A token is not needed, but one that is given must hold."""
        await self._access.check_token(token_of(context))
        return messages.created_match(await self._creator.create(messages.proposal(request)))

    async def join_match(self, request: pb.JoinMatchRequest, context: Any) -> pb.JoinMatchResponse:
        """Takes an open seat; in a private match with a code or one of its tokens."""
        match_id, invited = await self._invited(request.match_id, request.invitation_code)
        snapshot, receipt, credential = await self._creator.join(
            match_id,
            token_of(context),
            JoinRequest(
                request.seat if request.HasField("seat") else None, request.name, request.entropy
            ),
            request.request_id,
            invited=invited,
        )
        return pb.JoinMatchResponse(
            match=messages.match(snapshot),
            credential=messages.credential(credential),
            receipt=messages.receipt(receipt),
        )

    async def get_match(self, request: pb.GetMatchRequest, context: Any) -> pb.GetMatchResponse:
        """What anyone may know of a match."""
        match_id, invited = await self._invited(request.match_id, request.invitation_code)
        live, _ = await self._access.open(match_id, token_of(context), invited=invited)
        return pb.GetMatchResponse(match=messages.match(live.snapshot()))

    async def list_matches(
        self, request: pb.ListMatchesRequest, context: Any
    ) -> pb.ListMatchesResponse:
        """Public matches, the newest first; for the operator private ones too."""
        operator = await self._access.check_token(token_of(context))
        page, next_page_token = await self._list.page(
            messages.filter_asked(request, operator=operator),
            request.page_size,
            request.page_token,
        )
        return pb.ListMatchesResponse(
            matches=[messages.match(snapshot) for snapshot in page],
            next_page_token=next_page_token,
        )

    async def abort_match(
        self, request: pb.AbortMatchRequest, context: Any
    ) -> pb.AbortMatchResponse:
        """Ends a match without an outcome."""
        live = await self._seat_admin.abort(request.match_id, token_of(context))
        return pb.AbortMatchResponse(**_told(live))

    async def set_ready(self, request: pb.SetReadyRequest, context: Any) -> pb.SetReadyResponse:
        """Says whether the caller's seat is ready to begin."""
        token = token_of(context)
        live = await self._seat_admin.set_ready(request.match_id, token, ready=request.ready)
        return pb.SetReadyResponse(**_told(live))

    async def replace_seat(
        self, request: pb.ReplaceSeatRequest, context: Any
    ) -> pb.ReplaceSeatResponse:
        """Opens a seat, or gives it to a policy."""
        live = await self._seat_admin.replace(
            request.match_id, token_of(context), request.seat, request.policy
        )
        return pb.ReplaceSeatResponse(**_told(live))

    async def add_bots(self, request: pb.AddBotsRequest, context: Any) -> pb.AddBotsResponse:
        """Gives open seats to a policy."""
        live = await self._seat_admin.add_bots(
            request.match_id, token_of(context), request.policy, request.count
        )
        return pb.AddBotsResponse(**_told(live))

    async def rematch(self, request: pb.RematchRequest, context: Any) -> pb.RematchResponse:
        """The next match of the same players."""
        rematch = await self._creator.rematch(request.match_id, token_of(context), request.entropy)
        held = rematch.credential
        return pb.RematchResponse(
            match=messages.match(rematch.snapshot),
            credential=None if held is None else messages.credential(held),
            host_token=rematch.host_token,
            receipt=messages.receipt(rematch.receipt),
        )

    async def revoke_token(
        self, request: pb.RevokeTokenRequest, context: Any
    ) -> pb.RevokeTokenResponse:
        """Makes a token void."""
        whose = request.WhichOneof("whose")
        role, seat = None, None
        if whose == "seat":
            role, seat = Role.SEAT, request.seat
        elif whose == "spectators":
            role = Role.SPECTATOR
        await self._access.revoke_token(token_of(context), role, seat)
        return pb.RevokeTokenResponse()

    async def rotate_token(
        self, _request: pb.RotateTokenRequest, context: Any
    ) -> pb.RotateTokenResponse:
        """Replaces the caller's token."""
        return pb.RotateTokenResponse(token=await self._access.rotate_token(token_of(context)))

    async def get_view(self, request: pb.GetViewRequest, context: Any) -> bytes:
        """A GetViewResponse."""
        live, seat = await self._access.viewer(request.match_id, token_of(context))
        after = request.after_revision
        after = validation.number("after_revision", after) if after else 0
        view = await live.view(seat, after, names=request.names)
        if live.log.durable.times is None:
            return frames.message(_VIEW, view)
        clock = messages.clock(live, live.log.durable, seat)
        return frames.message(_VIEW, view + _deadline(clock, seat)) + frames.message(
            pb.GetViewResponse.CLOCK_FIELD_NUMBER, clock.SerializeToString()
        )

    async def act(self, request: pb.ActRequest, context: Any) -> bytes:
        """An ActResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            validation.text("notation", choice)
        expected = None
        if request.HasField("expected_revision"):
            expected = validation.number("expected_revision", request.expected_revision)
        request_id = validation.request_id(request.request_id)
        live, seat = await self._access.seat(request.match_id, token_of(context))
        return _acted(await live.act(seat, choice, expected, request_id, names=request.names))

    async def resign(self, request: pb.ResignRequest, context: Any) -> bytes:
        """A ResignResponse, which has the shape of an ActResponse."""
        request_id = validation.request_id(request.request_id)
        live, seat = await self._access.seat(request.match_id, token_of(context))
        return _acted(await live.resign(seat, request_id, names=request.names))

    async def explain(self, request: pb.ExplainRequest, context: Any) -> bytes:
        """An ExplainResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            validation.text("notation", choice)
        live, seat = await self._access.seat(request.match_id, token_of(context))
        return await live.explain(seat, choice, names=request.names)

    async def get_record(self, request: pb.GetRecordRequest, context: Any) -> bytes:
        """A GetRecordResponse."""
        live, seat = await self._access.viewer(request.match_id, token_of(context))
        record = await live.record()
        if record is not None:
            proof = messages.proof_of(await self._registry.stored(request.match_id))
            whole = record + frames.message(_PROOF, proof.SerializeToString())
            return frames.message(pb.GetRecordResponse.RECORD_FIELD_NUMBER, whole)
        updates = await live.updates(seat, names=request.names)
        return b"".join(
            frames.message(pb.GetRecordResponse.UPDATES_FIELD_NUMBER, update) for update in updates
        )

    async def watch(self, request: pb.WatchRequest, context: Any) -> None:
        """A stream of WatchResponses.

        It writes by itself, rather than being a generator, so that a reader that takes nothing
        can be closed while a write to it is stuck.
        """
        watcher = await self._access.watch(
            request.match_id,
            token_of(context),
            after=request.after_revision,
            include_view=request.include_view,
            names=request.names,
        )
        try:
            async for content in watcher.follow():
                await context.write(_watched(content))
        except asyncio.CancelledError:
            if watcher.error is None:
                raise
            if (task := asyncio.current_task()) is not None:
                task.uncancel()
            raise watcher.error from None
        finally:
            watcher.leave()

    async def _invited(self, match_id: str, code: str) -> tuple[str, bool]:
        """The match that a caller means, and whether it has an invitation to it."""
        if not code:
            return match_id, False
        return await self._access.match_of_invitation(
            match_id, validation.text("invitation_code", code)
        ), True


def _told(live: LiveMatch) -> dict[str, Any]:
    """What one is told who has changed something about a match."""
    return {
        "match": messages.match(live.snapshot()),
        "receipt": messages.receipt(live.receipt()),
    }


def _acted(acted: ActionResult) -> bytes:
    (revision, head), update = acted
    number = frames.number(_REVISION, revision)
    # A Receipt has the revision under the same number, and the head after it.
    receipt = number + frames.message(_HEAD, head)
    return number + frames.message(_UPDATE, update) + frames.message(_RECEIPT, receipt)


def _deadline(clock: match_pb2.Clock, seat: int | None) -> bytes:
    """What to append to a View so that its prompt, if it has one, says when time is up.

    A message that comes twice in protobuf is merged, so nothing has to be parsed.
    """
    if seat is None or not clock.seats[seat].HasField("deadline"):
        return b""
    deadline = clock.seats[seat].deadline.SerializeToString()
    return frames.message(_PROMPT, frames.message(_PROMPT_DEADLINE, deadline))


def _watched(content: Snapshot | bytes | Heartbeat | ClockUpdate) -> bytes:
    if isinstance(content, bytes):
        return frames.message(pb.WatchResponse.UPDATE_FIELD_NUMBER, content)
    if isinstance(content, Snapshot):
        return pb.WatchResponse(match=messages.match(content)).SerializeToString()
    if isinstance(content, ClockUpdate):
        clock = messages.clock(content.live, content.version, content.viewer)
        return pb.WatchResponse(clock=clock).SerializeToString()
    now = messages.timestamp(time.time_ns())
    return pb.WatchResponse(heartbeat=pb.Heartbeat(time=now)).SerializeToString()
