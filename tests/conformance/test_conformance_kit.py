"""The conformance kit passes a right client, and finds the fault of each wrong one."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from tests import processes
from tests.conformance.mutants import HANGING, MUTANTS

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "clients" / "conformance" / "run"
# A client that hangs on purpose is ended soon; any other gets as long as anything may take.
SHORT_SECONDS = 3.0
VERDICT = re.compile(r"^(not ok|ok) \d+ - (\w+)(?:: (.*))?$", re.MULTILINE)


def run_kit(client: str, *scenarios: str, limit: float = processes.PATIENCE_SECONDS):
    """Runs the kit; returns its exit code, and the fault of each scenario (None: it passed)."""
    chosen = [word for name in scenarios for word in ("--scenario", name)]
    path = os.pathsep.join([str(ROOT / "clients" / "python" / "src"), str(ROOT)])
    finished = processes.run(
        [sys.executable, KIT, "--client", client, "--time-limit", str(limit), *chosen],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        timeout=3 * processes.PATIENCE_SECONDS,
    )
    print(finished.stdout, finished.stderr)
    faults = {name: fault or None for _, name, fault in VERDICT.findall(finished.stdout)}
    return finished.returncode, faults


def python_client(module: str, *arguments: str) -> str:
    return " ".join([sys.executable, "-m", f"tests.conformance.{module}", *arguments])


def scenario_names() -> list[str]:
    listed = processes.run([sys.executable, KIT, "--list"], check=True).stdout
    return [line.partition(":")[0] for line in listed.splitlines()]


def test_the_reference_client_passes():
    code, faults = run_kit(python_client("reference_client"))
    assert faults == dict.fromkeys(scenario_names())
    assert code == 0


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_client_fails(name):
    code, faults = run_kit(python_client("mutants", name), *MUTANTS[name][1])
    assert set(faults) == set(MUTANTS[name][1])
    assert all(faults.values())
    assert not any("did not end" in fault for fault in faults.values())
    assert code == 1


@pytest.mark.parametrize("name", HANGING)
def test_a_client_that_hangs_is_ended(name):
    code, faults = run_kit(python_client("mutants", name), *HANGING[name][1], limit=SHORT_SECONDS)
    assert set(faults) == set(HANGING[name][1])
    assert all("did not end within" in fault for fault in faults.values())
    assert code == 1


def test_a_client_that_does_nothing_fails_every_scenario():
    code, faults = run_kit(f"{sys.executable} -c pass")
    assert set(faults) == set(scenario_names())
    assert all(faults.values())
    assert code == 1


def test_every_scenario_finds_a_fault_that_others_miss_or_is_a_plain_match():
    found = {
        name for mutants in (MUTANTS, HANGING) for _, names in mutants.values() for name in names
    }
    # Nothing in these is special but their messages, so any crash is their fault to find.
    plain = {"waiting", "large_setup", "break_after_outcome"}
    assert set(scenario_names()) - found == plain
