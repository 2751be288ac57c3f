"""The options of a game, as users give them and as messages have them.

Users give one mapping, in which `seats` is the number of seats and a document is its text. Messages
have three fields: `options`, `documents` and `seat_count`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    Options: TypeAlias = Mapping[str, str | int | bool]

# The number of seats in a user's mapping. In messages it is a field of its own.
SEATS: Final = "seats"


class GameWithSeats(Protocol):
    """A game of the catalog, whether it comes from the service or from this process."""

    @property
    def min_seats(self) -> int:
        """The smallest number of seats."""

    @property
    def max_seats(self) -> int:
        """The largest number of seats."""


def encode_options(options: Options | None) -> dict[str, str]:
    """The mapping of a user with all values as text."""
    return {name: _encode(value) for name, value in (options or {}).items()}


def encode_options_for(game: GameWithSeats, options: Options | None, seats: int) -> dict[str, str]:
    """The encoded options, with `seats` as the number of seats unless it is given or fixed."""
    encoded = encode_options(options)
    if game.min_seats != game.max_seats:
        encoded.setdefault(SEATS, str(seats))
    return encoded


def split_settings(settings: Options | None) -> tuple[dict[str, str], dict[str, str], int]:
    """The options, documents and seat count of a user's mapping; a seat count of 0 means the
    default of the game.

    A value is the text of a document if it has a line break or begins with a brace, as in the core.

    Raises:
        ValueError: `seats` is not a positive whole number.
    """
    options, documents, seat_count = {}, {}, 0
    for name, value in encode_options(settings).items():
        if name == SEATS:
            seat_count = _seat_count(value)
        elif is_document(value):
            documents[name] = value
        else:
            options[name] = value
    return options, documents, seat_count


def join_settings(
    options: Mapping[str, str], documents: Mapping[str, str], seat_count: int
) -> dict[str, str]:
    """The mapping of which a message has the parts; without `seats` if the seat count is 0.

    A game whose number of seats is fixed takes no `seats`: give 0.
    """
    settings = dict(options)
    for name, text in documents.items():
        # In one mapping, a document without a line break would be taken for a name.
        settings[name] = text if is_document(text) else f"{text}\n"
    if seat_count:
        settings[SEATS] = str(seat_count)
    return dict(sorted(settings.items()))


def is_document(value: str) -> bool:
    """Whether a value is the text of a document, and not the name of one."""
    return value.startswith("{") or "\n" in value


def _seat_count(value: str) -> int:
    # Only the plain form of a number, as for any other option.
    if not (value.isascii() and value.isdecimal() and not value.startswith("0")):
        raise ValueError(f"seats: expected a positive whole number, not {value!r}")
    return int(value)


def _encode(value: str | int | bool) -> str:
    # In Python a bool is an int; the contract has true and false.
    return str(value).lower() if isinstance(value, bool) else str(value)
