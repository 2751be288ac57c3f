"""Child processes of tests: all are started here, and none outlives the tests.

Each child has a process group of its own. Leaving its `with` block ends the whole group, and so
does the end of the process that runs the tests, however that ends: a reaper process holds a pipe
from it, and kills the groups that are still there when the pipe closes.

Children start with the default handlers of all signals, also where the tests themselves were
started with some of them ignored: in the background of a script, or under `nohup`.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Self

# How long anything may take: enough for a machine that is many times slower than ours. Only a
# test that fails waits this long.
PATIENCE_SECONDS = 300.0

# What a shell may have ignored, and what Python ignores.
_SIGNALS = [signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE]

# Replaces itself with a command, after restoring the handlers of signals.
_LAUNCHER = f"""
import os, signal, sys
for number in {[int(number) for number in _SIGNALS]}:
    signal.signal(number, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])
"""

# Reads "+ID" and "-ID" for groups that begin and end; at the end of its input it kills the rest.
_REAPER = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Child(subprocess.Popen[Any]):
    """A program that runs beside a test; leaving its `with` block kills it and all it started."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        stdin: int | IO[Any] = subprocess.DEVNULL,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        text: bool = False,
        env: Mapping[str, str] | None = None,
        cwd: Path | str | None = None,
    ) -> None:
        words = [str(word) for word in command]
        if any(signal.getsignal(number) is signal.SIG_IGN for number in _SIGNALS[:-1]):
            words = [sys.executable, "-I", "-S", "-c", _LAUNCHER, *words]
        super().__init__(
            words,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            text=text,
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
        self.command = [str(word) for word in command]
        keep(self.pid)
        _children[self.pid] = self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def line(self) -> str:
        """The next line of its output; at the end of the output, an empty text."""
        assert self.stdout is not None
        line = self.stdout.readline()
        return line if isinstance(line, str) else line.decode()

    def end(self) -> None:
        """Kills what is left of its process group; its outputs are closed."""
        kill_group(self.pid)
        self.wait(PATIENCE_SECONDS)
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        release(self.pid)
        _children.pop(self.pid, None)


def run(
    command: Sequence[str | Path],
    *,
    typed: str | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | str | None = None,
    timeout: float = PATIENCE_SECONDS,
    check: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, with what it printed; what it left running is killed.

    With `check` a failure of the program is a failure of the test.
    """
    with Child(
        command,
        stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=cwd,
    ) as child:
        out, err = child.communicate(typed, timeout)
    assert not check or child.returncode == 0, out + err
    return subprocess.CompletedProcess(child.command, child.returncode, out, err)


def left() -> list[Child]:
    """The children whose `with` block was not left, or not entered."""
    return list(_children.values())


def keep(group: int) -> None:
    """Has a process group killed when this process ends, however it ends."""
    _tell_reaper(f"+{group}")


def release(group: int) -> None:
    """Says that a process group has ended."""
    _tell_reaper(f"-{group}")


def kill_group(group: int) -> None:
    """Kills a process group, if it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


_children: dict[int, Child] = {}
_reaper: subprocess.Popen[str] | None = None
_reaper_lock = threading.Lock()


def _tell_reaper(line: str) -> None:
    global _reaper  # noqa: PLW0603 - one per process that runs tests
    with _reaper_lock:
        if _reaper is None:
            _reaper = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _REAPER],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
            atexit.register(_dismiss_reaper)
        assert _reaper.stdin is not None
        _reaper.stdin.write(line + "\n")
        _reaper.stdin.flush()


def _dismiss_reaper() -> None:
    assert _reaper is not None
    _reaper.communicate(timeout=PATIENCE_SECONDS)
