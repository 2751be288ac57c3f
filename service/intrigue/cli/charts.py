"""Charts of characters, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Item = TypeVar("Item")

_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_EIGHTHS: Final = len(_BLOCKS) - 1
_WIDEST: Final = 3
_AXIS: Final = "┤"


def column_chart(
    values: Sequence[float],
    marks: Sequence[str],
    labels: Sequence[str],
    *,
    width: int,
    height: int = 6,
) -> list[str]:
    """A column for each value from 0 to 1, with a mark and a label below it.

    Where the line has no room for so many, neighbors share a column: their mean, and their
    longest mark. Labels stand where there is room for them.
    """
    if not values:
        return []
    margin = len("1.0") + 1 + len(_AXIS)
    room = max(width - margin, 1)
    size = -(-len(values) // room)
    means = _together(values, size, lambda some: sum(some) / len(some))
    signs = _together(marks, size, lambda some: max(some, key=len))
    names = _together(labels, size, lambda some: some[0])
    # The last of the characters of a column is left free, if there are several.
    each = max(1, min(_WIDEST, room // len(means)))
    lines = []
    for row in reversed(range(height)):
        cells = (_cell(mean, row, height) * max(1, each - 1) for mean in means)
        lines.append(f"{_tick(row, height):>3} {_AXIS}" + _joined(cells, each))
    if any(signs):
        lines.append(" " * margin + _joined((sign[:each] for sign in signs), each))
    lines.append(" " * margin + _ruler(names, each))
    return [line.rstrip() for line in lines]


def _together(
    items: Sequence[Item], size: int, join: Callable[[Sequence[Item]], Item]
) -> list[Item]:
    return [join(items[start : start + size]) for start in range(0, len(items), size)]


def _cell(value: float, row: int, height: int) -> str:
    """The part of a column that is in a row, counted from below. The least value shows too."""
    eighths = max(1, round(min(max(value, 0.0), 1.0) * height * _EIGHTHS))
    return _BLOCKS[min(max(eighths - row * _EIGHTHS, 0), _EIGHTHS)]


def _tick(row: int, height: int) -> str:
    """What is written beside a row: its upper end, where that is a round number."""
    return {height: "1.0", height / 2: "0.5"}.get(row + 1, "")


def _joined(cells: Iterable[str], each: int) -> str:
    return "".join(cell.ljust(each) for cell in cells)


def _ruler(labels: Sequence[str], each: int) -> str:
    line = ""
    for number, label in enumerate(labels):
        place = number * each
        if place >= len(line) + (1 if line else 0):
            line = line.ljust(place) + label
    return line
