"""Trains a small network to beat an opponent, with nothing but numpy.

    python docs/examples/train_a_policy.py --plot curve.svg

Many matches are stepped together through the Gymnasium adapter, the opponent's decisions included.
The network has one hidden layer, a softmax over the legal actions, and an estimate of the payoff
to come; it learns by proximal policy optimization: what turned out better than expected becomes
more likely, a little at a time.
"""

# ruff: noqa: INP001, T201

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from intrigue.adapters.gymnasium import IntrigueVectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Choose = Callable[[Floats, NDArray[np.bool_]], NDArray[np.int64]]

# How far a decision may go from what it was when the matches were played.
CLIP = 0.2
# How much a later surprise says about an earlier decision.
TRACE = 0.95
# How much the network is rewarded for not being sure, and for good estimates.
UNSURE, ESTIMATE = 0.01, 0.5
# How large the hidden layer is, and how long the steps are uphill: both are soon good enough.
HIDDEN, RATE = 64, 3e-3
# Two-sided, 95 %.
NORMAL = 1.96
# The number of matches behind each point of the curve.
POINT = 1_000


@dataclass(frozen=True)
class Share:
    """The part of matches won, a shared win being half of one, and its 95 % interval."""

    mean: float
    margin: float
    matches: int

    @classmethod
    def of(cls, payoffs: list[float]) -> Share:
        """The share of some matches."""
        margin = NORMAL * float(np.std(payoffs)) / max(len(payoffs), 1) ** 0.5
        return cls(float(np.mean(payoffs)), margin, len(payoffs))

    @property
    def low(self) -> float:
        """Where the interval begins."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """Where the interval ends."""
        return self.mean + self.margin

    def __str__(self) -> str:
        return f"{self.mean:.3f}  [{self.low:.3f}, {self.high:.3f}]  of {self.matches:,} matches"


class Network:
    """Features in; a probability for each legal action, and the payoff to expect, out."""

    def __init__(self, features: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        self.rng = rng

        def layer(rows: int, columns: int, scale: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = [
            layer(features + 1, hidden, (2 / features) ** 0.5),
            # Almost no preferences to begin with: this is random play.
            layer(hidden + 1, actions, 0.01 / hidden**0.5),
            layer(hidden + 1, 1, 1 / hidden**0.5),
        ]
        self._mean = [np.zeros_like(weight) for weight in self.weights]
        self._square = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0

    def think(self, features: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the probabilities, and the estimates."""
        hidden = _with_one(np.maximum(_with_one(features) @ self.weights[0], 0))
        scores = np.where(legal, hidden @ self.weights[1], -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, scores / scores.sum(axis=1, keepdims=True), (hidden @ self.weights[2])[:, 0]

    def draw(self, features: Floats, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        """An action for each row, drawn as likely as the network thinks it good."""
        return self.pick(self.think(features, legal)[1])

    def pick(self, chances: Floats) -> NDArray[np.int64]:
        """An action for each row of probabilities."""
        # Of the action with the largest sum of its log-probability and such noise, each is the
        # one with its probability; what is illegal has none.
        noise = self.rng.gumbel(size=chances.shape)
        with np.errstate(divide="ignore"):
            return np.asarray((np.log(chances) + noise).argmax(axis=1))

    def best(self, features: Floats, legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The action for each row that the network thinks best."""
        return np.asarray(self.think(features, legal)[1].argmax(axis=1))

    def learn(self, batch: Batch, rate: float) -> None:
        """One step uphill from what a batch of decisions has shown."""
        size = len(batch.actions)
        rows = np.arange(size)
        hidden, chances, estimates = self.think(batch.features, batch.legal)
        chance = chances[rows, batch.actions]
        ratio = chance / batch.chances
        # A decision that has gone far enough into its direction pulls no more.
        pulls = np.where(batch.advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = (pulls * ratio * batch.advantages)[:, None]
        chosen = np.zeros_like(chances)
        chosen[rows, batch.actions] = 1
        logs = np.log(np.where(chances > 0, chances, 1))
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        # Of the scores: toward what was chosen, and toward being less sure.
        uphill = pull * (chosen - chances) - UNSURE * chances * (logs + surprise)
        better = ESTIMATE * (batch.returns - estimates)[:, None]
        back = (uphill @ self.weights[1].T + better @ self.weights[2].T)[:, :-1]
        back *= hidden[:, :-1] > 0
        self._climb(
            [_with_one(batch.features).T @ back, hidden.T @ uphill, hidden.T @ better], size, rate
        )

    def _climb(self, gradients: list[Floats], size: int, rate: float) -> None:
        # Adam: steps as long as the rate, whatever the scale of a gradient.
        self._updates += 1
        for layer, gradient in enumerate(gradients):
            slope = gradient / size
            self._mean[layer] += 0.1 * (slope - self._mean[layer])
            self._square[layer] += 0.001 * (slope * slope - self._square[layer])
            steady = self._mean[layer] / (1 - 0.9**self._updates)
            spread = np.sqrt(self._square[layer] / (1 - 0.999**self._updates)) + 1e-8
            self.weights[layer] += rate * steady / spread


@dataclass(frozen=True)
class Batch:
    """Decisions, and what became of them."""

    features: Floats
    legal: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: Floats
    """How likely the network found each when it was made."""
    advantages: Floats
    """How much better than expected it went."""
    returns: Floats

    def parts(self, count: int, rng: np.random.Generator) -> Iterator[Batch]:
        """The decisions in random parts."""
        for rows in np.array_split(rng.permutation(len(self.actions)), count):
            yield Batch(
                self.features[rows],
                self.legal[rows],
                self.actions[rows],
                self.chances[rows],
                self.advantages[rows],
                self.returns[rows],
            )


@dataclass
class Curve:
    """How training went."""

    decisions: list[int] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)


class Trainer:
    """Plays, and learns from what it has played."""

    def __init__(self, game: str, opponent: str, lanes: int, seed: int, threads: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = IntrigueVectorEnv(
            game, lanes, opponents=[opponent], seat="rotate", threads=threads
        )
        features, actions = self.env.variant.features, self.env.variant.actions
        self.network = Network(features, actions, HIDDEN, self.rng)
        self.decisions = 0
        observation, info = self.env.reset(seed=seed)
        self._features, self._legal = _scaled(observation), info["action_mask"].astype(np.bool_)

    def rollout(self, steps: int) -> tuple[Batch, list[float]]:
        """Plays some steps in every lane; also the payoffs of the matches that ended."""
        network, seen, ended = self.network, [], []
        for _ in range(steps):
            _, chances, estimates = network.think(self._features, self._legal)
            actions = network.pick(chances)
            observation, rewards, ends, _, info = self.env.step(actions)
            rewards = rewards.astype(np.float32)
            taken = chances[np.arange(len(actions)), actions]
            seen.append((self._features, self._legal, actions, taken, estimates, rewards, ends))
            ended += rewards[ends].tolist()
            self._features = _scaled(observation)
            self._legal = info["action_mask"].astype(np.bool_)
        self.decisions += steps * len(self._features)
        features, legal, actions, taken, estimates, rewards, ends = map(
            np.stack, zip(*seen, strict=True)
        )
        later = network.think(self._features, self._legal)[2]
        advantages = np.zeros_like(estimates)
        trace = np.zeros_like(later)
        for step in reversed(range(steps)):
            goes_on = 1 - ends[step]
            surprise = rewards[step] + goes_on * later - estimates[step]
            trace = surprise + TRACE * goes_on * trace
            advantages[step] = trace
            later = estimates[step]
        returns = advantages + estimates
        spread = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        batch = Batch(
            features.reshape(-1, features.shape[-1]),
            legal.reshape(-1, legal.shape[-1]),
            actions.ravel(),
            taken.ravel(),
            spread.ravel(),
            returns.ravel(),
        )
        return batch, ended

    def train(self, seconds: float, steps: int | None) -> Curve:
        """Learns for some time, or for a number of decisions; the rate falls toward the end."""
        curve, recent = Curve(), []
        start = time.monotonic()
        done = 0.0
        while done < 1:
            batch, ended = self.rollout(32)
            for _ in range(3):
                for part in batch.parts(8, self.rng):
                    self.network.learn(part, RATE * (1 - done))
            recent += ended
            elapsed = time.monotonic() - start
            done = elapsed / seconds if steps is None else self.decisions / steps
            if len(recent) >= POINT:
                curve.decisions.append(self.decisions)
                curve.shares.append(Share.of(recent))
                print(f"{self.decisions:>10,} decisions  {elapsed:5.1f} s  won {curve.shares[-1]}")
                recent = []
        return curve


def evaluate(choose: Choose, game: str, opponent: str, matches: int, seed: int) -> Share:
    """Plays matches that nobody learns from, as many in each lane and at each seat."""
    lanes = min(200, matches)
    rounds = -(-matches // lanes)
    # Seats rotate: an even number of rounds has each seat as often as the other.
    rounds += rounds % 2
    env = IntrigueVectorEnv(game, lanes, opponents=[opponent], seat="rotate")
    observation, info = env.reset(seed=seed)
    payoffs: list[float] = []
    left = np.full(lanes, rounds)
    while left.any():
        actions = choose(_scaled(observation), info["action_mask"].astype(np.bool_))
        observation, rewards, ends, _, info = env.step(actions)
        # A lane with short matches must not count more than its part.
        payoffs += rewards[ends & (left > 0)].tolist()
        left[ends & (left > 0)] -= 1
    return Share.of(payoffs)


def plot(curve: Curve, before: Share, after: Share, title: str, path: Path) -> None:
    """Draws the learning curve into a file; its suffix says which kind."""
    import matplotlib  # noqa: PLC0415

    matplotlib.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    x = np.asarray(curve.decisions) / 1e6
    shares = curve.shares
    axes.fill_between(
        x, [share.low for share in shares], [share.high for share in shares], alpha=0.25
    )
    axes.plot(x, [share.mean for share in shares], label="while it learns, 95 % interval")
    axes.axhline(before.mean, color="gray", linestyle=":", label=f"before: {before.mean:.3f}")
    axes.axhline(after.mean, color="green", linestyle="--", label=f"after: {after.mean:.3f}")
    axes.set(title=title, xlabel="decisions, in millions", ylabel="share of matches won")
    axes.set_ylim(0.0, 1.0)
    axes.legend(loc="lower right")
    figure.savefig(path)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Trains a small network to beat an opponent, with nothing but numpy."
    )
    add = parser.add_argument
    add("--game", default="district_noir", help="a game that two can play (%(default)s)")
    add("--opponent", default="random", help="the policy to beat (%(default)s)")
    add("--seconds", type=float, default=60.0, help="how long to train (%(default)s)")
    add(
        "--steps",
        type=int,
        help="train for a number of decisions instead: the same on any machine",
    )
    add("--matches", type=int, default=2_000, help="matches of each evaluation (%(default)s)")
    add("--lanes", type=int, default=128, help="matches at a time (%(default)s)")
    add("--threads", type=int, default=1, help="threads that step them (%(default)s)")
    add("--seed", type=int, default=1, help="where all luck comes from (%(default)s)")
    add("--plot", type=Path, metavar="FILE", help="draw the learning curve, as PNG, SVG or PDF")
    given = parser.parse_args(arguments)

    trainer = Trainer(given.game, given.opponent, given.lanes, given.seed, given.threads)
    network = trainer.network

    def measure(choose: Choose) -> Share:
        return evaluate(choose, given.game, given.opponent, given.matches, given.seed + 1)

    before = measure(network.draw)
    print(f"untrained, against {given.opponent}: won {before}")
    curve = trainer.train(given.seconds, given.steps)
    after = measure(network.best)
    print(f"trained, against {given.opponent}: won {after}")
    if given.plot is not None:
        title = f"{given.game} against {given.opponent}"
        plot(curve, before, after, title, given.plot)
        print(f"the curve is in {given.plot}")


def _scaled(features: NDArray[np.int8]) -> Floats:
    """Small counts as numbers that a network likes."""
    return features.astype(np.float32) * np.float32(0.25)


def _with_one(values: Floats) -> Floats:
    """A column of ones more, for the constants of a layer."""
    ones = np.ones((len(values), 1), np.float32)
    return np.concatenate([values, ones], axis=1, dtype=np.float32)


if __name__ == "__main__":
    main()
