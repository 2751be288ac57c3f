"""Scripts that don't fit, on a server."""

from __future__ import annotations

import asyncio

import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import record_of
from tests.service.test_bots import end_of

from intrigue import Game
from intrigue.verify import verify
from intrigue_proto.v1 import match_service_pb2 as pb

GAME = "complots"
OPTIONS = {"seats": "3", "first_seat": "0"}
CARDS = ["duchess", "assassin", "countess", "captain", "ambassador", "duchess"]


async def test_what_does_not_fit_the_deal_is_refused_by_create_match(client, expect):
    script = [*CARDS[:4], "inquisitor", *CARDS[5:]]
    async with expect("INVALID_ARGUMENT", "BAD_SCRIPT") as problems:
        await client.create("own", "own", "own", game=GAME, options=OPTIONS, script=script)
    (problem,) = problems
    assert problem.metadata["field"] == "script[4]"
    assert problem.metadata["place"] == "4"
    assert problem.metadata["token"] == "inquisitor"
    assert problem.metadata["possible"].split(", ") == [
        card.id for card in Game(GAME).cards if card.id != "inquisitor"
    ]


@pytest.mark.parametrize("rest", [["inquisitor", "duchess"], ["captain"] * 40], ids=len)
async def test_what_does_not_fit_later_on_ends_the_script_and_the_match_says_so(client, rest):
    """Nobody is kept from moving, policies included."""
    created = await client.create(
        "random", "random", "random", game=GAME, options=OPTIONS, script=[*CARDS, *rest]
    )
    await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    answer = await client.matches.ListUpdates(
        pb.ListUpdatesRequest(match_id=created.id),
        metadata=[("authorization", f"Bearer {created.spectator}")],
    )
    *earlier, last = answer.updates
    assert all(event.HasField("game") for update in earlier for event in update.events)
    said = [event.text for event in last.events if not event.HasField("game")]
    record = await record_of(created)
    drawn = [chance for step in record.steps for chance in step.chances]
    fits = drawn[: len(record.script)] == list(record.script)[: len(drawn)]
    assert len(said) == (0 if fits else 1)
    for text in said:
        assert "Chance left the script at step" in text.en
        assert "Le hasard a quitté le script" in text.fr
    assert verify(record).holds
