"""One running simulation."""

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

    from intrigue.simulation.recording import Recording

# The intended duration of a slice: long enough that scheduling it costs nothing, and short enough
# that other jobs do not wait long for a thread.
_SLICE_SECONDS: Final = 0.03
# An estimate from few blocks may be far off, so slices grow step by step.
_GROWTH: Final = 4


class Run:
    """A simulation that any number of threads may play, slice by slice.

    It is a job of a `FairThreadPool`. Tallies of slices add up to the same sum in any order.
    """

    def __init__(
        self,
        task: bytes,
        *,
        stop: engine.Stop | None = None,
        budget: float = math.inf,
        recording: Recording | None = None,
    ) -> None:
        """Checks a SimulationTask; raises `engine.Refused`.

        `budget` is the processor time in seconds that it may use, over all threads. `recording`
        gets the decisions of all matches, in their order.
        """
        self.task, self._blocks, self._block = engine.check_task(task)
        self.stop = engine.Stop() if stop is None else stop
        """Once set, no more blocks are started, and running ones are abandoned."""
        self.done: Future[bytes] = Future()
        """The SimulationSummary of the blocks that were finished."""
        self._budget = budget
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._next = 0
        self._running: dict[int, float] = {}
        self._largest = 0
        self._played = 0
        self._seconds = 0.0
        self._games = 0
        self._decisions = 0
        self._tally = engine.add_tallies([])
        self._recording = recording
        # Held while rows are written, so that threads don't play faster than that.
        self._writing = threading.Lock()
        self._unwritten: dict[int, tuple[int, engine.Columns]] = {}
        self._written = 0

    @property
    def seconds(self) -> float:
        """The processor time so far, counting running slices from their start."""
        with self._lock:
            now = time.monotonic()
            return self._seconds + sum(now - since for since in self._running.values())

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self.seconds >= self._budget

    def progress(self) -> Progress:
        """The progress so far."""
        with self._lock:
            total = self._blocks * self._block
            return Progress(self._games, total, self._decisions, time.monotonic() - self._began)

    def next_slice(self, threads: int) -> Callable[[], None] | None:
        """A function that plays the next slice; None if there are no more."""
        with self._lock:
            if self._all_taken():
                self._end()
                return None
            first, count = self._next, self._size(self._blocks - self._next, threads)
            self._next += count
            self._largest = max(self._largest, count)
            self._running[first] = time.monotonic()
        return lambda: self._play(first, count)

    def _size(self, rest: int, threads: int) -> int:
        """Blocks per slice: fewer at the end, so that no thread waits for another."""
        if not self._played:
            return 1
        blocks = int(_SLICE_SECONDS * self._played / max(self._seconds, 1e-9))
        return max(1, min(blocks, self._largest * _GROWTH, rest // (2 * threads)))

    def _play(self, first: int, count: int) -> None:
        start = time.thread_time()
        try:
            tally = self._simulate(first, count)
            sums = pb.Tally.FromString(tally)
        except BaseException as error:  # noqa: BLE001 - `done` raises it
            self.stop.set()
            with self._lock:
                del self._running[first]
                if not self.done.done():
                    self.done.set_exception(error)
            return
        with self._lock:
            del self._running[first]
            self._seconds += time.thread_time() - start
            self._played += sums.block_count
            self._games += sums.match_count
            self._decisions += sums.decision_count
            self._tally = engine.add_tallies([self._tally, tally])
            if self._all_taken():
                self._end()

    def _simulate(self, first: int, count: int) -> bytes:
        """The tally of a slice; its rows are written as soon as all earlier ones are."""
        recording = self._recording
        if recording is None:
            return engine.simulate(self.task, first, count, self.stop)
        tally, rows = engine.simulate_recorded(
            self.task, first, count, self.stop, recording.legal, recording.features
        )
        played = pb.Tally.FromString(tally).block_count
        with self._writing:
            self._unwritten[first] = played, rows
            while (following := self._unwritten.pop(self._written, None)) is not None:
                # A slice that was stopped leaves a gap, and nothing is written after it.
                self._written += following[0]
                recording.write(following[1])
        return tally

    def _all_taken(self) -> bool:
        """Whether there are no more slices; once true, it stays true."""
        return self._next == self._blocks or self.stop.is_set or self._seconds >= self._budget

    def _end(self) -> None:
        """Sets `done` once no slice is running; the lock is held."""
        if self._running or self.done.done():
            return
        try:
            summary = engine.summarize(self.task, self._tally)
        except BaseException as error:  # noqa: BLE001 - `done` raises it
            self.done.set_exception(error)
        else:
            self.done.set_result(summary)
