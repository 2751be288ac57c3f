"""The Rust core. `intrigue.engine` is the only module that imports it.

Messages cross as protobuf bytes of package `intrigue.v1`. A viewer is a seat number, or None for a
spectator. Where `names` are given, one for each seat in order, texts call seats by them; a seat
without a name of its own is called by its number. Where `languages` are given, such as `["fr"]`,
texts have only these. A View that was not just made is read together with the `setup` of its match,
in games that have one. A View is `trusted` if a match of this process made it: then nothing is
checked, and a fault is a fault of the core. Any other View may be wrong, and is refused (bad_view)
if no world fits it or the rules can't go on from it. All work runs with the GIL released; objects
may be shared between threads.
"""

from collections.abc import Sequence
from typing import Any, Self, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Lanes",
    "Match",
    "Panicked",
    "Refused",
    "Stop",
    "World",
    "add_tallies",
    "analyze",
    "check_document",
    "check_policy",
    "check_task",
    "cooperative",
    "decide",
    "entry_action",
    "event_notation",
    "facts",
    "feature_version",
    "get_game",
    "is_resignation",
    "list_games",
    "list_policies",
    "parse_action",
    "perfect_information",
    "policy_effort",
    "read_settings",
    "refusal_kinds",
    "render",
    "resolve_policy",
    "rules_version",
    "sample_worlds",
    "settle_options",
    "simulate",
    "simulate_recorded",
    "summarize",
]

class Refused(Exception):
    """The core says no, and why. Nothing has changed."""

    kind: str
    """One of `refusal_kinds()`, such as `illegal`."""
    code: str
    """For machines, such as `ALREADY_TAKEN`."""
    domain: str
    """The game's id, or `intrigue`."""
    clause: str
    """The clause of the rule sheet, such as `D-12`; empty where no rule is concerned."""
    en: str
    fr: str
    values: dict[str, str]
    """Every value of the sentence: of the kinds `stale` and `ahead` the `revision`."""
    field: str
    """The field of a request that is wrong, such as `options.turn_limit`; empty if it is none."""
    lane: int
    """Of a batch: the lane whose action is refused; otherwise absent."""

class Panicked(Exception):
    """The core caught a fault of its own. The match was rebuilt from its log and is unchanged."""

def list_games() -> bytes:
    """ListGamesResponse."""

def get_game(game: str) -> bytes:
    """GetGameResponse; Refused (unknown_game)."""

def parse_action(game: str, notation: str) -> int:
    """The id of an action in notation; Refused (unknown_game, unknown_action)."""

def settle_options(game: str, options: dict[str, str]) -> tuple[dict[str, str], int]:
    """All options of the game with the defaults filled in, and the number of seats; Refused."""

def read_settings(
    game: str, options: dict[str, str], documents: dict[str, str], seat_count: int
) -> dict[str, str]:
    """The settings of a message that has options, documents and the number of seats (0: the
    default) apart. Values are judged by `settle_options`; Refused (unknown_game, bad_option).
    """

def check_document(game: str, option: str, text: str) -> bytes:
    """CheckDocumentResponse; Refused (unknown_game, or bad_option if the game takes no documents by
    that option).
    """

def refusal_kinds() -> list[str]:
    """Every `kind` that a refusal can have."""

def is_resignation(entry: bytes) -> bool:
    """Whether a log entry is a resignation, or a forfeit because time was up."""

def entry_action(entry: bytes) -> int | None:
    """The action of a log entry; None if it is no action."""

def rules_version(game: str) -> int: ...
def feature_version(game: str) -> int:
    """The version of the layout of a game's feature tensor; Refused (unknown_game)."""

def cooperative(game: str) -> bool:
    """Whether the seats win or lose together; Refused (unknown_game)."""

def perfect_information(game: str) -> bool:
    """Whether nothing is hidden from anybody; Refused (unknown_game)."""

def list_policies() -> bytes:
    """ListPoliciesResponse."""

def check_policy(policy: str) -> str:
    """The policy in full (`playouts:sims=200`); Refused (unknown_policy)."""

def resolve_policy(policy: str, game: str, options: dict[str, str]) -> str:
    """The policy in full that plays the game with these options: of a strength (`hard`) the one
    behind it. Refused (unknown_policy) if it can't play them: `learned` plays only what it was
    trained for. Refused too (unknown_game, bad_option).
    """

def policy_effort(policy: str) -> tuple[int, int]:
    """What one decision of the policy may cost: simulations, and milliseconds if it has a time
    limit instead; Refused (unknown_policy).
    """

def decide(
    view: bytes,
    policy: str,
    seed: bytes,
    index: int,
    threads: int = 1,
    setup: bytes | None = None,
    trusted: bool = False,
) -> int:
    """The action that a policy picks for the seat of a View that has a prompt. `seed` is 32
    bytes; the same view, policy, seed and index give the same answer, on any number of threads,
    unless the policy has a time limit. Refused (bad_view, unknown_policy, not_to_act).
    """

@final
class Stop:
    """Asks work in another thread to end: `simulate` and `analyze` look at it all the time."""

    def __new__(cls) -> Self: ...
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

def check_task(task: bytes) -> tuple[bytes, int, int]:
    """A SimulationTask in full (options and policies with their defaults), the number of its
    blocks, and the number of matches in a block; Refused (unknown_game, bad_option, bad_seed,
    unknown_policy, bad_simulation).
    """

def simulate(task: bytes, first_block: int, blocks: int, stop: Stop | None = None) -> bytes:
    """The Tally of some blocks of a SimulationTask, on this thread. Blocks may be played in any
    order, anywhere. After `stop` the tally has the blocks that were finished. Refused.
    """

def simulate_recorded(
    task: bytes,
    first_block: int,
    blocks: int,
    stop: Stop | None = None,
    legal: bool = True,
    features: bool = True,
) -> tuple[bytes, dict[str, NDArray[Any]]]:
    """The same, and every decision of the matches that count, as columns with one row per decision:
    `match` (its number), `decision` (in its match, from 0), `seat`, `policy` (its place in the
    task), `action`, and `payoff` of the seat, the win being 1. `legal_count` says how many of the
    legal actions in `legal` are a row's, and `features` has the feature tensors one after the
    other; both are empty if they are left out.
    """

def add_tallies(tallies: list[bytes]) -> bytes:
    """The sum of Tallies, as a Tally; an empty list makes an empty one."""

def summarize(task: bytes, tally: bytes) -> bytes:
    """SimulationSummary of a task (in full, see check_task) and its Tally."""

def analyze(
    view: bytes,
    policy: str,
    seed: bytes,
    threads: int = 1,
    stop: Stop | None = None,
    setup: bytes | None = None,
    trusted: bool = False,
) -> bytes:
    """Analysis of a View that has a prompt, by any policy but `random`.
    Refused (bad_view, unknown_policy, not_to_act, stopped).
    """

def sample_worlds(
    view: bytes,
    seed: bytes,
    first: int,
    count: int,
    setup: bytes | None = None,
    trusted: bool = False,
) -> list[bytes]:
    """Worlds number `first` on that fit a View, as World messages; Refused (bad_view)."""

@final
class World:
    """A position without a log: to think in, not to keep.

    Chance is drawn after each action, unless it is explicit: then `chances` and `apply_chance` are
    called while no seat is asked.
    """

    def __new__(
        cls,
        view: bytes,
        seed: bytes,
        index: int,
        setup: bytes | None = None,
        explicit_chance: bool = False,
    ) -> Self:
        """World number `index` that fits a View; Refused (bad_view)."""

    @staticmethod
    def deal(game: str, options: dict[str, str], seed: bytes) -> World:
        """A new match, dealt; Refused."""

    @staticmethod
    def undealt(game: str, options: dict[str, str]) -> World:
        """A new match before its deal, with explicit chance; Refused."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def asked(self) -> list[int]: ...
    def out(self) -> list[int]:
        """The seats that are out: never asked again, and sure to get nothing, as all may know."""

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; none if it owes no decision."""

    def act(self, seat: int, action: int) -> None:
        """Plays an action, and chance after it unless it is explicit; Refused."""

    def chances(self) -> list[tuple[int, float]]:
        """Nature's choices by their numbers, each with its probability; none if a seat is asked."""

    def apply_chance(self, chance: int) -> None:
        """Makes one of nature's choices; ValueError if it is none of them."""

    def chance_notation(self, chance: int) -> str:
        """One of nature's choices, as records and scripts write it."""

    def view(self, viewer: int | None) -> bytes:
        """View."""

    def setup(self) -> bytes:
        """GameSetup: what is the same in all views; empty for games that have none."""

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """The feature tensor of a viewer's view."""

    def payoffs(self) -> list[int]:
        """In 840ths of the win; once it is over what each seat got, before what it may expect."""

    def playout(self) -> int:
        """Plays at random to the end, and says how many decisions it took."""

    def clone(self, seed: bytes | None = None) -> World:
        """The same position; chance goes on as it would here, or is drawn from another seed."""

@final
class Lanes:
    """Many matches of one game, stepped together. Where several seats are asked at once, one of
    them is drawn. A match that ends is followed by the next of its lane at once.
    """

    def __new__(
        cls,
        game: str,
        options: dict[str, str],
        lanes: int,
        seed: bytes,
        policies: list[str | None],
        rotate: bool,
        threads: int,
    ) -> Self:
        """Deals a match in each lane. `policies` is empty, or has an entry a seat: who plays it
        within, or None for a seat that is asked outside; with `rotate` they move on by one seat
        with each match of a lane. Refused (unknown_game, bad_option, bad_seed, unknown_policy,
        bad_batch).
        """

    @property
    def game(self) -> str: ...
    @property
    def lanes(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def actions(self) -> int:
        """How many actions the game has."""

    @property
    def features(self) -> int:
        """How many numbers a feature tensor has."""

    def reset(self, seed: bytes) -> None:
        """Deals every lane again; Refused (bad_seed)."""

    def observe(
        self,
        seats: NDArray[np.uint8],
        masks: NDArray[np.uint8],
        features: NDArray[np.int8] | None,
        rewards: NDArray[np.float32],
        ends: NDArray[np.uint8],
    ) -> None:
        """Writes the lanes as they stand into the caller's arrays, as after a step."""

    def step(
        self,
        actions: NDArray[np.int32],
        seats: NDArray[np.uint8],
        masks: NDArray[np.uint8],
        features: NDArray[np.int8] | None,
        rewards: NDArray[np.float32],
        ends: NDArray[np.uint8],
    ) -> None:
        """Plays an action in each lane, and writes what follows into the caller's arrays, which
        must be contiguous: seats[lane], masks[lane, action] (1: legal), features[lane, feature],
        rewards[lane, seat], ends[lane]. ValueError for a wrong shape; Refused (not_to_act,
        unknown_action, illegal) with an attribute `lane` if an action is illegal, and then no lane
        has been stepped.
        """

    def sample(self, actions: NDArray[np.int32]) -> None:
        """Writes a random legal action for each lane; what is drawn depends on the seed alone."""

    def columns(self, features: bool) -> bytes:
        """BatchColumns of the lanes as they stand."""

    def step_columns(self, actions: bytes, features: bool) -> tuple[bytes, bool]:
        """Plays an action a lane (16-bit unsigned, little-endian). Returns BatchColumns and True,
        or StepLeaseResponse bytes that hold only refusals and False: then no lane was stepped.
        ValueError for a wrong length.
        """

def render(
    view: bytes, lang: str, names: Sequence[str] | None = None, setup: bytes | None = None
) -> str:
    """A View drawn as text for a terminal, in `en` or `fr`.

    Styles are tags of this closed list: [b] [dim] [red] [green] [yellow] [blue] [magenta] [cyan],
    each closed by [/]. A backslash before a bracket makes it a literal one.
    """

def facts(view: bytes, setup: bytes | None = None) -> list[tuple[str, str]]:
    """The text face of a View: what its game's view says, as names and values."""

def event_notation(event: bytes) -> str:
    """A MatchEvent in notation, such as `played 0 8`."""

@final
class Match:
    """One playing of a game. It holds the whole truth: hand out views and updates only."""

    def __new__(cls, game: str, options: dict[str, str], seed: bytes, script: list[str]) -> Self:
        """Deals a new match: its first log entry is the deal. `seed` is 32 bytes. `script` has
        chance outcomes in notation that come before any drawn from the seed. Refused (also
        bad_script, with the `place`, the `token` and what is `possible` in its values). An outcome
        that is impossible only in a later step ends the script there, and the last update says so.
        """

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
        """The match of a MatchRecord after its first `steps` steps (all if None); Refused
        (bad_record).
        """

    @staticmethod
    def verify(record: bytes) -> Match:
        """The match of a MatchRecord, dealt again from its seed and script and played again.
        Refused (bad_record) says at which step the record differs, and in what. A record without
        a seed can't be verified.
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

    @property
    def public_entry(self) -> int:
        """The number of the last log entry of which spectators saw something."""

    def entries(self, start: int = 0) -> list[bytes]:
        """Log entries from `start` on: opaque bytes for the store."""

    def asked(self) -> list[int]:
        """The seats that truly owe a decision now. For the server's own bots and clocks: what a
        viewer may know of it is in its view.
        """

    def out(self) -> list[int]:
        """The seats that are out: never asked again, and sure to get nothing, as all may know."""

    def asked_as_seen(self, viewer: int | None) -> list[int]:
        """The seats that owe a decision, as far as a viewer may know."""

    def revision(self, viewer: int | None) -> int:
        """How many updates the viewer has had."""

    def parse_action(self, notation: str) -> int:
        """The id of an action in notation; Refused (unknown_action)."""

    def act(self, seat: int, action: int | str, expected_revision: int | None = None) -> bytes:
        """Plays an action, by id or in notation, and returns its log entry; Refused. Whether the
        prompt of the expected revision is closed is judged first.
        """

    def resign(self, seat: int) -> bytes:
        """Resigns a seat and returns the log entry; Refused (over, illegal)."""

    def forfeit_on_time(self, seat: int) -> bytes:
        """Has a seat forfeit because its time is up, and returns the log entry; Refused (over,
        illegal).
        """

    def note_replaced(self, seat: int) -> None:
        """Notes that a seat is held by another player, or by a policy, since the deal: the outcome
        says so. It is not logged here.
        """

    def play(self, seat: int, action: int | str) -> int:
        """Plays an action, by id or in notation, and returns the number of its step; Refused."""

    def play_resignation(self, seat: int) -> int:
        """Resigns a seat and returns the number of the step; Refused."""

    def keep_to_script(self) -> None:
        """From now on, a step for which the script has an impossible chance outcome is refused
        (bad_script). For a match that one program owns.
        """

    def rest_of_script(self) -> list[str]:
        """The outcomes of the script that have not come."""

    def step(self, number: int) -> bytes:
        """Step number `number`, as records have it; the deal is number 0. IndexError if it has not
        happened.
        """

    def events(
        self,
        number: int,
        viewer: int | None,
        names: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
    ) -> list[bytes]:
        """The MatchEvents that a viewer saw in a step; IndexError if it has not happened."""

    def follow(self, entry: bytes) -> None:
        """Takes a step that was played and logged elsewhere; Refused (bad_record, or what forbids
        the step), and then nothing has changed.
        """

    def resolve_policy(self, policy: str) -> str:
        """The policy in full that plays this match: of a strength (`hard`) the one behind it;
        Refused (unknown_policy).
        """

    def rematch(self, seats: list[int]) -> dict[str, str]:
        """The options of the company's next match, in which seat i sits at seats[i]."""

    def view(
        self,
        viewer: int | None,
        names: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
    ) -> bytes:
        """View."""

    def setup(self) -> bytes:
        """GameSetup: what does not change in the match; empty for games that have none."""

    def update(
        self,
        viewer: int | None,
        revision: int,
        include_view: bool = False,
        names: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
    ) -> bytes:
        """Update number `revision` (1, 2, ...) of a viewer, the same bytes whenever asked with the
        same names; IndexError if it has not happened.
        """

    def updates(
        self,
        viewer: int | None,
        after: int,
        include_view: bool = False,
        names: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
        count: int | None = None,
    ) -> list[bytes]:
        """The Updates of a viewer after a revision, at most `count` of them."""

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; none if it owes no decision."""

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """The feature tensor of a viewer's view."""

    def clone(self) -> Match:
        """The same match, to be played on apart; chance will fall as it would here."""

    def explain(
        self,
        seat: int,
        action: int | str,
        names: Sequence[str] | None = None,
        languages: Sequence[str] | None = None,
    ) -> bytes:
        """ExplainResponse, computed from the seat's view alone; Refused (unknown_action)."""

    def outcome(self) -> bytes | None:
        """Outcome, once the match is over."""

    def record(self, seed: bool) -> bytes:
        """MatchRecord, without texts; with the seed only if asked."""
