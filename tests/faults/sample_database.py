"""A sample database with matches of every kind, and every call that can be made about them."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults import wire_fields
from tests.faults.checked_match import VARIANTS, CheckedMatch
from tests.faults.raw_client import RawClient, reason

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from tests.faults.cluster import Node
    from tests.faults.report import Report

AT_A_TIME = 16
STEPS_MORE = 6
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
        for variant, steps in ((0, 7), (1, 12), (2, 9)):
            checked = await self._table(variant, steps)
            tokens = {seat: checked.tokens[seat] or "" for seat in checked.seats}
            self.sample.running.append((checked.id, tokens))
        finished = await self._table(0, 5)
        await self._resign(finished)
        aborted = await self._table(3, 4)
        request: Message = pb.AbortMatchRequest(match_id=aborted.id)
        await self.client.call_once("AbortMatch", request, aborted.host)
        await self._table(0, 3, visibility=match_pb2.VISIBILITY_PRIVATE)
        await self._waiting()
        self._ask("list", "", "ListMatches", pb.ListMatchesRequest(page_size=200), None)
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
        answer = await self.client.call_once("RotateToken", pb.RotateTokenRequest(), old)
        new = pb.RotateTokenResponse.FromString(answer).token
        held = {f"seat {c.seat}": c.token for c in created.credentials}
        public = fields.get("visibility") != match_pb2.VISIBILITY_PRIVATE
        tokens = {"host": created.host_token, "void": old, "spectator": new, **held}
        self._look(created.match.id, {**tokens, **({"nobody": None} if public else {})})
        return created

    def _look(self, match_id: str, tokens: dict[str, Any]) -> None:
        for who, token in tokens.items():
            for method in ("GetMatch", "GetView", "GetRecord"):
                request = getattr(pb, f"{method}Request")(match_id=match_id)
                self._ask(f"{method} of {who}", match_id, method, request, token)

    async def _table(self, variant: int, steps: int, **more: Any) -> CheckedMatch:
        game, options = VARIANTS[variant]
        seats = [pb.SeatRequest(own=pb.OwnSeat(name="Ana"))] * int(options.get("seats", "2"))
        created = await self._created(game=game, options=options, seats=seats, **more)
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

    async def _waiting(self) -> None:
        created = await self._created(game="complots", options={"seats": "3"})
        match_id = created.match.id
        request = pb.JoinMatchRequest(match_id=match_id, name="Bo", request_id=uuid.uuid4().hex)
        answer = await self.client.call_once("JoinMatch", request)
        joined = pb.JoinMatchResponse.FromString(answer)
        self._ask("the joining again", match_id, "JoinMatch", request, None)
        self._look(match_id, {"joiner": joined.credential.token})


async def make_sample_database(node: Node, report: Report, seed: int) -> SampleDatabase:
    async with RawClient([node.target], report, seed) as client:
        return await SampleDatabaseBuilder(client).make()
