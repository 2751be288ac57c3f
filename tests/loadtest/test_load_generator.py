"""The load generator: when requests are due, what is played, and what a run reports."""

from __future__ import annotations

import argparse
import itertools
import json
import random
import struct
import sys
from typing import TYPE_CHECKING, Any

import pytest
from loadtest.arrivals import poisson_times
from loadtest.lanes import random_actions
from loadtest.mix import read_mix
from tests import processes
from tests.contract.goldens import GAMES, ROOT, describe

from intrigue import engine
from intrigue_proto.v1 import simulation_service_pb2 as pb
from loadtest import run

if TYPE_CHECKING:
    from pathlib import Path


def test_arrivals_are_drawn_beforehand_and_in_order():
    times = poisson_times(200.0, 50.0, random.Random(1))
    assert times == sorted(times) == poisson_times(200.0, 50.0, random.Random(1))
    assert all(0 <= time < 50.0 for time in times)
    # 10,000 arrivals are expected, with a standard deviation of 100.
    assert 9_500 < len(times) < 10_500


def test_gaps_between_arrivals_are_exponential():
    times = poisson_times(100.0, 200.0, random.Random(2))
    gaps = [after - before for before, after in itertools.pairwise(times)]
    mean = sum(gaps) / len(gaps)
    assert mean == pytest.approx(0.01, rel=0.05)
    # The share of gaps above the mean is 1/e; equal gaps would have one half.
    assert sum(gap > mean for gap in gaps) / len(gaps) == pytest.approx(0.368, abs=0.02)


@pytest.mark.parametrize(("rate", "seconds"), [(0, 1), (-1, 1), (1, 0)])
def test_a_process_without_arrivals_is_a_mistake(rate, seconds):
    with pytest.raises(ValueError, match="positive"):
        poisson_times(rate, seconds, random.Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_actions_of_lanes_are_legal(game):
    lanes = engine.Lanes(game, {}, 5, bytes(32), [], False, 1)
    layout = pb.BatchLayout(lane_count=5, seat_count=lanes.seats, action_count=lanes.actions)
    rng = random.Random(3)
    for _ in range(30):
        columns = pb.BatchColumns.FromString(lanes.columns(False))
        actions = random_actions(columns, layout, rng)
        assert len(struct.unpack("<5H", actions)) == 5
        _, stepped = lanes.step_columns(actions, False)
        assert stepped


@pytest.mark.parametrize("game", GAMES)
def test_drawn_variants_can_be_played(game):
    known = describe(game).game
    mix = read_mix([known], "", "")
    rng = random.Random(4)
    for _ in range(40):
        variant = mix.draw(rng)
        assert known.min_seats <= variant.seats <= known.max_seats
        settings = engine.read_settings(game, variant.options, {}, variant.seats)
        _, seats = engine.Engine().settle_options(game, settings)
        assert seats == variant.seats


def test_the_number_of_seats_is_fixed_where_it_varies():
    games = [describe(game).game for game in GAMES]
    varying = next(game for game in games if game.max_seats > game.min_seats)
    mix = read_mix(games, varying.id, f"seats={varying.max_seats}")
    assert mix.draw(random.Random(5)).seats == varying.max_seats
    with pytest.raises(SystemExit, match="no_such_option"):
        read_mix(games, "", "no_such_option=1")


def arguments(**given: Any) -> argparse.Namespace:
    return argparse.Namespace(**({"seconds": 30.0, "rate": 200.0, "kind": "play"} | given))


def test_the_open_loop_has_the_last_third_of_the_time():
    assert run.phases(arguments()) == (20.0, 10.0)
    assert run.phases(arguments(rate=0.0)) == (30.0, 0.0)


def summary(*, failures: int = 0, matches: int = 1, calls: int = 0, arrivals: int = 0) -> Any:
    return {
        "failures": failures,
        "matches": matches,
        "simulation": {"count": calls},
        "open_loop": {"count": arrivals},
    }


@pytest.mark.parametrize(
    ("summaries", "kind", "code"),
    [
        ([summary()], "play", 0),
        ([summary(), summary(arrivals=5)], "play", 0),
        ([summary(failures=1)], "play", 1),
        ([summary(matches=0)], "play", 1),
        ([summary(), summary(arrivals=5, failures=1)], "play", 1),
        ([summary(), summary(arrivals=0)], "play", 1),
        ([summary(matches=0, calls=3)], "simulation", 0),
        ([summary(matches=0, calls=0)], "simulation", 1),
    ],
)
def test_a_run_fails_if_a_request_failed_or_nothing_was_done(summaries, kind, code):
    assert run.exit_code(summaries, arguments(kind=kind)) == code


def test_a_short_run_of_all_users(tmp_path: Path):
    command = [sys.executable, str(ROOT / "loadtest" / "run.py"), "--seconds", "15"]
    command += ["--kind", "all", "--game", GAMES[0], "--users", "12", "--rate", "20"]
    command += ["--csv-dir", str(tmp_path)]
    done = processes.run(command, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    closed = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    called = {figure["name"] for figure in closed["methods"]}
    assert called >= {"Simulate", "StepBatch", "LeaseBatch", "StepLease", "EndLease", "Analyze"}
    assert called >= {"GetView", "Act", "Watch update"}
    opened = json.loads((tmp_path / "open_loop.json").read_text("utf-8"))
    assert opened["open_loop"]["count"] == opened["dispatch"]["count"] > 0
    assert "open loop at 20 requests/s" in done.stdout
