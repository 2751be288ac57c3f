"""How a match ended for each seat, and the event when a seat's time is up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import call_match, next_of, play_out, record_of
from tests.service.test_bots import end_of
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue_proto.v1 import match_pb2, record_pb2

PLAYED, ELIMINATED, RESIGNED, LATE, REPLACED = (
    match_pb2.SEAT_ENDING_PLAYED_TO_END,
    match_pb2.SEAT_ENDING_ELIMINATED,
    match_pb2.SEAT_ENDING_RESIGNED,
    match_pb2.SEAT_ENDING_OUT_OF_TIME,
    match_pb2.SEAT_ENDING_REPLACED,
)
THREE = {"game": "complots", "options": {"seats": "3", "first_seat": "0"}}


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
async def client(deployment, clock):
    async with served_by(deployment, clock) as client:
        yield client


async def endings(created: Any) -> list[int]:
    """How the match ended for each seat, the same in every message."""
    outcome = (await created.get(created.host)).outcome
    assert [seat.seat for seat in outcome.seats] == list(range(len(outcome.seats)))
    for token in (None, *created.seats.values()):
        assert (await created.view(token)).outcome == outcome
    kept = (await record_of(created)).outcome
    assert [(seat.seat, seat.payoff) for seat in kept.seats] == [
        (seat.seat, seat.payoff) for seat in outcome.seats
    ]
    return [seat.ending for seat in outcome.seats]


async def test_seats_that_played_to_the_end(client):
    created = await client.create("own", "own")
    await created.play_on()
    assert await endings(created) == [PLAYED, PLAYED]


async def test_seats_that_the_game_put_out(client):
    created = await client.create("own", "own", "own", **THREE)
    await play_out(created)
    outcome = (await created.get()).outcome
    assert sorted(await endings(created)) == [PLAYED, ELIMINATED, ELIMINATED]
    for seat in outcome.seats:
        assert (seat.payoff == 840) == (seat.ending == PLAYED)


async def test_a_seat_that_resigned(client):
    created = await client.create("own", "own")
    await created.play_on(3)
    await call_match(created, "Resign", created.seats[1])
    assert await endings(created) == [PLAYED, RESIGNED]


async def test_a_seat_that_resigned_while_others_play_on(client):
    created = await client.create("own", "own", "own", **THREE)
    await call_match(created, "Resign", created.seats[1])
    await play_out(created)
    assert (await endings(created))[1] == RESIGNED


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_seat_whose_time_was_up(deployment, restarted):
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        created = await client.create("own", "own", clock={"bank": {"seconds": 5}})
        await created.play_on(3)
        seat, _ = await created.turn()
        streams = [created.watch(token) for token in (None, *created.seats.values())]
        clock.advance(5_000)
        for stream in streams:
            while not (update := await next_of(stream, "update")).HasField("outcome"):
                pass
            # The event of the match itself comes before what the game makes of it.
            said = update.events[0]
            assert not said.HasField("game")
            assert said.text.en == f"Player {seat} runs out of time."
            assert said.text.fr == f"Le joueur {seat} n'a plus de temps."
            assert all(event.HasField("game") for event in update.events[1:])
            stream.cancel()
        expected = [LATE if other == seat else PLAYED for other in range(2)]
        assert await endings(created) == expected
        assert (await record_of(created)).steps[-1].kind == record_pb2.STEP_KIND_TIME_FORFEIT
    if restarted:
        async with served_by(deployment, VirtualClock()) as client:
            created.client = client
            assert await endings(created) == expected


async def test_time_forfeits_and_resignations_are_told_apart(client, clock):
    created = await client.create("own", "own", "own", **THREE, clock={"decision": {"seconds": 5}})
    await call_match(created, "Resign", created.seats[2])
    clock.advance(5_000)
    match = await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    assert [seat.ending for seat in match.outcome.seats] == [LATE, PLAYED, RESIGNED]


@pytest.mark.parametrize("occupant", ["policy", "another player"])
async def test_a_seat_that_was_replaced(deployment, occupant):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        await created.play_on(3)
        del created.seats[1]
        if occupant == "policy":
            await call_match(created, "ReplaceSeat", created.host, seat=1, policy="random")
        else:
            await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
            await created.join(name="Bo")
        await play_out(created)
        assert await endings(created) == [PLAYED, REPLACED]
    async with deployment.served() as client:
        created.client = client
        assert await endings(created) == [PLAYED, REPLACED]


async def test_a_seat_that_was_replaced_before_the_deal_played_to_the_end(client):
    created = await client.create("own", "own", ready_check=True)
    await call_match(created, "ReplaceSeat", created.host, seat=1, open={})
    await created.join(name="Bo")
    for token in created.seats.values():
        await call_match(created, "SetReady", token, ready=True)
    await play_out(created)
    assert await endings(created) == [PLAYED, PLAYED]
