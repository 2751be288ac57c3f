"""Clocks as people write them, and time that is left."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from intrigue_sdk import clock

if TYPE_CHECKING:
    from google.protobuf.duration_pb2 import Duration

    from intrigue_sdk import ClockSettings

_TIME: Final = re.compile(r"(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s)?")
_CLOCK: Final = re.compile(r"(?:([^+/]+)(?:\+([^+/]+))?)?(?:/([^+/]+))?")


def parse_clock(text: str, policy: str = "") -> ClockSettings:
    """A clock of a notation such as `5m+3s/30s`: bank, increment, limit a decision.

    Raises ValueError if it is none.
    """
    parts = _CLOCK.fullmatch("".join(text.casefold().split()))
    if parts is None:
        raise ValueError(text)
    bank, increment, decision = (None if part is None else _time(part) for part in parts.groups())
    return clock(bank, increment, decision, policy)


def format_clock(settings: ClockSettings) -> str:
    """The notation of a clock."""
    text = ""
    if settings.HasField("bank"):
        text = _short(settings.bank)
        if settings.HasField("increment"):
            text += "+" + _short(settings.increment)
    if settings.HasField("decision"):
        text += "/" + _short(settings.decision)
    return text


def format_time(time: timedelta) -> str:
    """A time as clocks show it: `4:05`, `1:00:00`. What has begun of a second counts."""
    seconds = -(-time // timedelta(seconds=1))
    minutes, seconds = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _time(text: str) -> timedelta:
    parts = _TIME.fullmatch(text)
    if parts is None or not any(parts.groups()):
        raise ValueError(text)
    hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def _short(time: Duration) -> str:
    total = time.ToTimedelta()
    minutes, seconds = divmod(total, timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}h" if hours else ""
    text += f"{minutes}m" if minutes else ""
    if seconds or not text:
        text += f"{seconds.total_seconds():g}s"
    return text
