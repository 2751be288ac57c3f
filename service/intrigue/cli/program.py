"""How this program is called, for commands that are shown to be copied."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def program_command() -> str:
    """The command that runs this program from where its user stands."""
    return _shortest_command("intrigue", Path(sys.executable).with_name("intrigue"))


def python_command() -> str:
    """The command that runs a Python which has the SDK."""
    return _shortest_command("python", Path(sys.executable))


def _shortest_command(name: str, path: Path) -> str:
    found = shutil.which(name)
    if found is not None and Path(found) == path:
        return name
    here = os.path.relpath(path)
    return str(path) if here.startswith("..") else here
