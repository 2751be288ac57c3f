"""The variant of a game, however the caller spells its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue.inprocess.game import Game

    Options: TypeAlias = Mapping[str, str | int | bool]

# A game in which the number of seats varies has this option.
_SEATS: Final = "seats"


def spell(options: Options | None) -> dict[str, str]:
    """Options as the contract has them: names and values are text."""
    return {name: _word(value) for name, value in (options or {}).items()}


def spell_for(game: Game, options: Options | None, seats: int) -> dict[str, str]:
    """Options as the contract has them, with so many seats unless they say otherwise."""
    spelled = spell(options)
    if any(option.name == _SEATS for option in game.options):
        spelled.setdefault(_SEATS, str(seats))
    return spelled


def _word(value: str | int | bool) -> str:
    # A truth value is a number to Python, but not to the contract.
    return str(value).lower() if isinstance(value, bool) else str(value)
