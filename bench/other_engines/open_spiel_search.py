"""OpenSpiel's own information-set tree search, which is C++ like its games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pyspiel

from bench.measure_on_request import rate, serve
from bench.other_engines import SEARCHES

if TYPE_CHECKING:
    from bench.measure_on_request import Measure

_RNG = random.Random(11)
# As many positions, and as many simulations in each, as our own search has.
_POSITIONS = 16
_SIMULATIONS = 2_000


def main() -> None:
    """Measures when asked."""
    serve({name: simulations(game) for game, name in SEARCHES.items()})


def simulations(name: str) -> Measure:
    """Simulations a second, each of them in a world that fits what the seat knows and to the end
    of the match, at the first decision after a deal.
    """
    game = pyspiel.load_game(name)
    deals = []
    for _ in range(_POSITIONS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(_RNG.choice(state.legal_actions()))
        deals.append(state)
    search = pyspiel.ISMCTSBot(11, pyspiel.RandomRolloutEvaluator(1, 11), 1.0, _SIMULATIONS)

    def play() -> int:
        search.get_policy(_RNG.choice(deals))
        return _SIMULATIONS

    return lambda seconds: rate(seconds, play)


if __name__ == "__main__":
    main()
