"""A match that the test plays at every seat, watches, and compares with its record."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults import wire_fields
from tests.faults.raw_client import PATHS, UNREACHABLE, bearer, reason
from tests.faults.update_checker import ENDED, StreamChecker, UpdateChecker

from intrigue_proto.options import split_settings
from intrigue_proto.v1 import match_pb2, record_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from tests.faults.raw_client import RawClient

# Turn by turn; several seats asked at once; the same one after the other; two that choose sealed;
# steps of several decisions that only their seat sees, in alliances and between two; one with a
# setup beside its views, in which all win or lose together.
VARIANTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("district_noir", {}),
    ("complots", {"seats": "4", "reactions": "fastest"}),
    ("complots", {"seats": "3", "reactions": "clockwise"}),
    ("complots", {"seats": "2", "reactions": "fastest"}),
    ("shadow_blades", {"seats": "4", "mode": "alliances", "conspiracy": "random"}),
    ("shadow_blades", {"seats": "2", "start": "drafted"}),
    ("brotherhood", {"seats": "2"}),
)
# Of updates and records: smaller than most.
PAGE = 40
RECORD = record_service_pb2.GetRecordResponse.RECORD_FIELD_NUMBER
# How often a server that lags is asked again: for some seconds.
LAG = 200
# What an answer to a window may meet because another seat was faster.
TOO_LATE_ERRORS = {"ABORTED STALE_REVISION", "FAILED_PRECONDITION MATCH_OVER"}


@dataclass(frozen=True)
class Grant:
    """An action that was acknowledged: what was asked, and the answer byte for byte."""

    method: str
    request: Any
    reply: bytes


def creation(variant: int) -> pb.CreateMatchRequest:
    """A request for a match of a variant, with all seats for the creator."""
    game, settings = VARIANTS[variant % len(VARIANTS)]
    options, documents, seat_count = split_settings(settings)
    return pb.CreateMatchRequest(
        game=game,
        options=options,
        documents=documents,
        seats=[
            pb.SeatRequest(own=pb.OwnSeat(name=f"Seat {seat}")) for seat in range(seat_count or 2)
        ],
        request_id=uuid.uuid4().hex,
    )


class CheckedMatch:
    """One match, its tokens, and an `UpdateChecker` for each seat and for a spectator."""

    def __init__(self, client: RawClient, created: pb.CreateMatchResponse) -> None:
        self.client = client
        self.report = client.report
        self.id = created.match.id
        self.game = created.match.game
        self.host = created.host_token
        self.tokens: dict[int | None, str | None] = {
            held.seat: held.token for held in created.credentials
        }
        self.seats = sorted(held.seat for held in created.credentials)
        self.tokens[None] = None
        self.checkers = {
            viewer: UpdateChecker(f"{self.game} {self.id[:6]} viewer {viewer}", viewer, self.report)
            for viewer in self.tokens
        }
        self.grants: dict[int, dict[int, Grant]] = {seat: {} for seat in self.seats}
        self.final: bytes | None = None

    @classmethod
    async def create(cls, client: RawClient, variant: int) -> CheckedMatch:
        request = creation(variant)
        answer = await client.call("CreateMatch", request)
        client.report.count("matches created")
        return cls(client, pb.CreateMatchResponse.FromString(answer))

    # Playing.

    async def play(self, *, readers: int = 1) -> None:
        """Plays to the end with `readers` readers per viewer, then compares with the record."""
        async with asyncio.TaskGroup() as group:
            for viewer in self.tokens:
                for _ in range(readers):
                    group.create_task(self.read(viewer))
            for seat in self.seats:
                group.create_task(self.answer_prompts(seat))
        await self.audit_end()

    async def answer_prompts(self, seat: int) -> None:
        """Answers every prompt of a seat with any legal action."""
        checker = self.checkers[seat]
        answered = 0
        while not checker.ended:
            changed_event = checker.changed_event
            asked = checker.prompt()
            if asked is None or asked.revision <= answered:
                await changed_event.wait()
                continue
            answered = asked.revision
            choice = self.client.random.choice(list(asked.prompt.actions))
            await self.act(seat, choice.id, asked.revision)
            if self.client.random.random() < 0.05:
                await self.repeat_request(seat)

    async def act(self, seat: int, action: int, expected: int) -> Grant | None:
        """Acts, as often as it takes to get an answer; None if it was refused."""
        request = pb.ActRequest(
            match_id=self.id,
            action_id=action,
            expected_revision=expected,
            request_id=uuid.uuid4().hex,
        )
        try:
            reply = await self.client.call("Act", request, self.tokens[seat])
        except grpc.aio.AioRpcError as error:
            if not await self.came_too_late(seat, expected, error):
                self.report.fault("answers refused", f"{self.game} {reason(error)}")
            self.report.count("answers that came too late")
            return None
        return self.grant(seat, Grant("Act", request, reply))

    async def came_too_late(self, seat: int, expected: int, error: grpc.aio.AioRpcError) -> bool:
        """Whether another seat was faster. Where seats are asked at the same time, what one of them
        does may also forbid what another one could do before, and leave its prompt open.
        """
        if reason(error) in TOO_LATE_ERRORS:
            return True
        if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
            return False
        answer = await self.client.call(
            "GetView", pb.GetViewRequest(match_id=self.id), self.tokens[seat]
        )
        return pb.GetViewResponse.FromString(answer).view.revision > expected

    def grant(self, seat: int, grant: Grant) -> Grant:
        """Notes an acknowledgement. One revision of a seat is the doing of one request."""
        receipt = wire_fields.message_in(grant.reply, pb.ActResponse.RECEIPT_FIELD_NUMBER) or b""
        revision = wire_fields.number_in(receipt, match_pb2.Receipt.REVISION_FIELD_NUMBER)
        update = wire_fields.message_in(grant.reply, pb.ActResponse.UPDATE_FIELD_NUMBER) or b""
        sent = self.checkers[seat].add_update(update, "answer")
        if sent != revision:
            self.report.fault("receipts with another revision than their update", f"{revision}")
        other = self.grants[seat].get(revision)
        if other is None:
            self.grants[seat][revision] = grant
            self.report.count("actions acknowledged")
        elif other.request.request_id != grant.request.request_id:
            self.report.fault("two requests acknowledged for one revision", f"{self.id} {revision}")
        elif other.reply != grant.reply:
            self.report.fault("other bytes for the same request", f"{self.id} {revision}")
        return grant

    async def repeat_request(self, seat: int, grant: Grant | None = None) -> None:
        """Sends a request again that was granted before: the same bytes come back."""
        if grant is None:
            if not self.grants[seat]:
                return
            grant = self.client.random.choice(list(self.grants[seat].values()))
        try:
            reply = await self.client.call(grant.method, grant.request, self.tokens[seat])
        except grpc.aio.AioRpcError as error:
            self.report.fault("granted requests refused later", f"{self.id} {reason(error)}")
            return
        self.report.count("granted requests sent again")
        if reply != grant.reply:
            self.report.fault("other bytes for the same request", f"{self.id} seat {seat}")

    # Watching.

    async def read(self, viewer: int | None) -> None:
        """Follows a viewer's stream to the end; goes away and comes back as it likes."""
        checker, rng = self.checkers[viewer], self.client.random
        place = 0
        while True:
            # Mostly where it was; sometimes anywhere before that.
            after = place if rng.random() < 0.8 else rng.randint(0, place)
            cursor = StreamChecker(checker, after, checker.status if self.client.strict else 0)
            finished = await self._follow(viewer, cursor)
            place = max(place, cursor.place)
            if finished:
                return
            self.report.count("streams resumed")

    async def _follow(self, viewer: int | None, cursor: StreamChecker) -> bool:
        """One stream; True if it came to the end of the match."""
        rng = self.client.random
        token = self.tokens[viewer]
        request = pb.WatchRequest(
            match_id=self.id, after_revision=cursor.place, include_view=rng.random() < 0.5
        )
        watch: Any = self.client.channel().unary_stream(PATHS["Watch"])
        stream = watch(request.SerializeToString(), metadata=bearer(token))
        leaves_after = rng.choice((3, 10, 30, 1000))
        try:
            async for raw in stream:
                cursor.take(raw)
                if rng.random() < 0.1:
                    await self.check_view(viewer)
                leaves_after -= 1
                if leaves_after == 0:
                    stream.cancel()
                    return False
        except grpc.aio.AioRpcError as error:
            if reason(error) == "OUT_OF_RANGE REVISION_AHEAD":
                if self.client.strict:
                    cursor.checker.fault("streams that went back", f"after {cursor.place}")
                else:
                    self.report.count("streams of servers that lag")
            elif error.code() not in UNREACHABLE and error.code() is not grpc.StatusCode.ABORTED:
                self.report.fault("streams refused", reason(error))
            await self.client.wait_until_up()
            return False
        if cursor.status not in ENDED:
            cursor.checker.fault("streams that ended before their match", str(cursor.place))
            await self.client.wait_until_up()
            return False
        return True

    async def check_view(self, viewer: int | None) -> None:
        """Looks at the view besides the stream: it has the bytes that the stream has."""
        checker = self.checkers[viewer]
        # Whichever server answers, it must not be older than what any server has sent.
        floor = checker.highest
        request = pb.GetViewRequest(match_id=self.id, after_revision=floor)
        answer = await self.client.call("GetView", request, self.tokens[viewer])
        view = wire_fields.message_in(answer, pb.GetViewResponse.VIEW_FIELD_NUMBER)
        assert view is not None
        checker.add_view(view, "GetView", floor)
        self.report.count("views compared")

    # Comparing it with what is stored.

    async def audit(self) -> None:
        """Compares what the service returns now with all that it ever returned for this match."""
        for viewer, checker in self.checkers.items():
            request: Message = pb.GetMatchRequest(match_id=self.id)
            answer = await self.client.call("GetMatch", request, self.tokens[viewer])
            known = checker.status if self.client.strict else 0
            checker.match(wire_fields.message_in(answer, 1) or b"", "GetMatch", known)
            await self.check_view(viewer)
            checker.add_all_updates(await self._updates(viewer), "ListUpdates")
        for seat in self.seats:
            for grant in list(self.grants[seat].values())[-3:]:
                await self.repeat_request(seat, grant)
        self.report.count("matches compared after a restart")

    async def _updates(self, viewer: int | None) -> list[bytes]:
        """All updates of a viewer. One of several servers may lag."""
        updates: list[bytes] = []
        for attempt in range(LAG):
            updates = await self.updates(viewer)
            if self.client.strict or len(updates) >= self.checkers[viewer].highest:
                break
            self.report.count("lists of servers that lag", attempt == 0)
            await self.client.wait_until_up()
        return updates

    async def updates(self, viewer: int | None) -> list[bytes]:
        """A viewer's updates, page by page, as far as the first server that answers knows them."""
        updates: list[bytes] = []
        while True:
            request = pb.ListUpdatesRequest(
                match_id=self.id, after_revision=len(updates), page_size=PAGE
            )
            answer = await self.client.call("ListUpdates", request, self.tokens[viewer])
            page = wire_fields.messages_in(answer, pb.ListUpdatesResponse.UPDATES_FIELD_NUMBER)
            updates += page
            revision = wire_fields.number_in(answer, pb.ListUpdatesResponse.REVISION_FIELD_NUMBER)
            if len(page) < min(PAGE, revision - len(updates) + len(page)):
                self.report.fault("pages that lack updates", f"{self.id} {len(page)} of {revision}")
            if len(updates) >= revision or not page:
                return updates

    async def record(self, viewer: int | None) -> bytes:
        """The record of a finished match: pages, one after the other, are the whole message."""
        record = b""
        request = record_service_pb2.GetRecordRequest(match_id=self.id, page_size=PAGE)
        while True:
            answer = await self.client.call("GetRecord", request, self.tokens[viewer])
            record += wire_fields.message_in(answer, RECORD) or b""
            page = record_service_pb2.GetRecordResponse.FromString(answer)
            request.page_token = page.next_page_token
            if not request.page_token:
                return record

    async def audit_end(self) -> None:
        """Every acknowledged action is in the record once, in order, and no other."""
        try:
            raw = await self.record(None)
        except grpc.aio.AioRpcError as error:
            self.report.fault("finished matches without a record", f"{self.id} {reason(error)}")
            return
        record = record_pb2.MatchRecord.FromString(raw)
        if self.final is None:
            self.final = raw
            self.report.count("matches finished")
            self.report.count("steps in records", len(record.steps) - 1)
        elif self.final != raw:
            self.report.fault("records of finished matches that changed", self.id)
        for seat in self.seats:
            steps = [step.action_id for step in record.steps[1:] if step.seat == seat]
            grants = sorted(self.grants[seat].items())
            granted = [grant.request.action_id for _, grant in grants]
            self._compare(seat, steps, granted)
            await self.repeat_request(seat)
        for viewer, checker in self.checkers.items():
            await self.check_view(viewer)
            if not checker.head == checker.highest == max(checker.updates, default=0):
                checker.fault("streams that missed the end", f"{checker.head} of {checker.highest}")

    def _compare(self, seat: int, steps: list[int], granted: list[int]) -> None:
        if steps == granted:
            return
        where = f"{self.id} seat {seat}: {len(granted)} acknowledged, {len(steps)} recorded"
        if len(steps) < len(granted):
            self.report.fault("acknowledged actions lost", where)
        elif len(steps) > len(granted):
            self.report.fault("actions done that nobody asked for, or twice", where)
        else:
            self.report.fault("records with other actions", where)
