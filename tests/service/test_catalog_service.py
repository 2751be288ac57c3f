"""The catalog and the lists: pages, parts, labels, and what a server says of itself."""

from __future__ import annotations

import asyncio
import types
from importlib import metadata
from typing import Any

import pytest
from tests.service.test_bots import end_of

from intrigue.contract_digest import CONTRACT_DIGEST
from intrigue.matches import bots
from intrigue_proto.v1 import catalog_service_pb2, match_pb2
from intrigue_proto.v1 import match_service_pb2 as mpb
from intrigue_proto.v1 import simulation_service_pb2 as spb

pb = catalog_service_pb2
GAMES = ["brotherhood", "complots", "district_noir", "shadow_blades"]


async def paged(call: Any, request: Any, field: str, size: int) -> list[Any]:
    """All items of a list, a page at a time."""
    items: list[Any] = []
    token = ""
    while True:
        answer = await call(request(page_size=size, page_token=token))
        page = getattr(answer, field)
        assert len(page) <= min(size, 200)
        items += page
        token = answer.next_page_token
        if not token:
            return items


async def test_lists_come_in_pages(client):
    for call, request, field in (
        (client.catalog.ListGames, pb.ListGamesRequest, "games"),
        (client.simulation.ListPolicies, spb.ListPoliciesRequest, "policies"),
    ):
        whole = list(getattr(await call(request()), field))
        assert len(whole) > 3
        for size in (1, 2, len(whole), len(whole) + 1, 2**32 - 1):
            assert await paged(call, request, field, size) == whole
    games = (await client.catalog.ListGames(pb.ListGamesRequest())).games
    assert [game.id for game in games] == GAMES


async def test_page_tokens_that_are_none(client, expect):
    for token in ("0", "4", "99", "-1", "x", "\0", "é", "1" * 999):
        async with expect("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN") as problems:
            await client.catalog.ListGames(pb.ListGamesRequest(page_token=token))
        assert problems[0].fields == ("page_token",)
    async with expect("INVALID_ARGUMENT", "INVALID_PAGE_TOKEN"):
        await client.simulation.ListPolicies(spb.ListPoliciesRequest(page_token="99"))


async def test_a_page_size_that_is_too_large_is_reduced(client):
    for _ in range(3):
        await client.create()
    listed = await client.matches.ListMatches(mpb.ListMatchesRequest(page_size=2**32 - 1))
    assert len(listed.matches) == 3


PARTS = {
    pb.GAME_PART_ACTIONS: "actions",
    pb.GAME_PART_CLAUSES: "clauses",
    pb.GAME_PART_REFUSALS: "refusals",
    pb.GAME_PART_CARDS: "cards",
    pb.GAME_PART_FEATURES: "features",
    pb.GAME_PART_DOCUMENTS: "documents",
    pb.GAME_PART_DOCUMENT_TEXTS: "documents",
}


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_has_the_parts_that_are_asked_for(client, game):
    async def ask(*parts: pb.GamePart.ValueType) -> pb.GetGameResponse:
        answer: pb.GetGameResponse = await client.catalog.GetGame(
            pb.GetGameRequest(game=game, parts=parts)
        )
        return answer

    whole = await ask(*PARTS)
    assert {field.name for field, _ in (await ask()).ListFields()} == {"game"}
    for part, name in PARTS.items():
        answer = await ask(part)
        assert {field.name for field, _ in answer.ListFields()} <= {"game", name}
        assert answer.game == whole.game
        if part != pb.GAME_PART_DOCUMENTS:
            assert getattr(answer, name) == getattr(whole, name)
            assert await ask(part, part) == answer
    kinds = (await ask(pb.GAME_PART_DOCUMENTS)).documents
    assert [kind.option for kind in kinds] == [kind.option for kind in whole.documents]
    for kind, with_texts in zip(kinds, whole.documents, strict=True):
        assert with_texts.template
        assert not kind.template
        assert kind.WhichOneof("form") is None
        assert [one.id for one in kind.built_in] == [one.id for one in with_texts.built_in]
        assert not any(one.text for one in kind.built_in)
        assert all(one.text for one in with_texts.built_in)


async def test_a_server_says_what_it_is(deployment):
    limits = {
        "max_message_bytes": 100_000,
        "max_simulation_games": 1234,
        "max_simulation_seconds": 2.5,
        "max_batch_lanes": 77,
        "max_worlds": 88,
        "max_policy_sims": 99,
        "heartbeat_seconds": 7.0,
        "open_simulation": False,
        "operator_token": "the-word-of-the-operator-of-this-server",
    }
    async with deployment.served(**limits) as client:
        info = await client.catalog.GetServerInfo(pb.GetServerInfoRequest())
    assert info.version == metadata.version("intrigue")
    assert info.contract_digest == CONTRACT_DIGEST
    assert list(info.languages) == ["en", "fr"]
    assert info.limits.max_request_bytes == 100_000
    assert info.limits.max_page_size == 200
    assert info.limits.max_document_bytes == 65_536
    assert info.limits.max_simulation_matches == 1234
    assert info.limits.max_simulation_time.ToMilliseconds() == 2500
    assert info.limits.max_batch_lanes == 77
    assert info.limits.max_worlds == 88
    assert info.limits.max_policy_simulations == 99
    assert info.limits.max_wait.ToSeconds() == 20
    assert info.limits.heartbeat_interval.ToSeconds() == 7
    assert info.capabilities == pb.ServerCapabilities(public_simulation=False, durable=True)


async def test_the_setup_of_a_match(client, expect):
    for game in GAMES:
        created = await client.create("own", "own", game=game)
        answers = []
        for token in (None, created.host, *created.seats.values()):
            bearer = [] if token is None else [("authorization", f"Bearer {token}")]
            request = mpb.GetSetupRequest(match_id=created.id)
            answers.append(await client.matches.GetSetup(request, metadata=bearer))
        # It is the same for every viewer.
        assert all(answer == answers[0] for answer in answers)
        assert answers[0].setup.WhichOneof("kind") == (
            "brotherhood" if game == "brotherhood" else None
        )


# Labels.


async def listed(client: Any, **request: Any) -> list[str]:
    """The ids of the matches that a filter finds, one a page, the oldest first."""
    found = await paged(
        client.matches.ListMatches,
        lambda **page: mpb.ListMatchesRequest(**page, **request),
        "matches",
        1,
    )
    return [match.id for match in reversed(found)]


LABELS: dict[str, dict[str, str]] = {
    "none": {},
    "season": {"season": "1"},
    "both": {"season": "1", "round": "2"},
    "other round": {"season": "1", "round": "3"},
    "odd": {"a.b-c_d": "é \"'%\\ ☂ — {}", "season": ""},
    "eight": {f"key{number}": "x" * 64 for number in range(8)},
}


async def test_matches_are_found_by_their_labels(deployment):
    async with deployment.served() as client:
        ids = {name: (await client.create(labels=labels)).id for name, labels in LABELS.items()}
    async with deployment.served() as client:

        async def found(**labels: str) -> list[str]:
            names = {match_id: name for name, match_id in ids.items()}
            return [names[match_id] for match_id in await listed(client, labels=labels)]

        assert await found() == list(LABELS)
        assert await found(season="1") == ["season", "both", "other round"]
        assert await found(season="1", round="2") == ["both"]
        assert await found(round="3") == ["other round"]
        assert await found(season="2") == []
        assert await found(season="") == ["odd"]
        assert await found(**LABELS["odd"]) == ["odd"]
        assert await found(**LABELS["eight"]) == ["eight"]
        assert await found(unknown="") == []
        for name, match_id in ids.items():
            got = await client.matches.GetMatch(mpb.GetMatchRequest(match_id=match_id))
            assert dict(got.match.labels) == LABELS[name]


BAD_LABELS = [{"": "1"}, {"A": "1"}, {"a": "x" * 65}, {"a": "\0"}, {"a b": "1"}, {"é": "1"}]


@pytest.mark.parametrize("labels", [*BAD_LABELS, {str(number): "" for number in range(9)}])
async def test_labels_that_no_match_can_have(client, expect, labels):
    for call in (
        client.matches.CreateMatch(mpb.CreateMatchRequest(game=client.game, labels=labels)),
        client.matches.ListMatches(mpb.ListMatchesRequest(labels=labels)),
    ):
        async with expect("INVALID_ARGUMENT", "INVALID_LABEL") as problems:
            await call
        assert problems[0].fields == ("labels",)


async def test_matches_are_found_by_several_statuses(client):
    waiting = await client.create("own", "open")
    running = await client.create("own", "own")
    finished = await client.create("own", "own")
    await finished.play_on()
    aborted = await client.create("own", "own")
    await aborted.abort(aborted.host)
    status = match_pb2.MatchStatus.Value
    everything = {
        status("MATCH_STATUS_WAITING"): waiting.id,
        status("MATCH_STATUS_RUNNING"): running.id,
        status("MATCH_STATUS_FINISHED"): finished.id,
        status("MATCH_STATUS_ABORTED"): aborted.id,
    }
    assert await listed(client, statuses=[]) == list(everything.values())
    for first, one in everything.items():
        assert await listed(client, statuses=[first, first]) == [one]
        for second, other in everything.items():
            if second > first:
                assert await listed(client, statuses=[second, first]) == [one, other]
    assert await listed(client, statuses=list(everything)) == list(everything.values())


# Pace.


async def test_relaxed_policies_take_their_time(client, monkeypatch):
    """Each decision waits for what is left of the pause; fast ones never wait."""
    pauses: list[float] = []

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    # Only the policies' own pauses.
    names = {name: getattr(asyncio, name) for name in asyncio.__all__} | {"sleep": noted}
    monkeypatch.setattr(bots, "asyncio", types.SimpleNamespace(**names))
    fast = await client.create("random", "random", seed=bytes(32))
    assert fast.match.pace == match_pb2.PACE_FAST
    await end_of(fast)
    assert not pauses
    relaxed = await client.create("random", "random", seed=bytes(32), pace=match_pb2.PACE_RELAXED)
    assert relaxed.match.pace == match_pb2.PACE_RELAXED
    await end_of(relaxed)
    steps = len(await relaxed.updates()) - 1
    assert len(pauses) == steps
    assert all(0 <= pause <= bots._RELAXED_SECONDS for pause in pauses)


async def test_the_pace_survives_a_restart(deployment):
    async with deployment.served() as client:
        created = await client.create(pace=match_pb2.PACE_RELAXED)
    async with deployment.served() as client:
        created.client = client
        assert (await created.get()).pace == match_pb2.PACE_RELAXED
