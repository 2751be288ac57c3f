"""The seats of a new match, and the entropy that they add to the deal."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Final, TypeAlias

from intrigue_proto.policy import parse_policy
from intrigue_proto.v1.match_service_pb2 import OpenSeat, OwnSeat, PolicySeat, SeatRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

Seating: TypeAlias = SeatRequest

OPEN: Final = SeatRequest(open=OpenSeat())
"""Anyone may take the seat."""

_ENTROPY_BYTES: Final = 32


def own(name: str = "", *, entropy: bytes = b"") -> Seating:
    """The creator takes the seat, under this name.

    `entropy` is mixed into the deal. Without it the client draws some, unless the match has a
    chosen seed.
    """
    return SeatRequest(own=OwnSeat(name=name, entropy=entropy))


def policy(policy: str) -> Seating:
    """A built-in policy plays the seat: name and parameters, such as `playouts:sims=200`."""
    return SeatRequest(policy=PolicySeat(policy=parse_policy(policy)))


def seat_entropy(request_id: str | None, seat: int | None = None) -> bytes:
    """Bytes that a seat adds to the deal, so that the service alone does not choose it.

    They are random. With a request id of the caller they are made from it, so that the request is
    the same one when the caller sends it again. The id is a secret, so this is as hard to foresee.
    """
    if request_id is None:
        return os.urandom(_ENTROPY_BYTES)
    return hashlib.sha256(f"intrigue entropy {seat} {request_id}".encode()).digest()


def with_entropy(seats: Sequence[Seating], request_id: str | None) -> list[Seating]:
    """The seats, with entropy for each own one that has none."""
    filled = []
    for number, seat in enumerate(seats):
        given = seat
        if seat.WhichOneof("occupant") == "own" and not seat.own.entropy:
            given = own(seat.own.name, entropy=seat_entropy(request_id, number))
        filled.append(given)
    return filled
