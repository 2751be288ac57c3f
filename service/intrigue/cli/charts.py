"""Charts: columns of characters for a terminal, and plots drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from intrigue.cli.decision import Mark
from intrigue.cli.language import format_count
from intrigue.cli.messages import SimulationText

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from intrigue.cli.decision import Decision
    from intrigue.cli.language import Lang
    from intrigue_proto.v1.simulation_pb2 import SimulationSummary

Item = TypeVar("Item")
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_EIGHTHS: Final = len(_BLOCKS) - 1
_WIDEST: Final = 3
_AXIS: Final = "┤"
# Dark on white, and distinct from each other.
_INK: Final = "#1f4e79"
_MARKS: Final = {Mark.MISTAKE: "#e08e0b", Mark.BLUNDER: "#c0392b"}


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


def draw_summary(figure: Figure, summary: SimulationSummary, lang: Lang) -> None:
    """The payoff of each policy with its interval, and beside it the payoff at each seat."""
    count = len(summary.policies)
    seats = not summary.task.fixed_seats
    figure.set_size_inches(10 if seats else 6, 1.6 + 0.5 * count)
    axes = figure.subplots(1, 2, width_ratios=(3, 2)) if seats else [figure.subplots()]
    _draw_payoffs(axes[0], summary, lang)
    if seats:
        _draw_seats(axes[1], summary, lang)
        figure.legend(*axes[1].get_legend_handles_labels(), loc="outside right center", fontsize=8)
    games = format_count(summary.tally.games, lang)
    figure.suptitle(SimulationText.MATCHES.text(lang, game=summary.task.game, games=games))


def draw_analysis(
    figure: Figure, decisions: Sequence[Decision], seat: int, policy: str, lang: Lang
) -> None:
    """The value of the match to a seat at each of its decisions, with marked mistakes."""
    figure.set_size_inches(9, 4)
    axes = figure.subplots()
    judged = [decision for decision in decisions if decision.best is not None]
    steps = [decision.step for decision in judged]
    axes.plot(steps, [_value(decision) for decision in judged], color=_INK, marker="o", ms=4)
    for mark, color in _MARKS.items():
        marked = [decision for decision in judged if decision.mark is mark]
        if not marked:
            continue
        places = [decision.step for decision in marked]
        taken = [
            decision.chosen_value.value if decision.chosen_value else 0.0 for decision in marked
        ]
        axes.vlines(places, taken, [_value(decision) for decision in marked], colors=color)
        axes.plot(places, taken, linestyle="", marker="v", color=color, label=str(mark))
    if any(decision.mark for decision in judged):
        axes.legend()
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(SimulationText.STEP.text(lang))
    axes.set_ylabel(SimulationText.PAYOFF.text(lang))
    axes.grid(alpha=0.3)
    axes.set_title(
        f"{SimulationText.VALUE_OVER_THE_MATCH.text(lang, seat=seat)} ({policy})", fontsize=10
    )


def _draw_payoffs(axes: Axes, summary: SimulationSummary, lang: Lang) -> None:
    places = range(len(summary.policies))
    means = [result.payoff.mean for result in summary.policies]
    below = [result.payoff.mean - result.payoff.low for result in summary.policies]
    above = [result.payoff.high - result.payoff.mean for result in summary.policies]
    axes.barh(places, means, height=0.6, color=_INK, alpha=0.35)
    axes.errorbar(means, places, xerr=[below, above], fmt="o", color=_INK, capsize=4)
    axes.set_yticks(places, [result.policy for result in summary.policies])
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel(f"{SimulationText.PAYOFF.text(lang)} ({SimulationText.INTERVAL.text(lang)})")
    axes.grid(axis="x", alpha=0.3)


def _draw_seats(axes: Axes, summary: SimulationSummary, lang: Lang) -> None:
    """A bar per policy and seat."""
    count = len(summary.policies)
    thickness = 0.8 / count
    for seat in range(count):
        offset = (seat - (count - 1) / 2) * thickness
        axes.barh(
            [row + offset for row in range(count)],
            [result.seats[seat].payoff for result in summary.policies],
            height=thickness * 0.9,
            color=_INK,
            alpha=1 - 0.75 * seat / count,
            label=SimulationText.SEAT_NUMBER.text(lang, seat=seat),
        )
    axes.set_yticks(range(count), [str(row + 1) for row in range(count)])
    axes.invert_yaxis()
    axes.set_xlabel(SimulationText.PAYOFF_BY_SEAT.text(lang))
    axes.grid(axis="x", alpha=0.3)


def _value(decision: Decision) -> float:
    return decision.best.value if decision.best is not None else 0.0
