"""A game with all of its options: what the spaces of an environment depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue.engine import World
from intrigue.inprocess.game import Game
from intrigue_proto.options import encode_options_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue_proto.options import Options


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game."""

    game: Game
    options: Mapping[str, str]
    """Every option, with defaults filled in."""
    seats: int

    @classmethod
    def of(
        cls, game: Game | str, options: Options | None = None, seats: int | None = None
    ) -> Variant:
        """The variant that some options make; Refused (kinds `unknown_game`, `bad_option`).

        `seats` counts in a game in which the number of seats varies, unless the options have it.
        """
        rules = Game(game)
        given = options if seats is None else encode_options_for(rules, options, seats)
        settled, number = rules.settle(given)
        return cls(rules, settled, number)

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self.game.actions)

    @property
    def features(self) -> int:
        """The length of a feature tensor."""
        return self.game.feature_size

    def undealt(self) -> World:
        """A match before its deal, with explicit chance."""
        return World.undealt(self.game.id, dict(self.options))

    def deal(self, seed: bytes) -> World:
        """A newly dealt match."""
        return World.deal(self.game.id, dict(self.options), seed)
