"""How much time seats have, and how much is left."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1.match_pb2 import ClockSettings

if TYPE_CHECKING:
    from google.protobuf.duration_pb2 import Duration

    from intrigue_proto.v1.match_pb2 import SeatClock

Time: TypeAlias = timedelta | float
"""A length of time; a number counts seconds."""


def clock(
    bank: Time | None = None,
    increment: Time | None = None,
    decision: Time | None = None,
    policy: str = "",
) -> ClockSettings:
    """How much time each seat of a match has. Give a bank, a limit per decision, or both.

    `bank` is for the whole match, `increment` is added to it after each decision, `decision` is
    the most that one decision may take. A seat whose time is up forfeits, or goes on with a
    decision of the built-in `policy`.
    """
    if bank is None and decision is None:
        raise ValueError("a clock has a bank, a limit per decision, or both")
    if increment is not None and bank is None:
        raise ValueError("an increment is added to a bank, and there is none")
    settings = ClockSettings(timeout_policy=parse_policy(policy) if policy else None)
    if bank is not None:
        _put(settings.bank, bank)
    if increment is not None:
        _put(settings.increment, increment)
    if decision is not None:
        _put(settings.decision, decision)
    return settings


def time_left(timed: SeatClock, elapsed: Time = 0.0) -> timedelta | None:
    """How long a seat still has, not below zero; None if it is not on the clock.

    `elapsed` is the time since the clock was received. `time_left` of a handle knows it.
    """
    if not timed.HasField("remaining"):
        return None
    passed = elapsed if isinstance(elapsed, timedelta) else timedelta(seconds=elapsed)
    return max(timed.remaining.ToTimedelta() - passed, timedelta())


def _put(field: Duration, time: Time) -> None:
    length = time if isinstance(time, timedelta) else timedelta(seconds=time)
    if length < timedelta():
        raise ValueError("a time is not below zero")
    field.FromTimedelta(length)
