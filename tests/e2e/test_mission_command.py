"""`intrigue mission`, and documents as options of other commands."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from tests.e2e.terminal import Terminal, call, run
from tests.service.test_documents import BUILT_IN, GAME, MINE, mine, poor

from intrigue.cli import mission

if TYPE_CHECKING:
    from pathlib import Path

FRENCH = "fr_FR.UTF-8"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(mine(), "utf-8")
    return path


def done(*arguments: str | Path, lang: str = "en_US.UTF-8") -> str:
    """What a command that succeeds writes."""
    ended = call("mission", *arguments, lang=lang)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def refused(*arguments: str | Path, lang: str = "en_US.UTF-8") -> str:
    ended = call("mission", *arguments, lang=lang)
    assert ended.returncode == 2, ended.stdout + ended.stderr
    return ended.stderr


def test_the_missions_are_listed_and_shown():
    shown = done("list")
    assert [line.split()[0] for line in shown.splitlines()[: len(BUILT_IN)]] == list(BUILT_IN)
    assert done("list", lang=FRENCH) != shown
    assert "unlocked_shutter" in done("show", "unlocked_shutter")
    assert BUILT_IN[1] in refused("show", "nowhere")


def test_a_new_one_is_sound_and_not_written_over_another(tmp_path):
    path = tmp_path / "new.toml"
    assert str(path) in done("new", path)
    template = path.read_text("utf-8")
    assert "--force" in refused("new", path)
    path.write_text("mine\n", "utf-8")
    done("new", path, "--force")
    assert path.read_text("utf-8") == template
    assert done("new", "-").strip() == template.strip()
    assert "new.toml" in done("check", path, "--no-play")
    assert "Can't write" in refused("new", tmp_path / "nowhere" / "new.toml")


def test_errors_are_listed_line_by_line(tmp_path):
    path = tmp_path / "poor.toml"
    path.write_text(poor(), "utf-8")
    output = [refused("check", path, lang=lang).splitlines() for lang in ("en_US.UTF-8", FRENCH)]
    assert output[0] != output[1]
    for (line,) in output:
        assert re.match(rf"{re.escape(str(path))}:(\d+:\d+:)? walls\[", line)
    ended = call("mission", "check", path, "--json")
    assert ended.returncode == 2
    (issue,) = json.loads(ended.stdout)["issues"]
    assert issue["severity"] == "error"
    assert issue["path"].startswith("walls[")
    assert issue["text"]


def test_a_text_that_is_no_mission_at_all_has_a_line_and_a_column(tmp_path):
    path = tmp_path / "poor.toml"
    path.write_text("id = 'mine'\nname = = 1\n", "utf-8")
    assert refused("check", path).startswith(f"{path}:2:8: ")
    (issue,) = json.loads(call("mission", "check", path, "--json").stdout)["issues"]
    assert (issue["line"], issue["column"]) == (2, 8)


def test_a_sound_one_is_drawn_and_played(file):
    shown = done("check", file, "--games", "8", "--policy", "random")
    assert MINE in shown
    assert "8 matches" in shown
    rows = [line.split() for line in shown.splitlines() if line[:8].strip().isdecimal()]
    assert [row[0] for row in rows[-4:]] == ["1", "2", "3", "4"]
    french = done("check", file, "--games", "2", "--seats", "2", lang=FRENCH)
    assert "sièges" in french


def test_the_same_seed_gives_the_same_result_for_machines(file):
    arguments = ("check", file, "--games", "8", "--seats", "2", "--seats", "3", "--json")
    output = json.loads(done(*arguments))
    assert output == json.loads(done(*arguments))
    assert output["id"] == MINE
    assert {issue["severity"] for issue in output["issues"]} == {"note"}
    assert [(trial["seats"], trial["games"]) for trial in output["trials"]] == [(2, 8), (3, 8)]
    for trial in output["trials"]:
        assert sum(trial["endings"].values()) == 8
        assert 0 <= trial["won"]["low"] <= trial["won"]["mean"] <= trial["won"]["high"] <= 1


def test_other_options_are_taken(file):
    arguments = ("check", file, "--games", "200", "--seats", "2", "--policy", "random", "--json")
    won = []
    for retries in (9, 0):
        output = json.loads(done(*arguments, "--option", f"retries={retries}"))
        won.append(output["trials"][0]["won"]["mean"])
    assert won[0] > won[1]
    assert "seats" in refused("check", file, "--option", "seats=2")
    assert "mission" in refused("check", file, "--option", "mission=salt_ledger")
    assert call("mission", "check", file, "--option", "retries=10").returncode != 0


def test_impossible_arguments_are_reported(file, tmp_path):
    assert "nowhere.toml" in refused("check", tmp_path / "nowhere.toml")
    file.write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused("check", file)
    file.write_text(mine(), "utf-8")
    assert "9" in refused("check", file, "--seats", "9")
    assert call("mission", "check", file, "--policy", "no-such").returncode == 1


def test_without_a_game_that_plays_them_it_says_so(monkeypatch):
    monkeypatch.setattr(mission, "MISSION_OPTION", "dream")
    ended = call("mission", "list")
    assert ended.returncode == 1
    assert "No game" in ended.stderr


def test_an_option_may_name_a_file(file):
    arguments = ("simulate", GAME, "--policies", "random,random", "--games", "2", "--json")
    ended = call(*arguments, "--option", f"mission=@{file}")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["options"]["mission"] == mine()
    ended = call(*arguments, "--option", "mission=@nowhere.toml")
    assert ended.returncode == 2
    assert "nowhere.toml" in ended.stderr


def test_a_match_is_played_with_a_file(file, tmp_path):
    ended = run(
        *("play", GAME, "--option", f"mission=@{file}", "--option", "retries=0"),
        *("--policy", "random", "--auto", "random", "--save", tmp_path / "record.json"),
    )
    assert ended.returncode == 0, ended.stderr
    record = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert record["documents"]["mission"] == mine()


def test_a_player_who_resigns_watches_to_the_end():
    with Terminal(
        ["play", GAME, "--policy", "random", "--fast", "--option", "retries=0"]
    ) as terminal:
        terminal.expect("Your choice")
        terminal.type("resign")
        terminal.expect("Really resign?")
        terminal.type("yes")
        terminal.expect("Save the record", "save the record")
