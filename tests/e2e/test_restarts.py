"""No match is lost when the server is stopped and killed under two bots."""

from __future__ import annotations

import os

from tests.e2e.restarts import play_through_restarts


def test_two_bots_play_through_restarts(tmp_path):
    matches = 200 if os.environ.get("INTRIGUE_SOAK") else 40
    result = play_through_restarts(tmp_path, matches)
    assert result.matches == result.finished == matches
    assert result.lost == 0
    assert result.disagreements == 0
    assert result.restarts == 2
    # The restarts came in the middle of matches, or they would prove nothing.
    assert min(result.in_flight_at_restarts) > 0
