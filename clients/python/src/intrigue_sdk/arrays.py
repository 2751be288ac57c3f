"""The columns of a batch as numpy arrays. Only this module imports numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from intrigue_proto.v1.simulation_service_pb2 import BatchLayout
    from intrigue_sdk.columns import Columns

# Actions are sent as 16-bit unsigned numbers, little-endian.
_ACTION: Final = np.dtype("<u2")
_MOST: Final = np.iinfo(np.uint16).max


@dataclass(frozen=True, slots=True, eq=False)
class Arrays:
    """One row per lane, with the names, types and shapes of `intrigue.Buffers`."""

    seats: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    features: NDArray[np.int8] | None
    rewards: NDArray[np.float32]
    ends: NDArray[np.uint8]

    @classmethod
    def over(cls, columns: Columns, layout: BatchLayout) -> Arrays:
        """Arrays over the bytes of the columns; only what is small is copied."""
        bits = np.frombuffer(columns.masks, np.uint8).reshape(layout.lane_count, -1)
        features = np.frombuffer(columns.features, np.int8).reshape(layout.lane_count, -1)
        return cls(
            seats=np.frombuffer(columns.seats, np.uint8),
            # A mask comes as bits, an eighth of what it is as an array.
            masks=np.unpackbits(bits, axis=1, count=layout.action_count, bitorder="little"),
            features=features if layout.feature_count else None,
            # Floats want a place that is a multiple of their size, which a message does not give.
            rewards=np.frombuffer(columns.rewards, "<f4")
            .astype(np.float32)
            .reshape(layout.lane_count, layout.seat_count),
            ends=np.frombuffer(columns.ends, np.uint8),
        )


def packed(actions: ArrayLike, lanes: int) -> bytes:
    """An action for each lane, as it is sent."""
    given = np.asarray(actions)
    if given.shape != (lanes,):
        raise ValueError(f"actions: expected shape {(lanes,)}, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise ValueError(f"actions: expected whole numbers, not {given.dtype}")
    if given.min() < 0 or given.max() > _MOST:
        lane = int(((given < 0) | (given > _MOST)).argmax())
        raise ValueError(f"actions: lane {lane} has {given[lane]}, which is no number of an action")
    return given.astype(_ACTION).tobytes()
