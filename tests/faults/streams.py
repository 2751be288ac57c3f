"""Readers of streams that leave and come back: no gap, no repeat, no rewind, the same bytes.

`python -m tests.faults.streams --resumes 20000` shows it on one server, or with `--database` on
several. The checker is the same that all other fault tests use.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

from tests.faults import command_line
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import Cluster
from tests.faults.raw_client import RawClient

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.report import Report

MATCHES = 4
READERS = 3


async def follow(targets: list[str], resumes: int, seed: int, report: Report) -> None:
    """Plays matches with several readers per viewer until `resumes` streams were resumed."""
    variants = itertools.count()

    async def keep_playing(client: RawClient) -> None:
        while report.counts["streams resumed"] < resumes:
            checked = await CheckedMatch.create(client, next(variants))
            await checked.play(readers=READERS)
            report.progress(f"{report.counts['streams resumed']} streams resumed")

    async with RawClient(targets, report, seed) as client, asyncio.TaskGroup() as group:
        for _ in range(MATCHES):
            group.create_task(keep_playing(client))


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
    command_line.run("streams", __doc__, "resumes", 20_000, show_streams)
