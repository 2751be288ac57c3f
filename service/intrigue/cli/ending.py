"""How a match ended, told to one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.cli.messages import CliText

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.match_pb2 import Outcome

_WHOLE_WIN = 840


def show_outcome(
    outcome: Outcome, seat: int | None, names: Mapping[int, str], screen: Screen
) -> None:
    """Tells the outcome and the parts of each score; `seat` is the reader's own, if any."""
    screen.rule(screen.text(CliText.OVER))
    screen.line(screen.lang.of(outcome.text))
    if seat is not None:
        screen.line(_verdict(outcome, seat, screen), "bold")
    if not outcome.scores:
        return
    parts: dict[str, dict[int, int]] = {}
    labels: dict[str, str] = {}
    for score in outcome.scores:
        parts.setdefault(score.part, {})[score.seat] = score.points
        labels[score.part] = screen.lang.of(score.text)
    seats = range(len(outcome.payoffs))
    screen.score_sheet(
        [names.get(number, screen.text(CliText.SEAT, seat=number)) for number in seats],
        [
            (labels[part], [str(points.get(number, "")) for number in seats], part == "total")
            for part, points in parts.items()
        ],
    )


def _verdict(outcome: Outcome, seat: int, screen: Screen) -> str:
    payoffs = list(outcome.payoffs)
    if payoffs == [0]:
        return screen.text(CliText.LOST)
    if len(payoffs) > 1 and len(set(payoffs)) == 1:
        return screen.text(
            {_WHOLE_WIN: CliText.ALL_WON, 0: CliText.ALL_LOST}.get(payoffs[0], CliText.DRAWN)
        )
    best = max(payoffs)
    if payoffs[seat] < best:
        return screen.text(CliText.LOST)
    # An alliance, or some of several whose scores are the same.
    others = [n for n, payoff in enumerate(payoffs) if payoff == best and n != seat]
    if not others:
        return screen.text(CliText.WON)
    who = ", ".join(screen.text(CliText.THE_SEAT, seat=number) for number in others)
    return screen.text(CliText.WON_WITH, who=who)
