"""`intrigue verify`: checks a saved record without a server."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import typer

from intrigue.cli.errors import CommandError, ExitCode
from intrigue.cli.messages import CliText
from intrigue.cli.records import read_record
from intrigue.verify import Noted, Point, verify

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from intrigue.cli.terminal import Screen
    from intrigue.verify import Check, Verdict

# The seat in a receipt whose caller had none.
_NO_SEAT: Final = "-"

_DIGEST: Final = re.compile(r"[0-9a-fA-F]{64}")
_RECEIPT: Final = re.compile(r"(-|\d{1,3}):(\d{1,19}):([0-9a-fA-F]{64})")
_POINTS: Final = {
    Point.FORM: CliText.POINT_FORM,
    Point.PROOF: CliText.POINT_PROOF,
    Point.COMMITMENT: CliText.POINT_COMMITMENT,
    Point.TERMS: CliText.POINT_TERMS,
    Point.LOBBY: CliText.POINT_LOBBY,
    Point.SEED: CliText.POINT_SEED,
    Point.PLAY: CliText.POINT_PLAY,
    Point.LOG: CliText.POINT_LOG,
    Point.REVISIONS: CliText.POINT_REVISIONS,
    Point.TIMES: CliText.POINT_TIMES,
    Point.CHAIN: CliText.POINT_CHAIN,
    Point.NOTED_COMMITMENT: CliText.POINT_NOTED_COMMITMENT,
    Point.RECEIPT: CliText.POINT_RECEIPT,
}


def verify_file(
    path: Path, commitment: str | None, receipts: Sequence[str], screen: Screen, *, as_json: bool
) -> None:
    """Checks a record and shows each check; raises CommandError if the record does not hold."""
    noted = None if commitment is None else _read_commitment(commitment, screen)
    kept = [_read_receipt(receipt, screen) for receipt in receipts]
    record = read_record(path, screen)
    verdict = verify(record, commitment=noted, receipts=kept)
    if as_json:
        typer.echo(_as_json(verdict, screen))
    else:
        for check in verdict.checks:
            _show(check, screen)
    if not verdict.holds:
        raise CommandError(screen.text(CliText.DOES_NOT_HOLD, path=path), ExitCode.REFUSED)
    if not as_json:
        screen.say(CliText.HOLDS, "bold")
        if not verdict.against_notes:
            screen.say(CliText.ONLY_BY_ITSELF, "yellow")


def _show(check: Check, screen: Screen) -> None:
    text = screen.text(_POINTS[check.point])
    if check.passed:
        screen.line(f"✓ {text}", "green")
    elif check.passed is None:
        screen.line(f"· {text} ({screen.text(CliText.NOT_CHECKED)})", "dim")
    else:
        screen.line(f"✗ {text}", "red")
        screen.line(f"  {screen.lang.of(check)}", "red")


def _as_json(verdict: Verdict, screen: Screen) -> str:
    content = {
        "holds": verdict.holds,
        "against_notes": verdict.against_notes,
        "checks": [
            {"point": check.point, "passed": check.passed, "reason": screen.lang.of(check)}
            for check in verdict.checks
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def _read_commitment(text: str, screen: Screen) -> bytes:
    if _DIGEST.fullmatch(text) is None:
        raise CommandError(screen.text(CliText.BAD_COMMITMENT))
    return bytes.fromhex(text)


def _read_receipt(text: str, screen: Screen) -> Noted:
    parts = _RECEIPT.fullmatch(text)
    if parts is None:
        raise CommandError(screen.text(CliText.BAD_RECEIPT, receipt=text))
    seat, revision, head = parts.groups()
    return Noted(None if seat == _NO_SEAT else int(seat), int(revision), bytes.fromhex(head))
