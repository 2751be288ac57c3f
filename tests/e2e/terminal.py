"""The command line as its users meet it: through pipes, and in a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests import processes
from typer.testing import CliRunner

from intrigue.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

PROGRAM = (sys.executable, "-m", "intrigue.cli")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run(
    *arguments: str | Path,
    typed: str = "",
    lang: str = "en_US.UTF-8",
    home: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Runs a command with piped input, to its end."""
    return processes.run([*PROGRAM, *arguments], typed=typed, env=_environment(lang, home))


def _environment(lang: str, home: Path | None) -> Mapping[str, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    environment |= {"LANG": lang, "COLUMNS": "80", "PYTHONUTF8": "1"}
    if home is not None:
        environment["XDG_STATE_HOME"] = str(home)
    return environment


def call(
    *arguments: str | Path, typed: str = "", lang: str = "en_US.UTF-8"
) -> subprocess.CompletedProcess[str]:
    """Runs a command in this process: the same, but many times faster."""
    environment = {**dict.fromkeys(os.environ, None), **_environment(lang, None)}
    words = [str(argument) for argument in arguments]
    done = CliRunner().invoke(app, words, input=typed, env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


class Terminal:
    """A program in a pseudo-terminal, read and typed to as a person would."""

    def __init__(
        self,
        arguments: Sequence[str | Path],
        *,
        lang: str = "en_US.UTF-8",
        home: Path | None = None,
    ) -> None:
        self._near, far = pty.openpty()
        self._process = processes.Child(
            [*PROGRAM, *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            env={**_environment(lang, home), "TERM": "xterm-256color"},
        )
        os.close(far)
        self._read = 0
        self.raw = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.end()
        os.close(self._near)

    @property
    def screen(self) -> str:
        """Everything so far, without colors."""
        return _CONTROL.sub("", self.raw).replace("\r\n", "\n")

    def type(self, line: str) -> None:
        os.write(self._near, line.encode() + b"\n")

    def interrupt(self) -> None:
        """Presses Ctrl-C."""
        os.killpg(self._process.pid, 2)

    def expect(self, *texts: str, timeout: float = processes.PATIENCE_SECONDS) -> str:
        """Reads until one of the texts appears after what was read before; says which."""
        deadline = time.monotonic() + timeout
        while True:
            fresh = self.screen[self._read :]
            found = [(fresh.index(text), text) for text in texts if text in fresh]
            if found:
                place, text = min(found)
                self._read += place + len(text)
                return text
            if not self._pull(deadline - time.monotonic()):
                raise AssertionError(f"none of {texts} in:\n{fresh}")

    def wait(self, timeout: float = processes.PATIENCE_SECONDS) -> int:
        """Reads to the end of the program and returns its exit code."""
        deadline = time.monotonic() + timeout
        while self._pull(deadline - time.monotonic()):
            pass
        return self._process.wait(max(0.1, deadline - time.monotonic()))

    def _pull(self, timeout: float) -> bool:
        ready, _, _ = select.select([self._near], [], [], max(0.0, timeout))
        if not ready:
            return False
        try:
            chunk = os.read(self._near, 65536)
        except OSError:
            # The other end of the terminal is closed: Linux says so with an error.
            return False
        self.raw += chunk.decode("utf-8", "replace")
        return bool(chunk)
