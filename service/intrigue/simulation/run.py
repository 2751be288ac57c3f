"""One simulation under way."""

from __future__ import annotations

import math
import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from intrigue import engine
from intrigue.simulation.progress import Progress
from intrigue_proto.v1 import simulation_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable

# How long a slice is meant to take: long enough that handing it out costs nothing, and short
# enough that whoever waits for a thread does not wait long.
_SLICE_SECONDS: Final = 0.03
# A guess from few blocks may be far off, so slices grow step by step.
_GROWTH: Final = 4


class Run:
    """A simulation that any number of threads may play, slice by slice.

    What the slices say is added up as they come; the sum is the same in any order. Who plays them
    is the matter of a `Workshop`, which calls `take`.
    """

    def __init__(
        self, task: bytes, *, stop: engine.Stop | None = None, budget: float = math.inf
    ) -> None:
        """Begins a SimulationTask, or refuses it (`engine.Refused`).

        `budget` is how many seconds of processor time it may take, over all threads.
        """
        self.task, self._blocks, self._block = engine.check_task(task)
        self.stop = engine.Stop() if stop is None else stop
        """Set, no more blocks are begun, and those under way are given up."""
        self.done: Future[bytes] = Future()
        """The SimulationSummary of the blocks that were finished."""
        self._budget = budget
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._next = 0
        self._in_hand: dict[int, float] = {}
        self._largest = 0
        self._played = 0
        self._seconds = 0.0
        self._games = 0
        self._decisions = 0
        self._tally = engine.add_tallies([])

    @property
    def seconds(self) -> float:
        """The processor time so far; of slices under way, the time since they were begun."""
        with self._lock:
            now = time.monotonic()
            return self._seconds + sum(now - since for since in self._in_hand.values())

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self.seconds >= self._budget

    def progress(self) -> Progress:
        """How far it has come."""
        with self._lock:
            total = self._blocks * self._block
            return Progress(self._games, total, self._decisions, time.monotonic() - self._began)

    def take(self, threads: int) -> Callable[[], None] | None:
        """The next slice, to be called by one of so many threads; None: there are no more."""
        with self._lock:
            if self._all_taken():
                self._end()
                return None
            first, count = self._next, self._size(self._blocks - self._next, threads)
            self._next += count
            self._largest = max(self._largest, count)
            self._in_hand[first] = time.monotonic()
        return lambda: self._play(first, count)

    def _size(self, rest: int, threads: int) -> int:
        """How many blocks make a slice: at the end fewer, so that no thread waits for another."""
        if not self._played:
            return 1
        fitting = int(_SLICE_SECONDS * self._played / max(self._seconds, 1e-9))
        return max(1, min(fitting, self._largest * _GROWTH, rest // (2 * threads)))

    def _play(self, first: int, count: int) -> None:
        start = time.thread_time()
        try:
            tally = engine.simulate(self.task, first, count, self.stop)
            sums = pb.Tally.FromString(tally)
        except BaseException as error:  # noqa: BLE001 - whoever waits for the run is told
            self.stop.set()
            with self._lock:
                del self._in_hand[first]
                if not self.done.done():
                    self.done.set_exception(error)
            return
        with self._lock:
            del self._in_hand[first]
            self._seconds += time.thread_time() - start
            self._played += sums.blocks
            self._games += sums.games
            self._decisions += sums.decisions
            self._tally = engine.add_tallies([self._tally, tally])
            if self._all_taken():
                self._end()

    def _all_taken(self) -> bool:
        """Whether there are no more slices; once this holds, it does for ever."""
        return self._next == self._blocks or self.stop.is_set or self._seconds >= self._budget

    def _end(self) -> None:
        """Sums up, once nothing is under way any more; the lock is held."""
        if self._in_hand or self.done.done():
            return
        try:
            summary = engine.summarize(self.task, self._tally)
        except BaseException as error:  # noqa: BLE001 - whoever waits for the run is told
            self.done.set_exception(error)
        else:
            self.done.set_result(summary)
