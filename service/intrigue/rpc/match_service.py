"""MatchService: each method reads its request, asks the registry, and frames the answer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import grpc

from intrigue.matches import (
    CaughtUp,
    ClockUpdate,
    ErrorCode,
    JoinRequest,
    ServiceError,
    SetupMessage,
    Snapshot,
    validation,
)
from intrigue.rpc import frames, messages
from intrigue.rpc.call_metadata import caller_of, texts_of, token_of
from intrigue.rpc.localized_fields import select_languages
from intrigue.rpc.policies import policy_text
from intrigue.store import Role
from intrigue_proto.v1 import game_view_pb2, match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.matches import Matches, TextOptions, WatchContent
    from intrigue.matches.live_match import ActionResult, LiveMatch
    from intrigue.rpc.routes import Routes

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["MatchService"]

# Looked up once: these are needed for every call.
_VIEW = pb.GetViewResponse.VIEW_FIELD_NUMBER
_UPDATE = pb.ActResponse.UPDATE_FIELD_NUMBER
_RECEIPT = pb.ActResponse.RECEIPT_FIELD_NUMBER
_REVISION = match_pb2.Receipt.REVISION_FIELD_NUMBER
_HEAD = match_pb2.Receipt.HEAD_FIELD_NUMBER
# The longest wait of ListUpdates, in seconds.
MAX_WAIT = 20.0


class MatchService:
    """Matches, over the wire. Methods that answer in the core's bytes return bytes."""

    def __init__(self, matches: Matches) -> None:
        self._access = matches.access
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
                "GetSetup": method(
                    self.get_setup,
                    pb.GetSetupRequest.FromString,
                    messages.canonical_bytes,
                ),
                "ListUpdates": method(self.list_updates, pb.ListUpdatesRequest.FromString),
                "Watch": stream(self.watch, pb.WatchRequest.FromString),
            },
        )

    async def create_match(
        self, request: pb.CreateMatchRequest, context: Any
    ) -> pb.CreateMatchResponse:
        """Makes a match. A token is not needed, but one that is given must hold."""
        await self._access.check_token(token_of(context))
        created = await self._creator.create(messages.proposal(request))
        return messages.created_match(created, texts_of(context))

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
            match=messages.match(snapshot, texts_of(context)),
            credential=messages.credential(credential),
            receipt=messages.receipt(receipt),
        )

    async def get_match(self, request: pb.GetMatchRequest, context: Any) -> pb.GetMatchResponse:
        """What anyone may know of a match."""
        match_id, invited = await self._invited(request.match_id, request.invitation_code)
        live, _ = await self._access.open(match_id, token_of(context), invited=invited)
        return pb.GetMatchResponse(match=messages.match(live.snapshot(), texts_of(context)))

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
        texts = texts_of(context)
        return pb.ListMatchesResponse(
            matches=[messages.match(snapshot, texts) for snapshot in page],
            next_page_token=next_page_token,
        )

    async def abort_match(
        self, request: pb.AbortMatchRequest, context: Any
    ) -> pb.AbortMatchResponse:
        """Ends a match without an outcome."""
        live = await self._seat_admin.abort(request.match_id, token_of(context), request.request_id)
        return pb.AbortMatchResponse(**_changed(live, context))

    async def set_ready(self, request: pb.SetReadyRequest, context: Any) -> pb.SetReadyResponse:
        """Says whether the caller's seat is ready to begin."""
        _require(request, "ready")
        live = await self._seat_admin.set_ready(
            request.match_id,
            token_of(context),
            ready=request.ready,
            request_id=request.request_id,
        )
        return pb.SetReadyResponse(**_changed(live, context))

    async def replace_seat(
        self, request: pb.ReplaceSeatRequest, context: Any
    ) -> pb.ReplaceSeatResponse:
        """Opens a seat, or gives it to a policy."""
        _require(request, "seat")
        policy = ""
        match request.WhichOneof("occupant"):
            case None:
                raise ServiceError(ErrorCode.FIELD_REQUIRED, field="occupant")
            case "policy":
                policy = policy_text(request.policy.policy, "policy.policy")
                if not policy:
                    raise ServiceError(ErrorCode.FIELD_REQUIRED, field="policy.policy")
        live = await self._seat_admin.replace(
            request.match_id, token_of(context), request.seat, policy, request.request_id
        )
        return pb.ReplaceSeatResponse(**_changed(live, context))

    async def add_bots(self, request: pb.AddBotsRequest, context: Any) -> pb.AddBotsResponse:
        """Gives open seats to a policy."""
        live = await self._seat_admin.add_bots(
            request.match_id,
            token_of(context),
            policy_text(request.policy, "policy"),
            request.count,
            request.request_id,
        )
        return pb.AddBotsResponse(**_changed(live, context))

    async def rematch(self, request: pb.RematchRequest, context: Any) -> pb.RematchResponse:
        """The next match of the same players."""
        validation.request_id(request.request_id)
        rematch = await self._creator.rematch(request.match_id, token_of(context), request.entropy)
        held = rematch.credential
        return pb.RematchResponse(
            match=messages.match(rematch.snapshot, texts_of(context)),
            credential=None if held is None else messages.credential(held),
            host_token=rematch.host_token,
            receipt=messages.receipt(rematch.receipt),
        )

    async def revoke_token(
        self, request: pb.RevokeTokenRequest, context: Any
    ) -> pb.RevokeTokenResponse:
        """Makes a token void."""
        role, seat = None, None
        match request.WhichOneof("target"):
            case None:
                raise ServiceError(ErrorCode.FIELD_REQUIRED, field="target")
            case "seat":
                role, seat = Role.SEAT, request.seat
            case "spectators":
                role = Role.SPECTATOR
        await self._access.revoke_token(token_of(context), role, seat, request.request_id)
        return pb.RevokeTokenResponse()

    async def rotate_token(
        self, request: pb.RotateTokenRequest, context: Any
    ) -> pb.RotateTokenResponse:
        """Replaces the caller's token."""
        fresh = await self._access.rotate_token(token_of(context), request.request_id)
        return pb.RotateTokenResponse(token=fresh)

    async def get_view(self, request: pb.GetViewRequest, context: Any) -> bytes:
        """A GetViewResponse."""
        token, texts = caller_of(context)
        live, seat = await self._access.viewer(request.match_id, token)
        view = await live.view(seat, request.after_revision, texts)
        return frames.message(_VIEW, view) + _clock_field(
            pb.GetViewResponse.CLOCK_FIELD_NUMBER, live, seat
        )

    async def get_setup(self, request: pb.GetSetupRequest, context: Any) -> pb.GetSetupResponse:
        """What does not change in a match."""
        token, texts = caller_of(context)
        live, _ = await self._access.viewer(request.match_id, token)
        return pb.GetSetupResponse(setup=_setup(await live.setup(), texts))

    async def list_updates(self, request: pb.ListUpdatesRequest, context: Any) -> bytes:
        """A ListUpdatesResponse."""
        token, texts = caller_of(context)
        size = validation.page_size(request.page_size)
        # Computed here: a duration of protobuf may be too long for Python's.
        wait = min(max(0.0, request.wait.seconds + request.wait.nanos / 1e9), MAX_WAIT)
        live, seat = await self._access.viewer(request.match_id, token)

        async def page() -> list[bytes]:
            return await live.updates(
                seat, request.after_revision, size, include_view=request.include_view, texts=texts
            )

        updates = await page()
        if not updates and wait and not live.log.durable.status.ended:
            await self._access.wait_for_update(
                request.match_id, token, after=request.after_revision, seconds=wait
            )
            updates = await page()
        place = -1 if seat is None else seat
        return b"".join(
            (
                *(
                    frames.message(pb.ListUpdatesResponse.UPDATES_FIELD_NUMBER, update)
                    for update in updates
                ),
                frames.number(
                    pb.ListUpdatesResponse.REVISION_FIELD_NUMBER, live.log.durable.revisions[place]
                ),
                _clock_field(pb.ListUpdatesResponse.CLOCK_FIELD_NUMBER, live, seat),
            )
        )

    async def act(self, request: pb.ActRequest, context: Any) -> bytes:
        """An ActResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            validation.text("notation", choice)
        expected = request.expected_revision if request.HasField("expected_revision") else None
        request_id = validation.request_id(request.request_id)
        token, texts = caller_of(context)
        live, seat = await self._access.seat(request.match_id, token)
        return _acted(await live.act(seat, choice, expected, request_id, texts=texts))

    async def resign(self, request: pb.ResignRequest, context: Any) -> bytes:
        """A ResignResponse, which has the shape of an ActResponse."""
        request_id = validation.request_id(request.request_id)
        token, texts = caller_of(context)
        live, seat = await self._access.seat(request.match_id, token)
        return _acted(await live.resign(seat, request_id, texts))

    async def explain(self, request: pb.ExplainRequest, context: Any) -> bytes:
        """An ExplainResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            validation.text("notation", choice)
        token, texts = caller_of(context)
        live, seat = await self._access.seat(request.match_id, token)
        return await live.explain(seat, choice, texts)

    async def watch(self, request: pb.WatchRequest, context: Any) -> None:
        """A stream of WatchResponses.

        It writes by itself, rather than being a generator, so that a reader that takes nothing
        can be closed while a write to it is stuck.
        """
        token, texts = caller_of(context)
        watcher = await self._access.watch(
            request.match_id,
            token,
            after=request.after_revision,
            include_view=request.include_view,
            texts=texts,
        )
        try:
            async for content in watcher.follow():
                await context.write(_watched(content, texts))
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


def _require(request: Any, field: str) -> None:
    """Refuses a request without a field that must be set."""
    if not request.HasField(field):
        raise ServiceError(ErrorCode.FIELD_REQUIRED, field=field)


def _changed(live: LiveMatch, context: Any) -> dict[str, Any]:
    """The answer to a caller who has changed something about a match."""
    return {
        "match": messages.match(live.snapshot(), texts_of(context)),
        "receipt": messages.receipt(live.receipt()),
    }


def _acted(acted: ActionResult) -> bytes:
    (revision, head), update = acted
    receipt = frames.number(_REVISION, revision) + frames.message(_HEAD, head)
    return frames.message(_UPDATE, update) + frames.message(_RECEIPT, receipt)


def _clock_field(field: int, live: LiveMatch, seat: int | None) -> bytes:
    """A field with what a viewer may know of everybody's time; nothing if nobody is timed."""
    if live.log.durable.times is None:
        return b""
    clock = messages.clock(live, live.log.durable, seat)
    return frames.message(field, clock.SerializeToString())


def _setup(message: bytes, texts: TextOptions) -> game_view_pb2.GameSetup:
    setup = game_view_pb2.GameSetup.FromString(message)
    select_languages(setup, texts)
    return setup


def _watched(content: WatchContent, texts: TextOptions) -> bytes:
    match content:
        case bytes():
            return frames.message(pb.WatchResponse.UPDATE_FIELD_NUMBER, content)
        case Snapshot():
            response = pb.WatchResponse(match=messages.match(content, texts))
        case ClockUpdate():
            clock = messages.clock(content.live, content.version, content.viewer)
            response = pb.WatchResponse(clock=clock)
        case SetupMessage():
            response = pb.WatchResponse(setup=_setup(content.message, texts))
        case CaughtUp():
            response = pb.WatchResponse(caught_up=pb.CaughtUp(revision=content.revision))
        case _:
            time_now = messages.timestamp(time.time_ns())
            response = pb.WatchResponse(heartbeat=pb.Heartbeat(time=time_now))
    return response.SerializeToString()
