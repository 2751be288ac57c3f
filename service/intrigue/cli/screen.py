"""The terminal: text with styles where there are any, plain text where there are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from intrigue.cli.offer import format_choice_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from intrigue.cli.language import Lang
    from intrigue.cli.phrase import TranslatedText

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


def styled(drawing: str) -> Text:
    """A drawing of the core with its style tags turned into styles."""
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
    """Where a command writes, in the language of its reader."""

    def __init__(self, lang: Lang, *, stderr: bool = False) -> None:
        self.lang = lang
        self._console = Console(highlight=False, markup=False, stderr=stderr)
        # What goes wrong often names a file: a path broken in two can't be copied.
        self._soft_wrap = stderr

    @property
    def interactive(self) -> bool:
        """Whether a person looks on."""
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
        """Writes scores: a column a seat, a row a part; the rows marked stand out."""
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
        """How many characters a line has."""
        return self._console.width

    def ask(self, text: str) -> None:
        """Writes a question and leaves the cursor after it."""
        self._console.print(Text(text + " ", "bold"), end="")
        self._console.file.flush()
