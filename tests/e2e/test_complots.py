"""Complots in the terminal: many seats, sealed answers, both languages, 80 columns."""

from __future__ import annotations

import json
import re

import pytest
from tests.e2e.terminal import Terminal, call

COMPLOTS = ("play", "complots", "--policy", "random")
ALONE = ("--auto", "random")
LOCALE = {"en": "en_US.UTF-8", "fr": "fr_FR.UTF-8"}
OVER = {"en": "The match is over.", "fr": "La partie est finie."}
WINNER = {"en": "Winner: player ", "fr": "Gagnant : le joueur "}
QUESTION = {"en": "which action?", "fr": "quelle action ?"}
KEEP = {
    "en": "You and player 1: keep which card?",
    "fr": "Vous et le joueur 1 : quelle carte garder ?",
}
ASKS = {"en": "Your choice", "fr": "Votre choix"}


def reads_well(shown: str, lang: str) -> None:
    """What must hold of everything that a person is shown."""
    lines = shown.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert not [line for line in lines if line.endswith(("?.", ":.", ". ."))]
    assert not re.search(r"\b1 (coins|pièces)\b", shown)
    assert "· \n" not in shown
    if lang == "fr":
        # Before a colon and a question mark French has a space.
        assert not [line for line in lines if re.search(r"[^\W\d_][:?](\s|$)", line)]


@pytest.mark.parametrize("reactions", ["clockwise", "fastest"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_eight_seats_to_the_end_and_again(lang, reactions, tmp_path):
    path = tmp_path / "match.json"
    options = ["--option", "seats=8", "--option", f"reactions={reactions}"]
    options += ["--option", "fifth_character=inquisitor"]
    done = call(*COMPLOTS, *ALONE, *options, "--save", path, lang=LOCALE[lang])
    assert done.returncode == 0, done.stderr
    assert OVER[lang] in done.stdout
    assert WINNER[lang] in done.stdout
    # The last lines name a file, which has no width of its own.
    reads_well(done.stdout.partition(OVER[lang])[0], lang)

    steps = len(json.loads(path.read_text())["steps"])
    replayed = call("replay", path, lang=LOCALE[lang])
    assert replayed.returncode == 0, replayed.stderr
    assert QUESTION[lang] in replayed.stdout
    assert OVER[lang] in replayed.stdout
    reads_well(replayed.stdout, lang)
    # Nothing is shown twice, although a spectator sees nothing of a sealed pass.
    turns = re.findall(r"^· (?:Turn|Tour) (\d+)", replayed.stdout, re.MULTILINE)
    assert turns == [str(number) for number in range(1, len(turns) + 1)]
    mine = call("replay", path, "--seat", "3", lang=LOCALE[lang])
    assert mine.stdout.count("Joueur 3 (vous)" if lang == "fr" else "Player 3 (you)") == steps
    reads_well(mine.stdout, lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_two_seats_choose_at_the_same_time(lang):
    options = ("--option", "seats=2", "--option", "first_seat=0", "--lang", lang)
    with Terminal([*COMPLOTS, *options]) as terminal:
        terminal.expect(KEEP[lang])
        terminal.expect(ASKS[lang])
        terminal.type("keep captain")
        terminal.expect("You keep Captain." if lang == "en" else "Vous gardez le Capitaine.")
        terminal.expect(
            "Both players have chosen." if lang == "en" else "Les deux joueurs ont choisi."
        )
        terminal.expect(ASKS[lang])
        terminal.type("keep duchess")
        terminal.expect("[C-10]")
        reads_well(terminal.screen, lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rules_of_complots(lang):
    done = call("rules", "complots", "--lang", lang)
    assert done.returncode == 0
    assert "block_after_lost_challenge  nobody | others | anyone" in done.stdout
    assert "**" not in done.stdout
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) <= 80
