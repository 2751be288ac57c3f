"""Simulate over the wire: what comes of it, what it may cost, and how it ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from tests.service.match_calls import wait_until

from intrigue.engine import add_tallies
from intrigue.simulation import simulate
from intrigue_proto.policy import parse_policy, policy_text
from intrigue_proto.v1 import match_service_pb2, simulation_pb2
from intrigue_proto.v1 import simulation_service_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from intrigue.server import Server

SEED = bytes(range(32))
OPERATOR = "the-word-of-the-operator-of-this-server"
# Far more than anybody waits for.
SLOW = {"policies": ["ismcts:sims=500"] * 2, "match_count": 1_000_000}


def task(**fields) -> simulation_pb2.SimulationTask:
    fields = {
        "game": "district_noir",
        "policies": ["random", "greedy"],
        "match_count": 200,
        "seed": SEED,
        **fields,
    }
    fields["policies"] = [parse_policy(policy) for policy in fields["policies"]]
    return simulation_pb2.SimulationTask(**fields)


def asked(**fields) -> pb.SimulateRequest:
    return pb.SimulateRequest(task=task(**fields))


async def reports(call, into: list[pb.SimulateResponse]) -> None:
    """Reads a stream to its end; what came before an error is kept."""
    while (answer := await call.read()) is not grpc.aio.EOF:
        into.append(answer)


async def summary_of(call) -> simulation_pb2.SimulationSummary:
    """The summary, which is the last message."""
    received: list[pb.SimulateResponse] = []
    await reports(call, received)
    kinds = [answer.WhichOneof("report") for answer in received]
    assert kinds == ["progress"] * (len(received) - 1) + ["summary"]
    assert received[-1].decisions_per_second > 0
    return received[-1].summary


def busy(server: Server) -> float:
    """How many threads of the pool have something in hand."""
    return server.metrics.gauges["busy_simulation_threads"][1]()


@pytest.mark.parametrize("threads", [1, 3])
async def test_it_is_what_the_library_finds(deployment, threads):
    async with deployment.served(simulation_threads=threads) as client:
        for game, policies in (
            ("district_noir", ["greedy", "playouts:sims=5"]),
            ("complots", ["random", "greedy", "random"]),
            ("shadow_blades", ["random", "random", "random", "random"]),
        ):
            given = task(game=game, policies=policies, match_count=60)
            received = await summary_of(client.simulation.Simulate(pb.SimulateRequest(task=given)))
            assert received.stop_reason == simulation_pb2.STOP_REASON_COMPLETED
            received.ClearField("stop_reason")
            expected = simulate(given.SerializeToString(), threads=2)
            assert received == simulation_pb2.SimulationSummary.FromString(expected)
            assert received.task.seed == SEED


async def test_without_a_seed_one_is_drawn_and_returned(client):
    received = [await summary_of(client.simulation.Simulate(asked(seed=b""))) for _ in range(2)]
    seeds = [summary.task.seed for summary in received]
    assert len(seeds[0]) == len(seeds[1]) == 32
    assert seeds[0] != seeds[1]
    again = await summary_of(client.simulation.Simulate(asked(seed=seeds[0])))
    assert again == received[0]


async def test_progress_comes_before_the_summary(client):
    call = client.simulation.Simulate(asked(**SLOW))
    first = (await call.read()).progress
    second = (await call.read()).progress
    call.cancel()
    assert first.total_match_count == second.total_match_count == 1_000_000
    assert first.match_count <= second.match_count
    assert first.elapsed.ToMilliseconds() < second.elapsed.ToMilliseconds()


async def test_a_call_that_is_cancelled_stops(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        call = client.simulation.Simulate(asked(**SLOW))
        await call.read()
        await wait_until(lambda: server.metrics.gauges["simulated_decisions"][1]() > 0)
        assert busy(server) > 0
        call.cancel()
        await wait_until(lambda: busy(server) == 0)
        assert server.metrics.gauges["simulations"][1]() == 0


async def test_a_deadline_stops(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await summary_of(client.simulation.Simulate(asked(**SLOW), timeout=0.5))
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        await wait_until(lambda: busy(server) == 0)


async def test_a_budget_that_is_used_up_leaves_what_was_finished(deployment):
    # The budget is time, and simulations wait for everything else on the machine: this is enough
    # on a busy one too.
    costly = asked(policies=["playouts:sims=20", "random"], match_count=10_000_000)
    async with deployment.served(max_simulation_seconds=4.0) as client:
        summary = await summary_of(client.simulation.Simulate(costly))
        assert summary.stop_reason == simulation_pb2.STOP_REASON_BUDGET
        assert summary.task.match_count == 10_000_000
        tally = summary.tally
        assert 0 < tally.match_count < 10_000_000
        assert tally.match_count == 2 * tally.block_count
        # Who stays within it is not concerned.
        summary = await summary_of(client.simulation.Simulate(asked()))
        assert summary.stop_reason == simulation_pb2.STOP_REASON_COMPLETED
        assert summary.tally.match_count == 200


async def test_a_budget_ends_even_one_block(deployment):
    thinkers = asked(policies=["ismcts:sims=20000"] * 2, match_count=2)
    async with (
        deployment.server(max_simulation_seconds=0.2, simulation_threads=1) as server,
        deployment.client(server) as client,
    ):
        received: list[pb.SimulateResponse] = []
        await reports(client.simulation.Simulate(thinkers), received)
        assert received[-1].summary.stop_reason == simulation_pb2.STOP_REASON_BUDGET
        assert received[-1].summary.tally.match_count == 0
        await wait_until(lambda: busy(server) == 0)


async def test_the_number_of_concurrent_simulations_is_limited(deployment, expect):
    async with deployment.server(max_simulations=1) as server, deployment.client(server) as client:
        running = client.simulation.Simulate(asked(**SLOW))
        await running.read()
        async with expect("RESOURCE_EXHAUSTED", "LIMIT_EXCEEDED") as problems:
            await summary_of(client.simulation.Simulate(asked()))
        assert problems[0].metadata["limit"] == "max_simulations"
        assert int(problems[0].metadata["retry_after_ms"]) > 0
        running.cancel()
        await wait_until(lambda: server.metrics.gauges["simulations"][1]() == 0)
        assert (await summary_of(client.simulation.Simulate(asked()))).tally.match_count == 200


async def test_several_at_a_time_all_get_on(deployment):
    async with (
        deployment.server(simulation_threads=1) as server,
        deployment.client(server) as client,
    ):
        slow = client.simulation.Simulate(asked(**SLOW))
        await slow.read()
        # A long one does not shut out short ones.
        received = await asyncio.gather(
            *(summary_of(client.simulation.Simulate(asked())) for _ in range(3))
        )
        assert received[0] == received[1] == received[2]
        assert server.metrics.gauges["simulations"][1]() == 1
        slow.cancel()


async def test_matches_go_on_meanwhile(deployment):
    async with deployment.server() as server, deployment.client(server) as client:
        running = client.simulation.Simulate(asked(**SLOW))
        await running.read()
        created = await client.create("own", "own")
        await created.play_on()
        bots = await client.create("own", "greedy")
        await bots.step()
        assert server.metrics.gauges["simulations"][1]() == 1
        running.cancel()


async def test_a_server_that_stops_says_so(deployment, read_problem):
    async with deployment.server() as server, deployment.client(server) as client:
        running = client.simulation.Simulate(asked(**SLOW))
        await running.read()
        batch = client.simulation.StepBatch()
        await batch.write(
            pb.StepBatchRequest(open=pb.BatchSettings(game="district_noir", lane_count=2))
        )
        await batch.read()
        stopping = asyncio.create_task(server.stop())
        for call in (running, batch):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await reports(call, [])
            problem = read_problem(caught.value)
            assert (problem.status.name, problem.reason) == ("UNAVAILABLE", "SERVER_STOPPING")
        await stopping
        assert busy(server) == 0


BAD: dict[str, tuple[dict[str, Any] | None, str, str]] = {
    "no task": (None, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "unknown game": ({"game": "chess"}, "INVALID_ARGUMENT", "UNKNOWN_GAME"),
    "long game": ({"game": "x" * 65}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "unknown option": ({"options": {"x": "y"}}, "INVALID_ARGUMENT", "UNKNOWN_OPTION"),
    "unknown policy": ({"policies": ["random", "genius"]}, "INVALID_ARGUMENT", "UNKNOWN_POLICY"),
    "unknown parameter": (
        {"policies": ["random", "playouts:color=3"]},
        "INVALID_ARGUMENT",
        "UNKNOWN_POLICY",
    ),
    "costly policy": (
        {"policies": ["random", "ismcts:sims=20001"]},
        "INVALID_ARGUMENT",
        "POLICY_TOO_COSTLY",
    ),
    "slow policy": (
        {"policies": ["random", "ismcts:ms=5001"]},
        "INVALID_ARGUMENT",
        "POLICY_TOO_COSTLY",
    ),
    "long policy": ({"policies": ["random", "x" * 257]}, "INVALID_ARGUMENT", "TEXT_TOO_LONG"),
    "no policies": ({"policies": []}, "INVALID_ARGUMENT", "WRONG_POLICIES"),
    "one policy": ({"policies": ["random"]}, "INVALID_ARGUMENT", "WRONG_POLICIES"),
    "many policies": ({"policies": ["random"] * 65}, "INVALID_ARGUMENT", "TOO_MANY_ITEMS"),
    "no matches": ({"match_count": 0}, "INVALID_ARGUMENT", "WRONG_MATCH_COUNT"),
    "many matches": ({"match_count": 100_000_001}, "INVALID_ARGUMENT", "NUMBER_TOO_LARGE"),
    "all matches": ({"match_count": 2**64 - 1}, "INVALID_ARGUMENT", "NUMBER_TOO_LARGE"),
    "short seed": ({"seed": b"x"}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
    "long seed": ({"seed": b"x" * 33}, "INVALID_ARGUMENT", "WRONG_SEED_LENGTH"),
}


async def test_bad_input(client, expect):
    for fields, status, reason in BAD.values():
        request = pb.SimulateRequest() if fields is None else asked(**fields)
        async with expect(status, reason):
            await summary_of(client.simulation.Simulate(request))
    assert (await summary_of(client.simulation.Simulate(asked()))).tally.match_count == 200


async def test_the_operator_may_keep_it_to_itself(deployment, expect, as_bearer):
    settings = pb.BatchSettings(game="district_noir", lane_count=1)
    async with deployment.served(open_simulation=False, operator_token=OPERATOR) as client:
        created = await client.create("own", "own")
        seat, view = await created.turn()

        async def everything(token: str | None):
            metadata = as_bearer(token)
            yield lambda: client.simulation.Simulate(asked(), metadata=metadata).read()
            yield lambda: client.simulation.StepBatch(
                iter([pb.StepBatchRequest(open=settings)]), metadata=metadata
            ).read()
            yield lambda: client.simulation.LeaseBatch(
                pb.LeaseBatchRequest(settings=settings), metadata=metadata
            )
            yield lambda: client.simulation.Analyze(
                pb.AnalyzeRequest(view=view, policy=parse_policy("greedy")), metadata=metadata
            )
            yield lambda: client.simulation.SampleWorlds(
                pb.SampleWorldsRequest(view=view, count=1), metadata=metadata
            )

        for token in (None, created.host, created.seats[seat], created.spectator):
            status = "UNAUTHENTICATED" if token is None else "PERMISSION_DENIED"
            async for call in everything(token):
                async with expect(status, "OPERATOR_TOKEN_REQUIRED"):
                    await call()
        async for call in everything("x" * 40):
            async with expect("UNAUTHENTICATED", "TOKEN_UNKNOWN"):
                await call()
        async for call in everything(OPERATOR):
            assert (await call()).IsInitialized()
        # A seat may have its own view analysed all the same, and anybody may see the policies.
        request = pb.AnalyzeRequest(match_id=created.id, policy=parse_policy("greedy"))
        assert await client.simulation.Analyze(request, metadata=as_bearer(created.seats[seat]))
        assert (await client.simulation.ListPolicies(pb.ListPoliciesRequest())).policies


async def test_policies_are_listed_with_their_parameters(client):
    policies = (await client.simulation.ListPolicies(pb.ListPoliciesRequest())).policies
    names = [policy.name for policy in policies]
    assert {"random", "playouts", "greedy", "ismcts"} <= set(names)
    for policy in policies:
        assert policy.summary.en != policy.summary.fr
        # Whatever is shown as an example can be played.
        policies = [policy_text(policy.example), policy.name]
        given = asked(policies=policies, match_count=1, rotate=False)
        assert (await summary_of(client.simulation.Simulate(given))).tally.match_count == 1


COSTLY = {"ismcts:sims=301": ("max_policy_sims", "301"), "ismcts:ms=71": ("max_policy_ms", "71")}


@pytest.mark.parametrize("policy", COSTLY)
async def test_a_seat_may_not_think_longer_than_the_server_lets_it(
    deployment, expect, as_bearer, policy
):
    mpb = match_service_pb2
    limit, most = COSTLY[policy]
    async with deployment.served(max_policy_sims=300, max_policy_ms=70) as client:
        allowed = policy.replace("301", "300").replace("71", "70")
        created = await client.create("own", "open")
        clock = {"decision": {"seconds": 60}, "timeout_policy": parse_policy(policy)}
        metadata = as_bearer(created.host)
        add = mpb.AddBotsRequest(match_id=created.id, policy=parse_policy(policy))
        seated = mpb.PolicySeat(policy=parse_policy(policy))
        replace = mpb.ReplaceSeatRequest(match_id=created.id, seat=1, policy=seated)
        calls: list[Callable[[], Awaitable[Any]]] = [
            lambda: client.create("own", policy),
            lambda: client.create("own", "own", clock=clock),
            lambda: client.matches.AddBots(add, metadata=metadata),
            lambda: client.matches.ReplaceSeat(replace, metadata=metadata),
        ]
        for call in calls:
            async with expect("INVALID_ARGUMENT", "POLICY_TOO_COSTLY") as problems:
                await call()
            assert problems[0].metadata["limit"] == limit
            assert problems[0].metadata["asked"] == most
        await client.create("own", allowed)
        await client.create("own", "own", clock={**clock, "timeout_policy": parse_policy(allowed)})
        await client.matches.AddBots(
            mpb.AddBotsRequest(match_id=created.id, policy=parse_policy(allowed)),
            metadata=metadata,
        )


def added(tallies: list[simulation_pb2.Tally]) -> simulation_pb2.Tally:
    """The tally of simulations that belong together."""
    total = simulation_pb2.Tally()
    raw = add_tallies([tally.SerializeToString() for tally in tallies])
    total.ParseFromString(raw)
    return total


@pytest.mark.parametrize("rotate", [None, True, False])
async def test_the_parts_of_a_simulation_add_up(client, rotate):
    more = {} if rotate is None else {"rotate": rotate}
    whole = await summary_of(client.simulation.Simulate(asked(match_count=60, **more)))
    assert whole.task.rotate == (rotate is not False)
    parts = []
    for first, count in ((0, 10), (10, 34), (44, 16)):
        part = asked(match_count=count, first_match=first, **more)
        summary = await summary_of(client.simulation.Simulate(part))
        assert summary.task.first_match == first
        assert summary.tally.match_count == count
        parts.append(summary.tally)
    assert added(parts) == whole.tally
    assert parts[0] != parts[2]


async def test_a_part_begins_at_a_whole_block(client, expect):
    async with expect("INVALID_ARGUMENT", "WRONG_MATCH_COUNT"):
        await summary_of(client.simulation.Simulate(asked(first_match=1)))
    alone = asked(first_match=1, match_count=1, rotate=False)
    assert (await summary_of(client.simulation.Simulate(alone))).tally.match_count == 1


async def test_a_simulation_whose_budget_is_used_up_can_be_continued(deployment):
    fields = {"policies": ["playouts:sims=20", "random"], "match_count": 10_000_000}
    async with deployment.served(max_simulation_seconds=2.0, simulation_threads=1) as client:
        first = await summary_of(client.simulation.Simulate(asked(**fields)))
        assert first.stop_reason == simulation_pb2.STOP_REASON_BUDGET
        done = first.tally.match_count
        assert done > 0
    async with deployment.served() as client:
        fields["match_count"] = 4
        rest = await summary_of(client.simulation.Simulate(asked(**fields, first_match=done)))
        fields["match_count"] = done + 4
        whole = await summary_of(client.simulation.Simulate(asked(**fields)))
        assert whole.stop_reason == simulation_pb2.STOP_REASON_COMPLETED
        assert added([first.tally, rest.tally]) == whole.tally
