"""The gRPC side of a scripted match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio

from intrigue_conformance import contents
from intrigue_conformance.script import (
    Announce,
    AwaitAnswers,
    AwaitAttempts,
    Break,
    CaughtUp,
    CloseWindow,
    CutConnection,
    Failure,
    Heartbeats,
    Overtake,
    Raw,
    Refuse,
    Silence,
    Updates,
)
from intrigue_conformance.scripted_match import Violation
from intrigue_proto.v1 import catalog_service_pb2, match_pb2, match_service_pb2
from intrigue_proto.v1.match_service_pb2 import WatchResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from intrigue_conformance.script import Instruction
    from intrigue_conformance.scripted_match import ScriptedMatch

WRONG = Failure(grpc.StatusCode.FAILED_PRECONDITION, "NOT_TO_ACT")
TOKEN_UNKNOWN = Failure(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN")
UNKNOWN_METHOD = Failure(grpc.StatusCode.UNIMPLEMENTED, "UNKNOWN_METHOD")

Context = grpc.aio.ServicerContext[Any, Any]


class ScriptedService(grpc.GenericRpcHandler):
    """Answers the calls of one client by the script of one match."""

    def __init__(self, match: ScriptedMatch, token: str, cut: Callable[[], None]) -> None:
        self._match = match
        self._token = token
        self._cut = cut
        methods: dict[str, tuple[Any, Any]] = {
            "MatchService/GetMatch": (self._get_match, match_service_pb2.GetMatchRequest),
            "MatchService/GetView": (self._get_view, match_service_pb2.GetViewRequest),
            "MatchService/GetSetup": (self._get_setup, match_service_pb2.GetSetupRequest),
            "MatchService/Act": (self._act, match_service_pb2.ActRequest),
            "CatalogService/GetServerInfo": (
                self._get_server_info,
                catalog_service_pb2.GetServerInfoRequest,
            ),
        }
        self._handlers = {
            f"/intrigue.v1.{name}": grpc.unary_unary_rpc_method_handler(
                answer, request.FromString, bytes
            )
            for name, (answer, request) in methods.items()
        }
        self._handlers["/intrigue.v1.MatchService/Watch"] = grpc.unary_stream_rpc_method_handler(
            self._watch, match_service_pb2.WatchRequest.FromString, bytes
        )
        self._unknown = grpc.unary_unary_rpc_method_handler(self._unimplemented, bytes, bytes)

    def service(
        self, handler_call_details: grpc.HandlerCallDetails
    ) -> grpc.RpcMethodHandler[Any, Any]:
        """The handler of a method."""
        return self._handlers.get(handler_call_details.method, self._unknown)

    # -------------------------------------------------------------------------- unary calls

    async def _unimplemented(self, _: bytes, context: Context) -> bytes:
        return await _fail(context, UNKNOWN_METHOD)

    async def _get_server_info(
        self, _: catalog_service_pb2.GetServerInfoRequest, __: Context
    ) -> bytes:
        answer = catalog_service_pb2.GetServerInfoResponse(
            version="conformance", languages=["en", "fr"]
        )
        answer.limits.heartbeat_interval.FromMilliseconds(
            round(self._match.scenario.heartbeat_seconds * 1000)
        )
        return answer.SerializeToString()

    async def _get_match(self, _: match_service_pb2.GetMatchRequest, __: Context) -> bytes:
        return match_service_pb2.GetMatchResponse(match=self._match.match()).SerializeToString()

    async def _get_setup(self, _: match_service_pb2.GetSetupRequest, __: Context) -> bytes:
        return match_service_pb2.GetSetupResponse().SerializeToString()

    async def _get_view(self, _: match_service_pb2.GetViewRequest, context: Context) -> bytes:
        await self._authenticate(context)
        revision = self._match.present
        self._match.note_viewed(revision)
        view = contents.whole_view(self._match.update(revision, view=False))
        return match_service_pb2.GetViewResponse(view=view).SerializeToString()

    async def _act(self, request: match_service_pb2.ActRequest, context: Context) -> bytes:
        await self._authenticate(context)
        match = self._match
        try:
            plan = match.begin_act(request)
        except Violation as violation:
            return await self._violated(context, violation)
        if isinstance(plan, Refuse | Overtake):
            if isinstance(plan, Overtake):
                await match.overtake(request)
            else:
                match.note_failed(request, plan)
            return await _fail(context, plan.failure)
        await match.take(request)
        if plan is None:
            await match.note_answered(request)
            return self._act_answer(request)
        match.note_failed(request, plan)
        if isinstance(plan, CloseWindow):
            return await _fail(context, _stale(match.present))
        if isinstance(plan, CutConnection):
            match.note_cut(request)
            self._cut()
            return await _fail(context, Failure(grpc.StatusCode.UNAVAILABLE))
        return await _fail(context, plan.failure)

    def _act_answer(self, request: match_service_pb2.ActRequest) -> bytes:
        revision = self._match.act_result(request)
        answer = match_service_pb2.ActResponse(
            update=self._match.update(revision, view=False),
            receipt=match_pb2.Receipt(revision=revision, head=bytes(32)),
        )
        if self._match.scenario.unknown_content:
            contents.add_unknown(answer)
        return answer.SerializeToString()

    # -------------------------------------------------------------------------- the stream

    async def _watch(
        self, request: match_service_pb2.WatchRequest, context: Context
    ) -> AsyncIterator[bytes]:
        await self._authenticate(context)
        match = self._match
        try:
            number = match.begin_stream(request)
        except Violation as violation:
            await self._violated(context, violation)
            return
        last = len(match.scenario.streams) - 1
        plan = match.scenario.streams[min(number, last)]
        stream = _Stream(match, request, context)
        try:
            # The script may begin with a match that waits for its seats.
            if not isinstance(plan[0], Announce | Break):
                yield _content(match=match.match())
            for instruction in plan:
                async for content in stream.play(instruction):
                    yield content
            if number >= last:
                match.ended = True
        finally:
            if match.stream_count == number + 1 and (number >= last or match.outcome_sent):
                match.stream_open = False

    # -------------------------------------------------------------------------- judgments

    async def _authenticate(self, context: Context) -> None:
        metadata = dict(context.invocation_metadata() or ())
        if metadata.get("authorization") != f"Bearer {self._token}":
            self._match.note_violation("a call has no `authorization: Bearer <token>`")
            await _fail(context, TOKEN_UNKNOWN)

    async def _violated(self, context: Context, violation: Violation) -> bytes:
        self._match.note_violation(str(violation))
        return await _fail(context, WRONG)


class _Stream:
    """One call of Watch, which carries out its instructions."""

    def __init__(
        self, match: ScriptedMatch, request: match_service_pb2.WatchRequest, context: Context
    ) -> None:
        self._match = match
        self._include_view = request.include_view
        self._revision = request.after_revision
        self._present_at_start = match.present
        self._context = context

    async def play(self, instruction: Instruction) -> AsyncIterator[bytes]:
        match instruction:
            case Updates(through):
                async for content in self._updates(through):
                    yield content
            case CaughtUp():
                async for content in self._updates(self._present_at_start):
                    yield content
                yield _content(caught_up=match_service_pb2.CaughtUp(revision=self._revision))
            case Raw(content):
                yield content
            case Announce(status):
                yield _content(match=self._match.match(status))
            case Heartbeats(count, interval_seconds):
                for _ in range(count):
                    await asyncio.sleep(interval_seconds)
                    yield _content(heartbeat=match_service_pb2.Heartbeat())
            case _:
                await self._pause(instruction)

    async def _pause(self, instruction: AwaitAnswers | AwaitAttempts | Break | Silence) -> None:
        match instruction:
            case AwaitAnswers(count):
                await self._match.wait_for_answers(count)
            case AwaitAttempts(count):
                await self._match.wait_for_attempts(count)
            case Break(failure, then):
                self._match.note_break(failure, then)
                await _fail(self._context, failure)
            case Silence():
                self._match.stream_open = False
                await asyncio.Event().wait()

    async def _updates(self, through: int) -> AsyncIterator[bytes]:
        match = self._match
        while self._revision < through:
            self._revision += 1
            await match.reach(self._revision)
            match.note_sent(self._revision)
            yield _content(update=match.update(self._revision, view=self._include_view))
        if through and match.step(through).over:
            yield _content(match=match.match())


def _content(**content: Any) -> bytes:
    return WatchResponse(**content).SerializeToString()


def _stale(revision: int) -> Failure:
    return Failure(grpc.StatusCode.ABORTED, "STALE_REVISION", metadata={"revision": str(revision)})


async def _fail(context: Context, failure: Failure) -> bytes:
    metadata = dict(context.invocation_metadata() or ())
    trailers: list[tuple[str, str | bytes]] = []
    if failure.reason or failure.delay_seconds is not None:
        languages = str(metadata.get("accept-language", ""))
        details = contents.status_details(failure, languages)
        trailers.append(("grpc-status-details-bin", details))
    if failure.delay_seconds is not None:
        pushback = str(round(failure.delay_seconds * 1000))
        trailers.append(("grpc-retry-pushback-ms", pushback))
    context.set_trailing_metadata(tuple(trailers))
    await context.abort(failure.status, contents.english(failure))
    raise AssertionError("abort raises")
