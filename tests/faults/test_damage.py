"""Damage is answered DATA_LOSS, never with an older or another state; and the test can fail."""

from __future__ import annotations

import random
import sqlite3
from typing import TYPE_CHECKING

import pytest
from tests.faults.corruption import cells, changed, corrupt_bytes, corrupt_row, files_of
from tests.faults.damage import Corruption, DamageTest, judge, show_damage
from tests.faults.report import Report, chosen
from tests.faults.sample_database import Answer, Question, SampleDatabase

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from pathlib import Path

SEED = 20_240_229


def test_no_damage_shows_another_state(tmp_path):
    damages = chosen(20, 20_000)
    report = Report(f"damage (seed {SEED})")
    show_damage(tmp_path, damages, SEED, report)
    report.check()
    assert report.counts["damages"] == damages


async def test_what_random_damage_seldom_hits(tmp_path):
    """The last writes are lost, so that a sound but older state is left; a token is made void
    whose predecessor may still ask for it.
    """
    damage_test = DamageTest(tmp_path, Report("chosen damage"), SEED)
    await damage_test.prepare()
    killed, _ = damage_test.templates

    def lose_end(share: float) -> Corruption:
        def flip(database: Path) -> str:
            log = database.with_name(f"{database.name}-wal")
            content = bytearray(log.read_bytes())
            content[int(len(content) * share)] ^= 1
            log.write_bytes(content)
            return f"flip at {share} of the write-ahead log"

        return flip

    def make_void(database: Path) -> str:
        connection = sqlite3.connect(database, isolation_level=None)
        connection.execute("UPDATE tokens SET void = 1 WHERE length(replaces) > 0")
        connection.close()
        return "the new token made void"

    corruptions = [make_void, *(lose_end(share) for share in (0.9, 0.95, 0.98, 0.995))]
    for number, corruption in enumerate(corruptions):
        verdict = await damage_test.try_corruption(number, killed, corruption)
        assert not verdict.wrong, (verdict.corruption, verdict.wrong)
        assert verdict.reported


def listing(*ids: str) -> bytes:
    matches = [match_pb2.Match(id=name) for name in ids]
    return pb.ListMatchesResponse(matches=matches).SerializeToString()


LIST = Question("list", "", "ListMatches", pb.ListMatchesRequest(), None)
GET_VIEW_CALLS = [
    Question(f"GetView {name}", name, "GetView", pb.GetViewRequest(), None) for name in ("a", "b")
]
SAMPLE = SampleDatabase(
    [*GET_VIEW_CALLS, LIST], [Answer(b"1"), Answer(b"2"), Answer(listing("a", "b"))]
)
RIGHT = SAMPLE.truth
LOST = Answer(error="DATA_LOSS LOG_DAMAGED")


@pytest.mark.parametrize(
    "answers",
    [
        RIGHT,
        [LOST, *RIGHT[1:]],
        [LOST, RIGHT[1], Answer(listing("b"))],
        [LOST, LOST, LOST],
        [LOST, LOST, Answer(listing())],
    ],
)
def test_good_answers(answers):
    verdict = judge(SAMPLE, answers, "")
    assert not verdict.wrong
    assert not verdict.unclear
    assert verdict.right + verdict.reported == 3


@pytest.mark.parametrize(
    "answers",
    [
        [Answer(b"0"), *RIGHT[1:]],
        [Answer(), *RIGHT[1:]],
        [Answer(error="NOT_FOUND UNKNOWN_MATCH"), *RIGHT[1:]],
        [Answer(error="UNAUTHENTICATED TOKEN_UNKNOWN"), *RIGHT[1:]],
        [Answer(error="INTERNAL INTERNAL"), *RIGHT[1:]],
        [*RIGHT[:2], Answer(listing("b"))],
        [LOST, RIGHT[1], Answer(listing("b", "c"))],
    ],
)
def test_planted_faults_are_caught(answers):
    assert judge(SAMPLE, answers, "").wrong


def test_corruption_changes_the_files(tmp_path):
    database = tmp_path / "some.db"
    rng = random.Random(SEED)
    connection = sqlite3.connect(database)
    connection.executescript(
        "CREATE TABLE t (a INTEGER, b TEXT, c BLOB);"
        "INSERT INTO t VALUES (1, 'x', x'00'), (2, 'y', x'01'), (NULL, '', x'');"
    )
    connection.close()
    (tmp_path / "some.db-shm").write_bytes(b"1")
    assert files_of(database) == [database]
    for cell in cells(database):
        before = database.read_bytes()
        assert "refused" not in corrupt_row(database, rng, cell)
        assert database.read_bytes() != before
    whole = database.read_bytes()
    for _ in range(40):
        corrupt_bytes(database, rng)
        if database.exists():
            database.unlink()
        database.write_bytes(whole)
    assert all(changed(old, rng) != old for old in (None, 0, 1, 7, "", "text", b"", b"ab"))
