"""An event loop in a thread of its own, for callers that block."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

T = TypeVar("T")

# How long the loop waits for cancelled tasks when it stops, in seconds.
_STOP_TIMEOUT: Final = 1.0


class LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # A daemon: a program that forgets to close its client still ends.
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="intrigue-sdk", daemon=True
        )
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the loop and waits for it."""
        if self._loop.is_closed() or threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("the client is closed, or was called from its own thread")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # An interrupted wait, such as by Ctrl-C, must not leave the work going on.
            future.cancel()
            raise

    def stop(self) -> None:
        """Ends the loop and its thread."""
        if self._loop.is_closed():
            return
        self.run(_wait_for_cancelled_tasks())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _wait_for_cancelled_tasks() -> None:
    """Waits for the tasks of cancelled calls to end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=_STOP_TIMEOUT)
