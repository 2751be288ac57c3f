"""A simulation on a Ray cluster.

Blocks are submitted as tasks of one processor each. A tally is a sum of whole numbers, so the
summary is the same, byte for byte, as that of `intrigue.simulation.simulate`.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

from intrigue import engine
from intrigue.simulation.local import processors
from intrigue.simulation.progress import Progress
from intrigue_proto.v1 import simulation_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOCAL: Final = "local"
"""In place of an address: a Ray that is started here, and ends with the simulation."""

# Submitting a task takes milliseconds, and seconds if a worker has to be started for it.
_SLICE_SECONDS: Final = 2.0
# Near the end slices are smaller, so that no worker waits long for another; not less than this.
_SHORTEST_SLICE_SECONDS: Final = 0.25
_GROWTH: Final = 16
_POLL_SECONDS: Final = 0.2
# How long cancelled tasks may take to release their processors.
_CANCEL_SECONDS: Final = 10.0
_CONNECT_SECONDS: Final = 5.0
_HOST_AND_PORT: Final = re.compile(r"(ray://)?(?P<host>[^/]+):(?P<port>\d+)")
_RETRIES: Final = 5
# Tallies are a few hundred bytes: the least that Ray accepts is plenty.
_STORE_BYTES: Final = 80 * 1024 * 1024


class RayErrorKind(Enum):
    """What went wrong."""

    UNREACHABLE = auto()
    """There is no Ray at the address, or it is incompatible with this program."""
    OTHER_RELEASE = auto()
    """A worker has other rules, or another release, than this program."""
    FAILED = auto()
    """A worker failed repeatedly."""


class RaySimulationError(Exception):
    """Ray could not play; `detail` is Ray's own message."""

    def __init__(self, kind: RayErrorKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Release:
    """What must be the same on all machines, so that their tallies can be added."""

    package: str
    rules: int

    @classmethod
    def of(cls, game: str) -> Release:
        """The installed release, and its rules of a game."""
        return cls(metadata.version("intrigue"), engine.Engine().rules_version(game))

    def __str__(self) -> str:
        return f"{self.package}, rules {self.rules}"


@dataclass(frozen=True, slots=True)
class SliceResult:
    """The answer of a worker: the Tally of some blocks, or that it is of another release."""

    tally: bytes
    seconds: float
    other: Release | None = None


def simulate_on_ray(
    task: bytes,
    address: str,
    *,
    stop: engine.Stop | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> bytes:
    """Plays a SimulationTask on the Ray at an address and returns its SimulationSummary.

    The address is one that `ray.init` takes (`auto`, `HOST:PORT`, `ray://HOST:PORT`), or `local`.
    A worker that dies is replaced, and its blocks are played again. After `stop` the running tasks
    are cancelled, and the summary has the blocks that were finished. Raises `engine.Refused`,
    `RaySimulationError`, and ModuleNotFoundError without Ray.
    """
    full, blocks, block = engine.check_task(task)
    with connected(address) as ray:
        tally = _RaySimulation(ray, full, blocks, block, on_progress).run(stop or engine.Stop())
    return engine.summarize(full, tally)


@contextmanager
def connected(address: str, *, workers: int | None = None) -> Iterator[Any]:
    """The module `ray`, connected; an existing connection is kept.

    A Ray that is started here runs `workers` tasks at once.
    """
    # Usage statistics are for users to enable, not for us.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Otherwise Ray warns of what a later release will do about GPUs.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray  # noqa: PLC0415 - an extra, and slow to load

    if ray.is_initialized():
        yield ray
        return
    _check_reachable(address)
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(
                # Without this, a Ray that runs on this machine would be taken instead.
                address="local",
                num_cpus=workers or processors(),
                include_dashboard=False,
                object_store_memory=_STORE_BYTES,
                **quiet,
            )
        else:
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as fault:
        raise RaySimulationError(RayErrorKind.UNREACHABLE, _first_line(fault)) from fault
    try:
        yield ray
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fails if nothing listens at an address: Ray itself would try for many minutes."""
    found = _HOST_AND_PORT.fullmatch(address)
    if found is None:
        return
    host_and_port = found["host"].strip("[]"), int(found["port"])
    try:
        socket.create_connection(host_and_port, _CONNECT_SECONDS).close()
    except (OSError, OverflowError) as fault:
        raise RaySimulationError(RayErrorKind.UNREACHABLE, _first_line(fault)) from fault


class _RaySimulation:
    """A simulation that runs on Ray."""

    def __init__(
        self,
        ray: Any,
        task: bytes,
        blocks: int,
        block: int,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self._ray = ray
        self._blocks = blocks
        self._total = blocks * block
        self._on_progress = on_progress
        self._release = Release.of(pb.SimulationTask.FromString(task).game)
        # One copy for all tasks, wherever they run.
        self._task = ray.put(task)
        self._slice = ray.remote(num_cpus=1, max_retries=_RETRIES)(play_slice)
        self._began = time.monotonic()
        self._next = 0
        self._largest = 0
        self._seconds = 0.0
        self._sums = pb.Tally()
        self._tally = engine.add_tallies([])

    def run(self, stop: engine.Stop) -> bytes:
        """The Tally of all blocks, or after `stop` of those that were finished."""
        pending: list[Any] = []
        try:
            while not stop.is_set and (pending or self._next < self._blocks):
                workers = self._workers()
                # One more for each, so that no worker waits for the next.
                while self._next < self._blocks and len(pending) < 2 * workers:
                    pending.append(self._submit(workers))
                ready, pending = self._ray.wait(pending, timeout=_POLL_SECONDS)
                for done in ready:
                    self._add(done)
                self._report_progress()
        finally:
            self._cancel(pending)
        return self._tally

    def _workers(self) -> int:
        """Tasks that run at once; a cluster may grow and shrink."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _submit(self, workers: int) -> Any:
        first, count = self._next, self._size(workers)
        self._next += count
        self._largest = max(self._largest, count)
        return self._slice.remote(self._task, first, count, self._release)

    def _size(self, workers: int) -> int:
        """Blocks per slice."""
        rest = self._blocks - self._next
        played = self._sums.block_count
        if not played:
            return 1
        rate = played / max(self._seconds, 1e-6)
        share = max(rest // (2 * workers), int(rate * _SHORTEST_SLICE_SECONDS))
        blocks = min(int(rate * _SLICE_SECONDS), self._largest * _GROWTH, share, rest)
        return max(1, blocks)

    def _add(self, done: Any) -> None:
        try:
            found: SliceResult = self._ray.get(done)
        except self._ray.exceptions.RayError as fault:
            # The core's own refusals come from Ray wrapped, with the whole traceback as a text.
            detail = fault.cause if isinstance(fault, self._ray.exceptions.RayTaskError) else fault
            raise RaySimulationError(RayErrorKind.FAILED, _first_line(detail)) from fault
        if found.other is not None:
            detail = f"{found.other}; here {self._release}"
            raise RaySimulationError(RayErrorKind.OTHER_RELEASE, detail)
        self._seconds += found.seconds
        self._tally = engine.add_tallies([self._tally, found.tally])
        self._sums = pb.Tally.FromString(self._tally)

    def _report_progress(self) -> None:
        if self._on_progress is not None:
            seconds = time.monotonic() - self._began
            self._on_progress(
                Progress(self._sums.match_count, self._total, self._sums.decision_count, seconds)
            )

    def _cancel(self, pending: list[Any]) -> None:
        """Cancels waiting and running tasks."""
        for task in pending:
            self._ray.cancel(task)
        if pending:
            self._ray.wait(pending, num_returns=len(pending), timeout=_CANCEL_SECONDS)


def play_slice(task: bytes, first: int, count: int, release: Release) -> SliceResult:
    """Plays some blocks on a worker of Ray. A cancellation ends it at once."""
    here = Release.of(pb.SimulationTask.FromString(task).game)
    if here != release:
        return SliceResult(b"", 0.0, here)
    # Ray cancels by an interrupt. A Ray that was started in the background of a script ignores
    # interrupts, and its workers inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stop = engine.Stop()
    tallies: list[bytes | BaseException] = []

    def play() -> None:
        try:
            tallies.append(engine.simulate(task, first, count, stop))
        except BaseException as error:  # noqa: BLE001 - it is raised below, on the thread of Ray
            tallies.append(error)

    start = time.monotonic()
    thread = threading.Thread(target=play)
    thread.start()
    try:
        # An interrupt is heard only between waits.
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
    except BaseException:
        stop.set()
        raise
    (tally,) = tallies
    if isinstance(tally, BaseException):
        raise tally
    return SliceResult(tally, time.monotonic() - start)


def _first_line(fault: BaseException) -> str:
    return next(iter(str(fault).strip().splitlines()), type(fault).__name__)
