"""Threads that many pieces of work share."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from intrigue.priority import be_humble

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Job(Protocol):
    """Work that comes in slices."""

    def take(self, threads: int) -> Callable[[], None] | None:
        """The next slice, to be called by one of so many threads, which it must not harm by
        raising anything; None: there are no more.
        """


class Workshop:
    """A bounded number of threads, which give each job the same share of their time.

    Each job has a tag, the time that was spent on it, and the job that has had least comes next. A
    newcomer begins at the tag of the one that came last, so that it neither waits for the others
    nor shuts them out. Threads begin with the first job.

    `humble` threads have the lowest priority that the system knows for single threads: whoever
    else has something to do in this process goes first.
    """

    def __init__(self, threads: int, *, humble: bool = False) -> None:
        if threads < 1:
            raise ValueError("a workshop has at least one thread")
        self._size = threads
        self._humble = humble
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._waiting: list[_Entry] = []
        self._time = 0.0
        self._busy = 0
        self._closed = False

    @property
    def threads(self) -> int:
        """How many threads there are."""
        return self._size

    @property
    def busy(self) -> int:
        """How many of them have something in hand."""
        return self._busy

    @property
    def waiting(self) -> int:
        """How many jobs have slices left to be taken."""
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Takes on a job."""
        with self._changed:
            if self._closed:
                raise RuntimeError("the workshop is closed")
            self._waiting.append(_Entry(job, self._time))
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._work, name=f"workshop-{number}")
                    for number in range(self._size)
                ]
                for thread in self._threads:
                    thread.start()
            self._changed.notify_all()

    def call(self, function: Callable[[], Result]) -> Future[Result]:
        """Has a function called by one of the threads; before that it can be cancelled."""
        errand = _Errand(function)
        self.add(errand)
        return errand.result

    def close(self) -> None:
        """Waits for what is in hand; begins nothing more. Jobs should have been stopped before."""
        with self._changed:
            self._closed = True
            dropped, self._waiting = self._waiting, []
            self._changed.notify_all()
        for entry in dropped:
            if isinstance(entry.job, _Errand):
                entry.job.result.cancel()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        if self._humble:
            be_humble()
        while (taken := self._next()) is not None:
            entry, piece = taken
            start = time.monotonic()
            try:
                piece()
            finally:
                seconds = time.monotonic() - start
                with self._changed:
                    self._busy -= 1
                    entry.tag += seconds - entry.expected
                    entry.expected = seconds

    def _next(self) -> tuple[_Entry, Callable[[], None]] | None:
        """A slice of the job that has had the least time; waits for one; None: it is over."""
        with self._changed:
            while not self._closed:
                while self._waiting:
                    entry = min(self._waiting, key=_tag)
                    piece = entry.job.take(self._size)
                    if piece is None:
                        self._waiting.remove(entry)
                        continue
                    self._time = max(self._time, entry.tag)
                    # Others may take from it too while this slice is in hand, so it counts as
                    # done already; what it really took is put right afterwards.
                    entry.tag += entry.expected
                    self._busy += 1
                    return entry, piece
                self._changed.wait()
        return None


class _Entry:
    """A job, and how much it has had."""

    __slots__ = ("expected", "job", "tag")

    def __init__(self, job: Job, tag: float) -> None:
        self.job = job
        self.tag = tag
        self.expected = 0.0
        """What its last slice took."""


class _Errand(Generic[Result]):
    """A job of a single slice."""

    __slots__ = ("_function", "result")

    def __init__(self, function: Callable[[], Result]) -> None:
        self._function: Callable[[], Result] | None = function
        self.result: Future[Result] = Future()

    def take(self, _threads: int) -> Callable[[], None] | None:
        function, self._function = self._function, None
        if function is None or not self.result.set_running_or_notify_cancel():
            return None
        return lambda: self._run(function)

    def _run(self, function: Callable[[], Result]) -> None:
        try:
            answer = function()
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for it
            self.result.set_exception(error)
        else:
            self.result.set_result(answer)


def _tag(entry: _Entry) -> float:
    return entry.tag
