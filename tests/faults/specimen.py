"""A database in which something of everything is, and all that may be asked of it."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults import frames
from tests.faults.table import VARIANTS, Table
from tests.faults.world import World, reason

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
class Specimen:
    """The questions and the right answers to them, and how running matches go on."""

    questions: list[Question] = field(default_factory=list)
    truth: list[Answer] = field(default_factory=list)
    running: list[tuple[str, dict[int, str]]] = field(default_factory=list)
    sequels: dict[str, list[bytes]] = field(default_factory=dict)


async def ask(world: World, question: Question) -> Answer:
    try:
        answer = await world.once(question.method, question.request, question.token, deadline=20.0)
    except grpc.aio.AioRpcError as error:
        return Answer(error=reason(error))
    return Answer(canonical(question.method, answer))


def canonical(method: str, answer: bytes) -> bytes:
    """The same bytes for the same message: options are a map, which has no order on the wire."""
    if method not in UNORDERED:
        return answer
    message: Message = getattr(pb, f"{method}Response").FromString(answer)
    return message.SerializeToString(deterministic=True)


async def ask_all(world: World, questions: list[Question]) -> list[Answer]:
    room = asyncio.Semaphore(AT_A_TIME)

    async def one(question: Question) -> Answer:
        async with room:
            return await ask(world, question)

    return list(await asyncio.gather(*(one(question) for question in questions)))


async def go_on(world: World, match_id: str, tokens: dict[int, str]) -> list[bytes]:
    """Plays on, always the first seat that is asked, always its first action."""
    told = []
    for _ in range(STEPS_MORE):
        for token in tokens.values():
            answer = await world.once("GetView", pb.GetViewRequest(match_id=match_id), token)
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
        acted = await world.once("Act", request, token)
        told.append(frames.message_in(acted, pb.ActResponse.UPDATE_FIELD_NUMBER) or b"")
    return told


class Maker:
    """Makes the specimen on a fresh server."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.specimen = Specimen()

    async def make(self) -> Specimen:
        for variant, steps in ((0, 7), (1, 12), (2, 9)):
            table = await self._table(variant, steps)
            tokens = {seat: table.tokens[seat] or "" for seat in table.seats}
            self.specimen.running.append((table.id, tokens))
        finished = await self._table(0, 5)
        await self._resign(finished)
        aborted = await self._table(3, 4)
        request: Message = pb.AbortMatchRequest(match_id=aborted.id)
        await self.world.once("AbortMatch", request, aborted.host)
        await self._table(0, 3, visibility=match_pb2.VISIBILITY_PRIVATE)
        await self._waiting()
        self._ask("list", "", "ListMatches", pb.ListMatchesRequest(page_size=200), None)
        self.specimen.truth = await ask_all(self.world, self.specimen.questions)
        return self.specimen

    def _ask(self, name: str, match: str, method: str, request: Message, token: str | None) -> None:
        self.specimen.questions.append(Question(name, match, method, request, token))

    async def _created(self, **fields: Any) -> pb.CreateMatchResponse:
        request = pb.CreateMatchRequest(request_id=uuid.uuid4().hex, **fields)
        answer = await self.world.once("CreateMatch", request)
        created = pb.CreateMatchResponse.FromString(answer)
        self._ask("the creation again", created.match.id, "CreateMatch", request, None)
        # A token that was replaced must never hold again; nor may the new one be forgotten.
        old = created.spectator_token
        answer = await self.world.once("RotateToken", pb.RotateTokenRequest(), old)
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

    async def _table(self, variant: int, steps: int, **more: Any) -> Table:
        game, options = VARIANTS[variant]
        seats = [pb.SeatRequest(own=pb.OwnSeat(name="Ana"))] * int(options.get("seats", "2"))
        created = await self._created(game=game, options=options, seats=seats, **more)
        table = Table(self.world, created)
        for _ in range(steps):
            await self._step(table)
        for seat in table.seats:
            for grant in table.grants[seat].values():
                self._ask("the act again", table.id, "Act", grant.request, table.tokens[seat])
        return table

    async def _step(self, table: Table) -> None:
        for seat in table.seats:
            request = pb.GetViewRequest(match_id=table.id)
            answer = await self.world.once("GetView", request, table.tokens[seat])
            view = pb.GetViewResponse.FromString(answer).view
            if view.HasField("prompt"):
                choice = self.world.random.choice(list(view.prompt.actions))
                await table.act(seat, choice.id, view.revision)
                return

    async def _resign(self, table: Table) -> None:
        request = pb.ResignRequest(match_id=table.id, request_id="enough")
        await self.world.once("Resign", request, table.tokens[0])
        self._ask("the resignation again", table.id, "Resign", request, table.tokens[0])

    async def _waiting(self) -> None:
        created = await self._created(game="complots", options={"seats": "3"})
        match_id = created.match.id
        request = pb.JoinMatchRequest(match_id=match_id, name="Bo", request_id=uuid.uuid4().hex)
        answer = await self.world.once("JoinMatch", request)
        joined = pb.JoinMatchResponse.FromString(answer)
        self._ask("the joining again", match_id, "JoinMatch", request, None)
        self._look(match_id, {"joiner": joined.credential.token})


async def make_specimen(node: Node, report: Report, seed: int) -> Specimen:
    async with World([node.target], report, seed) as world:
        return await Maker(world).make()
