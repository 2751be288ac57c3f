"""OpenSpiel: its own C++ playing by itself, and its states stepped from Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pyspiel
from open_spiel.python.observation import make_observation

from bench.measure_on_request import rate, serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.measure_on_request import Measure

_RNG = random.Random(7)
# States after the deal, from which all play starts: dealing card by card is not what is compared.
_DEALS = 100
# Playouts of each deal whose decisions are counted, and playouts of C++ between two looks at the
# clock.
_COUNTED = 50
_ROLLOUTS = 2_000


def main() -> None:
    """Measures when asked."""
    serve(
        {
            "OpenSpiel leduc_poker, C++ alone": rollouts("leduc_poker"),
            "OpenSpiel hearts, C++ alone": rollouts("hearts"),
            "OpenSpiel hearts from Python, no tensors": stepping("hearts", observe=False),
            "OpenSpiel leduc_poker from Python": stepping("leduc_poker", observe=True),
            "OpenSpiel crazy_eights from Python": stepping("crazy_eights", observe=True),
        }
    )


def rollouts(name: str) -> Measure:
    """Random playouts that never leave C++: a search with a single simulation evaluates the state
    it was given by as many playouts as one likes.
    """
    game = pyspiel.load_game(name)
    deals = [_dealt(game) for _ in range(_DEALS)]
    lengths = [sum(_decisions(deal) for _ in range(_COUNTED)) / _COUNTED for deal in deals]
    evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, 7)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 7, False)

    def play() -> float:
        deal = _RNG.randrange(_DEALS)
        search.mcts_search(deals[deal])
        return lengths[deal] * _ROLLOUTS

    return lambda seconds: rate(seconds, play)


def stepping(name: str, *, observe: bool) -> Measure:
    """The loop of the documentation: legal actions, one at random, apply. Observations are written
    into an array that is used again and again, the fastest way that there is.
    """
    game = pyspiel.load_game(name)
    deals = [_dealt(game) for _ in range(_DEALS)]
    observation = make_observation(game) if observe else None
    observer = observation.set_from if observation else None
    return lambda seconds: rate(seconds, lambda: sum(_decisions(deal, observer) for deal in deals))


def _dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_RNG.choice(state.legal_actions()))
    return state


def _decisions(deal: Any, observer: Callable[[Any, int], None] | None = None) -> int:
    """Plays a deal to its end at random; in these games all outcomes of chance are as likely."""
    state, decisions, draw = deal.clone(), 0, _RNG.random
    while True:
        seat = state.current_player()
        if seat >= 0:
            decisions += 1
            if observer:
                observer(state, seat)
        elif seat == pyspiel.PlayerId.TERMINAL:
            return decisions
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])


if __name__ == "__main__":
    main()
