"""Two bots in two processes play while the server is stopped, killed and started again.

`python -m tests.e2e.restarts --matches 200` shows it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tests import processes
from tests.contract.goldens import wordless
from tests.e2e.served import Served

from intrigue.verify import verify
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import connect_blocking, payoffs

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Tally:
    """What the bots have said."""

    created: list[str] = field(default_factory=list)
    endings: dict[str, dict[str, object]] = field(default_factory=lambda: {"host": {}, "guest": {}})
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def finished(self) -> int:
        return len(self.endings["host"].keys() & self.endings["guest"].keys())


@dataclass(frozen=True)
class Result:
    """What came of it."""

    matches: int
    finished: int
    lost: int
    disagreements: int
    actions: int
    restarts: int
    in_flight_at_restarts: list[int]
    seconds: float


def play_through_restarts(
    folder: Path, matches: int, say: Callable[[str], None] = lambda _: None
) -> Result:
    """Plays matches; a third of the way the server is stopped, two thirds of the way killed."""
    start = time.monotonic()
    tally = Tally()
    in_flight = []
    with Served(folder) as served:
        bots = {role: _start_bot(served.target, matches, role) for role in ("host", "guest")}
        readers = [
            threading.Thread(target=_listen, args=(role, bot.stdout, bots["guest"].stdin, tally))
            for role, bot in bots.items()
        ]
        for reader in readers:
            reader.start()
        try:
            for share, end, name in (
                (1, served.stop, "stopped (SIGTERM)"),
                (2, served.kill, "killed (SIGKILL)"),
            ):
                _wait_for(tally, matches * share // 3, bots)
                end()
                in_flight.append(len(tally.created) - tally.finished)
                say(f"server {name}: {tally.finished} matches finished, {in_flight[-1]} in flight")
                served.start()
            _wait_for(tally, matches, bots)
            for bot in bots.values():
                assert bot.wait(processes.PATIENCE_SECONDS) == 0
        finally:
            for bot in bots.values():
                bot.end()
            for reader in readers:
                reader.join(10)
        return _compare(served.target, tally, matches, in_flight, time.monotonic() - start)


def _start_bot(target: str, matches: int, role: str) -> processes.Child:
    command = [sys.executable, "-m", "tests.e2e.bot_process", target, str(matches), role]
    return processes.Child(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def _listen(role: str, said: IO[str], guest: IO[str], tally: Tally) -> None:
    for line in said:
        fact = json.loads(line)
        with tally.changed:
            if "created" in fact:
                tally.created.append(fact["created"])
                guest.write(fact["created"] + "\n")
                guest.flush()
            else:
                tally.endings[role][fact.pop("finished")] = fact
            tally.changed.notify_all()


def _wait_for(tally: Tally, finished: int, bots: dict[str, processes.Child]) -> None:
    deadline = time.monotonic() + processes.PATIENCE_SECONDS
    with tally.changed:
        while tally.finished < finished:
            tally.changed.wait(1.0)
            failed = [role for role, bot in bots.items() if bot.poll() not in {None, 0}]
            if failed or time.monotonic() > deadline:
                missing = {
                    role: sorted(set(tally.created) - endings.keys())
                    for role, endings in tally.endings.items()
                }
                raise AssertionError(
                    f"{tally.finished} of {finished} matches; failed: {failed}; missing: {missing}"
                )


def _compare(
    target: str, tally: Tally, matches: int, in_flight: list[int], seconds: float
) -> Result:
    """Holds what the bots saw against what the service says, and each record against both."""
    host, guest = tally.endings["host"], tally.endings["guest"]
    finished = disagreements = actions = 0
    with connect_blocking(target) as client:
        for match in client.matches(page_size=200):
            finished += match.status == match_pb2.MATCH_STATUS_FINISHED
            said = {"payoffs": [*payoffs(match.outcome)], "ending": match.outcome.ending}
            record = client.spectate(match.id).get_record()
            actions += len(record.steps) - 1
            agreed = said == host.get(match.id) == guest.get(match.id)
            agreed = agreed and record.outcome == wordless(match.outcome)
            agreed = agreed and verify(record, commitment=match.commitment).holds
            agreed = agreed and len(record.steps) == match.revision
            disagreements += not agreed
            matches -= 1
    # A match too many was created twice; one too few was lost.
    assert matches == 0, f"{matches} matches fewer than were asked for"
    return Result(
        matches=len(tally.created),
        finished=finished,
        lost=len(set(tally.created) - host.keys() - guest.keys()),
        disagreements=disagreements,
        actions=actions,
        restarts=len(in_flight),
        in_flight_at_restarts=in_flight,
        seconds=seconds,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="intrigue-restarts-") as folder:
        result = play_through_restarts(Path(folder), arguments.matches, print)
    print(
        f"{result.matches} matches, {result.finished} finished, {result.lost} lost, "
        f"{result.disagreements} disagreements, {result.actions} actions, "
        f"{result.restarts} restarts, {result.seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
