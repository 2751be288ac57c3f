"""Ctrl-C as a request: work ends early, and what is done is shown."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from intrigue import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

Result = TypeVar("Result")

_GLANCE_SECONDS: Final = 0.1


@contextmanager
def stop_on_interrupt() -> Iterator[engine.Stop]:
    """A stop that the first Ctrl-C sets; the second is a KeyboardInterrupt, as everywhere."""
    stop = engine.Stop()

    def heed(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def run_in_thread(work: Callable[[], Result]) -> Result:
    """Does work on another thread: the main one, which alone hears Ctrl-C, stays free for it."""
    done: Future[Result] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the work is waited for
            done.set_exception(error)

    # Whoever presses Ctrl-C twice does not wait for the thread.
    threading.Thread(target=do, daemon=True).start()
    while True:
        try:
            return done.result(_GLANCE_SECONDS)
        except TimeoutError:
            if done.done():
                return done.result()
