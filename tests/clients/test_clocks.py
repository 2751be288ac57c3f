"""Time: clocks are made, shown with every prompt, and run out."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from tests.clients.fake_server import HEARTBEAT, FakeServer, Hang, caught_up, update
from tests.processes import PATIENCE_SECONDS

import intrigue_sdk
from intrigue_proto.v1 import match_pb2, match_service_pb2
from intrigue_sdk import Bot, RetryPolicy, clock, connect, own, policy, policy_text, time_left

QUICK = RetryPolicy(total=5.0, first=0.01, longest=0.05, silence=0.3)


class Clocked(Bot):
    def __init__(self) -> None:
        self.left: list[timedelta | None] = []

    def choose(self, view, prompt):
        assert view.prompt == prompt
        self.left.append(self.seat.time_left())
        return prompt.actions[0]


def test_a_clock_is_made_of_times():
    made = clock(bank=timedelta(minutes=5), increment=3, decision=0.5, policy="random")
    assert made.bank.ToTimedelta() == timedelta(minutes=5)
    assert made.increment.ToTimedelta() == timedelta(seconds=3)
    assert made.decision.ToTimedelta() == timedelta(milliseconds=500)
    assert policy_text(made.timeout_policy) == "random"
    assert not clock(decision=1).HasField("bank")
    assert not clock(decision=1).HasField("timeout_policy")
    wrongs: list[dict[str, Any]] = [
        {},
        {"increment": 1},
        {"bank": -1},
        {"decision": 1, "increment": 1},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="a "):
            clock(**wrong)


def test_the_time_that_is_left():
    entry = match_pb2.SeatClock(seat=0)
    assert time_left(entry) is None
    entry.remaining.FromSeconds(7)
    # The deadline is by the server's clock, which may differ from this machine's.
    entry.deadline.FromSeconds(1)
    assert time_left(entry) == timedelta(seconds=7)
    assert time_left(entry, 2) == timedelta(seconds=5)
    assert time_left(entry, timedelta(minutes=1)) == timedelta()


async def test_a_bot_knows_how_long_it_may_think(client, game):
    created = await client.create_match(
        game, seats=[own("north"), policy("random")], clock=clock(bank=60, decision=20)
    )
    bot = Clocked()
    seat = created.seats[0]
    assert await bot.play(seat) is not None
    assert len(bot.left) > 3
    assert all(
        left is not None and timedelta() < left <= timedelta(seconds=21) for left in bot.left
    )
    assert seat.clock is not None
    assert [entry.seat for entry in seat.clock.seats] == [0, 1]


async def test_a_view_has_the_clock(client, game):
    created = await client.create_match(
        game, seats=[own("north"), own("south")], clock=clock(bank=60)
    )
    for seat in created.seats.values():
        view = await seat.view()
        assert seat.clock is not None
        timed = seat.clock.seats[seat.seat]
        assert timed.HasField("remaining") == view.HasField("prompt")
        left = seat.time_left()
        assert (left is not None) == view.HasField("prompt")
        assert left is None or timedelta() < left <= timedelta(seconds=60)
    seen: list[intrigue_sdk.Clock] = []
    async with created.spectator.watch(on_clock=seen.append) as watch:
        await anext(watch)
        assert watch.clock is None
        for seat in created.seats.values():
            view = await seat.view()
            if view.HasField("prompt"):
                await seat.act(view.prompt.actions[0])
        await anext(watch)
    assert seen == [watch.clock]
    assert created.spectator.clock == watch.clock


async def test_time_runs_out(client, game):
    created = await client.create_match(
        game, seats=[own("north"), own("south")], clock=clock(decision=0.3)
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        updates = [update async for update in created.seats[0].watch()]
    assert updates[-1].HasField("outcome")
    with pytest.raises(intrigue_sdk.MatchOver):
        await created.seats[0].act(0)


async def test_a_policy_decides_when_time_is_up(client, game):
    created = await client.create_match(
        game, seats=[own("north"), own("south")], clock=clock(decision=0.2, policy="random")
    )
    async with asyncio.timeout(PATIENCE_SECONDS), created.spectator.watch() as watch:
        for revision in range(1, 4):
            assert (await anext(watch)).revision == revision
    await created.host.abort()


def prompted(revision: int) -> match_service_pb2.WatchResponse:
    message = update(revision)
    message.update.prompt.seat = 0
    message.update.view.prompt.seat = 0
    return message


TIMED = match_service_pb2.WatchResponse(
    match=match_pb2.Match(
        id="m", status=match_pb2.MATCH_STATUS_RUNNING, clock=match_pb2.ClockSettings()
    )
)
TICKING = match_service_pb2.WatchResponse(clock=match_pb2.Clock(seats=[{"seat": 0}]))  # type: ignore[list-item]
TICKING.clock.seats[0].remaining.FromSeconds(1_000)


async def first_of(*streams: list[object], count: int = 1) -> list[tuple[int, bool]]:
    """The revisions of the first updates, and whether the time that is left was known then."""
    async with FakeServer() as service, connect(service.target, retry_policy=QUICK) as client:
        service.streams = [list(stream) for stream in streams]
        seat = client.seat("m", 0, "token")
        async with seat.watch() as watch:
            return [((await anext(watch)).revision, bool(seat.time_left())) for _ in range(count)]


@pytest.mark.parametrize("late", [False, True], ids=["caught up before", "caught up after"])
async def test_a_prompt_comes_after_its_clock(late):
    ends = [TICKING, caught_up(1)] if late else [caught_up(1), TICKING]
    assert await first_of([TIMED, prompted(1), *ends, Hang()]) == [(1, True)]
    two = [TIMED, prompted(1), prompted(2), *ends, Hang()]
    assert await first_of(two, count=2) == [(1, False), (2, True)]


@pytest.mark.parametrize("instead", [[HEARTBEAT, Hang()], [], [Hang()]])
async def test_an_update_is_not_kept_for_a_clock_that_does_not_come(instead):
    streams = [TIMED, prompted(1), *instead], [TIMED, caught_up(1), Hang()]
    assert await first_of(*streams) == [(1, False)]


async def test_giving_up_the_wait_for_a_clock_loses_nothing():
    async with FakeServer() as service, connect(service.target) as client:
        service.streams = [[TIMED, prompted(1), Hang()], [TIMED, update(2), Hang()]]
        watch = client.seat("m", 0, "token").watch()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(watch), 0.3)
        assert [(await anext(watch)).revision for _ in range(2)] == [1, 2]
        await watch.aclose()
    assert [request.after_revision for request in service.requests] == [0, 1]
