"""The arrays into which a batch of matches is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Buffers:
    """What a batch shows after a step: one row per lane, in arrays that belong to the caller.

    The core writes into them in place, so they may lie in shared memory, and what they held
    before is gone: copy what is to be kept.
    """

    seats: NDArray[np.uint8]
    """[lane]: the seat that is to act."""
    masks: NDArray[np.uint8]
    """[lane, action]: 1 if the action is legal for that seat."""
    features: NDArray[np.int8] | None
    """[lane, feature]: that seat's view as numbers; None if they are left out."""
    rewards: NDArray[np.float32]
    """[lane, seat]: what the seats got in this step, the win being 1. All 0 unless a match has
    just ended."""
    ends: NDArray[np.uint8]
    """[lane]: 1 if a match has just ended. The other arrays then show the lane's next one."""

    @classmethod
    def allocate(cls, lanes: int, seats: int, actions: int, features: int | None) -> Buffers:
        """New arrays for a batch; without features if None."""
        return cls(
            seats=np.zeros(lanes, np.uint8),
            masks=np.zeros((lanes, actions), np.uint8),
            features=None if features is None else np.zeros((lanes, features), np.int8),
            rewards=np.zeros((lanes, seats), np.float32),
            ends=np.zeros(lanes, np.uint8),
        )

    def check(self, lanes: int, seats: int, actions: int, features: int | None) -> None:
        """Whether the core can write a batch into these arrays: ValueError says which it can't."""
        _check("seats", self.seats, (lanes,), np.uint8)
        _check("masks", self.masks, (lanes, actions), np.uint8)
        _check("rewards", self.rewards, (lanes, seats), np.float32)
        _check("ends", self.ends, (lanes,), np.uint8)
        if features is not None:
            if self.features is None:
                raise ValueError("features: there is no array, and the batch writes features")
            _check("features", self.features, (lanes, features), np.int8)
        elif self.features is not None:
            raise ValueError("features: there is an array, but the batch leaves features out")


def _check(name: str, array: NDArray[np.generic], shape: tuple[int, ...], dtype: DTypeLike) -> None:
    wanted = f"{np.dtype(dtype)} of shape {shape}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: expected an array, {wanted}, not {type(array).__name__}")
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{name}: expected {wanted}, not {array.dtype} of shape {array.shape}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name}: expected {wanted} that is contiguous, in C order")
    if not array.flags.writeable:
        raise ValueError(f"{name}: expected {wanted} that can be written to")
