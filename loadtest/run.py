"""Starts a service, puts it under load, and says what came of it: `make load`.

Each server runs in a process of its own, on loopback only; the database is thrown away, unless
one is given.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
START_SECONDS = 30.0
SERVING = b"\x08\x01"
KINDS = {
    "play": ["UnaryUser", "WatchUser"],
    "unary": ["UnaryUser"],
    "watch": ["WatchUser"],
    "simulation": ["SimulateUser", "BatchUser", "LeaseUser", "AnalyzeUser"],
    "all": [
        *("UnaryUser", "WatchUser"),
        *("SimulateUser", "BatchUser", "LeaseUser", "AnalyzeUser"),
    ],
}
# The rest of the time belongs to users that wait for each answer.
OPEN_LOOP_SHARE = 1 / 3
# How long matches may take to prepare, and the last answers to come.
OPEN_LOOP_SLACK = 60


def main() -> int:
    arguments = read_arguments()
    folder: Path = arguments.csv_dir
    folder.mkdir(parents=True, exist_ok=True)
    figures, open_figures = folder / "summary.json", folder / "open_loop.json"
    for path in (figures, open_figures):
        path.unlink(missing_ok=True)
    closed, opened = phases(arguments)
    with tempfile.TemporaryDirectory(prefix="intrigue-load-") as scratch:
        database = arguments.database or str(Path(scratch) / "matches.db")
        with ExitStack() as stack:
            targets = [
                stack.enter_context(served(database, folder / f"server{number or ''}.log"))
                for number in range(arguments.servers)
            ]
            target = ",".join(targets)
            run_locust(closed_loop(arguments, closed), arguments, target, figures)
            if opened:
                run_locust(open_loop(arguments, opened), arguments, target, open_figures)
    summaries = []
    for path in [figures, *([open_figures] if opened else [])]:
        if not path.exists():
            print(path.with_suffix(".log").read_text("utf-8", "replace"), file=sys.stderr)
            return 1
        summaries.append(json.loads(path.read_text("utf-8")))
    show(summaries, arguments)
    return exit_code(summaries, arguments)


def phases(arguments: argparse.Namespace) -> tuple[float, float]:
    """How many seconds users play without pauses, and then how many requests come by the clock."""
    if not arguments.rate:
        return arguments.seconds, 0.0
    opened = max(1.0, arguments.seconds * OPEN_LOOP_SHARE)
    return max(1.0, arguments.seconds - opened), opened


def exit_code(summaries: list[dict[str, Any]], arguments: argparse.Namespace) -> int:
    """0 if every request was answered and something was done."""
    closed = summaries[0]
    done = closed["simulation"]["count"] if arguments.kind == "simulation" else closed["matches"]
    if len(summaries) > 1:
        done = done and summaries[1]["open_loop"]["count"]
    return 1 if any(summary["failures"] for summary in summaries) or not done else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long in all (60)")
    parser.add_argument("--users", type=int, default=16, help="how many users play at once (16)")
    parser.add_argument(
        "--game", default="", metavar="ID[=WEIGHT],...", help="which games (all, equally often)"
    )
    parser.add_argument(
        "--option", default="", metavar="NAME=VALUE,...", help="options of all games that have them"
    )
    parser.add_argument(
        "--kind", choices=list(KINDS), default="play", help="which users of the closed loop (play)"
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=200.0,
        metavar="N",
        help="requests per second of the open loop; 0: no open loop (200)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="no private matches, ready checks, clocks and the like"
    )
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="what the servers keep matches in (an SQLite file that is thrown away)",
    )
    parser.add_argument(
        "--servers", type=int, default=1, metavar="N", help="how many share the database (1)"
    )
    parser.add_argument(
        "--csv-dir", type=Path, default=HERE / "out", help="where files go (loadtest/out)"
    )
    arguments = parser.parse_args()
    if arguments.servers < 1:
        parser.error("--servers takes a number from 1 on")
    if arguments.servers > 1 and "://" not in arguments.database:
        parser.error("several servers share a PostgreSQL database: --database postgresql://...")
    return arguments


@contextmanager
def served(database: str, log: Path) -> Iterator[str]:
    """A service in a process of its own, ready to answer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "intrigue.cli", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--database", database, "--log-level", "warning"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_until_healthy(f"127.0.0.1:{port}", process, log)
            yield f"127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_until_healthy(target: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    with grpc.insecure_channel(target) as channel:
        # Bytes in and out: the question "the whole server?" is empty, the answer has one field.
        check = channel.unary_unary("/grpc.health.v1.Health/Check", bytes, bytes)
        while time.monotonic() < deadline and process.poll() is None:
            try:
                answer = check(b"", timeout=1.0, wait_for_ready=True)
            except grpc.RpcError:
                continue
            if answer == SERVING:
                return
    raise SystemExit(f"The service did not start:\n{log.read_text('utf-8', 'replace')}")


def closed_loop(arguments: argparse.Namespace, seconds: float) -> list[str]:
    """The words with which locust runs users that wait for each answer."""
    users = str(arguments.users)
    print(f"{users} users play for {seconds:.0f} s ...", flush=True)
    words = ["--users", users, "--spawn-rate", users, "--run-time", f"{max(1, round(seconds))}s"]
    return [*words, *KINDS[arguments.kind]]


def open_loop(arguments: argparse.Namespace, seconds: float) -> list[str]:
    """The words with which locust makes requests at times that were drawn beforehand."""
    print(f"{arguments.rate:g} requests/s arrive for {seconds:.0f} s ...", flush=True)
    # The user ends the run itself, after the last answer.
    words = ["--users", "1", "--run-time", f"{round(seconds) + OPEN_LOOP_SLACK}s"]
    return [*words, "--rate", str(arguments.rate), "--seconds", str(seconds), "OpenLoopUser"]


def run_locust(words: list[str], arguments: argparse.Namespace, target: str, figures: Path) -> None:
    command = [sys.executable, "-m", "locust", "--locustfile", str(HERE / "locustfile.py")]
    command += ["--headless", "--only-summary", "--loglevel", "WARNING", "--host", target]
    command += ["--stop-timeout", "20"]
    command += ["--csv", str(figures.with_suffix("")), "--csv-full-history"]
    command += ["--game", arguments.game, "--option", arguments.option]
    command += ["--summary", str(figures), *(["--plain"] if arguments.plain else []), *words]
    # Locust draws tables of its own; its exit code only repeats what the figures say.
    with figures.with_suffix(".log").open("wb") as log:
        subprocess.run(
            command,
            check=False,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=os.environ | {"GRPC_VERBOSITY": "ERROR"},
        )


def show(summaries: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    summary = summaries[0]
    row = "{:<26}{:>10}{:>10}{:>10}{:>10}{:>10}"
    print(row.format("", "count", "per s", "p50 ms", "p99 ms", "failures"))
    shown = [*summary["methods"], summary["requests"]]
    if len(summaries) > 1:
        opened = summaries[1]
        shown += [f for f in opened["methods"] if f["name"].endswith("(open loop)")]
        shown += [opened["open_loop"], opened["dispatch"]]
    for figure in shown:
        print(
            row.format(
                figure["name"],
                figure["count"],
                f"{figure['per_second']:.1f}",
                f"{figure['p50']:.1f}",
                f"{figure['p99']:.1f}",
                figure["failures"],
            )
        )
    requests = summary["requests"]
    games = ", ".join(f"{count} {game}" for game, count in sorted(summary["games"].items()))
    print()
    print(
        f"requests/s {requests['per_second']:.0f} · p50 {requests['p50']:.0f} ms · "
        f"p99 {requests['p99']:.0f} ms · failures {summary['failures']} · "
        f"actions/s {summary['actions_per_second']:.0f} · matches finished {summary['matches']} "
        f"({games})"
    )
    if len(summaries) > 1:
        late, figure = summaries[1]["dispatch"], summaries[1]["open_loop"]
        print(
            f"open loop at {arguments.rate:g} requests/s · p50 {figure['p50']:.0f} ms · "
            f"p99 {figure['p99']:.0f} ms from the due time · failures {summaries[1]['failures']} · "
            f"p99 of the delay of the load generator itself {late['p99']:.0f} ms"
        )
    print(f"CSV files: {os.path.relpath(arguments.csv_dir)}")


if __name__ == "__main__":
    sys.exit(main())
