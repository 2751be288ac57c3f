"""Matches of a network against others, and what it got."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tools.train.lanes import Lanes, derived_seed, playable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tools.train.network import Network
    from tools.train.variant import Selection, Variant

# Two-sided, 95 %.
NORMAL = 1.96
_MOST_LANES = 128
# So many matches of a lane that all lanes are done at about the same time.
_MATCHES_OF_A_LANE = 16


@dataclass(frozen=True)
class Score:
    """The mean payoff of some matches, and its 95 % interval."""

    mean: float
    low: float
    high: float
    matches: int

    @classmethod
    def of(cls, payoffs: NDArray[np.float64]) -> Score:
        """The score of some matches."""
        mean = float(payoffs.mean())
        margin = NORMAL * float(payoffs.std(ddof=1)) / math.sqrt(len(payoffs))
        return cls(mean, mean - margin, mean + margin, len(payoffs))

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f}) in {self.matches:,} matches"


def evaluate(
    network: Network,
    selection: Selection,
    variant: Variant,
    *,
    policies: Sequence[str],
    matches: int,
    seed: int,
    best: bool = False,
) -> Score:
    """Plays at least so many matches against built-in policies, at each seat equally often."""

    def lanes(count: int) -> Lanes:
        return Lanes(variant, count, derived_seed(seed, 1), policies=policies)

    return evaluate_lanes(network, selection, lanes, matches=matches, seed=seed, best=best)


def evaluate_lanes(
    network: Network,
    selection: Selection,
    open_lanes: Callable[[int], Lanes],
    *,
    matches: int,
    seed: int,
    best: bool = False,
) -> Score:
    """Plays at least so many matches, at each seat equally often.

    Each lane plays the same number of matches: to stop after the first ones that are over would
    prefer short ones.

    Args:
        network: Who is judged.
        selection: What it sees and does.
        open_lanes: Makes a number of lanes in which it has one seat.
        matches: The least number of matches.
        seed: Of the network's own choices.
        best: Whether it plays the likeliest action instead of drawing one.
    """
    count = max(1, min(_MOST_LANES, matches // _MATCHES_OF_A_LANE))
    lanes = open_lanes(count)
    rounds = math.ceil(matches / (count * lanes.env.seats)) * lanes.env.seats
    rng = np.random.default_rng([seed, 2])
    payoffs = np.zeros((count, rounds))
    ended = np.zeros(count, np.int64)
    while (ended < rounds).any():
        seen = lanes.buffers
        assert seen.features is not None
        legal = selection.legal(seen.masks)
        logs, _ = network.think(selection.encode(seen.features), legal)
        chosen = logs.argmax(axis=1) if best else network.draw(logs, rng)
        seats = lanes.seats
        seen = lanes.step(playable(chosen, legal, selection, seen.masks), seats == seen.seats)
        rows = np.flatnonzero((seen.ends != 0) & (ended < rounds))
        payoffs[rows, ended[rows]] = seen.rewards[rows, seats[rows]]
        ended += seen.ends
    return Score.of(payoffs.ravel())
