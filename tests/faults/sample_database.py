"""A sample database with matches of every kind, and every call that can be made about them."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults import wire_fields
from tests.faults.checked_match import CheckedMatch, creation
from tests.faults.raw_client import RawClient, reason

from intrigue_proto.v1 import match_pb2, policy_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from tests.faults.cluster import Node
    from tests.faults.report import Report

AT_A_TIME = 16
STEPS_MORE = 6
LABELS = {"event": "cup", "table": "7"}
# Answers with maps in any order.
UNORDERED = {"CreateMatch", "JoinMatch", "GetMatch", "ListMatches"}


@dataclass(frozen=True)
class Question:
    """One call, and the match that it is about."""

    name: str
    match: str
    method: str
    request: Message
    token: str | None


@dataclass(frozen=True)
class Answer:
    """What came back: the bytes, or the status and the reason."""

    content: bytes = b""
    error: str = ""


@dataclass
class SampleDatabase:
    """The questions and the right answers to them, and how running matches go on."""

    questions: list[Question] = field(default_factory=list)
    truth: list[Answer] = field(default_factory=list)
    running: list[tuple[str, dict[int, str]]] = field(default_factory=list)
    sequels: dict[str, list[bytes]] = field(default_factory=dict)


async def ask(client: RawClient, question: Question) -> Answer:
    try:
        answer = await client.call_once(
            question.method, question.request, question.token, deadline=20.0
        )
    except grpc.aio.AioRpcError as error:
        return Answer(error=reason(error))
    return Answer(canonical(question.method, answer))


def canonical(method: str, answer: bytes) -> bytes:
    """The same bytes for the same message: options are a map, which has no order on the wire."""
    if method not in UNORDERED:
        return answer
    message: Message = getattr(pb, f"{method}Response").FromString(answer)
    return message.SerializeToString(deterministic=True)


async def ask_all(client: RawClient, questions: list[Question]) -> list[Answer]:
    room = asyncio.Semaphore(AT_A_TIME)

    async def one(question: Question) -> Answer:
        async with room:
            return await ask(client, question)

    return list(await asyncio.gather(*(one(question) for question in questions)))


async def go_on(client: RawClient, match_id: str, tokens: dict[int, str]) -> list[bytes]:
    """Plays on, always the first seat that is asked, always its first action."""
    sent = []
    for _ in range(STEPS_MORE):
        for token in tokens.values():
            answer = await client.call_once("GetView", pb.GetViewRequest(match_id=match_id), token)
            view = pb.GetViewResponse.FromString(answer).view
            if view.HasField("prompt"):
                break
        else:
            break
        request = pb.ActRequest(
            match_id=match_id,
            action_id=view.prompt.actions[0].id,
            expected_revision=view.revision,
        )
        acted = await client.call_once("Act", request, token)
        sent.append(wire_fields.message_in(acted, pb.ActResponse.UPDATE_FIELD_NUMBER) or b"")
    return sent


class SampleDatabaseBuilder:
    """Fills a fresh server with matches and collects the calls."""

    def __init__(self, client: RawClient) -> None:
        self.client = client
        self.sample = SampleDatabase()

    async def make(self) -> SampleDatabase:
        for variant, steps in ((0, 7), (1, 12), (2, 9), (6, 5)):
            checked = await self._table(variant, steps)
            tokens = {seat: checked.tokens[seat] or "" for seat in checked.seats}
            self.sample.running.append((checked.id, tokens))
        finished = await self._table(0, 5)
        await self._resign(finished)
        aborted = await self._table(3, 4)
        request: Message = pb.AbortMatchRequest(match_id=aborted.id)
        await self.client.call_once("AbortMatch", request, aborted.host)
        await self._table(0, 3, visibility=match_pb2.VISIBILITY_PRIVATE)
        await self._replaced()
        await self._waiting()
        self._ask("list", "", "ListMatches", pb.ListMatchesRequest(page_size=200), None)
        labelled = pb.ListMatchesRequest(page_size=200, labels=LABELS)
        self._ask("list by labels", "", "ListMatches", labelled, None)
        self.sample.truth = await ask_all(self.client, self.sample.questions)
        return self.sample

    def _ask(self, name: str, match: str, method: str, request: Message, token: str | None) -> None:
        self.sample.questions.append(Question(name, match, method, request, token))

    async def _created(self, **fields: Any) -> pb.CreateMatchResponse:
        request = pb.CreateMatchRequest(request_id=uuid.uuid4().hex, **fields)
        answer = await self.client.call_once("CreateMatch", request)
        created = pb.CreateMatchResponse.FromString(answer)
        self._ask("the creation again", created.match.id, "CreateMatch", request, None)
        # A token that was replaced must never hold again; nor may the new one be forgotten.
        old = created.spectator_token
        rotation = pb.RotateTokenRequest(request_id=uuid.uuid4().hex)
        answer = await self.client.call_once("RotateToken", rotation, old)
        new = pb.RotateTokenResponse.FromString(answer).token
        # Its first use makes the old one void for good, and is an entry of the log.
        await self.client.call_once("GetMatch", pb.GetMatchRequest(match_id=created.match.id), new)
        held = {f"seat {c.seat}": c.token for c in created.credentials}
        public = fields.get("visibility") != match_pb2.VISIBILITY_PRIVATE
        tokens = {"host": created.host_token, "void": old, "spectator": new, **held}
        self._look(created.match.id, {**tokens, **({"nobody": None} if public else {})})
        return created

    def _look(self, match_id: str, tokens: dict[str, Any]) -> None:
        for who, token in tokens.items():
            for method in ("GetMatch", "GetView", "GetSetup", "ListUpdates", "GetRecord"):
                made_in = record_service_pb2 if method == "GetRecord" else pb
                request = getattr(made_in, f"{method}Request")(match_id=match_id)
                self._ask(f"{method} of {who}", match_id, method, request, token)

    async def _table(self, variant: int, steps: int, **more: Any) -> CheckedMatch:
        made = creation(variant)
        created = await self._created(
            game=made.game, options=made.options, seats=made.seats, labels=LABELS, **more
        )
        checked = CheckedMatch(self.client, created)
        for _ in range(steps):
            await self._step(checked)
        for seat in checked.seats:
            for grant in checked.grants[seat].values():
                self._ask("the act again", checked.id, "Act", grant.request, checked.tokens[seat])
        return checked

    async def _step(self, checked: CheckedMatch) -> None:
        for seat in checked.seats:
            request = pb.GetViewRequest(match_id=checked.id)
            answer = await self.client.call_once("GetView", request, checked.tokens[seat])
            view = pb.GetViewResponse.FromString(answer).view
            if view.HasField("prompt"):
                choice = self.client.random.choice(list(view.prompt.actions))
                await checked.act(seat, choice.id, view.revision)
                return

    async def _resign(self, checked: CheckedMatch) -> None:
        request = pb.ResignRequest(match_id=checked.id, request_id="enough")
        await self.client.call_once("Resign", request, checked.tokens[0])
        self._ask("the resignation again", checked.id, "Resign", request, checked.tokens[0])

    async def _replaced(self) -> None:
        """A match in which a policy has a seat since the deal, and that is over."""
        checked = await self._table(0, 3)
        bot = pb.PolicySeat(policy=policy_pb2.Policy(name="random"))
        request = pb.ReplaceSeatRequest(match_id=checked.id, seat=1, policy=bot, request_id="bot")
        await self.client.call_once("ReplaceSeat", request, checked.host)
        await self._resign(checked)

    async def _waiting(self) -> None:
        created = await self._created(
            game="complots", seat_count=3, pace=match_pb2.PACE_RELAXED, ready_check=True
        )
        match_id = created.match.id
        request = pb.JoinMatchRequest(match_id=match_id, name="Bo", request_id=uuid.uuid4().hex)
        answer = await self.client.call_once("JoinMatch", request)
        joined = pb.JoinMatchResponse.FromString(answer)
        self._ask("the joining again", match_id, "JoinMatch", request, None)
        self._look(match_id, {"joiner": joined.credential.token})
        # The answer to this one was lost: until the new token is used, the old one may ask again.
        request = pb.JoinMatchRequest(match_id=match_id, name="Cy", request_id=uuid.uuid4().hex)
        answer = await self.client.call_once("JoinMatch", request)
        token = pb.JoinMatchResponse.FromString(answer).credential.token
        rotation = pb.RotateTokenRequest(request_id=uuid.uuid4().hex)
        await self.client.call_once("RotateToken", rotation, token)
        self._ask("the rotation again", match_id, "RotateToken", rotation, token)
        self._look(match_id, {"replaced": token})


async def make_sample_database(node: Node, report: Report, seed: int) -> SampleDatabase:
    async with RawClient([node.target], report, seed) as client:
        return await SampleDatabaseBuilder(client).make()
