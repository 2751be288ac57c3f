"""What it means that a person typed a line when asked for an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.cli.language import Lang
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
    line: str, legal: Sequence[Action], table: Sequence[Action], lang: Lang
) -> Chosen | NotLegal | Ambiguous | NoNumber | Unknown:
    """Reads a number of the list, a notation or a label, or the beginning of one.

    Legal actions come first: what begins only one of them means it, whatever else it begins.
    """
    wanted = _fold(line)
    if not wanted:
        return Unknown()
    if wanted.isdecimal():
        number = int(wanted)
        return Chosen(legal[number - 1]) if 1 <= number <= len(legal) else NoNumber()
    for exact in (True, False):
        for actions, meaning in ((legal, Chosen), (table, NotLegal)):
            matching = tuple(a for a in actions if _matches(wanted, a, lang, exact=exact))
            if len(matching) == 1:
                return meaning(matching[0])
            if matching:
                return Ambiguous(matching)
    return Unknown()


def _matches(wanted: str, action: Action, lang: Lang, *, exact: bool) -> bool:
    names = (_fold(action.notation), _fold(lang.of(action.label)))
    return wanted in names if exact else any(name.startswith(wanted) for name in names)


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())
