"""Simulations in this process: the same on any number of threads, and stopped on request."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys

import pytest
from tests import processes

from intrigue import engine
from intrigue.simulation import FairThreadPool, Progress, Run, simulate
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1 import simulation_pb2 as pb

SEED = bytes(range(32))


def task(games: int = 2000, policies: tuple[str, ...] = ("random", "random"), **fields) -> bytes:
    fields = {"game": "district_noir", "seed": SEED, **fields}
    messages = [parse_policy(policy) for policy in policies]
    return pb.SimulationTask(match_count=games, policies=messages, **fields).SerializeToString()


def endless() -> bytes:
    return task(1_000_000, ("ismcts:sims=500", "ismcts:sims=500"))


@pytest.mark.parametrize(
    ("game", "policies"),
    [
        ("district_noir", ("random", "greedy")),
        ("complots", ("random", "greedy", "random")),
        ("shadow_blades", ("random",) * 4),
    ],
)
def test_threads_and_cuts_change_nothing(game, policies):
    given = task(300, policies, game=game)
    whole, blocks, _ = engine.check_task(given)
    one = engine.summarize(whole, engine.simulate(whole, 0, blocks))
    parts = [engine.simulate(whole, first, min(7, blocks - first)) for first in range(0, blocks, 7)]
    assert engine.summarize(whole, engine.add_tallies(parts[::-1])) == one
    for threads in (1, 2, 5):
        assert simulate(given, threads=threads) == one
    summary = pb.SimulationSummary.FromString(one)
    assert summary.tally.match_count == len(policies) * -(-300 // len(policies))
    print(game, summary.tally.match_count, "matches", summary.tally.decision_count, "decisions")


def test_progress_grows_to_the_whole():
    received: list[Progress] = []
    summary = pb.SimulationSummary.FromString(simulate(task(200_000), on_progress=received.append))
    assert received[-1].games == received[-1].total == summary.tally.match_count == 200_000
    assert received[-1].decisions == summary.tally.decision_count
    for earlier, later in itertools.pairwise(received):
        assert earlier.games <= later.games
        assert earlier.decisions <= later.decisions
        assert earlier.seconds <= later.seconds


def test_a_stop_leaves_the_summary_of_what_was_finished():
    stop = engine.Stop()

    def report(progress: Progress) -> None:
        if progress.games:
            stop.set()

    policies = ("playouts:sims=20", "random")
    received = simulate(task(10_000_000, policies), stop=stop, on_progress=report)
    summary = pb.SimulationSummary.FromString(received)
    assert 0 < summary.tally.match_count < 10_000_000
    assert summary.tally.match_count % 2 == 0
    assert summary.policies[0].payoff.low <= summary.policies[0].payoff.mean


def test_a_stop_before_the_beginning_leaves_nothing():
    stop = engine.Stop()
    stop.set()
    summary = pb.SimulationSummary.FromString(simulate(endless(), stop=stop))
    assert summary.tally.match_count == 0


def test_a_report_that_fails_ends_it():
    def report(_progress: Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError):
        simulate(endless(), on_progress=report)


def test_an_interrupt_ends_it():
    program = f"""
import sys
from intrigue.simulation import simulate
reports = []
def report(progress):
    if not reports:
        reports.append(progress)
        print("running", flush=True)
try:
    simulate({endless()!r}, on_progress=report)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    command = [sys.executable, "-c", program]
    with processes.Child(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.line() == "running\n"
        process.send_signal(signal.SIGINT)
        assert process.line() == "interrupted\n"
        assert process.wait(processes.PATIENCE_SECONDS) == 0


def test_a_budget_ends_it():
    run = Run(endless(), budget=0.2)
    with FairThreadPool(2) as pool:
        pool.add(run)
        while not run.exhausted:
            assert not run.done.done()
        run.stop.set()
        summary = pb.SimulationSummary.FromString(run.done.result())
    assert summary.tally.match_count == run.progress().games < run.progress().total


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_it_ends_by_itself_when_its_budget_is_used_up(threads):
    for budget in (0.01, 0.05, 0.1, 0.2):
        run = Run(task(100_000_000, ("playouts:sims=5", "random")), budget=budget)
        with FairThreadPool(threads) as pool:
            pool.add(run)
            tally = pb.SimulationSummary.FromString(run.done.result()).tally
        assert 0 < tally.match_count == run.progress().games
        assert run.exhausted


def test_two_share_the_threads_and_come_to_what_they_come_to_alone():
    given = [task(20_000, seed=bytes([number]) * 32) for number in range(3)]
    alone = [simulate(one, threads=1) for one in given]
    runs = [Run(one) for one in given]
    with FairThreadPool(2) as pool:
        for run in runs:
            pool.add(run)
        assert [run.done.result() for run in runs] == alone


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"color": "red"}}, "bad_option"),
        ({"seed": b"short"}, "bad_seed"),
        ({"seed": b""}, "bad_seed"),
        ({"policies": ("random", "genius")}, "unknown_policy"),
        ({"policies": ("random", "playouts:sims=-1")}, "unknown_policy"),
        ({"policies": ("random",)}, "bad_simulation"),
        ({"policies": ("random",) * 3}, "bad_simulation"),
        ({"policies": ()}, "bad_simulation"),
        ({"games": 0}, "bad_simulation"),
    ],
)
def test_bad_tasks_are_refused(fields, kind):
    with pytest.raises(engine.Refused) as caught:
        simulate(task(**{"games": 10, **fields}))
    assert caught.value.kind == kind
    assert caught.value.en
    assert caught.value.fr


def test_no_task_at_all_is_refused():
    with pytest.raises(engine.Refused):
        simulate(b"\xff\xff")
