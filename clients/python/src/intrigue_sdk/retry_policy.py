"""When and for how long failed calls are repeated."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue_sdk.errors import IntrigueError


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long failed calls are repeated. All times are in seconds.

    The client repeats only calls that are idempotent, so a repeated call never takes effect twice.
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


NO_RETRIES = RetryPolicy(total=0.0)
"""Raises on the first failure."""


class Backoff:
    """Counts the failures since the last answer, and waits before the next attempt."""

    __slots__ = ("_failures", "_faults", "_policy", "_since")

    def __init__(self, policy: RetryPolicy) -> None:
        self._policy = policy
        self._since: float | None = None
        self._failures = 0
        # Failures of a kind that is repeated only a few times; reset by progress alone.
        self._faults = 0

    def note_answer(self) -> None:
        """Resets the pauses: the service has answered."""
        self._since = None
        self._failures = 0

    def note_progress(self) -> None:
        """Resets all counts: the service has done what was requested."""
        self.note_answer()
        self._faults = 0

    async def wait(self, error: IntrigueError) -> None:
        """Waits before the next attempt, or raises `error` if the policy allows none."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        if error.repeats is not None:
            self._faults += 1
            if self._faults > error.repeats:
                raise error
        # Jitter keeps the clients of a restarted server from reconnecting at the same moment.
        ceiling = min(self._policy.longest, self._policy.first * 2.0**self._failures)
        pause = ceiling * random.uniform(0.5, 1.0)  # noqa: S311 (no secret depends on it)
        if error.retry_delay is not None:
            pause += error.retry_delay
        if now + pause > self._since + self._policy.total:
            raise error
        self._failures += 1
        await asyncio.sleep(pause)
