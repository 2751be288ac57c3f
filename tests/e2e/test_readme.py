"""Every command and program of the README, run as it is written."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests import processes
from tests.contract.goldens import ROOT
from tests.e2e.served import announcement
from tests.e2e.terminal import Terminal

from intrigue_sdk import connect_blocking

if TYPE_CHECKING:
    from pathlib import Path

TEXT = (ROOT / "README.md").read_text("utf-8")
PORT = "127.0.0.1:50051"
INTRIGUE = ".venv/bin/intrigue"
ENGLISH = {**os.environ, "LANG": "C.UTF-8", "COLUMNS": "80"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    return [line.partition("  #")[0].strip() for line in lines]


def arguments(command: str, target: str = PORT) -> list[str]:
    """What `intrigue` is called with, at the server of the test."""
    program, *words = shlex.split(command.replace(PORT, target))
    assert program == INTRIGUE
    return words


def test_it_is_short_and_its_links_lead_somewhere():
    assert len(TEXT.splitlines()) <= 120
    for link in re.findall(r"\]\(([^)#]+)", TEXT):
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_every_command_is_tested_here():
    known = {
        "make run",
        "make test",
        "make packages",
        "python3 -m venv my-env && my-env/bin/pip install dist/*.whl",
    }
    for command in commands():
        name = shlex.split(command)[0]
        assert command in known or name in {INTRIGUE, ".venv/bin/buf"}, command


def test_make_run_serves(tmp_path):
    environment = ENGLISH | {"INTRIGUE_PORT": "0", "INTRIGUE_DATABASE": str(tmp_path / "m.db")}
    assert "make run" in commands()
    with processes.Child(
        ["make", "run"], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    ) as server:
        _, target = announcement(server)
        with connect_blocking(target) as client:
            assert client.games()


def test_ci_runs_make_test_and_the_packages():
    """What can't be run from within the tests is run by what runs them."""
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", "")
    checks = re.search(r"^CHECKS := (.*)$", makefile, re.MULTILINE)
    assert checks is not None
    assert {"test", "test-packages"} <= set(checks[1].split())
    assert re.search(r"^test-packages: packages", makefile, re.MULTILINE)
    assert "make check" in (ROOT / ".ci/run").read_text("utf-8")
    for target in ("test", "packages"):
        processes.run(["make", "--dry-run", target], cwd=ROOT, check=True)


LOCAL = [
    command for command in commands() if command.startswith(INTRIGUE) and "--server" not in command
]


@pytest.mark.parametrize("command", [one for one in LOCAL if " play " in one])
def test_playing_begins(command, tmp_path):
    lang = "fr" if "--lang fr" in command else "en"
    with Terminal(arguments(command), home=tmp_path) as terminal:
        terminal.expect("  1 ", " 1. ", "1  ")
        terminal.type("?")
        terminal.expect({"en": "number", "fr": "numéro"}[lang])


@pytest.mark.parametrize("command", [one for one in LOCAL if " play " not in one])
def test_commands_that_print(command):
    program = [sys.executable, "-m", "intrigue.cli", *arguments(command)]
    done = processes.run(program, env=ENGLISH, cwd=ROOT, check=True)
    assert done.stdout


def test_two_people_play(served, tmp_path):
    first, second = (one for one in commands() if one.startswith(INTRIGUE) and "--server" in one)
    with Terminal(arguments(first, served.target), home=tmp_path / "a") as alice:
        alice.expect("--join ")
        while not (found := re.search(r"--join (\S+) ", alice.screen)):
            alice.expect("--server")
        join = second.replace("MATCH_ID", found[1])
        with Terminal(arguments(join, served.target), home=tmp_path / "b") as bob:
            bob.expect("Alice")
            alice.expect("Bob")


@pytest.mark.parametrize("program", blocks("python"), ids=["bot", "library"])
def test_the_programs_run(program, served, tmp_path):
    script: Path = tmp_path / "program.py"
    script.write_text(program.replace(PORT, served.target), "utf-8")
    processes.run([sys.executable, script], cwd=tmp_path, check=True)


def test_calling_without_a_client(served):
    (command,) = (one for one in commands() if one.startswith(".venv/bin/buf"))
    program, *words = shlex.split(command.replace(PORT, served.target))
    done = processes.run([ROOT / program, *words], cwd=ROOT, check=True)
    assert '"id": "district_noir"' in done.stdout
