"""Simulation and analysis through the client, against the real service."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from tests.clients.conftest import settings
from tests.e2e.served import two_seat_game

import intrigue_sdk
from intrigue.config import IN_MEMORY
from intrigue.server import Server
from intrigue_proto.v1 import simulation_pb2
from intrigue_sdk import connect, connect_blocking, own, policy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from intrigue_sdk import Client, SimulationProgress

SEED = bytes(range(32))
OPERATOR = "the-word-of-the-operator-of-this-server"


@contextlib.asynccontextmanager
async def another(folder: Path, **more) -> AsyncIterator[Client]:
    """A client of a server with other settings."""
    server = Server(settings(folder, database=IN_MEMORY, **more))
    await server.start()
    try:
        async with connect(server.address) as client:
            yield client
    finally:
        await server.stop()


async def test_policies_are_listed(client):
    assert "random" in [known.name for known in await client.policies()]


async def test_a_simulation(client, game):
    summary = await client.simulate(game, ["random", "random"], 100, seed=SEED)
    assert summary.tally.match_count == 100
    assert summary == await client.simulate(game, ["random", "random"], 100, seed=SEED)
    drawn = await client.simulate(game, ["random", "random"], 1, rotate=False)
    assert drawn.tally.match_count == 1
    assert drawn.task.seed != SEED
    with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
        await client.simulate(game, ["random", "genius"], 100)
    assert caught.value.reason == "UNKNOWN_POLICY"
    with pytest.raises(intrigue_sdk.InvalidRequest):
        await client.simulate("no_such_game", ["random"], 100)
    with pytest.raises(ValueError, match="3 seats, but 2 policies"):
        await client.simulate(game, ["random"] * 2, 100, options={"seats": 3})


async def test_a_simulation_is_continued(client, game):
    policies = ["random", "random"]
    whole = await client.simulate(game, policies, 100, seed=SEED)
    first = await client.simulate(game, policies, 60, seed=SEED)
    rest = await client.simulate(game, policies, 40, seed=SEED, first_match=60)
    assert whole.stop_reason == simulation_pb2.STOP_REASON_COMPLETED
    decisions = [part.tally.decision_count for part in (first, rest)]
    assert sum(decisions) == whole.tally.decision_count


async def test_a_budget_leaves_what_was_finished(tmp_path, game):
    received: list[SimulationProgress] = []
    async with another(tmp_path, max_simulation_seconds=1.5, simulation_threads=1) as client:
        summary = await client.simulate(
            game, ["playouts:sims=20", "random"], 10_000_000, on_progress=received.append
        )
    assert summary.stop_reason == simulation_pb2.STOP_REASON_BUDGET
    assert received
    assert received[0].match_count <= summary.tally.match_count
    assert summary.tally.match_count < received[0].total_match_count == 10_000_000


async def test_a_service_that_is_at_its_limit_is_asked_again(tmp_path, game):
    def enough(_progress: SimulationProgress) -> None:
        raise InterruptedError

    async with another(tmp_path, max_simulations=1) as client:
        with pytest.raises(InterruptedError):
            await client.simulate(game, ["playouts:sims=200"] * 2, 1_000_000, on_progress=enough)
        # The first may not be over yet: then the second waits until it is.
        assert (await client.simulate(game, ["random"] * 2, 10)).tally.match_count == 10


async def test_a_service_that_is_not_for_everybody(tmp_path, game):
    async with another(tmp_path, open_simulation=False, operator_token=OPERATOR) as client:
        with pytest.raises(intrigue_sdk.Unauthenticated):
            await client.simulate(game, ["random"] * 2, 10)
        summary = await client.simulate(game, ["random"] * 2, 10, token=OPERATOR)
        assert summary.tally.match_count == 10


async def test_a_seat_thinks(client, game):
    created = await client.create_match(game, seats=[own("north"), own("south")])
    for seat in created.seats.values():
        view = await seat.view()
        worlds = await seat.sample_worlds(3, seed=SEED)
        assert worlds.view == view
        assert len(worlds.worlds) == 3
        assert worlds == await client.sample_worlds(
            view, 3, setup=await seat.get_setup(), seed=SEED
        )
        if not view.HasField("prompt"):
            with pytest.raises(intrigue_sdk.NotYourTurn):
                await seat.analyze()
            continue
        analysis = await seat.analyze("ismcts:sims=50", seed=SEED)
        assert analysis == await client.analyze(view, "ismcts:sims=50", setup=seat.setup, seed=SEED)
        assert [judged.action for judged in analysis.actions] == list(view.prompt.actions)
        assert (await seat.analyze()).policy.name == "ismcts"


async def test_not_in_a_rated_match(client, game):
    created = await client.create_match(game, rated=True, seats=[own("north"), policy("random")])
    with pytest.raises(intrigue_sdk.Refused) as caught:
        await created.seats[0].sample_worlds()
    assert caught.value.reason == "RATED_WITHOUT_ANALYSIS"


def test_the_blocking_face(served):
    with connect_blocking(served.target) as client:
        game = two_seat_game(client.games())
        assert client.policies()
        summary = client.simulate(game, ["random", "random"], 10, seed=SEED)
        assert summary.tally.match_count == 10
        seats = client.create_match(game, seats=[own("north"), own("south")]).seats.values()
        seat = next(seat for seat in seats if seat.view().HasField("prompt"))
        view = seat.view()
        assert seat.analyze("greedy", seed=SEED) == client.analyze(view, "greedy", seed=SEED)
        assert seat.sample_worlds(2, seed=SEED) == client.sample_worlds(view, 2, seed=SEED)
