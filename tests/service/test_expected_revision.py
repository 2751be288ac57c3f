"""expected_revision is judged before anything else: an answer to a closed prompt is stale."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc
from tests.service.conftest import bearer
from tests.service.test_acting_together import HIDE, MOVE, begun, both
from tests.service.test_documents import GAME

from intrigue_proto.v1 import catalog_service_pb2, match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

STALE = ("ABORTED", "STALE_REVISION")
AHEAD = ("OUT_OF_RANGE", "REVISION_AHEAD")
FASTEST = {"game": "complots", "options": {"reactions": "fastest", "first_seat": "0"}}
# What can be wrong beside the revision.
CHOICES: dict[str, dict[str, Any]] = {
    "unknown notation": {"notation": "no such action"},
    "unknown id": {"action_id": 4_000_000_000},
    "illegal": {"action_id": 0},
}


async def stale(created: Any, seat: int, revision: int, expect: Any, **choice: Any) -> None:
    """An answer to a prompt of this revision is stale, whatever it says."""
    token = created.seats[seat]
    before = await created.view(token)
    for action in [choice] if choice else CHOICES.values():
        async with expect(*STALE) as problems:
            await created.act(token, expected_revision=revision, **action)
        assert problems[0].metadata["revision"] == str(before.revision)
    assert await created.view(token) == before


async def test_in_every_game(client, expect):
    games = (await client.catalog.ListGames(catalog_service_pb2.ListGamesRequest())).games
    assert len(games) == 4
    for game in games:
        created = await client.create("own", "own", game=game.id, seed=bytes(32))
        seat, view = await created.turn()
        token = created.seats[seat]
        for action in CHOICES.values():
            for revision in (view.revision + 1, 2**32 - 1):
                async with expect(*AHEAD) as problems:
                    await created.act(token, expected_revision=revision, **action)
                assert problems[0].metadata["revision"] == str(view.revision)
        # With the right revision, what is wrong is the action.
        async with expect("INVALID_ARGUMENT", "UNKNOWN_ACTION"):
            await created.act(token, expected_revision=view.revision, notation="no such action")
        assert await created.view(token) == view
        await created.act(
            token, action_id=view.prompt.actions[0].id, expected_revision=view.revision
        )
        await stale(created, seat, view.revision - 1, expect)
        if not (await created.view(token)).HasField("prompt"):
            # The seat is not asked any more.
            await stale(created, seat, view.revision, expect)
        resign = pb.ResignRequest(match_id=created.id)
        for other in created.seats.values():
            if (await created.get()).status == match_pb2.MATCH_STATUS_RUNNING:
                await client.matches.Resign(resign, metadata=bearer(other))
        if (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED:
            # The match is over.
            await stale(created, seat, view.revision, expect)


async def test_a_window_that_has_ended(client, expect):
    created = await client.create("own", "own", "own", **FASTEST)
    await created.act(created.seats[0], notation="tax")
    revisions = [(await created.view(created.seats[seat])).revision for seat in range(3)]
    await created.act(created.seats[1], notation="challenge", expected_revision=revisions[1])
    # Seat 2 comes too late, and the error says so, whatever it sends.
    await stale(created, 2, revisions[2], expect)
    await stale(created, 2, revisions[2], expect, notation="pass")


async def test_a_seat_that_has_answered_a_window_that_is_open(client, expect):
    created = await client.create("own", "own", "own", **FASTEST)
    await created.act(created.seats[0], notation="tax")
    revision = (await created.view(created.seats[1])).revision
    await created.act(created.seats[1], notation="pass", expected_revision=revision)
    await stale(created, 1, revision, expect)
    # The other may still answer the same prompt.
    revision = (await created.view(created.seats[2])).revision
    await created.act(created.seats[2], notation="pass", expected_revision=revision)


async def test_after_the_end(client, expect):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    await created.play_on()
    await stale(created, seat, view.revision, expect)
    await stale(created, seat, view.revision, expect, action_id=view.prompt.actions[0].id)
    # Without a revision it is the match that is over.
    async with expect("FAILED_PRECONDITION", "MATCH_OVER"):
        await created.act(created.seats[seat], action_id=view.prompt.actions[0].id)


async def test_a_lost_race_where_all_may_act(client, read_problem):
    """The seat that loses learns that its prompt is closed, or which rule forbids it now."""
    reasons = set()
    for _ in range(4):
        created = await begun(client)
        await both(created, MOVE)
        answers = await both(created, HIDE)
        (lost,) = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
        problem = read_problem(lost)
        reasons.add(problem.reason)
        if problem.reason == "STALE_REVISION":
            assert problem.status.name == "ABORTED"
            assert problem.metadata["revision"]
        else:
            assert problem.status.name == "FAILED_PRECONDITION"
            assert problem.domain == f"intrigue.{GAME}"
            assert problem.clause
    assert reasons


async def test_many_lost_races_where_all_may_act(client, read_problem):
    rng = random.Random(1)
    lost = 0
    for number in range(6):
        created = await client.create("own", "own", "own", game=GAME, seed=bytes([number]) * 32)
        for _ in range(40):
            views = [await created.view(token) for token in created.seats.values()]
            asked = {seat: view for seat, view in enumerate(views) if view.HasField("prompt")}
            if not asked:
                break
            calls = [
                created.act(
                    created.seats[seat],
                    action_id=rng.choice(view.prompt.actions).id,
                    expected_revision=view.revision,
                )
                for seat, view in asked.items()
            ]
            answers = await asyncio.gather(*calls, return_exceptions=True)
            problems = [
                read_problem(answer)
                for answer in answers
                if isinstance(answer, grpc.aio.AioRpcError)
            ]
            granted = [answer for answer in answers if isinstance(answer, pb.ActResponse)]
            assert len(granted) + len(problems) == len(calls), answers
            assert granted
            lost += len(problems)
            for problem in problems:
                if problem.reason != "STALE_REVISION":
                    assert problem.status.name == "FAILED_PRECONDITION"
                    assert problem.domain == f"intrigue.{GAME}"
                    assert problem.clause
    assert lost
