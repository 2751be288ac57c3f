"""The packages of `make packages`, installed from files where there is neither Rust nor the clone.

`make test-packages` builds them and runs this.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests import processes
from tests.e2e.served import announcement

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def built(pattern: str) -> Path:
    (found,) = DIST.glob(pattern)
    return found


@dataclass(frozen=True)
class Installed:
    """An environment that has the packages and what they need, and nothing of the clone."""

    folder: Path

    def run(self, *command: str) -> str:
        environment, folder = self.environment, self.folder
        return processes.run(self.command(*command), env=environment, cwd=folder, check=True).stdout

    def command(self, program: str, *arguments: str) -> list[str]:
        return [str(self.folder / "bin" / program), *arguments]

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self.folder / 'bin'}:/usr/bin:/bin"
        return {"PATH": path, "HOME": str(self.folder), "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The environment of the README, with the locked versions of what is needed."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "dist").symlink_to(DIST)
    locked = re.sub(r" *\\\n *--hash=\S+", "", (ROOT / "requirements/run.txt").read_text("utf-8"))
    (folder / "locked.txt").write_text(locked, "utf-8")
    (install,) = re.findall(
        r"^python3 -m venv .*$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PIP_CONSTRAINT": str(folder / "locked.txt")}
    processes.run(["sh", "-c", install], env=environment, cwd=folder, check=True, timeout=600)
    return Installed(folder / "my-env")


def test_there_are_four_files_and_one_wheel_is_for_every_python():
    assert sorted(re.sub(r"-cp.*", "", path.name) for path in DIST.iterdir()) == [
        f"intrigue-{VERSION}",
        f"intrigue-{VERSION}.tar.gz",
        f"intrigue_sdk-{VERSION}-py3-none-any.whl",
        f"intrigue_sdk-{VERSION}.tar.gz",
    ]
    name = built("intrigue-*.whl").name
    assert "-cp311-abi3-" in name
    assert sys.platform != "linux" or "manylinux_2_17_" in name


def test_the_wheels_have_types_and_the_server_pins_its_sdk():
    with zipfile.ZipFile(built("intrigue-*.whl")) as wheel:
        names = set(wheel.namelist())
        metadata = wheel.read(f"intrigue-{VERSION}.dist-info/METADATA").decode()
    assert {"intrigue/py.typed", "intrigue/_core.pyi"} <= names
    assert f"\nRequires-Dist: intrigue-sdk=={VERSION}\n" in metadata
    with zipfile.ZipFile(built("intrigue_sdk-*.whl")) as wheel:
        names = set(wheel.namelist())
    assert {"intrigue_sdk/py.typed", "intrigue_proto/v1/match_pb2.pyi"} <= names


def test_the_source_archive_has_the_sources_and_the_license():
    with tarfile.open(built("intrigue-*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "core_rs/Cargo.lock"} <= names
    assert not [name for name in names if name.endswith((".so", ".db"))]


def test_neither_rust_nor_the_clone_is_there(installed):
    assert installed.run("intrigue", "version") == f"intrigue {VERSION}\n"
    place = installed.run("python", "-c", "import intrigue; print(intrigue.__file__)")
    assert place.startswith(str(installed.folder))
    assert shutil.which("cargo", path=installed.environment["PATH"]) is None


def test_it_serves_and_plays(installed):
    serve = installed.command("intrigue", "serve", "--port", "0", "--database", "matches.db")
    with processes.Child(
        serve,
        stdout=subprocess.PIPE,
        text=True,
        env=installed.environment,
        cwd=installed.folder,
    ) as server:
        _, target = announcement(server)
        play = ["play", "complots", "--server", target, "--policy", "random", "--auto", "random"]
        assert "The match is over." in installed.run("intrigue", *play, "--save", "match.json")
    assert "Record verified." in installed.run("intrigue", "verify", "match.json")


def test_it_simulates(installed):
    games = re.findall(r"^\w+", installed.run("intrigue", "games"), re.MULTILINE)
    assert "brotherhood" in games
    simulate = ["simulate", "district_noir", "--policies", "greedy,random", "--games", "200"]
    assert "200" in installed.run("intrigue", *simulate)
    program = (
        "from intrigue import VectorEnv; env = VectorEnv('shadow_blades', lanes=8, seed=1);"
        "env.reset(); env.step(env.sample()); print('stepped')"
    )
    assert installed.run("python", "-c", program) == "stepped\n"
