"""RecordService: records of finished matches, fetched, replayed and verified."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import grpc

from intrigue import engine
from intrigue.matches import ErrorCode, ServiceError, validation
from intrigue.rpc import messages, pages
from intrigue.rpc.call_metadata import texts_of, token_of
from intrigue.rpc.localized_fields import select_languages
from intrigue.verify import Noted, verify
from intrigue_proto.text.v1.localized_text_pb2 import LocalizedText
from intrigue_proto.v1 import game_view_pb2, match_pb2, record_pb2
from intrigue_proto.v1 import record_service_pb2 as pb

if TYPE_CHECKING:
    from intrigue.matches import Matches, TextOptions
    from intrigue.rpc.routes import Routes
    from intrigue.verify import Verdict

DESCRIPTOR = pb.DESCRIPTOR.services_by_name["RecordService"]

_DEFAULT_PAGE: Final = 1000
_MAX_PAGE: Final = 10_000


class RecordService:
    """Records, over the wire. What takes time is done beside the event loop."""

    def __init__(self, matches: Matches) -> None:
        self._access = matches.access
        self._registry = matches.registry

    def add_to(self, routes: Routes) -> None:
        """Registers every method."""
        method = grpc.unary_unary_rpc_method_handler
        routes.add_service(
            DESCRIPTOR,
            {
                "GetRecord": method(
                    self.get_record,
                    pb.GetRecordRequest.FromString,
                    messages.canonical_bytes,
                ),
                "ReplayRecord": method(
                    self.replay_record,
                    pb.ReplayRecordRequest.FromString,
                    pb.ReplayRecordResponse.SerializeToString,
                ),
                "VerifyRecord": method(
                    self.verify_record,
                    pb.VerifyRecordRequest.FromString,
                    pb.VerifyRecordResponse.SerializeToString,
                ),
            },
        )

    async def get_record(self, request: pb.GetRecordRequest, context: Any) -> pb.GetRecordResponse:
        """A page of the record of a finished match."""
        live, _ = await self._access.viewer(request.match_id, token_of(context))
        played = await live.record()
        stored = await self._registry.stored(request.match_id)

        def page() -> pb.GetRecordResponse:
            record = record_pb2.MatchRecord.FromString(played)
            record.proof.CopyFrom(messages.proof_of(stored))
            return _page(record, request.page_size, request.page_token)

        return await asyncio.to_thread(page)

    async def replay_record(
        self, request: pb.ReplayRecordRequest, context: Any
    ) -> pb.ReplayRecordResponse:
        """What one viewer saw of a recorded match."""
        await self._access.check_token(token_of(context))
        if not request.HasField("record"):
            raise ServiceError(ErrorCode.FIELD_REQUIRED, field="record")
        return await asyncio.to_thread(_replayed, request, texts_of(context))

    async def verify_record(
        self, request: pb.VerifyRecordRequest, context: Any
    ) -> pb.VerifyRecordResponse:
        """Whether a record is what its proof says."""
        await self._access.check_token(token_of(context))
        if not request.HasField("record"):
            raise ServiceError(ErrorCode.FIELD_REQUIRED, field="record")
        verdict = await asyncio.to_thread(_verified, request)
        response = pb.VerifyRecordResponse(
            holds=verdict.holds,
            checks=[
                record_pb2.RecordCheck(
                    point=check.point,
                    result=_RESULTS[check.passed],
                    text=LocalizedText(en=check.en, fr=check.fr) if check.en else None,
                )
                for check in verdict.checks
            ],
            text=LocalizedText(en=verdict.en, fr=verdict.fr),
        )
        select_languages(response, texts_of(context))
        return response


_RESULTS: Final = {
    True: record_pb2.CHECK_RESULT_PASSED,
    False: record_pb2.CHECK_RESULT_FAILED,
    None: record_pb2.CHECK_RESULT_SKIPPED,
}


def _page(record: record_pb2.MatchRecord, page_size: int, page_token: str) -> pb.GetRecordResponse:
    """A part of a record. The parts, merged in order, make the whole."""
    steps, log = list(record.steps), list(record.proof.log)
    start = pages.place_of(page_token, len(steps) + len(log))
    end = start + validation.page_size(page_size, _DEFAULT_PAGE, _MAX_PAGE)
    part = record_pb2.MatchRecord()
    if not start:
        part.CopyFrom(record)
        part.ClearField("steps")
        part.proof.ClearField("log")
    part.steps.extend(steps[start:end])
    first, last = max(0, start - len(steps)), max(0, end - len(steps))
    if last > first:
        part.proof.log.extend(log[first:last])
    more = end < len(steps) + len(log)
    return pb.GetRecordResponse(record=part, next_page_token=str(end) if more else "")


def _replayed(request: pb.ReplayRecordRequest, texts: TextOptions) -> pb.ReplayRecordResponse:
    record = record_pb2.MatchRecord()
    record.CopyFrom(request.record)
    record.ClearField("proof")
    match = engine.Match.replay(record.SerializeToString())
    seat = request.seat if request.HasField("seat") else None
    if seat is not None and seat >= match.seats:
        raise ServiceError(ErrorCode.SEAT_OUT_OF_RANGE, seats=match.seats, field="seat")
    updates = match.updates(
        seat,
        request.after_revision,
        True,
        languages=texts.languages,
        count=validation.page_size(request.page_size),
    )
    response = pb.ReplayRecordResponse(
        updates=[match_pb2.Update.FromString(update) for update in updates],
        revision=match.revision(seat),
    )
    setup = match.setup()
    if setup and not request.after_revision:
        response.setup.CopyFrom(game_view_pb2.GameSetup.FromString(setup))
        select_languages(response.setup, texts)
    return response


def _verified(request: pb.VerifyRecordRequest) -> Verdict:
    receipts = [
        Noted(
            noted.seat if noted.HasField("seat") else None,
            noted.receipt.revision,
            noted.receipt.head,
        )
        for noted in request.receipts
    ]
    return verify(request.record, commitment=request.commitment or None, receipts=receipts)
