"""The example that trains a policy learns, and says how well."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests import processes

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "train_a_policy.py"
SHARE = r"(\w+), against random: won [\d.]+  \[([\d.]+), ([\d.]+)\]  of ([\d,]+) matches"


def run(*arguments: str | Path) -> str:
    return processes.run([sys.executable, EXAMPLE, *arguments], check=True).stdout


def test_it_learns_to_beat_random_and_draws_the_curve(tmp_path):
    curve = tmp_path / "curve.svg"
    received = run("--steps", "45000", "--matches", "400", "--seed", "5", "--plot", curve)
    print(received)
    untrained, trained = re.findall(SHARE, received)
    assert (untrained[0], trained[0]) == ("untrained", "trained")
    assert untrained[3] == trained[3] == "400"
    # The intervals are apart, and that of the untrained network holds an even share.
    assert float(untrained[1]) < 0.5 < float(untrained[2])
    assert float(trained[1]) > max(float(untrained[2]), 0.55)
    drawn = curve.read_text(encoding="utf-8")
    # A figure with text, lines, and the band of the interval.
    assert "<svg" in drawn
    assert "FillBetweenPolyCollection" in drawn


def test_it_explains_itself():
    received = run("--help")
    for option in ("--seconds", "--steps", "--seed", "--plot"):
        assert option in received
