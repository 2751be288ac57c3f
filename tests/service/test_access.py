"""Who may do what: the matrix of every method and every kind of caller."""

from __future__ import annotations

from dataclasses import dataclass

import grpc
import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue_proto.v1 import match_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["MatchService"]
# The method of another service that takes the tokens of a match.
GET_RECORD = record_service_pb2.DESCRIPTOR.services_by_name["RecordService"].methods_by_name[
    "GetRecord"
]
BY_NAME = {**SERVICE.methods_by_name, "GetRecord": GET_RECORD}

ROLES = (
    "host",
    "own seat",
    "other seat",
    "spectator",
    "none",
    "operator",
    "other match",
    "garbage",
    "void",
)
REQUEST = "0123456789abcdef"
OPERATOR = "the-word-of-the-operator-of-this-server"

OK = "OK"
NOT_A_SEAT = "PERMISSION_DENIED SEAT_TOKEN_REQUIRED"
NOT_THE_HOST = "PERMISSION_DENIED HOST_TOKEN_REQUIRED"
NO_SEAT_TOKEN = "UNAUTHENTICATED SEAT_TOKEN_REQUIRED"
NO_HOST_TOKEN = "UNAUTHENTICATED HOST_TOKEN_REQUIRED"
FOREIGN = "PERMISSION_DENIED TOKEN_OF_ANOTHER_MATCH"
UNKNOWN = "UNAUTHENTICATED TOKEN_UNKNOWN"
MISSING = "UNAUTHENTICATED TOKEN_REQUIRED"
NOT_TO_ACT = "FAILED_PRECONDITION NOT_TO_ACT"
FULL = "FAILED_PRECONDITION NO_OPEN_SEAT"
NOT_STARTED = "FAILED_PRECONDITION MATCH_NOT_STARTED"
OVER = "FAILED_PRECONDITION MATCH_OVER"
NOT_OVER = "FAILED_PRECONDITION MATCH_NOT_OVER"
NO_CHECK = "FAILED_PRECONDITION NO_READY_CHECK"


@dataclass(frozen=True)
class Row:
    """What each role gets; garbage and void tokens are always unknown."""

    host: str
    own: str
    other: str
    spectator: str
    none: str
    operator: str
    foreign: str = FOREIGN

    def expected(self, role: str) -> str:
        return {
            "host": self.host,
            "own seat": self.own,
            "other seat": self.other,
            "spectator": self.spectator,
            "none": self.none,
            "operator": self.operator,
            "other match": self.foreign,
        }.get(role, UNKNOWN)


def everybody(answer: str, foreign: str = FOREIGN) -> Row:
    return Row(answer, answer, answer, answer, answer, answer, foreign)


def seats_only(own: str, other: str | None = None) -> Row:
    other = own if other is None else other
    return Row(NOT_A_SEAT, own, other, NOT_A_SEAT, NO_SEAT_TOKEN, NOT_A_SEAT)


def host_only(answer: str, operator: str = NOT_THE_HOST) -> Row:
    return Row(answer, NOT_THE_HOST, NOT_THE_HOST, NOT_THE_HOST, NO_HOST_TOKEN, operator)


# Of a token itself, wherever it belongs; the operator's belongs to no match.
OWN_TOKEN = Row(OK, OK, OK, OK, MISSING, UNKNOWN, OK)
# The same at every stage of a match.
ALWAYS = {
    "CreateMatch": everybody(OK, OK),
    "JoinMatch": everybody(FULL),
    "GetMatch": everybody(OK),
    "ListMatches": everybody(OK, OK),
    "Watch": everybody(OK),
    "RotateToken": OWN_TOKEN,
    "RevokeToken": OWN_TOKEN,
}
# In public matches. Where it is played, the own seat owes a decision and the other does not.
MATRIX = {
    "lobby": {
        **ALWAYS,
        "GetView": everybody(NOT_STARTED),
        "GetSetup": everybody(NOT_STARTED),
        "ListUpdates": everybody(NOT_STARTED),
        "GetRecord": everybody(NOT_STARTED),
        "Act": seats_only(NOT_STARTED),
        "Explain": seats_only(NOT_STARTED),
        "Resign": seats_only(NOT_STARTED),
        "AbortMatch": host_only(OK, operator=OK),
        "SetReady": seats_only(OK),
        "ReplaceSeat": host_only(OK),
        "AddBots": host_only(FULL),
        "Rematch": Row(NOT_OVER, NOT_OVER, NOT_OVER, NOT_A_SEAT, NO_SEAT_TOKEN, NOT_A_SEAT),
    },
    "running": {
        **ALWAYS,
        "GetView": everybody(OK),
        "GetSetup": everybody(OK),
        "ListUpdates": everybody(OK),
        "GetRecord": everybody(NOT_OVER),
        "Act": seats_only(OK, NOT_TO_ACT),
        "Explain": seats_only(OK),
        "Resign": seats_only(OK),
        "AbortMatch": host_only(OK, operator=OK),
        "SetReady": seats_only(NO_CHECK),
        "ReplaceSeat": host_only(OK),
        "AddBots": host_only(FULL),
        "Rematch": Row(NOT_OVER, NOT_OVER, NOT_OVER, NOT_A_SEAT, NO_SEAT_TOKEN, NOT_A_SEAT),
    },
    "finished": {
        **ALWAYS,
        "GetView": everybody(OK),
        "GetSetup": everybody(OK),
        "ListUpdates": everybody(OK),
        "GetRecord": everybody(OK),
        "Act": seats_only(OVER),
        "Explain": seats_only(OK),
        "Resign": seats_only(OVER),
        "AbortMatch": host_only(OVER, operator=OVER),
        "SetReady": seats_only(NO_CHECK),
        "ReplaceSeat": host_only(OVER),
        "AddBots": host_only(OVER),
        "Rematch": Row(OK, OK, OK, NOT_A_SEAT, NO_SEAT_TOKEN, NOT_A_SEAT),
    },
}
METHODS = sorted(BY_NAME)


@pytest.mark.parametrize("stage", MATRIX)
def test_every_method_has_a_row(stage):
    assert sorted(MATRIX[stage]) == METHODS


@pytest.fixture
async def client(deployment):
    """A client of a server that has an operator."""
    async with deployment.served(operator_token=OPERATOR) as client:
        yield client


def request_for(method: str, created, action: int, game: str):
    request = getattr(record_service_pb2 if method == "GetRecord" else pb, f"{method}Request")()
    fields = BY_NAME[method].input_type.fields_by_name
    if "match_id" in fields:
        request.match_id = created.id
    if "action_id" in fields:
        request.action_id = action
    match method:
        case "CreateMatch":
            request.game = game
        case "SetReady":
            request.ready = False
        case "ReplaceSeat":
            request.seat = 0
            request.open.SetInParent()
        case "RotateToken":
            request.request_id = REQUEST
        case "RevokeToken":
            request.own.SetInParent()
    return request


async def answer(client, method: str, request, metadata) -> str:
    """The status and the reason of a call."""
    stub = client.records if method == "GetRecord" else client.matches
    call = getattr(stub, method)(request, metadata=metadata)
    try:
        if BY_NAME[method].server_streaming:
            await call.read()
            call.cancel()
        else:
            await call
    except grpc.aio.AioRpcError as error:
        return f"{error.code().name} {reason_of(error)}"
    return OK


def reason_of(error: grpc.aio.AioRpcError) -> str:
    detail = error_details_pb2.ErrorInfo()
    rpc_status.from_call(error).details[0].Unpack(detail)
    return str(detail.reason)


async def create_at_stage(client, stage: str, **request):
    """A match at a stage of its life, the seat that is tried, and an action of its."""
    created = await client.create("own", "own", ready_check=stage == "lobby", **request)
    if stage == "lobby":
        return created, 0, 0
    seat_to_act, view = await created.turn()
    if stage == "finished":
        await client.matches.Resign(
            pb.ResignRequest(match_id=created.id),
            metadata=[("authorization", f"Bearer {created.seats[seat_to_act]}")],
        )
    return created, seat_to_act, view.prompt.actions[0].id


async def foreign_tokens(client, as_bearer) -> dict[str, str | None]:
    """The tokens of callers that are not in the match."""
    foreign = await client.create("own", "own")
    spare = await client.create("own", "own")
    void = spare.seats[0]
    rotated = await client.matches.RotateToken(
        pb.RotateTokenRequest(request_id=REQUEST), metadata=as_bearer(void)
    )
    # Once the new token is used, the old one is good for nothing.
    await spare.view(rotated.token)
    return {
        "none": None,
        "operator": OPERATOR,
        "other match": foreign.seats[0],
        "garbage": "intrigue_" + "x" * 43,
        "void": void,
    }


def match_tokens(created, seat_to_act: int) -> dict[str, str | None]:
    """The tokens of a match."""
    return {
        "host": created.host,
        "own seat": created.seats[seat_to_act],
        "other seat": created.seats[1 - seat_to_act],
        "spectator": created.spectator,
    }


async def visible_state(created) -> list[bytes]:
    """What everybody sees of a match."""
    seen = [(await created.get(created.host)).SerializeToString(deterministic=True)]
    for token in (created.spectator, *created.seats.values()):
        seen.extend(
            update.SerializeToString(deterministic=True) for update in await created.updates(token)
        )
    return seen


@pytest.mark.parametrize("stage", MATRIX)
@pytest.mark.parametrize("method", METHODS)
async def test_matrix(client, as_bearer, method, stage):
    foreign_by_role = await foreign_tokens(client, as_bearer)
    for role in ROLES:
        created, seat_to_act, action = await create_at_stage(client, stage)
        tokens = match_tokens(created, seat_to_act) | foreign_by_role
        before = await visible_state(created)
        request = request_for(method, created, action, client.game)
        expected = MATRIX[stage][method].expected(role)
        got = await answer(client, method, request, as_bearer(tokens[role]))
        assert (role, got) == (role, expected)
        if expected != OK:
            assert await visible_state(created) == before


@pytest.mark.parametrize("stage", MATRIX)
@pytest.mark.parametrize("method", METHODS)
async def test_a_private_match_does_not_exist_for_outsiders(client, as_bearer, method, stage):
    created, seat_to_act, action = await create_at_stage(
        client, stage, visibility=match_pb2.VISIBILITY_PRIVATE
    )
    tokens = match_tokens(created, seat_to_act) | await foreign_tokens(client, as_bearer)
    request = request_for(method, created, action, client.game)
    if not hasattr(request, "match_id"):
        return
    for role in ("none", "other match"):
        got = await answer(client, method, request, as_bearer(tokens[role]))
        assert got == "NOT_FOUND UNKNOWN_MATCH"
        request.match_id = "a" * 26
        assert await answer(client, method, request, as_bearer(tokens[role])) == got
        request.match_id = created.id
    for role in ("garbage", "void"):
        assert await answer(client, method, request, as_bearer(tokens[role])) == UNKNOWN
    for role in ("spectator", "other seat", "own seat", "host", "operator"):
        expected = MATRIX[stage][method].expected(role)
        got = await answer(client, method, request, as_bearer(tokens[role]))
        # What the first of the roles may do changes what is there for the next.
        assert got in {expected, OVER, "FAILED_PRECONDITION MATCH_STARTED"}


@pytest.mark.parametrize("stage", MATRIX)
@pytest.mark.parametrize("whose", ["seat", "spectators"])
async def test_only_the_host_makes_the_tokens_of_others_void(client, as_bearer, whose, stage):
    created, seat_to_act, _ = await create_at_stage(client, stage)
    tokens = match_tokens(created, seat_to_act) | await foreign_tokens(client, as_bearer)
    request = pb.RevokeTokenRequest(**({"seat": seat_to_act} if whose == "seat" else {whose: {}}))
    row = Row(OK, NOT_THE_HOST, NOT_THE_HOST, NOT_THE_HOST, MISSING, UNKNOWN, NOT_THE_HOST)
    for role in sorted(ROLES, key=lambda role: role == "host"):
        got = await answer(client, "RevokeToken", request, as_bearer(tokens[role]))
        assert (role, got) == (role, row.expected(role))
    gone = {"seat": "own seat", "spectators": "spectator"}[whose]
    look = pb.GetMatchRequest(match_id=created.id)
    for role in ("own seat", "other seat", "spectator", "host"):
        got = await answer(client, "GetMatch", look, as_bearer(tokens[role]))
        assert (role, got) == (role, UNKNOWN if role == gone else OK)


@pytest.mark.parametrize("visibility", match_pb2.Visibility.values()[1:])
async def test_the_operator_sees_what_a_spectator_sees(client, as_bearer, visibility):
    created = await client.create("own", "own", visibility=visibility)
    for _ in range(4):
        await created.step()
        assert await created.view(OPERATOR) == await created.view(created.spectator)
        assert await created.updates(OPERATOR) == await created.updates(created.spectator)
    streams = [created.watch(token, include_view=True) for token in (OPERATOR, created.spectator)]
    # The match, its updates, and that there are no more.
    for _ in range(2 + (await created.view(OPERATOR)).revision):
        assert await streams[0].read() == await streams[1].read()
    for stream in streams:
        stream.cancel()


async def test_the_operator_lists_private_matches_and_aborts_any(client, as_bearer):
    created_matches = [
        await client.create("own", "own", visibility=visibility)
        for visibility in (match_pb2.VISIBILITY_PUBLIC, match_pb2.VISIBILITY_PRIVATE)
    ]
    for token, seen in (
        (None, created_matches[:1]),
        (created_matches[1].host, created_matches[:1]),
        (OPERATOR, created_matches),
    ):
        listed = await client.matches.ListMatches(
            pb.ListMatchesRequest(), metadata=as_bearer(token)
        )
        assert {match.id for match in listed.matches} == {created.id for created in seen}
    for created in created_matches:
        assert (await created.abort(OPERATOR)).status == match_pb2.MATCH_STATUS_ABORTED
