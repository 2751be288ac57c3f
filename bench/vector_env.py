"""`intrigue.VectorEnv`: 1,024 lanes on one thread, with tensors and masks, measured when asked."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import intrigue
from bench.measure_on_request import serve

if TYPE_CHECKING:
    from bench.measure_on_request import Measure

LANES = 1024
SUBJECTS = {
    "district_noir, 2 seats": ("district_noir", {}),
    "complots, 2 seats": ("complots", {"seats": "2"}),
    "complots, 4 seats": ("complots", {"seats": "4"}),
    "complots, 8 seats": ("complots", {"seats": "8"}),
    "shadow_blades, 2 seats": ("shadow_blades", {"seats": "2"}),
    "shadow_blades, 4 seats": ("shadow_blades", {"seats": "4"}),
}


def main() -> None:
    """Measures when asked."""
    measures: dict[str, Measure] = {}
    for name, (game, options) in SUBJECTS.items():
        subject = Subject(game, options)
        # The loop is played once, and timed in two ways.
        measures[f"{name}|steps and choices"] = subject.loop
        measures[f"{name}|steps"] = subject.steps_alone
    serve(measures)


class Subject:
    """A game in a vector."""

    def __init__(self, game: str, options: dict[str, str]) -> None:
        self._env = intrigue.VectorEnv(game, LANES, options=options, seed=7, threads=1)
        self._steps_alone = 0.0

    def loop(self, seconds: float) -> float:
        """Decisions a second: a random legal action for each lane, and the step."""
        env, clock = self._env, time.process_time
        start, stepping, decisions = clock(), 0.0, 0
        while True:
            actions = env.sample()
            before = clock()
            env.step(actions)
            now = clock()
            stepping += now - before
            decisions += LANES
            if now - start >= seconds:
                self._steps_alone = decisions / stepping
                return decisions / (now - start)

    def steps_alone(self, _seconds: float) -> float:
        """The same loop without the choices, which the caller of a vector makes by himself."""
        return self._steps_alone


if __name__ == "__main__":
    main()
