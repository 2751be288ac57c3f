"""A whole simulation in this process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from intrigue.simulation.run import Run
from intrigue.simulation.thread_pool import FairThreadPool

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Stop
    from intrigue.simulation.progress import Progress
    from intrigue.simulation.recording import Recording

_PROGRESS_SECONDS: Final = 0.1


def simulate(
    task: bytes,
    *,
    threads: int | None = None,
    stop: Stop | None = None,
    recording: Recording | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> bytes:
    """Plays a SimulationTask and returns its SimulationSummary; raises `engine.Refused`.

    Without `threads`, one thread per available processor. After `stop` the summary has the blocks
    that were finished. `recording` gets their decisions. `on_progress` is called on this thread,
    about ten times a second and once at the end. An interrupt (Ctrl-C) ends it at once.
    """
    run = Run(task, stop=stop, recording=recording)
    with FairThreadPool(processors() if threads is None else threads) as pool:
        try:
            pool.add(run)
            while not _done_within(run, _PROGRESS_SECONDS):
                if on_progress is not None:
                    on_progress(run.progress())
        except BaseException:
            run.stop.set()
            raise
    if on_progress is not None:
        on_progress(run.progress())
    return run.done.result()


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _done_within(run: Run, seconds: float) -> bool:
    """Waits for a run, in a way that an interrupt ends; whether it is done."""
    try:
        run.done.exception(seconds)
    except TimeoutError:
        return False
    return True
