"""Bad input: a clear typed error each, and nothing changes."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.protobuf import duration_pb2

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import catalog_service_pb2, match_pb2, policy_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

NUL = "a\x00b"
TURNED = "a\u202eb"
NO_RIVALS = ("INVALID_ARGUMENT", "RATED_WITHOUT_RIVALS")


def own(name: str = "Ana", entropy: bytes = b"") -> pb.SeatRequest:
    return pb.SeatRequest(own=pb.OwnSeat(name=name, entropy=entropy))


def policy(name: str) -> pb.SeatRequest:
    return pb.SeatRequest(policy=pb.PolicySeat(policy=policy_pb2.Policy(name=name)))


CREATE = {
    "unknown game": ({"game": "no_such_game"}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "no game": ({"game": ""}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "game too long": ({"game": "g" * 65}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "game with a NUL": ({"game": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "unknown option": ({"options": {"no": "such"}}, "INVALID_ARGUMENT", "UNKNOWN_OPTION"),
    "option with a NUL": ({"options": {NUL: "1"}}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "many options": (
        {"options": {str(number): "" for number in range(65)}},
        "INVALID_ARGUMENT",
        "TOO_MANY_ITEMS",
    ),
    "too few seats": ({"seats": [own()]}, "INVALID_ARGUMENT", "BAD_OPTION_VALUE"),
    "too many seats": ({"seats": [own()] * 9}, "INVALID_ARGUMENT", "BAD_OPTION_VALUE"),
    "fewer seats than are asked for": (
        {"game": "complots", "seats": [own()] * 3, "seat_count": 4},
        "INVALID_ARGUMENT",
        "WRONG_SEAT_COUNT",
    ),
    "more seats than are asked for": (
        {"game": "complots", "seats": [own()] * 3, "seat_count": 2},
        "INVALID_ARGUMENT",
        "WRONG_SEAT_COUNT",
    ),
    "far too many seats": ({"seats": [own()] * 99}, "INVALID_ARGUMENT", "TOO_MANY_ITEMS"),
    "unknown policy": (
        {"seats": [own(), policy("no_such")]},
        "INVALID_ARGUMENT",
        "UNKNOWN_POLICY",
    ),
    "no policy": ({"seats": [own(), policy("")]}, "INVALID_ARGUMENT", "FIELD_REQUIRED"),
    "long name": ({"seats": [own("x" * 65), own()]}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "name with a NUL": ({"seats": [own(NUL), own()]}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "name that turns": ({"seats": [own(TURNED), own()]}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "visibility": ({"visibility": 77}, "INVALID_ARGUMENT", "UNKNOWN_ENUM_VALUE"),
    "short seed": ({"seed": b"x" * 31}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
    "long seed": ({"seed": b"x" * 33}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
    "rated, seed": (
        {"seed": b"x" * 32, "rated": True},
        "INVALID_ARGUMENT",
        "RATED_NOT_RANDOM",
    ),
    "rated, script": ({"script": ["x"], "rated": True}, "INVALID_ARGUMENT", "RATED_NOT_RANDOM"),
    "rated, together": ({"game": "brotherhood", "rated": True}, *NO_RIVALS),
    "rated, alone": (
        {"game": "brotherhood", "rated": True, "options": {"seats": "1"}},
        *NO_RIVALS,
    ),
    "bad script": ({"script": ["nonsense"]}, "INVALID_ARGUMENT", "BAD_SCRIPT"),
    "bad script, all seats taken": (
        {"script": ["nonsense"], "seats": [own(), own()]},
        "INVALID_ARGUMENT",
        "BAD_SCRIPT",
    ),
    "script with a NUL": ({"script": [NUL]}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "long script": ({"script": ["x"] * 1025}, "INVALID_ARGUMENT", "TOO_MANY_ITEMS"),
    "short request id": ({"request_id": "x" * 15}, "INVALID_ARGUMENT", "INVALID_REQUEST_ID"),
    "long request id": ({"request_id": "x" * 65}, "INVALID_ARGUMENT", "INVALID_REQUEST_ID"),
    "request id with a NUL": (
        {"request_id": NUL * 8},
        "INVALID_ARGUMENT",
        "INVALID_REQUEST_ID",
    ),
    "much entropy": (
        {"seats": [own(entropy=b"x" * 65), own()]},
        "INVALID_ARGUMENT",
        "ENTROPY_TOO_LONG",
    ),
}


@pytest.mark.parametrize(("request_", "status", "reason"), CREATE.values(), ids=CREATE)
async def test_create(client, expect, request_, status, reason):
    async with expect(status, reason):
        await client.create(**request_)
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


def lasting(seconds: int = 0, nanos: int = 0) -> duration_pb2.Duration:
    return duration_pb2.Duration(seconds=seconds, nanos=nanos)


MINUTE = lasting(60)
CLOCKS: dict[str, dict[str, Any]] = {
    "empty": {},
    "no time": {"bank": lasting(), "decision": lasting()},
    "increment alone": {"increment": MINUTE},
    "increment without a bank": {"increment": MINUTE, "decision": MINUTE},
    "negative bank": {"bank": lasting(-60)},
    "negative nanoseconds": {"bank": lasting(0, -1)},
    "mixed signs": {"bank": lasting(60, -1)},
    "negative increment": {"bank": MINUTE, "increment": lasting(-1)},
    "negative decision": {"bank": MINUTE, "decision": lasting(-1)},
    "huge bank": {"bank": lasting(2**63 - 1)},
    "hugely negative bank": {"bank": lasting(-(2**63))},
    "bank of 31 days": {"bank": lasting(31 * 24 * 3600)},
    "huge increment": {"bank": MINUTE, "increment": lasting(2**63 - 1)},
    "huge decision": {"bank": MINUTE, "decision": lasting(315_576_000_001)},
    "too many nanoseconds": {"bank": lasting(60, 1_000_000_000)},
    "as many nanoseconds as there can be": {"decision": lasting(60, 2**31 - 1)},
    "as few nanoseconds as there can be": {"bank": lasting(60, -(2**31))},
}


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
async def test_clock(client, expect, clock):
    async with expect("INVALID_ARGUMENT", "INVALID_CLOCK"):
        await client.create(clock=match_pb2.ClockSettings(**clock))
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


TIMEOUT_POLICIES = {
    "no_such": "UNKNOWN_POLICY",
    NUL: "INVALID_TEXT",
    TURNED: "INVALID_TEXT",
    "x" * 9999: "TEXT_TOO_LONG",
    "random:no=1": "UNKNOWN_POLICY",
}


@pytest.mark.parametrize(("policy", "reason"), TIMEOUT_POLICIES.items(), ids=lambda text: text[:9])
async def test_timeout_policy(client, expect, policy, reason):
    clock = match_pb2.ClockSettings(bank=MINUTE, timeout_policy=parse_policy(policy))
    async with expect("INVALID_ARGUMENT", reason):
        await client.create(clock=clock)
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_the_shortest_time_is_a_time(client):
    clock = match_pb2.ClockSettings(bank=lasting(0, 1), decision=MINUTE)
    match = (await client.create(clock=clock)).match
    assert match.clock.bank.ToNanoseconds() == 1_000_000


UNKNOWN_IDS = {
    "unknown": ("a" * 26, "NOT_FOUND", "UNKNOWN_MATCH"),
    "of another shape": ("nope", "NOT_FOUND", "UNKNOWN_MATCH"),
    "empty": ("", "INVALID_ARGUMENT", "INVALID_MATCH_ID"),
    "long": ("a" * 65, "INVALID_ARGUMENT", "INVALID_MATCH_ID"),
    "NUL": (NUL, "INVALID_ARGUMENT", "INVALID_MATCH_ID"),
}
BY_MATCH: dict[str, dict[str, Any]] = {
    "JoinMatch": {},
    "GetMatch": {},
    "GetView": {},
    "Act": {"action_id": 0},
    "Explain": {"action_id": 0},
    "Resign": {},
    "AbortMatch": {},
    "SetReady": {"ready": True},
    "ReplaceSeat": {"seat": 0, "open": {}},
    "GetSetup": {},
    "ListUpdates": {},
    "AddBots": {},
    "Rematch": {},
    "GetRecord": {},
    "Watch": {},
}


@pytest.mark.parametrize("method", BY_MATCH)
@pytest.mark.parametrize("case", UNKNOWN_IDS)
async def test_unknown_match(client, expect, method, case):
    match_id, status, reason = UNKNOWN_IDS[case]
    messages: Any = pb
    stub = client.matches
    if method == "GetRecord":
        messages, stub = record_service_pb2, client.records
    request = getattr(messages, f"{method}Request")(match_id=match_id, **BY_MATCH[method])
    async with expect(status, reason):
        call = getattr(stub, method)(request)
        if method == "Watch":
            await call.read()
        else:
            await call


def test_every_method_that_names_a_match_is_tried():
    methods = [
        *pb.DESCRIPTOR.services_by_name["MatchService"].methods,
        *record_service_pb2.DESCRIPTOR.services_by_name["RecordService"].methods,
    ]
    named = {method.name for method in methods if "match_id" in method.input_type.fields_by_name}
    assert named == set(BY_MATCH)


ACT = {
    "no action": ({}, "INVALID_ARGUMENT", "ACTION_MISSING"),
    "unknown id": ({"action_id": 4_000_000_000}, "INVALID_ARGUMENT", "UNKNOWN_ACTION"),
    "unknown notation": ({"notation": "dance wildly"}, "INVALID_ARGUMENT", "UNKNOWN_ACTION"),
    "empty notation": ({"notation": ""}, "INVALID_ARGUMENT", "UNKNOWN_ACTION"),
    "long notation": ({"notation": "x" * 257}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "notation with a NUL": ({"notation": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "revision over i32": (
        {"action_id": 0, "expected_revision": 2**31},
        "OUT_OF_RANGE",
        "REVISION_AHEAD",
    ),
    "largest revision": (
        {"action_id": 0, "expected_revision": 2**32 - 1},
        "OUT_OF_RANGE",
        "REVISION_AHEAD",
    ),
    "long request id": (
        {"action_id": 0, "request_id": "x" * 65},
        "INVALID_ARGUMENT",
        "INVALID_REQUEST_ID",
    ),
    "request id with a NUL": (
        {"action_id": 0, "request_id": NUL},
        "INVALID_ARGUMENT",
        "INVALID_REQUEST_ID",
    ),
}


@pytest.mark.parametrize(("request_", "status", "reason"), ACT.values(), ids=ACT)
async def test_act(client, expect, request_, status, reason):
    created = await client.create("own", "own")
    seat, before = await created.turn()
    async with expect(status, reason):
        await created.act(created.seats[seat], **request_)
    assert await created.view(created.seats[seat]) == before


async def test_the_error_for_another_revision_has_the_current_one(client, expect):
    created = await client.create("own", "own")
    seat, before = await created.turn()
    action = before.prompt.actions[0].id
    for expected in (before.revision + 1, 2**32 - 1):
        async with expect("OUT_OF_RANGE", "REVISION_AHEAD") as problems:
            await created.act(created.seats[seat], action_id=action, expected_revision=expected)
        assert problems[0].metadata["revision"] == str(before.revision)
    async with expect("ABORTED", "STALE_REVISION") as problems:
        await created.act(
            created.seats[seat], action_id=action, expected_revision=before.revision - 1
        )
    assert problems[0].metadata["revision"] == str(before.revision)
    assert await created.view(created.seats[seat]) == before


async def test_an_illegal_action_names_its_clause(client, expect):
    created = await client.create("own", "own")
    parts = [catalog_service_pb2.GAME_PART_ACTIONS, catalog_service_pb2.GAME_PART_REFUSALS]
    game = await client.catalog.GetGame(
        catalog_service_pb2.GetGameRequest(game=client.game, parts=parts)
    )
    refusals = {refusal.reason: refusal for refusal in game.refusals}
    seat, before = await created.turn()
    legal = {action.id for action in before.prompt.actions}
    seen = set()
    for action in game.actions:
        if action.id in legal:
            continue
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await created.act(created.seats[seat], action_id=action.id)
        assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        seen.add(caught.value.details())
    assert seen <= {refusal.text.en for refusal in refusals.values()}
    assert seen
    assert await created.view(created.seats[seat]) == before


async def test_the_reason_of_a_refusal_is_the_rule_and_its_domain_the_game(
    client, expect, read_problem
):
    created = await client.create("own", "own")
    parts = [catalog_service_pb2.GAME_PART_ACTIONS, catalog_service_pb2.GAME_PART_REFUSALS]
    game = await client.catalog.GetGame(
        catalog_service_pb2.GetGameRequest(game=client.game, parts=parts)
    )
    clauses = {refusal.reason: refusal.clause for refusal in game.refusals}
    seat, view = await created.turn()
    legal = {action.id for action in view.prompt.actions}
    illegal = next(action for action in game.actions if action.id not in legal)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await created.act(created.seats[seat], notation=illegal.notation)
    problem = read_problem(caught.value)
    assert problem.domain == f"intrigue.{client.game}"
    assert problem.clause == clauses[problem.reason]


async def test_a_finished_match_takes_nothing_more(client, expect, as_bearer):
    created = await client.create("own", "own")
    await created.play_on()
    before = await created.view(created.seats[0])
    async with expect("FAILED_PRECONDITION", "MATCH_OVER"):
        await created.act(created.seats[0], action_id=0)
    async with expect("FAILED_PRECONDITION", "MATCH_OVER"):
        await client.matches.Resign(
            pb.ResignRequest(match_id=created.id), metadata=as_bearer(created.seats[0])
        )
    async with expect("FAILED_PRECONDITION", "MATCH_OVER"):
        await created.abort(created.host)
    async with expect("FAILED_PRECONDITION", "NO_OPEN_SEAT"):
        await created.join()
    assert await created.view(created.seats[0]) == before


async def test_a_match_that_waits_can_not_be_played(client, expect, as_bearer):
    created = await client.create("own", "open")
    token = created.seats[0]
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await created.view(token)
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await created.act(token, action_id=0)
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await client.matches.Resign(
            pb.ResignRequest(match_id=created.id), metadata=as_bearer(token)
        )
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await client.matches.Explain(
            pb.ExplainRequest(match_id=created.id, action_id=0), metadata=as_bearer(token)
        )
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await client.records.GetRecord(record_service_pb2.GetRecordRequest(match_id=created.id))
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await client.matches.GetSetup(pb.GetSetupRequest(match_id=created.id))
    async with expect("FAILED_PRECONDITION", "MATCH_NOT_STARTED"):
        await client.matches.ListUpdates(pb.ListUpdatesRequest(match_id=created.id))
    assert await created.get() == created.match


JOIN = {
    "seat out of range": ({"seat": 2}, "INVALID_ARGUMENT", "SEAT_OUT_OF_RANGE"),
    "largest seat": ({"seat": 2**32 - 1}, "INVALID_ARGUMENT", "SEAT_OUT_OF_RANGE"),
    "taken seat": ({"seat": 0}, "FAILED_PRECONDITION", "SEAT_NOT_OPEN"),
    "long name": ({"name": "x" * 65}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "name with a NUL": ({"name": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "short request id": ({"request_id": "x"}, "INVALID_ARGUMENT", "INVALID_REQUEST_ID"),
    "much entropy": ({"entropy": b"x" * 65}, "INVALID_ARGUMENT", "ENTROPY_TOO_LONG"),
    "invitation with a NUL": ({"invitation_code": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "invitation that turns": ({"invitation_code": TURNED}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "long invitation": ({"invitation_code": "x" * 257}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "unknown invitation": ({"invitation_code": "abc"}, "NOT_FOUND", "INVITATION_UNKNOWN"),
    "invitation of dashes": ({"invitation_code": "----"}, "NOT_FOUND", "INVITATION_UNKNOWN"),
}


@pytest.mark.parametrize(("request_", "status", "reason"), JOIN.values(), ids=JOIN)
async def test_join(client, expect, request_, status, reason):
    created = await client.create("own", "open")
    async with expect(status, reason):
        await created.join(**request_)
    assert await created.get() == created.match


INVITATIONS = {case: JOIN[case] for case in JOIN if "invitation" in case}


@pytest.mark.parametrize(("request_", "status", "reason"), INVITATIONS.values(), ids=INVITATIONS)
async def test_look_by_invitation(client, expect, request_, status, reason):
    created = await client.create()
    for match_id in ("", created.id):
        async with expect(status, reason):
            await client.matches.GetMatch(pb.GetMatchRequest(match_id=match_id, **request_))


def seated(name: str) -> dict[str, Any]:
    return {"policy": {"name": name}}


HOST = {
    "opened seat": (
        "ReplaceSeat",
        {"seat": 2, "open": {}},
        "INVALID_ARGUMENT",
        "SEAT_OUT_OF_RANGE",
    ),
    "largest seat": (
        "ReplaceSeat",
        {"seat": 2**32 - 1, "open": {}},
        "INVALID_ARGUMENT",
        "SEAT_OUT_OF_RANGE",
    ),
    "policy's seat": (
        "ReplaceSeat",
        {"seat": 2, "policy": seated("random")},
        "INVALID_ARGUMENT",
        "SEAT_OUT_OF_RANGE",
    ),
    "unknown policy": (
        "ReplaceSeat",
        {"seat": 0, "policy": seated("no_such")},
        "INVALID_ARGUMENT",
        "UNKNOWN_POLICY",
    ),
    "policy with a NUL": (
        "ReplaceSeat",
        {"seat": 0, "policy": seated(NUL)},
        "INVALID_ARGUMENT",
        "INVALID_TEXT",
    ),
    "long policy": (
        "ReplaceSeat",
        {"seat": 0, "policy": seated("x" * 257)},
        "INVALID_ARGUMENT",
        "TEXT_TOO_LONG",
    ),
    "unknown bots": (
        "AddBots",
        {"policy": {"name": "no_such"}},
        "INVALID_ARGUMENT",
        "UNKNOWN_POLICY",
    ),
    "bots with a NUL": ("AddBots", {"policy": {"name": NUL}}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "too many bots": ("AddBots", {"count": 2}, "FAILED_PRECONDITION", "NO_OPEN_SEAT"),
    "most bots": ("AddBots", {"count": 2**32 - 1}, "FAILED_PRECONDITION", "NO_OPEN_SEAT"),
    "revoked seat": ("RevokeToken", {"seat": 2}, "INVALID_ARGUMENT", "SEAT_OUT_OF_RANGE"),
    "largest revoked seat": (
        "RevokeToken",
        {"seat": 2**32 - 1},
        "INVALID_ARGUMENT",
        "SEAT_OUT_OF_RANGE",
    ),
    "much entropy": ("Rematch", {"entropy": b"x" * 65}, "INVALID_ARGUMENT", "ENTROPY_TOO_LONG"),
}


@pytest.mark.parametrize("case", HOST.values(), ids=HOST)
async def test_host(client, expect, as_bearer, case):
    method, fields, status, reason = case
    created = await client.create("own", "open")
    if method != "RevokeToken":
        fields = {"match_id": created.id, **fields}
    request = getattr(pb, f"{method}Request")(**fields)
    async with expect(status, reason):
        await getattr(client.matches, method)(request, metadata=as_bearer(created.host))
    assert await created.get() == created.match
    # Its seat's token still holds.
    assert await created.get(created.seats[0]) == created.match


VIEW = {
    "a revision ahead": (2, "OUT_OF_RANGE", "REVISION_AHEAD"),
    "over i32": (2**31, "OUT_OF_RANGE", "REVISION_AHEAD"),
    "as large as can be": (2**32 - 1, "OUT_OF_RANGE", "REVISION_AHEAD"),
}


@pytest.mark.parametrize(("after", "status", "reason"), VIEW.values(), ids=VIEW)
async def test_view(client, expect, after, status, reason):
    created = await client.create("own", "own")
    async with expect(status, reason) as problems:
        await client.matches.GetView(pb.GetViewRequest(match_id=created.id, after_revision=after))
    assert problems[0].metadata["revision"] == "1"


LIST = {
    "status": ({"statuses": [77]}, "INVALID_ARGUMENT", "UNKNOWN_ENUM_VALUE"),
    "game with a NUL": ({"game": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "page token": ({"page_token": "nonsense"}, "INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"),
    "long page token": ({"page_token": "A" * 999}, "INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"),
    "page token with a NUL": ({"page_token": NUL}, "INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"),
    "page token in other letters": ({"page_token": "é"}, "INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"),
}


@pytest.mark.parametrize(("request_", "status", "reason"), LIST.values(), ids=LIST)
async def test_list(client, expect, request_, status, reason):
    async with expect(status, reason):
        await client.matches.ListMatches(pb.ListMatchesRequest(**request_))


async def test_a_page_token_holds_for_its_own_question(client, expect):
    for _ in range(2):
        await client.create()
    page = await client.matches.ListMatches(pb.ListMatchesRequest(page_size=1))
    async with expect("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"):
        await client.matches.ListMatches(
            pb.ListMatchesRequest(
                page_token=page.next_page_token, statuses=[match_pb2.MATCH_STATUS_WAITING]
            )
        )


async def test_unknown_game_in_the_catalog(client, expect):
    async with expect("NOT_FOUND", "UNKNOWN_GAME"):
        await client.catalog.GetGame(catalog_service_pb2.GetGameRequest(game="no_such_game"))
    async with expect("INVALID_ARGUMENT", "INVALID_TEXT"):
        await client.catalog.GetGame(catalog_service_pb2.GetGameRequest(game=NUL))


DOCUMENTS = {
    "unknown game": ({"game": "no_such_game"}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "no game": ({"game": ""}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "game too long": ({"game": "g" * 65}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "unknown option": ({"option": "no_such"}, "INVALID_ARGUMENT", "NO_DOCUMENT"),
    "option that takes none": ({"option": "first_seat"}, "INVALID_ARGUMENT", "NO_DOCUMENT"),
    "option too long": ({"option": "o" * 65}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "option with a NUL": ({"option": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "document with a NUL": ({"text": NUL}, "INVALID_ARGUMENT", "INVALID_TEXT"),
    "document too long": ({"text": "x" * 65_537}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
}


@pytest.mark.parametrize("case", DOCUMENTS)
async def test_documents_that_nobody_can_check(client, expect, case):
    fields, status, reason = DOCUMENTS[case]
    request: dict[str, Any] = {"game": "district_noir", "option": "map", "text": "{}", **fields}
    async with expect(status, reason):
        await client.catalog.CheckDocument(catalog_service_pb2.CheckDocumentRequest(**request))
