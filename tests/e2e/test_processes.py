"""Child processes of tests end with them, however the tests were started and however they end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests import processes

ROOT = Path(__file__).parents[2]
SLEEPER = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(3600)"]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def until_gone(pid: int) -> None:
    deadline = time.monotonic() + processes.PATIENCE_SECONDS
    while alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_failing_test_ends_the_child_and_what_it_started():
    program = (
        "import subprocess, sys, time;"
        f"print(subprocess.Popen({SLEEPER!r}).pid, flush=True); time.sleep(3600)"
    )
    command = [sys.executable, "-c", program]

    def failing() -> None:
        with processes.Child(command, stdout=subprocess.PIPE, text=True) as child:
            pids.extend([child.pid, int(child.line())])
            assert child in processes.left()
            raise LookupError

    pids: list[int] = []
    with pytest.raises(LookupError):
        failing()
    for pid in pids:
        until_gone(pid)
    assert all(child.pid not in pids for child in processes.left())


def test_what_takes_too_long_is_ended():
    with pytest.raises(subprocess.TimeoutExpired):
        processes.run(SLEEPER, timeout=0.5)


def test_a_program_that_fails_fails_the_test():
    with pytest.raises(AssertionError, match="no luck"):
        processes.run([sys.executable, "-c", "import sys; sys.exit('no luck')"], check=True)


TESTS_IN_BRIEF = f"""
import subprocess, sys, time
from tests import processes
child = processes.Child({SLEEPER!r}, stdout=subprocess.PIPE, text=True)
child.line()
print(child.pid, flush=True)
"""


def test_a_child_ends_with_tests_that_are_killed():
    command = [sys.executable, "-c", TESTS_IN_BRIEF + "time.sleep(3600)"]
    with processes.Child(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as tests:
        pid = int(tests.line())
        assert alive(pid)
        tests.kill()
        until_gone(pid)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_child_receives_signals_that_the_tests_ignore(number):
    program = f"import signal; signal.signal({int(number)}, signal.SIG_IGN)\n" + TESTS_IN_BRIEF
    program += f"child.send_signal({int(number)}); print(child.wait(300))"
    command = [sys.executable, "-c", program]
    with processes.Child(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as tests:
        pid = int(tests.line())
        # Python turns an interrupt into an exception, and then ends by the same signal.
        assert int(tests.line()) == -number
    until_gone(pid)
