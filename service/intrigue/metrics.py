"""What the server counts of its own work: plain numbers, on the event loop's thread.

Counting is on the way of every call, so it is additions to attributes and nothing more. How the
numbers are published is the matter of `intrigue.pages`.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# From what an unhurried call takes to the longest that is allowed, in seconds.
CALL_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
COMMIT_SECONDS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)
COMMIT_WRITES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
# How long a store that failed counts as failing, unless it commits something before. It must
# end by itself: a server that is not ready gets no calls that could show that it is again.
_FAILING_SECONDS: Final = 5.0


class Histogram:
    """How often a value fell between bounds."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Takes in one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class MethodMetrics:
    """The calls of one method."""

    __slots__ = ("codes", "ok", "open", "seconds")

    def __init__(self) -> None:
        self.ok = 0
        self.codes: Counter[str] = Counter()
        """By the name of their status, all that did not end with OK."""
        self.open = 0
        """Streams that are open now."""
        self.seconds = Histogram(CALL_SECONDS)
        """How long unary calls took; how long a stream was open says nothing."""


class Metrics:
    """All that is counted. The store and the hall may tell it more than they are asked."""

    def __init__(self) -> None:
        self.methods: dict[str, MethodMetrics] = {}
        self.refused: Counter[str] = Counter()
        """Calls refused at a limit, by the name of the limit."""
        self.commit_seconds = Histogram(COMMIT_SECONDS)
        self.commit_writes = Histogram(COMMIT_WRITES)
        self.store_failures = 0
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._failed_at: float | None = None

    def method(self, path: str) -> MethodMetrics:
        """The counts of one method."""
        return self.methods.setdefault(path, MethodMetrics())

    def gauge(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Publishes a number that is read whenever metrics are collected."""
        self.gauges[name] = (what, read)

    def committed(self, seconds: float, writes: int) -> None:
        """The store has made a group of writes durable."""
        self.commit_seconds.observe(seconds)
        self.commit_writes.observe(writes)
        self._failed_at = None

    def store_failed(self) -> None:
        """The store could not do what was asked of it."""
        self.store_failures += 1
        self._failed_at = time.monotonic()

    @property
    def store_failing(self) -> bool:
        """Whether the store has failed a moment ago, and nothing shows that it works again."""
        failed_at = self._failed_at
        return failed_at is not None and time.monotonic() - failed_at < _FAILING_SECONDS
