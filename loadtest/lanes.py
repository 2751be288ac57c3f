"""Random legal actions for the lanes of a batch, without numpy."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from intrigue_proto.v1.simulation_service_pb2 import BatchColumns, BatchLayout


def random_actions(columns: BatchColumns, layout: BatchLayout, rng: random.Random) -> bytes:
    """One legal action per lane, as a batch takes them."""
    width = (layout.action_count + 7) // 8
    actions = []
    for lane in range(layout.lane_count):
        mask = int.from_bytes(columns.masks[lane * width : (lane + 1) * width], "little")
        legal = [action for action in range(layout.action_count) if mask >> action & 1]
        actions.append(rng.choice(legal))
    return struct.pack(f"<{layout.lane_count}H", *actions)
