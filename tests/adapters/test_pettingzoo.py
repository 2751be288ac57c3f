"""The PettingZoo environment: its own tests, and what the end of a match looks like."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.adapters.variants import name, variants

from intrigue.adapters import pettingzoo
from intrigue.engine import Refused
from intrigue.inprocess.game import Game

# PettingZoo excuses its own games by name for observing dictionaries, which is how it wants masks.
EXCUSED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)


def play(env: Any, seed: int) -> tuple[dict[str, float], list[str]]:
    """Plays a match at random; the agents in the order in which they ended, with their rewards."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    rewards, selected = {}, []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        selected.append(agent)
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return rewards, selected


@pytest.mark.parametrize(("game", "options"), variants(), ids=name)
def test_it_keeps_the_interface(game, options):
    with warnings.catch_warnings(record=True) as received:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(game, options), num_cycles=500)
    assert [str(one.message) for one in received if not str(one.message).startswith(EXCUSED)] == []


@pytest.mark.parametrize(("game", "options"), variants(), ids=name)
def test_a_seed_settles_everything(game, options):
    seed_test(lambda: pettingzoo.env(game, options), num_cycles=20)


def test_different_seeds_are_different_deals():
    env = pettingzoo.env("district_noir")
    deals = set()
    for seed in range(8):
        env.reset(seed=seed)
        deals.add(env.state().tobytes())
    assert len(deals) == 8


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_every_seat_gets_its_payoff_at_the_end(seats):
    env = pettingzoo.env("complots", {"seats": seats})
    for seed in range(10):
        print(f"seed {seed}")
        rewards, selected = play(env, seed)
        assert set(rewards) == set(env.possible_agents)
        # The last to get their rewards are those who were in the match when it ended.
        assert rewards[selected[-1]] > 0 or selected[-1] in selected[:-1]
        assert sum(rewards.values()) == pytest.approx(1)
        assert all(isinstance(reward, float) for reward in rewards.values())
        assert env.agents == []


def test_a_seat_that_is_out_ends_at_once_and_the_others_play_on():
    env = pettingzoo.env("complots", {"seats": 4})
    # A seat without face-down cards is out.
    cards = next(plane for plane in Game("complots").planes if plane.name == "face_down").offset
    early = 0
    for seed in range(5):
        print(f"seed {seed}")
        rng = np.random.default_rng(seed)
        env.reset(seed=seed)
        ended: dict[str, float] = {}
        for agent in env.agent_iter():
            observation, reward, terminated, _, _ = env.last()
            if terminated:
                ended[agent] = reward
                others = [env.terminations[one] for one in env.agents if one != agent]
                if not all(others):
                    early += 1
                    assert observation["observation"][cards] == 0
                    assert reward == 0
                env.step(None)
                assert agent not in env.agents
                continue
            alive = {one for one in env.possible_agents if env.observe(one)["observation"][cards]}
            assert set(env.agents) == alive
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        assert sum(ended.values()) == pytest.approx(1)
    assert early > 0


def test_where_several_are_asked_each_is_first_now_and_then():
    env = pettingzoo.env("complots", {"seats": 2})
    first = set()
    for seed in range(16):
        env.reset(seed=seed)
        # Both seats choose the card that they keep, at the same time.
        masks = [env.observe(agent)["action_mask"].any() for agent in env.agents]
        assert masks == [True, True]
        first.add(env.agent_selection)
    assert first == {"seat_0", "seat_1"}


def test_an_illegal_action_is_refused_by_its_clause_and_changes_nothing():
    env = pettingzoo.env("district_noir")
    env.reset(seed=1)
    before = env.state()
    illegal = int(np.argmin(env.last()[0]["action_mask"]))
    with pytest.raises(Refused) as refused:
        env.step(illegal)
    assert refused.value.clause.startswith("D-")
    assert np.array_equal(env.state(), before)
    assert env.agents == env.possible_agents


def test_an_illegal_action_can_end_the_episode_instead():
    env = pettingzoo.env("district_noir", illegal="penalty")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.argmin(env.last()[0]["action_mask"])))
    assert all(env.terminations.values())
    assert env.rewards == {one: -1 if one == agent else 0 for one in env.possible_agents}


def test_it_draws_what_the_seat_sees(capsys):
    env = pettingzoo.env("complots", {"seats": 3}, render_mode="ansi")
    env.reset(seed=1)
    picture = env.render()
    assert f"Player {env.agent_selection[-1]} (you)" in picture
    assert "\x1b[0;1m" in picture
    env = pettingzoo.env("complots", {"seats": 3}, render_mode="human")
    env.reset(seed=1)
    env.step(int(np.argmax(env.last()[0]["action_mask"])))
    assert "(you)" in capsys.readouterr().out


def test_bad_settings_are_clear():
    with pytest.raises(Refused) as refused:
        pettingzoo.env("chess")
    assert refused.value.kind == "unknown_game"
    with pytest.raises(Refused) as refused:
        pettingzoo.env("complots", {"seats": 9})
    assert refused.value.kind == "bad_option"
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        pettingzoo.env("complots", render_mode="rgb_array")
    with pytest.raises(ValueError, match="'raise' or 'penalty', not 'ignore'"):
        pettingzoo.env("complots", illegal="ignore")  # type: ignore[arg-type]
    env = pettingzoo.raw_env("complots")
    with pytest.raises(ValueError, match="reset comes first"):
        env.observe("seat_0")
