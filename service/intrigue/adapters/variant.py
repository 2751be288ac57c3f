"""A game with its options settled: all that the spaces of an environment depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue.engine import World
from intrigue.lab.game import Game
from intrigue_sdk.options import encode_options_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from intrigue_sdk.options import Options


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game."""

    game: Game
    options: Mapping[str, str]
    """Every option, the defaults filled in."""
    seats: int

    @classmethod
    def of(
        cls, game: Game | str, options: Options | None = None, seats: int | None = None
    ) -> Variant:
        """The variant that some options make; Refused (kinds `unknown_game`, `bad_option`).

        A game in which the number of seats varies gets so many, unless the options say otherwise.
        """
        rules = Game(game)
        given = options if seats is None else encode_options_for(rules, options, seats)
        settled, number = rules.settle(given)
        return cls(rules, settled, number)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.game.actions)

    @property
    def features(self) -> int:
        """How many numbers a feature tensor has."""
        return self.game.feature_size

    def deal(self, seed: bytes) -> World:
        """A new table, dealt."""
        return World.deal(self.game.id, dict(self.options), seed)
