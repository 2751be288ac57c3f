"""Clocks, in time that the tests move: banks, limits, deadlines, timeouts."""

from __future__ import annotations

import asyncio

import pytest
from tests.service.chain import verify
from tests.service.match_calls import call_match, next_of, play_out, record_of
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue.engine import Engine
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

FINISHED = match_pb2.MATCH_STATUS_FINISHED
TIMEOUT = record_pb2.LOG_KIND_TIMEOUT
STEP = record_pb2.LOG_KIND_STEP


def timed(bank: int = 0, increment: int = 0, decision: int = 0, policy: str = ""):
    """The settings of a clock, in milliseconds."""
    clock = match_pb2.ClockSettings()
    if policy:
        clock.timeout_policy.CopyFrom(parse_policy(policy))
    for field, time in (("bank", bank), ("increment", increment), ("decision", decision)):
        if time:
            getattr(clock, field).FromMilliseconds(time)
    return clock


@pytest.fixture
def clock():
    return VirtualClock(machine=123_456)


@pytest.fixture
async def client(deployment, clock):
    async with served_by(deployment, clock) as client:
        yield client


async def looked(created, token: str | None = None) -> pb.GetViewResponse:
    answer: pb.GetViewResponse = await call_match(created, "GetView", token)
    return answer


def banks(clock: match_pb2.Clock) -> list[int]:
    return [seat.bank.ToMilliseconds() for seat in clock.seats]


def asked(clock: match_pb2.Clock) -> list[int]:
    return [seat.seat for seat in clock.seats if seat.HasField("deadline")]


def left(clock: VirtualClock, seen: match_pb2.Clock, seat: int) -> int:
    """How many milliseconds a seat has until its deadline."""
    deadline = seen.seats[seat].deadline.ToNanoseconds()
    return (deadline - clock.wall_time(clock.now())) // 1_000_000


async def test_a_bank_is_used_up_by_thinking_and_filled_by_deciding(client, clock):
    created = await client.create("own", "own", clock=timed(bank=60_000, increment=2_000))
    assert created.match.clock == timed(bank=60_000, increment=2_000)
    bank = [60_000, 60_000]
    for thought in (1_000, 5_000, 0, 30_000):
        seat, view = await created.turn()
        token = created.seats[seat]
        for viewer in (None, *created.seats.values()):
            seen = (await looked(created, viewer)).clock
            assert banks(seen) == bank
            assert asked(seen) == [seat]
            assert left(clock, seen, seat) == bank[seat]
        clock.advance(thought)
        # It stands as it was when the seat was asked: the deadline says the rest.
        answer = await looked(created, token)
        assert banks(answer.clock) == bank
        assert left(clock, answer.clock, seat) == bank[seat] - thought
        assert answer.clock.seats[seat].remaining.ToMilliseconds() == bank[seat] - thought
        await created.act(token, action_id=view.prompt.actions[0].id)
        bank[seat] += 2_000 - thought
    assert banks((await looked(created)).clock) == bank


async def test_a_limit_per_decision_starts_again_each_time(client, clock):
    created = await client.create("own", "own", clock=timed(decision=10_000))
    for thought in (9_999, 0, 5_000):
        seat, _ = await created.turn()
        seen = (await looked(created)).clock
        assert not seen.seats[seat].HasField("bank")
        assert left(clock, seen, seat) == 10_000
        clock.advance(thought)
        await created.step()


async def test_the_nearer_of_bank_and_limit_counts(client, clock):
    created = await client.create("own", "own", clock=timed(bank=15_000, decision=10_000))
    lefts: dict[int, list[int]] = {0: [], 1: []}
    for _ in range(3):
        seat, _ = await created.turn()
        lefts[seat].append(left(clock, (await looked(created)).clock, seat))
        clock.advance(5_500)
        await created.step()
    # The one who was asked twice has less in the bank than for a decision.
    assert sorted(lefts.values()) == [[10_000], [10_000, 9_500]]


async def test_matches_without_a_clock_have_none(client, clock):
    created = await client.create("own", "own")
    assert not created.match.HasField("clock")
    answer = await looked(created, created.seats[0])
    assert not answer.HasField("clock")
    clock.advance(10**9)
    await created.play_on()


async def test_clocks_come_after_updates_and_only_then(client, clock):
    created = await client.create("own", "own", clock=timed(bank=60_000))
    streams = {token: created.watch(token) for token in (None, *created.seats.values())}
    for stream in streams.values():
        kinds = [(await stream.read()).WhichOneof("content") for _ in range(4)]
        assert kinds == ["match", "update", "caught_up", "clock"]
    for _ in range(3):
        clock.advance(700)
        await created.step()
        for token, stream in streams.items():
            update, ticking = (await stream.read()).update, (await stream.read()).clock
            seen = await looked(created, token)
            assert ticking == seen.clock
            assert update.revision == seen.view.revision
            if update.HasField("prompt"):
                assert ticking.seats[update.prompt.seat].HasField("deadline")
    # Other changes bring no clock.
    await call_match(created, "ReplaceSeat", created.host, seat=0, open={})
    assert (await streams[None].read()).HasField("match")
    await created.join()
    assert (await streams[None].read()).HasField("match")
    await created.step()
    assert (await streams[None].read()).HasField("update")
    for stream in streams.values():
        stream.cancel()


async def test_no_clock_runs_before_the_deal_or_after_the_end(client, clock):
    created = await client.create("own", "open", clock=timed(bank=1_000))
    clock.advance(10**6)
    await created.join()
    assert banks((await looked(created)).clock) == [1_000, 1_000]
    await call_match(created, "Resign", created.seats[0])
    assert asked((await looked(created, created.seats[1])).clock) == []
    aborted = await client.create("own", "own", clock=timed(bank=1_000))
    await aborted.abort(aborted.host)
    clock.advance(10**6)
    for seat in aborted.seats.values():
        answer = await looked(aborted, seat)
        assert asked(answer.clock) == []
        assert not any(seat.HasField("remaining") for seat in answer.clock.seats)


@pytest.mark.parametrize("limits", [{"bank": 5_000}, {"decision": 5_000}])
async def test_a_seat_whose_time_is_up_forfeits(client, clock, limits):
    created = await client.create("own", "own", clock=timed(**limits))
    await created.play_on(3)
    seat, _ = await created.turn()
    stream = created.watch(created.seats[1 - seat])
    clock.advance(4_999)
    assert (await looked(created, created.seats[seat])).view.HasField("prompt")
    clock.advance(1)
    while not (update := await next_of(stream, "update")).HasField("outcome"):
        pass
    assert update.outcome.seats[seat].payoff == 0
    assert (await created.get()).status == FINISHED
    record = await record_of(created)
    assert record.steps[-1].kind == record_pb2.STEP_KIND_TIME_FORFEIT
    last = record.proof.log[-1]
    assert (last.kind, last.seat) == (TIMEOUT, seat)
    verify(record)


async def test_a_policy_decides_for_a_seat_whose_time_is_up(client, clock):
    created = await client.create("own", "own", clock=timed(decision=5_000, policy="random"))
    late: list[int] = []
    stream = created.watch()
    await next_of(stream, "update")
    for _ in range(8):
        seat, view = await created.turn()
        late.append(seat)
        clock.advance(5_000)
        await next_of(stream, "update")
        assert (await looked(created, created.seats[seat])).view.revision == view.revision + 1
        # In time again, the seat decides by itself.
        await created.step()
        await next_of(stream, "update")
    stream.cancel()
    await created.play_on()
    record = await record_of(created)
    log = record.proof.log
    assert [entry.seat for entry in log if entry.kind == TIMEOUT] == late
    assert all(step.kind == record_pb2.STEP_KIND_ACTION for step in record.steps[1:])
    verify(record)


async def test_an_empty_bank_is_decided_for_at_once(client, clock):
    created = await client.create("own", "own", clock=timed(bank=5_000, policy="random"))
    stream = created.watch()
    await next_of(stream, "update")
    seat, _ = await created.turn()
    clock.advance(5_000)
    await next_of(stream, "update")
    stream.cancel()
    created.seats.pop(seat)
    await play_out(created)
    log = (await record_of(created)).proof.log
    assert {entry.seat for entry in log if entry.kind == TIMEOUT} == {seat}
    assert {entry.seat for entry in log if entry.kind == STEP} == {1 - seat}


async def test_an_action_after_the_deadline_is_refused(client, clock, expect):
    created = await client.create("own", "own", clock=timed(decision=5_000, policy="random"))
    stream = created.watch()
    await next_of(stream, "update")
    seat, view = await created.turn()
    token, act_fields = created.seats[seat], {"action_id": view.prompt.actions[0].id}
    in_time = act_fields
    await created.act(token, request_id="in time", **in_time)
    granted = await created.act(token, request_id="in time", **in_time)
    await next_of(stream, "update")
    seat, view = await created.turn()
    token, act_fields = created.seats[seat], {"action_id": view.prompt.actions[0].id}
    # Nobody has noticed yet that it is late; the seat is refused all the same.
    clock.asleep = True
    clock.advance(5_000)
    async with expect("FAILED_PRECONDITION", "TIME_UP"):
        await created.act(token, **act_fields)
    # What was granted in time is granted again.
    clock.asleep = False
    clock.advance(0)
    update = await next_of(stream, "update")
    assert update.revision == 3
    first = next(other for other in created.seats if other != seat)
    again = await created.act(created.seats[first], request_id="in time", **in_time)
    assert again == granted
    stream.cancel()


async def test_of_an_action_and_a_timeout_one_wins(client, clock, read_problem):
    acted: list[bool] = []
    for round_ in range(12):
        created = await client.create("own", "own", clock=timed(decision=5_000, policy="random"))
        stream = created.watch()
        await next_of(stream, "update")
        won: list[bool] = []
        for number in range(10):
            seat, view = await created.turn()
            act_fields = {
                "action_id": view.prompt.actions[0].id,
                "expected_revision": view.revision,
            }
            clock.advance(4_999)
            acting = asyncio.create_task(created.act(created.seats[seat], **act_fields))
            for _ in range((7 * round_ + 3 * number) % 40):
                await asyncio.sleep(0)
            clock.advance(1)
            await asyncio.wait([acting])
            error = acting.exception()
            won.append(error is None)
            if error is not None:
                assert read_problem(error).reason in {"TIME_UP", "STALE_REVISION"}
            await next_of(stream, "update")
            # Nothing is left to run out by the same deadline.
            assert (await created.view(created.seats[seat])).revision == view.revision + 1
        stream.cancel()
        await created.play_on()
        log = (await record_of(created)).proof.log
        kinds = [entry.kind for entry in log if entry.kind in {STEP, TIMEOUT}]
        assert [kind == STEP for kind in kinds[:10]] == won
        acted += won
    # It proves something only if both happen.
    assert 0 < sum(acted) < len(acted)


async def test_policies_are_timed_too(client, clock, monkeypatch):
    thinking, free = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    decide = Engine.decide

    def slow(self, view, setup, policy, *drawn):
        if policy.startswith("playouts"):
            loop.call_soon_threadsafe(thinking.set)
            asyncio.run_coroutine_threadsafe(free.wait(), loop).result(30)
        return decide(self, view, setup, policy, *drawn)

    monkeypatch.setattr(Engine, "decide", slow)
    created = await client.create("own", "playouts:sims=2", clock=timed(bank=5_000))
    if (await created.view(created.seats[0])).HasField("prompt"):
        await created.step()
    await thinking.wait()
    stream = created.watch()
    clock.advance(5_000)
    while not (update := await next_of(stream, "update")).HasField("outcome"):
        pass
    free.set()
    assert [seat.payoff for seat in update.outcome.seats] == [840, 0]
    last = (await record_of(created)).proof.log[-1]
    assert (last.kind, last.seat) == (TIMEOUT, 1)


async def test_time_in_which_no_server_runs_is_nobodys(deployment):
    first = VirtualClock(machine=5_000_000)
    async with served_by(deployment, first) as client:
        created = await client.create("own", "own", clock=timed(bank=60_000, increment=1_000))
        first.advance(3_000)
        await created.step()
        first.advance(7_000)
        seat, _ = await created.turn()
        before = await looked(created, created.seats[seat])
        remaining = left(first, before.clock, seat)
        assert remaining == 53_000
    # The machine was restarted, a year later.
    second = VirtualClock(machine=17)
    second.advance(365 * 24 * 3600 * 1000)
    async with served_by(deployment, second) as client:
        created.client = client
        after = await looked(created, created.seats[seat])
        assert banks(after.clock) == banks(before.clock)
        assert left(second, after.clock, seat) == remaining
        stream = created.watch()
        second.advance(remaining - 1)
        assert (await created.view(created.seats[seat])).HasField("prompt")
        # Nobody has asked for the match but us; its deadline is seen to all the same.
        second.advance(1)
        while not (update := await next_of(stream, "update")).HasField("outcome"):
            pass
        assert update.outcome.seats[seat].payoff == 0


async def test_a_killed_server_costs_at_most_what_was_not_noted(deployment):
    first = VirtualClock()
    async with served_by(deployment, first) as client:
        created = await client.create("own", "own", clock=timed(bank=60_000))
        seat, _ = await created.turn()
        first.advance(10_000)
        await first.note()
        first.advance(900)
        first.die()
    second = VirtualClock(machine=77)
    async with served_by(deployment, second) as client:
        created.client = client
        seen = (await looked(created)).clock
        assert left(second, seen, seat) == 50_000
        second.advance(5_000)
        await created.step()
        assert banks((await looked(created)).clock)[seat] == 45_000


async def test_a_deadline_that_passed_unseen_is_seen_to_at_the_start(deployment, expect):
    first = VirtualClock()
    async with served_by(deployment, first) as client:
        created = await client.create("own", "own", clock=timed(bank=60_000))
        seat, _ = await created.turn()
        first.asleep = True
        first.advance(60_000)
        await first.note()
    second = VirtualClock()
    async with served_by(deployment, second) as client:
        created.client = client
        stream = created.watch()
        while not (update := await next_of(stream, "update")).HasField("outcome"):
            pass
        assert update.outcome.seats[seat].payoff == 0
