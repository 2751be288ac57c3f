"""Who may do what: the matrix of every method and every kind of caller."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import grpc
import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["MatchService"]

ROLES = ("host", "own seat", "other seat", "spectator", "none", "other match", "garbage", "void")

OK = "OK"
NOT_A_SEAT = "PERMISSION_DENIED SEAT_TOKEN_REQUIRED"
NOT_THE_HOST = "PERMISSION_DENIED HOST_TOKEN_REQUIRED"
FOREIGN = "PERMISSION_DENIED TOKEN_OF_ANOTHER_MATCH"
UNKNOWN = "UNAUTHENTICATED TOKEN_UNKNOWN"
MISSING = "UNAUTHENTICATED TOKEN_REQUIRED"
NOT_TO_ACT = "FAILED_PRECONDITION NOT_TO_ACT"
FULL = "FAILED_PRECONDITION NO_OPEN_SEAT"


@dataclass(frozen=True)
class Row:
    """What each role gets; a token of another match, garbage and void ones unless said else."""

    host: str
    own: str
    other: str
    spectator: str
    none: str
    foreign: str = FOREIGN

    def expected(self, role: str) -> str:
        return {
            "host": self.host,
            "own seat": self.own,
            "other seat": self.other,
            "spectator": self.spectator,
            "none": self.none,
            "other match": self.foreign,
        }.get(role, UNKNOWN)


# In a running public match. The own seat owes a decision, the other does not.
MATRIX = {
    "CreateMatch": Row(OK, OK, OK, OK, OK, OK),
    "JoinMatch": Row(FULL, FULL, FULL, FULL, FULL),
    "GetMatch": Row(OK, OK, OK, OK, OK),
    "ListMatches": Row(OK, OK, OK, OK, OK, OK),
    "GetView": Row(OK, OK, OK, OK, OK),
    "Act": Row(NOT_A_SEAT, OK, NOT_TO_ACT, NOT_A_SEAT, NOT_A_SEAT),
    "Watch": Row(OK, OK, OK, OK, OK),
    "Explain": Row(NOT_A_SEAT, OK, OK, NOT_A_SEAT, NOT_A_SEAT),
    "Resign": Row(NOT_A_SEAT, OK, OK, NOT_A_SEAT, NOT_A_SEAT),
    "AbortMatch": Row(OK, NOT_THE_HOST, NOT_THE_HOST, NOT_THE_HOST, NOT_THE_HOST),
    "RotateToken": Row(OK, OK, OK, OK, MISSING, OK),
    "GetRecord": Row(OK, OK, OK, OK, OK),
}


def test_every_method_has_a_row():
    assert set(MATRIX) == set(SERVICE.methods_by_name)


def request_for(method: str, table, action: int, game: str):
    request = getattr(pb, f"{method}Request")()
    fields = SERVICE.methods_by_name[method].input_type.fields_by_name
    if "match_id" in fields:
        request.match_id = table.id
    if "action_id" in fields:
        request.action_id = action
    if method == "CreateMatch":
        request.game = game
    return request


async def answer(client, method: str, request, metadata) -> str:
    """The status and the reason of a call."""
    call = getattr(client.matches, method)(request, metadata=metadata)
    try:
        if SERVICE.methods_by_name[method].server_streaming:
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


async def tokens_for(client, table, owing: int, as_bearer) -> dict[str, str | None]:
    foreign = await client.create("own", "own")
    spare = await client.create("own", "own")
    void = spare.seats[0]
    await client.matches.RotateToken(pb.RotateTokenRequest(), metadata=as_bearer(void))
    return {
        "host": table.host,
        "own seat": table.seats[owing],
        "other seat": table.seats[1 - owing],
        "spectator": table.spectator,
        "none": None,
        "other match": foreign.seats[0],
        "garbage": "intrigue_" + "x" * 43,
        "void": void,
    }


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", MATRIX)
async def test_matrix(client, as_bearer, method, role):
    table = await client.create("own", "own")
    owing, view = await table.turn()
    tokens = await tokens_for(client, table, owing, as_bearer)
    before = await table.view(table.seats[owing])
    match = await table.get()
    request = request_for(method, table, view.prompt.actions[0].id, client.game)
    expected = MATRIX[method].expected(role)
    assert await answer(client, method, request, as_bearer(tokens[role])) == expected
    if expected != OK:
        assert await table.view(table.seats[owing]) == before
        assert await table.get() == match


@pytest.mark.parametrize("method", sorted(MATRIX))
async def test_a_private_match_does_not_exist_for_outsiders(client, as_bearer, method):
    table = await client.create("own", "own", visibility=match_pb2.VISIBILITY_PRIVATE)
    owing, view = await table.turn()
    tokens = await tokens_for(client, table, owing, as_bearer)
    request = request_for(method, table, view.prompt.actions[0].id, client.game)
    if not hasattr(request, "match_id"):
        return
    for role in ("none", "other match"):
        got = await answer(client, method, request, as_bearer(tokens[role]))
        assert got == "NOT_FOUND UNKNOWN_MATCH"
        request.match_id = "a" * 26
        assert await answer(client, method, request, as_bearer(tokens[role])) == got
        request.match_id = table.id
    for role in ("garbage", "void"):
        assert await answer(client, method, request, as_bearer(tokens[role])) == UNKNOWN
    for role in ("spectator", "other seat", "own seat", "host"):
        expected = MATRIX[method].expected(role)
        got = await answer(client, method, request, as_bearer(tokens[role]))
        # A resignation by the first of the roles ends the match for the next.
        assert got in {expected, "FAILED_PRECONDITION MATCH_OVER"}


async def test_a_private_match_is_joined_by_invitation(client, expect):
    table = await client.create(visibility=match_pb2.VISIBILITY_PRIVATE)
    async with expect("NOT_FOUND", "UNKNOWN_MATCH"):
        await table.join()
    await table.join(table.spectator)
    await table.join(table.host)
    assert (await table.get(table.spectator)).status == match_pb2.MATCH_STATUS_RUNNING


GARBAGE = {
    "empty": "Bearer ",
    "no scheme": "intrigue_" + "x" * 43,
    "another scheme": "Basic dXNlcjpwYXNz",
    "short": "Bearer intrigue_xxx",
    "other letters": "Bearer intrigue_" + "!" * 43,
    "long": "Bearer intrigue_" + "x" * 4000,
    "no token": "Bearer",
    "empty header": "",
}


@pytest.mark.parametrize("header", GARBAGE.values(), ids=GARBAGE)
async def test_a_malformed_header_is_never_a_spectator(client, expect, header):
    table = await client.create("own", "own")
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await client.matches.GetView(
            pb.GetViewRequest(match_id=table.id), metadata=[("authorization", header)]
        )


async def test_two_tokens_are_no_token(client, expect, as_bearer):
    table = await client.create("own", "own")
    metadata = as_bearer(table.seats[0]) + as_bearer(table.seats[1])
    async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
        await client.matches.GetView(pb.GetViewRequest(match_id=table.id), metadata=metadata)


async def test_the_scheme_may_be_written_in_any_case(client):
    table = await client.create("own", "own")
    view = await client.matches.GetView(
        pb.GetViewRequest(match_id=table.id),
        metadata=[("authorization", f"bearer {table.seats[1]}")],
    )
    assert view.view.seat == 1


async def test_near_misses_of_a_token_are_unknown(client, expect):
    table = await client.create("own", "own")
    token = table.seats[0]
    for place in (9, 20, len(token) - 1):
        letter = "A" if token[place] != "A" else "B"
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            await table.view(token[:place] + letter + token[place + 1 :])


async def test_rotating_voids_the_old_token_at_once_and_for_good(world, expect, as_bearer):
    async with world.served() as client:
        table = await client.create("own", "own")
        old_host, old_seat = table.host, table.seats[0]
        for name, old in (("host", old_host), ("seat", old_seat)):
            stream = table.watch(old)
            await stream.read()
            await stream.read()
            answer = await client.matches.RotateToken(
                pb.RotateTokenRequest(), metadata=as_bearer(old)
            )
            assert answer.token != old
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await table.view(old)
            async with expect("UNAUTHENTICATED", "TOKEN_REPLACED"):
                await stream.read()
            if name == "host":
                table.host = answer.token
            else:
                table.seats[0] = answer.token
        assert (await table.view(table.seats[0])).seat == 0
    async with world.served() as client:
        table.client = client
        for old in (old_host, old_seat):
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await table.view(old)
        assert (await table.view(table.seats[0])).seat == 0
        assert (await table.abort(table.host)).status == match_pb2.MATCH_STATUS_ABORTED


async def test_of_two_rotations_one_wins(client, as_bearer):
    table = await client.create("own", "own")
    results = await asyncio.gather(
        *(
            client.matches.RotateToken(pb.RotateTokenRequest(), metadata=as_bearer(table.seats[0]))
            for _ in range(5)
        ),
        return_exceptions=True,
    )
    won = [result for result in results if isinstance(result, pb.RotateTokenResponse)]
    assert len(won) == 1
    assert (await table.view(won[0].token)).seat == 0


async def test_only_hashes_are_stored(world):
    async with world.served() as client:
        table = await client.create("own", "own", request_id="0123456789abcdef")
        tokens = [table.host, table.spectator, *table.seats.values()]
    stored = world.stored()
    assert table.id.encode() in stored
    for token in tokens:
        assert token.encode() not in stored
        assert token.removeprefix("intrigue_").encode() not in stored
    assert b"0123456789abcdef" not in stored
