"""The newest state that a handle has received from the service."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from intrigue_sdk.timing import time_left

if TYPE_CHECKING:
    from datetime import timedelta

    from intrigue_proto.v1.game_view_pb2 import GameSetup
    from intrigue_proto.v1.match_pb2 import Clock, Receipt


class HandleState:
    """The newest revision, the setup, the last receipt and the last clock of one viewer."""

    __slots__ = ("_clock", "_clock_time", "answered", "receipt", "revision", "setup")

    def __init__(self, receipt: Receipt | None = None) -> None:
        self.revision = 0
        # Prompts with a lower revision are answered: the revision of the last action.
        self.answered = 0
        self.receipt = receipt
        self.setup: GameSetup | None = None
        self._clock: Clock | None = None
        self._clock_time = 0.0

    @property
    def clock(self) -> Clock | None:
        """The last clock that was received."""
        return self._clock

    def update_clock(self, clock: Clock) -> None:
        """Keeps the clock, and when it was received."""
        self._clock = clock
        self._clock_time = time.monotonic()

    def time_left(self, seat: int) -> timedelta | None:
        """How long a seat still has; None if it is not on the clock."""
        if self._clock is None:
            return None
        elapsed = time.monotonic() - self._clock_time
        timed = (entry for entry in self._clock.seats if entry.seat == seat)
        return next((time_left(entry, elapsed) for entry in timed), None)

    def update_revision(self, revision: int) -> None:
        """Keeps the revision if it is newer."""
        self.revision = max(self.revision, revision)

    def update_answered(self, revision: int) -> None:
        """Notes the revision that an action of this seat has brought."""
        self.answered = max(self.answered, revision)
        self.update_revision(revision)

    def update_receipt(self, receipt: Receipt) -> None:
        """Keeps the receipt unless it is empty."""
        if receipt.head:
            self.receipt = receipt
