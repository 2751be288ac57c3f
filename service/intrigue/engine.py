"""The rules, as the rest of the service sees them: a thin typed face over the Rust core.

This is the only module that imports the core. It knows no game by name: games, options and
actions pass through as they are, and messages pass through as bytes. `Match`, `simulate`, `render`
and the like are the core's own, for programs that play, think or draw without a server.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from intrigue import _core
from intrigue._core import (
    Lanes,
    Match,
    Panicked,
    Refused,
    Stop,
    World,
    add_tallies,
    analyze,
    check_policy,
    check_task,
    decide,
    event_notation,
    facts,
    list_policies,
    policy_effort,
    refusal_kinds,
    render,
    sample_worlds,
    simulate,
    study,
    summarize,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "CoreEngine",
    "Engine",
    "Lanes",
    "Match",
    "Panicked",
    "Play",
    "Refused",
    "Stop",
    "World",
    "add_tallies",
    "analyze",
    "check_policy",
    "check_task",
    "decide",
    "event_notation",
    "facts",
    "list_policies",
    "policy_effort",
    "refusal_kinds",
    "render",
    "sample_worlds",
    "simulate",
    "study",
    "summarize",
]


class Play(Protocol):
    """One playing of a game, with the whole truth in it. Hand out only what it gives a viewer.

    A viewer is a seat number, or None for a spectator. Texts call a seat by its name in `names`,
    which has one for each seat in order; without a name of its own it is called by its number.
    """

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""

    @property
    def entry_count(self) -> int:
        """How many log entries there are; the deal is the first."""

    def entries(self, start: int = 0) -> list[bytes]:
        """The log entries from `start` on."""

    def asked(self) -> list[int]:
        """The seats that truly owe a decision; not for any viewer's eyes."""

    def asked_as_seen(self, viewer: int | None) -> list[int]:
        """The seats that owe a decision, as far as a viewer may know."""

    def revision(self, viewer: int | None) -> int:
        """How many updates the viewer has had."""

    def parse_action(self, notation: str) -> int:
        """The id of an action in notation."""

    def act(self, seat: int, action: int, expected_revision: int | None = None) -> bytes:
        """Plays an action and returns its log entry."""

    def resign(self, seat: int) -> bytes:
        """Resigns a seat and returns the log entry."""

    def follow(self, entry: bytes) -> None:
        """Takes a step that was played and logged elsewhere."""

    def rematch(self, seats: list[int]) -> dict[str, str]:
        """The options of the company's next match, in which seat i sits at seats[i]."""

    def view(self, viewer: int | None, names: Sequence[str] = ()) -> bytes:
        """All that the viewer may know, as a View."""

    def update(
        self,
        viewer: int | None,
        revision: int,
        include_view: bool = False,
        names: Sequence[str] = (),
    ) -> bytes:
        """One Update of the viewer, the same bytes whenever it is asked with the same names."""

    def updates(
        self,
        viewer: int | None,
        after: int,
        include_view: bool = False,
        names: Sequence[str] = (),
    ) -> list[bytes]:
        """All Updates of the viewer after a revision."""

    def explain(self, seat: int, action: int, names: Sequence[str] = ()) -> bytes:
        """Whether an action would be legal, as an ExplainResponse."""

    def outcome(self) -> bytes | None:
        """The Outcome, once the match is over."""

    def record(self, seed: bool) -> bytes:
        """The whole Record, with the seed only if asked."""


class Engine(Protocol):
    """What the service asks of the rules outside any one match."""

    def list_games(self) -> bytes:
        """A ListGamesResponse."""

    def get_game(self, game: str) -> bytes:
        """A GetGameResponse."""

    def settle_options(
        self, game: str, options: Mapping[str, str]
    ) -> tuple[Mapping[str, str], int]:
        """All options with the defaults filled in, and the number of seats they make."""

    def study(self, game: str, option: str, text: str) -> bytes:
        """What there is to say of a document, as a CheckDocumentResponse."""

    def rules_version(self, game: str) -> str:
        """The version of a game's rules, which every record names."""

    def cooperative(self, game: str) -> bool:
        """Whether the seats of a game win or lose together."""

    def check_policy(self, policy: str) -> str:
        """A policy in full, with the defaults of its parameters."""

    def policy_effort(self, policy: str) -> tuple[int, int]:
        """What one decision of a policy may cost: simulations, and milliseconds."""

    def decide(self, view: bytes, policy: str, seed: bytes, index: int) -> int:
        """The action that a policy picks on a view; slow, so not for the event loop."""

    def deal(
        self, game: str, options: Mapping[str, str], seed: bytes, script: Sequence[str]
    ) -> Play:
        """A new match, dealt."""

    def restore(
        self,
        game: str,
        options: Mapping[str, str],
        seed: bytes,
        script: Sequence[str],
        entries: Sequence[bytes],
    ) -> Play:
        """A match as its log leaves it."""


class CoreEngine:
    """The engine that asks the Rust core."""

    __slots__ = ()

    def list_games(self) -> bytes:
        """A ListGamesResponse."""
        return _core.list_games()

    def get_game(self, game: str) -> bytes:
        """A GetGameResponse."""
        return _core.get_game(game)

    def settle_options(
        self, game: str, options: Mapping[str, str]
    ) -> tuple[Mapping[str, str], int]:
        """All options with the defaults filled in, and the number of seats they make."""
        return _core.settle_options(game, dict(options))

    def study(self, game: str, option: str, text: str) -> bytes:
        """What there is to say of a document, as a CheckDocumentResponse."""
        return _core.study(game, option, text)

    def rules_version(self, game: str) -> str:
        """The version of a game's rules, which every record names."""
        return _rules_version(game)

    def cooperative(self, game: str) -> bool:
        """Whether the seats of a game win or lose together."""
        return _core.cooperative(game)

    def check_policy(self, policy: str) -> str:
        """A policy in full, with the defaults of its parameters."""
        return _core.check_policy(policy)

    def policy_effort(self, policy: str) -> tuple[int, int]:
        """What one decision of a policy may cost: simulations, and milliseconds."""
        return _core.policy_effort(policy)

    def decide(self, view: bytes, policy: str, seed: bytes, index: int) -> int:
        """The action that a policy picks on a view; slow, so not for the event loop."""
        return _core.decide(view, policy, seed, index)

    def deal(
        self, game: str, options: Mapping[str, str], seed: bytes, script: Sequence[str]
    ) -> Play:
        """A new match, dealt."""
        return _core.Match(game, dict(options), seed, list(script))

    def restore(
        self,
        game: str,
        options: Mapping[str, str],
        seed: bytes,
        script: Sequence[str],
        entries: Sequence[bytes],
    ) -> Play:
        """A match as its log leaves it."""
        return _core.Match.restore(game, dict(options), seed, list(script), list(entries))


@cache
def _rules_version(game: str) -> str:
    return _core.rules_version(game)
