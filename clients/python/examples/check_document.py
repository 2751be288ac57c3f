"""Says what is wrong with a document, before a match is created with it."""

import sys
from pathlib import Path

from intrigue_proto.v1.game_pb2 import ISSUE_SEVERITY_ERROR
from intrigue_sdk import connect_blocking


def main(game: str, option: str, file: str, target: str = "127.0.0.1:50051") -> None:
    with connect_blocking(target) as client:
        answer = client.check_document(game, option, Path(file).read_text("utf-8"))
    for issue in answer.issues:
        print(f"{file}:{issue.line}:{issue.column}: {issue.text.en}")
    sys.exit(any(issue.severity == ISSUE_SEVERITY_ERROR for issue in answer.issues))


main(*sys.argv[1:])

# An example shows how little it takes.
# ruff: noqa: D103, INP001, T201
