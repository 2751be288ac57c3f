"""Tests start child processes in one place, which ends them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
# The second starts the server that all processes of a session share, so it is not a child of one.
MAY_START = {"processes.py", "postgres.py"}
STARTS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "os": {"fork", "forkpty", "popen", "posix_spawn", "posix_spawnp", "system"},
    "multiprocessing": {"Pool", "Process", "get_context"},
    "pty": {"fork", "spawn"},
}


def starts(source: str) -> list[str]:
    """Where a module starts processes: `module.function` and its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            module = ast.unparse(node.func.value)
            if node.func.attr in STARTS.get(module, set()):
                found.append(f"{module}.{node.func.attr} in line {node.lineno}")
        if isinstance(node, ast.ImportFrom) and node.module in STARTS:
            found += [
                f"{node.module}.{alias.name} in line {node.lineno}"
                for alias in node.names
                if alias.name in STARTS[node.module]
            ]
    return found


def test_only_one_module_starts_processes():
    for path in sorted(TESTS.rglob("*.py")):
        if path.relative_to(TESTS).as_posix() not in MAY_START:
            assert not starts(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess\nsubprocess.run(['true'])",
        "from subprocess import Popen",
        "import asyncio\nasyncio.create_subprocess_exec('true')",
        "import os\nos.fork()",
    ],
)
def test_a_module_that_starts_one_is_found(source):
    assert starts(source)
