"""Who is to sit where in a new match."""

from __future__ import annotations

from typing import Final, TypeAlias

from intrigue_proto.v1.match_service_pb2 import OpenSeat, OwnSeat, PolicySeat, SeatRequest

Seating: TypeAlias = SeatRequest

OPEN: Final = SeatRequest(open=OpenSeat())
"""Anyone may take the seat."""


def own(name: str = "") -> Seating:
    """The creator takes the seat, under this name."""
    return SeatRequest(own=OwnSeat(name=name))


def policy(policy: str) -> Seating:
    """A built-in policy plays the seat: name and parameters, such as `playouts:sims=200`."""
    return SeatRequest(policy=PolicySeat(policy=policy))
