"""The server is killed in the middle of whatever it does, and started again on the same database.

What was acknowledged must be there, once, with the same bytes. In every other cycle the power
fails too: writes that were not synced are lost, all or some of them, some torn.
`python -m tests.faults.kills --cycles 60` shows it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import deque
from typing import TYPE_CHECKING, Any

import grpc
from tests.faults import command_line
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import Cluster, DidNotStart, Node
from tests.faults.disk import Disk
from tests.faults.raw_client import RawClient, reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.faults.report import Report

MATCHES = 6
LONGEST_LOAD = 0.6
CLOSING = 300.0


class OngoingMatches:
    """Matches that are played without end, each replaced by a new one when it is over."""

    def __init__(self, client: RawClient) -> None:
        self.client = client
        self.checked_matches: dict[int, CheckedMatch] = {}
        # The last that came to their end: they must stay as they are, too.
        self.finished: deque[CheckedMatch] = deque(maxlen=MATCHES)
        self.closing = False
        self._variants = itertools.count()

    async def keep_playing(self, place: int) -> None:
        while not self.closing:
            checked = await CheckedMatch.create(self.client, next(self._variants))
            self.checked_matches[place] = checked
            await checked.play()
            self.finished.append(checked)
            del self.checked_matches[place]

    async def audit(self) -> None:
        """Compares every match with what was acknowledged, before any other call is made."""
        self.client.auditor = asyncio.current_task()
        try:
            for checked in [*self.checked_matches.values(), *self.finished]:
                try:
                    await (checked.audit_end() if checked in self.finished else checked.audit())
                except grpc.aio.AioRpcError as error:
                    self.client.report.fault("matches lost", f"{checked.id} {reason(error)}")
        finally:
            self.client.auditor = None


async def kill_and_compare(
    cluster: Cluster,
    cycles: int,
    rng: random.Random,
    report: Report,
    after_kill: Callable[[int], None],
) -> None:
    """Kills any server, or all, `cycles` times while matches go on, then plays them to the end."""
    async with RawClient(cluster.targets, report, rng.random()) as client:
        ongoing = OngoingMatches(client)
        async with asyncio.TaskGroup() as group:
            players = [group.create_task(ongoing.keep_playing(place)) for place in range(MATCHES)]
            try:
                for cycle in range(cycles):
                    await asyncio.sleep(rng.uniform(0.02, LONGEST_LOAD))
                    client.up.clear()
                    victims = _victims(cluster, rng)
                    for node in victims:
                        await asyncio.to_thread(node.kill)
                    after_kill(cycle)
                    for node in victims:
                        await asyncio.to_thread(node.start)
                    report.count("kills")
                    await ongoing.audit()
                    if report.faults:
                        # There is no going on with matches that are not what they were.
                        return
                    client.up.set()
                    acknowledged = report.counts["actions acknowledged"]
                    report.progress(f"{cycle + 1} kills, {acknowledged} actions acknowledged")
                ongoing.closing = True
                async with asyncio.timeout(CLOSING):
                    await asyncio.gather(*players)
            finally:
                for player in players:
                    player.cancel()


def _victims(cluster: Cluster, rng: random.Random) -> list[Node]:
    return rng.sample(cluster.nodes, rng.randint(1, len(cluster.nodes)))


def flat(group: BaseExceptionGroup[Any]) -> Iterator[Any]:
    """The errors of a group and of the groups in it."""
    for error in group.exceptions:
        yield from flat(error) if isinstance(error, BaseExceptionGroup) else (error,)


def show_kills(
    folder: Path,
    cycles: int,
    seed: int,
    report: Report,
    *,
    database: str | None = None,
    nodes: int = 1,
    program: str = "intrigue.cli",
    lies: bool = False,
) -> None:
    """Kills servers on a SQLite file, or on a database whose own disk is not ours to break."""
    rng = random.Random(seed)
    disk = None if database else Disk(folder, folder / "matches.db", lies=lies)

    def after_kill(cycle: int) -> None:
        if disk is None:
            return
        if cycle % 2:
            report.count("power cuts")
            lost = disk.lose(rng)
            report.count("power cuts with writes that were not synced", lost > 0)
            report.count("writes not synced at power cuts", lost)
        else:
            disk.keep()

    cluster = Cluster(
        folder,
        database,
        nodes,
        program=program,
        environment=disk.environment if disk else None,
    )
    try:
        with cluster:
            asyncio.run(kill_and_compare(cluster, cycles, rng, report, after_kill))
    except* DidNotStart as stopped:
        report.fault("servers that did not start again", str(next(flat(stopped)))[-300:])
    except* grpc.aio.AioRpcError as refused:
        for error in flat(refused):
            report.fault("calls refused", reason(error))
    if disk is not None:
        counters = disk.counters()
        report.count("writes seen by the disk", counters.writes)
        report.count("syncs seen by the disk", counters.syncs)


if __name__ == "__main__":
    command_line.run("kills", __doc__, "cycles", 60, show_kills)
