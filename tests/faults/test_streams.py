"""Streams have no gap, no repeat, no rewind; and each of these would be seen."""

from __future__ import annotations

import pytest
from tests.faults.report import Report, chosen
from tests.faults.streams import show_streams
from tests.faults.update_checker import StreamChecker, UpdateChecker

from intrigue_proto.v1 import game_view_pb2, match_pb2
from intrigue_proto.v1 import match_service_pb2 as pb

SEED = 20_240_229
RUNNING, FINISHED = match_pb2.MATCH_STATUS_RUNNING, match_pb2.MATCH_STATUS_FINISHED


def test_readers_that_leave_and_come_back(tmp_path):
    resumes = chosen(1_500, 200_000)
    report = Report(f"streams (seed {SEED})")
    show_streams(tmp_path, resumes, SEED, report)
    report.check()
    assert report.counts["streams resumed"] >= resumes
    assert report.counts["views compared"] > resumes
    assert report.counts["views that came with an update"] > resumes
    assert report.counts["answers that came too late"] > 0
    assert report.counts["streams that caught up"] > resumes // 2
    assert report.counts["setups read from streams"] > 0


def frame(revision: int, **more) -> bytes:
    return pb.WatchResponse(update=match_pb2.Update(revision=revision, **more)).SerializeToString()


def match(status: int) -> bytes:
    return pb.WatchResponse(match=match_pb2.Match(id="a", status=status)).SerializeToString()  # type: ignore[arg-type]


def view(revision: int, **more) -> match_pb2.View:
    return match_pb2.View(revision=revision, **more)


def caught_up(revision: int) -> bytes:
    return pb.WatchResponse(caught_up=pb.CaughtUp(revision=revision)).SerializeToString()


SETUP = pb.WatchResponse(setup=game_view_pb2.GameSetup()).SerializeToString()
GOOD = [
    match(RUNNING),
    SETUP,
    frame(1),
    frame(2, seats_to_act=[0], view=view(2, seats_to_act=[0])),
    caught_up(2),
    frame(3),
]
PLANTED = {
    "gaps in streams": [match(RUNNING), frame(1), frame(3)],
    "repeats in streams": [match(RUNNING), frame(1), frame(1)],
    "rewinds of streams": [match(RUNNING), frame(1), frame(2), frame(1)],
    "setups sent late or twice": [match(RUNNING), frame(1), SETUP],
    "streams that did not catch up": [match(RUNNING), frame(1), frame(2), caught_up(1)],
    "streams without their match first": [frame(1)],
    "matches that went back": [match(FINISHED), match(RUNNING)],
    "updates sent with other bytes before": [match(RUNNING), frame(1), frame(1, seats_to_act=[0])],
    "updates that differ from their views": [
        match(RUNNING),
        frame(1, view=view(1, seats_to_act=[1])),
    ],
    "views sent with other bytes before": [
        match(RUNNING),
        frame(1, view=view(1)),
        frame(1, seats_to_act=[1], view=view(1, seats_to_act=[1])),
    ],
    "updates after the end": [
        match(RUNNING),
        frame(1, outcome=match_pb2.Outcome(ending="x")),
        frame(2),
    ],
}


def faults(stream: list[bytes]) -> set[str]:
    report = Report("planted")
    cursor = StreamChecker(UpdateChecker("planted", None, report), 0)
    for raw in stream:
        cursor.take(raw)
    return set(report.faults)


def test_a_good_stream_is_good():
    assert faults(GOOD) == set()


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught(fault):
    assert fault in faults(PLANTED[fault])


def test_a_view_of_another_seat_is_caught():
    assert faults([match(RUNNING), frame(1, view=view(1, seat=1))])


def test_an_older_view_is_caught():
    report = Report("planted")
    checker = UpdateChecker("planted", None, report)
    checker.add_view(view(3).SerializeToString(), "GetView", 3)
    assert not report.faults
    checker.add_view(view(2).SerializeToString(), "GetView", 3)
    assert set(report.faults) == {"views older than what was sent"}


def test_a_record_that_lost_something_is_caught():
    report = Report("planted")
    checker = UpdateChecker("planted", None, report)
    updates = [match_pb2.Update(revision=n).SerializeToString() for n in (1, 2, 3)]
    checker.add_all_updates(updates, "ListUpdates")
    assert not report.faults
    checker.add_all_updates(updates[:2], "ListUpdates")
    assert set(report.faults) == {"acknowledged updates lost"}
    checker.add_all_updates([updates[0], updates[2]], "ListUpdates")
    assert "records that are not dense" in report.faults
