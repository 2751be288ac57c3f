"""A table at which one seat at a time is asked, for interfaces that know no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

import numpy as np

from intrigue.adapters.picture import in_color
from intrigue.engine import decide, render
from intrigue.inprocess.position import action_number, shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue.adapters.variant import Variant

_SEED: Final = 32


class Table:
    """A match under way. All luck comes from one generator: the deal, what follows it, what
    policies decide and, where several seats are asked at once, who answers first.
    """

    __slots__ = ("_count", "_rng", "_seed", "_variant", "_world", "seat")

    def __init__(self, variant: Variant, rng: np.random.Generator) -> None:
        self._variant = variant
        self._rng = rng
        self._world = variant.deal(rng.bytes(_SEED))
        self._seed = rng.bytes(_SEED)
        self._count = 0
        self.seat: int | None = None
        """The seat that acts next; None once the match is over."""
        self._ask()

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return self._world.over

    @property
    def payoffs(self) -> list[float]:
        """What each seat got, the win being 1; nothing before the end."""
        if not self._world.over:
            return [0.0] * self._variant.seats
        return list(shares(self._world.payoffs()))

    @property
    def out(self) -> list[int]:
        """The seats that are never asked again, and get nothing."""
        return self._world.out()

    def act(self, action: SupportsIndex) -> None:
        """Plays an action of the seat that is asked; Refused, and then nothing has changed."""
        # Once it is over, the core says so to whoever tries.
        self._world.act(self.seat or 0, action_number(action))
        self._count += 1
        self._ask()

    def delegate(self, policy: str) -> None:
        """Lets a policy decide for the seat that is asked."""
        if self.seat is None:
            return
        self.act(decide(self._world.view(self.seat), policy, self._seed, self._count))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal action of a seat; a seat that owes no decision has none."""
        mask = np.zeros(self._variant.actions, np.int8)
        mask[self._world.legal(seat)] = 1
        return mask

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """What a viewer knows, as numbers."""
        return self._world.features(viewer)

    def picture(self, viewer: int | None) -> str:
        """The table as a viewer sees it, drawn for a terminal."""
        return in_color(render(self._world.view(viewer), "en"))

    def _ask(self) -> None:
        asked = self._world.asked()
        if len(asked) > 1:
            self.seat = asked[int(self._rng.integers(len(asked)))]
        else:
            self.seat = asked[0] if asked else None
