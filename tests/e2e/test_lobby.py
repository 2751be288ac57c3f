"""Before and after a match in the terminal: invitations, ready checks, bots, clocks, rematches."""

from __future__ import annotations

import re

import pytest
from tests.e2e.terminal import Terminal, call

from intrigue_proto.v1 import match_pb2
from intrigue_sdk import connect_blocking

OVER = {"en": "The match is over.", "fr": "La partie est finie."}
ASKS = {"en": "Your choice", "fr": "Votre choix"}
SAVE = {"en": "Save the record?", "fr": "Enregistrer la partie ?"}
AGAIN = {"en": "Play again?", "fr": "Rejouer ?"}
READY = {"en": "Press Enter when you are ready", "fr": "Appuyez sur Entrée"}


def resign(terminal: Terminal, lang: str) -> None:
    terminal.type({"en": "resign", "fr": "abandonner"}[lang])
    terminal.expect({"en": "Really resign?", "fr": "Vraiment abandonner ?"}[lang])
    terminal.type({"en": "yes", "fr": "oui"}[lang])


def test_two_people_a_code_a_ready_check_a_clock_and_a_rematch(served, game, tmp_path):
    opening = ["play", game, "--private", "--ready", "--clock", "20m+2s/10m", "--name", "north"]
    with Terminal([*opening, "--server", served.target], home=tmp_path / "north") as north:
        north.expect("Invitation code: ")
        north.expect("play --code ")
        north.expect("Clock 20m+2s/10m; a player out of time forfeits")
        north.expect("Waiting for the open seats")
        code = re.search(r"--code (\S+)", north.screen)
        assert code is not None
        with connect_blocking(served.target) as client:
            assert not [match for match in client.matches() if match.seats[0].name == "north"]
        joining = ["play", "--code", code[1], "--server", served.target, "--name", "south"]
        with Terminal([*joining, "--lang", "fr"], home=tmp_path / "south") as south:
            terminals = [(north, "en"), (south, "fr")]
            north.expect(READY["en"])
            south.expect(READY["fr"])
            north.type("")
            north.expect("Waiting for south to be ready")
            south.expect("north · prêt")
            south.expect(READY["fr"])
            south.type("")
            asked, lang = first_asked(terminals)
            # The prompt says how long there is: nobody may think for more than ten minutes.
            asked.expect({"en": "(9:5", "fr": "(reste 9:5"}[lang], "(10:00", "(reste 10:00")
            assert "20:00 · " in asked.screen
            # The table calls people by their names.
            assert "\u2068north\u2069" in asked.screen
            assert "\u2068south\u2069" in asked.screen
            resign(asked, lang)
            for terminal, lang in terminals:
                terminal.expect(OVER[lang])
                terminal.expect(SAVE[lang])
                terminal.type("")
            north.expect(AGAIN["en"])
            north.type("yes")
            north.expect("Waiting for south to be ready")
            south.expect(AGAIN["fr"])
            south.type("oui")
            asked, lang = first_asked(terminals)
            resign(asked, lang)
            for terminal, lang in terminals:
                terminal.expect(OVER[lang])
                terminal.expect(SAVE[lang])
                terminal.type("")
                terminal.expect(AGAIN[lang])
                terminal.type("")
                assert terminal.wait() == 0
    assert not list(tmp_path.glob("*/intrigue/*.json"))


def first_asked(terminals: list[tuple[Terminal, str]]) -> tuple[Terminal, str]:
    """The player who is asked for a choice first, read up to the question."""
    for _ in range(600):
        for terminal, lang in terminals:
            terminal._pull(0.05)
            if ASKS[lang] in terminal.screen[terminal._read :]:
                terminal.expect(ASKS[lang])
                return terminal, lang
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_host_fills_the_open_seats_with_bots(served, lang, tmp_path):
    arguments = ["play", "complots", "--option", "seats=4", "--host", "--lang", lang]
    with Terminal([*arguments, "--server", served.target], home=tmp_path) as terminal:
        terminal.expect({"en": "Type bots", "fr": "Tapez automates"}[lang])
        terminal.type("nonsense")
        terminal.expect({"en": "Type bots", "fr": "Tapez automates"}[lang])
        terminal.type("bots no_such_policy")
        terminal.expect("no_such_policy")
        terminal.type({"en": "bots random", "fr": "automates random"}[lang])
        terminal.expect({"en": "policy random", "fr": "automate random"}[lang])
        terminal.expect(ASKS[lang])


def test_leaving_the_lobby_and_coming_back(served, game, tmp_path):
    arguments = ["play", game, "--host", "--server", served.target, "--name", "north"]
    with Terminal(arguments, home=tmp_path) as terminal:
        terminal.expect("Type bots")
        terminal.type("quit")
        terminal.expect("--resume ")
        assert terminal.wait() == 0
        seat_file = re.search(r"--resume (\S+)", terminal.screen)
        assert seat_file is not None
    with Terminal(["play", "--resume", seat_file[1]], home=tmp_path) as terminal:
        terminal.expect("north (you)")
        terminal.expect("Waiting for the open seats")


def test_a_seat_that_is_given_away(served, game, tmp_path):
    with connect_blocking(served.target) as client:
        created = client.create_match(game)
        joining = ["play", "--join", created.id, "--server", served.target]
        with Terminal(joining, home=tmp_path) as terminal:
            terminal.expect("Waiting for the open seats")
            created.host.replace_seat(0, "random")
            terminal.expect("You no longer hold this seat")
            assert terminal.wait() == 0
    assert not list(tmp_path.glob("*/intrigue/*.json"))


def test_time_runs_out_in_the_terminal(game):
    with Terminal(["play", game, "--policy", "random", "--clock", "/1s"]) as terminal:
        terminal.expect("Clock /1s; a player out of time forfeits")
        terminal.expect("(0:01 left")
        terminal.expect("Your time is up.")
        terminal.expect(OVER["en"])
        terminal.expect("You lose.")


def test_a_policy_decides_for_who_is_late(game):
    arguments = ["play", game, "--policy", "random", "--clock", "/1s", "--lang", "fr"]
    with Terminal([*arguments, "--timeout-policy", "random"]) as terminal:
        terminal.expect("Pendule /1s ; au-delà, random joue à la place du joueur")
        for _ in range(2):
            terminal.expect("(reste 0:0")
            terminal.expect("Votre temps est écoulé.")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_rematch_against_a_policy_begins_at_once(game, lang):
    resigning = {"en": "resign\nyes\n\n", "fr": "abandonner\noui\n\n"}[lang]
    yes = {"en": "yes\n", "fr": "oui\n"}[lang]
    locale = {"en": "en_US.UTF-8", "fr": "fr_FR.UTF-8"}[lang]
    done = call("play", game, "--policy", "random", typed=2 * (resigning + yes), lang=locale)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(OVER[lang]) == 2
    assert done.stdout.count(AGAIN[lang]) == 2
    # Everybody has moved on by one seat.
    assert re.search(r"1 +" + {"en": "you", "fr": "vous"}[lang], done.stdout)


def test_being_ready_by_pipe(game):
    done = call("play", game, "--policy", "random", "--ready", typed="\nresign\nyes\n")
    assert done.returncode == 0, done.stderr
    assert READY["en"] in done.stdout
    assert OVER["en"] in done.stdout
    done = call("play", game, "--policy", "random", "--ready", typed="")
    assert "No more input." in done.stdout
    assert OVER["en"] not in done.stdout


def test_a_policy_in_the_persons_seat_is_always_ready(game, tmp_path):
    path = tmp_path / "match.json"
    done = call(
        *("play", game, "--policy", "random", "--auto", "random", "--ready", "--save", path)
    )
    assert done.returncode == 0, done.stderr
    assert AGAIN["en"] not in done.stdout
    assert path.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["GAME", "--clock", "5"], "“5” is no clock."),
        (["GAME", "--clock", "0s"], "A clock has a bank"),
        (["GAME", "--timeout-policy", "random"], "--timeout-policy needs a clock"),
        (["GAME", "--clock", "5m", "--timeout-policy", "nobody"], "nobody"),
        (["GAME", "--private", "--policy", "random"], "--private and --policy exclude"),
        (["--code", "a-b"], "--code takes the service"),
        (["--code", "a-b", "--join", "x"], "--join and --code exclude"),
        (["--code", "a-b", "--server", "SERVER", "--ready"], "--code and --ready exclude"),
        (["--code", "a-b", "--server", "SERVER"], "no match with this invitation"),
        (["GAME", "--server", "127.0.0.1:1,nothing"], "is no address"),
    ],
)
def test_what_can_not_be(served, game, arguments, says):
    words = {"GAME": game, "SERVER": served.target}
    done = call("play", *(words.get(word, word) for word in arguments))
    assert done.returncode in {1, 2}
    assert says in done.stderr


def test_several_servers_are_one_service(served, game):
    # One of them is away.
    done = call(
        *("play", game, "--server", f"127.0.0.1:1,{served.target}", "--auto", "random"),
        *("--policy", "random", "--save", "/dev/null"),
    )
    assert done.returncode == 0, done.stderr
    with connect_blocking([served.target, served.target]) as client:
        assert next(client.matches()).status == match_pb2.MATCH_STATUS_FINISHED
