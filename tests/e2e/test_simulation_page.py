"""The page on simulation is true: its commands write what it says.

INTRIGUE_BLESS=1 writes into it what they write now.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from tests.e2e.terminal import call

from intrigue.cli.terminal import program_command

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "simulation.md"
EXAMPLE = re.compile(
    r"^```console\n\$ intrigue (?P<command>.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE
)
# How long it took is nobody's business but the machine's.
TIMES = re.compile(r"in [\d.,]+ s: [\d,]+ decisions/s")


def examples() -> list[re.Match[str]]:
    return list(EXAMPLE.finditer(PAGE.read_text("utf-8")))


def timeless(output: str) -> list[str]:
    return [TIMES.sub("in … s: … decisions/s", line) for line in output.splitlines()]


def test_the_page_has_examples():
    page = PAGE.read_text("utf-8")
    assert len(examples()) == page.count("```console\n") == page.count("\n$ ") > 0


@pytest.mark.parametrize("number", range(len(examples())))
def test_a_command_of_the_page(number, monkeypatch):
    example = examples()[number]
    monkeypatch.chdir(ROOT)
    done = call(*shlex.split(example["command"]))
    assert done.returncode == 0, done.stderr
    lines = [
        line.rstrip().replace(program_command(), "intrigue") for line in done.stdout.splitlines()
    ]
    output = "\n".join(lines).strip("\n") + "\n"
    if "INTRIGUE_BLESS" in os.environ:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(
            page[: example.start("output")] + output + page[example.end("output") :], "utf-8"
        )
    else:
        assert timeless(output) == timeless(example["output"])
