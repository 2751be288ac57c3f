"""What a match brought its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from intrigue_proto.v1.match_pb2 import Outcome

# Payoffs are whole numbers of this part of a win in messages.
_WHOLE_WIN: Final = 840


def payoffs(outcome: Outcome) -> tuple[float, ...]:
    """The share of the win of each seat, in the order of seats: 1 is the whole win."""
    return tuple(seat.payoff / _WHOLE_WIN for seat in outcome.seats)
