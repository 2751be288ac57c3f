"""The Rust core. `intrigue.engine` is the only module that imports it.

Messages cross as protobuf bytes of package `intrigue.v1`. A viewer is a seat number, or None for a
spectator. All work runs with the GIL released; objects may be shared between threads.
"""

from typing import Self

class Refused(Exception):
    """The core says no, and why. Nothing has changed."""

    kind: str
    """One of: not_to_act, unknown_action, stale, over, illegal, unknown_game, bad_option,
    bad_script, bad_seed, unknown_policy, bad_record, bad_view."""
    code: str
    """For machines, such as `ALREADY_TAKEN`."""
    domain: str
    """The game's id, or `intrigue`."""
    clause: str
    """The clause of the rule sheet, such as `D-12`; empty where no rule is concerned."""
    en: str
    fr: str
    revision: int
    """kind `stale`: the seat's current revision; otherwise 0."""

class Panicked(Exception):
    """The core caught a fault of its own. The match was rebuilt from its log and is unchanged."""

def list_games() -> bytes:
    """ListGamesResponse."""

def get_game(game: str) -> bytes:
    """GetGameResponse; Refused (unknown_game)."""

def settle_options(game: str, options: dict[str, str]) -> tuple[dict[str, str], int]:
    """All options of the game with the defaults filled in, and the number of seats; Refused."""

def rules_version(game: str) -> str: ...
def list_policies() -> list[tuple[str, str, str]]:
    """Name and parameters with their defaults, what it does in English, in French."""

def check_policy(policy: str) -> str:
    """The policy in full (`playouts:sims=200`); Refused (unknown_policy)."""

def decide(view: bytes, policy: str, seed: bytes, index: int) -> int:
    """The action that a policy picks for the seat of a View that has a prompt. `seed` is 32
    bytes; the same view, policy, seed and index give the same answer.
    """

def render(view: bytes, lang: str) -> str:
    """A View drawn as text for a terminal, in `en` or `fr`.

    Styles are tags of this closed list: [b] [dim] [red] [green] [yellow] [blue] [magenta] [cyan],
    each closed by [/]. A backslash before a bracket makes it a literal one.
    """

def facts(view: bytes) -> list[tuple[str, str]]:
    """The text face of a View: what its game's view says, as names and values."""

def event_face(event: bytes) -> str:
    """The text face of an Event, such as `played 0 8`."""

class Match:
    """One playing of a game. It holds the whole truth: hand out views and updates only."""

    def __new__(cls, game: str, options: dict[str, str], seed: bytes, script: list[str]) -> Self:
        """Deals a new match: its first log entry is the deal. `seed` is 32 bytes. Refused."""

    @staticmethod
    def restore(
        game: str,
        options: dict[str, str],
        seed: bytes,
        script: list[str],
        entries: list[bytes],
    ) -> Match:
        """Rebuilds a match from its log; Refused (bad_record) if it can't be."""

    @staticmethod
    def replay(record: bytes, steps: int | None = None) -> Match:
        """The match of a Record after its first `steps` steps (all if None); Refused
        (bad_record).
        """

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def entry_count(self) -> int:
        """Log entries so far; the deal is the first."""

    def entries(self, start: int = 0) -> list[bytes]:
        """Log entries from `start` on: opaque bytes for the store."""

    def asked(self) -> list[int]:
        """The seats that truly owe a decision now. For the server's own bots and clocks: what a
        viewer may know of it is in its view.
        """

    def asked_as_seen(self, viewer: int | None) -> list[int]:
        """The seats that owe a decision, as far as a viewer may know."""

    def revision(self, viewer: int | None) -> int:
        """How many updates the viewer has had."""

    def parse_action(self, notation: str) -> int:
        """The id of an action in notation; Refused (unknown_action)."""

    def act(self, seat: int, action: int, expected_revision: int | None = None) -> bytes:
        """Plays an action and returns its log entry; Refused."""

    def resign(self, seat: int) -> bytes:
        """Resigns a seat and returns the log entry; Refused (over)."""

    def follow(self, entry: bytes) -> None:
        """Takes a step that was played and logged elsewhere; Refused (bad_record, or what forbids
        the step), and then nothing has changed.
        """

    def rematch(self, seats: list[int]) -> dict[str, str]:
        """The options of the company's next match, in which seat i sits at seats[i]."""

    def view(self, viewer: int | None) -> bytes:
        """View."""

    def update(self, viewer: int | None, revision: int, include_view: bool = False) -> bytes:
        """Update number `revision` (1, 2, ...) of a viewer, the same bytes whenever asked;
        IndexError if it has not happened.
        """

    def updates(self, viewer: int | None, after: int, include_view: bool = False) -> list[bytes]:
        """All Updates of a viewer after a revision."""

    def explain(self, seat: int, action: int) -> bytes:
        """ExplainResponse, computed from the seat's view alone; Refused (unknown_action)."""

    def outcome(self) -> bytes | None:
        """Outcome, once the match is over."""

    def record(self, seed: bool) -> bytes:
        """Record; with the seed only if asked."""
