"""How a command fails: with a sentence and an exit code, never with a traceback."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process returns to its caller."""

    OK = 0
    REFUSED = 1
    """The service, or the rules, said no."""
    USAGE = 2
    """The arguments or a file can't be right."""
    UNREACHABLE = 3
    """No service answered."""
    INTERRUPTED = 130


class CommandError(Exception):
    """Ends the command."""

    def __init__(self, text: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
