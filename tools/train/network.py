"""A small network, its gradient, and the steps that it takes along it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    Numbers = NDArray[np.floating[Any]]
    Bools = NDArray[np.bool_]

HIDDEN = (128, 128)
# The score of what is illegal: low enough that its probability is exactly 0.
_ILLEGAL = -1e9


class Network:
    """Layers with ReLU; on top a score for each action, and an estimate of the payoff to come.

    All parameters are parts of one array, and so are their gradients.

    Args:
        inputs: How many numbers it gets.
        actions: How many actions it scores.
        rng: Where the first weights come from.
        hidden: The sizes of the layers.
        estimate: The payoff that it expects at first.
        dtype: Of all its numbers; tests of gradients take float64.
    """

    def __init__(
        self,
        inputs: int,
        actions: int,
        rng: np.random.Generator,
        *,
        hidden: Sequence[int] = HIDDEN,
        estimate: float = 0.5,
        dtype: DTypeLike = np.float32,
    ) -> None:
        self.actions = actions
        self.hidden = tuple(hidden)
        # The last column of the last layer is the estimate.
        sizes = [inputs, *hidden, actions + 1]
        shapes = list(itertools.pairwise(sizes))
        count = sum(rows * columns + columns for rows, columns in shapes)
        self.parameters: Numbers = np.zeros(count, dtype)
        self.gradient: Numbers = np.zeros(count, dtype)
        self.layers = _parts(self.parameters, shapes)
        self._slopes = _parts(self.gradient, shapes)
        for weights, _ in self.layers:
            weights[:] = rng.standard_normal(weights.shape) * (2 / weights.shape[0]) ** 0.5
        # Almost no preferences to begin with: this is random play.
        last, bias = self.layers[-1]
        last *= 0.01
        bias[-1] = estimate

    def forward(self, inputs: Numbers) -> list[Numbers]:
        """What each layer makes of some rows; the last has the scores, and the estimates."""
        found = [inputs]
        for number, (weights, bias) in enumerate(self.layers):
            out = found[-1] @ weights
            out += bias
            if number < len(self.layers) - 1:
                np.maximum(out, 0, out=out)
            found.append(out)
        return found

    def backward(self, found: list[Numbers], slope: Numbers) -> None:
        """Sets `gradient`, given that of the last layer."""
        for number in reversed(range(len(self.layers))):
            weights, bias = self._slopes[number]
            np.matmul(found[number].T, slope, out=weights)
            slope.sum(axis=0, out=bias)
            if number:
                slope = slope @ self.layers[number][0].T
                slope *= found[number] > 0

    def think(self, inputs: Numbers, legal: Bools) -> tuple[Numbers, Numbers]:
        """The logarithm of each action's probability, and the estimate, for some rows."""
        out = self.forward(inputs)[-1]
        return log_softmax(out[:, :-1], legal), out[:, -1]

    def draw(self, logs: Numbers, rng: np.random.Generator) -> NDArray[np.int64]:
        """An action for each row, as likely as `think` says."""
        sums = np.exp(logs).cumsum(axis=1)
        total = sums[:, -1]
        # A product that is rounded up to the total would be beyond all actions.
        reached = np.minimum(rng.random(len(logs), np.float32) * total, np.nextafter(total, 0))
        chosen: NDArray[np.int64] = (sums > reached[:, None]).argmax(axis=1)
        return chosen


def log_softmax(scores: Numbers, legal: Bools) -> Numbers:
    """The logarithm of each action's probability; that of illegal ones is as good as infinite."""
    logs: Numbers = np.where(legal, scores, np.asarray(_ILLEGAL, scores.dtype))
    logs -= logs.max(axis=1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    return logs


def _parts(flat: Numbers, shapes: list[tuple[int, int]]) -> list[tuple[Numbers, Numbers]]:
    """The weights and the bias of each layer, in one array."""
    found, at = [], 0
    for rows, columns in shapes:
        weights = flat[at : at + rows * columns].reshape(rows, columns)
        at += rows * columns
        found.append((weights, flat[at : at + columns]))
        at += columns
    return found


class Adam:
    """Steps as long as the rate, whatever the scale of a gradient."""

    def __init__(self, parameters: Numbers) -> None:
        self.mean: Numbers = np.zeros_like(parameters)
        self.square: Numbers = np.zeros_like(parameters)
        self.steps = 0

    def step(self, parameters: Numbers, gradient: Numbers, rate: float) -> None:
        """Moves the parameters a step downhill."""
        self.steps += 1
        self.mean *= 0.9
        self.mean += 0.1 * gradient
        self.square *= 0.999
        self.square += 0.001 * gradient * gradient
        length = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        parameters -= length * self.mean / (np.sqrt(self.square) + 1e-8)
