"""`intrigue serve` in a process of its own, which can be stopped, killed and started again."""

from __future__ import annotations

import signal
import socket
import sys
from typing import TYPE_CHECKING

from tests import processes

from intrigue_sdk import RetryPolicy, connect_blocking

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Self

    from intrigue_sdk import Game


class Served:
    """A server on one port and one database, whatever happens to its process."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.database = database or str(folder / "matches.db")
        self.log = folder / "server.log"
        self.port = _free_port()
        self._process: processes.Child | None = None

    @property
    def target(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        command = [sys.executable, "-m", "intrigue.cli", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--database", self.database]
        command += ["--log-level", "warning", "--stop-grace-seconds", "0.5"]
        with self.log.open("ab") as log:
            self._process = processes.Child(command, stdout=log, stderr=log)
        with connect_blocking(
            self.target, retry_policy=RetryPolicy(total=processes.PATIENCE_SECONDS)
        ) as client:
            client.games()
        assert self._process.poll() is None, self.log.read_text()

    def stop(self) -> None:
        """Asks the server to end, as an operator would."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the server as a crash would, in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            try:
                self._process.wait(processes.PATIENCE_SECONDS)
            finally:
                self._process.end()
                self._process = None


def announcement(server: processes.Child) -> tuple[str, str]:
    """What `intrigue serve` prints once it listens, and its address."""
    shown = ""
    while "Ctrl-C" not in shown:
        line = server.line()
        assert line, shown
        shown += line
    return shown, shown.partition("Serving games on ")[2].split()[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def two_seat_game(games: Iterable[Game]) -> str:
    """A game of always two seats that play against each other, for tests that name no game."""
    return next(
        game.id for game in games if game.min_seats == game.max_seats == 2 and not game.cooperative
    )
