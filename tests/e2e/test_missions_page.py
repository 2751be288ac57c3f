"""The page on missions is true: its commands write what it says, its pieces of TOML fit into the
mission that the first of them writes, and its program runs.

INTRIGUE_BLESS=1 writes the present output into it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests import processes
from tests.e2e.served import Served
from tests.e2e.terminal import call

from intrigue import engine
from intrigue.cli.terminal import program_command
from intrigue_proto.v1.catalog_service_pb2 import CheckDocumentResponse, GetGameResponse
from intrigue_proto.v1.game_pb2 import ISSUE_SEVERITY_ERROR

PAGE = Path(__file__).resolve().parents[2] / "docs" / "missions.md"
GAME, OPTION = "brotherhood", "mission"
BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BLESSING = "INTRIGUE_BLESS" in os.environ


def blocks(*kinds: str) -> list[re.Match[str]]:
    return [found for found in BLOCK.finditer(PAGE.read_text("utf-8")) if found["kind"] in kinds]


def bless(block: re.Match[str], text: str) -> None:
    """Puts a text where the block had its own; what comes before it must be as it was."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page[: block.start("text")] + text + page[block.end("text") :], "utf-8")


@pytest.fixture(scope="module")
def template() -> dict[str, Any]:
    kinds = GetGameResponse.FromString(engine.Engine().get_game(GAME)).documents
    (text,) = (kind.template for kind in kinds if kind.option == OPTION)
    return tomllib.loads(text)


def faults(mission: dict[str, Any]) -> str:
    text = json.dumps(mission, ensure_ascii=False)
    found = CheckDocumentResponse.FromString(engine.check_document(GAME, OPTION, text))
    errors = [issue for issue in found.issues if issue.severity == ISSUE_SEVERITY_ERROR]
    return "".join(f"{issue.path}: {issue.text.en}\n" for issue in errors)


def test_every_block_is_of_a_kind_that_is_checked():
    page = PAGE.read_text("utf-8")
    found = list(BLOCK.finditer(page))
    assert {block["kind"] for block in found} == {"console", "toml", "text", "sh", "python", "json"}
    assert page.count("\n```") == 2 * len(found)
    assert page.count("\n$ ") == len(blocks("console"))


def test_the_commands_write_what_the_page_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in range(len(blocks("console"))):
        block = blocks("console")[number]
        command, _, said = block["text"].partition("\n")
        done = call(*shlex.split(command.removeprefix("$ intrigue ")))
        assert done.returncode == 0, done.stderr
        lines = [
            line.rstrip().replace(program_command(), "intrigue")
            for line in done.stdout.splitlines()
        ]
        output = "\n".join(lines).strip("\n") + "\n"
        if BLESSING:
            bless(block, f"{command}\n{output}")
        else:
            assert output == said, command


def test_the_pieces_fit_into_the_template(template):
    assert not faults(template)
    pieces = blocks("toml", "text")
    assert pieces[0]["kind"] == "toml"
    for number, piece in enumerate(pieces):
        if piece["kind"] != "toml":
            continue
        output = faults(template | tomllib.loads(piece["text"]))
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        if following is None or following["kind"] != "text":
            assert not output, piece["text"]
        elif not BLESSING:
            assert output == following["text"] != "", piece["text"]
        else:
            bless(blocks("toml", "text")[number + 1], output)


def test_the_commands_for_people_name_options_that_there_are():
    """What is not run here, because it plays or serves, is at least known to the program."""
    for block in blocks("sh"):
        for line in block["text"].splitlines():
            words = shlex.split(line)
            if words[0] != "intrigue":
                continue
            count = 2 if words[1] == "mission" else 1
            output = call(*words[1 : 1 + count], "--help").stdout
            for word in words:
                assert not word.startswith("--") or word in output, line


def test_the_program_creates_a_match(tmp_path, template):
    (block,) = blocks("python")
    mission, script = tmp_path / "my.json", tmp_path / "program.py"
    mission.write_text(json.dumps(template), "utf-8")
    script.write_text(block["text"], "utf-8")
    with Served(tmp_path) as server:
        done = processes.run([sys.executable, script, server.target, mission])
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\S+ [1-9]\d*\n", done.stdout)


def test_the_campaign_can_be_gone_on_from():
    (block,) = blocks("json")
    state = block["text"]
    settled, _ = engine.Engine().settle_options(GAME, {"campaign": state})
    assert settled["campaign"] == state
    with pytest.raises(engine.Refused):
        engine.Engine().settle_options(GAME, {"campaign": state.replace("low_water", "lost")})
