"""The policy `learned` in a game without a network: refused before anything is played."""

from __future__ import annotations

from tests.service.match_calls import call_match

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import match_pb2, simulation_pb2
from intrigue_proto.v1 import match_service_pb2 as pb
from intrigue_proto.v1 import simulation_service_pb2 as spb

# A game without a network.
GAME = "brotherhood"
REFUSED = ("INVALID_ARGUMENT", "POLICY_NOT_TRAINED")


async def test_no_match_begins_with_it(client, expect):
    async with expect(*REFUSED) as problems:
        await client.create("own", "learned", game=GAME)
    assert problems[0].metadata["game"] == GAME
    clock = match_pb2.ClockSettings(timeout_policy=parse_policy("learned:temperature=0"))
    clock.bank.FromSeconds(60)
    async with expect(*REFUSED):
        await client.create("own", "own", game=GAME, clock=clock)
    assert not (await client.matches.ListMatches(pb.ListMatchesRequest())).matches


async def test_it_gets_no_seat_later(client, expect):
    created = await client.create("own", "open", game=GAME)
    async with expect(*REFUSED):
        await call_match(created, "AddBots", created.host, policy="learned")
    async with expect(*REFUSED):
        await call_match(created, "ReplaceSeat", created.host, policy="learned", seat=1)
    assert await created.get() == created.match


async def test_neither_simulations_nor_batches_begin(client, expect):
    policies = [parse_policy("random"), parse_policy("learned")]
    task = simulation_pb2.SimulationTask(game=GAME, policies=policies, match_count=2)
    async with expect(*REFUSED):
        await client.simulation.Simulate(spb.SimulateRequest(task=task)).read()
    settings = spb.BatchSettings(game=GAME, seat_count=2, lane_count=2)
    settings.policies.add()
    settings.policies.add().CopyFrom(parse_policy("learned"))
    async with expect(*REFUSED):
        await client.simulation.LeaseBatch(spb.LeaseBatchRequest(settings=settings))
