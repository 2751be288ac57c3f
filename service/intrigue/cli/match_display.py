"""Seats, clocks and outcomes of a match, as the terminal shows them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from intrigue.cli.messages import CliText
from intrigue.inprocess.policies import policy_in_full
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import payoffs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from google.protobuf.duration_pb2 import Duration

    from intrigue.cli.terminal import Screen
    from intrigue_proto.v1.match_pb2 import Match, Outcome, Seat
    from intrigue_sdk import ClockSettings


def show_seats(match: Match, own: int, screen: Screen) -> None:
    """Writes a row for each seat; `own` is the reader's."""
    rows = []
    for seat in match.seats:
        who = _seat_holder(seat, own, screen)
        if seat.ready and match.status == match_pb2.MATCH_STATUS_WAITING:
            who = f"{who} · {screen.text(CliText.SEAT_READY)}"
        rows.append((screen.text(CliText.SEAT, seat=seat.seat), who))
    screen.columns(rows, styles=("dim", ""))


def _seat_holder(seat: Seat, own: int, screen: Screen) -> str:
    if seat.seat == own and seat.status != match_pb2.SEAT_STATUS_POLICY:
        who = screen.text(CliText.SEAT_YOU)
        return f"{seat.name} ({who})" if seat.name else who
    if seat.status == match_pb2.SEAT_STATUS_OPEN:
        return screen.text(CliText.SEAT_OPEN)
    if seat.status == match_pb2.SEAT_STATUS_POLICY:
        return screen.text(CliText.SEAT_POLICY, policy=policy_in_full(seat.policy))
    return seat.name


def show_clock(match: Match, screen: Screen) -> None:
    """Shows the clock of the match, if it has one."""
    if not match.HasField("clock"):
        return
    clock = format_clock(match.clock)
    if match.clock.HasField("timeout_policy"):
        policy = policy_in_full(match.clock.timeout_policy)
        screen.say(CliText.CLOCK_POLICY, "dim", clock=clock, policy=policy)
    else:
        screen.say(CliText.CLOCK_FORFEIT, "dim", clock=clock)


def seat_labels(match: Match, screen: Screen) -> dict[int, str]:
    """The seats by number, with the names of those who hold them."""
    return {
        seat.seat: screen.text(CliText.SEAT, seat=seat.seat)
        + (f" ({name})" if (name := _holder_name(seat)) else "")
        for seat in match.seats
    }


def list_seat_names(match: Match, seats: Iterable[int], screen: Screen) -> str:
    """A list of seats, by name where they have one."""
    names = {seat.seat: _holder_name(seat) for seat in match.seats}
    return ", ".join(names.get(seat) or screen.text(CliText.THE_SEAT, seat=seat) for seat in seats)


def _holder_name(seat: Seat) -> str:
    """The name of the player, or the policy; empty if there is neither."""
    return seat.name or policy_in_full(seat.policy)


def show_outcome(
    outcome: Outcome, seat: int | None, names: Mapping[int, str], screen: Screen
) -> None:
    """Shows the outcome and the parts of each score; `seat` is the reader's own, if any."""
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
    seats = range(len(outcome.seats))
    screen.score_sheet(
        [names.get(number, screen.text(CliText.SEAT, seat=number)) for number in seats],
        [
            (labels[part], [str(points.get(number, "")) for number in seats], part == "total")
            for part, points in parts.items()
        ],
    )


def _verdict(outcome: Outcome, seat: int, screen: Screen) -> str:
    shares = payoffs(outcome)
    if shares == (0.0,):
        return screen.text(CliText.LOST)
    if len(shares) > 1 and len(set(shares)) == 1:
        return screen.text(
            {1.0: CliText.ALL_WON, 0.0: CliText.ALL_LOST}.get(shares[0], CliText.DRAWN)
        )
    best = max(shares)
    if shares[seat] < best:
        return screen.text(CliText.LOST)
    # Allies, or seats with the same score.
    others = [n for n, payoff in enumerate(shares) if payoff == best and n != seat]
    if not others:
        return screen.text(CliText.WON)
    who = ", ".join(screen.text(CliText.THE_SEAT, seat=number) for number in others)
    return screen.text(CliText.WON_WITH, who=who)


def format_clock(settings: ClockSettings) -> str:
    """The notation of a clock."""
    text = ""
    if settings.HasField("bank"):
        text = _format_duration(settings.bank)
        if settings.HasField("increment"):
            text += "+" + _format_duration(settings.increment)
    if settings.HasField("decision"):
        text += "/" + _format_duration(settings.decision)
    return text


def _format_duration(time: Duration) -> str:
    total = time.ToTimedelta()
    minutes, seconds = divmod(total, timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}h" if hours else ""
    text += f"{minutes}m" if minutes else ""
    if seconds or not text:
        text += f"{seconds.total_seconds():g}s"
    return text
