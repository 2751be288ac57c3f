"""What a simulation found: as tables for people, and as JSON and CSV for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from intrigue.cli.figures import count, decimal, span
from intrigue.cli.lab_messages import LabSay
from intrigue.inprocess.simulation_result import SimulationResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.simulation_pb2 import Estimate, SimulationSummary

_ALL_SEATS: Final = "all"
# A game may end in many ways; these are the usual ones.
_ENDINGS_SHOWN: Final = 6


def show_summary(summary: SimulationSummary, seconds: float, screen: Screen) -> None:
    """Writes the tables: each policy, each of them at each seat, and what it took."""
    lang = screen.lang
    table = _table([LabSay.PAYOFF, LabSay.INTERVAL, LabSay.WINS, LabSay.INTERVAL], screen)
    for number, result in enumerate(summary.policies, start=1):
        table.add_row(
            str(number),
            Text(result.policy),
            decimal(result.payoff.mean, lang),
            span(result.payoff.low, result.payoff.high, lang),
            decimal(result.wins.mean, lang),
            span(result.wins.low, result.wins.high, lang),
        )
    screen.show(table)
    if not summary.task.fixed_seats:
        _show_seats(summary, screen)
    tally, length = summary.tally, summary.length
    screen.say(
        LabSay.LENGTH,
        mean=decimal(length.mean, lang, 1),
        span=span(length.low, length.high, lang, 1),
        shortest=count(tally.shortest, lang),
        longest=count(tally.longest, lang),
    )
    if tally.endings:
        screen.say(LabSay.ENDINGS, endings=_endings(summary))
    screen.say(
        LabSay.RATE,
        games=count(tally.games, lang),
        decisions=count(tally.decisions, lang),
        seconds=decimal(seconds, lang, 1),
        rate=count(tally.decisions / max(seconds, 1e-9), lang),
    )
    screen.say(LabSay.SEED, "dim", seed=summary.task.seed.hex())


def as_json(summary: SimulationSummary) -> Mapping[str, object]:
    """All of a summary, as Python programs write it too. It has no times, so that the same
    simulation gives the same text.
    """
    content: Mapping[str, object] = json.loads(SimulationResult.of(summary, 0.0).to_json())
    return content


def as_rows(summary: SimulationSummary) -> list[dict[str, object]]:
    """A row for each policy, and one for each seat at which it sat, which has no intervals."""
    rows: list[dict[str, object]] = []
    for number, result in enumerate(summary.policies, start=1):
        named = {"number": number, "policy": result.policy}
        games = summary.tally.games
        rows.append(
            named
            | {"seat": _ALL_SEATS, "games": games}
            | _cells("payoff", result.payoff)
            | _cells("wins", result.wins)
        )
        for seat in result.seats:
            if seat.games:
                payoff = {"payoff": seat.payoff, "payoff_low": "", "payoff_high": ""}
                wins = {"wins": seat.wins, "wins_low": "", "wins_high": ""}
                rows.append(named | {"seat": seat.seat, "games": seat.games} | payoff | wins)
    return rows


def _show_seats(summary: SimulationSummary, screen: Screen) -> None:
    screen.say(LabSay.PAYOFF_BY_SEAT, "bold")
    seats = range(len(summary.policies))
    headings = [screen.phrase(LabSay.SEAT_NUMBER, seat=seat) for seat in seats]
    table = _table(headings, screen)
    for number, result in enumerate(summary.policies, start=1):
        payoffs = [decimal(seat.payoff, screen.lang) for seat in result.seats]
        table.add_row(str(number), Text(result.policy), *payoffs)
    screen.show(table)


def _table(headings: Sequence[LabSay | str], screen: Screen) -> Table:
    """A table whose rows begin with the number of a policy and its name."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", justify="right")
    # Names grow with their parameters: they take the wrapping.
    table.add_column(screen.phrase(LabSay.POLICY), overflow="fold", min_width=6)
    for heading in headings:
        text = heading if isinstance(heading, str) else screen.phrase(heading)
        table.add_column(text, justify="right", no_wrap=True)
    return table


def _endings(summary: SimulationSummary) -> str:
    tally = summary.tally
    often = sorted(tally.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    shown = [f"{name} {times / tally.games:.1%}" for name, times in often[:_ENDINGS_SHOWN]]
    return ", ".join([*shown, *(["…"] if len(often) > _ENDINGS_SHOWN else [])])


def _cells(name: str, estimate: Estimate) -> dict[str, object]:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
