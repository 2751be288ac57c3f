"""The small variants, solved by OpenSpiel and by a solver of our own: both find the same value."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from tests.adapters.exact_solver import TreeSolver

from intrigue.adapters import openspiel  # noqa: F401 - registers intrigue_<game>
from intrigue.inprocess.game import Game

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "solve_small_games.py"
WHOLE = {
    "complots": ({"turn_limit": 5}, 5 / 8),
    "shadow_blades": ({}, 4 / 5),
}
# Smaller trees of the same games, as OpenSpiel walks them slowly: fewer turns, or a part of the
# deal fixed.
PARTS = {
    "complots": ({"turn_limit": 4}, 0),
    "shadow_blades": ({}, 3),
}
if "INTRIGUE_SOAK" in os.environ:
    PARTS = {game: (given, 0) for game, (given, _) in WHOLE.items()}


class Dealt:
    """A game whose first chances have their first outcome."""

    def __init__(self, game: Any, fixed_chances: int) -> None:
        self.game = game
        self.fixed_chances = fixed_chances

    def get_type(self) -> Any:
        return self.game.get_type()

    def new_initial_state(self) -> Any:
        state = self.game.new_initial_state()
        for _ in range(self.fixed_chances):
            first, _ = state.chance_outcomes()[0]
            state.apply_action(first)
        return state


def small(game: str, given: dict[str, Any], fixed_chances: int = 0) -> TreeSolver:
    """The small variant of a game for our own solver."""
    options, seats = Game(game).settle({**given, "seats": 2, "deck": "small", "first_seat": "0"})
    assert seats == 2
    return TreeSolver(game, options, fixed_chances)


def example() -> Any:
    """The example of the docs, as a module."""
    spec = importlib.util.spec_from_file_location(EXAMPLE.stem, EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", WHOLE)
def test_small_games_have_their_value(game):
    given, value = WHOLE[game]
    assert small(game, given).value() == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("game", PARTS)
def test_both_solvers_find_the_same_value(game):
    given, fixed_chances = PARTS[game]
    value = small(game, given, fixed_chances).value()
    parameters = {**given, "seats": 2, "deck": "small", "first_seat": '"0"'}
    dealt = Dealt(pyspiel.load_game(f"intrigue_{game}", parameters), fixed_chances)
    tree = pyspiel.load_efg_game(example().gambit_tree(dealt))
    assert tree.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    cfr = pyspiel.CFRPlusSolver(tree)
    for _ in range(40):
        cfr.evaluate_and_update_policy()
    policy = cfr.average_policy()
    exploitability = pyspiel.exploitability(tree, policy)
    assert exploitability < 0.05
    # Whoever deviates gains at most twice the exploitability: so near is the value.
    found, _ = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)
    assert abs(found - value) <= 2 * exploitability


def test_best_responses_exploit_random_play():
    game = pyspiel.load_game('intrigue_complots(deck=small,seats=2,turn_limit=2,first_seat="0")')
    tree = pyspiel.load_efg_game(example().gambit_tree(game))
    assert pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree)) > 0.1
    # On the game itself, without a detour: slower, and the same.
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(
        pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    )


def test_the_example_prints_and_draws(tmp_path, capsys):
    module = example()
    module.GAMES = {"Kuhn poker": "kuhn_poker"}
    module.main(["--iterations", "8", "--plot", str(tmp_path / "curve.svg")])
    assert capsys.readouterr().out.startswith("Kuhn poker: 0.1146 after 1")
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<?xml")
