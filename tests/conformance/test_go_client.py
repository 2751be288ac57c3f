"""The Go client: its own tests, the conformance kit, and matches on a server that is killed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests import processes, toolchains
from tests.conformance.go_matches import build, play_through_kills
from tests.conformance.test_conformance_kit import run_kit, scenario_names

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "clients" / "go"
COMPILE_SECONDS = 3 * processes.PATIENCE_SECONDS


@pytest.fixture
def go() -> Path | None:
    """The Go program; None where there is none: then the test does nothing."""
    found = toolchains.find("go")
    return None if found is None else found["go"]


def run(*command: str | Path) -> str:
    finished = processes.run(
        command,
        cwd=MODULE,
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
        gofmt = Path(run(go, "env", "GOROOT").strip()) / "bin" / "gofmt"
        assert run(gofmt, "-l", *written) == ""


def test_the_go_client_plays_through_a_kill_of_the_server(go, tmp_path):
    if go is not None:
        matches, kills = (240, 2) if os.environ.get("INTRIGUE_SOAK") else (24, 1)
        result = play_through_kills(build(go, tmp_path), tmp_path, matches, kills=kills)
        assert result.faults == []
        assert result.finished == matches
        # The kills came in the middle of matches, and the client noticed: or they prove nothing.
        assert len(result.in_flight_at_kills) == kills
        assert min(result.in_flight_at_kills) > 0
        assert result.to_repeat > 0
