"""Servers in processes of their own, several on one database, and what can be done to them."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
from tests import processes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

ROOT = Path(__file__).parents[2]

# Every channel has connections of its own, comes back at once, and never repeats by itself.
CHANNEL: tuple[tuple[str, int], ...] = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 100),
    ("grpc.enable_retries", 0),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
)


class DidNotStart(Exception):
    """The server ended before it answered; its last words."""


class Node:
    """One server on one port, whatever happens to its process."""

    def __init__(
        self,
        database: str,
        log: Path,
        *,
        settings: Sequence[str] = (),
        program: str = "intrigue.cli",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database = database
        self.log = log
        self.port = _free_port()
        self.program = program
        self.settings = list(settings)
        self.environment = dict(environment or {})
        self.process: processes.Child | None = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self) -> None:
        """Starts the process and does not wait for it."""
        command = [sys.executable, "-m", self.program, "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--database", self.database]
        command += ["--log-level", "warning", "--stop-grace-seconds", "0.5", *self.settings]
        with self.log.open("ab") as log:
            self.process = processes.Child(
                command, stdout=log, stderr=log, env=os.environ | self.environment, cwd=ROOT
            )

    def wait(self) -> None:
        """Returns when the server answers; raises `DidNotStart` if it ends before."""
        deadline = time.monotonic() + processes.PATIENCE_SECONDS
        with grpc.insecure_channel(self.target, options=CHANNEL) as channel:
            ready = grpc.channel_ready_future(channel)
            while True:
                try:
                    ready.result(timeout=0.1)
                except grpc.FutureTimeoutError:
                    if not self.alive or time.monotonic() > deadline:
                        self.kill()
                        raise DidNotStart(self.last_words()) from None
                else:
                    return

    def start(self) -> None:
        self.launch()
        self.wait()

    def stop(self) -> None:
        """Asks the server to end, as an operator would."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the server as a crash would, in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Suspends the process."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def memory(self) -> int:
        """The bytes that the process has in memory."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            self.process.wait(processes.PATIENCE_SECONDS)
        finally:
            self.process.end()
            self.process = None


class Cluster:
    """Several servers on one database: a file, or the address of a PostgreSQL database."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        nodes: int = 1,
        *,
        settings: Sequence[str] = (),
        program: str = "intrigue.cli",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database = database or str(folder / "matches.db")
        self.nodes = [
            Node(
                self.database,
                folder / f"server-{number}.log",
                settings=settings,
                program=program,
                environment=environment,
            )
            for number in range(nodes)
        ]

    @property
    def targets(self) -> list[str]:
        return [node.target for node in self.nodes]

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        # The first brings the database into shape; the others find it so.
        self.nodes[0].start()
        for node in self.nodes[1:]:
            node.launch()
        for node in self.nodes[1:]:
            node.wait()

    def kill(self) -> None:
        for node in self.nodes:
            node.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
