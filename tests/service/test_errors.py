"""Errors on the wire: what they carry, in which language, and how large they may be."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from tests.service.conftest import bearer, problem_of

from intrigue_proto.v1 import catalog_service_pb2, error_reason_pb2, match_pb2, record_service_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1 import simulation_service_pb2 as spb

LONG = "x" * 65_536
WIDE = "é" * 30_000
REQUEST = "0123456789abcdef"
GAME = "complots"
# The service, the method, who calls, and the request: all of them are refused.
SAMPLE: dict[str, tuple[str, str, str | None, dict[str, Any]]] = {
    "unknown match": ("matches", "GetView", None, {"match_id": "a" * 26}),
    "no match id": ("matches", "GetView", None, {}),
    "match id of 64 KiB": ("matches", "GetView", None, {"match_id": LONG}),
    "unknown game": ("matches", "CreateMatch", None, {"game": "chess"}),
    "game of 64 KiB": ("matches", "CreateMatch", None, {"game": LONG}),
    "option of 64 KiB": ("matches", "CreateMatch", None, {"game": GAME, "options": {LONG: "1"}}),
    "option value of 64 KiB": (
        "matches",
        "CreateMatch",
        None,
        {"game": GAME, "options": {"reactions": WIDE}},
    ),
    "unknown option": (
        "matches",
        "CreateMatch",
        None,
        {"game": GAME, "options": {"é" * 250: "x"}},
    ),
    "bad option value": (
        "matches",
        "CreateMatch",
        None,
        {"game": GAME, "options": {"reactions": "é" * 250}},
    ),
    "many options": (
        "matches",
        "CreateMatch",
        None,
        {"game": GAME, "options": {str(number): "é" * 250 for number in range(64)}},
    ),
    "no such document": ("matches", "CreateMatch", None, {"game": GAME, "documents": {"x": "{}"}}),
    "bad document": (
        "matches",
        "CreateMatch",
        None,
        {"game": "brotherhood", "documents": {"mission": "{" + "é" * 30_000}},
    ),
    "document that is too long": (
        "matches",
        "CreateMatch",
        None,
        {"game": "brotherhood", "documents": {"mission": "{" + LONG}},
    ),
    "many script lines": ("matches", "CreateMatch", None, {"game": GAME, "script": ["é" * 256]}),
    "bad seat count": ("matches", "CreateMatch", None, {"game": GAME, "seat_count": 99}),
    "unknown policy": (
        "matches",
        "CreateMatch",
        None,
        {"game": GAME, "seats": [{"policy": {"policy": {"name": "é" * 256}}}] * 3},
    ),
    "label": ("matches", "CreateMatch", None, {"game": GAME, "labels": {"": "x"}}),
    "unknown notation": ("matches", "Act", "seat", {"notation": "é" * 256}),
    "notation of 64 KiB": ("matches", "Act", "seat", {"notation": LONG}),
    "illegal action": ("matches", "Act", "seat", {"notation": "coup 1"}),
    "not asked": ("matches", "Act", "other", {"notation": "income"}),
    "stale": ("matches", "Act", "seat", {"notation": "income", "expected_revision": 0}),
    "ahead": ("matches", "Act", "seat", {"notation": "income", "expected_revision": 99}),
    "no action": ("matches", "Act", "seat", {}),
    "no token": ("matches", "Act", None, {"notation": "income"}),
    "not a seat": ("matches", "Act", "host", {"notation": "income"}),
    "seat out of range": ("matches", "ReplaceSeat", "host", {"seat": 2**32 - 1, "open": {}}),
    "no seat": ("matches", "ReplaceSeat", "host", {"open": {}}),
    "request id of 64 KiB": ("matches", "RotateToken", "seat", {"request_id": LONG}),
    "record of a running match": ("records", "GetRecord", None, {}),
    "record that is none": ("records", "ReplayRecord", None, {"record": {"game": WIDE}}),
    "no record": ("records", "VerifyRecord", None, {}),
    "game of the catalog": ("catalog", "GetGame", None, {"game": "é" * 60}),
    "page token of 64 KiB": ("catalog", "ListGames", None, {"page_token": LONG}),
    "no document": ("catalog", "CheckDocument", None, {"game": GAME, "option": "é" * 60}),
    "policy of 64 KiB": ("simulation", "Analyze", "seat", {"policy": {"name": LONG}}),
    "view that is none": ("simulation", "Analyze", None, {"view": {"revision": 3}}),
    "lease of 64 KiB": ("simulation", "EndLease", None, {"lease": LONG}),
}
MESSAGES = {
    "matches": pb,
    "records": record_service_pb2,
    "catalog": catalog_service_pb2,
    "simulation": spb,
}
REASONS = {name.removeprefix("ERROR_REASON_") for name in error_reason_pb2.ErrorReason.keys()[1:]}


async def refused(client: Any, case: str, *metadata: tuple[str, str | bytes]) -> Any:
    """The error of a call."""
    service, method, who, fields = SAMPLE[case]
    created = await client.create(
        "own", "own", "own", game=GAME, options={"first_seat": "0"}, seed=bytes(32)
    )
    request = getattr(MESSAGES[service], f"{method}Request")(**fields)
    names = request.DESCRIPTOR.fields_by_name
    by_match = "position" not in request.DESCRIPTOR.oneofs_by_name or who is not None
    if "match_id" in names and not request.match_id and by_match and case != "no match id":
        request.match_id = created.id
    token = {"seat": created.seats[0], "other": created.seats[1], "host": created.host}.get(
        who or ""
    )
    call = getattr(getattr(client, service), method)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(request, metadata=[*bearer(token), *metadata])
    return caught.value


@pytest.mark.parametrize("case", SAMPLE)
async def test_every_error_has_its_details(client, case):
    # What holds of every error is checked by `problem_of`.
    problem = problem_of(await refused(client, case))
    assert problem.status is not grpc.StatusCode.UNKNOWN
    assert problem.domain in {"intrigue", f"intrigue.{GAME}"}
    assert (problem.reason in REASONS) == (problem.domain == "intrigue")
    assert bool(problem.clause) == (problem.domain != "intrigue")
    assert problem.locale == "en"
    # A value that is too long is cut, and is a part of what was sent all the same.
    assert VALUES.get(case, set()) <= set(problem.metadata), problem.metadata
    assert all(len(value.encode()) <= 256 for value in problem.metadata.values())


# The values of the messages of some of them.
VALUES = {
    "unknown game": {"game", "known", "field"},
    "unknown option": {"option", "known", "field"},
    "bad option value": {"option", "value", "field"},
    "game of 64 KiB": {"field", "longest"},
    "document that is too long": {"field", "longest"},
    "bad seat count": {"value", "field"},
    "label": {"field", "most"},
    "unknown notation": {"action"},
    "illegal action": {"clause"},
    "stale": {"revision"},
    "ahead": {"revision"},
    "seat out of range": {"seats", "field"},
    "request id of 64 KiB": {"shortest", "longest", "field"},
}


LANGUAGES = {
    "fr": "fr",
    "fr-CA, en;q=0.5": "fr",
    "en, fr": "en",
    "de": "en",
    "de, fr;q=0.1": "fr",
    "zxx": "en",
    "*": "en",
    "": "en",
    ";;;,,,q=": "en",
    "x" * 5000: "en",
    "fr;q=nonsense": "en",
    "en;q=0, fr": "fr",
}


@pytest.mark.parametrize(("header", "locale"), LANGUAGES.items(), ids=lambda text: text[:12])
async def test_the_message_is_in_the_language_of_the_caller(client, header, locale):
    for case in ("unknown match", "illegal action", "no seat"):
        problem = problem_of(await refused(client, case, ("accept-language", header)))
        assert problem.locale == locale
        plain = problem_of(await refused(client, case))
        assert problem.en == plain.en
        assert problem.metadata == plain.metadata
        assert (problem.localized == problem.en) == (locale == "en")


ODD_METADATA: list[tuple[str, str | bytes]] = [
    ("accept-language-bin", b"\xff\x00fr"),
    ("authorization-bin", b"\xff\xfe"),
    ("intrigue-player-names-bin", b"\x00"),
    ("intrigue-player-names", "perhaps"),
    ("x-anything-bin", bytes(range(256))),
    ("accept-language", "fr" + "~" * 300),
]


@pytest.mark.parametrize("odd", ODD_METADATA, ids=lambda pair: f"{pair[0]} {pair[1][:4]!r}")
async def test_odd_metadata_is_no_fault(client, odd):
    problem = problem_of(await refused(client, "unknown match", odd))
    assert (problem.status.name, problem.reason) == ("NOT_FOUND", "UNKNOWN_MATCH")
    created = await client.create("own", "own")
    view = await client.matches.GetView(
        pb.GetViewRequest(match_id=created.id), metadata=[*bearer(created.seats[0]), odd]
    )
    assert view.view.seat == 0


async def test_what_passes_says_when_to_try_again(deployment):
    # The client has made the one call that is free.
    async with deployment.served(peer_requests_per_second=0.01, peer_burst=1) as client:
        for language in ("en", "fr"):
            metadata = [("accept-language", language)]
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await client.matches.ListMatches(pb.ListMatchesRequest(), metadata=metadata)
            problem = problem_of(caught.value)
            assert (problem.reason, problem.locale) == ("LIMIT_EXCEEDED", language)
            assert problem.retry_delay is not None
            assert problem.retry_delay > 0


# The method, its request, and the field that is missing or has a value that nobody knows.
REQUIRED: dict[str, tuple[str, dict[str, Any], str]] = {
    "replaced seat": ("ReplaceSeat", {"open": {}}, "seat"),
    "its occupant": ("ReplaceSeat", {"seat": 0}, "occupant"),
    "its policy": ("ReplaceSeat", {"seat": 0, "policy": {}}, "policy.policy"),
    "its policy's name": (
        "ReplaceSeat",
        {"seat": 0, "policy": {"policy": {"parameters": {"sims": "3"}}}},
        "policy.policy.name",
    ),
    "bots' policy's name": ("AddBots", {"policy": {"parameters": {"a": "b"}}}, "policy.name"),
    "revoked token": ("RevokeToken", {}, "target"),
    "readiness": ("SetReady", {}, "ready"),
    "rotation": ("RotateToken", {}, "request_id"),
}


@pytest.mark.parametrize("case", REQUIRED)
async def test_a_required_field(client, expect, case):
    method, fields, path = REQUIRED[case]
    created = await client.create("own", "open", ready_check=True)
    request = getattr(pb, f"{method}Request")(**fields)
    if "match_id" in request.DESCRIPTOR.fields_by_name:
        request.match_id = created.id
    token = created.seats[0] if method == "SetReady" else created.host
    async with expect("INVALID_ARGUMENT", "FIELD_REQUIRED") as problems:
        await getattr(client.matches, method)(request, metadata=bearer(token))
    assert problems[0].fields == (path,)
    assert await created.get(created.host) == created.match
    assert await created.get(created.seats[0]) == created.match


CREATION_FIELDS: dict[str, tuple[dict[str, Any], str, str]] = {
    "policy seat": ({"seats": [{"policy": {}}, {}]}, "FIELD_REQUIRED", "seats[0].policy.policy"),
    "policy name": (
        {"seats": [{}, {"policy": {"policy": {"parameters": {"sims": "3"}}}}]},
        "FIELD_REQUIRED",
        "seats[1].policy.policy.name",
    ),
    "timeout policy": (
        {"clock": {"bank": {"seconds": 9}, "timeout_policy": {"parameters": {"sims": "3"}}}},
        "FIELD_REQUIRED",
        "clock.timeout_policy.name",
    ),
    "visibility": ({"visibility": 77}, "UNKNOWN_ENUM_VALUE", "visibility"),
    "pace": ({"pace": 77}, "UNKNOWN_ENUM_VALUE", "pace"),
    "seat count": ({"seat_count": 3}, "BAD_OPTION_VALUE", "seat_count"),
    "many seats": ({"seat_count": 2**32 - 1}, "BAD_OPTION_VALUE", "seat_count"),
    "seats that are not as many": ({"seat_count": 2, "seats": [{}]}, "WRONG_SEAT_COUNT", "seats"),
    "seats as an option": ({"options": {"seats": "2"}}, "UNKNOWN_OPTION", "options.seats"),
    "unknown option": ({"options": {"x": "y"}}, "UNKNOWN_OPTION", "options.x"),
    "option value": (
        {"options": {"first_seat": "y"}},
        "BAD_OPTION_VALUE",
        "options.first_seat",
    ),
    "document of no option": ({"documents": {"x": "{}"}}, "UNKNOWN_OPTION", "documents.x"),
    "document of an option that takes none": (
        {"documents": {"first_seat": "{}"}},
        "UNKNOWN_OPTION",
        "documents.first_seat",
    ),
    "document that is too long": (
        {"documents": {"map": "{" + LONG}},
        "TEXT_TOO_LONG",
        "documents.map",
    ),
    "document with a NUL": ({"documents": {"map": "{\0}"}}, "INVALID_TEXT", "documents.map"),
    "clock": ({"clock": {}}, "INVALID_CLOCK", "clock"),
    "seed": ({"seed": b"x"}, "WRONG_SEED_LENGTH", "seed"),
    "script": ({"script": ["\0"]}, "INVALID_TEXT", "script[0]"),
    "name": ({"seats": [{"own": {"name": "\0"}}, {}]}, "INVALID_TEXT", "seats[0].own.name"),
    "entropy": (
        {"seats": [{}, {"own": {"entropy": b"x" * 65}}]},
        "ENTROPY_TOO_LONG",
        "seats[1].own.entropy",
    ),
    "label key": ({"labels": {"Season": "1"}}, "INVALID_LABEL", "labels"),
    "empty label key": ({"labels": {"": "1"}}, "INVALID_LABEL", "labels"),
    "long label key": ({"labels": {"x" * 33: "1"}}, "INVALID_LABEL", "labels"),
    "long label value": ({"labels": {"x": "1" * 65}}, "INVALID_LABEL", "labels"),
    "label with a NUL": ({"labels": {"x": "\0"}}, "INVALID_LABEL", "labels"),
    "nine labels": ({"labels": {str(n): "" for n in range(9)}}, "INVALID_LABEL", "labels"),
}


@pytest.mark.parametrize("case", CREATION_FIELDS)
async def test_a_wrong_field_of_a_creation(client, expect, case):
    fields, reason, path = CREATION_FIELDS[case]
    request = pb.CreateMatchRequest(**{"game": "district_noir", **fields})
    async with expect("INVALID_ARGUMENT", reason) as problems:
        await client.matches.CreateMatch(request)
    assert problems[0].fields == (path,)
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_values_that_nobody_knows(client, expect):
    async with expect("INVALID_ARGUMENT", "UNKNOWN_ENUM_VALUE") as problems:
        statuses: list[Any] = [match_pb2.MATCH_STATUS_RUNNING, 77]
        await client.matches.ListMatches(pb.ListMatchesRequest(statuses=statuses))
    assert problems[0].fields == ("statuses[1]",)
    for part in (0, 77):
        async with expect("INVALID_ARGUMENT", "UNKNOWN_ENUM_VALUE") as problems:
            parts: list[Any] = [catalog_service_pb2.GAME_PART_CARDS, part]
            await client.catalog.GetGame(
                catalog_service_pb2.GetGameRequest(game=client.game, parts=parts)
            )
        assert problems[0].fields == ("parts[1]",)
