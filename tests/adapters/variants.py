"""Which variants of the games the adapters are tried on: all that the catalog has."""

from __future__ import annotations

import contextlib

from intrigue.engine import Refused
from intrigue.inprocess.game import Game


def variants() -> list[tuple[str, dict[str, str | int]]]:
    """Every game with its fewest, its default and its most seats, and with another value of each
    of its other choices, with the number of seats that allows it.
    """
    found: list[tuple[str, dict[str, str | int]]] = []
    for game in Game.all():
        if any(option.name == "seats" for option in game.options):
            counts = sorted({game.min_seats, game.settle()[1], game.max_seats})
            found += [(game.id, {"seats": count}) for count in counts]
        else:
            found.append((game.id, {}))
        for option in game.options:
            others = [value for value in option.values if value != option.default]
            found += [(game.id, sound(game, {option.name: value})) for value in others[:1]]
    return found


def sound(game: Game, options: dict[str, str | int]) -> dict[str, str | int]:
    """The options as they are, or else with the fewest seats with which they make sense."""
    counts = range(game.min_seats, game.max_seats + 1)
    for found in (options, *({**options, "seats": count} for count in counts)):
        with contextlib.suppress(Refused):
            game.settle(found)
            return found
    raise AssertionError(f"{game.id} makes no sense with {options}")


def name(variant: object) -> str:
    """A variant as tests are named."""
    if isinstance(variant, dict):
        return ",".join(f"{key}={value}" for key, value in variant.items()) or "default"
    return str(variant)
