"""Which variants of the games the adapters are tried on: all that the catalogue has."""

from __future__ import annotations

from intrigue.lab.game import Game


def variants() -> list[tuple[str, dict[str, str | int]]]:
    """Every game with its fewest, its default and its most seats, and with another value of each
    of its other choices.
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
            found += [(game.id, {option.name: value}) for value in others[:1]]
    return found


def name(variant: object) -> str:
    """A variant as tests are named."""
    if isinstance(variant, dict):
        return ",".join(f"{key}={value}" for key, value in variant.items()) or "default"
    return str(variant)
