"""Compilers of other languages, for tests of code that is generated or written in them.

Go and Node are locked packages of the development environment; those of the system are used if they
are new enough. Java and .NET are used where the machine has them. A test that finds no compiler
prints which one is missing and ends. `INTRIGUE_REQUIRE_TOOLCHAINS="go node"`, as CI sets it, turns
that into a failure.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import processes

REQUIRED = frozenset(os.environ.get("INTRIGUE_REQUIRE_TOOLCHAINS", "").split())


@dataclass(frozen=True)
class Toolchain:
    """Programs that come together, the first of which says its version."""

    programs: tuple[str, ...]
    version_option: str
    oldest: tuple[int, ...]
    """The oldest version that will do."""


TOOLCHAINS = {
    # As go.mod asks for.
    "go": Toolchain(("go",), "version", (1, 26)),
    "node": Toolchain(("node", "npm"), "--version", (20,)),
    "java": Toolchain(("javac", "mvn"), "-version", (11,)),
    "dotnet": Toolchain(("dotnet",), "--version", (8,)),
}


def find(name: str) -> dict[str, Path] | None:
    """The programs of a toolchain by name; None, after a note, where the machine has none."""
    toolchain = TOOLCHAINS[name]
    found = look_for(toolchain)
    if found is None:
        oldest = ".".join(map(str, toolchain.oldest))
        missing = f"{' and '.join(toolchain.programs)} {oldest} or newer"
        assert name not in REQUIRED, f"{missing} must be installed here"
        print(f"nothing was compiled: this machine lacks {missing}")
    return found


@functools.cache
def look_for(toolchain: Toolchain) -> dict[str, Path] | None:
    """The programs of the system or, where they are missing or too old, of this environment."""
    beside_python = str(Path(sys.executable).parent)
    for folders in (None, beside_python):
        found = {program: shutil.which(program, path=folders) for program in toolchain.programs}
        paths = {program: Path(path) for program, path in found.items() if path is not None}
        if paths.keys() == found.keys() and version(toolchain, paths) >= toolchain.oldest:
            return paths
    return None


def version(toolchain: Toolchain, paths: dict[str, Path]) -> tuple[int, ...]:
    """The version that the first program prints; empty if it can't be read."""
    printed = processes.run([paths[toolchain.programs[0]], toolchain.version_option])
    found = re.search(r"(\d+(?:\.\d+)+)", printed.stdout + printed.stderr)
    return tuple(int(part) for part in found[1].split(".")) if found else ()
