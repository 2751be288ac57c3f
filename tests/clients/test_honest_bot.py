"""A bot that never bluffs and never challenges is no match for a search that believes claims."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from intrigue import Game

EXAMPLE = Path(__file__).parents[2] / "clients" / "examples" / "python" / "honest_bot.py"
MATCHES = 100


def honest_payoff(opponent: str) -> float:
    """What the honest bot gets with two seats, over deals that are always the same."""
    spec = importlib.util.spec_from_file_location("honest_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    total = 0.0
    for number in range(MATCHES):
        match = Game("complots").deal({"seats": 2}, seed=number)
        while not match.over:
            seat = match.asked[0]
            view = match.view(seat)
            if seat == number % 2:
                match.play(example.choose(view, view.prompt).id, seat)
            else:
                seed = len(match.steps)
                match.play(match.decide(opponent, seat=seat, seed=seed), seat)
        assert match.payoffs is not None
        total += match.payoffs[number % 2]
    return total / MATCHES


@pytest.mark.parametrize(
    ("opponent", "least", "most"),
    [("ismcts:sims=1000", 0.0, 0.6), ("ismcts:sims=1000,opponents=random", 0.75, 1.0)],
)
def test_what_honesty_gets(opponent, least, most):
    assert least <= honest_payoff(opponent) <= most
