"""Gymnasium's own vector environments, 1,024 lanes in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gymnasium
import numpy as np

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure

_LANES = 1024


def main() -> None:
    """Measures when asked."""
    serve(
        {
            "Gymnasium Blackjack-v1, sync": vector("Blackjack-v1", "sync"),
            "Gymnasium CartPole-v1, numpy": vector("CartPole-v1", "vector_entry_point"),
        }
    )


def vector(name: str, mode: str) -> Measure:
    """Random actions; both have two, always legal."""
    env = gymnasium.make_vec(name, num_envs=_LANES, vectorization_mode=mode)
    rng = np.random.default_rng(7)
    env.reset(seed=7)

    def play() -> int:
        env.step(rng.integers(0, 2, _LANES))
        return _LANES

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
