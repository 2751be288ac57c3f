"""Proximal policy optimization: playing, judging decisions, and learning from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tools.train.lanes import playable
from tools.train.network import log_softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tools.train.lanes import Lanes
    from tools.train.network import Adam, Network, Numbers
    from tools.train.variant import Selection


@dataclass(frozen=True)
class Terms:
    """What the loss is made of."""

    clip: float = 0.2
    """How far the probability of a decision may go from what it was when the match was played."""
    entropy: float = 0.01
    """How much is given for not being sure."""
    magnet: float = 0.0
    """How much the distance (KL) from the magnet policy costs."""
    estimate: float = 0.5
    """How much the error of the estimate costs."""
    norm: float = 1.0
    """The greatest length of a gradient."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Decisions, and what became of them."""

    inputs: Numbers
    legal: NDArray[np.bool_]
    actions: NDArray[np.int64]
    logs: Numbers
    """The logarithm of the probability that each had when it was made."""
    advantages: Numbers
    """How much better than expected it went."""
    returns: Numbers
    magnet: Numbers | None = None
    """The logarithms of the magnet's probabilities."""

    def __len__(self) -> int:
        return len(self.actions)

    def rows(self, rows: NDArray[np.int64]) -> Batch:
        """Some of the decisions."""
        return Batch(
            self.inputs[rows],
            self.legal[rows],
            self.actions[rows],
            self.logs[rows],
            self.advantages[rows],
            self.returns[rows],
            None if self.magnet is None else self.magnet[rows],
        )


@dataclass(frozen=True)
class Loss:
    """The loss of a batch and its parts, each a mean over the decisions."""

    total: float
    entropy: float
    magnet: float
    """The distance (KL) from the magnet policy."""
    moved: float
    """The distance from what was played."""


def loss(network: Network, batch: Batch, terms: Terms) -> Loss:
    """The loss of a network on a batch; its gradient is then in `network.gradient`."""
    size = len(batch)
    rows = np.arange(size)
    found = network.forward(batch.inputs)
    out = found[-1]
    logs = log_softmax(out[:, :-1], batch.legal)
    chances = np.exp(logs)
    change = logs[rows, batch.actions] - batch.logs
    ratio = np.exp(change)
    clipped = np.clip(ratio, 1 - terms.clip, 1 + terms.clip)
    gain = np.minimum(ratio * batch.advantages, clipped * batch.advantages)
    # A decision that has gone far enough into its direction pulls no more.
    pulls = np.where(batch.advantages > 0, ratio < 1 + terms.clip, ratio > 1 - terms.clip)
    pull = pulls * ratio * batch.advantages
    entropy = -(chances * logs).sum(axis=1)
    error = out[:, -1] - batch.returns

    slope = np.empty_like(out)
    scores = slope[:, :-1]
    np.multiply(chances, (terms.entropy * (logs + entropy[:, None]) + pull[:, None]), out=scores)
    scores[rows, batch.actions] -= pull
    distance = 0.0
    if batch.magnet is not None:
        apart = logs - batch.magnet
        away = (chances * apart).sum(axis=1)
        scores += terms.magnet * chances * (apart - away[:, None])
        distance = float(away.mean())
    slope[:, -1] = terms.estimate * error
    slope /= size
    network.backward(found, slope)
    total = (
        -float(gain.mean())
        - terms.entropy * float(entropy.mean())
        + terms.magnet * distance
        + terms.estimate / 2 * float((error * error).mean())
    )
    return Loss(total, float(entropy.mean()), distance, float((ratio - 1 - change).mean()))


def learn(
    network: Network,
    adam: Adam,
    batch: Batch,
    terms: Terms,
    *,
    rate: float,
    epochs: int,
    part: int,
    rng: np.random.Generator,
) -> Loss:
    """Goes over a batch several times, in random parts; the mean of the losses of the last time."""
    seen: list[Loss] = []
    for _ in range(epochs):
        seen = []
        order = rng.permutation(len(batch))
        for rows in np.array_split(order, max(1, len(batch) // part)):
            seen.append(loss(network, batch.rows(rows), terms))
            length = float(np.sqrt((network.gradient * network.gradient).sum()))
            if length > terms.norm:
                network.gradient *= terms.norm / length
            adam.step(network.parameters, network.gradient, rate)
    names = ("total", "entropy", "magnet", "moved")
    return Loss(*(float(np.mean([getattr(one, name) for one in seen])) for name in names))


def advantages(
    seats: NDArray[np.integer[Any]],
    counted: NDArray[np.bool_],
    estimates: Numbers,
    rewards: Numbers,
    ends: NDArray[np.uint8],
    *,
    trace: float,
) -> tuple[Numbers, NDArray[np.bool_]]:
    """How much better than expected each decision went, and of which that is known.

    Lanes interleave the decisions of several seats, so each seat has its own trajectory: from one
    of its decisions to its next, or to the end of the match. Of the last decision of a seat
    in a match that goes on it is not known yet.

    Args:
        seats: [step, lane]: who decided.
        counted: [step, lane]: whether the decision is one of the learner.
        estimates: [step, lane]: the payoff that it expected.
        rewards: [step, lane, seat]: what followed the step.
        ends: [step, lane]: whether the match ended with it.
        trace: How much a later surprise says about an earlier decision (lambda).
    """
    steps, lanes = seats.shape
    found = np.zeros_like(estimates)
    known = np.zeros((steps, lanes), np.bool_)
    # What each seat got after its decision, what it then expected, and the surprises that followed.
    shape = (lanes, rewards.shape[2])
    got, later, follows = (np.zeros(shape, estimates.dtype) for _ in range(3))
    sure = np.zeros(shape, np.bool_)
    for step in reversed(range(steps)):
        ended = ends[step] != 0
        got[ended] = rewards[step, ended]
        later[ended] = 0
        follows[ended] = 0
        sure[ended] = True
        rows = np.flatnonzero(counted[step])
        who = seats[step, rows]
        expected = estimates[step, rows]
        judged = sure[rows, who]
        surprise = got[rows, who] + later[rows, who] - expected
        surprise += trace * follows[rows, who]
        surprise[~judged] = 0
        found[step, rows] = surprise
        known[step, rows] = judged
        got[rows, who] = 0
        later[rows, who] = expected
        follows[rows, who] = surprise
        sure[rows, who] = True
    return found, known


@dataclass(frozen=True, eq=False)
class Played:
    """What a number of steps has brought."""

    batch: Batch
    steps: int
    matches: int
    payoff: float
    """What the learner got in the matches that ended and in which it had one seat."""


def play(
    groups: Sequence[Lanes],
    network: Network,
    selection: Selection,
    *,
    steps: int,
    trace: float,
    rng: np.random.Generator,
) -> Played:
    """Plays some steps in all lanes, and judges the learner's decisions."""
    parts = [
        _play(lanes, network, selection, steps=steps, trace=trace, rng=rng) for lanes in groups
    ]
    joined = [np.concatenate(columns) for columns in zip(*(part[0] for part in parts), strict=True)]
    inputs, legal, actions, logs, gained, returns = joined
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    batch = Batch(inputs, legal, actions, logs, gained, returns)
    matches = sum(part[1] for part in parts)
    ended = sum(part[1] for part, lanes in zip(parts, groups, strict=True) if not lanes.all_seats)
    got = sum(part[2] for part, lanes in zip(parts, groups, strict=True) if not lanes.all_seats)
    payoff = got / ended if ended else float("nan")
    return Played(batch, len(batch), matches, payoff)


def _play(
    lanes: Lanes,
    network: Network,
    selection: Selection,
    *,
    steps: int,
    trace: float,
    rng: np.random.Generator,
) -> tuple[tuple[NDArray[Any], ...], int, float]:
    count, rows = lanes.env.lanes, np.arange(lanes.env.lanes)
    inputs = np.empty((steps, count, len(selection.inputs)), np.float32)
    legal = np.empty((steps, count, len(selection.actions)), np.bool_)
    actions = np.empty((steps, count), np.int64)
    logs, estimates = (np.empty((steps, count), np.float32) for _ in range(2))
    seats = np.empty((steps, count), np.int64)
    counted = np.empty((steps, count), np.bool_)
    rewards = np.empty((steps, count, lanes.env.seats), np.float32)
    ends = np.empty((steps, count), np.uint8)
    got = 0.0
    for step in range(steps):
        seen = lanes.buffers
        assert seen.features is not None
        inputs[step] = selection.encode(seen.features)
        legal[step] = selection.legal(seen.masks)
        likely, estimates[step] = network.think(inputs[step], legal[step])
        actions[step] = network.draw(likely, rng)
        logs[step] = likely[rows, actions[step]]
        seats[step] = seen.seats
        own = lanes.seats
        mine = own == seats[step]
        counted[step] = mine & legal[step].any(axis=1)
        seen = lanes.step(playable(actions[step], legal[step], selection, seen.masks), mine)
        rewards[step], ends[step] = seen.rewards, seen.ends
        got += float(seen.rewards[rows, own].sum())
    gained, known = advantages(seats, counted, estimates, rewards, ends, trace=trace)
    returns = gained + estimates
    columns = (inputs, legal, actions, logs, gained, returns)
    return tuple(column[known] for column in columns), int(ends.sum()), got
