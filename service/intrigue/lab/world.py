"""A table dealt to fit a view: to think in, not to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue import engine
from intrigue.lab.game import Game
from intrigue.lab.position import Position, shares
from intrigue_proto.v1 import match_pb2
from intrigue_sdk.options import encode_options
from intrigue_sdk.seed import seed_bytes

if TYPE_CHECKING:
    from intrigue_sdk.options import Options
    from intrigue_sdk.seed import Seed


class World(Position[engine.World]):
    """A position without a log. Stepping one costs much less than stepping a match.

    `World.fitting` deals one that a viewer can't tell from the truth: what the view does not say
    is drawn again, as likely as it is. So a bot may think in worlds without cheating.
    """

    __slots__ = ()

    @staticmethod
    def fitting(view: match_pb2.View | bytes, seed: Seed | None = None, index: int = 0) -> World:
        """World number `index` of those that fit a view; Refused (kind `bad_view`).

        The same view, seed and index give the same world.
        """
        return World(engine.World(view_bytes(view), seed_bytes(seed), index))

    @staticmethod
    def deal(game: Game | str, options: Options | None = None, seed: Seed | None = None) -> World:
        """A new table, dealt; Refused (kinds `unknown_game` and `bad_option`)."""
        return World(engine.World.deal(Game(game).id, encode_options(options), seed_bytes(seed)))

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """What each seat got, the win being 1; None before the end."""
        return shares(self._core.payoffs()) if self._core.over else None

    @property
    def prospects(self) -> tuple[float, ...]:
        """What each seat got or, before the end, may expect by the game's own rule of thumb."""
        return shares(self._core.payoffs())

    def playout(self) -> int:
        """Plays at random to the end, and says how many decisions it took."""
        return self._core.playout()

    def clone(self, seed: Seed | None = None) -> World:
        """The same position, to be played on apart. Chance goes on as it would here, or is drawn
        from another seed.
        """
        return World(self._core.clone(None if seed is None else seed_bytes(seed)))

    def __copy__(self) -> World:
        return self.clone()

    def __deepcopy__(self, memo: object) -> World:
        return self.clone()

    def __repr__(self) -> str:
        state = "over" if self.over else f"asked: {', '.join(map(str, self.asked))}"
        return f"<World of {self.game.id}: {self.seats} seats, {state}>"


def view_bytes(view: match_pb2.View | bytes) -> bytes:
    """A view as the core takes it."""
    return view.SerializeToString() if isinstance(view, match_pb2.View) else view
