"""Documents in files: options take their whole text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from intrigue.cli.fault import CommandError
from intrigue.cli.messages import CliText
from intrigue.cli.mission_messages import MissionText

if TYPE_CHECKING:
    from intrigue.cli.screen import Screen

# An option's value that begins with it names a file.
MARK: Final = "@"


def read_value(value: str, screen: Screen) -> str:
    """The value of an option: as it is written, or the text of the file that it names."""
    if not value.startswith(MARK):
        return value
    text = read_document(Path(value.removeprefix(MARK)), screen)
    # A name is told from a document by its having one line.
    return text if "\n" in text else text + "\n"


def read_document(path: Path, screen: Screen) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        why = error.strerror or str(error)
    except UnicodeDecodeError as error:
        why = screen.text(MissionText.NOT_TEXT, byte=error.start)
    raise CommandError(screen.text(CliText.CANNOT_READ, path=path, why=why))
