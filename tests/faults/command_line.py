"""The command line of a fault test that runs on any cluster."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Protocol

from tests.faults.report import Report


class Show(Protocol):
    """Runs a fault test `count` times, in a folder of its own."""

    def __call__(
        self,
        folder: Path,
        count: int,
        seed: int,
        report: Report,
        /,
        *,
        database: str | None,
        nodes: int,
    ) -> None: ...


def run(name: str, about: str | None, counted: str, default: int, show: Show) -> None:
    """Reads the arguments, runs, and prints what was found; `counted` is what `--…` counts."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(f"--{counted}", dest="count", type=int, default=default)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--database", help="a PostgreSQL database, for several servers")
    parser.add_argument("--nodes", type=int, default=1)
    given = parser.parse_args()
    report = Report(f"{name} (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix=f"intrigue-{name}-") as folder:
        where = Path(folder)
        show(where, given.count, given.seed, report, database=given.database, nodes=given.nodes)
    report.check()
