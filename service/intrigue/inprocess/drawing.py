"""Drawings of the core without their styles."""

from __future__ import annotations

import re
from typing import Final

_TAG: Final = re.compile(r"\\([\[\]])|\[(?:/|b|dim|red|green|yellow|blue|magenta|cyan)\]")


def plain(drawing: str) -> str:
    """A drawing as plain text."""
    return _TAG.sub(lambda tag: tag[1] or "", drawing)
