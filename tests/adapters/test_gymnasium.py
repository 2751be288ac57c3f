"""The Gymnasium environment: its own check, rewards of the right seat, illegal actions."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.adapters.variants import name, variants

from intrigue.adapters import gymnasium
from intrigue.engine import Refused

IDS = gymnasium.register()
# A policy that searches: random play loses to it, at any seat.
THINKER = "playouts:sims=20"


def play(env: Any, episodes: int, seed: int) -> tuple[list[float], list[int]]:
    """Plays at random; the payoffs, and the seats at which they were won."""
    env.action_space.seed(seed)
    payoffs: list[float] = []
    seats: list[int] = []
    _, info = env.reset(seed=seed)
    while len(payoffs) < episodes:
        seats_before = info["seat"]
        action = env.action_space.sample(mask=info["action_mask"])
        _, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        assert info["seat"] == seats_before
        if terminated:
            payoffs.append(reward)
            seats.append(info["seat"])
            _, info = env.reset()
        else:
            assert reward == 0
    return payoffs, seats


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mask", ["info", "observation"])
@pytest.mark.parametrize("env_id", IDS)
def test_it_keeps_the_interface(env_id, mask):
    # The check plays any action, legal or not.
    env = gym.make(env_id, mask=mask, seat="rotate", illegal="penalty")
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game", "options"), variants(), ids=name)
def test_it_plays_every_variant(game, options):
    env = gymnasium.IntrigueEnv(game, options, seat="rotate")
    payoffs, seats = play(env, 3, seed=5)
    assert set(payoffs) <= {0.0, *(1 / count for count in range(1, 9))}
    assert seats == [episode % env.variant.seats for episode in range(3)]


def test_the_reward_is_that_of_the_learner():
    env = gymnasium.IntrigueEnv("district_noir", opponents=THINKER, seat="rotate")
    payoffs, seats = play(env, 40, seed=7)
    for seat in (0, 1):
        mine = [payoff for payoff, at in zip(payoffs, seats, strict=True) if at == seat]
        assert len(mine) == 20
        assert np.mean(mine) < 0.25


def test_opponents_sit_clockwise_from_the_seat_and_make_the_seats():
    named = [THINKER, "random", THINKER, "random"]
    env = gymnasium.IntrigueEnv("complots", opponents=named)
    assert env.variant.seats == 5
    assert [env.opponents.policy_at(seat, 0) for seat in (1, 2, 3, 4)] == named
    assert [env.opponents.policy_at(seat, 3) for seat in (4, 0, 1, 2)] == named
    assert gymnasium.IntrigueEnv("complots", seat=2).opponents.policies() == [
        *("random", "random", None, "random")
    ]


def test_a_seed_settles_everything():
    env = gymnasium.IntrigueEnv("complots", opponents=THINKER, seat="rotate")
    assert play(env, 12, seed=3) == play(env, 12, seed=3)
    # Against random play there is something to win.
    easy = gymnasium.IntrigueEnv("complots", seat="rotate")
    assert play(easy, 12, seed=3) == play(easy, 12, seed=3)
    assert play(easy, 12, seed=3) != play(easy, 12, seed=4)


def test_an_illegal_action_is_refused_by_its_clause_and_changes_nothing():
    env = gymnasium.IntrigueEnv("district_noir")
    before, info = env.reset(seed=1)
    with pytest.raises(Refused) as refused:
        env.step(int(np.argmin(info["action_mask"])))
    assert refused.value.clause.startswith("D-")
    after, *_ = env.step(int(np.argmax(info["action_mask"])))
    assert not np.array_equal(before, after)
    with pytest.raises(Refused) as refused:
        env.step(10_000)
    assert refused.value.kind == "unknown_action"


def test_an_illegal_action_can_end_the_episode_instead():
    env = gymnasium.IntrigueEnv("district_noir", illegal="penalty")
    before, info = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(int(np.argmin(info["action_mask"])))
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert np.array_equal(before, after)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)


def test_masks_are_given_as_algorithms_with_masks_ask():
    env = gymnasium.IntrigueEnv("complots", mask="observation")
    observation, info = env.reset(seed=1)
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
    assert env.action_masks().any()


def test_it_draws_what_the_seat_sees(capsys):
    env = gymnasium.IntrigueEnv("complots", seat=2, render_mode="ansi")
    assert env.render() is None
    _, info = env.reset(seed=1)
    assert "Player 2 (you)" in env.render()
    env = gymnasium.IntrigueEnv("complots", seat=2, render_mode="human")
    _, info = env.reset(seed=1)
    env.step(int(np.argmax(info["action_mask"])))
    assert "Player 2 (you)" in capsys.readouterr().out


def test_bad_settings_are_clear():
    with pytest.raises(ValueError, match="3 other seats, but 2 opponents"):
        gymnasium.IntrigueEnv("complots", {"seats": 4}, opponents=["random", "random"])
    with pytest.raises(ValueError, match="no seat 4: the seats are 0 to 3, or 'rotate'"):
        gymnasium.IntrigueEnv("complots", seat=4)
    with pytest.raises(ValueError, match="no seat 'first'"):
        gymnasium.IntrigueEnv("complots", seat="first")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mask is 'info' or 'observation', not 'none'"):
        gymnasium.IntrigueEnv("complots", mask="none")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'raise' or 'penalty', not 'ignore'"):
        gymnasium.IntrigueEnv("complots", illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        gymnasium.IntrigueEnv("complots", render_mode="rgb_array")
    with pytest.raises(Refused) as refused:
        gymnasium.IntrigueEnv("complots", opponents="clairvoyant")
    assert refused.value.kind == "unknown_policy"
    with pytest.raises(gym.error.ResetNeeded):
        gymnasium.IntrigueEnv("complots").step(0)


def test_after_the_end_there_is_nothing_to_step():
    env = gymnasium.IntrigueEnv("district_noir", illegal="penalty")
    _, info = env.reset(seed=2)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.argmax(info["action_mask"])))
    assert not info["action_mask"].any()
    with pytest.raises(gym.error.ResetNeeded, match="the match is over"):
        env.step(0)
