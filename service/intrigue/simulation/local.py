"""A whole simulation in this process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from intrigue.simulation.run import Run
from intrigue.simulation.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Stop
    from intrigue.simulation.progress import Progress

_REPORT_SECONDS: Final = 0.1


def simulate(
    task: bytes,
    *,
    threads: int | None = None,
    stop: Stop | None = None,
    report: Callable[[Progress], None] | None = None,
) -> bytes:
    """Plays a SimulationTask and returns its SimulationSummary; `engine.Refused` if it can't be.

    Without a number of threads, as many as this process may use processors. After `stop` the
    summary is that of the blocks that were finished. `report` is called on this thread, about ten
    times a second and once at the end. An interrupt (Ctrl-C) ends it at once.
    """
    run = Run(task, stop=stop)
    with Workshop(processors() if threads is None else threads) as workshop:
        try:
            workshop.add(run)
            while not _within(run, _REPORT_SECONDS):
                if report is not None:
                    report(run.progress())
        except BaseException:
            run.stop.set()
            raise
    if report is not None:
        report(run.progress())
    return run.done.result()


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _within(run: Run, seconds: float) -> bool:
    """Waits so long for a run, in a way that an interrupt ends; tells whether it is done."""
    try:
        run.done.exception(seconds)
    except TimeoutError:
        return False
    return True
