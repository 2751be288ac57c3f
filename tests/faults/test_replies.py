"""The same request acts once, whatever is cut off; and the test of it can fail."""

from __future__ import annotations

from tests.faults.replies import Caller, show_replies
from tests.faults.report import Report, chosen

SEED = 20_240_229


def test_every_request_acts_once(tmp_path):
    cuts = chosen(600, 100_000)
    report = Report(f"replies (seed {SEED})")
    show_replies(tmp_path, cuts, SEED, report)
    report.check()
    counts = report.counts
    assert counts["cuts"] >= cuts
    assert counts["kills"] >= cuts // 200
    assert counts["actions acknowledged"] > cuts // 5
    assert counts["tokens replaced through cuts"] > 5
    # It proves something only if replies were lost, and not only requests.
    for place in ("request", "reply", "start of reply", "whole reply"):
        assert counts[f"cuts in the {place}"] > cuts // 40


class ClientWithoutRequestIds(Caller):
    """Sends the same action again as if it were a new one."""

    def repeated(self, request):
        changed = type(request).FromString(request.SerializeToString())
        if "expected_revision" in changed.DESCRIPTOR.fields_by_name:
            changed.ClearField("expected_revision")
            changed.ClearField("request_id")
        return changed


def test_a_client_that_forgets_its_request_id_is_caught(tmp_path):
    report = Report("replies to a forgetful client")
    show_replies(tmp_path, 1_000, SEED, report, caller_type=ClientWithoutRequestIds)
    report.show()
    assert report.faults
