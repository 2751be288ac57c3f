"""What a batch shows after a step."""

from __future__ import annotations

import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from intrigue_proto.v1.simulation_service_pb2 import BatchLayout
    from intrigue_sdk.arrays import Arrays
    from intrigue_sdk.columns import Columns


class ReadOnlyBuffers:
    """The current state of a batch: one row per lane, as in `intrigue.Buffers`.

    The contract differs from `intrigue.Buffers`, whose arrays are overwritten in place. Here a step
    replaces the arrays and leaves the old ones unchanged, so arrays that are kept need no copy.
    They share the memory of the received message and are read-only. They require numpy; `columns`,
    `legal` and `payoffs` do not.
    """

    __slots__ = ("_arrays", "_columns", "_layout")

    def __init__(self, layout: BatchLayout, columns: Columns) -> None:
        self._layout = layout
        self._columns = columns
        self._arrays: Arrays | None = None

    @property
    def seats(self) -> NDArray[np.uint8]:
        """[lane]: the seat that is to act."""
        return self._unpacked().seats

    @property
    def masks(self) -> NDArray[np.uint8]:
        """[lane, action]: 1 if the action is legal for that seat."""
        return self._unpacked().masks

    @property
    def features(self) -> NDArray[np.int8] | None:
        """[lane, feature]: that seat's view as numbers; None if they are left out."""
        return self._unpacked().features

    @property
    def rewards(self) -> NDArray[np.float32]:
        """[lane, seat]: what the seats got in this step, the win being 1. All 0 unless a match
        has just ended.
        """
        return self._unpacked().rewards

    @property
    def ends(self) -> NDArray[np.uint8]:
        """[lane]: 1 if a match has just ended. The other arrays then show the lane's next one."""
        return self._unpacked().ends

    @property
    def layout(self) -> BatchLayout:
        """How to read the columns."""
        return self._layout

    @property
    def columns(self) -> Columns:
        """The same as packed bytes, without numpy."""
        return self._columns

    def legal(self, lane: int) -> tuple[int, ...]:
        """The legal actions of a lane, without numpy."""
        width = (self._layout.action_count + 7) // 8
        place = self._place(lane) * width
        mask = int.from_bytes(self._columns.masks[place : place + width], "little")
        return tuple(action for action in range(self._layout.action_count) if mask >> action & 1)

    def payoffs(self, lane: int) -> tuple[float, ...]:
        """What the seats of a lane got in this step, without numpy."""
        form = struct.Struct(f"<{self._layout.seat_count}f")
        return form.unpack_from(self._columns.rewards, self._place(lane) * form.size)

    def show(self, layout: BatchLayout, columns: Columns) -> None:
        """Shows the lanes after another step; for the batch that these belong to."""
        self._layout = layout
        self._columns = columns
        self._arrays = None

    def _place(self, lane: int) -> int:
        if not 0 <= lane < self._layout.lane_count:
            raise IndexError(f"there is no lane {lane}: there are {self._layout.lane_count}")
        return lane

    def _unpacked(self) -> Arrays:
        if self._arrays is None:
            try:
                from intrigue_sdk.arrays import Arrays  # noqa: PLC0415 (numpy is an extra)
            except ImportError as missing:
                raise ImportError(
                    "arrays take numpy: pip install intrigue-sdk[numpy]; "
                    "columns, legal() and payoffs() do without"
                ) from missing
            self._arrays = Arrays.over(self._columns, self._layout)
        return self._arrays


def packed(actions: ArrayLike, lanes: int) -> bytes:
    """An action for each lane, as it is sent: 16-bit unsigned, little-endian."""
    # Who has arrays has loaded numpy.
    if sys.modules.get("numpy") is not None:
        from intrigue_sdk import arrays  # noqa: PLC0415 (numpy is an extra)

        return arrays.packed(actions, lanes)
    given = [*actions]  # type: ignore[misc] # without numpy what is like an array is a sequence
    if len(given) != lanes:
        raise ValueError(f"actions: expected {lanes}, one a lane, not {len(given)}")
    try:
        return struct.pack(f"<{lanes}H", *given)
    except struct.error as wrong:
        raise ValueError(f"actions: expected whole numbers of actions: {wrong}") from None
