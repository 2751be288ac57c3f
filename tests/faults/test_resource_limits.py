"""Memory stays bounded and actions stay quick under load; and the test can fail."""

from __future__ import annotations

import asyncio

import pytest
from tests.faults import resource_limits
from tests.faults.cluster import Cluster
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_memory_and_latency_under_load(tmp_path):
    size = resource_limits.LoadSize(
        chosen(2_000, 10_000), chosen(1_000, 100_000), chosen(400, 20_000)
    )
    report = Report(f"resource limits (seed {SEED})")
    resource_limits.show_resource_limits(tmp_path, size, SEED, report)
    report.check()
    assert report.counts["idle streams"] == size.streams
    assert report.counts["matches created"] >= size.matches
    # It proves something only if readers were really stuck.
    assert report.counts["readers closed as too slow"] > 50


def test_too_much_memory_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(resource_limits, "LARGEST", 1024)
    report = Report("resource limits with little memory")
    with Cluster(tmp_path) as cluster:
        resource_limits.Measurement(cluster.nodes[0], None, report).memory_growth()  # type: ignore[arg-type]
    assert set(report.faults) == {"more memory than promised"}


@pytest.mark.parametrize(
    ("idle", "loaded", "slow"),
    [(1.0, 40.0, False), (30.0, 90.0, False), (2.0, 51.0, True)],
)
def test_slow_actions_are_caught(idle, loaded, slow):
    report = Report("planted")
    resource_limits.judge_latency(idle, loaded, report)
    assert bool(report.faults) == slow


def test_a_reader_that_is_never_closed_is_caught():
    class Silent:
        def __aiter__(self):
            return self

        async def __anext__(self):
            raise TimeoutError

    report = Report("a silent stream")

    class Measurement:
        pass

    measurement = Measurement()
    measurement.report = report  # type: ignore[attr-defined]
    stuck = resource_limits.StuckReaders(measurement, None)  # type: ignore[arg-type]
    stuck.streams = [(None, Silent())]  # type: ignore[list-item]
    asyncio.run(stuck.judge())
    assert set(report.faults) == {"stuck readers that are never closed"}
