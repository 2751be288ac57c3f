"""EnvPool: 1,024 lanes on one thread of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import envpool
import numpy as np

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure

_LANES = 1024


def main() -> None:
    """Measures when asked."""
    serve(
        {
            "EnvPool LeducHoldem-v1": leduc(),
            "EnvPool Blackjack-v1": blackjack(),
        }
    )


def leduc() -> Measure:
    """Two seats, tensors and masks; steps that only deal the next match count as well."""
    env = envpool.make("LeducHoldem-v1", env_type="gymnasium", num_envs=_LANES, num_threads=1)
    rng = np.random.default_rng(7)
    masks = env.reset()[1]["legal_action_mask"]

    def play() -> int:
        nonlocal masks
        actions = (masks * rng.random(masks.shape)).argmax(axis=1).astype(np.int32)
        masks = env.step(actions)[-1]["legal_action_mask"]
        return _LANES

    return lambda seconds: rate(seconds, play)


def blackjack() -> Measure:
    """One seat against the bank, two actions that are always legal."""
    env = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=_LANES, num_threads=1)
    rng = np.random.default_rng(7)
    env.reset()

    def play() -> int:
        env.step(rng.integers(0, 2, _LANES, dtype=np.int32))
        return _LANES

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
