"""What a line means to which a person answered a prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue_proto.v1.game_pb2 import Action


@dataclass(frozen=True, slots=True)
class Chosen:
    """A legal action."""

    action: Action


@dataclass(frozen=True, slots=True)
class NotLegal:
    """An action of the game that the prompt does not offer."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The beginning of several actions."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class NoNumber:
    """A number that the prompt does not show."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing that the game knows."""


def read_choice(
    line: str, legal: Sequence[Action], table: Sequence[Action]
) -> Chosen | NotLegal | Ambiguous | NoNumber | Unknown:
    """Reads a number of the list, a notation, or its beginning.

    Legal actions come first: what begins only one of them means it, whatever else it begins.
    """
    wanted = _fold(line)
    if wanted.isdecimal():
        number = int(wanted)
        return Chosen(legal[number - 1]) if 1 <= number <= len(legal) else NoNumber()
    for exact in (True, False):
        for actions, meaning in ((legal, Chosen), (table, NotLegal)):
            matching = tuple(a for a in actions if _matches(wanted, a, exact=exact))
            if len(matching) == 1:
                return meaning(matching[0])
            if matching:
                return Ambiguous(matching)
    return Unknown()


def _matches(wanted: str, action: Action, *, exact: bool) -> bool:
    notation = _fold(action.notation)
    return bool(wanted) and (notation == wanted if exact else notation.startswith(wanted))


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
