"""Shadow Blades in the terminal: alliances, steps of several decisions, long lists of choices."""

from __future__ import annotations

import json
import re

import pytest
from tests.e2e.terminal import Terminal, call, run

SEED = "5a" * 32
ALLIANCES = ("play", "shadow_blades", "--option", "seats=4", "--option", "mode=alliances")
AGAINST = ("--policy", "random", "--seed", SEED)
ESPIONAGE = ("--option", "conspiracy=espionage", "--option", "first_seat=0")
ASKS = {"en": "Your choice", "fr": "Votre choix"}
OVER = {"en": "The match is over.", "fr": "La partie est finie."}
SAVE = {"en": "Save the record?", "fr": "Enregistrer la partie ?"}
YOU = {"en": "Player 0 (you)", "fr": "Joueur 0 (vous)"}
ALLY = {"en": "Player 2 (ally)", "fr": "Joueur 2 (allié)"}
# What the core draws may be so wide; all else keeps to the 80 columns of the terminal.
WIDEST = 100


def reads_well(shown: str, lang: str) -> None:
    """What must hold of everything that a person is shown."""
    lines = shown.splitlines()
    widest = max((line.rstrip() for line in lines), key=len)
    assert len(widest) <= WIDEST, widest
    assert not [line for line in lines if line.endswith(("?.", ":.", ". .", "!."))]
    assert "\n\n\n" not in shown
    assert "· \n" not in shown
    if lang == "fr":
        # Before a colon and a question mark French has a space.
        assert not [line for line in lines if re.search(r"[^\W\d_][:?](\s|$)", line)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match_of_alliances_in_a_terminal(lang, tmp_path):
    path = tmp_path / "match.json"
    choices = 0
    with Terminal([*ALLIANCES, *AGAINST, "--fast", "--lang", lang]) as terminal:
        while terminal.expect(ASKS[lang], SAVE[lang]) == ASKS[lang]:
            # By turns the first of what is offered and the second, if there is one.
            offered = terminal.screen.rpartition(ASKS[lang])[0].rpartition("\n\n")[2]
            second = re.search(r"^ *2  ", offered, re.MULTILINE)
            terminal.type("2" if second and choices % 2 else "1")
            choices += 1
        terminal.type(str(path))
        terminal.expect({"en": "Play again?", "fr": "Rejouer ?"}[lang])
        terminal.type("")
        assert terminal.wait() == 0
        shown = terminal.screen
    assert choices > 40
    played, _, ending = shown.partition(OVER[lang])
    reads_well(played, lang)
    assert ALLY[lang] in played
    record = json.loads(path.read_text())
    assert list(record["options"]) == sorted(record["options"])
    # Both of an alliance win, and see so.
    verdicts = {
        0: {"en": "You lose.", "fr": "Vous perdez."},
        210: {"en": "A draw.", "fr": "Égalité."},
        420: {"en": "You win, together with player 2!", "fr": "Vous gagnez, avec le joueur 2 !"},
    }
    assert f"\n{verdicts[record['outcome']['seats'][0].get('payoff', 0)][lang]}\n" in ending

    steps = len(record["steps"])
    replayed = call("replay", path, "--seat", "0", "--lang", lang)
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.count(YOU[lang]) >= steps
    assert OVER[lang] in replayed.stdout
    turns = re.findall(r"^· (?:Turn|Tour) (\d+)", replayed.stdout, re.MULTILINE)
    assert turns == [str(number) for number in range(1, len(turns) + 1)]
    assert len(turns) > 20
    reads_well(replayed.stdout, lang)
    # A spectator is shown no hand and no mission before the end.
    spectator = call("replay", path, "--lang", lang).stdout.rpartition("\n· ")[0]
    assert {"en": "Your hand", "fr": "Votre main"}[lang] not in spectator
    assert call("verify", path).returncode == 0


def test_a_step_of_several_decisions(tmp_path):
    """Only what changed is drawn between them; cards may be named without a verb."""
    typed = ["recruit", "refuse", "accept", "spy-s", "zone 1 theft", "common", "1", "1", "table"]
    done = call(*ALLIANCES, *AGAINST, *ESPIONAGE, typed="\n".join([*typed, "q", ""]))
    assert done.returncode == 0, done.stderr
    shown = done.stdout
    reads_well(shown, "en")
    answers = shown.split("Your choice (? for help): ")
    whole = [place for place, answer in enumerate(answers) if ALLY["en"] in answer]
    # The beginning of each of the person's turns, and what was asked for by `table`.
    assert whole[:2] == [0, 3]
    assert answers[whole[-1]].startswith("table\n")
    agent, zone, armed = answers[4:7]
    assert "Chosen so far: Spy 1 (stamped)\n" in agent
    assert "2  Zone Assassination of player 1  zone 1 assassination" in agent
    assert "Chosen so far: Spy 1 (stamped), the Theft zone of player 1\n" in zone
    for step in (agent, zone):
        assert YOU["en"] not in step
        assert "\n· " not in step
    # The step is complete: the hand is empty now, so that the turn is over.
    assert "· Player 0 deploys Spy 1 (stamped) (strength 2) in the Theft zone of player 1" in armed
    assert "· Turn 6: player 1." in armed


def test_what_is_not_legal_in_a_step(tmp_path):
    typed = ["agent spy-s", "end", "mission plunder theft", "spy-s", "?", "rules S-22", "q", ""]
    done = call(*ALLIANCES, *AGAINST, *ESPIONAGE, typed="\n".join(typed))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Not legal: ") == 2
    assert "There is no action “spy-s”" in done.stdout
    assert "any unambiguous prefix or word" in done.stdout
    assert "\nS-22 " in done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_long_list_of_choices(lang):
    """A player who only recruits ends with a hand of which everything is offered."""
    pairs = ["recruit", "accept"] * 18
    done = run(*ALLIANCES, *AGAINST, "--lang", lang, typed="\n".join([*pairs, "q", ""]))
    assert done.returncode == 0, done.stderr
    reads_well(done.stdout, lang)
    prompts = done.stdout.split(ASKS[lang])
    longest = max(prompts, key=lambda prompt: len(offered_in(prompt)))
    numbers = offered_in(longest)
    assert len(numbers) > 12
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    listed = longest.rpartition("\n\n")[2]
    assert max(len(line) for line in listed.splitlines()) <= 80


def offered_in(prompt: str) -> list[int]:
    listed = prompt.rpartition("\n\n")[2]
    return [int(number) for number in re.findall(r"(?:^|  ) *(\d+)  (?=\S)", listed, re.MULTILINE)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rules_and_where_the_cards_come_from(lang):
    done = call("rules", "shadow_blades", "--lang", lang)
    assert done.returncode == 0
    assert "**" not in done.stdout
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) <= 80
    cards = {"en": "\nCards (76)\n", "fr": "\nCartes (76)\n"}[lang]
    listed = done.stdout.partition(cards)[2].partition("\nActions\n")[0]
    words = {
        "en": ("printed", "deduced", "reconstructed"),
        "fr": ("imprimé", "déduit", "reconstitué"),
    }[lang]
    for word in words:
        # On cards, and once with what it means.
        assert len(re.findall(rf"×.* {word} *$", listed, re.MULTILINE)) > 1  # noqa: RUF001
        assert re.search(rf"^{word} +\w", listed, re.MULTILINE)
    assert re.search(r"^6 × +(Common Weapon|Armes ordinaires) \+1 ", listed, re.MULTILINE)  # noqa: RUF001
