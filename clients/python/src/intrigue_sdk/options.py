"""The variant of a game, however the caller spells its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue_proto.v1.game_pb2 import Game

    Options: TypeAlias = Mapping[str, str | int | bool]

# A game in which the number of seats varies has this option.
SEATS: Final = "seats"


def spell(options: Options | None) -> dict[str, str]:
    """Options as the contract has them: names and values are text."""
    return {name: _word(value) for name, value in (options or {}).items()}


def has_seats(game: Game) -> bool:
    """Whether the number of seats is an option of the game."""
    return any(option.name == SEATS for option in game.options)


def _word(value: str | int | bool) -> str:
    # A truth value is a number to Python, but not to the contract.
    return str(value).lower() if isinstance(value, bool) else str(value)
