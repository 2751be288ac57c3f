"""Who sits where, told to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.cli.messages import CliText
from intrigue.cli.timing import format_clock
from intrigue_proto.v1 import match_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable

    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.match_pb2 import Match, Seat


def show_seats(match: Match, own: int, screen: Screen) -> None:
    """Writes a row for each seat; `own` is the reader's."""
    rows = []
    for seat in match.seats:
        who = _who(seat, own, screen)
        if seat.ready and match.status == match_pb2.MATCH_STATUS_WAITING:
            who = f"{who} · {screen.text(CliText.SEAT_READY)}"
        rows.append((screen.text(CliText.SEAT, seat=seat.number), who))
    screen.columns(rows, styles=("dim", ""))


def _who(seat: Seat, own: int, screen: Screen) -> str:
    if seat.number == own and seat.status != match_pb2.SEAT_STATUS_POLICY:
        who = screen.text(CliText.SEAT_YOU)
        return f"{seat.name} ({who})" if seat.name else who
    if seat.status == match_pb2.SEAT_STATUS_OPEN:
        return screen.text(CliText.SEAT_OPEN)
    if seat.status == match_pb2.SEAT_STATUS_POLICY:
        return screen.text(CliText.SEAT_POLICY, policy=seat.policy)
    return seat.name


def show_clock(match: Match, screen: Screen) -> None:
    """Says how much time there is, if the match has a clock."""
    if not match.HasField("clock"):
        return
    clock, policy = format_clock(match.clock), match.clock.timeout_policy
    if policy:
        screen.say(CliText.CLOCK_POLICY, "dim", clock=clock, policy=policy)
    else:
        screen.say(CliText.CLOCK_FORFEIT, "dim", clock=clock)


def seat_labels(match: Match, screen: Screen) -> dict[int, str]:
    """The seats by number, with the names of those who hold them."""
    return {
        seat.number: screen.text(CliText.SEAT, seat=seat.number)
        + (f" ({seat.name or seat.policy})" if seat.name or seat.policy else "")
        for seat in match.seats
    }


def list_seat_names(match: Match, seats: Iterable[int], screen: Screen) -> str:
    """Some seats, by name where they have one."""
    names = {seat.number: seat.name or seat.policy for seat in match.seats}
    return ", ".join(names.get(seat) or screen.text(CliText.THE_SEAT, seat=seat) for seat in seats)
