"""Built-in policies at their seats."""

from __future__ import annotations

import asyncio
import types
from typing import Any

import grpc
import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import fetch_record, record_of

from intrigue.engine import Engine, Panicked
from intrigue.matches import bots
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

POLICIES = ("random", "greedy:worlds=2", "playouts:sims=2", "planner:sims=2", "ismcts:sims=20")


async def end_of(created: Any) -> match_pb2.Match:
    """The match when it has ended."""
    last: match_pb2.Match | None = None
    async for answer in created.watch(created.host):
        if answer.HasField("match"):
            last = answer.match
    assert last is not None
    return last


@pytest.mark.parametrize("policy", POLICIES)
async def test_policies_alone_play_a_match_to_its_end(client, policy):
    created = await client.create(policy, policy)
    assert created.match.status == match_pb2.MATCH_STATUS_RUNNING
    assert not created.seats
    assert {seat.status for seat in created.match.seats} == {match_pb2.SEAT_STATUS_POLICY}
    match = await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    assert match.status == match_pb2.MATCH_STATUS_FINISHED
    assert sum(seat.payoff for seat in match.outcome.seats) == 840


async def test_no_policy_is_always_the_first_to_answer_where_several_are_asked(client):
    first: set[int] = set()
    for number in range(6):
        created = await client.create(
            *["random"] * 8,
            game="complots",
            options={"seats": "8", "reactions": "fastest", "first_seat": "0"},
            seed=bytes([number]) * 32,
        )
        await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
        steps = (await record_of(created)).steps
        # The first to answer when the first turn's action may be challenged or blocked by all.
        if steps[1].notation != "income":
            first.add(steps[2].seat)
    assert len(first) > 1


async def test_a_policy_is_named_in_full(client):
    created = await client.create("playouts", "open")
    assert created.match.seats[0].policy == parse_policy("playouts:sims=200")


async def test_a_policy_answers_a_person(client):
    for seats in (("own", "random"), ("random", "own")):
        created = await client.create(*seats)
        (token,) = created.seats.values()
        async for answer in created.watch(token):
            if answer.HasField("update") and answer.update.HasField("prompt"):
                view = await created.view(token)
                if view.revision == answer.update.revision:
                    await created.act(token, action_id=view.prompt.actions[0].id)
        assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_policy_waits_for_the_others(client):
    created = await client.create("random", "open")
    assert created.match.status == match_pb2.MATCH_STATUS_WAITING
    await created.join()
    (token,) = created.seats.values()
    async for answer in created.watch(token):
        if answer.HasField("update") and answer.update.HasField("prompt"):
            break
    assert (await created.view(token)).HasField("prompt")


async def play_of(client: Any, match_id: str) -> list[record_pb2.Step]:
    """What was dealt and played; the rest of a record belongs to that one match."""
    record = await fetch_record(client, match_id)
    assert record.proof.head
    return list(record.steps)


async def test_policies_are_as_repeatable_as_the_deal(client):
    records = []
    for _ in range(2):
        created = await client.create("random", "random", seed=bytes(32))
        await end_of(created)
        records.append(await play_of(client, created.id))
    assert records[0] == records[1]
    other = await client.create("random", "random")
    await end_of(other)
    assert await play_of(client, other.id) != records[0]


async def test_policies_go_on_after_a_restart(deployment, monkeypatch):
    decide = Engine.decide
    decided = 0

    def five(self, *question):
        nonlocal decided
        if decided >= 5:
            raise Panicked("no more for now")
        decided += 1
        return decide(self, *question)

    monkeypatch.setattr(Engine, "decide", five)
    async with deployment.served() as client:
        created = await client.create("random", "random", seed=bytes(32))
        stream = created.watch()
        while (await stream.read()).update.revision != 6:
            pass
        stream.cancel()
    monkeypatch.setattr(Engine, "decide", decide)
    async with deployment.server() as server:
        # Nobody asks for the match: the server takes it up by itself.
        for _ in range(1000):
            live = server._matches.registry.get(created.id)
            if live is not None and live.log.durable.status.ended:
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("the match did not go on")
        async with deployment.client(server) as client:
            # As if nothing had happened in between.
            again = await client.create("random", "random", seed=bytes(32))
            await end_of(again)
            records = [await play_of(client, match_id) for match_id in (created.id, again.id)]
            assert records[0] == records[1]


async def test_a_policy_that_fails_tries_again(deployment, monkeypatch):
    monkeypatch.setattr("intrigue.matches.bots._FIRST_PAUSE", 0.01)
    decide = Engine.decide
    calls = 0

    def moody(self, *question):
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise Panicked("not in the mood")
        return decide(self, *question)

    monkeypatch.setattr(Engine, "decide", moody)
    async with deployment.served() as client:
        created = await client.create("random", "random")
        assert (await end_of(created)).status == match_pb2.MATCH_STATUS_FINISHED


async def test_a_match_with_policies_can_be_aborted_and_resigned(client, as_bearer):
    created = await client.create("playouts", "playouts")
    assert (await created.abort(created.host)).status == match_pb2.MATCH_STATUS_ABORTED
    created = await client.create("own", "playouts")
    await client.matches.Resign(
        pb.ResignRequest(match_id=created.id), metadata=as_bearer(created.seats[0])
    )
    assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


async def test_many_policies_at_once(client):
    created_matches = [await client.create("random", "random") for _ in range(20)]
    matches = await asyncio.gather(*(end_of(created) for created in created_matches))
    assert all(match.status == match_pb2.MATCH_STATUS_FINISHED for match in matches)


# At a relaxed pace, people on the policies' side may act first.


class Waits:
    """The waits of policies for people: noted, and not by the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, over_at_once: bool) -> None:
        self.seconds: list[float] = []
        self._over_at_once = over_at_once
        self._begun = asyncio.Event()
        names = {name: getattr(asyncio, name) for name in asyncio.__all__}
        changes = {"timeout": self._timeout, "sleep": self._sleep}
        monkeypatch.setattr(bots, "asyncio", types.SimpleNamespace(**(names | changes)))

    def _timeout(self, seconds: float) -> asyncio.Timeout:
        self.seconds.append(seconds)
        self._begun.set()
        return asyncio.timeout(0 if self._over_at_once else None)

    @staticmethod
    async def _sleep(_seconds: float) -> None:
        await asyncio.sleep(0)

    async def next(self) -> None:
        """Returns when a policy begins to wait, or waits already."""
        await asyncio.wait_for(self._begun.wait(), PATIENCE_SECONDS)
        self._begun.clear()


async def side_by_side(client: Any, pace: match_pb2.Pace.ValueType) -> Any:
    """A match of a person and a policy that win together and may act at the same time."""
    return await client.create("own", "greedy", game="brotherhood", seed=bytes(32), pace=pace)


async def until_revision(created: Any, revision: int) -> None:
    """Returns when the match is as far as that."""
    async for answer in created.watch(created.host):
        if answer.update.revision >= revision:
            return


async def test_a_relaxed_policy_lets_a_person_on_its_side_act_first(client, monkeypatch):
    waits = Waits(monkeypatch, over_at_once=False)
    created = await side_by_side(client, match_pb2.PACE_RELAXED)
    for turn in range(2):
        await waits.next()
        view = await created.view(created.seats[0])
        # The deal, and what both have done in earlier rounds.
        assert view.revision == 1 + 2 * turn
        assert list(view.seats_to_act) == [0, 1]
        (move, *_) = [one for one in view.prompt.actions if one.notation.startswith("move")]
        answer = await created.act(created.seats[0], action_id=move.id)
        assert answer.update.revision == view.revision + 1
        # Now the policy acts, without another wait.
        await asyncio.wait_for(until_revision(created, view.revision + 2), PATIENCE_SECONDS)
        assert waits.seconds[: turn + 1] == [2.0] * (turn + 1)


async def test_a_relaxed_policy_acts_if_the_person_does_not(client, monkeypatch):
    waits = Waits(monkeypatch, over_at_once=True)
    created = await side_by_side(client, match_pb2.PACE_RELAXED)
    await asyncio.wait_for(until_revision(created, 3), PATIENCE_SECONDS)
    assert waits.seconds
    assert set(waits.seconds) == {2.0}


async def test_a_policy_waits_for_nobody_when_it_alone_is_asked_or_the_pace_is_fast(
    client, monkeypatch
):
    waits = Waits(monkeypatch, over_at_once=False)
    created = await side_by_side(client, match_pb2.PACE_FAST)
    await asyncio.wait_for(until_revision(created, 3), PATIENCE_SECONDS)
    created = await client.create(
        "greedy", "greedy", game="brotherhood", pace=match_pb2.PACE_RELAXED
    )
    await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    assert not waits.seconds


async def test_where_something_is_hidden_no_policy_waits_for_people(client, monkeypatch):
    """All may react at once here; who waits for whom would tell what they could do."""
    waits = Waits(monkeypatch, over_at_once=False)
    created = await client.create(
        "own",
        "random",
        "random",
        game="complots",
        options={"seats": "3", "reactions": "fastest"},
        seed=bytes(32),
        pace=match_pb2.PACE_RELAXED,
    )
    token = created.seats[0]
    together = 0
    async for answer in created.watch(token):
        if answer.HasField("update") and answer.update.HasField("prompt"):
            together += len(answer.update.seats_to_act) > 1
            view = await created.view(token)
            if view.revision == answer.update.revision:
                try:
                    await created.act(token, action_id=view.prompt.actions[0].id)
                except grpc.aio.AioRpcError as error:
                    # A policy was faster, and nothing is asked any more.
                    if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                        raise
    assert together
    assert not waits.seconds
