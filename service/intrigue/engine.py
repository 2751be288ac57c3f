"""The rules, as the rest of the service sees them: a thin typed face over the Rust core.

This is the only module that imports the core. It knows no game by name: games, options and
actions pass through as they are, and messages pass through as bytes. `Match`, `simulate`, `render`
and the like are the core's own, for programs that play, think or draw without a server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    check_document,
    check_policy,
    check_task,
    decide,
    entry_action,
    event_notation,
    facts,
    feature_version,
    is_resignation,
    list_policies,
    parse_action,
    policy_effort,
    read_settings,
    refusal_kinds,
    render,
    rules_version,
    sample_worlds,
    simulate,
    simulate_recorded,
    summarize,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    Columns: TypeAlias = Mapping[str, NDArray[Any]]
    """Rows of decisions, by column: what `simulate_recorded` returns."""

__all__ = [
    "Engine",
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
    "decide",
    "entry_action",
    "event_notation",
    "facts",
    "feature_version",
    "is_resignation",
    "list_policies",
    "parse_action",
    "policy_effort",
    "read_settings",
    "refusal_kinds",
    "render",
    "rules_version",
    "sample_worlds",
    "simulate",
    "simulate_recorded",
    "summarize",
]


class Engine:
    """What the service asks of the rules outside any one match."""

    __slots__ = ()

    def list_games(self) -> bytes:
        """A ListGamesResponse."""
        return _core.list_games()

    def get_game(self, game: str) -> bytes:
        """A GetGameResponse."""
        return _core.get_game(game)

    def read_settings(
        self,
        game: str,
        options: Mapping[str, str],
        documents: Mapping[str, str],
        seat_count: int,
    ) -> Mapping[str, str]:
        """The settings of a message, before their values are judged."""
        return _core.read_settings(game, dict(options), dict(documents), seat_count)

    def settle_options(
        self, game: str, options: Mapping[str, str]
    ) -> tuple[Mapping[str, str], int]:
        """All options with the defaults filled in, and the number of seats they make."""
        return _core.settle_options(game, dict(options))

    def check_document(self, game: str, option: str, text: str) -> bytes:
        """A CheckDocumentResponse."""
        return _core.check_document(game, option, text)

    def rules_version(self, game: str) -> int:
        """The version of a game's rules, which every record names."""
        return rules_version(game)

    def cooperative(self, game: str) -> bool:
        """Whether the seats of a game win or lose together."""
        return _core.cooperative(game)

    def perfect_information(self, game: str) -> bool:
        """Whether nothing in a game is hidden from anybody."""
        return _core.perfect_information(game)

    def check_policy(self, policy: str) -> str:
        """A policy in full, with the defaults of its parameters."""
        return _core.check_policy(policy)

    def resolve_policy(self, policy: str, game: str, options: Mapping[str, str]) -> str:
        """The policy in full that plays a game with these options, also behind a strength such as
        `hard`. Refuses one that can't play them.
        """
        return _core.resolve_policy(policy, game, dict(options))

    def policy_effort(self, policy: str) -> tuple[int, int]:
        """What one decision of a policy may cost: simulations, and milliseconds."""
        return _core.policy_effort(policy)

    def decide(self, view: bytes, setup: bytes, policy: str, seed: bytes, index: int) -> int:
        """The action that a policy picks on a match's view; slow, so not for the event loop."""
        return _core.decide(view, policy, seed, index, setup=setup, trusted=True)

    def deal(
        self, game: str, options: Mapping[str, str], seed: bytes, script: Sequence[str]
    ) -> Match:
        """A new match, dealt."""
        return _core.Match(game, dict(options), seed, list(script))

    def restore(
        self,
        game: str,
        options: Mapping[str, str],
        seed: bytes,
        script: Sequence[str],
        entries: Sequence[bytes],
    ) -> Match:
        """A match as its log leaves it."""
        return _core.Match.restore(game, dict(options), seed, list(script), list(entries))
