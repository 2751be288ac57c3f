"""Records of matches in files: protobuf JSON, or protobuf binary."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from google.protobuf import json_format
from google.protobuf.message import DecodeError

from intrigue.cli.fault import CommandError
from intrigue.cli.messages import CliText
from intrigue_proto.v1.match_pb2 import Record

if TYPE_CHECKING:
    from pathlib import Path

    from intrigue.cli.screen import Screen

_BINARY_SUFFIXES: Final = (".pb", ".binpb")


def write_record(record: Record, path: Path, screen: Screen) -> None:
    """Writes JSON, or binary if the file's name asks for it (`.pb`, `.binpb`)."""
    try:
        if path.suffix in _BINARY_SUFFIXES:
            path.write_bytes(record.SerializeToString(deterministic=True))
        else:
            fields = json_format.MessageToDict(record, preserving_proto_field_name=True)
            # Protobuf gives a map in any order; the same record makes the same file.
            fields["options"] = dict(sorted(fields.get("options", {}).items()))
            path.write_text(json.dumps(fields, indent=2) + "\n", "utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(screen.text(CliText.CANNOT_WRITE, path=path, why=why)) from None


def read_record(path: Path, screen: Screen) -> Record:
    """Reads either form, whatever the file's name."""
    try:
        content = path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why)) from None
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
