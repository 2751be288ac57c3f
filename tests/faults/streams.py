"""Readers of streams that leave and come back: no gap, no repeat, no rewind, the same bytes.

`python -m tests.faults.streams --resumes 20000` shows it on one server, or with `--database` on
several. The checker is the same that all other fault tests use.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from pathlib import Path

from tests.faults.cluster import Cluster
from tests.faults.report import Report
from tests.faults.table import Table
from tests.faults.world import World

TABLES = 4
READERS = 3


async def follow(targets: list[str], resumes: int, seed: int, report: Report) -> None:
    """Plays matches with several readers a viewer until so many streams were resumed."""
    variants = itertools.count()

    async def keep_playing(world: World) -> None:
        while report.counts["streams resumed"] < resumes:
            table = await Table.create(world, next(variants))
            await table.play(readers=READERS)
            report.progress(f"{report.counts['streams resumed']} streams resumed")

    async with World(targets, report, seed) as world, asyncio.TaskGroup() as group:
        for _ in range(TABLES):
            group.create_task(keep_playing(world))


def show_streams(
    folder: Path,
    resumes: int,
    seed: int,
    report: Report,
    *,
    database: str | None = None,
    nodes: int = 1,
) -> None:
    with Cluster(folder, database, nodes) as cluster:
        asyncio.run(follow(cluster.targets, resumes, seed, report))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--resumes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--database", help="a PostgreSQL database, for several servers")
    parser.add_argument("--nodes", type=int, default=1)
    given = parser.parse_args()
    report = Report(f"streams (seed {given.seed})", loud=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-streams-") as folder:
        show_streams(
            Path(folder),
            given.resumes,
            given.seed,
            report,
            database=given.database,
            nodes=given.nodes,
        )
    report.check()


if __name__ == "__main__":
    main()
