"""How long the client keeps asking a service that does not answer."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue_sdk.errors import IntrigueError


@dataclass(frozen=True, slots=True)
class Patience:
    """How outages are sat out. All times are in seconds.

    Every call that the client repeats is one the service answers only once, so a longer patience
    never does anything twice.
    """

    total: float = 30.0
    """How long an outage may last before the call raises `Unavailable`."""
    attempt: float = 10.0
    """How long one attempt may take."""
    first: float = 0.05
    """The pause after the first failure; it doubles with each further one."""
    longest: float = 1.0
    """The longest pause."""
    silence: float = 40.0
    """How long a stream may be silent: the service sends a heartbeat every 15 seconds."""


NO_PATIENCE = Patience(total=0.0)
"""Raises on the first failure."""


class Outage:
    """The time since the service last answered, and how long to wait before asking again."""

    __slots__ = ("_failures", "_faults", "_patience", "_since")

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._since: float | None = None
        self._failures = 0
        # Failures that patience doesn't mend; only progress makes up for them.
        self._faults = 0

    def end(self) -> None:
        """Notes that the service has answered."""
        self._since = None
        self._failures = 0

    def progress(self) -> None:
        """Notes that the service has done what it was asked."""
        self.end()
        self._faults = 0

    async def wait(self, error: IntrigueError) -> None:
        """Waits before the next attempt, or raises `error` if patience is at its end."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        if error.repeats is not None:
            self._faults += 1
            if self._faults > error.repeats:
                raise error
        # Jitter keeps many clients of a restarted server from coming back in step.
        ceiling = min(self._patience.longest, self._patience.first * 2.0**self._failures)
        pause = ceiling * random.uniform(0.5, 1.0)  # noqa: S311 (no secret depends on it)
        if error.reason.retry_delay is not None:
            pause += error.reason.retry_delay
        if now + pause > self._since + self._patience.total:
            raise error
        self._failures += 1
        await asyncio.sleep(pause)
