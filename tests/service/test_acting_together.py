"""Two seats that act at once, where all may act at any time: each is judged as it comes."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from tests.service.test_documents import GAME, OPTION, mine

from intrigue_proto.v1 import match_service_pb2 as pb

MOVE = "move east"
HIDE = "conceal"


async def begun(client: Any) -> Any:
    """A match of two seats that may both move, beside a spot in which one of them can hide."""
    text = mine()
    assert "hiding_spots = []" in text
    options = {OPTION: text.replace("hiding_spots = []", 'hiding_spots = ["b4"]')}
    for number in range(50):
        created = await client.create(
            "own", "own", game=GAME, options=options, seed=bytes([number]) * 32
        )
        views = [await created.view(created.seats[seat]) for seat in range(2)]
        if all(MOVE in [action.notation for action in view.prompt.actions] for view in views):
            return created
    raise AssertionError("no first event lets both seats move")


async def both(created: Any, notation: str) -> list[Any]:
    """What comes of the same action of both seats, each decided on the view that it had before."""
    views = [await created.view(created.seats[seat]) for seat in range(2)]
    answers: list[Any] = await asyncio.gather(
        *(
            created.act(
                created.seats[seat], notation=notation, expected_revision=views[seat].revision
            )
            for seat in range(2)
        ),
        return_exceptions=True,
    )
    return answers


@pytest.mark.parametrize("attempt", range(3))
async def test_both_are_granted_what_stays_legal(client, attempt):
    created = await begun(client)
    before = (await created.view(created.seats[0])).revision
    answers = await both(created, MOVE)
    assert all(isinstance(answer, pb.ActResponse) for answer in answers), answers
    revisions = sorted(answer.update.revision for answer in answers)
    assert revisions[1] == revisions[0] + 1 > before, attempt


@pytest.mark.parametrize("attempt", range(3))
async def test_what_has_become_illegal_is_refused_by_its_clause(client, read_problem, attempt):
    created = await begun(client)
    await both(created, MOVE)
    answers = await both(created, HIDE)
    granted = [answer for answer in answers if isinstance(answer, pb.ActResponse)]
    (refused,) = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert len(granted) == 1, attempt
    problem = read_problem(refused)
    assert problem.status is grpc.StatusCode.FAILED_PRECONDITION
    assert (problem.reason, problem.domain, problem.clause) == (
        "SPOT_TAKEN",
        f"intrigue.{GAME}",
        "V-28.1",
    )


async def test_a_view_that_nobody_has_had_is_still_refused(client, expect):
    created = await begun(client)
    revision = (await created.view(created.seats[0])).revision
    async with expect("OUT_OF_RANGE", "REVISION_AHEAD"):
        await created.act(created.seats[0], notation=MOVE, expected_revision=revision + 1)
