"""RLCard: whole matches, a random legal action each time."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import rlcard

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure


def main() -> None:
    """Measures when asked."""
    serve({f"RLCard {name}": matches(name) for name in ("leduc-holdem", "uno")})


def matches(name: str) -> Measure:
    """Each step hands out the next seat's observation and its legal actions."""
    env, rng = rlcard.make(name, config={"seed": 7}), random.Random(7)

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
