"""Whole games in the terminal: piped, typed, in English and French, alone and with others."""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path

import pytest
from tests import processes
from tests.e2e.served import Served, two_seat_game
from tests.e2e.terminal import Terminal, call, run

from intrigue.cli import connection
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import connect_blocking

SEED = "5a" * 32
ASKS = {"en": "Your choice", "fr": "Votre choix"}
OVER = {"en": "The match is over.", "fr": "La partie est finie."}
AGAIN = {"en": "Play again?", "fr": "Rejouer ?"}
SAVE = {"en": "Save the record?", "fr": "Enregistrer la partie ?"}
LOCALE = {"en": "en_US.UTF-8", "fr": "fr_FR.UTF-8"}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_game_by_pipe(game, lang, tmp_path):
    path = tmp_path / "match.json"
    typed = "1\n" * 24 + f"{path}\n"
    done = run("play", game, "--policy", "random", "--seed", SEED, typed=typed, lang=LOCALE[lang])
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.count(ASKS[lang]) == 24
    assert OVER[lang] in done.stdout
    assert "\x1b" not in done.stdout
    assert path.exists()
    assert call("replay", path, lang=LOCALE[lang]).returncode == 0


def test_the_end_of_input_ends_politely(game):
    done = call("play", game, "--policy", "random", typed="1\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "No more input." in done.stdout


def test_everything_that_can_be_typed(game):
    first = call("play", game, "--seed", SEED, typed="quit\n").stdout
    offered = re.findall(r"^ +\d+ +.*? {2,}(\S.*?) *$", first, re.MULTILINE)
    assert offered
    table = call("rules", game).stdout.partition("Actions")[2]
    notations = re.findall(r"^(\S.*?) {2,}\S", table, re.MULTILINE)
    illegal = next(notation for notation in notations if notation not in offered)
    typed = f"?\n\ntable\nrules\n0\n999\nnonsense\n{illegal}\n{offered[0].upper()}\nresign\nno\nq\n"
    done = call("play", game, "--policy", "random", "--seed", SEED, typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    for text in (
        "a notation",
        "Choose a number from 1 to",
        "There is no action “nonsense”",
        "Not legal: ",
        "Really resign?",
        "You have left the table.",
    ):
        assert text in done.stdout
    clause = re.search(r"Not legal: .*\[(\S+)\]", done.stdout)
    assert clause is not None
    # Why something is illegal is followed by the clause itself.
    assert f"\n{clause[1]} " in done.stdout.partition("Not legal: ")[2]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_resigning(game, lang):
    words = {"en": "resign\nyes\n\n", "fr": "abandonner\noui\n\n"}[lang]
    done = call("play", game, typed=words, lang=LOCALE[lang])
    assert done.returncode == 0
    assert OVER[lang] in done.stdout
    assert {"en": "You lose.", "fr": "Vous perdez."}[lang] in done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_game_in_a_terminal(game, lang, tmp_path):
    path = tmp_path / "match.json"
    arguments = ["play", game, "--policy", "random", "--fast", "--lang", lang, "--name", "north"]
    with Terminal(arguments) as terminal:
        while terminal.expect(ASKS[lang], SAVE[lang]) == ASKS[lang]:
            terminal.type("1")
        terminal.type(str(path))
        terminal.expect(AGAIN[lang])
        terminal.type({"en": "no", "fr": "non"}[lang])
        assert terminal.wait() == 0
        assert OVER[lang] in terminal.screen
        # A terminal gets colors.
        assert "\x1b[1m" in terminal.raw
    assert path.exists()


def test_a_policy_in_the_persons_seat(game, tmp_path):
    path = tmp_path / "match.json"
    done = call(
        "play", game, "--seat", "1", "--policy", "random", "--auto", "random", "--save", path
    )
    assert done.returncode == 0, done.stderr
    assert "random chooses: " in done.stdout
    assert "(you)" in done.stdout
    assert path.exists()


def test_two_people_in_two_terminals(served, game, tmp_path):
    opening = ["play", game, "--host", "--server", served.target, "--name", "north"]
    with Terminal(opening, home=tmp_path / "north") as north:
        north.expect("--join ")
        north.expect("Waiting for the open seats")
        match_id = re.search(r"--join (\S+)", north.screen)
        assert match_id is not None
        joining = ["play", "--join", match_id[1], "--server", served.target, "--name", "south"]
        with Terminal([*joining, "--lang", "fr"], home=tmp_path / "south") as south:
            terminals = {north: "Your choice", south: "Votre choix"}
            for _ in range(3):
                for terminal, question in turns(terminals):
                    terminal.expect(question)
                    terminal.type("1")
            # The player who is asked now sees at once that the other has gone.
            south.interrupt()
            assert south.wait() == 130
            assert "--resume" in south.screen
        seat_file = next((tmp_path / "south" / "intrigue").glob("*.json"))
        assert seat_file.stat().st_mode & 0o777 == 0o600
        with Terminal(["play", "--resume", seat_file, "--lang", "fr"]) as again:
            again.expect("Votre choix", "En attente : ")
            with connect_blocking(served.target) as client:
                client.seat(*read_seat_file(seat_file)).resign()
            again.expect(OVER["fr"])
            again.type("")
            again.expect(AGAIN["fr"])
            again.type("")
            assert again.wait() == 0
        north.expect(OVER["en"])
        north.expect("You win!")
        north.type("")
        north.expect(AGAIN["en"])
        north.type("")
        assert north.wait() == 0
    assert not list((tmp_path / "north" / "intrigue").glob("*.json"))


def turns(terminals: dict[Terminal, str]) -> list[tuple[Terminal, str]]:
    """The terminals in the order in which they are asked first."""
    items = list(terminals.items())
    for _ in range(600):
        for place, (terminal, question) in enumerate(items):
            terminal._pull(0.05)
            if question in terminal.screen[terminal._read :]:
                return items[place:] + items[:place]
    raise AssertionError("nobody is asked")


def read_seat_file(path: Path) -> tuple[str, int, str]:
    import json

    seat_file = json.loads(path.read_text())
    return seat_file["match_id"], seat_file["seat"], seat_file["token"]


def test_leaving_and_coming_back_through_a_restart(tmp_path):
    with Served(tmp_path) as served:
        with connect_blocking(served.target) as client:
            game = two_seat_game(client.games())
        arguments = ["play", game, "--server", served.target, "--policy", "random"]
        done = run(*arguments, typed="1\n1\nquit\n", home=tmp_path)
        assert done.returncode == 0
        seat_file = re.search(r"--resume (\S+)", done.stdout)
        assert seat_file is not None
        served.kill()
        served.start()
        # The match may end early: what is typed beyond its end must not name a file.
        kept = tmp_path / "match.json"
        done = run(
            "play", "--resume", seat_file[1], "--save", kept, typed="1\n" * 22, home=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert "The match is over." in done.stdout
        assert kept.exists()
        assert not Path(seat_file[1]).exists()


def test_the_reader_of_the_output_may_leave(game):
    command = f"{sys.executable} -m intrigue.cli rules {game} | head -1"
    done = processes.run(["sh", "-c", command])
    assert "Traceback" not in done.stderr


def test_a_server_of_another_contract_is_refused(served, game, monkeypatch, tmp_path):
    monkeypatch.setattr(connection, "CONTRACT_DIGEST", "0" * 64)
    version = metadata.version("intrigue")
    for lang in ("en", "fr"):
        done = call("play", game, "--server", served.target, lang=LOCALE[lang])
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.count(f"intrigue {version}") == 2
        assert served.target in done.stderr
    # What draws nothing works with any server.
    policies = ("--policies", "random,random")
    done = call("simulate", game, *policies, "--games", "2", "--server", served.target)
    assert done.returncode == 0, done.stderr


def test_the_policies_of_a_terminal_answer_at_the_speed_of_a_person(served, game, tmp_path):
    def pace(*more: str) -> int:
        arguments = ["play", game, "--policy", "random", "--server", served.target, *more]
        with Terminal(arguments, home=tmp_path) as terminal:
            terminal.expect("Your choice")
            shown = re.search(r"[Mm]atch (\S+)", terminal.screen)
            assert shown is not None
            with connect_blocking(served.target) as client:
                return client.match(shown[1]).pace

    assert pace() == match_pb2.PACE_RELAXED
    assert pace("--fast") == match_pb2.PACE_FAST
