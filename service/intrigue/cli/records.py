"""Saved records of matches: reading, writing and fetching them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from intrigue.cli.connection import TlsArgs, check_connection
from intrigue.cli.errors import CommandError, ExitCode, cannot_read, cannot_write
from intrigue.cli.join import SeatFile
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import program_command
from intrigue_proto.v1.match_pb2 import Record
from intrigue_sdk import connect

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue.cli.terminal import Screen


_BINARY_SUFFIXES: Final = (".pb", ".binpb")


def write_record(record: Record, path: Path, screen: Screen) -> None:
    """Writes JSON, or binary if the file's name asks for it (`.pb`, `.binpb`)."""
    try:
        if path.suffix in _BINARY_SUFFIXES:
            path.write_bytes(record.SerializeToString(deterministic=True))
        else:
            fields = json_format.MessageToDict(record, preserving_proto_field_name=True)
            # Protobuf maps have no order; the same record should give the same file.
            fields["options"] = dict(sorted(fields.get("options", {}).items()))
            path.write_text(json.dumps(fields, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise cannot_write(path, error, screen) from None


def read_record(path: Path, screen: Screen) -> Record:
    """Reads either form, whatever the file's name."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error, screen) from None
    record = Record()
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
    async with connect(server, credentials=credentials) as client:
        answer = await client.spectate(match_id, seat_file.token or None).record()
    if not answer.HasField("record"):
        raise CommandError(screen.text(CliText.STILL_RUNNING), ExitCode.REFUSED)
    write_record(answer.record, path, screen)
    screen.say(CliText.SAVED, path=path)
    same_match = seat_file.match_id == match_id
    commitment, receipt = (seat_file.commitment, seat_file.receipt) if same_match else ("", "")
    show_verify_command(answer.record, path, commitment, receipt, screen)


def show_verify_command(
    record: Record, path: Path, commitment: str, receipt: str, screen: Screen
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
