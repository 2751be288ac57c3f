"""How far long work has come, where a person looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from intrigue.cli.figures import format_count
from intrigue.cli.lab_messages import SimulationText

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from intrigue import simulation
    from intrigue.cli.phrase import TranslatedText
    from intrigue.cli.screen import Screen


class ProgressBar:
    """A bar on the error output, which it leaves as it was; none if that is no terminal."""

    def __init__(self, what: TranslatedText, screen: Screen) -> None:
        console = Console(stderr=True, highlight=False, markup=False)
        self._screen = screen
        self.seconds = 0.0
        """How long the simulation had taken when it was last heard of."""
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
        """Shows a moment of a simulation."""
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
                screen.text(SimulationText.TIME_LEFT, time=_spell(left)),
            ]
        self.count(progress.games, progress.total, " · ".join(rates))

    def count(self, done: int, total: int, rates: str = "") -> None:
        """Shows that so many of so many are done."""
        self._bar.update(self._task, completed=done, total=total, rates=rates)


def _spell(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
