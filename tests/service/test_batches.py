"""Batches over the wire: the core's own columns, and an answer to every wrong message."""

from __future__ import annotations

import asyncio
import math
import random
import struct
from typing import Any

import grpc
import pytest
from tests.service.match_calls import wait_until

from intrigue.engine import Lanes
from intrigue_proto.options import split_settings
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import catalog_service_pb2
from intrigue_proto.v1 import simulation_service_pb2 as pb

SEED = bytes(range(32))
GAMES = {
    "district_noir": {},
    "complots": {"seats": "4"},
    "shadow_blades": {"seats": "3"},
}


def settings(**fields) -> pb.BatchSettings:
    """Settings; policies are texts, an empty one for a seat of the caller, and options are one
    mapping, in which `seats` is the number of seats.
    """
    policies = [parse_policy(policy) for policy in fields.pop("policies", [])]
    options, _, seat_count = split_settings(fields.pop("options", None))
    given = {"options": options, "seat_count": seat_count, "policies": policies, **fields}
    return pb.BatchSettings(**{"game": "district_noir", "lane_count": 4, "seed": SEED, **given})


def packed(actions: list[int]) -> bytes:
    return struct.pack(f"<{len(actions)}H", *actions)


def legal(layout: pb.BatchLayout, columns: pb.BatchColumns) -> list[list[int]]:
    """The legal actions of each lane, read from the masks."""
    width = (layout.action_count + 7) // 8
    masks = [columns.masks[lane * width : (lane + 1) * width] for lane in range(layout.lane_count)]
    return [
        [action for action in range(layout.action_count) if mask[action // 8] >> action % 8 & 1]
        for mask in masks
    ]


class Batch:
    """A stream, as a caller has it."""

    def __init__(self, client, **fields) -> None:
        self.call = client.simulation.StepBatch()
        self._settings = settings(**fields)
        self.layout = pb.BatchLayout()

    async def open(self) -> pb.BatchColumns:
        answer = await self.send(open=self._settings)
        self.layout = answer.layout
        return answer.columns

    async def send(self, **request) -> pb.StepBatchResponse:
        await self.call.write(pb.StepBatchRequest(**request))
        answer: pb.StepBatchResponse = await self.call.read()
        return answer


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("features", [True, False])
async def test_columns_are_those_of_the_library(client, game, features):
    seed = random.Random(game).randbytes(32)
    rng = random.Random(1)
    print("seed", seed.hex())
    options = GAMES[game]
    lanes = Lanes(game, options, 5, seed, [], False, 1)
    fields = {"game": game, "options": options, "lane_count": 5, "seed": seed}
    batch = Batch(client, **fields, features=features)
    lease = await client.simulation.LeaseBatch(
        pb.LeaseBatchRequest(settings=settings(**fields, features=features))
    )
    columns = await batch.open()
    assert batch.layout == lease.layout
    assert batch.layout.lane_count == 5
    assert batch.layout.seat_count == lanes.seats
    assert batch.layout.action_count == lanes.actions
    assert batch.layout.feature_count == (lanes.features if features else 0)
    assert lease.columns == columns
    assert lease.idle_timeout.seconds == 300
    assert columns.SerializeToString() == lanes.columns(features)
    ended = 0
    for step in range(150):
        actions = packed([rng.choice(lane) for lane in legal(batch.layout, columns)])
        expected, stepped = lanes.step_columns(actions, features)
        assert stepped
        answer = await batch.send(actions=actions)
        assert not answer.HasField("layout")
        assert not answer.refusals
        columns = answer.columns
        assert columns.SerializeToString() == expected
        request = pb.StepLeaseRequest(lease=lease.lease, actions=actions, step=step)
        assert (await client.simulation.StepLease(request)).columns == columns
        assert len(columns.seats) == len(columns.ends) == 5
        assert len(columns.features) == 5 * batch.layout.feature_count
        assert len(columns.rewards) == 5 * 4 * lanes.seats
        ended += sum(columns.ends)
    assert ended > 0 or game == "shadow_blades"
    await client.simulation.EndLease(pb.EndLeaseRequest(lease=lease.lease))
    batch.call.cancel()


async def test_an_illegal_action_is_refused_and_no_lane_is_stepped(client):
    batch = Batch(client)
    columns = await batch.open()
    good = [lane[0] for lane in legal(batch.layout, columns)]
    bad = next(
        n for n in range(batch.layout.action_count) if n not in legal(batch.layout, columns)[2]
    )
    refused = await batch.send(actions=packed([*good[:2], bad, good[3]]))
    assert not refused.HasField("columns")
    (refusal,) = refused.refusals
    assert refusal.lane == 2
    assert refusal.refusal.reason
    assert refusal.refusal.text.en != refusal.refusal.text.fr
    unknown = await batch.send(actions=packed([65_535, *good[1:]]))
    assert [refusal.lane for refusal in unknown.refusals] == [0]
    # The stream goes on, from where it was.
    after = (await batch.send(actions=packed(good))).columns
    lanes = Lanes("district_noir", {}, 4, SEED, [], False, 1)
    assert lanes.step_columns(packed(good), True)[0] == after.SerializeToString()
    batch.call.cancel()


async def test_policies_play_their_seats(client):
    batch = Batch(client, policies=["", "greedy"], rotate=True, lane_count=8)
    columns = await batch.open()
    rng = random.Random(3)
    seats: set[int] = set()
    for _ in range(80):
        seats.update(columns.seats)
        actions = [rng.choice(lane) for lane in legal(batch.layout, columns)]
        columns = (await batch.send(actions=packed(actions))).columns
    # With rotation the caller has had either seat.
    assert seats == {0, 1}
    batch.call.cancel()


async def test_without_a_seed_one_is_drawn(client):
    columns = [await Batch(client, seed=b"", lane_count=64).open() for _ in range(2)]
    assert columns[0].masks != columns[1].masks


BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "unknown game": ({"game": "chess"}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "unknown option": ({"options": {"x": "y"}}, "INVALID_ARGUMENT", "UNKNOWN_OPTION"),
    "no lanes": ({"lane_count": 0}, "INVALID_ARGUMENT", "WRONG_LANES"),
    "many lanes": ({"lane_count": 16_385}, "INVALID_ARGUMENT", "NUMBER_TOO_LARGE"),
    "all lanes": ({"lane_count": 2**32 - 1}, "INVALID_ARGUMENT", "NUMBER_TOO_LARGE"),
    "short seed": ({"seed": b"x"}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
    "unknown policy": ({"policies": ["", "genius"]}, "INVALID_ARGUMENT", "UNKNOWN_POLICY"),
    "one policy": ({"policies": ["random"]}, "INVALID_ARGUMENT", "BAD_OPTION_VALUE"),
    "fewer policies than seats": (
        {"game": "complots", "options": {"seats": "3"}, "policies": ["", "random"]},
        "INVALID_ARGUMENT",
        "WRONG_POLICIES",
    ),
    "nobody asked": ({"policies": ["random"] * 2}, "INVALID_ARGUMENT", "WRONG_POLICIES"),
    "costly policy": (
        {"policies": ["", "ismcts:sims=20001"]},
        "INVALID_ARGUMENT",
        "POLICY_TOO_COSTLY",
    ),
    "costly lanes": (
        {"policies": ["", "ismcts:sims=20000"], "lane_count": 51},
        "INVALID_ARGUMENT",
        "POLICY_TOO_COSTLY",
    ),
    "slow lanes": (
        {"policies": ["", "ismcts:ms=1000"], "lane_count": 6},
        "INVALID_ARGUMENT",
        "POLICY_TOO_COSTLY",
    ),
}


async def test_bad_settings(client, expect):
    for fields, status, reason in BAD.values():
        async with expect(status, reason):
            await Batch(client, **fields).open()
        async with expect(status, reason):
            await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings(**fields)))
    assert (await Batch(client).open()).seats


async def test_wrong_messages_of_a_stream(client, expect):
    async with expect("INVALID_ARGUMENT", "BATCH_NOT_OPENED"):
        await Batch(client).send(actions=b"\0\0")
    async with expect("INVALID_ARGUMENT", "BATCH_NOT_OPENED"):
        await Batch(client).send()
    empty = client.simulation.StepBatch()
    await empty.done_writing()
    async with expect("INVALID_ARGUMENT", "BATCH_NOT_OPENED"):
        await empty.read()
    for wrong in ({}, {"actions": b""}, {"actions": b"\0" * 7}, {"actions": b"\0" * 9}):
        batch = Batch(client)
        await batch.open()
        async with expect("INVALID_ARGUMENT", "WRONG_ACTIONS_LENGTH") as problems:
            await batch.send(**wrong)
        assert problems[0].metadata["length"] == "8"
        assert problems[0].metadata["given"] == str(len(wrong.get("actions", b"")))
    batch = Batch(client)
    await batch.open()
    async with expect("INVALID_ARGUMENT", "BATCH_OPENED_TWICE"):
        await batch.open()
    # One who has said all is let go.
    batch = Batch(client)
    await batch.open()
    await batch.call.done_writing()
    assert await batch.call.read() is grpc.aio.EOF
    assert await batch.call.code() is grpc.StatusCode.OK


async def test_an_answer_is_not_larger_than_it_may_be(deployment, expect):
    async with deployment.served(max_answer_bytes=2000) as client:
        async with expect("RESOURCE_EXHAUSTED", "ANSWER_TOO_LARGE"):
            await Batch(client, lane_count=1000).open()
        assert (await Batch(client, lane_count=1).open()).seats


async def test_the_number_of_batches_is_limited(deployment, expect):
    async with deployment.server(max_batches=2) as server, deployment.client(server) as client:
        lease = await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings()))
        batch = Batch(client)
        await batch.open()
        async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED") as problems:
            await Batch(client).open()
        assert problems[0].metadata["limit"] == "max_batches"
        async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED"):
            await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings()))
        # A batch that could not be opened takes no place.
        await client.simulation.EndLease(pb.EndLeaseRequest(lease=lease.lease))
        async with expect("INVALID_ARGUMENT", "UNKNOWN_GAME"):
            await client.simulation.LeaseBatch(
                pb.LeaseBatchRequest(settings=settings(game="chess"))
            )
        batch.call.cancel()
        await wait_until(lambda: server.metrics.gauges["batches"][1]() == 0)
        for _ in range(2):
            await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings()))


async def test_an_idle_batch_is_given_up(deployment, expect):
    async with (
        deployment.server(batch_idle_seconds=0.05) as server,
        deployment.client(server) as client,
    ):
        batch = Batch(client)
        await batch.open()
        async with expect("ABORTED", "BATCH_IDLE") as problems:
            await batch.call.read()
        assert problems[0].metadata["seconds"] == "0.05"
        lease = await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings()))
        await wait_until(lambda: server.metrics.gauges["batches"][1]() == 0)
        async with expect("NOT_FOUND", "UNKNOWN_LEASE"):
            await client.simulation.StepLease(
                pb.StepLeaseRequest(lease=lease.lease, actions=b"\0" * 8)
            )


async def test_a_leased_step_is_made_once(client, expect):
    lease = await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=settings()))
    assert len(lease.lease) >= 22

    def request(step: int, actions: bytes) -> pb.StepLeaseRequest:
        return pb.StepLeaseRequest(lease=lease.lease, actions=actions, step=step)

    first = packed([lane[0] for lane in legal(lease.layout, lease.columns)])
    # Many at the same time, as a client does that has lost patience.
    received = await asyncio.gather(
        *(client.simulation.StepLease(request(0, first)) for _ in range(5))
    )
    assert all(answer == received[0] for answer in received)
    columns = received[0].columns
    second = packed([lane[-1] for lane in legal(lease.layout, columns)])
    bad = packed([65_535] * 4)
    refused = await client.simulation.StepLease(request(1, bad))
    assert refused.refusals[0].lane == 0
    assert not refused.HasField("columns")
    # It was not made, so that the step is still to come; and the last one is still known.
    assert (await client.simulation.StepLease(request(0, first))).columns == columns
    after = await client.simulation.StepLease(request(1, second))
    for step, actions in ((0, first), (1, bad), (3, second), (2**32 - 1, second)):
        async with expect("ABORTED", "LEASE_OUT_OF_STEP") as problems:
            await client.simulation.StepLease(request(step, actions))
        assert problems[0].metadata["step"] == "2"
    assert await client.simulation.StepLease(request(1, second)) == after
    async with expect("INVALID_ARGUMENT", "WRONG_ACTIONS_LENGTH"):
        await client.simulation.StepLease(request(2, b"\0"))
    lanes = Lanes("district_noir", {}, 4, SEED, [], False, 1)
    lanes.step_columns(first, True)
    assert lanes.step_columns(second, True)[0] == after.columns.SerializeToString()
    await client.simulation.EndLease(pb.EndLeaseRequest(lease=lease.lease))
    for name in (lease.lease, "", "x" * 22, "\u202e"):
        async with expect("NOT_FOUND", "UNKNOWN_LEASE"):
            await client.simulation.EndLease(pb.EndLeaseRequest(lease=name))
        async with expect("NOT_FOUND", "UNKNOWN_LEASE"):
            await client.simulation.StepLease(pb.StepLeaseRequest(lease=name))


async def test_a_step_that_nobody_waits_for_is_made_all_the_same(deployment):
    async with (
        deployment.server(simulation_threads=1) as server,
        deployment.client(server) as client,
    ):
        slow = settings(policies=["", "ismcts:sims=2000"], lane_count=20)
        lease = await client.simulation.LeaseBatch(pb.LeaseBatchRequest(settings=slow))
        actions = packed([lane[0] for lane in legal(lease.layout, lease.columns)])
        request = pb.StepLeaseRequest(lease=lease.lease, actions=actions, step=0)
        call = client.simulation.StepLease(request)
        await wait_until(lambda: server.metrics.gauges["busy_simulation_threads"][1]() == 1)
        call.cancel()
        again = await client.simulation.StepLease(request)
        assert len(again.columns.seats) == 20
        lanes = Lanes("district_noir", {}, 20, SEED, [None, "ismcts:sims=2000"], False, 2)
        assert lanes.step_columns(actions, True)[0] == again.columns.SerializeToString()


async def test_leases_are_distinct_and_can_not_be_guessed(client):
    request = pb.LeaseBatchRequest(settings=settings(lane_count=1))
    names = [(await client.simulation.LeaseBatch(request)).lease for _ in range(20)]
    assert len(set(names)) == 20
    shared = set(enumerate(names[0]))
    for name in names[1:]:
        shared &= set(enumerate(name))
    assert len(shared) < 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("features", [None, True, False])
async def test_the_layout_says_how_to_read_the_columns(client, game, features):
    fields = {"game": game, "options": GAMES[game], "lane_count": 3}
    if features is not None:
        fields["features"] = features
    batch = Batch(client, **fields)
    columns = await batch.open()
    layout = batch.layout
    assert layout.seed == SEED
    parts = [catalog_service_pb2.GAME_PART_FEATURES, catalog_service_pb2.GAME_PART_ACTIONS]
    described = await client.catalog.GetGame(
        catalog_service_pb2.GetGameRequest(game=game, parts=parts)
    )
    assert layout.rules_version == described.game.rules_version
    assert layout.feature_version == described.features.version
    assert layout.action_count == len(described.actions)
    assert layout.feature_count == (0 if features is False else described.features.size)
    # One entry per field of the columns, in their order, each as long as its shape says.
    assert [spec.name for spec in layout.columns] == [
        field.name for field in pb.BatchColumns.DESCRIPTOR.fields
    ]
    widths = {pb.DATA_TYPE_UINT8: 1, pb.DATA_TYPE_INT8: 1, pb.DATA_TYPE_FLOAT32: 4}
    for spec in layout.columns:
        assert spec.shape[0] == 3
        size = math.prod(spec.shape) * widths[spec.data_type]
        assert len(getattr(columns, spec.name)) == size, spec
    batch.call.cancel()


async def test_a_drawn_seed_is_told_and_deals_the_same(client):
    first = Batch(client, seed=b"", lane_count=16)
    columns = await first.open()
    assert len(first.layout.seed) == 32
    again = Batch(client, seed=first.layout.seed, lane_count=16)
    assert await again.open() == columns
    assert again.layout == first.layout


async def test_the_number_of_seats_of_a_batch(client, expect):
    for fields, seats in (
        ({"options": {"seats": "4"}}, 4),
        ({"policies": ["", "random", "random", "random", "random"]}, 5),
    ):
        batch = Batch(client, game="complots", **fields)
        await batch.open()
        assert batch.layout.seat_count == seats
    async with expect("INVALID_ARGUMENT", "BAD_OPTION_VALUE") as problems:
        await Batch(client, game="complots", options={"seats": "99"}).open()
    assert problems[0].fields == ("open.seat_count",)
