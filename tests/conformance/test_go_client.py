"""The Go client: its own tests, its generated code, and the whole conformance kit."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from tests import processes
from tests.conformance.test_conformance_kit import run_kit, scenario_names

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "clients" / "go"
COMPILE_SECONDS = 3 * processes.PATIENCE_SECONDS


@pytest.fixture
def go() -> str | None:
    """The Go program; None where there is none: then the test does nothing."""
    found = shutil.which("go")
    if found is None:
        print("nothing was tested: there is no `go` on PATH")
    return found


def run(*command: str | Path) -> str:
    finished = processes.run(
        command,
        cwd=MODULE,
        env={**os.environ, "PYTHON": sys.executable},
        timeout=COMPILE_SECONDS,
        check=True,
    )
    return finished.stdout


def test_the_go_client_passes_the_kit(go, tmp_path):
    if go is not None:
        client = tmp_path / "conformance"
        run(go, "build", "-o", client, "./cmd/conformance")
        code, faults = run_kit(str(client))
        assert faults == dict.fromkeys(scenario_names())
        assert code == 0


def test_the_go_client_passes_its_own_tests(go):
    if go is not None:
        run(go, "vet", "./...")
        run(go, "test", "./...")
        written = [path for path in sorted(MODULE.rglob("*.go")) if "gen" not in path.parts]
        assert run(Path(go).with_name("gofmt"), "-l", *written) == ""


def test_the_generated_go_code_is_up_to_date(go):
    if go is not None:
        run(MODULE / "generate", "--check")
