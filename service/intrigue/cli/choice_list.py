"""The numbered list of legal actions, and how a typed line selects one."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    Cell = tuple[str, str, str]
    from intrigue.cli.language import Lang
    from intrigue_proto.v1.game_pb2 import GameAction

# A longer list is shown in columns, if there is room.
_LONG_LIST: Final = 12
_MOST_COLUMNS: Final = 4
_MARGIN: Final = "  "
_STYLES: Final = ("bold", "", "dim")
# The marks around a name in a label, which people don't type.
_ISOLATES: Final = str.maketrans("", "", "\u2068\u2069")


def format_choice_list(choices: Sequence[tuple[str, str]], width: int) -> list[Text]:
    """The lines of a list of labels and notations, numbered from 1.

    A long list has several columns if they fit, if need be without the notations. Otherwise a
    notation is shown where there is room beside its label.
    """
    digits = len(str(len(choices)))
    cells = [(f"{n:>{digits}}", *choice) for n, choice in enumerate(choices, start=1)]
    many = len(cells) > _LONG_LIST
    if many:
        for shown in (cells, [(number, label, "") for number, label, _ in cells]):
            for count in range(_MOST_COLUMNS, 1, -1):
                lines = _in_columns(shown, count)
                if max(line.cell_len for line in lines) <= width:
                    return lines
    return _in_rows(cells, width, brief=many)


def _in_columns(cells: Sequence[Cell], count: int) -> list[Text]:
    """A list in `count` columns, filled from top to bottom."""
    height = -(-len(cells) // count)
    lines = [Text() for _ in range(height)]
    for start in range(0, len(cells), height):
        column = cells[start : start + height]
        widths = [max(cell_len(cell[part]) for cell in column) for part in range(3)]
        for line, cell in zip(lines, column, strict=False):
            parts = [_padded(part, room) for part, room in zip(cell, widths, strict=True) if room]
            line.append(_MARGIN if start else "").append_text(_line(*parts))
    for line in lines:
        line.rstrip()
    return lines


def _in_rows(cells: Sequence[Cell], width: int, *, brief: bool) -> list[Text]:
    """One choice per row; a notation without room beside its label is below it, or left out."""
    indent = len(_line(cells[0][0], "")) if cells else 0
    room = max(width - indent, 20)
    gap = len(_MARGIN)

    def fits(label_width: int, cell: Cell) -> bool:
        return label_width + gap + cell_len(cell[2]) <= room

    labels = max((cell_len(cell[1]) for cell in cells if fits(cell_len(cell[1]), cell)), default=0)
    lines = []
    for cell in cells:
        number, label, notation = cell
        if fits(max(cell_len(label), labels), cell):
            lines.append(_line(number, _padded(label, labels), notation))
        elif fits(cell_len(label), cell):
            lines.append(_line(number, label, notation))
        else:
            first, *others = textwrap.wrap(label, room) or [""]
            lines.append(_line(number, first))
            below = [] if brief else textwrap.wrap(notation, room)
            for style, rest in (("", others), ("dim", below)):
                lines += [Text(" " * indent).append(text, style) for text in rest]
    return lines


def _padded(text: str, columns: int) -> str:
    """A text padded with spaces to this many columns; marks around names take none."""
    return text + " " * (columns - cell_len(text))


def _line(*parts: str) -> Text:
    line = Text()
    for part, style in zip(parts, _STYLES, strict=False):
        line.append(_MARGIN).append(part, style)
    return line


@dataclass(frozen=True, slots=True)
class ChosenAction:
    """A legal action."""

    action: GameAction


@dataclass(frozen=True, slots=True)
class IllegalChoice:
    """An action of the game that the prompt does not offer."""

    action: GameAction


@dataclass(frozen=True, slots=True)
class AmbiguousChoice:
    """The beginning of several actions."""

    actions: tuple[GameAction, ...]


@dataclass(frozen=True, slots=True)
class NumberOutOfRange:
    """A number that the prompt does not show."""


@dataclass(frozen=True, slots=True)
class UnknownChoice:
    """Nothing that the game knows."""


def parse_choice(
    line: str, legal: Sequence[GameAction], table: Sequence[GameAction], lang: Lang
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


def _names(action: GameAction, lang: Lang) -> tuple[str, str]:
    return _fold(action.notation), _fold(lang.of(action.label))


def _is(wanted: str, name: str) -> bool:
    return name == wanted


def _begins(wanted: str, name: str) -> bool:
    return name.startswith(wanted)


def _has_words(wanted: str, name: str) -> bool:
    return f" {wanted} " in f" {name} "


def _fold(text: str) -> str:
    return " ".join(text.translate(_ISOLATES).casefold().split())
