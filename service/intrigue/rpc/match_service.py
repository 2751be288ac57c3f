"""MatchService: each method reads its request, asks the hall, and frames the answer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import grpc

from intrigue.matches import Code, Fault, Founder, Register, Snapshot, checks
from intrigue.rpc import frames, messages
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.matches import Hall
    from intrigue.matches.watcher import Heartbeat
    from intrigue.rpc.routes import Routes

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["MatchService"]

_BEARER = "Bearer "
# Looked up once: these are needed for every call.
_VIEW = pb.GetViewResponse.VIEW_FIELD_NUMBER
_REVISION = pb.ActResponse.REVISION_FIELD_NUMBER
_UPDATE = pb.ActResponse.UPDATE_FIELD_NUMBER


class MatchService:
    """Matches, over the wire. Methods that answer in the core's bytes return bytes."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._founder = Founder(hall)
        self._register = Register(hall)

    def add_to(self, routes: Routes) -> None:
        """Registers every method. Without a serialiser, what a method returns is sent as it is."""
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
        if (token := _token(context)) is not None:
            await self._hall.gate.holder(token)
        return messages.founded(await self._founder.create(messages.proposal(request)))

    async def join_match(self, request: pb.JoinMatchRequest, context: Any) -> pb.JoinMatchResponse:
        """Takes an open seat; in a private match with one of its tokens as the invitation."""
        snapshot, credential = await self._founder.join(
            request.match_id,
            _token(context),
            request.seat if request.HasField("seat") else None,
            request.name,
            request.request_id,
        )
        return pb.JoinMatchResponse(
            match=messages.match(snapshot), credential=messages.credential(credential)
        )

    async def get_match(self, request: pb.GetMatchRequest, context: Any) -> pb.GetMatchResponse:
        """What anyone may know of a match."""
        room, _ = await self._hall.enter(request.match_id, _token(context))
        return pb.GetMatchResponse(match=messages.match(room.snapshot()))

    async def list_matches(
        self, request: pb.ListMatchesRequest, context: Any
    ) -> pb.ListMatchesResponse:
        """Public matches, the newest first."""
        if (token := _token(context)) is not None:
            await self._hall.gate.holder(token)
        page, next_page_token = await self._register.page(
            request.game,
            messages.status_asked(request.status),
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
        room = await self._hall.host(request.match_id, _token(context))
        await room.abort()
        return pb.AbortMatchResponse(match=messages.match(room.snapshot()))

    async def rotate_token(
        self, _request: pb.RotateTokenRequest, context: Any
    ) -> pb.RotateTokenResponse:
        """Replaces the caller's token."""
        return pb.RotateTokenResponse(token=await self._hall.rotate(_token(context)))

    async def get_view(self, request: pb.GetViewRequest, context: Any) -> bytes:
        """A GetViewResponse."""
        room, seat = await self._hall.look(request.match_id, _token(context))
        return frames.message(_VIEW, await room.view(seat))

    async def act(self, request: pb.ActRequest, context: Any) -> bytes:
        """An ActResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            checks.text("notation", choice)
        expected = None
        if request.HasField("expected_revision"):
            expected = checks.number("expected_revision", request.expected_revision)
        request_id = checks.request_id(request.request_id)
        room, seat = await self._hall.sit(request.match_id, _token(context))
        return _acted(*await room.act(seat, choice, expected, request_id))

    async def resign(self, request: pb.ResignRequest, context: Any) -> bytes:
        """A ResignResponse, which has the shape of an ActResponse."""
        request_id = checks.request_id(request.request_id)
        room, seat = await self._hall.sit(request.match_id, _token(context))
        return _acted(*await room.resign(seat, request_id))

    async def explain(self, request: pb.ExplainRequest, context: Any) -> bytes:
        """An ExplainResponse."""
        choice = messages.choice(request)
        if isinstance(choice, str):
            checks.text("notation", choice)
        room, seat = await self._hall.sit(request.match_id, _token(context))
        return await room.explain(seat, choice)

    async def get_record(self, request: pb.GetRecordRequest, context: Any) -> bytes:
        """A GetRecordResponse."""
        room, seat = await self._hall.look(request.match_id, _token(context))
        record = await room.record()
        if record is not None:
            return frames.message(pb.GetRecordResponse.RECORD_FIELD_NUMBER, record)
        updates = await room.updates(seat)
        return b"".join(
            frames.message(pb.GetRecordResponse.UPDATES_FIELD_NUMBER, update) for update in updates
        )

    async def watch(self, request: pb.WatchRequest, context: Any) -> None:
        """A stream of WatchResponses.

        It writes by itself, rather than being a generator, so that a reader that takes nothing
        can be closed while a write to it is stuck.
        """
        watcher = await self._hall.watch(
            request.match_id,
            _token(context),
            after=request.after_revision,
            include_view=request.include_view,
        )
        try:
            async for content in watcher.follow():
                await context.write(_watched(content))
        except asyncio.CancelledError:
            if watcher.fault is None:
                raise
            if (task := asyncio.current_task()) is not None:
                task.uncancel()
            raise watcher.fault from None
        finally:
            watcher.leave()


def _token(context: Any) -> str | None:
    """The caller's token; None if it sends none."""
    token = None
    for key, value in context.invocation_metadata():
        if key == "authorization":
            scheme = value[: len(_BEARER)]
            if token is not None or (scheme != _BEARER and scheme.lower() != _BEARER.lower()):
                raise Fault(Code.TOKEN_UNKNOWN)
            token = value[len(_BEARER) :]
    return token


def _acted(revision: int, update: bytes) -> bytes:
    return frames.number(_REVISION, revision) + frames.message(_UPDATE, update)


def _watched(content: Snapshot | bytes | Heartbeat) -> bytes:
    if isinstance(content, bytes):
        return frames.message(pb.WatchResponse.UPDATE_FIELD_NUMBER, content)
    if isinstance(content, Snapshot):
        return pb.WatchResponse(match=messages.match(content)).SerializeToString()
    now = messages.timestamp(time.time_ns())
    return pb.WatchResponse(heartbeat=pb.Heartbeat(time=now)).SerializeToString()
