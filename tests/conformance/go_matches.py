"""The Go client plays both seats of many matches while the server is killed and started again.

`python -m tests.conformance.go_matches --matches 240` shows it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from tests import processes, toolchains
from tests.faults.cluster import CHANNEL, Node

from intrigue.verify import verify
from intrigue_proto.v1 import (
    match_pb2,
    match_service_pb2,
    match_service_pb2_grpc,
    record_pb2,
    record_service_pb2,
    record_service_pb2_grpc,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MODULE = Path(__file__).resolve().parents[2] / "clients" / "go"
COMPILE_SECONDS = 3 * processes.PATIENCE_SECONDS
ANSWERS = re.compile(r"answers (\d+) granted, (\d+) to repeat, (\d+) stale, (\d+) overtaken")


@dataclass(frozen=True)
class Result:
    """What came of it."""

    finished: int
    """Matches that the program says are finished."""
    faults: list[str]
    """What must never be: failed matches, unexpected answers, records that do not hold."""
    actions: int
    in_flight_at_kills: list[int]
    granted: int
    to_repeat: int
    stale: int
    overtaken: int
    seconds: float


def build(go: Path, folder: Path) -> Path:
    """Compiles the program."""
    program = folder / "matches"
    processes.run(
        [go, "build", "-o", program, "./cmd/matches"],
        cwd=MODULE,
        timeout=COMPILE_SECONDS,
        check=True,
    )
    return program


def play_through_kills(
    program: Path,
    folder: Path,
    matches: int,
    *,
    at_once: int = 8,
    seed: int = 1,
    kills: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> Result:
    """Plays matches. The server is killed after each third of them, as often as asked."""
    start = time.monotonic()
    lines: list[str] = []
    in_flight: list[int] = []
    node = Node(str(folder / "matches.db"), folder / "server.log")
    node.start()
    try:
        command = [program, "-address", node.target, "-matches", matches, "-at-once", at_once]
        command += ["-seed", seed, "-give-up-after", f"{processes.PATIENCE_SECONDS:.0f}s"]
        with processes.Child(
            [str(word) for word in command], stdout=subprocess.PIPE, text=True
        ) as child:
            while line := child.line():
                lines.append(line.rstrip("\n"))
                over = sum(line.startswith(("finished", "failed")) for line in lines)
                if len(in_flight) < kills and over >= matches * (len(in_flight) + 1) // 3:
                    node.kill()
                    created = sum(line.startswith("created") for line in lines)
                    in_flight.append(created - over)
                    say(f"killed the server (SIGKILL): {over} matches over, {created - over} begun")
                    node.start()
            status = child.wait(processes.PATIENCE_SECONDS)
        return judge(
            node.target,
            lines,
            status=status,
            matches=matches,
            in_flight=in_flight,
            seconds=time.monotonic() - start,
        )
    finally:
        node.kill()


def judge(
    target: str,
    lines: list[str],
    *,
    status: int,
    matches: int,
    in_flight: list[int],
    seconds: float,
) -> Result:
    """Compares what the program printed with what the service has, and verifies the records."""
    faults = [line for line in lines if line.startswith(("failed", "unexpected"))]
    if status != 0:
        faults.append(f"the program ended with status {status}")
    played = {line.split()[2] for line in lines if line.startswith("finished")}
    stored = 0
    with grpc.insecure_channel(target, options=CHANNEL) as channel:
        for match in list_matches(channel):
            stored += 1
            if match.id not in played or match.status != match_pb2.MATCH_STATUS_FINISHED:
                faults.append(f"{match.id} is not finished, or was not asked for")
            elif not verify(record_of(channel, match.id), commitment=match.commitment).holds:
                faults.append(f"the record of {match.id} does not hold")
    if stored != matches:
        faults.append(f"the service has {stored} matches")
    counted = ANSWERS.search("\n".join(lines))
    granted, to_repeat, stale, overtaken = map(int, counted.groups()) if counted else (0, 0, 0, 0)
    return Result(
        finished=len(played),
        faults=faults,
        actions=sum(int(line.split()[-2]) for line in lines if line.startswith("finished")),
        in_flight_at_kills=in_flight,
        granted=granted,
        to_repeat=to_repeat,
        stale=stale,
        overtaken=overtaken,
        seconds=seconds,
    )


def list_matches(channel: grpc.Channel) -> Iterator[match_pb2.Match]:
    """Every match of the service."""
    service = match_service_pb2_grpc.MatchServiceStub(channel)
    request = match_service_pb2.ListMatchesRequest(page_size=200)
    while True:
        page = service.ListMatches(request, timeout=processes.PATIENCE_SECONDS)
        yield from page.matches
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token


def record_of(channel: grpc.Channel, match: str) -> record_pb2.MatchRecord:
    """The whole record of a match."""
    service = record_service_pb2_grpc.RecordServiceStub(channel)
    request = record_service_pb2.GetRecordRequest(match_id=match)
    record = record_pb2.MatchRecord()
    while True:
        page = service.GetRecord(request, timeout=processes.PATIENCE_SECONDS)
        record.MergeFrom(page.record)
        if not page.next_page_token:
            return record
        request.page_token = page.next_page_token


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=240)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, choices=[0, 1, 2], default=1)
    arguments = parser.parse_args()
    go = toolchains.find("go")
    if go is None:
        raise SystemExit(1)
    with tempfile.TemporaryDirectory(prefix="intrigue-go-matches-") as folder:
        result = play_through_kills(
            build(go["go"], Path(folder)),
            Path(folder),
            arguments.matches,
            at_once=arguments.at_once,
            seed=arguments.seed,
            kills=arguments.kills,
            say=print,
        )
    for fault in result.faults:
        print("FAULT", fault)
    print(
        f"{result.finished} of {arguments.matches} matches finished, {result.actions} actions, "
        f"{len(result.in_flight_at_kills)} kills, {result.seconds:.1f} s; answers: "
        f"{result.granted} granted, {result.to_repeat} to repeat, {result.stale} stale, "
        f"{result.overtaken} overtaken; {len(result.faults)} faults"
    )
    raise SystemExit(bool(result.faults))


if __name__ == "__main__":
    main()
