"""Readers of streams that leave and come back: no gap, no repeat, no rewind, the same bytes.

`python -m tests.faults.streams --resumes 20000` shows it on one server, or with `--database` on
several. The checker is the same that all other fault tests use.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from tests.faults import by_hand
from tests.faults.cluster import Cluster
from tests.faults.table import Table
from tests.faults.world import World

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.report import Report

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


if __name__ == "__main__":
    by_hand.run("streams", __doc__, "resumes", 20_000, show_streams)
