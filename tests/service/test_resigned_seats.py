"""A seat that has resigned, in a game that still asks it: a policy decides for it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.processes import PATIENCE_SECONDS
from tests.service.match_calls import record_of
from tests.service.test_bots import end_of

from intrigue.engine import Engine, is_resignation
from intrigue.verify import verify
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

RESIGNATION = 2
# Who plays for a seat that has resigned.
DEFAULT = Engine().resolve_policy("normal", "district_noir", {})


class Stubborn:
    """A play whose game takes no notice of a resignation, and asks on."""

    def __init__(self, play: Any, steps: list[bytes] | None = None) -> None:
        self._play = play
        self._steps = list(play.entries()) if steps is None else steps

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)

    @property
    def entry_count(self) -> int:
        return len(self._steps)

    def entries(self, start: int = 0) -> list[bytes]:
        return self._steps[start:]

    def act(self, *arguments: Any) -> bytes:
        self._steps.append(self._play.act(*arguments))
        return self._steps[-1]

    def resign(self, seat: int) -> bytes:
        self._steps.append(bytes([RESIGNATION, seat, 0]))
        return self._steps[-1]

    def follow(self, step: bytes) -> None:
        if step[0] != RESIGNATION:
            self._play.follow(step)
        self._steps.append(step)


@pytest.fixture
def stubborn(monkeypatch):
    deal: Any = Engine.deal
    restore: Any = Engine.restore

    def restored(self, *terms):
        *others, steps = terms
        played = [step for step in steps if step[0] != RESIGNATION]
        return Stubborn(restore(self, *others, played), list(steps))

    monkeypatch.setattr(Engine, "deal", lambda self, *terms: Stubborn(deal(self, *terms)))
    monkeypatch.setattr(Engine, "restore", restored)


async def resign(created: Any, seat: int, as_bearer: Any, **request: Any) -> pb.ResignResponse:
    response: pb.ResignResponse = await created.client.matches.Resign(
        pb.ResignRequest(match_id=created.id, **request), metadata=as_bearer(created.seats[seat])
    )
    return response


@pytest.mark.parametrize("game", ["complots", "district_noir", "shadow_blades"])
def test_the_log_distinguishes_a_resignation_from_an_action(game):
    engine = Engine()
    play = engine.deal(game, engine.settle_options(game, {})[0], bytes(32), [])
    assert not is_resignation(play.entries()[0])
    seat = play.asked()[0]
    action = engine.decide(play.view(seat), play.setup(), "random", bytes(32), 0)
    assert not is_resignation(play.act(seat, action))
    assert is_resignation(play.resign(seat))


@pytest.mark.usefixtures("stubborn")
async def test_a_policy_decides_for_it_to_the_end(client, as_bearer):
    created = await client.create("own", "own")
    seat, _ = await created.turn()
    await resign(created, seat, as_bearer)
    held = (await created.get()).seats[seat]
    assert held.status == match_pb2.SEAT_STATUS_POLICY
    assert held.policy == parse_policy(DEFAULT)
    assert held.name == ""
    other = 1 - seat
    while not (await created.view(created.host)).HasField("outcome"):
        view = await created.view(created.seats[other])
        if view.HasField("prompt"):
            await created.act(created.seats[other], action_id=view.prompt.actions[0].id)
        else:
            await asyncio.sleep(0.005)
    assert (await created.get()).status == match_pb2.MATCH_STATUS_FINISHED


@pytest.mark.usefixtures("stubborn")
async def test_it_is_the_policy_that_decides_where_time_is_up(client, as_bearer):
    clock = match_pb2.ClockSettings(timeout_policy=parse_policy("playouts:sims=2"))
    clock.decision.FromSeconds(3600)
    created = await client.create("own", "own", clock=clock)
    seat, _ = await created.turn()
    await resign(created, seat, as_bearer)
    assert (await created.get()).seats[seat].policy == parse_policy("playouts:sims=2")
    answer = await client.matches.GetView(pb.GetViewRequest(match_id=created.id))
    # It has all the time that it takes.
    assert not answer.clock.seats[seat].HasField("deadline")


@pytest.mark.usefixtures("stubborn")
async def test_its_token_acts_no_more_but_sees(client, expect, as_bearer):
    created = await client.create("own", "own")
    seat, view = await created.turn()
    token = created.seats[seat]
    first = view.prompt.actions[0].id
    granted = await created.act(token, action_id=first, request_id="granted-before")
    while (await created.turn())[0] != seat:
        await created.step()
    resigned = await resign(created, seat, as_bearer, request_id="the-resignation")
    async with expect("FAILED_PRECONDITION", "SEAT_RESIGNED"):
        await created.act(token, action_id=first)
    # What was granted before has its answer for ever.
    again = await created.act(token, action_id=first, request_id="granted-before")
    assert again == granted
    assert await resign(created, seat, as_bearer, request_id="the-resignation") == resigned
    assert (await created.view(token)).revision >= granted.update.revision


@pytest.mark.usefixtures("stubborn")
async def test_it_can_resign_once(client, expect, as_bearer):
    created = await client.create("own", "own")
    seat, _ = await created.turn()
    await resign(created, seat, as_bearer)
    async with expect("FAILED_PRECONDITION", "SEAT_RESIGNED"):
        await resign(created, seat, as_bearer)


@pytest.mark.usefixtures("stubborn")
async def test_until_it_is_asked_the_seat_is_its_holders(client, expect, as_bearer):
    created = await client.create("own", "own")
    asked, view = await created.turn()
    idle = 1 - asked
    await resign(created, idle, as_bearer)
    assert (await created.get()).seats[idle].status == match_pb2.SEAT_STATUS_TAKEN
    async with expect("FAILED_PRECONDITION", "NOT_TO_ACT"):
        await created.act(created.seats[idle], action_id=view.prompt.actions[0].id)
    while (await created.get()).seats[idle].status == match_pb2.SEAT_STATUS_TAKEN:
        view = await created.view(created.seats[asked])
        await created.act(created.seats[asked], action_id=view.prompt.actions[0].id)


@pytest.mark.usefixtures("stubborn")
async def test_a_new_player_at_a_resigned_seat_has_not_resigned(client, as_bearer):
    created = await client.create("own", "own")
    seat, _ = await created.turn()
    other = 1 - seat
    await resign(created, other, as_bearer)
    await client.matches.ReplaceSeat(
        pb.ReplaceSeatRequest(match_id=created.id, seat=other, open=pb.OpenSeat()),
        metadata=as_bearer(created.host),
    )
    await created.join(seat=other)
    for _ in range(4):
        await created.step()
    assert (await created.get()).seats[other].status == match_pb2.SEAT_STATUS_TAKEN


@pytest.mark.usefixtures("stubborn")
async def test_it_goes_on_after_a_restart(deployment, as_bearer, monkeypatch):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        seat, _ = await created.turn()
        # The one who is not asked yet is known by the log alone.
        await resign(created, 1 - seat, as_bearer)
    with monkeypatch.context() as patch:
        # Nobody decides while this server runs.
        patch.setattr("intrigue.matches.bots.Bots.wake", lambda *_, **__: None)
        async with deployment.served() as client:
            created.client = client
            await resign(created, seat, as_bearer)
            assert (await created.get()).seats[seat].status == match_pb2.SEAT_STATUS_POLICY
    async with deployment.server() as server:
        # Nobody asks for the match: the server takes it up by itself.
        for _ in range(3000):
            live = server._matches.registry.get(created.id)
            if live is not None and live.log.durable.status.ended:
                break
            await asyncio.sleep(0.01)
        else:
            pytest.fail("the match did not go on")
        assert {held.policy for held in live.log.durable.seats} == {DEFAULT}


@pytest.mark.usefixtures("stubborn")
async def test_both_may_resign_and_the_match_ends_without_them(deployment, as_bearer):
    async with deployment.served() as client:
        created = await client.create("own", "own")
        seat, _ = await created.turn()
        for number in (1 - seat, seat):
            await resign(created, number, as_bearer)
        match = await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    assert match.status == match_pb2.MATCH_STATUS_FINISHED
    assert {held.status for held in match.seats} == {match_pb2.SEAT_STATUS_POLICY}


async def test_in_a_game_that_is_won_together_the_record_holds(client, as_bearer):
    created = await client.create(
        "own", "own", game="brotherhood", options={"retries": "0"}, seed=bytes(32)
    )
    await resign(created, 0, as_bearer)
    await resign(created, 1, as_bearer)
    match = await asyncio.wait_for(end_of(created), PATIENCE_SECONDS)
    assert {held.status for held in match.seats} == {match_pb2.SEAT_STATUS_POLICY}
    assert len({seat.payoff for seat in match.outcome.seats}) == 1
    assert verify(await record_of(created)).holds
