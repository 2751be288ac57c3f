"""Several clients answer the same prompt at once, on several servers of one database.

Exactly one of them is acknowledged, on whichever server, also while a server stands still, is
killed, or the database restarts. `python -m tests.faults.races --races 5000 --postgres` shows it
on a PostgreSQL of its own; without it, on one server and a file.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import tempfile
import time
import uuid
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import grpc
from tests.faults import wire_fields
from tests.faults.checked_match import CheckedMatch, Grant
from tests.faults.cluster import Cluster, Node
from tests.faults.raw_client import UNREACHABLE, RawClient, reason
from tests.faults.report import Report
from tests.postgres import Postgres

from intrigue_proto.v1 import match_service_pb2 as pb

MATCHES = 4
RIVALS = 4
SURE = 100.0


class Database(Protocol):
    """What can be done to a database server; None where the database is a file."""

    def restart(self, mode: str = "fast") -> None: ...


class RacingClients:
    """Clients that hold the same seat and answer the same prompt, each with another action."""

    def __init__(self, checked: CheckedMatch) -> None:
        self.checked = checked
        self.client = checked.client
        self.report = checked.report

    async def race(self) -> bool:
        """One race for every seat that is asked, all at once; False if the match is over."""
        asked = [
            (seat, update)
            for seat in self.checked.seats
            if (update := await self._prompt(seat)) is not None
        ]
        if not asked:
            return await self._over()
        await asyncio.gather(*(self._contest(seat, update) for seat, update in asked))
        return True

    async def _contest(self, seat: int, update: Any) -> None:
        """Each of several clients sends a request, and a copy of it to another server."""
        rng, checked = self.client.random, self.checked
        attempts = [
            pb.ActRequest(
                match_id=checked.id,
                action_id=rng.choice(list(update.prompt.actions)).id,
                expected_revision=update.revision,
                request_id=uuid.uuid4().hex,
            )
            for _ in range(RIVALS)
        ]
        outcomes = await asyncio.gather(
            *(self._twice(seat, attempt, number) for number, attempt in enumerate(attempts))
        )
        granted = [grant for grant in outcomes if grant is not None]
        self.report.count("races")
        self.report.count("racing requests", len(attempts))
        if len(granted) > 1:
            what = f"{checked.game} {checked.id} seat {seat} at {update.revision}: {len(granted)}"
            self.report.fault("prompts with two acknowledgements", what)
        elif not granted:
            # Another seat may have closed the window; nothing else may take the prompt away.
            now = await self._prompt(seat)
            if now is not None and now.revision == update.revision:
                self.report.fault("prompts that nobody could answer", f"{checked.id} seat {seat}")
            self.report.count("races that another seat decided")
        for grant in granted:
            checked.grant(seat, grant)

    async def _twice(self, seat: int, attempt: pb.ActRequest, number: int) -> Grant | None:
        """The same request on two servers at once: the same answer from both."""
        nodes = len(self.client.targets)
        first, second = await asyncio.gather(
            self._act_until_answered(seat, attempt, number % nodes),
            self._act_until_answered(seat, attempt, (number + 1) % nodes),
        )
        if (first is None) != (second is None):
            # Refused here and granted there: then it must be granted everywhere.
            repeated_reply = await self._act_until_answered(seat, attempt, None)
            if repeated_reply is None:
                self.report.fault("granted requests refused later", self.checked.id)
            self.report.count("requests granted on one server and refused on another")
        answers = {answer for answer in (first, second) if answer is not None}
        if len(answers) > 1:
            self.report.fault("other bytes for the same request", self.checked.id)
        return Grant("Act", attempt, answers.pop()) if answers else None

    async def _act_until_answered(
        self, seat: int, attempt: pb.ActRequest, node: int | None
    ) -> bytes | None:
        """Asks until there is an answer, on any server if the first does not give one."""
        token = self.checked.tokens[seat]
        deadline = 2.0
        async with asyncio.timeout(SURE * 3):
            while True:
                try:
                    return await self.client.call_once("Act", attempt, token, node, deadline)
                except grpc.aio.AioRpcError as error:
                    if error.code() not in UNREACHABLE:
                        late = await self.checked.came_too_late(
                            seat, attempt.expected_revision, error
                        )
                        if not late and not reason(error).endswith("NOT_TO_ACT"):
                            self.report.fault("answers refused", reason(error))
                        return None
                    self.report.count("calls repeated")
                node, deadline = None, 10.0
                await self.client.wait_until_up()

    async def _prompt(self, seat: int) -> Any:
        updates = await self.checked.updates(seat)
        checker = self.checked.checkers[seat]
        if len(updates) < checker.highest and updates and not self.client.strict:
            self.report.count("lists of servers that lag")
            return None
        if updates:
            checker.add_all_updates(updates, "ListUpdates")
        elif checker.highest:
            return None
        return checker.prompt()

    async def _over(self) -> bool:
        """Whether it goes on: a server that lags may not have known whom it asks."""
        answer = await self.client.call("GetMatch", pb.GetMatchRequest(match_id=self.checked.id))
        checker = self.checked.checkers[None]
        checker.match(wire_fields.message_in(answer, 1) or b"", "GetMatch")
        return not checker.ended


class Trouble:
    """What happens to servers and their database while others race."""

    def __init__(
        self, cluster: Cluster, database: Database | None, rng: random.Random, report: Report
    ) -> None:
        self._cluster = cluster
        self._database = database
        self._random = rng
        self._report = report

    async def make(self, client: RawClient) -> None:
        """One disturbance."""
        ways = [self._stand_still, self._kill]
        if self._database is not None:
            ways += [self._restart_database] * 2
        await self._random.choice(ways)(client)

    async def _stand_still(self, _world: RawClient) -> None:
        node = self._random.choice(self._cluster.nodes)
        node.pause()
        try:
            await asyncio.sleep(self._random.uniform(0.05, 1.5))
        finally:
            node.resume()
        self._report.count("servers that stood still")

    async def _kill(self, client: RawClient) -> None:
        node: Node = self._random.choice(self._cluster.nodes)
        alone = len(self._cluster.nodes) == 1
        if alone:
            client.up.clear()
        await asyncio.to_thread(node.kill)
        await asyncio.to_thread(node.start)
        client.up.set()
        self._report.count("servers killed")

    async def _restart_database(self, _world: RawClient) -> None:
        assert self._database is not None
        mode = self._random.choice(("immediate", "fast"))
        await asyncio.to_thread(self._database.restart, mode)
        self._report.count("restarts of the database")
        self._report.count(f"restarts of the database ({mode})")


async def race_everywhere(
    cluster: Cluster,
    races: int,
    restarts: int,
    rng: random.Random,
    report: Report,
    *,
    database: Database | None,
    racing_clients: type[RacingClients] = RacingClients,
) -> None:
    variants = itertools.count(1)
    due = asyncio.Event()
    step = max(1, races // max(1, restarts))

    def enough() -> bool:
        return report.counts["races"] >= races or bool(report.faults)

    async def keep_racing(client: RawClient) -> None:
        while not enough():
            checked = await CheckedMatch.create(client, next(variants))
            reader = asyncio.create_task(checked.read(None))
            try:
                contest = racing_clients(checked)
                while not enough() and await contest.race():
                    if report.counts["races"] // step > report.counts["disturbances"]:
                        due.set()
                if checked.checkers[None].ended:
                    await finish(checked, reader)
            finally:
                reader.cancel()
            report.progress(f"{report.counts['races']} races")

    async def disturb(client: RawClient) -> None:
        trouble = Trouble(cluster, database, rng, report)
        while True:
            await due.wait()
            due.clear()
            await trouble.make(client)
            report.count("disturbances")

    async with (
        RawClient(cluster.targets, report, rng.random()) as client,
        asyncio.TaskGroup() as group,
    ):
        disturber = group.create_task(disturb(client))
        try:
            await asyncio.gather(*(keep_racing(client) for _ in range(MATCHES)))
        finally:
            disturber.cancel()


async def finish(checked: CheckedMatch, reader: asyncio.Task[None]) -> None:
    """Every stream is read to its end, and held with all answers against the record."""
    async with asyncio.timeout(SURE * 2):
        await reader
        await asyncio.gather(*(checked.read(seat) for seat in checked.seats))
    await checked.audit_end()


def show_races(
    folder: Path,
    races: int,
    restarts: int,
    seed: int,
    report: Report,
    *,
    url: str | None = None,
    nodes: int = 1,
    database: Database | None = None,
    racing_clients: type[RacingClients] = RacingClients,
) -> None:
    rng = random.Random(seed)
    with Cluster(folder, url, nodes) as cluster:
        asyncio.run(
            race_everywhere(
                cluster,
                races,
                restarts,
                rng,
                report,
                database=database,
                racing_clients=racing_clients,
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=5_000)
    parser.add_argument("--restarts", type=int, default=60, help="about as many disturbances")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--nodes", type=int, default=2, help="servers, with --postgres")
    given = parser.parse_args()
    report = Report(f"races (seed {given.seed})", loud=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="intrigue-races-")))
        where: dict[str, Any] = {}
        if given.postgres:
            postgres = stack.enter_context(Postgres())
            where = {
                "url": postgres.new_database(),
                "nodes": given.nodes,
                "database": postgres,
            }
        show_races(folder, given.races, given.restarts, given.seed, report, **where)
    report.check()


if __name__ == "__main__":
    main()
