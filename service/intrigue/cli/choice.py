"""What it means that a person typed a line when asked for an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.cli.language import Lang
    from intrigue_proto.v1.game_pb2 import Action


# The marks around a name in a label, which nobody types.
_ISOLATES: Final = str.maketrans("", "", "\u2068\u2069")


@dataclass(frozen=True, slots=True)
class ChosenAction:
    """A legal action."""

    action: Action


@dataclass(frozen=True, slots=True)
class IllegalChoice:
    """An action of the game that the prompt does not offer."""

    action: Action


@dataclass(frozen=True, slots=True)
class AmbiguousChoice:
    """The beginning of several actions."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class NumberOutOfRange:
    """A number that the prompt does not show."""


@dataclass(frozen=True, slots=True)
class UnknownChoice:
    """Nothing that the game knows."""


def parse_choice(
    line: str, legal: Sequence[Action], table: Sequence[Action], lang: Lang
) -> ChosenAction | IllegalChoice | AmbiguousChoice | NumberOutOfRange | UnknownChoice:
    """Reads a number of the list, a notation or a label, or a part of one.

    Legal actions come first: what begins only one of them means it, whatever else it begins. What
    begins no action may be words of a legal one: the name of a card, say, will do. The table knows
    a legal action too, in words that have seats by number.
    """
    wanted = _fold(line)
    if not wanted:
        return UnknownChoice()
    if wanted.isdecimal():
        number = int(wanted)
        return ChosenAction(legal[number - 1]) if 1 <= number <= len(legal) else NumberOutOfRange()
    offered = {action.id: action for action in legal}
    for is_meant, actions in (
        (_is, legal),
        (_is, table),
        (_begins, legal),
        (_begins, table),
        (_has_words, legal),
    ):
        matching = tuple(a for a in actions if any(is_meant(wanted, n) for n in _names(a, lang)))
        if len(matching) == 1:
            action = offered.get(matching[0].id)
            return IllegalChoice(matching[0]) if action is None else ChosenAction(action)
        if matching:
            return AmbiguousChoice(matching)
    return UnknownChoice()


def _names(action: Action, lang: Lang) -> tuple[str, str]:
    return _fold(action.notation), _fold(lang.of(action.label))


def _is(wanted: str, name: str) -> bool:
    return name == wanted


def _begins(wanted: str, name: str) -> bool:
    return name.startswith(wanted)


def _has_words(wanted: str, name: str) -> bool:
    return f" {wanted} " in f" {name} "


def _fold(text: str) -> str:
    return " ".join(text.translate(_ISOLATES).casefold().split())
