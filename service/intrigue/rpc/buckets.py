"""Rates by key: who has called too often, in one number for each caller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

# Sums of intervals are not exact; so little of a second is nobody's.
_NOTHING: Final = 1e-9


class Buckets:
    """A token bucket for each key, kept as the moment at which it will be full again.

    A full bucket needs no memory, so those that are full are forgotten when there are too many.
    Should all of them be in use, those that came first are forgotten: a caller who makes up
    keys gains nothing by it, and nobody is refused for it.
    """

    __slots__ = ("_burst_seconds", "_capacity", "_full_at", "_interval")

    def __init__(self, rate: float, burst: int, capacity: int = 65_536) -> None:
        self._interval = 1.0 / rate
        self._burst_seconds = (burst - 1) * self._interval
        self._capacity = capacity
        self._full_at: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: Hashable, now: float) -> float:
        """Takes one from a bucket: 0, or how many seconds are missing; then nothing is taken."""
        full_at = max(now, self._full_at.get(key, now))
        missing = full_at - now - self._burst_seconds
        if missing > _NOTHING:
            return missing
        self._full_at[key] = full_at + self._interval
        if len(self._full_at) > self._capacity:
            self._forget(now)
        return 0.0

    def missing(self, key: Hashable, now: float) -> float:
        """How many seconds are missing until one can be taken; 0: none."""
        full_at = self._full_at.get(key)
        if full_at is None:
            return 0.0
        missing = full_at - now - self._burst_seconds
        return missing if missing > _NOTHING else 0.0

    def _forget(self, now: float) -> None:
        self._full_at = {key: at for key, at in self._full_at.items() if at > now}
        # A quarter at once, so that this is not done for every call.
        surplus = len(self._full_at) - self._capacity * 3 // 4
        for key in list(self._full_at)[: max(0, surplus)]:
            del self._full_at[key]
