"""Every command of the command line, in both languages, with good input and bad."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests import processes
from tests.e2e.served import announcement, two_seat_game
from tests.e2e.terminal import PROGRAM, call, run

from intrigue_sdk import connect_blocking, own

if TYPE_CHECKING:
    from pathlib import Path

FRENCH = "fr_FR.UTF-8"


@pytest.fixture(scope="module")
def game() -> str:
    listed = call("games").stdout
    return next(line.split(" ")[0] for line in listed.splitlines() if " seats" in line)


@pytest.fixture(scope="module")
def record(game: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match, played by two policies and saved."""
    path = tmp_path_factory.mktemp("records") / "match.json"
    done = call("play", game, "--policy", "random", "--auto", "random", "--save", path)
    assert done.returncode == 0, done.stderr
    return path


def refused(done: subprocess.CompletedProcess[str], code: int) -> str:
    """A clear sentence and an exit code, and no traceback."""
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(("Error: ", "Erreur : ", "Usage: ")), done.stderr
    return done.stderr


def test_help_names_the_commands_and_all_settings():
    shown = call("--help").stdout
    commands = ("serve", "games", "rules", "play", "replay", "record", "verify", "policies")
    for command in (*commands, "simulate", "analyze", "version"):
        assert command in shown
    settings = call("serve", "--help").stdout
    for option in ("--host", "--port", "--database", "--log-level", "--no-reflection"):
        assert option in settings
    assert "INTRIGUE_PORT" in settings


def test_version():
    assert run("version").stdout.startswith("intrigue ")
    assert call("version").stdout == run("version").stdout


def test_games_in_both_languages(game):
    english, french = call("games").stdout, call("games", lang=FRENCH).stdout
    assert game in english
    assert "seats" in english
    assert "sièges" in french
    assert call("games", "--lang", "fr").stdout == french
    assert call("games", "--lang", "en", lang=FRENCH).stdout == english


def test_rules(game):
    whole = call("rules", game).stdout
    for heading in ("Options", "Rules", "Cards", "Actions"):
        assert heading in whole
    clause = next(word for word in whole.split() if word[1:2] == "-" and word[2:].isdecimal())
    one = call("rules", game, clause.lower(), "--lang", "fr")
    assert one.returncode == 0
    assert one.stdout.startswith(clause)
    assert clause in refused(call("rules", game, "Z-99"), 2)
    assert game in refused(call("rules", "no_such_game"), 2)
    assert "Jeu inconnu" in refused(call("rules", "no_such_game", lang=FRENCH), 2)


def test_policies():
    assert "random" in call("policies").stdout
    assert call("policies").stdout != call("policies", "--lang", "fr").stdout


def test_serve_prints_its_address_and_stops_on_a_signal(tmp_path):
    command = [*PROGRAM, "serve", "--port", "0", "--database", str(tmp_path / "m.db")]
    with processes.Child([*command, "--lang", "en"], stdout=subprocess.PIPE, text=True) as process:
        shown, target = announcement(process)
        assert f"--server {target}" in shown
        assert "intrigue_sdk" in shown
        with connect_blocking(target) as client:
            assert client.games()
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=processes.PATIENCE_SECONDS)
        assert "Stopped." in rest
        assert process.returncode == 0


def test_serve_on_a_taken_port(served, tmp_path):
    done = run("serve", "--port", str(served.port), "--database", tmp_path / "m.db")
    output = refused(done, 1)
    assert f"Another program already listens on {served.target}." in output
    assert f"--port {served.port + 1}" in output


def test_serve_on_an_address_of_another_machine(tmp_path):
    done = run("serve", "--host", "192.0.2.1", "--database", tmp_path / "m.db")
    assert "Can't listen on 192.0.2.1:50051" in refused(done, 1)


def test_serve_from_a_database_that_is_none(tmp_path):
    bad = tmp_path / "bad.db"
    bad.write_text("this is no database, however long one looks at it\n" * 100)
    assert "bad.db" in refused(run("serve", "--port", "0", "--database", bad), 1)
    assert "none.db" in refused(
        run("serve", "--port", "0", "--database", tmp_path / "no/none.db"), 1
    )


@pytest.mark.parametrize(
    "arguments",
    [["--port", "70000"], ["--port", "x"], ["--watch-buffer", "0"], ["--log-level", "loud"]],
    ids=" ".join,
)
def test_serve_with_settings_that_can_not_be(arguments):
    assert arguments[0] in refused(call("serve", *arguments), 2)


def test_replay_through_everybodys_eyes(record):
    public = call("replay", record)
    assert public.returncode == 0, public.stderr
    steps = len(json.loads(record.read_text())["steps"])
    assert f"Step {steps - 1} of {steps - 1}" in public.stdout
    assert "The match is over." in public.stdout
    everybody = call("replay", record, "--seat", "all", "--lang", "fr")
    assert everybody.stdout.count("Vu par le joueur 1") == steps
    assert "La partie est finie." in everybody.stdout
    mine = call("replay", record, "--seat", "0")
    assert mine.stdout.count("(you)") >= steps


def test_replay_step_by_step(record):
    assert call("replay", record, "--step", typed="\n\nq\n").stdout.count("Step ") == 3
    assert call("replay", record, "--step", typed="\n").stdout.count("Step ") == 2


def test_replay_of_a_binary_record(record, tmp_path, served):
    with connect_blocking(served.target) as client:
        created = client.create_match(
            two_seat_game(client.games()), seats=[own("north"), own("south")]
        )
        created.seats[0].resign()
    binary = tmp_path / "match.pb"
    done = call("record", created.id, "--server", served.target, "-o", binary)
    assert done.returncode == 0, done.stderr
    assert not binary.read_bytes().startswith(b"{")
    assert "player 0 resigns" in call("replay", binary).stdout


def test_replay_of_what_is_no_record(record, tmp_path):
    assert "No such file" in refused(call("replay", tmp_path / "none.json"), 2)
    for name, content in (
        ("empty.json", b""),
        ("text.txt", b"hello"),
        ("other.json", b'{"hello": 1}'),
        ("noise.bin", bytes(range(256))),
        ("half.json", record.read_bytes()[:200]),
    ):
        bad = tmp_path / name
        bad.write_bytes(content)
        assert name in refused(call("replay", bad), 2)
    tampered = json.loads(record.read_text())
    tampered["steps"][5]["seat"] = 1 - tampered["steps"][5].get("seat", 0)
    bad = tmp_path / "tampered.json"
    bad.write_text(json.dumps(tampered))
    refused(call("replay", bad), 2)
    refused(call("replay", record, "--seat", "9"), 2)
    refused(call("replay", record, "--seat", "north"), 2)


def test_replay_of_a_record_that_claims_another_outcome(record, tmp_path):
    tampered = json.loads(record.read_text())
    payoffs = [seat.get("payoff", 0) for seat in tampered["outcome"]["seats"]]
    for seat, payoff in zip(tampered["outcome"]["seats"], reversed(payoffs), strict=True):
        seat["payoff"] = payoff
    bad = tmp_path / "claims.json"
    bad.write_text(json.dumps(tampered))
    assert call("replay", bad).returncode != 0


def test_record_of_a_match_that_runs_and_of_none(served, tmp_path):
    with connect_blocking(served.target) as client:
        created = client.create_match(
            two_seat_game(client.games()), seats=[own("north"), own("south")]
        )
    path = tmp_path / "match.json"
    done = call("record", created.id, "--server", served.target, "-o", path)
    assert "not finished" in refused(done, 1)
    assert not path.exists()
    refused(call("record", "no-such-match", "--server", served.target, "-o", path), 1)
    done = call("record", created.id, "--server", "127.0.0.1:1", "-o", path)
    assert "127.0.0.1:1" in refused(done, 3)


def test_commands_that_make_no_sense(game, tmp_path):
    for arguments, code in (
        (["play"], 2),
        (["play", "no_such_game"], 2),
        (["play", game, "--option", "novalue"], 2),
        (["play", game, "--option", "no_such_option=1"], 1),
        (["play", game, "--policy", "no_such_policy"], 1),
        (["play", game, "--seat", "9"], 2),
        (["play", game, "--seed", "xyz"], 2),
        (["play", game, "--host", "--policy", "random"], 2),
        (["play", game, "--join", "abc", "--server", "127.0.0.1:1"], 2),
        (["play", "--join", "abc"], 2),
        (["play", "--join", "abc", "--server", "127.0.0.1:1"], 3),
        (["play", "--resume", str(tmp_path / "none.json")], 2),
        (["play", game, "--auto", "no_such_policy"], 1),
        (["no_such_command"], 2),
    ):
        refused(call(*arguments), code)
