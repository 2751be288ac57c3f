"""Before and beside the play: invitations, ready checks, seats given away, matches found."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.service.match_calls import call_match, next_of, play_out

from intrigue_proto.v1 import match_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

PRIVATE = match_pb2.VISIBILITY_PRIVATE
WAITING, RUNNING, FINISHED = (
    match_pb2.MATCH_STATUS_WAITING,
    match_pb2.MATCH_STATUS_RUNNING,
    match_pb2.MATCH_STATUS_FINISHED,
)
OPEN, TAKEN, POLICY = (
    match_pb2.SEAT_STATUS_OPEN,
    match_pb2.SEAT_STATUS_TAKEN,
    match_pb2.SEAT_STATUS_POLICY,
)
CODE = re.compile(r"[a-z2-7]{5}(-[a-z2-7]{5}){3}")
SECRET_ID = "0123456789abcdef"


# Invitations.


async def invite(client, **request) -> pb.CreateMatchResponse:
    response: pb.CreateMatchResponse = await client.matches.CreateMatch(
        pb.CreateMatchRequest(game=client.game, visibility=PRIVATE, **request)
    )
    assert CODE.fullmatch(response.invitation_code)
    return response


WRITTEN = {
    "as it was given": str,
    "in capitals": str.upper,
    "without dashes": lambda code: code.replace("-", ""),
    "with spaces": lambda code: f" {code.replace('-', ' ').title()} ",
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
async def test_a_code_is_all_that_it_takes(client, as_bearer, write):
    response = await invite(client)
    code = write(response.invitation_code)
    look = pb.GetMatchRequest(invitation_code=code)
    assert (await client.matches.GetMatch(look)).match == response.match
    joined = pb.JoinMatchResponse()
    for seat, match_id in ((0, ""), (1, response.match.id)):
        joined = await client.matches.JoinMatch(
            pb.JoinMatchRequest(match_id=match_id, invitation_code=code, name="Bo")
        )
        assert joined.credential.seat == seat
        assert joined.match.id == response.match.id
        view = pb.GetMatchRequest(match_id=response.match.id)
        seen = await client.matches.GetMatch(view, metadata=as_bearer(joined.credential.token))
        assert seen.match == joined.match
    assert joined.match.status == RUNNING
    # It still shows the match, and still does not sit anybody down.
    assert (await client.matches.GetMatch(look)).match.status == RUNNING


async def test_a_token_of_the_match_lets_join_too(client, expect):
    created = await client.create(visibility=PRIVATE)
    async with expect("NOT_FOUND", "UNKNOWN_MATCH"):
        await created.join()
    await created.join(created.spectator)
    await created.join(created.host)
    assert (await created.get(created.spectator)).status == RUNNING


async def test_a_wrong_code_finds_nothing(client, expect):
    response, other = await invite(client), await invite(client)
    public = await client.create()
    code = response.invitation_code
    near = ("b" if code[0] == "a" else "a") + code[1:]
    wrong = [
        {"invitation_code": near},
        {"invitation_code": code[:-1]},
        {"invitation_code": code + "a"},
        {"invitation_code": near, "match_id": response.match.id},
        {"invitation_code": code, "match_id": other.match.id},
        {"invitation_code": code, "match_id": public.id},
        {"invitation_code": code, "match_id": "a" * 26},
        {"invitation_code": response.match.id},
        {"invitation_code": response.host_token},
    ]
    for request in wrong:
        async with expect("NOT_FOUND", "INVITATION_UNKNOWN"):
            await client.matches.GetMatch(pb.GetMatchRequest(**request))
        async with expect("NOT_FOUND", "INVITATION_UNKNOWN"):
            await client.matches.JoinMatch(pb.JoinMatchRequest(**request))
    assert not public.match.seats[0].name


async def test_a_code_shows_no_view(client, expect):
    response = await invite(client)
    code = response.invitation_code
    for _ in range(2):
        await client.matches.JoinMatch(pb.JoinMatchRequest(invitation_code=code))
    for method in ("GetView", "GetSetup", "ListUpdates", "GetRecord", "Act", "Explain", "Watch"):
        messages: Any = pb
        stub = client.matches
        if method == "GetRecord":
            messages, stub = record_service_pb2, client.records
        request = getattr(messages, f"{method}Request")(match_id=response.match.id)
        if method in {"Act", "Explain"}:
            request.action_id = 0
        assert not hasattr(request, "invitation_code")
        async with expect("NOT_FOUND", "UNKNOWN_MATCH"):
            call = getattr(stub, method)(request)
            await (call.read() if method == "Watch" else call)
        # As a token it is none.
        async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
            metadata = [("authorization", f"Bearer {code}")]
            call = getattr(stub, method)(request, metadata=metadata)
            await (call.read() if method == "Watch" else call)


async def test_a_code_outlives_the_server_and_only_its_hash_is_kept(deployment):
    async with deployment.served() as client:
        response = await invite(client, request_id=SECRET_ID)
        assert (await invite(client, request_id=SECRET_ID)).invitation_code == (
            response.invitation_code
        )
        assert not (
            await client.matches.CreateMatch(pb.CreateMatchRequest(game=client.game))
        ).invitation_code
    files = b"".join(file.read_bytes() for file in deployment.path.parent.glob("matches.db*"))
    for written in (response.invitation_code, response.invitation_code.replace("-", "")):
        assert written.encode() not in files
    async with deployment.served() as client:
        joined = await client.matches.JoinMatch(
            pb.JoinMatchRequest(invitation_code=response.invitation_code)
        )
        assert joined.match.id == response.match.id


# Ready checks.


def ready(match: match_pb2.Match) -> list[bool]:
    return [seat.ready for seat in match.seats]


async def test_a_match_begins_when_all_are_ready(client, expect):
    created = await client.create("own", "open", ready_check=True)
    assert created.match.ready_check
    stream = created.watch()
    await next_of(stream, "caught_up")
    ana = created.seats[0]
    match = (await call_match(created, "SetReady", ana, ready=True)).match
    assert (match.status, ready(match)) == (WAITING, [True, False])
    assert (await next_of(stream, "match")) == match
    joined = await created.join(name="Bo")
    assert (joined.match.status, ready(joined.match)) == (WAITING, [True, False])
    assert (await next_of(stream, "match")) == joined.match
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await created.view(ana)
    match = (await call_match(created, "SetReady", ana, ready=False)).match
    assert (match.status, ready(match)) == (WAITING, [False, False])
    assert (await next_of(stream, "match")) == match
    match = (await call_match(created, "SetReady", created.seats[1], ready=True)).match
    assert (match.status, ready(match)) == (WAITING, [False, True])
    assert (await next_of(stream, "match")) == match
    match = (await call_match(created, "SetReady", ana, ready=True)).match
    assert (match.status, ready(match)) == (RUNNING, [True, True])
    assert (await next_of(stream, "match")) == match
    assert (await stream.read()).update.revision == 1
    stream.cancel()
    for act_fields in (True, False):
        async with expect("FAILED_PRECONDITION", "MATCH_STARTED"):
            await call_match(created, "SetReady", ana, ready=act_fields)
    await created.play_on()


async def test_readiness_outlives_the_server(deployment):
    async with deployment.served() as client:
        created = await client.create("own", "own", ready_check=True)
        before = (await call_match(created, "SetReady", created.seats[1], ready=True)).match
    async with deployment.served() as client:
        created.client = client
        assert await created.get() == before
        match = (await call_match(created, "SetReady", created.seats[0], ready=True)).match
        assert match.status == RUNNING


async def test_policies_are_always_ready(client):
    created = await client.create("own", "random", ready_check=True)
    assert created.match.status == WAITING
    assert (
        await call_match(created, "SetReady", created.seats[0], ready=True)
    ).match.status == RUNNING
    await play_out(created)
    alone = await client.create("random", "random", ready_check=True)
    assert alone.match.status == RUNNING
    last = await client.create("own", "open", ready_check=True)
    await call_match(last, "SetReady", last.seats[0], ready=True)
    assert (await call_match(last, "AddBots", last.host)).match.status == RUNNING


async def test_a_new_player_at_a_seat_is_not_ready_yet(client, expect):
    created = await client.create("own", "own", ready_check=True)
    await call_match(created, "SetReady", created.seats[1], ready=True)
    match = (await call_match(created, "ReplaceSeat", created.host, seat=1, open={})).match
    assert ready(match) == [False, False]
    await created.join(name="Cleo")
    match = (await call_match(created, "SetReady", created.seats[0], ready=True)).match
    assert (match.status, ready(match)) == (WAITING, [True, False])


async def test_an_aborted_match_waits_for_nobody(client, expect):
    created = await client.create("own", "own", ready_check=True)
    await created.abort(created.host)
    async with expect("FAILED_PRECONDITION", "MATCH_ABORTED"):
        await call_match(created, "SetReady", created.seats[0], ready=True)


# Lists.


async def listed(client, **request) -> list[str]:
    """The ids of all matches that a question finds, two a page."""
    found: list[str] = []
    token = ""
    while True:
        page = await client.matches.ListMatches(
            pb.ListMatchesRequest(page_size=2, page_token=token, **request)
        )
        assert len(page.matches) <= 2
        found += [match.id for match in page.matches]
        token = page.next_page_token
        if not token:
            return found


async def test_lists_are_filtered_and_paged(client):
    three = {"game": "complots", "options": {"seats": "3"}}
    created_matches = {
        "open": await client.create(),
        "open, rated": await client.create(rated=True),
        "half open": await client.create("own", "open"),
        "running": await client.create("own", "own"),
        "running, rated": await client.create("own", "own", rated=True),
        "complots": await client.create("own", "own", "open", **three),
        "vacated": await client.create("own", "own", "own", **three),
        "finished": await client.create("own", "own"),
        "aborted": await client.create(),
        "unready": await client.create("own", "own", ready_check=True),
        "private": await client.create(visibility=PRIVATE),
    }
    await call_match(
        created_matches["vacated"], "ReplaceSeat", created_matches["vacated"].host, seat=2, open={}
    )
    await created_matches["finished"].play_on()
    await created_matches["aborted"].abort(created_matches["aborted"].host)
    names = {created.id: name for name, created in created_matches.items()}

    async def found(**request) -> list[str]:
        return [names[match_id] for match_id in reversed(await listed(client, **request))]

    everything = [name for name in created_matches if name != "private"]
    assert await found() == everything
    joinable = ["open", "open, rated", "half open", "complots", "vacated"]
    assert await found(joinable=True) == joinable
    assert await found(joinable=False) == everything
    assert await found(rated=True) == ["open, rated", "running, rated"]
    assert await found(rated=False) == [name for name in everything if "rated" not in name]
    assert await found(rated=True, joinable=True) == ["open, rated"]
    assert await found(game="complots") == ["complots", "vacated"]
    assert await found(game="complots", joinable=True, statuses=[RUNNING]) == ["vacated"]
    assert await found(statuses=[RUNNING]) == ["running", "running, rated", "vacated"]
    assert await found(statuses=[WAITING], joinable=True) == joinable[:-1]
    assert await found(statuses=[WAITING]) == [*joinable[:-1], "unready"]
    assert await found(statuses=[FINISHED]) == ["finished"]
    assert await found(statuses=[FINISHED], joinable=True) == []
    assert await found(statuses=[match_pb2.MATCH_STATUS_ABORTED]) == ["aborted"]
    # What is taken is listed no more.
    await created_matches["half open"].join()
    await call_match(created_matches["vacated"], "AddBots", created_matches["vacated"].host)
    assert await found(joinable=True) == ["open", "open, rated", "complots"]


async def test_a_page_token_holds_for_its_filters(client, expect):
    for _ in range(3):
        await client.create()
    asked = pb.ListMatchesRequest(page_size=1, joinable=True, rated=False)
    token = (await client.matches.ListMatches(asked)).next_page_token
    for other in (
        pb.ListMatchesRequest(),
        pb.ListMatchesRequest(joinable=True),
        pb.ListMatchesRequest(joinable=True, rated=True),
        pb.ListMatchesRequest(rated=False),
    ):
        other.page_token = token
        async with expect("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"):
            await client.matches.ListMatches(other)
