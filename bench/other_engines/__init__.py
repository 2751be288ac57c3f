"""Engines of others, each measured by a program of its own, in the environment `.bench`."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib

from bench.alternating_runs import ROOT, Runner

_PYTHON = ROOT / ".bench" / "bin" / "python"
_COUP = ROOT / "bench" / "coup_peer"

# Names under which some of them are compared with.
COUP = {"2 seats": "coup crate, 2 seats", "4 seats": "coup crate, 4 seats"}
HEARTS = "OpenSpiel hearts, C++ alone"
EIGHTS = "OpenSpiel crazy_eights from Python"
ENVPOOL = "EnvPool LeducHoldem-v1"
# Of tree searches, by game.
SEARCHES = {
    "leduc_poker": "OpenSpiel's search, leduc_poker",
    "euchre": "OpenSpiel's search, euchre",
}

_PROGRAMS = ("envpool", "open_spiel", "gymnasium", "pettingzoo", "rlcard", "pgx")
_PACKAGES = ("envpool", "open-spiel", "gymnasium", "pettingzoo", "rlcard", "pgx", "jax")


def open_spiel() -> list[Runner]:
    """OpenSpiel and its search, if it is at hand."""
    return _programs(("open_spiel", "open_spiel_search"))


def all_peers() -> list[Runner]:
    """All that are measured from Python, as far as they are at hand."""
    return _programs(_PROGRAMS)


def versions() -> dict[str, str]:
    """The versions of the packages at hand."""
    if not _PYTHON.exists():
        return {}
    script = (
        "import json; from importlib import metadata; print(json.dumps("
        "{one.name.lower().replace('_', '-'): one.version for one in metadata.distributions()}))"
    )
    found = subprocess.run([str(_PYTHON), "-c", script], check=True, capture_output=True, text=True)
    installed: dict[str, str] = json.loads(found.stdout)
    versions = {name: installed[name] for name in _PACKAGES if name in installed}
    crates = tomllib.loads((_COUP / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    coup = next(crate["version"] for crate in crates if crate["name"] == "coup")
    return {**versions, "the Rust crate coup": coup}


def coup_peer() -> list[Runner]:
    """The crate `coup`, if it can be built here."""
    built = subprocess.run(
        ["cargo", "build", "--quiet", "--locked", "--release"],
        cwd=_COUP,
        check=False,
        stderr=subprocess.DEVNULL,
    )
    if built.returncode:
        print("· the crate coup can't be built here and is left out", flush=True)
        return []
    # Its figures come on the error stream: the engine itself writes on the other.
    program = _COUP / "target" / "release" / "coup_peer"
    shell = shutil.which("sh") or "/bin/sh"
    command = [shell, "-c", 'exec "$0" 2>&1 >/dev/null', str(program)]
    return [Runner("coup crate", command, peer=True)]


def _programs(names: tuple[str, ...]) -> list[Runner]:
    if not _PYTHON.exists():
        print("· no peers are installed in .bench: they are left out", flush=True)
        return []
    return [
        Runner(name, [str(_PYTHON), "-m", f"bench.other_engines.{name}"], peer=True)
        for name in names
    ]
