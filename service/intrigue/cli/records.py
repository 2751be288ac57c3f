"""Saved records, and their commands: `intrigue record`, `intrigue replay`, `intrigue verify`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import typer
from google.protobuf import json_format
from google.protobuf.message import DecodeError

from intrigue import engine
from intrigue.cli.catalog import get_game
from intrigue.cli.connection import SeatFile, TlsArgs, check_connection
from intrigue.cli.errors import CommandError, ExitCode, cannot_read, cannot_write
from intrigue.cli.match_display import show_outcome
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue.verify import Noted, Point, verify
from intrigue_proto.v1 import match_pb2, record_pb2
from intrigue_proto.v1.record_pb2 import MatchRecord
from intrigue_sdk import Refused, connect

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from intrigue.cli.terminal import InputLines, Screen
    from intrigue.verify import Check, Verdict
    from intrigue_proto.v1.catalog_service_pb2 import GetGameResponse


_BINARY_SUFFIXES: Final = (".pb", ".binpb")
_ALL_SEATS: Final = "all"
_MATCH_NOT_OVER: Final = "MATCH_NOT_OVER"
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


def write_record(record: MatchRecord, path: Path, screen: Screen) -> None:
    """Writes JSON, or binary if the file's name asks for it (`.pb`, `.binpb`)."""
    try:
        if path.suffix in _BINARY_SUFFIXES:
            path.write_bytes(record.SerializeToString(deterministic=True))
        else:
            fields = json_format.MessageToDict(record, preserving_proto_field_name=True)
            # Protobuf maps have no order; the same record should give the same file.
            for name in ("options", "documents"):
                if name in fields:
                    fields[name] = dict(sorted(fields[name].items()))
            path.write_text(json.dumps(fields, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise cannot_write(path, error, screen) from None


def read_record(path: Path, screen: Screen) -> MatchRecord:
    """Reads either form, whatever the file's name."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error, screen) from None
    record = MatchRecord()
    try:
        if content.lstrip().startswith(b"{"):
            json_format.Parse(content.decode("utf-8"), record)
        else:
            record.ParseFromString(content)
    except (DecodeError, UnicodeDecodeError, json_format.ParseError):
        raise CommandError(screen.text(CliText.NOT_A_RECORD, path=path)) from None
    if not record.game or not record.steps:
        raise CommandError(screen.text(CliText.NOT_A_RECORD, path=path))
    return record


async def save_record(
    match_id: str, server: str, resume: Path | None, path: Path, screen: Screen, *, tls: TlsArgs
) -> None:
    """Fetches the record of a finished match and writes it to a file."""
    seat_file = SeatFile(server, match_id, 0, "")
    if resume is not None:
        try:
            seat_file = SeatFile.read(resume)
        except (OSError, ValueError):
            raise CommandError(screen.text(CliText.NOT_A_SEAT_FILE, path=resume)) from None
    credentials = tls.credentials(screen)
    await check_connection(server, screen, credentials)
    async with connect(server, credentials=credentials, language=screen.lang) as client:
        try:
            record = await client.spectate(match_id, seat_file.token or None).get_record()
        except Refused as refusal:
            if refusal.reason != _MATCH_NOT_OVER:
                raise
            raise CommandError(screen.text(CliText.STILL_RUNNING), ExitCode.REFUSED) from None
    write_record(record, path, screen)
    screen.say(CliText.SAVED, path=path)
    same_match = seat_file.match_id == match_id
    commitment, receipt = (seat_file.commitment, seat_file.receipt) if same_match else ("", "")
    show_verify_command(record, path, commitment, receipt, screen)


def show_verify_command(
    record: MatchRecord, path: Path, commitment: str, receipt: str, screen: Screen
) -> None:
    """Shows the command that verifies a saved record."""
    if not record.HasField("proof"):
        return
    words = [program_command(), "verify", str(path)]
    if commitment:
        words += ["--commitment", commitment]
    if receipt:
        words += ["--receipt", receipt]
    screen.say(CliText.VERIFY_WITH)
    screen.command(" ".join(words))


async def replay(
    path: Path, seat: str | None, screen: Screen, lines: InputLines, *, pausing: bool
) -> None:
    """Shows a saved match step by step, as one seat, all seats or a spectator saw it."""
    record = read_record(path, screen)
    game = get_game(record.game, screen)
    viewers = _replay_viewers(seat, record.seat_count, screen)
    last = len(record.steps) - 1
    screen.say(
        CliText.RECORD_OF,
        "bold",
        game=screen.lang.of(game.game.name),
        seats=record.seat_count,
        actions=last,
    )
    content = record.SerializeToString()
    shown = dict.fromkeys(viewers, 0)
    for number, step in enumerate(record.steps):
        match = _replayed(content, number + 1, screen)
        screen.rule(screen.text(CliText.STEP, number=number, last=last))
        screen.line(_describe_step(step, game, screen), "bold")
        _show_step(match, shown, screen)
        if pausing and number < last and not await _continue(screen, lines):
            return
    _show_end(_replayed(content, last + 1, screen), screen)


def _replayed(record: bytes, steps: int, screen: Screen) -> engine.Match:
    try:
        return engine.Match.replay(record, steps)
    except engine.Refused as refusal:
        raise CommandError(screen.lang.of(refusal)) from None


def _replay_viewers(seat: str | None, seats: int, screen: Screen) -> Sequence[int | None]:
    if seat is None:
        return [None]
    if seat.casefold() == _ALL_SEATS:
        return range(seats)
    if not seat.isdecimal():
        raise CommandError(screen.text(CliText.BAD_SEAT, seat=seat))
    if int(seat) >= seats:
        raise CommandError(screen.text(CliText.NO_SUCH_SEAT, seat=seat, last=seats - 1))
    return [int(seat)]


def _describe_step(step: record_pb2.Step, game: GetGameResponse, screen: Screen) -> str:
    if step.kind == record_pb2.STEP_KIND_DEAL:
        return screen.text(CliText.DEAL)
    if step.kind == record_pb2.STEP_KIND_RESIGNATION:
        return screen.text(CliText.RESIGNATION, seat=step.seat)
    if step.kind == record_pb2.STEP_KIND_TIME_FORFEIT:
        return screen.text(CliText.TIME_FORFEIT, seat=step.seat)
    label = step.notation
    if step.action_id < len(game.actions):
        label = f"{screen.lang.of(game.actions[step.action_id].label)} ({step.notation})"
    return screen.text(CliText.SEAT_DOES, seat=step.seat, label=label)


def _show_step(match: engine.Match, shown: dict[int | None, int], screen: Screen) -> None:
    """Shows a step to each viewer; `shown` has the last revision that each has seen."""
    for viewer, before in shown.items():
        if len(shown) > 1:
            screen.heading(screen.text(CliText.AS_SEAT, seat=viewer))
        revision = match.revision(viewer)
        # Others don't see a sealed answer, and their last update is not shown again.
        if revision > before:
            shown[viewer] = revision
            update = match_pb2.Update.FromString(match.update(viewer, revision))
            for event in update.events:
                if text := screen.lang.of(event.text):
                    screen.line(f"· {text}", "yellow")
        screen.drawing(engine.render(match.view(viewer), screen.lang, setup=match.setup()))


async def _continue(screen: Screen, lines: InputLines) -> bool:
    screen.ask(screen.text(CliText.NEXT_STEP))
    line = await lines.next_echoed(screen)
    return line is not None and line.strip().casefold() not in {"q", "quit", "quitter"}


def _show_end(match: engine.Match, screen: Screen) -> None:
    content = match.outcome()
    if content is None:
        screen.say(CliText.UNFINISHED)
    else:
        # Records have no texts: they come from this release.
        show_outcome(match_pb2.Outcome.FromString(content), None, {}, screen)


def verify_file(
    path: Path, commitment: str | None, receipts: Sequence[str], screen: Screen, *, as_json: bool
) -> None:
    """Checks a record and shows each check; raises CommandError if the record does not hold."""
    noted = None if commitment is None else _parse_commitment(commitment, screen)
    kept = [_parse_receipt(receipt, screen) for receipt in receipts]
    record = read_record(path, screen)
    verdict = verify(record, commitment=noted, receipts=kept)
    if as_json:
        typer.echo(_as_json(verdict, screen))
    else:
        for check in verdict.checks:
            _show_check(check, screen)
    if not verdict.holds:
        raise CommandError(screen.text(CliText.DOES_NOT_HOLD, path=path), ExitCode.REFUSED)
    if not as_json:
        screen.say(CliText.HOLDS, "bold")
        if not verdict.against_notes:
            screen.say(CliText.ONLY_BY_ITSELF, "yellow")


def _show_check(check: Check, screen: Screen) -> None:
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


def _parse_commitment(text: str, screen: Screen) -> bytes:
    if _DIGEST.fullmatch(text) is None:
        raise CommandError(screen.text(CliText.BAD_COMMITMENT))
    return bytes.fromhex(text)


def _parse_receipt(text: str, screen: Screen) -> Noted:
    parts = _RECEIPT.fullmatch(text)
    if parts is None:
        raise CommandError(screen.text(CliText.BAD_RECEIPT, receipt=text))
    seat, revision, head = parts.groups()
    return Noted(None if seat == _NO_SEAT else int(seat), int(revision), bytes.fromhex(head))
