"""The typed face of the compiled core is true: stubtest compares it with what is there."""

from __future__ import annotations

import sys

from tests import processes
from tests.contract.goldens import ROOT


def test_the_stub_of_the_core_is_true():
    # Nothing is allowed to differ, so there is no list of what may.
    command = [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", "pyproject.toml"]
    run = processes.run([*command, "intrigue._core"], cwd=ROOT)
    print(run.stdout, run.stderr, sep="\n")
    assert run.returncode == 0
    assert "no issues found in 1 module" in run.stdout


def test_a_stub_that_lies_is_found(tmp_path):
    """Otherwise the test above would say nothing."""
    package = tmp_path / "fib"
    package.mkdir()
    (package / "__init__.py").write_text("def halve(number, rounding=1): ...\n", encoding="utf-8")
    (package / "__init__.pyi").write_text("def halve(number: int) -> int: ...\n", encoding="utf-8")
    run = processes.run([sys.executable, "-m", "mypy.stubtest", "fib"], cwd=tmp_path)
    assert run.returncode == 1
    assert "fib.halve is inconsistent" in run.stdout
