"""A refused action changes nothing; and the test of it can fail."""

from __future__ import annotations

import random

import pytest
from tests.faults.illegal import show_illegal, try_in_process
from tests.faults.report import Report, chosen

from intrigue.engine import Match, Refused

SEED = 20_240_229


def test_refused_actions_change_nothing(tmp_path):
    tries, over_rpc = chosen(300_000, 100_000_000), chosen(3_000, 200_000)
    report = Report(f"illegal (seed {SEED})")
    show_illegal(tmp_path, tries, over_rpc, SEED, report)
    report.check()
    assert report.counts["tries"] >= tries
    assert report.counts["tries over gRPC"] >= over_rpc
    for kind in ("stale", "ahead", "not_to_act", "illegal", "unknown_action", "over"):
        assert report.counts[f"refused as {kind}"] > 0


class Wrapped:
    """A match with a planted fault."""

    def __init__(self, *arguments):
        self._match = Match(*arguments)
        self._tries = 0

    def __getattr__(self, name):
        return getattr(self._match, name)


class Moving(Wrapped):
    """Refuses, but now and then does something all the same."""

    def act(self, seat, action, expected=None):
        try:
            return self._match.act(seat, action, expected)
        except Refused:
            self._tries += 1
            if self._tries % 1000 == 0 and not self._match.over:
                self._match.resign(0)
            raise


class Lenient(Wrapped):
    """Does not look at the revision."""

    def act(self, seat, action, expected=None):
        return self._match.act(seat, action)


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        (Moving, "refused actions that changed something"),
        (Lenient, "wrong actions that were accepted"),
    ],
)
def test_planted_faults_are_caught(planted, fault):
    report = Report("planted")
    try_in_process(5_000, random.Random(SEED), report, planted)
    assert fault in report.faults
