"""On a machine that lacks something, make says what, and what to do, before anything is built."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from tests import processes
from tests.contract.goldens import ROOT

if TYPE_CHECKING:
    from pathlib import Path

# What the Makefile and its scripts call themselves, apart from the tools that are looked for.
SHELL = (
    *("awk", "bash", "cat", "cksum", "cut", "env", "find", "getconf", "grep", "head", "make"),
    *("mkdir", "mktemp", "pwd", "rm", "sed", "touch", "uname"),
)


class Machine:
    """A search path with the shell's programs, and tools that only say which version they are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in SHELL:
            program = shutil.which(name)
            assert program is not None, name
            (folder / name).symlink_to(program)
        self.has("cargo", "echo cargo 1.95.0")
        self.has("cc", "true")
        self.has("python3.11", "true")

    def has(self, name: str, script: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        path.chmod(0o755)

    def lacks(self, name: str) -> None:
        (self.folder / name).unlink()

    def tools(self) -> str:
        """What `make tools` says of it in a fresh clone; nothing if all is there."""
        variables = ["BIN=/nonexistent", "UV=/nonexistent/uv"]
        command = ["make", "-s", "-C", str(ROOT), "tools", *variables]
        done = processes.run(command, env={"PATH": str(self.folder)})
        assert (done.returncode == 0) == (done.stderr == ""), done.stderr
        return done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_with_everything_is_fine(machine):
    assert machine.tools() == ""


def test_rust_that_is_too_old(machine):
    machine.has("cargo", "echo 'cargo 1.87.0 (99624be96 2025-05-06)'")
    output = machine.tools()
    assert "Rust 1.88 or newer (cargo 1.87.0" in output
    assert "rustup update stable" in output


def test_no_rust(machine):
    machine.lacks("cargo")
    assert "Rust 1.88 or newer (no cargo found): install it from rustup.rs" in machine.tools()


def test_no_c_compiler(machine):
    machine.lacks("cc")
    assert "a C compiler (no cc found): apt install build-essential" in machine.tools()


def test_python_that_is_too_old(machine):
    machine.lacks("python3.11")
    machine.has("python3", '[ "$1" = --version ] && echo Python 3.9.2')
    output = machine.tools()
    assert "Python 3.11 or newer (Python 3.9.2 found): apt install python3" in output


def test_no_venv_module(machine):
    machine.has("python3.11", 'case "$2" in *ensurepip*) exit 1;; esac')
    assert "the venv module of python3.11: apt install python3-venv" in machine.tools()


def test_all_that_is_missing_is_named_at_once(machine):
    machine.lacks("cargo")
    machine.lacks("cc")
    output = machine.tools()
    assert output.count("\n  - ") == 2


@pytest.mark.parametrize(
    ("message", "package"),
    [
        ("  cause: Failed to fetch: https://index.example/simple/pydantic/", "pydantic"),
        ("error: Failed to download `numpy==2.4.6`", "numpy==2.4.6"),
        (
            "  cause: Failed to fetch: `https://files.example/x/y/grpcio-1.85.1-cp311-any.whl`",
            "grpcio-1.85.1-cp311-any.whl",
        ),
        ("  cause: Because typer was not found in the cache and you require it", "typer"),
        ("ERROR: No matching distribution found for uv==0.13.7", "uv==0.13.7"),
        ("error: failed to get `prost` as a dependency of package `intrigue_wire`", "prost"),
        ("error: failed to download from `https://x`\nfailed to download `rayon v1.12.0`", "rayon"),
        ("error: no matching package named `toml` found", "toml"),
    ],
)
def test_a_package_that_can_not_be_downloaded_is_named(message, package):
    done = fetch(f"echo '{message}' >&2; exit 7")
    assert done.returncode == 7
    assert done.stderr.startswith(message)
    assert f"Could not download the package {package}" in done.stderr
    assert "Check the network connection and run make again" in done.stderr


def test_other_failures_are_shown_as_they_are():
    done = fetch("echo printed; echo 'error[E0308]: mismatched types' >&2; exit 1")
    assert (done.returncode, done.stdout) == (1, "printed\n")
    assert done.stderr == "error[E0308]: mismatched types\n"
    assert fetch("exit 0").stderr == ""


def test_without_a_network_the_installer_names_a_package(tmp_path):
    """The real installer, with a proxy that does not exist and nothing in its cache."""
    uv = os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".tools/bin/uv")
    environment = {**os.environ, "UV_CACHE_DIR": str(tmp_path / "cache"), "UV_HTTP_RETRIES": "0"}
    environment |= dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    command = [ROOT / "requirements/fetch", uv, "pip", "install", "--target", tmp_path / "here"]
    command += ["--no-deps", "--require-hashes", "-r", ROOT / "requirements/uv.txt"]
    done = processes.run(command, env=environment, cwd=tmp_path)
    assert done.returncode != 0
    assert "Could not download the package uv" in done.stderr


def fetch(script: str):
    return processes.run([ROOT / "requirements/fetch", "bash", "-c", script])
