"""The style tags in texts that the core renders."""

from __future__ import annotations

import re
from typing import Final

# The closed list of style tags, and their codes in terminals.
_ANSI_CODES: Final = {
    "b": 1,
    "dim": 2,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
}
# An escaped bracket, or a tag that starts or ends a style.
_TAG: Final = re.compile(r"\\([\[\]])|\[(/|" + "|".join(_ANSI_CODES) + r")\]")


def without_styles(text: str) -> str:
    """A rendered text as plain text."""
    return _TAG.sub(lambda tag: tag[1] or "", text)


def with_ansi_styles(text: str) -> str:
    """A rendered text with ANSI escape codes for terminals."""
    styles: list[int] = []

    def code(tag: re.Match[str]) -> str:
        if tag[1] is not None:
            return tag[1]
        if tag[2] == "/":
            del styles[-1:]
        else:
            styles.append(_ANSI_CODES[tag[2]])
        # An end tag ends one style only, so the ones that are still open are started again.
        return "\x1b[" + ";".join(map(str, [0, *styles])) + "m"

    return _TAG.sub(code, text)
