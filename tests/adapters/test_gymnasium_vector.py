"""The Gymnasium vector environment: spaces, rewards of the right seat, resets, seeds."""

from __future__ import annotations

import itertools
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.passive_env_checker import data_shares_objects
from gymnasium.vector import AutoresetMode
from tests.adapters.variants import name, variants

from intrigue.adapters import gymnasium
from intrigue.engine import Refused

# A policy that searches: random play loses to it, at any seat.
THINKER = "playouts:sims=20"


def sample(env: Any, info: dict[str, Any]) -> Any:
    """A random legal action for each lane."""
    return np.asarray(env.action_space.sample(mask=tuple(info["action_mask"])))


def trace(env: Any, steps: int, seed: int) -> list[Any]:
    """Everything that a random play in the lanes shows."""
    env.action_space.seed(seed)
    shown = [env.reset(seed=seed)]
    for _ in range(steps):
        shown.append(env.step(sample(env, shown[-1][-1])))
    return shown


@pytest.mark.parametrize(("game", "options"), variants(), ids=name)
def test_what_it_shows_is_in_its_spaces(game, options):
    env = gymnasium.IntrigueVectorEnv(game, 5, options, seat="rotate", mask="observation")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.action_space.shape == (5,)
    for observation, *_, info in trace(env, 40, seed=2):
        assert observation in env.observation_space
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert info["action_mask"].any(axis=1).all()
        assert info["_action_mask"].all()
        assert (info["seat"] < env.variant.seats).all()


def test_the_reward_is_that_of_the_learner_and_comes_with_the_end():
    env = gymnasium.IntrigueVectorEnv("district_noir", 8, opponents=THINKER, seat="rotate")
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    won: dict[int, list[float]] = {0: [], 1: []}
    while len(won[1]) < 40:
        acted = info["seat"]
        _, rewards, terminated, truncated, info = env.step(sample(env, info))
        assert not truncated.any()
        assert not rewards[~terminated].any()
        # With the next match everybody has moved on by one seat.
        assert np.array_equal(info["seat"], np.where(terminated, 1 - acted, acted))
        for seat in (0, 1):
            won[seat] += rewards[terminated & (acted == seat)].tolist()
    assert np.mean(won[0]) < 0.25
    assert np.mean(won[1]) < 0.25


def test_seats_rotate_as_in_a_single_environment():
    lanes = gymnasium.IntrigueVectorEnv("complots", 1, opponents=["random"] * 2, seat="rotate")
    seats = [int(info["seat"][0]) for *_, info in trace(lanes, 100, seed=4)]
    visited = [seat for seat, _ in itertools.groupby(seats)]
    assert len(visited) > 4
    single = gymnasium.IntrigueEnv("complots", opponents=["random"] * 2, seat="rotate")
    assert visited == [
        single.reset(seed=4 if episode == 0 else None)[1]["seat"] for episode in range(len(visited))
    ]


def test_a_fixed_seat_stays():
    env = gymnasium.IntrigueVectorEnv("complots", 4, opponents=["random"] * 2, seat=1)
    shown = trace(env, 60, seed=4)
    assert all((info["seat"] == 1).all() for *_, info in shown)
    ends = sum(terminated.sum() for _, _, terminated, _, _ in shown[1:])
    assert ends > 4


@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_settles_everything_on_any_number_of_threads(threads):
    def shown(seed: int, threads: int) -> list[Any]:
        env = gymnasium.IntrigueVectorEnv(
            "complots", 16, opponents=THINKER, seat="rotate", threads=threads
        )
        return trace(env, 30, seed)

    assert data_equivalence(shown(6, 1), shown(6, threads), exact=True)
    assert not data_equivalence(shown(6, 1), shown(7, threads), exact=True)


def test_a_reset_without_a_seed_deals_something_new():
    env = gymnasium.IntrigueVectorEnv("district_noir", 4)
    first, _ = env.reset(seed=1)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    again, _ = env.reset(seed=1)
    assert np.array_equal(first, again)


def test_arrays_are_new_unless_asked_otherwise():
    shown = trace(gymnasium.IntrigueVectorEnv("complots", 3, mask="observation"), 3, seed=1)
    for earlier, later in itertools.pairwise(shown):
        assert not data_shares_objects((earlier[0], earlier[-1]), (later[0], later[-1]))
    shown = trace(gymnasium.IntrigueVectorEnv("complots", 3, copy=False), 3, seed=1)
    assert shown[1][0] is shown[2][0]


def test_an_illegal_action_is_refused_with_its_lane_and_no_lane_is_stepped():
    env = gymnasium.IntrigueVectorEnv("district_noir", 6)
    observation, info = env.reset(seed=1)
    actions = sample(env, info)
    legal = actions[4]
    actions[4] = np.argmin(info["action_mask"][4])
    with pytest.raises(Refused) as refused:
        env.step(actions)
    assert refused.value.lane == 4
    assert refused.value.clause.startswith("D-")
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
    actions[4] = legal
    after, *_ = env.step(actions)
    assert (after != observation).any(axis=1).all()
    with pytest.raises(ValueError, match=r"expected shape \(6,\), not \(5,\)"):
        env.step(actions[:5])


@pytest.mark.parametrize("env_id", gymnasium.register())
def test_it_is_made_by_name(env_id):
    env = gym.make_vec(env_id, num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(env, gymnasium.IntrigueVectorEnv)
    observation, _ = env.reset(seed=1)
    assert observation.shape == (3, env.variant.features)
    # Without a word about the mode, Gymnasium takes the vector too.
    assert isinstance(gym.make_vec(env_id, num_envs=2).unwrapped, gymnasium.IntrigueVectorEnv)
    env.close()
