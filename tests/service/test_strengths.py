"""Strengths over the wire: a match stores the policy behind them, and records name it."""

from __future__ import annotations

import pytest
from tests.service.match_calls import call_match

from intrigue import Game
from intrigue.engine import Engine
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1 import policy_pb2, simulation_pb2
from intrigue_proto.v1 import simulation_service_pb2 as spb

ENGINE = Engine()
STRENGTHS = ("easy", "normal", "hard")
GAMES = [game.id for game in Game.all()]


def in_full(policy: policy_pb2.Policy) -> str:
    return ENGINE.check_policy(policy_text(policy))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("strength", STRENGTHS)
async def test_a_match_stores_the_policy_behind_a_strength(client, game, strength):
    created = await client.create("own", strength, game=game)
    options = {"seats": "2"} if Game(game).max_seats > 2 else {}
    expected = ENGINE.resolve_policy(strength, game, options)
    assert in_full(created.match.seats[1].policy) == expected
    assert expected.partition(":")[0] not in STRENGTHS


async def test_seats_that_are_given_away_later_too(client):
    created = await client.create("own", "open", game="district_noir")
    added = await call_match(created, "AddBots", created.host, policy="easy")
    assert in_full(added.match.seats[1].policy).startswith("greedy")


async def test_a_simulation_names_the_policies_that_played(client):
    policies = [parse_policy("easy"), parse_policy("random")]
    task = simulation_pb2.SimulationTask(game="district_noir", policies=policies, match_count=2)
    answers = [
        answer async for answer in client.simulation.Simulate(spb.SimulateRequest(task=task))
    ]
    names = [in_full(one.policy) for one in answers[-1].summary.policies]
    assert names == [ENGINE.resolve_policy("easy", "district_noir", {}), "random"]


async def test_hard_analyzes_unless_somebody_else_is_named(client, as_bearer):
    created = await client.create("own", "own", game="complots")
    seat, _ = await created.turn()
    request = spb.AnalyzeRequest(match_id=created.id)
    answer = await client.simulation.Analyze(request, metadata=as_bearer(created.seats[seat]))
    judge = answer.analysis.policy
    assert judge.name not in {"hard", "learned"}
    assert answer.analysis.simulation_count == int(judge.parameters["sims"])
