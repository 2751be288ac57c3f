"""A match in which one seat acts at a time, for interfaces that know only that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

import numpy as np

from intrigue.engine import decide, render
from intrigue.inprocess.position import core_action_id, win_fractions
from intrigue.inprocess.rendering import with_ansi_styles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from intrigue.adapters.variant import Variant

_SEED_BYTES: Final = 32


class SequentialMatch:
    """A match in which one seat acts at a time.

    All chance comes from one generator: the deal, later chance, the decisions of policies, and
    which seat acts first where several are asked at once.
    """

    __slots__ = ("_count", "_rng", "_seed", "_setup", "_variant", "_world", "seat")

    def __init__(self, variant: Variant, rng: np.random.Generator) -> None:
        self._variant = variant
        self._rng = rng
        self._world = variant.deal(rng.bytes(_SEED_BYTES))
        self._seed = rng.bytes(_SEED_BYTES)
        self._setup = self._world.setup()
        self._count = 0
        self.seat: int | None = None
        """The seat that acts next; None once the match is over."""
        self._select_seat()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._world.over

    @property
    def payoffs(self) -> list[float]:
        """The payoff of each seat, a win being 1; 0 before the end."""
        if not self._world.over:
            return [0.0] * self._variant.seats
        return list(win_fractions(self._world.payoffs()))

    @property
    def out(self) -> list[int]:
        """The seats that are never asked again, and get nothing."""
        return self._world.out()

    def act(self, action: SupportsIndex) -> None:
        """Plays an action of the seat that is asked; Refused, and then nothing has changed."""
        # Once the match is over, the core refuses an action of any seat.
        self._world.act(self.seat or 0, core_action_id(action))
        self._count += 1
        self._select_seat()

    def act_by_policy(self, policy: str) -> None:
        """Plays the action that a policy chooses for the seat that is asked."""
        if self.seat is None:
            return
        view = self._world.view(self.seat)
        self.act(decide(view, policy, self._seed, self._count, setup=self._setup))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal action of a seat; all 0 for a seat that owes no decision."""
        mask = np.zeros(self._variant.actions, np.int8)
        mask[self._world.legal(seat)] = 1
        return mask

    def features(self, viewer: int | None) -> NDArray[np.int8]:
        """The feature tensor of a viewer's view."""
        return self._world.features(viewer)

    def render(self, viewer: int | None) -> str:
        """The match as a viewer sees it, with ANSI escape codes."""
        return with_ansi_styles(render(self._world.view(viewer), "en", setup=self._setup))

    def _select_seat(self) -> None:
        asked = self._world.asked()
        if len(asked) > 1:
            self.seat = asked[int(self._rng.integers(len(asked)))]
        else:
            self.seat = asked[0] if asked else None
