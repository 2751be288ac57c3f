"""All games, and matches played at random, for the tests of the library."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from intrigue import Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from intrigue import Match, World

GAMES = Game.all()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def choose(playable: Match | World, rng: random.Random) -> tuple[int, int]:
    """A seat that is asked, and a legal action of it."""
    seat = rng.choice(playable.asked)
    return seat, rng.choice(playable.legal(seat))


def play_on(playable: Match | World, rng: random.Random, steps: int | None = None) -> None:
    """Plays at random, to the end or for a number of steps."""
    done = 0
    while not playable.over and (steps is None or done < steps):
        seat, action = choose(playable, rng)
        playable.play(action, seat)
        done += 1


def assert_paid(game: Game, payoffs: Sequence[float]) -> None:
    """Holds what a match has paid against what it may pay."""
    if game.cooperative:
        assert set(payoffs) in ({0.0}, {1.0})
    else:
        assert min(payoffs) >= 0
        assert sum(payoffs) == pytest.approx(1)


def positions(game: Game, seed: int, steps: int) -> Iterator[Match]:
    """A match played at random, at each decision of it; it is the same object each time."""
    rng = random.Random(seed)
    match = game.deal(seed=seed)
    for _ in range(steps):
        if match.over:
            return
        yield match
        seat, action = choose(match, rng)
        match.play(action, seat)
