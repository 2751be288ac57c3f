"""Clocks where several seats are asked at once, in secret; and deadlines that must not be lost.

The first seat taxes or takes foreign aid; the others are asked whether they mind.
"""

from __future__ import annotations

import pytest
from tests.service.chain import verify
from tests.service.match_calls import call_match, next_of, play_out, record_of, wait_until
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue.store import StoreError
from intrigue.store.sqlite_writer import SqliteWriter
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

TIMEOUT = record_pb2.LOG_KIND_TIMEOUT
STEP = record_pb2.LOG_KIND_STEP


@pytest.fixture
def clock():
    return VirtualClock(machine=99)


@pytest.fixture
async def client(deployment, clock):
    async with served_by(deployment, clock) as client:
        client.clock = clock
        yield client


async def create_match(client, seats: int = 3, seed: bytes = b"", **limits):
    """A match in which seat 0 begins and all others answer at once."""
    settings = match_pb2.ClockSettings()
    if policy := limits.pop("policy", ""):
        settings.timeout_policy.CopyFrom(parse_policy(policy))
    for field, time in limits.items():
        getattr(settings, field).FromMilliseconds(time)
    options = {"seats": str(seats), "reactions": "fastest", "first_seat": "0"}
    create_fields = {"game": "complots", "options": options, "clock": settings, "seed": seed}
    return await client.create(*["own"] * seats, **create_fields)


async def sight(created, seat: int | None) -> bytes:
    """All that a viewer sees, as the bytes that it is sent, without what depends on when it is
    sent: how much time remains until a deadline.
    """
    metadata = [] if seat is None else [("authorization", f"Bearer {created.seats[seat]}")]
    raw = created.client.channel.unary_unary("/intrigue.v1.MatchService/GetView")
    request = pb.GetViewRequest(match_id=created.id).SerializeToString()
    answer = pb.GetViewResponse.FromString(await raw(request, metadata=metadata))
    clock = created.client.clock
    for entry in answer.clock.seats:
        assert entry.HasField("remaining") == entry.HasField("deadline")
        if entry.HasField("remaining"):
            assert entry.remaining.ToMilliseconds() == max(0, left(clock, answer.clock, entry.seat))
            entry.ClearField("remaining")
    return answer.SerializeToString(deterministic=True)


async def clock_of(created, seat: int | None) -> match_pb2.Clock:
    return pb.GetViewResponse.FromString(await sight(created, seat)).clock


def without_remaining(clock: match_pb2.Clock) -> match_pb2.Clock:
    for seat in clock.seats:
        seat.ClearField("remaining")
    return clock


def left(clock: VirtualClock, seen: match_pb2.Clock, seat: int) -> int:
    """How many milliseconds a seat has until its deadline."""
    deadline = seen.seats[seat].deadline.ToNanoseconds()
    return (deadline - clock.wall_time(clock.now())) // 1_000_000


async def test_a_secret_answer_moves_no_clock_that_others_see(client, clock):
    created = await create_match(client, 4, bank=60_000, increment=1_000)
    clock.advance(500)
    await created.act(created.seats[0], notation="tax")
    others: dict[int | None, bytes] = {
        seat: await sight(created, seat) for seat in (None, 0, 1, 2, 3)
    }
    streams = {
        seat: created.watch(
            None if seat is None else created.seats[seat],
            after_revision=pb.GetViewResponse.FromString(seen).view.revision,
        )
        for seat, seen in others.items()
    }
    for stream in streams.values():
        await next_of(stream, "caught_up")
    for answering, bank in ((2, 58_001), (1, 55_001)):
        clock.advance(2_999)
        await created.act(created.seats[answering], notation="pass")
        # The one who has answered is on the clock no more, and knows what it has left.
        del others[answering]
        own = await clock_of(created, answering)
        assert not own.seats[answering].HasField("deadline")
        assert own.seats[answering].bank.ToMilliseconds() == bank
        assert (await streams[answering].read()).HasField("update")
        assert without_remaining((await streams[answering].read()).clock) == own
        # Of the others it sees what everybody sees.
        everybody = await clock_of(created, None)
        for seat in {0, 1, 2, 3} - {answering}:
            assert own.seats[seat] == everybody.seats[seat]
        clock.advance(1)
        for viewer, seen in others.items():
            assert await sight(created, viewer) == seen
    # When the window is closed, everybody hears of it, and still not who was quick.
    await created.act(created.seats[3], notation="pass")
    last = await clock_of(created, None)
    assert [seat.HasField("bank") for seat in last.seats] == [True, False, False, False]
    for viewer in others:
        answer = await streams[viewer].read()
        assert answer.HasField("update")
        ticking = without_remaining((await streams[viewer].read()).clock)
        assert ticking == await clock_of(created, viewer)
        assert [ticking.seats[seat] for seat in range(4) if seat != viewer] == [
            last.seats[seat] for seat in range(4) if seat != viewer
        ]
    for stream in streams.values():
        stream.cancel()


async def test_a_secret_timeout_moves_nothing_that_others_see(client, clock):
    for number in range(20):
        created = await create_match(
            client, bank=10_000, policy="random", seed=bytes([number]) * 32
        )
        # Seat 1 uses up most of its bank.
        await created.act(created.seats[0], notation="income")
        clock.advance(8_000)
        await created.act(created.seats[1], notation="income")
        await created.act(created.seats[2], notation="tax")
        seen = {seat: await sight(created, seat) for seat in (None, 0, 2)}
        revision = pb.GetViewResponse.FromString(await sight(created, 1)).view.revision
        stream = created.watch(created.seats[1], after_revision=revision)
        clock.advance(2_000)
        update = await next_of(stream, "update")
        stream.cancel()
        if list(update.seats_to_act) == [0]:
            # It has passed, and nobody knows.
            assert {seat: await sight(created, seat) for seat in seen} == seen
            await created.act(created.seats[0], notation="pass")
            break
    else:
        pytest.fail("the policy never passed")
    # It has no time left to decide anything by itself.
    created.seats.pop(1)
    await play_out(created)
    record = await record_of(created)
    late = [entry.seat for entry in record.proof.log if entry.kind == TIMEOUT]
    assert late[0] == 1
    verify(record)


async def test_those_who_are_late_in_a_window_are_decided_for(client, clock):
    created = await create_match(client, 4, decision=10_000, policy="random", seed=bytes(32))
    await created.act(created.seats[0], notation="tax")
    await created.act(created.seats[2], notation="pass")
    stream = created.watch(after_revision=(await created.view()).revision)
    clock.advance(10_000)
    # Whether they pass or one of them challenges, the window closes.
    await next_of(stream, "update")
    stream.cancel()
    await play_out(created)
    log = (await record_of(created)).proof.log
    window = [entry for entry in log if entry.kind in {STEP, TIMEOUT}][1:4]
    assert (window[0].kind, window[0].seat) == (STEP, 2)
    late = [entry.seat for entry in window if entry.kind == TIMEOUT]
    assert late[0] in {1, 3}
    assert set(late) <= {1, 3}


async def test_those_who_are_late_forfeit_one_after_the_other(client, clock):
    created = await create_match(client, 4, decision=10_000)
    await created.act(created.seats[0], notation="tax")
    await created.act(created.seats[2], notation="pass")
    clock.advance(10_000)
    stream = created.watch()
    while (
        (view := await created.view()).revision < 3
        or 1 in view.seats_to_act
        or 3 in view.seats_to_act
    ):
        await next_of(stream, "update")
    stream.cancel()
    await call_match(created, "Resign", created.seats[0])
    log = (await record_of(created)).proof.log
    assert [entry.seat for entry in log if entry.kind == TIMEOUT] == [1, 3]


async def test_a_question_is_timed_from_when_it_is_put(client, clock):
    created = await create_match(client, bank=60_000, decision=10_000)
    await created.act(created.seats[0], notation="foreign_aid")
    seen = await clock_of(created, 2)
    assert left(clock, seen, 2) == 10_000
    clock.advance(9_000)
    # Seat 2 has not answered when seat 1 blocks, and is asked at once what it thinks of that.
    await created.act(created.seats[1], notation="block duchess")
    own = {0: 60_000, 1: 51_000, 2: 60_000}
    for viewer in (None, 0, 1, 2):
        seen = await clock_of(created, viewer)
        assert [seat.seat for seat in seen.seats if seat.HasField("deadline")] == [0, 2]
        # Its thinking was free, and it has all of its time.
        assert left(clock, seen, 2) == 10_000
        banks = {
            seat.seat: seat.bank.ToMilliseconds() for seat in seen.seats if seat.HasField("bank")
        }
        assert banks == {seat: bank for seat, bank in own.items() if seat == viewer}
    clock.advance(4_000)
    await created.act(created.seats[2], notation="pass")
    # Seat 0's question stays the same one.
    assert left(clock, await clock_of(created, 0), 0) == 6_000
    assert (await clock_of(created, 2)).seats[2].bank.ToMilliseconds() == 56_000


async def test_a_resignation_in_a_window_puts_no_clock_out(client, clock):
    created = await create_match(client, 4, bank=60_000, decision=30_000)
    await created.act(created.seats[0], notation="tax")
    clock.advance(5_000)
    await call_match(created, "Resign", created.seats[1])
    seen = await clock_of(created, None)
    view = await created.view()
    assert [seat.seat for seat in seen.seats if seat.HasField("deadline")] == list(
        view.seats_to_act
    )
    # That seat 1 resigns is shown when the window is closed; until then it looks as before.
    assert list(view.seats_to_act) == [1, 2, 3]
    for seat in (2, 3):
        own = await clock_of(created, seat)
        assert own.seats[seat].deadline == seen.seats[seat].deadline
    assert not (await clock_of(created, 1)).seats[1].HasField("deadline")


async def test_a_deadline_is_not_lost_when_the_store_fails(client, clock, deployment, monkeypatch):
    failures: list[int] = []
    failing = True
    attempt = SqliteWriter._attempt

    def fused(writer, group):
        if not failing:
            return attempt(writer, group)
        failures.append(len(group))
        return StoreError("no space left")

    created = await create_match(client, bank=10_000)
    stream = created.watch(after_revision=1)
    await stream.read()
    monkeypatch.setattr(SqliteWriter, "_attempt", fused)
    clock.advance(10_000)
    await wait_until(lambda: bool(failures))
    failing = False
    seen = await created.view()
    assert list(seen.seats_to_act) == [0]
    # Nobody does anything; after a while the service tries again by itself.
    (server,) = deployment.servers
    live = server._matches.registry.get(created.id)
    await wait_until(lambda: not live.log._failed and not live.log._pending)
    for _ in range(100):
        clock.advance(1_000)
        if (await created.view()).revision > seen.revision:
            break
    else:
        pytest.fail("the deadline was lost")
    assert 0 not in (await next_of(stream, "update")).seats_to_act
    stream.cancel()


async def test_a_match_has_one_deadline_however_long_it_is(client, clock, deployment):
    (server,) = deployment.servers
    created_matches = [await create_match(client, bank=3_600_000) for _ in range(3)]
    for created in created_matches:
        for _ in range(5):
            for seat in range(3):
                await created.act(created.seats[seat], notation="income")
    timekeeper = server._matches.registry._timekeeper
    assert len(timekeeper._due) <= 2 * len(created_matches)
    # They are seen to all the same, each when its time has come.
    streams = [created.watch(after_revision=16) for created in created_matches]
    for stream in streams:
        await stream.read()
    clock.advance(3_600_000)
    for stream in streams:
        assert 0 not in (await next_of(stream, "update")).seats_to_act
        stream.cancel()
