"""Where several seats are asked at once, each window is closed once and no answer is lost."""

from __future__ import annotations

import os

from tests.service.windows import show_windows

SEED = 20_240_229


def test_eight_clients_answer_at_the_same_time(tmp_path):
    windows = 10_000 if os.environ.get("INTRIGUE_SOAK") else 1_200
    counts = show_windows(tmp_path, windows, SEED)
    print(f"seed {SEED}: {counts.sentence()}")
    assert counts.windows >= windows
    assert counts.windows == counts.all_passed + counts.challenged + counts.blocked
    # It proves something only if all of it occurs.
    assert set(counts.stages) == {"challenge_action", "block", "challenge_block"}
    assert min(counts.stages.values()) > windows // 50
    assert min(counts.all_passed, counts.challenged, counts.blocked) > windows // 50
    assert counts.passes > counts.answers // 2
    assert counts.late > windows // 10
    assert counts.out_of_order > windows // 10
    assert counts.glances > windows
