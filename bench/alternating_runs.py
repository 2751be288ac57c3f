"""Programs that measure in turns, round by round, so that all of them see the same machine."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent

# By name, what was measured, round by round.
Rates = dict[str, list[float]]


@dataclass
class Runner:
    """A program that answers each line with rates by name, as JSON (measure_on_request.py)."""

    name: str
    command: Sequence[str]
    peer: bool = False
    """One of others: if it can't run here, it is left out."""
    _process: subprocess.Popen[str] | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if self.peer else None,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def measure(self, seconds: float) -> dict[str, float] | None:
        """One round; None if the program has ended."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(seconds, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            return None
        line = self._process.stdout.readline()
        return json.loads(line) if line else None


def own(module: str) -> Runner:
    """A program of ours, in the environment of the service."""
    return Runner(module, [sys.executable, "-m", module])


def run_alternately(runners: Sequence[Runner], rounds: int, seconds: float) -> Rates:
    """Measures everything that the runners have, one runner after the other in each round, a
    different one first each time. A round to warm up is not counted, and a peer that fails in it
    is left out.
    """
    rates: Rates = {}
    with ExitStack() as stack:
        running = [stack.enter_context(runner) for runner in runners]
        running = [runner for runner in running if _warm(runner, seconds / 5)]
        for number in range(rounds):
            first = number % len(running)
            for runner in running[first:] + running[:first]:
                for name, value in _rates(runner, seconds).items():
                    rates.setdefault(name, []).append(value)
    return rates


def _warm(runner: Runner, seconds: float) -> bool:
    """Tells whether a runner is at work; only peers may fail to be."""
    if not runner.peer:
        return bool(_rates(runner, seconds))
    if runner.measure(seconds) is None:
        print(f"· {runner.name} can't be measured here and is left out", flush=True)
        return False
    return True


def _rates(runner: Runner, seconds: float) -> dict[str, float]:
    found = runner.measure(seconds)
    if found is None:
        raise RuntimeError(f"{runner.name} has failed")
    return found
