"""An acknowledged action survives kill -9 and a power cut; and the test of it can fail."""

from __future__ import annotations

import random
import sqlite3

import pytest
from tests.faults.checked_match import CheckedMatch
from tests.faults.cluster import Cluster
from tests.faults.disk import Change, put_some, read_log, take_back
from tests.faults.kills import OngoingMatches, show_kills
from tests.faults.raw_client import RawClient
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_nothing_acknowledged_is_lost(tmp_path):
    cycles = chosen(12, 2_000)
    report = Report(f"kills (seed {SEED})")
    show_kills(tmp_path, cycles, SEED, report)
    report.check()
    counts = report.counts
    assert counts["kills"] == cycles
    # It proves something only if all of it occurs.
    assert counts["power cuts"] == cycles // 2
    assert counts["power cuts with writes that were not synced"] > 0
    assert counts["actions acknowledged"] > 20 * cycles
    assert counts["calls repeated"] > cycles
    assert counts["matches compared after a restart"] > cycles
    assert counts["writes seen by the disk"] > 0
    assert counts["syncs seen by the disk"] > 0


@pytest.mark.parametrize("plant", [{"program": "tests.faults.serve_without_sync"}, {"lies": True}])
def test_a_server_that_does_not_sync_is_caught(tmp_path, plant):
    report = Report("kills without syncs")
    show_kills(tmp_path, 2, SEED, report, **plant)
    report.show()
    assert report.counts["writes seen by the disk"] > 0
    assert report.counts["writes not synced at power cuts"] > 0
    assert report.faults


async def test_a_lost_action_is_caught(tmp_path):
    """The last entry of every match is taken out of the database."""
    report = Report("kills with a row removed")
    with Cluster(tmp_path) as cluster:
        (node,) = cluster.nodes
        async with RawClient(cluster.targets, report, SEED) as client:
            ongoing = OngoingMatches(client)
            checked = await CheckedMatch.create(client, 0)
            ongoing.checked_matches[0] = checked
            await checked.audit()
            for _ in range(4):
                for seat in checked.seats:
                    asked = checked.checkers[seat].prompt()
                    if asked is not None:
                        await checked.act(seat, asked.prompt.actions[0].id, asked.revision)
                await checked.audit()
            assert not report.faults
            node.kill()
            remove_last_entries(cluster.database)
            node.start()
            await ongoing.audit()
    assert report.faults


def remove_last_entries(database: str) -> None:
    connection = sqlite3.connect(database)
    with connection:
        removed = connection.execute(
            "DELETE FROM entries WHERE rowid IN (SELECT max(rowid) FROM entries GROUP BY match)"
        ).rowcount
    connection.close()
    assert removed > 0


def test_what_was_not_synced_is_taken_back():
    before = bytearray(b"abcdef")
    changes = [
        Change(1, 2, 6, b"cd", b"XY"),
        Change(1, 6, 6, b"", b"ghi"),
        Change(2, 4, 9, b"efghi", b""),
        Change(1, 4, 4, b"", b"zz"),
    ]
    after = bytearray(b"abXYzz")
    take_back(after, changes)
    assert after == before
    put_some(after, changes, "nothing", random.Random(1))
    assert after == before
    states = set()
    for seed in range(200):
        content = bytearray(before)
        put_some(content, changes, "sectors", random.Random(seed))
        states.add(bytes(content))
    assert b"abXYzz" in states
    assert b"abcdef" in states
    assert len(states) > 4


def test_a_log_that_is_cut_short():
    assert read_log(b"") == []
    assert read_log(b"\0" * 39) == []
