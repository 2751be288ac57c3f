"""Gradients are those of the loss, advantages are those of each seat, and learning helps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tools.train.network import Adam, Network, log_softmax
from tools.train.ppo import Batch, Terms, advantages, learn, loss


def random_batch(rng: np.random.Generator, network: Network, size: int, inputs: int) -> Batch:
    given = rng.standard_normal((size, inputs))
    legal = rng.random((size, network.actions)) < 0.6
    legal[:, 0] = True
    logs, _ = network.think(given, legal)
    actions = network.draw(logs, rng)
    # Some decisions are beyond the clip, on both sides.
    old = logs[np.arange(size), actions] + rng.normal(scale=0.3, size=size)
    magnet = log_softmax(rng.standard_normal(logs.shape), legal)
    advantage, returns = rng.standard_normal((2, size))
    return Batch(given, legal, actions, old, advantage, returns, magnet)


@pytest.mark.parametrize(
    "terms",
    [Terms(), Terms(entropy=0.5), Terms(magnet=0.7), Terms(estimate=0.0, entropy=0.0)],
    ids=str,
)
def test_gradients_are_those_of_finite_differences(terms):
    rng = np.random.default_rng(5)
    network = Network(6, 5, rng, hidden=(7, 8), dtype=np.float64)
    network.parameters[:] = rng.standard_normal(network.parameters.shape) * 0.5
    batch = random_batch(rng, network, 40, 6)
    if not terms.magnet:
        batch = replace(batch, magnet=None)
    loss(network, batch, terms)
    found = network.gradient.copy()
    wanted = np.empty_like(found)
    step = 1e-6
    for place in range(len(found)):
        before = network.parameters[place]
        sides = []
        for side in (before - step, before + step):
            network.parameters[place] = side
            sides.append(loss(network, batch, terms).total)
        network.parameters[place] = before
        wanted[place] = (sides[1] - sides[0]) / (2 * step)
    assert np.abs(wanted).max() > 0.01
    np.testing.assert_allclose(found, wanted, atol=1e-7)


def test_what_is_illegal_is_never_drawn():
    rng = np.random.default_rng(1)
    network = Network(3, 9, rng)
    legal = rng.random((500, 9)) < 0.3
    legal[:, 4] = True
    logs, _ = network.think(rng.standard_normal((500, 3)).astype(np.float32), legal)
    for _ in range(20):
        drawn = network.draw(logs, rng)
        assert legal[np.arange(500), drawn].all()


def test_actions_are_drawn_as_often_as_they_are_likely():
    rng = np.random.default_rng(1)
    network = Network(1, 3, rng)
    chances = np.array([0.2, 0.0, 0.8], np.float32)
    with np.errstate(divide="ignore"):
        logs = np.tile(np.maximum(np.log(chances), -1e9), (20_000, 1))
    counts = np.bincount(network.draw(logs, rng), minlength=3) / 20_000
    np.testing.assert_allclose(counts, chances, atol=0.015)


def test_each_seat_has_its_own_trajectory():
    # One lane: seats 0, 1, 0 decide, then the match ends; then seats 1, 0 of a match that goes on.
    seats = np.array([[0], [1], [0], [1], [0], [1]])
    estimates = np.array([[0.5], [0.4], [0.7], [0.3], [0.2], [0.1]], np.float32)
    rewards = np.zeros((6, 1, 2), np.float32)
    rewards[2, 0] = (1.0, 0.0)
    ends = np.array([[0], [0], [1], [0], [0], [0]], np.uint8)
    counted = np.ones((6, 1), np.bool_)
    found, known = advantages(seats, counted, estimates, rewards, ends, trace=0.5)
    assert known[:, 0].tolist() == [True, True, True, True, False, False]
    last = 1.0 - 0.7
    wanted = [0.7 - 0.5 + 0.5 * last, 0.0 - 0.4, last, 0.1 - 0.3, 0.0, 0.0]
    np.testing.assert_allclose(found[:, 0], wanted, atol=1e-6)


def test_decisions_of_others_are_left_out():
    seats = np.array([[0], [1], [0]])
    estimates = np.array([[0.5], [0.9], [0.6]], np.float32)
    rewards = np.zeros((3, 1, 2), np.float32)
    rewards[2, 0] = (0.0, 1.0)
    ends = np.array([[0], [0], [1]], np.uint8)
    counted = np.array([[True], [False], [True]])
    found, known = advantages(seats, counted, estimates, rewards, ends, trace=1.0)
    assert known[:, 0].tolist() == [True, False, True]
    np.testing.assert_allclose(found[:, 0], [-0.5, 0.0, -0.6], atol=1e-6)


def bandit(rng: np.random.Generator, network: Network, size: int) -> Batch:
    """Arm 2 pays in the first context, arm 0 in the second."""
    context = rng.integers(0, 2, size)
    given = np.eye(2, dtype=np.float32)[context]
    legal = np.ones((size, 3), np.bool_)
    logs, estimates = network.think(given, legal)
    arms = network.draw(logs, rng)
    paid = (arms == np.where(context == 0, 2, 0)).astype(np.float32)
    return Batch(given, legal, arms, logs[np.arange(size), arms], paid - estimates, paid)


def train_on_bandit(magnet: float) -> np.ndarray:
    rng = np.random.default_rng(3)
    network = Network(2, 3, rng, hidden=(16,))
    adam = Adam(network.parameters)
    start, _ = network.think(np.eye(2, dtype=np.float32), np.ones((2, 3), np.bool_))
    for _ in range(60):
        batch = bandit(rng, network, 256)
        context = batch.inputs.argmax(axis=1)
        batch = replace(batch, magnet=start[context] if magnet else None)
        learn(network, adam, batch, Terms(magnet=magnet), rate=0.01, epochs=2, part=128, rng=rng)
    logs, estimates = network.think(np.eye(2, dtype=np.float32), np.ones((2, 3), np.bool_))
    if not magnet:
        np.testing.assert_allclose(estimates, 1.0, atol=0.1)
    return np.exp(logs)


def test_a_bandit_is_learned():
    chances = train_on_bandit(magnet=0.0)
    assert chances[0, 2] > 0.95
    assert chances[1, 0] > 0.95


def test_a_magnet_holds_back():
    chances = train_on_bandit(magnet=5.0)
    assert chances[0, 2] < 0.6
