"""Damage is answered DATA_LOSS, never with an older or another state; and the test can fail."""

from __future__ import annotations

import random
import sqlite3

import pytest
from tests.faults.corruption import cells, changed, corrupt_bytes, corrupt_row, files_of
from tests.faults.damage import judge, show_damage
from tests.faults.report import Report, chosen
from tests.faults.sample_database import Answer, Question, SampleDatabase

from intrigue_proto.v1 import match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = 20_240_229


def test_no_damage_shows_another_state(tmp_path):
    damages = chosen(20, 20_000)
    report = Report(f"damage (seed {SEED})")
    show_damage(tmp_path, damages, SEED, report)
    report.check()
    assert report.counts["damages"] == damages


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
