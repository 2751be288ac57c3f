"""Results written to files: JSON, CSV and plots."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from intrigue.cli.errors import CommandError, cannot_write
from intrigue.cli.messages import CliText, SimulationText

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.figure import Figure

    from intrigue.cli.terminal import Screen


STDOUT: Final = "-"
PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")
# Dark on white.
PLOT_COLOR: Final = "#1f4e79"

JsonOption = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="[FILE]",
        help="Write the result as JSON to a file; without one, or to -, instead of the table.",
    ),
]
CsvOption = Annotated[
    str | None,
    typer.Option(
        "--csv", metavar="FILE", help="Write the result as CSV to a file; to -, instead of tables."
    ),
]
PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw the result: png, svg or pdf (needs intrigue[plot]).",
    ),
]


class JsonOptionCommand(TyperCommand):
    """Takes `--json` with a file or without one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads a `--json` without a file as `--json -`."""
        read: list[str] = []
        for number, word in enumerate(args):
            read.append(word)
            following = args[number + 1] if number + 1 < len(args) else "--"
            if word == "--json" and following != STDOUT and following.startswith("-"):
                read.append(STDOUT)
        return super().parse_args(ctx, read)


@dataclass(frozen=True, slots=True)
class OutputFiles:
    """The files that a command writes; `-` is the standard output."""

    json: str | None = None
    csv: str | None = None
    plot: Path | None = None

    @property
    def uses_stdout(self) -> bool:
        """Whether a file is the standard output, so that nothing else is written there."""
        return STDOUT in {self.json, self.csv}

    def check(self, screen: Screen) -> None:
        """Raises CommandError for files that can't be written, before the work begins."""
        if self.json == self.csv == STDOUT:
            raise CommandError(screen.text(CliText.CONFLICT, one="--json -", other="--csv -"))
        for path in (self.json, self.csv, self.plot):
            if path is not None and path != STDOUT:
                _check_folder(Path(path), screen)
        if self.plot is None:
            return
        if self.plot.suffix.lower() not in PLOT_SUFFIXES:
            known = ", ".join(PLOT_SUFFIXES)
            raise CommandError(screen.text(SimulationText.BAD_PLOT, path=self.plot, known=known))
        if importlib.util.find_spec("matplotlib") is None:
            raise CommandError(
                screen.text(SimulationText.NEED_EXTRA, option="--plot", extra="plot")
            )

    def write(
        self,
        content: Mapping[str, object],
        rows: Sequence[Mapping[str, object]],
        draw: Callable[[Figure], None],
        screen: Screen,
    ) -> None:
        """Writes the files; there is at least one row, and all rows have the same columns."""
        if self.json is not None:
            text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
            _write(self.json, text, screen, quiet=self.uses_stdout)
        if self.csv is not None:
            table = io.StringIO()
            writer = csv.DictWriter(table, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            _write(self.csv, table.getvalue(), screen, quiet=self.uses_stdout)
        if self.plot is not None:
            _plot(self.plot, draw, screen)
            if not self.uses_stdout:
                screen.line(screen.text(SimulationText.WRITTEN, path=self.plot), whole=True)


def _write(path: str, text: str, screen: Screen, *, quiet: bool) -> None:
    if path == STDOUT:
        typer.echo(text, nl=False)
        return
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise cannot_write(path, error, screen) from None
    if not quiet:
        screen.line(screen.text(SimulationText.WRITTEN, path=path), whole=True)


def _plot(path: Path, draw: Callable[[Figure], None], screen: Screen) -> None:
    # Without pyplot no window is opened.
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    draw(figure)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise cannot_write(path, error, screen) from None


def _check_folder(path: Path, screen: Screen) -> None:
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        why = screen.text(SimulationText.NO_FOLDER, folder=folder)
        raise CommandError(screen.text(CliText.CANNOT_WRITE, path=path, why=why))
