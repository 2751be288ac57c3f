"""Drawings of the core for a terminal."""

from __future__ import annotations

import re
from typing import Final

# The closed list of style tags in which the core draws, as terminals know them.
_STYLES: Final = {
    "b": 1,
    "dim": 2,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
}
_TAG: Final = re.compile(r"\\([\[\]])|\[(/|" + "|".join(_STYLES) + r")\]")


def in_color(drawing: str) -> str:
    """A drawing with its style tags turned into the escape codes of terminals."""
    styles: list[int] = []

    def code(tag: re.Match[str]) -> str:
        if tag[1] is not None:
            return tag[1]
        if tag[2] == "/":
            del styles[-1:]
        else:
            styles.append(_STYLES[tag[2]])
        # An end ends one style only, so what is still open is begun again.
        return "\x1b[" + ";".join(map(str, [0, *styles])) + "m"

    return _TAG.sub(code, drawing)
