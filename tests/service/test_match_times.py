"""When what happened to a match, and how often it changed: nothing that is hidden shows in it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.conftest import bearer
from tests.service.match_calls import call_match
from tests.service.virtual_clock import VirtualClock, served_by

from intrigue_proto.v1 import match_service_pb2 as pb

FASTEST = {"game": "complots", "options": {"reactions": "fastest", "first_seat": "0"}}
SECOND = 1000


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
async def client(deployment, clock):
    async with served_by(deployment, clock) as client:
        yield client


def times(match: Any) -> dict[str, int]:
    """The times that are set, in milliseconds."""
    names = ("create_time", "start_time", "end_time", "update_time")
    return {name: getattr(match, name).ToMilliseconds() for name in names if match.HasField(name)}


async def test_times_are_set_when_something_happens(client, clock):
    created = await client.create("own", "open")
    assert set(times(created.match)) == {"create_time", "update_time"}
    assert created.match.update_time == created.match.create_time
    clock.advance(SECOND)
    dealt = (await created.join()).match
    assert set(times(dealt)) == {"create_time", "start_time", "update_time"}
    assert dealt.update_time == dealt.start_time
    assert dealt.create_time == created.match.create_time
    clock.advance(SECOND)
    await created.step()
    played = await created.get()
    assert played.start_time == dealt.start_time
    assert times(played)["update_time"] == times(dealt)["update_time"] + SECOND
    clock.advance(SECOND)
    await call_match(created, "Resign", created.seats[0])
    over = await created.get()
    assert over.end_time == over.update_time
    assert times(over)["end_time"] == times(dealt)["start_time"] + 2 * SECOND


async def test_an_aborted_match_has_an_end(client, clock):
    for seats in (("own", "open"), ("own", "own")):
        created = await client.create(*seats)
        clock.advance(SECOND)
        aborted = await created.abort(created.host)
        assert aborted.end_time == aborted.update_time
        assert aborted.HasField("start_time") == ("open" not in seats)
        clock.advance(SECOND)
        # Once more changes nothing.
        assert await created.abort(created.host) == aborted


async def test_the_version_grows_with_every_change(client, clock):
    created = await client.create("open", "open", ready_check=True)
    seen = [created.match]

    async def changed() -> None:
        match = await created.get()
        assert match.version > seen[-1].version
        assert times(match)["update_time"] > times(seen[-1])["update_time"]
        seen.append(match)

    for change in (
        lambda: created.join(name="Ana"),
        lambda: created.join(name="Bo"),
        lambda: call_match(created, "SetReady", created.seats[0], ready=True),
        lambda: call_match(created, "SetReady", created.seats[1], ready=True),
        created.step,
        lambda: call_match(created, "ReplaceSeat", created.host, seat=0, open={}),
        lambda: created.join(name="Cleo"),
        created.step,
        lambda: call_match(created, "Resign", created.seats[0]),
        lambda: call_match(created, "Rematch", created.seats[0]),
    ):
        clock.advance(SECOND)
        await change()
        await changed()
    assert [match.version for match in seen] == sorted({match.version for match in seen})


async def test_a_stream_brings_versions_in_order(client, clock):
    created = await client.create("open", "open")
    stream = created.watch()
    await created.join(name="Ana")
    await created.join(name="Bo")
    await created.play_on()
    versions = [answer.match.version async for answer in stream if answer.HasField("match")]
    assert versions == sorted(set(versions))
    assert versions[-1] == (await created.get()).version


async def test_what_nobody_may_see_changes_nothing(client, clock):
    created = await client.create("own", "own", "own", **FASTEST)
    await created.act(created.seats[0], notation="tax")
    before = await created.get()
    listed = await client.matches.ListMatches(pb.ListMatchesRequest())
    clock.advance(SECOND)
    # A seat answers in secret.
    await created.act(created.seats[1], notation="pass")
    assert await created.get() == before
    clock.advance(SECOND)
    # A token is replaced, and used.
    rotate = pb.RotateTokenRequest(request_id="0123456789abcdef")
    answer = await client.matches.RotateToken(rotate, metadata=bearer(created.seats[0]))
    await created.view(answer.token)
    assert await created.get() == before
    assert await client.matches.ListMatches(pb.ListMatchesRequest()) == listed
    clock.advance(SECOND)
    await created.act(created.seats[2], notation="pass")
    after = await created.get()
    assert after.version > before.version
    assert times(after)["update_time"] == times(before)["update_time"] + 3 * SECOND


async def played(client: Any, clock: VirtualClock) -> list[Any]:
    """Matches at every stage, each with something hidden after the last change."""
    waiting = await client.create("own", "open")
    running = await client.create("own", "own", "own", **FASTEST)
    finished = await client.create("own", "own")
    rematched = await client.create("own", "own")
    aborted = await client.create("own", "own")
    replaced = await client.create("own", "own")
    clock.advance(SECOND)
    await running.act(running.seats[0], notation="tax")
    clock.advance(SECOND)
    await running.act(running.seats[1], notation="pass")
    for created in (finished, rematched):
        await created.step()
        clock.advance(SECOND)
        await call_match(created, "Resign", created.seats[0])
    clock.advance(SECOND)
    await call_match(rematched, "Rematch", rematched.seats[0])
    await aborted.step()
    clock.advance(SECOND)
    await aborted.abort(aborted.host)
    await call_match(replaced, "ReplaceSeat", replaced.host, seat=0, policy="random")
    clock.advance(SECOND)
    everything = [waiting, running, finished, rematched, aborted, replaced]
    for created in everything:
        seat = max(created.seats)
        rotate = pb.RotateTokenRequest(request_id="0123456789abcdef")
        metadata = bearer(created.seats[seat])
        answer = await client.matches.RotateToken(rotate, metadata=metadata)
        await created.get(answer.token)
        created.seats[seat] = answer.token
    return everything


async def test_times_and_versions_survive_a_restart(deployment):
    clock = VirtualClock()
    async with served_by(deployment, clock) as client:
        everything = await played(client, clock)
        rematched = everything[3]
        over = await rematched.get()
        assert times(over)["end_time"] < times(over)["update_time"]
        before = [await created.get() for created in everything[:-1]]
    later = VirtualClock()
    later.advance(3600 * SECOND)
    async with served_by(deployment, later) as client:
        for created in everything:
            created.client = client
        assert [await created.get() for created in everything[:-1]] == before


async def test_matches_that_make_way_in_memory_keep_their_times(deployment):
    clock = VirtualClock()
    async with served_by(deployment, clock, live_matches=1) as client:
        everything = await played(client, clock)
        for _ in range(2):
            matches = [await created.get() for created in everything[:-1]]
            listed = (await client.matches.ListMatches(pb.ListMatchesRequest())).matches
            assert {match.id: match for match in listed if match in matches} == {
                match.id: match for match in matches
            }
