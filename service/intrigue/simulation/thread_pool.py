"""A thread pool that shares its time fairly between jobs."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from intrigue.priority import lower_priority

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class SlicedJob(Protocol):
    """Work that comes in slices."""

    def next_slice(self, threads: int) -> Callable[[], None] | None:
        """A function that one of the pool's threads will call, and that raises nothing; None if
        there are no more slices. `threads` is the size of the pool.
        """


class FairThreadPool:
    """A fixed number of threads that give each job the same share of their time.

    The next slice is taken from the job that has used the least time. A new job starts at the time
    of the job that was served last, so that it neither waits for the others nor delays them. The
    threads start with the first job.

    Threads with `low_priority` run at the lowest priority that the system has for single threads.
    """

    def __init__(self, threads: int, *, low_priority: bool = False) -> None:
        if threads < 1:
            raise ValueError("a thread pool has at least one thread")
        self._size = threads
        self._low_priority = low_priority
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._waiting: list[_QueuedJob] = []
        self._time = 0.0
        self._busy = 0
        self._closed = False

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self._size

    @property
    def busy(self) -> int:
        """The number of threads that run a slice now."""
        return self._busy

    @property
    def waiting(self) -> int:
        """The number of jobs that have slices left."""
        return len(self._waiting)

    def add(self, job: SlicedJob) -> None:
        """Queues a job."""
        with self._changed:
            if self._closed:
                raise RuntimeError("the thread pool is closed")
            self._waiting.append(_QueuedJob(job, self._time))
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._work, name=f"simulation-{number}")
                    for number in range(self._size)
                ]
                for thread in self._threads:
                    thread.start()
            self._changed.notify_all()

    def call(self, function: Callable[[], Result]) -> Future[Result]:
        """Calls a function on one of the threads; until it starts it can be cancelled."""
        job = _OneShot(function)
        self.add(job)
        return job.result

    def close(self) -> None:
        """Waits for running slices and starts no more. Stop jobs before."""
        with self._changed:
            self._closed = True
            dropped, self._waiting = self._waiting, []
            self._changed.notify_all()
        for queued in dropped:
            if isinstance(queued.job, _OneShot):
                queued.job.result.cancel()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        if self._low_priority:
            lower_priority()
        while (taken := self._next()) is not None:
            queued, run_slice = taken
            start = time.monotonic()
            try:
                run_slice()
            finally:
                seconds = time.monotonic() - start
                with self._changed:
                    self._busy -= 1
                    queued.used += seconds - queued.expected
                    queued.expected = seconds

    def _next(self) -> tuple[_QueuedJob, Callable[[], None]] | None:
        """Waits for a slice of the job that has used the least time; None after `close`."""
        with self._changed:
            while not self._closed:
                while self._waiting:
                    queued = min(self._waiting, key=_used)
                    run_slice = queued.job.next_slice(self._size)
                    if run_slice is None:
                        self._waiting.remove(queued)
                        continue
                    self._time = max(self._time, queued.used)
                    # Other threads may take slices of the same job while this one runs, so its
                    # expected time is charged now and corrected afterwards.
                    queued.used += queued.expected
                    self._busy += 1
                    return queued, run_slice
                self._changed.wait()
        return None


class _QueuedJob:
    """A job and the time that it has used."""

    __slots__ = ("expected", "job", "used")

    def __init__(self, job: SlicedJob, used: float) -> None:
        self.job = job
        self.used = used
        self.expected = 0.0
        """The time of its last slice."""


class _OneShot(Generic[Result]):
    """A job of one slice."""

    __slots__ = ("_function", "result")

    def __init__(self, function: Callable[[], Result]) -> None:
        self._function: Callable[[], Result] | None = function
        self.result: Future[Result] = Future()

    def next_slice(self, _threads: int) -> Callable[[], None] | None:
        function, self._function = self._function, None
        if function is None or not self.result.set_running_or_notify_cancel():
            return None
        return lambda: self._run(function)

    def _run(self, function: Callable[[], Result]) -> None:
        try:
            answer = function()
        except BaseException as error:  # noqa: BLE001 - the caller gets it from the future
            self.result.set_exception(error)
        else:
            self.result.set_result(answer)


def _used(queued: _QueuedJob) -> float:
    return queued.used
