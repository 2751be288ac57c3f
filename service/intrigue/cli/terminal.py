"""The terminal: styled output, column charts, lines of input, and a progress bar."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from intrigue.cli.choice_list import format_choice_list
from intrigue.cli.language import format_count, format_time
from intrigue.cli.messages import SimulationText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType
    from typing import Self, TextIO

    from intrigue import simulation
    from intrigue.cli.language import Lang, TranslatedText

Item = TypeVar("Item")

# Words that a person types to leave, and to agree.
QUIT: Final = frozenset({"quit", "q", "exit", "quitter"})
YES: Final = frozenset({"y", "yes", "o", "oui"})
# The closed list of style tags in which the core draws a table.
_STYLES: Final = {
    "b": "bold",
    "dim": "dim",
    "red": "red",
    "green": "green",
    "yellow": "yellow",
    "blue": "blue",
    "magenta": "magenta",
    "cyan": "cyan",
}
_TAG: Final = re.compile(r"\\\[|\[(/|" + "|".join(_STYLES) + r")\]")
# The characters of a column chart.
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_EIGHTHS: Final = len(_BLOCKS) - 1
_WIDEST: Final = 3
_AXIS: Final = "┤"


def styled(drawing: str) -> Text:
    """A drawing of the core with its style tags replaced by styles."""
    text = Text()
    open_styles: list[str] = []
    position = 0
    for tag in _TAG.finditer(drawing):
        text.append(drawing[position : tag.start()], " ".join(open_styles))
        position = tag.end()
        if tag[1] is None:
            text.append("[", " ".join(open_styles))
        elif tag[1] == "/":
            if open_styles:
                open_styles.pop()
        else:
            open_styles.append(_STYLES[tag[1]])
    text.append(drawing[position:], " ".join(open_styles))
    return text


class Screen:
    """The output of a command, in the language of its reader."""

    def __init__(self, lang: Lang, *, stderr: bool = False) -> None:
        self.lang = lang
        self._console = Console(highlight=False, markup=False, stderr=stderr)
        # Errors often name a file, and a wrapped path can't be copied.
        self._soft_wrap = stderr

    @property
    def interactive(self) -> bool:
        """Whether the output is a terminal."""
        return self._console.is_terminal

    def text(self, message: TranslatedText, /, **fields: object) -> str:
        """A sentence in the reader's language."""
        return message.text(self.lang, **fields)

    def say(self, message: TranslatedText, /, style: str = "", **fields: object) -> None:
        """Writes a sentence in the reader's language."""
        self.line(self.text(message, **fields), style)

    def line(self, text: str = "", style: str = "", *, whole: bool = False) -> None:
        """Writes a line, wrapped at the terminal's width; or `whole`, so that it can be copied."""
        self._console.print(Text(text, style), soft_wrap=whole or self._soft_wrap)

    def command(self, command: str) -> None:
        """Writes a command on a line of its own, unwrapped, so that it can be copied."""
        self._console.print(Text("  " + command, "cyan"), soft_wrap=True)

    def drawing(self, drawing: str) -> None:
        """Writes a drawing of the core."""
        self._console.print(styled(drawing.rstrip("\n")), soft_wrap=True)

    def heading(self, text: str) -> None:
        """Writes a heading."""
        self._console.print()
        self._console.print(Text(text, "bold"))

    def rule(self, text: str) -> None:
        """Writes a line across the terminal with a title in it."""
        self._console.rule(Text(text, "bold"), align="left", style="dim")

    def columns(
        self, rows: Iterable[tuple[str, ...]], *, styles: tuple[str, ...], right: int | None = None
    ) -> None:
        """Writes rows in aligned columns; the last column takes the wrapping."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        last = len(styles) - 1
        for index, style in enumerate(styles):
            grid.add_column(
                style=style,
                justify="right" if index == right else "left",
                no_wrap=index != last,
                overflow="fold",
            )
        for row in rows:
            grid.add_row(*(Text(cell) for cell in row))
        self._console.print(grid)

    def choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Writes labels and notations as a list, numbered from 1."""
        for line in format_choice_list(choices, self._console.width):
            self._console.print(line, soft_wrap=True)

    def score_sheet(self, seats: list[str], rows: list[tuple[str, list[str], bool]]) -> None:
        """Writes scores: a column per seat, a row per part; marked rows are bold."""
        sheet = Table(box=box.SIMPLE)
        sheet.add_column("")
        for seat in seats:
            sheet.add_column(Text(seat), justify="right")
        for label, points, marked in rows:
            style = "bold" if marked else ""
            sheet.add_row(Text(label), *points, style=style)
        self._console.print(sheet)

    def show(self, table: Table) -> None:
        """Writes a table."""
        self._console.print(table)

    @property
    def width(self) -> int:
        """The number of characters per line."""
        return self._console.width

    def ask(self, text: str) -> None:
        """Writes a question and leaves the cursor behind it."""
        self._console.print(Text(text + " ", "bold"), end="")
        self._console.file.flush()


class InputLines:
    """InputLines of input, read in a thread so that the match goes on meanwhile.

    A line is read only when one is asked for. A question that was overtaken by events leaves its
    line to the next question.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdin if stream is None else stream
        self._pending: asyncio.Future[str | None] | None = None

    @property
    def interactive(self) -> bool:
        """Whether a person types, rather than a pipe."""
        return self._stream.isatty()

    async def next(self) -> str | None:
        """The next line without its end, or None if there are no more."""
        line = await self.peek()
        self._pending = None
        return line

    async def next_echoed(self, screen: Screen) -> str | None:
        """The next line; shown, unless the terminal has shown it already."""
        line = await self.next()
        if not self.interactive:
            screen.line(line or "")
        return line

    async def peek(self) -> str | None:
        """The next line, which stays the next."""
        if self._pending is None:
            self._pending = asyncio.get_running_loop().create_future()
            # A daemon: a pending read does not keep the program alive.
            threading.Thread(target=self._read, args=(self._pending,), daemon=True).start()
        return await asyncio.shield(self._pending)

    def _read(self, answer: asyncio.Future[str | None]) -> None:
        try:
            line = self._stream.readline()
        except (OSError, ValueError):
            line = ""
        loop = answer.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(
                _set_result_once, answer, line.rstrip("\r\n") if line else None
            )


def _set_result_once(answer: asyncio.Future[str | None], line: str | None) -> None:
    if not answer.done():
        answer.set_result(line)


class ProgressBar:
    """A transient bar on the error output, if that is a terminal."""

    def __init__(self, what: TranslatedText, screen: Screen) -> None:
        console = Console(stderr=True, highlight=False, markup=False)
        self._screen = screen
        self.seconds = 0.0
        """The duration of the simulation at its last report."""
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rates]}", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
            expand=True,
        )
        self._task = self._bar.add_task(screen.text(what), total=None, rates="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def report(self, progress: simulation.Progress) -> None:
        """Shows the progress of a simulation."""
        self.seconds = progress.seconds
        screen, seconds = self._screen, max(progress.seconds, 1e-9)
        rates = []
        if progress.games:
            games, decisions = progress.games / seconds, progress.decisions / seconds
            left = (progress.total - progress.games) / games
            rates = [
                screen.text(SimulationText.MATCHES_A_SECOND, rate=format_count(games, screen.lang)),
                screen.text(
                    SimulationText.DECISIONS_A_SECOND, rate=format_count(decisions, screen.lang)
                ),
                screen.text(
                    SimulationText.TIME_LEFT, time=format_time(timedelta(seconds=round(left)))
                ),
            ]
        self.count(progress.games, progress.total, " · ".join(rates))

    def count(self, done: int, total: int, rates: str = "") -> None:
        """Shows how much of the work is done."""
        self._bar.update(self._task, completed=done, total=total, rates=rates)


def program_command() -> str:
    """The command that runs this program, as short as the user can type it."""
    return _shortest_command("intrigue", Path(sys.executable).with_name("intrigue"))


def python_command() -> str:
    """The command that runs the Python interpreter that has the SDK."""
    return _shortest_command("python", Path(sys.executable))


def _shortest_command(name: str, path: Path) -> str:
    found = shutil.which(name)
    if found is not None and Path(found) == path:
        return name
    here = os.path.relpath(path)
    return str(path) if here.startswith("..") else here


def column_chart(
    values: Sequence[float],
    marks: Sequence[str],
    labels: Sequence[str],
    *,
    width: int,
    height: int = 6,
) -> list[str]:
    """A column for each value from 0 to 1, with a mark and a label below it.

    If there are more values than columns, neighbors share one: their mean, and their longest mark.
    Labels are shown where there is room.
    """
    if not values:
        return []
    margin = len("1.0") + 1 + len(_AXIS)
    room = max(width - margin, 1)
    size = -(-len(values) // room)
    means = _group(values, size, lambda some: sum(some) / len(some))
    signs = _group(marks, size, lambda some: max(some, key=len))
    names = _group(labels, size, lambda some: some[0])
    # If a column has several characters, the last one is left free.
    each = max(1, min(_WIDEST, room // len(means)))
    lines = []
    for row in reversed(range(height)):
        cells = (_cell(mean, row, height) * max(1, each - 1) for mean in means)
        lines.append(f"{_tick(row, height):>3} {_AXIS}" + _join_cells(cells, each))
    if any(signs):
        lines.append(" " * margin + _join_cells((sign[:each] for sign in signs), each))
    lines.append(" " * margin + _label_line(names, each))
    return [line.rstrip() for line in lines]


def _group(items: Sequence[Item], size: int, join: Callable[[Sequence[Item]], Item]) -> list[Item]:
    return [join(items[start : start + size]) for start in range(0, len(items), size)]


def _cell(value: float, row: int, height: int) -> str:
    """The part of a column in a row, counted from below; every value shows at least one eighth."""
    eighths = max(1, round(min(max(value, 0.0), 1.0) * height * _EIGHTHS))
    return _BLOCKS[min(max(eighths - row * _EIGHTHS, 0), _EIGHTHS)]


def _tick(row: int, height: int) -> str:
    """The axis label of a row: its upper end, if that is a round number."""
    return {height: "1.0", height / 2: "0.5"}.get(row + 1, "")


def _join_cells(cells: Iterable[str], each: int) -> str:
    return "".join(cell.ljust(each) for cell in cells)


def _label_line(labels: Sequence[str], each: int) -> str:
    line = ""
    for number, label in enumerate(labels):
        place = number * each
        if place >= len(line) + (1 if line else 0):
            line = line.ljust(place) + label
    return line
