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


def main() -> int:
    arguments = read_arguments()
    folder: Path = arguments.csv_dir
    folder.mkdir(parents=True, exist_ok=True)
    figures = folder / "summary.json"
    figures.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="intrigue-load-") as scratch:
        database = arguments.database or str(Path(scratch) / "matches.db")
        with ExitStack() as stack:
            targets = [
                stack.enter_context(served(database, folder / f"server{number or ''}.log"))
                for number in range(arguments.servers)
            ]
            run_locust(arguments, ",".join(targets), figures)
    if not figures.exists():
        print((folder / "locust.log").read_text("utf-8", "replace"), file=sys.stderr)
        return 1
    summary: dict[str, Any] = json.loads(figures.read_text("utf-8"))
    show(summary, arguments)
    return 1 if summary["failures"] or not summary["matches"] else 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long (60)")
    parser.add_argument("--users", type=int, default=16, help="how many users play at once (16)")
    parser.add_argument(
        "--game", default="", metavar="ID[=WEIGHT],...", help="which games (all, equally often)"
    )
    parser.add_argument(
        "--option", default="", metavar="NAME=VALUE,...", help="options of all games that have them"
    )
    parser.add_argument(
        "--kind", choices=["both", "unary", "watch"], default="both", help="which users (both)"
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


def run_locust(arguments: argparse.Namespace, target: str, figures: Path) -> None:
    kinds = {"both": [], "unary": ["UnaryUser"], "watch": ["WatchUser"]}[arguments.kind]
    command = [sys.executable, "-m", "locust", "--locustfile", str(HERE / "locustfile.py")]
    command += ["--headless", "--only-summary", "--loglevel", "WARNING", "--host", target]
    command += ["--users", str(arguments.users), "--spawn-rate", str(arguments.users)]
    command += ["--run-time", f"{arguments.seconds}s", "--stop-timeout", "20"]
    command += ["--csv", str(arguments.csv_dir / "load"), "--csv-full-history"]
    command += ["--game", arguments.game, "--option", arguments.option]
    command += ["--summary", str(figures), *(["--plain"] if arguments.plain else []), *kinds]
    print(f"{arguments.users} users play on {target} for {arguments.seconds} s ...", flush=True)
    # Locust draws tables of its own; its exit code only repeats what the figures say.
    with (arguments.csv_dir / "locust.log").open("wb") as log:
        subprocess.run(
            command,
            check=False,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=os.environ | {"GRPC_VERBOSITY": "ERROR"},
        )


def show(summary: dict[str, Any], arguments: argparse.Namespace) -> None:
    row = "{:<16}{:>10}{:>10}{:>10}{:>10}{:>10}"
    print(row.format("", "count", "per s", "p50 ms", "p99 ms", "failures"))
    for figure in [*summary["methods"], summary["requests"]]:
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
    print(f"CSV files: {os.path.relpath(arguments.csv_dir)}")


if __name__ == "__main__":
    sys.exit(main())
