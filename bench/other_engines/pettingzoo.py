"""PettingZoo's classic games, as its documentation plays them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure


def main() -> None:
    """Measures when asked."""
    serve(
        {
            "PettingZoo leduc_holdem_v4": matches(leduc_holdem_v4.env()),
            "PettingZoo texas_holdem_v4": matches(texas_holdem_v4.env()),
        }
    )


def matches(env: Any) -> Measure:
    """Whole matches with tensors and masks, a random legal action each time."""
    rng = random.Random(7)
    env.reset(seed=7)

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
                decisions += 1
        return decisions

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
