"""Matches that are stepped together, in which a learner has some seats or all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from intrigue import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from intrigue import Buffers
    from intrigue_proto.seed import Seed
    from tools.train.network import Network
    from tools.train.variant import Selection, Variant


class Rival(Protocol):
    """Whoever plays the seats that the learner doesn't, from outside of the core."""

    def choose(self, seen: Buffers, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """An action for each of some rows of the buffers."""


class NetworkRival:
    """A network that draws its actions."""

    def __init__(self, network: Network, selection: Selection, rng: np.random.Generator) -> None:
        self._network, self._selection, self._rng = network, selection, rng

    def choose(self, seen: Buffers, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """An action for each of some rows of the buffers."""
        assert seen.features is not None
        legal = self._selection.legal(seen.masks[rows])
        logs, _ = self._network.think(self._selection.encode(seen.features[rows]), legal)
        return playable(
            self._network.draw(logs, self._rng), legal, self._selection, seen.masks[rows]
        )


class Lanes:
    """Matches that are stepped together.

    The learner has all seats, or it has one, which moves on with each match of a lane, and the
    others are those of built-in policies or of a rival.
    """

    def __init__(
        self,
        variant: Variant,
        count: int,
        seed: Seed,
        *,
        policies: Sequence[str] = (),
        rival: Rival | None = None,
    ) -> None:
        self.env = VectorEnv(
            variant.game,
            count,
            options=variant.options,
            seed=seed,
            policies=[None, *policies] if policies else None,
            rotate=bool(policies),
        )
        self._rival = rival
        self.all_seats = not policies and rival is None
        self._ended = np.zeros(count, np.int64)

    @property
    def buffers(self) -> Buffers:
        """The state of the lanes, as VectorEnv has it."""
        return self.env.buffers

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat of the learner in each lane: the one that is asked, if it has all."""
        if self._rival is None:
            return self.buffers.seats.astype(np.int64)
        return self._ended % self.env.seats

    def reset(self, seed: Seed) -> None:
        """Deals every lane again."""
        self.env.reset(seed)
        self._ended[:] = 0

    def step(self, actions: NDArray[np.int32], mine: NDArray[np.bool_]) -> Buffers:
        """Plays actions where it is the learner's turn, and the rival's choice elsewhere."""
        if self._rival is not None:
            rows = np.flatnonzero(~mine)
            if len(rows):
                actions[rows] = self._rival.choose(self.buffers, rows)
        found = self.env.step(actions)
        self._ended += found.ends
        return found


def playable(
    chosen: NDArray[np.int64],
    legal: NDArray[np.bool_],
    selection: Selection,
    masks: NDArray[np.uint8],
) -> NDArray[np.int32]:
    """The ids of chosen actions. Where none of those in the selection is legal, the first legal
    action is played.
    """
    actions = selection.actions[chosen].astype(np.int32)
    lost = ~legal.any(axis=1)
    if lost.any():
        actions[lost] = masks[lost].argmax(axis=1)
    return actions


def derived_seed(*numbers: int) -> bytes:
    """A seed for a part of a run: the same numbers give the same one."""
    return np.random.SeedSequence(numbers).generate_state(8).tobytes()
