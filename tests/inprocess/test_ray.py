"""Simulations on a local Ray of two workers: the same bytes as without it, whatever happens.

Ray takes seconds to start, so all tests here share one.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests import processes
from tests.e2e.terminal import call, run

from intrigue import engine
from intrigue.simulation import Progress, on_ray, simulate
from intrigue.simulation.on_ray import (
    LOCAL,
    RayErrorKind,
    RaySimulationError,
    Release,
    connected,
    simulate_on_ray,
)
from intrigue_proto.policy import parse_policy
from intrigue_proto.v1.simulation_pb2 import SimulationSummary, SimulationTask

WORKERS = 2
ARGUMENTS = ("simulate", "complots", "--policies", "greedy:worlds=4,random", "--games", "500")


# Ray forks, which must not happen beside the threads of gRPC: it is started by another process.
STARTER = f"""
import sys
from intrigue.simulation.on_ray import LOCAL, connected
with connected(LOCAL, workers={WORKERS}) as ray:
    print("at", ray.get_runtime_context().gcs_address, flush=True)
    sys.stdin.read()
"""


# All processes are ours: none of them needs the token of the user.
OPEN = {**os.environ, "RAY_AUTH_MODE": "disabled"}


@pytest.fixture(scope="module")
def ray():
    command = [sys.executable, "-c", STARTER]
    with (
        pytest.MonkeyPatch.context() as patch,
        processes.Child(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=OPEN
        ) as starter,
    ):
        patch.setenv("RAY_AUTH_MODE", OPEN["RAY_AUTH_MODE"])
        while (line := starter.line()) and not line.startswith("at "):
            pass
        with connected(line.removeprefix("at ").strip()) as ray:
            yield ray
        assert not ray.is_initialized()
        starter.communicate(timeout=processes.PATIENCE_SECONDS)


def task(policies: str, games: int, **more: object) -> bytes:
    names = policies.split(" ")
    wanted = SimulationTask(
        game="complots",
        policies=[parse_policy(name) for name in names],
        match_count=games,
        seed=b"on several machines or on one ..",
    )
    for name, value in more.items():
        setattr(wanted, name, value)
    print(f"seed {wanted.seed.hex()}")
    return wanted.SerializeToString()


def until(condition: str, holds) -> None:
    """Waits until something holds that takes Ray a moment to notice."""
    deadline = time.monotonic() + processes.PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, condition


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://[::1]:1", "127.0.0.1:99999", "none"])
def test_an_address_at_which_there_is_no_ray(address):
    # Before any test that has a Ray: an existing connection is kept.
    with pytest.raises(RaySimulationError) as error:
        simulate_on_ray(task("random random", 10), address)
    assert error.value.kind is RayErrorKind.UNREACHABLE
    done = call(*ARGUMENTS, "--ray", address)
    assert done.returncode == 3, done.stdout + done.stderr
    assert done.stderr.startswith(f"Error: No Ray at {address}: {error.value.detail}")


@pytest.mark.parametrize(
    ("policies", "games", "more"),
    [
        ("greedy:worlds=4 random random", 600, {}),
        ("ismcts:sims=30 random", 41, {}),
        ("random random", 100_001, {"rotate": False}),
        ("random random random", 1, {}),
    ],
)
def test_the_same_bytes_as_the_local_run(ray, policies, games, more):
    wanted = task(policies, games, **more)
    moments: list[Progress] = []
    found = simulate_on_ray(wanted, LOCAL, on_progress=moments.append)
    assert found == simulate(wanted, threads=1)
    tally = SimulationSummary.FromString(found).tally
    assert tally.match_count >= games
    last = moments[-1]
    assert (last.games, last.total) == (tally.match_count, tally.match_count)
    assert last.decisions == tally.decision_count
    assert [moment.games for moment in moments] == sorted(moment.games for moment in moments)


def test_it_is_cut_into_slices_for_all_workers(ray, monkeypatch):
    slices: list[tuple[int, int]] = []
    submit = on_ray._RaySimulation._submit

    def noting(self, workers):
        first = self._next
        submitted = submit(self, workers)
        slices.append((first, self._next - first))
        assert workers == WORKERS
        return submitted

    monkeypatch.setattr(on_ray._RaySimulation, "_submit", noting)
    simulate_on_ray(task("random random", 400_000), LOCAL)
    # Each block once, in slices that grow from one to what is worth handing out.
    ends = [first + count for first, count in slices]
    assert [first for first, _ in slices] == [0, *ends[:-1]]
    assert ends[-1] == 200_000
    sizes = [count for _, count in slices]
    assert sizes[:WORKERS] == [1] * WORKERS
    assert max(sizes) > 1000


def test_workers_that_die_are_replaced_and_their_blocks_played_again(ray):
    wanted = task("greedy:worlds=16 greedy:worlds=16", 3000)

    def process() -> int:
        return os.getpid()

    asked = ray.remote(num_cpus=1)(process)
    killed: list[int] = []

    def kill(moment: Progress) -> None:
        if moment.games and not killed:
            # Those that Ray has used before are those that it uses now.
            killed.extend(workers)
            for worker in workers:
                os.kill(worker, signal.SIGKILL)

    workers = set(ray.get([asked.remote() for _ in range(4 * WORKERS)]))
    found = simulate_on_ray(wanted, LOCAL, on_progress=kill)
    assert killed
    assert found == simulate(wanted)


def test_a_stop_frees_the_workers_and_leaves_what_was_finished(ray):
    # A block takes hours: only what ends in the middle of one ends soon.
    slow = task("ismcts:sims=1000000 ismcts:sims=1000000 ismcts:sims=1000000", 300)
    stop = engine.Stop()

    def stop_it(_moment: Progress) -> None:
        if not ray.available_resources().get("CPU"):
            stop.set()

    summary = SimulationSummary.FromString(
        simulate_on_ray(slow, LOCAL, stop=stop, on_progress=stop_it)
    )
    assert summary.tally.match_count < 300
    until("the workers are free", lambda: ray.available_resources().get("CPU") == WORKERS)

    quick, stop = task("random random", 100_000_000), engine.Stop()

    def stop_soon(moment: Progress) -> None:
        if moment.games:
            stop.set()

    found = simulate_on_ray(quick, LOCAL, stop=stop, on_progress=stop_soon)
    tally = SimulationSummary.FromString(found).tally
    # Whole blocks, and not all of them.
    assert 0 < tally.match_count == 2 * tally.block_count < 100_000_000


def test_a_worker_of_another_release_is_reported(ray, monkeypatch):
    other = Release("0.0.0", 0)
    monkeypatch.setattr(Release, "of", classmethod(lambda cls, game: other))
    with pytest.raises(RaySimulationError) as error:
        simulate_on_ray(task("random random", 10), LOCAL)
    assert error.value.kind is RayErrorKind.OTHER_RELEASE
    assert str(other) in error.value.detail


def test_a_task_that_can_not_be_never_gets_to_ray():
    with pytest.raises(engine.Refused):
        simulate_on_ray(task("random no_such_policy", 10), "127.0.0.1:1")


def test_the_command_line_here(ray):
    there = call(*ARGUMENTS, "--seed", "7", "--ray", LOCAL, "--json")
    assert there.returncode == 0, there.stderr
    assert there.stdout == call(*ARGUMENTS, "--seed", "7", "--json").stdout
    assert json.loads(there.stdout)["games"] == 500


def test_the_command_line_as_a_program_of_its_own(ray):
    address = ray.get_runtime_context().gcs_address
    there = run(*ARGUMENTS, "--seed", "7", "--ray", address, "--json")
    assert there.returncode == 0, there.stderr
    assert there.stderr == ""
    assert there.stdout == call(*ARGUMENTS, "--seed", "7", "--json").stdout
