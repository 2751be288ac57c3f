"""The unary calls in progress, and the clock that ends those that take too long."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    Task = asyncio.Task[Any]


class Calls:
    """Calls in the order in which they came; all may take equally long.

    So only the oldest needs a timer, and a call costs an entry in a dictionary. A timer for each
    call would cost more than all the rest of the guard.
    """

    __slots__ = ("_ended", "_timer", "longest", "most", "since")

    def __init__(self, longest: float, most: int) -> None:
        self.longest = longest
        """How many seconds a call may take; 0: as many as it needs."""
        self.most = most or sys.maxsize
        """How many there may be."""
        self.since: dict[Task, float] = {}
        """When each began, by the monotonic clock. To be left by `leave`, or by taking it out."""
        self._ended: set[Task] = set()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, now: float) -> Task:
        """Counts the running task as a call, until it leaves."""
        # A call is always a task of the server.
        task = cast("Task", asyncio.current_task())
        self.since[task] = now
        if self._timer is None and self.longest:
            self._set_timer(self.longest)
        return task

    def leave(self, task: Task) -> bool:
        """The call has failed. Whether the clock has ended it; then it is no longer cancelled."""
        self.since.pop(task, None)
        if task not in self._ended:
            return False
        self._ended.discard(task)
        task.uncancel()
        return True

    def _set_timer(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._end_the_oldest)

    def _end_the_oldest(self) -> None:
        self._timer = None
        now = time.monotonic()
        for task, since in list(self.since.items()):
            rest = since + self.longest - now
            if rest > 0:
                self._set_timer(rest)
                return
            del self.since[task]
            self._ended.add(task)
            task.cancel()
