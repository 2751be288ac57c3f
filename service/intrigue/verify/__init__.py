"""Whether a record is what it says, checked by anybody who has it and without a server.

Every field of a record and of its proof is bound by some point, so that a record in which anything
was changed does not hold. docs/fairness.md says what that proves, and what it does not.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from intrigue.verify.case import Case
from intrigue.verify.verdict import Check, Flaw, Noted, Point, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from intrigue_proto.v1.record_pb2 import MatchRecord

__all__ = ["Check", "Noted", "Point", "Verdict", "verify"]


def verify(
    record: MatchRecord, *, commitment: bytes | None = None, receipts: Sequence[Noted] = ()
) -> Verdict:
    """Checks a record, also against what was noted while it was played."""
    case = Case(record)
    checks: list[Check] = []
    failed: set[Point] = set()

    def check(point: Point, judge: Callable[[], None], *needs: Point) -> None:
        if failed.intersection(needs):
            failed.add(point)
            checks.append(Check(point, None))
            return
        try:
            judge()
        except Flaw as flaw:
            failed.add(point)
            checks.append(Check(point, passed=False, en=flaw.en, fr=flaw.fr))
        else:
            checks.append(Check(point, passed=True))

    check(Point.FORM, case.form)
    check(Point.PROOF, case.proof)
    check(Point.COMMITMENT, case.commitment, Point.FORM, Point.PROOF)
    check(Point.TERMS, case.terms, Point.PROOF)
    check(Point.LOBBY, case.lobby, Point.FORM, Point.PROOF)
    check(Point.SEED, case.seed, Point.LOBBY)
    check(Point.PLAY, case.play)
    check(Point.LOG, case.log, Point.TERMS, Point.LOBBY, Point.PLAY)
    check(Point.REVISIONS, case.revisions, Point.LOG)
    check(Point.TIMES, case.times, Point.TERMS)
    check(Point.CHAIN, case.chain, Point.FORM, Point.PROOF)
    if commitment is not None:
        check(Point.NOTED_COMMITMENT, partial(case.noted, commitment), Point.COMMITMENT)
    for receipt in receipts:
        check(Point.RECEIPT, partial(case.receipt, receipt), Point.REVISIONS, Point.CHAIN)
    return Verdict(tuple(checks))
