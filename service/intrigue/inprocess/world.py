"""A position without a log, dealt to fit a view: for searching."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from intrigue import engine
from intrigue.inprocess.game import Game
from intrigue.inprocess.position import Position, win_fractions
from intrigue.inprocess.view import core_view
from intrigue_proto.options import encode_options
from intrigue_proto.seed import seed_bytes

if TYPE_CHECKING:
    from typing import SupportsIndex

    from intrigue.inprocess.view import View
    from intrigue_proto.options import Options
    from intrigue_proto.seed import Seed
    from intrigue_proto.v1 import match_pb2


class Chance(NamedTuple):
    """One of nature's choices: a card that is drawn, dice that are thrown."""

    number: int
    notation: str
    """As records and scripts write it."""
    probability: float


class World(Position[engine.World]):
    """A position without a log. Stepping one costs much less than stepping a match.

    `World.fitting` samples one that fits a view: hidden information is drawn again, by its
    probability. So a bot may search in worlds without cheating.

    Chance is drawn after each action. For algorithms that enumerate it, `World.undealt`, and
    `World.fitting` with `explicit_chance`, leave it to the caller: while `chances` is not empty, no
    seat is asked, and `apply_chance` makes a choice.
    """

    __slots__ = ()

    @staticmethod
    def fitting(
        view: View | match_pb2.View | bytes,
        seed: Seed | None = None,
        index: int = 0,
        *,
        explicit_chance: bool = False,
    ) -> World:
        """World number `index` of those that fit a view; Refused (kind `bad_view`).

        The same view, seed and index give the same world. A message has no setup: for games that
        have one, give a `View`.
        """
        message, setup = core_view(view)
        core = engine.World(
            message, seed_bytes(seed), index, setup=setup, explicit_chance=explicit_chance
        )
        return World(core, setup)

    @staticmethod
    def deal(game: Game | str, options: Options | None = None, seed: Seed | None = None) -> World:
        """A newly dealt world; Refused (kinds `unknown_game` and `bad_option`)."""
        return World(engine.World.deal(Game(game).id, encode_options(options), seed_bytes(seed)))

    @staticmethod
    def undealt(game: Game | str, options: Options | None = None) -> World:
        """A world before its deal, whose chance is explicit; Refused (kinds `unknown_game` and
        `bad_option`).
        """
        return World(engine.World.undealt(Game(game).id, encode_options(options)))

    @property
    def chances(self) -> tuple[Chance, ...]:
        """Nature's choices, if they are left to the caller and it is nature's turn. Their
        probabilities add up to 1.
        """
        notation = self._core.chance_notation
        return tuple(Chance(n, notation(n), p) for n, p in self._core.chances())

    def apply_chance(self, chance: Chance | int) -> None:
        """Makes one of nature's choices; ValueError if it is none of them."""
        self._core.apply_chance(chance.number if isinstance(chance, Chance) else chance)

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoff of each seat, a win being 1; None before the end."""
        return win_fractions(self._core.payoffs()) if self._core.over else None

    @property
    def prospects(self) -> tuple[float, ...]:
        """The payoff of each seat or, before the end, the game's own estimate of it."""
        return win_fractions(self._core.payoffs())

    def play(self, action: SupportsIndex | str, seat: int | None = None) -> None:
        """Plays an action, by id or in notation, and the chance that follows it unless that is left
        to the caller. A world has no log, so it does not say what happened: views do.

        Refused (kinds `not_to_act`, `unknown_action`, `illegal` and `over`): then nothing has
        changed.
        """
        self._core.act(*self._choice(action, seat))

    def playout(self) -> int:
        """Plays at random to the end, and returns the number of decisions."""
        return self._core.playout()

    def clone(self, seed: Seed | None = None) -> World:
        """An independent copy. Chance falls as it would here, or is drawn from another seed."""
        return World(self._core.clone(None if seed is None else seed_bytes(seed)), self._setup)

    def __copy__(self) -> World:
        return self.clone()

    def __deepcopy__(self, memo: object) -> World:
        return self.clone()

    def __repr__(self) -> str:
        state = "over" if self.over else f"asked: {', '.join(map(str, self.asked))}"
        return f"<World of {self.game.id}: {self.seats} seats, {state}>"
