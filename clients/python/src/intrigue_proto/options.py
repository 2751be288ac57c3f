"""The options of a game, encoded as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Options: TypeAlias = Mapping[str, str | int | bool]

# A game in which the number of seats varies has this option.
SEATS: Final = "seats"


class OptionWithName(Protocol):
    """An option that a game offers."""

    @property
    def name(self) -> str:
        """The name of the option."""


class GameWithOptions(Protocol):
    """A game of the catalog, whether it comes from the service or from this process."""

    @property
    def options(self) -> Iterable[OptionWithName]:
        """The options that the game offers."""


def encode_options(options: Options | None) -> dict[str, str]:
    """Options as the contract has them: names and values are text."""
    return {name: _encode(value) for name, value in (options or {}).items()}


def encode_options_for(
    game: GameWithOptions, options: Options | None, seats: int
) -> dict[str, str]:
    """The encoded options, with `seats` as the number of seats unless it is given or fixed."""
    encoded = encode_options(options)
    if any(option.name == SEATS for option in game.options):
        encoded.setdefault(SEATS, str(seats))
    return encoded


def _encode(value: str | int | bool) -> str:
    # In Python a bool is an int; the contract has true and false.
    return str(value).lower() if isinstance(value, bool) else str(value)
