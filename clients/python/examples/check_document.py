"""Says what is wrong with a document, before a match is created with it."""

import sys
from pathlib import Path

from intrigue_sdk import connect_blocking


def main(game: str, option: str, file: str, target: str = "127.0.0.1:50051") -> None:
    with connect_blocking(target) as client:
        answer = client.check_document(game, option, Path(file).read_text("utf-8"))
    for fault in answer.faults:
        print(f"{file}: {fault.en}")
    for note in answer.notes:
        print(note.en)
    sys.exit(1 if answer.faults else 0)


main(*sys.argv[1:])

# An example shows how little it takes.
# ruff: noqa: D103, INP001, T201
