"""Brotherhood in two terminals at one server: both seats are asked at once, and end together."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tests.e2e.terminal import Terminal, call

if TYPE_CHECKING:
    from tests.e2e.served import Served

MISSION = ("--option", "mission=unlocked_shutter", "--option", "retries=0")
ASKS = {"en": "Your choice (? for help)", "fr": "Votre choix (? pour l'aide)"}
WAITS = {"en": "Waiting for ", "fr": "En attente : "}
OVER = {"en": "The match is over.", "fr": "La partie est finie."}
SAVE = {"en": "Save the record?", "fr": "Enregistrer la partie ?"}
AGAIN = {"en": "Play again?", "fr": "Rejouer ?"}
VERDICTS = {
    0: {"en": "You all lose.", "fr": "Vous perdez tous."},
    840: {"en": "You all win!", "fr": "Vous gagnez tous !"},
}


class Seat:
    """A player at a terminal, who walks a little each turn and is then done."""

    def __init__(self, terminal: Terminal, lang: str) -> None:
        self.terminal = terminal
        self.lang = lang
        self.state = ""
        self.acted = 0

    @property
    def asked(self) -> bool:
        return self.state == ASKS[self.lang]

    @property
    def over(self) -> bool:
        return self.state == OVER[self.lang]

    def look(self) -> None:
        """Reads on until the terminal asks, waits for others or says that it is over."""
        words = (ASKS[self.lang], WAITS[self.lang], OVER[self.lang])
        self.state = self.terminal.expect(*words)

    def act(self) -> None:
        """A step if one is offered, by turns with the end of the phase."""
        asked = self.terminal.screen.rpartition(ASKS[self.lang])[0]
        steps = re.findall(r"  (move \w+)\s", asked.rpartition("\n\n")[2])
        self.terminal.type(steps[0] if steps and self.acted % 2 == 0 else "1")
        self.acted += 1

    def end(self, saved: str) -> None:
        self.terminal.expect(SAVE[self.lang])
        self.terminal.type(saved)
        self.terminal.expect(AGAIN[self.lang])
        self.terminal.type("")
        assert self.terminal.wait() == 0


def test_two_people_play_a_memory_in_two_terminals(served: Served, tmp_path):
    path = tmp_path / "match.json"
    opening = ["play", "brotherhood", *MISSION, "--host", "--server", served.target]
    with Terminal([*opening, "--name", "north"], home=tmp_path / "north") as first:
        first.expect("Waiting for the open seats")
        match_id = re.search(r"--join (\S+)", first.screen)
        assert match_id is not None
        joining = ["play", "--join", match_id[1], "--server", served.target, "--name", "south"]
        with Terminal([*joining, "--lang", "fr"], home=tmp_path / "south") as second:
            north, south = seats = Seat(first, "en"), Seat(second, "fr")
            for seat in seats:
                seat.look()
            # Both are asked, and what one does is seen by the other, who is asked again.
            assert north.asked
            assert south.asked
            seen = len(second.screen)
            for turn in range(400):
                if north.over:
                    break
                asked = [seat for seat in seats if seat.asked]
                assert asked, "nobody is asked"
                asked[turn % len(asked)].act()
                for seat in seats:
                    seat.look()
                if turn == 0:
                    assert "\n· " in second.screen[seen:]
            assert south.over
            assert min(north.acted, south.acted) > 3
            north.end(str(path))
            south.end("")
            output = {"en": first.screen, "fr": second.screen}
    record = json.loads(path.read_text("utf-8"))
    first_payoff, second_payoff = (seat.get("payoff", 0) for seat in record["outcome"]["seats"])
    assert first_payoff == second_payoff
    for lang, screen in output.items():
        assert f"\n{VERDICTS[first_payoff][lang]}\n" in screen.partition(OVER[lang])[2]
    assert call("verify", path).returncode == 0
    for lang in ("en", "fr"):
        replayed = call("replay", path, "--lang", lang)
        assert replayed.returncode == 0, replayed.stderr
        assert OVER[lang] in replayed.stdout
