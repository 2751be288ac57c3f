"""What a match brought its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue_proto.outcome import Outcome

if TYPE_CHECKING:
    from intrigue_proto.v1 import match_pb2

__all__ = ["Outcome", "payoffs"]


def payoffs(outcome: Outcome | match_pb2.Outcome) -> tuple[float, ...]:
    """The share of the win of each seat, in the order of seats: 1 is the whole win.

    It takes an outcome as messages have it too, in which payoffs are 840ths of the win.
    """
    return outcome.payoffs if isinstance(outcome, Outcome) else Outcome.of(outcome).payoffs
