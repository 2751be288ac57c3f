"""Batches through the client: the arrays of the library, over the wire."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests import processes
from tests.clients.batch_comparison import (
    ARRAYS,
    assert_same,
    random_legal_actions,
    with_illegal_actions,
)
from tests.clients.test_simulation import OPERATOR, another
from tests.inprocess.random_play import every_game

import intrigue
import intrigue_sdk
from intrigue_sdk import connect_blocking

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

LANES = 7
SEED = bytes(range(32))
EXAMPLES = Path(__file__).parents[2] / "clients" / "python" / "examples"
WITHOUT_NUMPY = Path(__file__).with_name("batch_without_numpy.py")


@every_game
async def test_the_same_bytes_over_the_wire_and_in_process(client, game):
    rng = np.random.default_rng(1)
    env = intrigue.VectorEnv(game, LANES, seed=5)
    async with await client.batch(game.id, LANES, seed=5) as batch:
        assert (batch.game, batch.lanes, batch.seats) == (game.id, env.lanes, env.seats)
        assert (batch.actions, batch.feature_size) == (env.actions, env.feature_size)
        found = batch.buffers
        # Long enough for matches to end, where they are not very long.
        for _ in range(200):
            assert_same(batch, env)
            actions = random_legal_actions(found, rng)
            env.step(actions)
            assert await batch.step(actions) is found
        assert_same(batch, env)


@every_game
async def test_policies_rotation_and_deals_are_the_same_too(client, game):
    rng = np.random.default_rng(2)
    settings: dict[str, Any] = {"seed": SEED, "policies": [None, "random"], "rotate": True}
    env = intrigue.VectorEnv(game, LANES, features=False, **settings)
    async with await client.batch(game.id, LANES, features=False, **settings) as batch:
        # As many seats as policies, also where the game has more by default.
        assert batch.seats == env.seats == 2
        assert batch.feature_size == 0
        for seed in (None, None, None, 9, None):
            env.reset(seed)
            assert await batch.reset(seed) is batch.buffers
            for _ in range(40):
                assert_same(batch, env)
                actions = random_legal_actions(batch.buffers, rng)
                env.step(actions)
                await batch.step(actions)


@every_game
async def test_a_lane_is_read_without_arrays(client, game):
    rng = np.random.default_rng(3)
    async with await client.batch(game.id, LANES, features=False) as batch:
        found = batch.buffers
        for _ in range(60):
            for lane in range(LANES):
                assert found.legal(lane) == tuple(np.flatnonzero(found.masks[lane]))
                assert found.payoffs(lane) == tuple(found.rewards[lane])
            assert bytes(found.columns.seats) == found.seats.tobytes()
            assert bytes(found.columns.ends) == found.ends.tobytes()
            await batch.step(random_legal_actions(found, rng))
        for lane in (-1, LANES):
            with pytest.raises(IndexError, match=f"no lane {lane}"):
                found.legal(lane)
            with pytest.raises(IndexError, match=f"no lane {lane}"):
                found.payoffs(lane)


@every_game
async def test_an_illegal_action_names_its_lane_and_rule(client, game):
    env = intrigue.VectorEnv(game, LANES, seed=6)
    async with await client.batch(game.id, LANES, seed=6) as batch:
        bad = with_illegal_actions(batch.buffers, 2, 5)
        with pytest.raises(intrigue.Refused) as expected:
            env.step(bad)
        with pytest.raises(intrigue_sdk.IllegalStep) as caught:
            await batch.step(bad)
        error, refused = caught.value, expected.value
        assert isinstance(error, intrigue_sdk.IllegalAction)
        assert (error.lane, error.reason, error.clause) == (2, refused.code, refused.clause)
        assert error.message == refused.en
        assert error.domain == f"intrigue.{game.id}"
        assert error.clause
        assert str(error).startswith(f"lane 2: {error.reason} [{error.clause}]: ")
        assert [refusal.lane for refusal in error.refusals] == [2, 5]
        # No lane was stepped, and the batch goes on.
        assert_same(batch, env)
        good = batch.buffers.masks.argmax(axis=1)
        env.step(good)
        await batch.step(good)
        assert_same(batch, env)


async def test_an_unknown_action_is_reported_by_the_service(client, game):
    async with await client.batch(game, 3) as batch:
        with pytest.raises(intrigue_sdk.IllegalStep) as caught:
            await batch.step([*batch.buffers.masks.argmax(axis=1)[:2], 65_535])
        assert (caught.value.lane, caught.value.reason) == (2, "UNKNOWN_ACTION")


async def test_actions_however_they_are_spelled(client, game):
    env = intrigue.VectorEnv(game, LANES, seed=7)
    spellings: list[Callable[[NDArray[np.int64]], Any]] = [
        lambda actions: actions,
        lambda actions: actions.astype(np.int32),
        lambda actions: actions.astype(">u2"),
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: actions.tolist(),
        tuple,
    ]
    async with await client.batch(game, LANES, seed=7) as batch:
        for spelled in spellings:
            actions = env.buffers.masks.argmax(axis=1)
            await batch.step(spelled(actions))
            env.step(actions)
            assert_same(batch, env)


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        ([0] * (LANES - 1), "shape"),
        ([[0] * LANES], "shape"),
        (0, "shape"),
        ([0.0] * LANES, "whole numbers"),
        (["a"] * LANES, "whole numbers"),
        ([0, 0, -1] + [0] * (LANES - 3), "lane 2 has -1"),
        ([0, 65_536] + [0] * (LANES - 2), "lane 1 has 65536"),
    ],
)
async def test_what_can_not_be_actions_is_not_sent(client, game, actions, why):
    async with await client.batch(game, LANES) as batch:
        with pytest.raises(ValueError, match=why):
            await batch.step(actions)
        await batch.step(batch.buffers.masks.argmax(axis=1))


async def test_arrays_lie_over_the_message_and_stay(client, game):
    rng = np.random.default_rng(4)
    async with await client.batch(game, LANES) as batch:
        found = batch.buffers
        kept = {name: getattr(found, name) for name in ARRAYS}
        before = {name: array.tobytes() for name, array in kept.items()}
        assert found.masks is kept["masks"]
        for name in ("seats", "features", "ends"):
            sent = np.frombuffer(getattr(found.columns, name), np.uint8)
            assert np.shares_memory(kept[name], sent), name
            assert not kept[name].flags.writeable
        assert found.rewards.flags.aligned
        for _ in range(5):
            await batch.step(random_legal_actions(found, rng))
        assert {name: array.tobytes() for name, array in kept.items()} == before
        assert found.features.tobytes() != before["features"]


async def test_seeds(client, game):
    async def first(seed: Any) -> tuple[bytes, bytes]:
        async with await client.batch(game, 64, seed=seed) as batch:
            return batch.seed, bytes(batch.buffers.columns.features)

    number = int.from_bytes(SEED, "little")
    assert await first(SEED) == await first(number)
    assert await first(np.int64(3)) == await first(3)
    drawn = [await first(None) for _ in range(2)]
    assert drawn[0] != drawn[1]
    # One that was drawn can be given.
    assert await first(drawn[0][0]) == drawn[0]
    for wrong in (b"", b"short", -1, 2**256):
        with pytest.raises(ValueError, match="a seed"):
            await first(wrong)


async def test_a_reset_of_lanes_that_were_not_touched_asks_nobody(server, client, game):
    batch = await client.batch(game, 2, seed=1)
    await server.stop()
    first = bytes(batch.buffers.columns.features)
    assert bytes((await batch.reset()).columns.features) == first
    assert bytes((await batch.reset(1)).columns.features) == first
    await batch.close()


async def test_bad_settings_have_their_kinds(client, game):
    with pytest.raises(intrigue_sdk.InvalidRequest) as unknown:
        await client.batch("no_such_game", 4, policies=[None, "random"])
    assert unknown.value.reason == "UNKNOWN_GAME"
    for lanes, more, reason in (
        (0, {}, "WRONG_LANES"),
        (100_000, {}, "NUMBER_TOO_LARGE"),
        (4, {"options": {"no_such_option": True}}, "UNKNOWN_OPTION"),
        (4, {"policies": [None, "genius"]}, "UNKNOWN_POLICY"),
        (4, {"policies": ["random", "random"]}, "WRONG_POLICIES"),
    ):
        with pytest.raises(intrigue_sdk.InvalidRequest) as caught:
            await client.batch(game, lanes, **more)
        assert caught.value.reason == reason


@every_game
async def test_options_are_spelled_as_the_library_does(client, game):
    kinds = {option.name: option.default for option in game.options}
    truths = {name: default == "false" for name, default in kinds.items() if default in _TRUTHS}
    env = intrigue.VectorEnv(game, 3, options=truths, seed=8)
    async with await client.batch(game.id, 3, options=truths, seed=8) as batch:
        assert_same(batch, env)
    created = await client.create_match(game.id, options=truths)
    assert {name: created.match.options[name] for name in truths} == {
        name: str(value).lower() for name, value in truths.items()
    }


_TRUTHS = ("false", "true")


async def test_a_service_that_is_not_for_everybody(tmp_path, game):
    async with another(tmp_path, open_simulation=False, operator_token=OPERATOR) as client:
        with pytest.raises(intrigue_sdk.Unauthenticated):
            await client.batch(game, 2)
        async with await client.batch(game, 2, token=OPERATOR) as batch:
            await batch.step(batch.buffers.masks.argmax(axis=1))
            await batch.reset(3)


async def test_several_batches_at_the_same_time(client, game):
    async def course(seed: int) -> list[bytes]:
        rng = np.random.default_rng(seed)
        async with await client.batch(game, 16, seed=seed) as batch:
            return [
                (await batch.step(random_legal_actions(batch.buffers, rng))).features.tobytes()
                for _ in range(30)
            ]

    together = await asyncio.gather(*(course(seed) for seed in range(6)))
    assert together == [await course(seed) for seed in range(6)]


def test_the_blocking_face(served):
    rng = np.random.default_rng(5)
    with connect_blocking(served.target) as client:
        for game in intrigue.Game.all():
            env = intrigue.VectorEnv(game, LANES, seed=5)
            with client.batch(game.id, LANES, seed=5) as batch:
                assert repr(batch) == f"<Batch of {game.id}: {LANES} lanes, {env.seats} seats>"
                assert (batch.game, batch.lanes, batch.seats) == (game.id, LANES, env.seats)
                assert (batch.actions, batch.feature_size) == (env.actions, env.feature_size)
                assert batch.seed == (5).to_bytes(32, "little")
                for _ in range(20):
                    assert_same(batch, env)
                    actions = random_legal_actions(batch.buffers, rng)
                    assert batch.step(actions) is batch.buffers
                    env.step(actions)
                with pytest.raises(intrigue_sdk.IllegalStep):
                    batch.step(with_illegal_actions(batch.buffers, 1))
                env.reset(6)
                batch.reset(6)
                assert_same(batch, env)
            with pytest.raises(RuntimeError, match="closed"):
                batch.step([0] * LANES)


def test_it_does_without_numpy(served):
    command = [sys.executable, WITHOUT_NUMPY, served.target]
    done = processes.run(command)
    assert done.stderr == ""
    assert done.stdout == "as it should be\n"


def test_the_example(served):
    """The README shows it, and what it prints."""
    command = [sys.executable, EXAMPLES / "random_batch.py", served.target]
    done = processes.run(command, check=True)
    shown = (EXAMPLES / "random_batch.py").read_text("utf-8").partition("\n# An example")[0]
    readme = (EXAMPLES.parent / "README.md").read_text("utf-8")
    assert f"```python\n{shown.strip()}\n```\n\n```text\n{done.stdout}```\n" in readme
