"""How much time is left to whom. Pure arithmetic of milliseconds on the service's clock."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from intrigue.store import ClockRow

_IDLE = -1
_HIDDEN = -1


class SeatTime(NamedTuple):
    """One seat's time."""

    bank: int
    """What it had when it was last asked; below 0: not shown."""
    since: int = _IDLE
    """When it was asked; below 0: it owes no decision."""


class Times(NamedTuple):
    """Everybody's time."""

    true: tuple[SeatTime, ...]
    shown: tuple[SeatTime, ...]
    """What others may see of a seat. Where several seats are asked together, nobody is to know
    who has answered, and when; a bank would tell, then or later. So the bank of a seat that was
    ever asked together with others is shown to itself alone from then on.
    """

    def encode(self) -> bytes:
        """As bytes for the log."""
        numbers = [number for seats in self for seat in seats for number in seat]
        return struct.pack(f">{len(numbers)}q", *numbers)

    @classmethod
    def decode(cls, encoded: bytes) -> Times:
        """The times of an entry; raises ValueError if they are none."""
        try:
            numbers = struct.unpack(f">{len(encoded) // 8}q", encoded)
        except struct.error as error:
            raise ValueError("the times are damaged") from error
        pairs = [SeatTime(*numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
        half = len(pairs) // 2
        return cls(tuple(pairs[:half]), tuple(pairs[half:]))


def begin(clock: ClockRow, seats: int) -> Times:
    """Nobody has been asked yet."""
    idle = (SeatTime(clock.bank),) * seats
    return Times(idle, idle)


def advance(
    clock: ClockRow,
    times: Times,
    *,
    actor: int | None,
    asked: Collection[int],
    asked_again: Collection[int],
    seen_asked: Collection[int],
    public: bool,
    now: int,
) -> Times:
    """The times after a step, in which `actor` decided; `asked` are now owing a decision.

    A seat pays for the decisions that it takes. If the question went away because another seat
    was faster, its thinking was free: those of `asked` that are `asked_again` have been asked
    something else than before. `seen_asked` is what spectators know of `asked`, and `public`
    whether they saw anything of the step: what others see depends on nothing else.
    """
    seats = []
    for seat, (bank, since) in enumerate(times.true):
        if since > _IDLE and seat == actor:
            bank = max(0, bank - max(0, now - since)) + clock.increment if clock.bank else 0  # noqa: PLW2901
            since = _IDLE  # noqa: PLW2901
        if seat not in asked:
            since = _IDLE  # noqa: PLW2901
        elif since == _IDLE or seat in asked_again:
            since = now  # noqa: PLW2901
        seats.append(SeatTime(bank, since))
    true = tuple(seats)
    return Times(true, _shown(times.shown, true, seen_asked, now) if public else times.shown)


def _shown(
    before: tuple[SeatTime, ...], true: tuple[SeatTime, ...], asked: Collection[int], now: int
) -> tuple[SeatTime, ...]:
    together = len(asked) > 1
    seats = []
    for seat, (old, (bank, since)) in enumerate(zip(before, true, strict=True)):
        hidden = old.bank == _HIDDEN or (together and seat in asked)
        shown_since = now if together else since
        seats.append(SeatTime(_HIDDEN if hidden else bank, shown_since if seat in asked else _IDLE))
    return tuple(seats)


def excuse(times: Times, seats: Collection[int]) -> Times:
    """The same times, but some seats are not waited for, as everybody may see."""

    def idle(all_seats: tuple[SeatTime, ...]) -> tuple[SeatTime, ...]:
        return tuple(
            time._replace(since=_IDLE) if seat in seats else time
            for seat, time in enumerate(all_seats)
        )

    return Times(idle(times.true), idle(times.shown))


def deadline(clock: ClockRow, time: SeatTime) -> int | None:
    """When a seat's time is up; None if it owes no decision, or if that is not shown."""
    if time.since == _IDLE:
        return None
    if time.bank == _HIDDEN:
        return time.since + clock.decision if clock.decision else None
    limits = [limit for limit in (clock.decision, time.bank if clock.bank else 0) if limit > 0]
    if clock.bank and time.bank <= 0:
        return time.since
    return time.since + min(limits)


def first_due(clock: ClockRow, times: Times) -> tuple[int, int] | None:
    """The earliest deadline and whose it is."""
    due = [
        (when, seat)
        for seat, time in enumerate(times.true)
        if (when := deadline(clock, time)) is not None
    ]
    return min(due, default=None)
