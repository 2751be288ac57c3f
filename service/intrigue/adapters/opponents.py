"""The policies of the other seats, where one seat learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from intrigue.engine import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.adapters.variant import Variant


@dataclass(frozen=True, slots=True)
class Opponents:
    """Policies clockwise from the seat that learns, and where that is."""

    seats: int
    clockwise: tuple[str, ...]
    seat: int
    """The seat that learns, in the first match if it rotates."""
    rotate: bool
    """Whether all players move by one seat with each match."""

    @classmethod
    def of(
        cls, variant: Variant, policies: str | Sequence[str], seat: int | Literal["rotate"]
    ) -> Opponents:
        """The opponents of a variant; a single policy plays all of them. ValueError for a wrong
        number or an unknown seat, Refused (kind `unknown_policy`) for a policy that is
        unknown or can't play the variant.
        """
        others = variant.seats - 1
        named = [policies] * others if isinstance(policies, str) else list(policies)
        if len(named) != others:
            raise ValueError(f"there are {others} other seats, but {len(named)} opponents")
        first = 0 if seat == "rotate" else seat
        if first not in range(variant.seats):
            raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {others}, or 'rotate'")
        engine = Engine()
        resolved = {
            policy: engine.resolve_policy(policy, variant.game.id, variant.options)
            for policy in set(named)
        }
        clockwise = tuple(resolved[policy] for policy in named)
        return cls(variant.seats, clockwise, first, seat == "rotate")

    def seat_of(self, episode: int) -> int:
        """The seat of the learner in a match."""
        return (self.seat + episode) % self.seats if self.rotate else self.seat

    def policy_at(self, seat: int, learner: int) -> str:
        """The policy that plays a seat."""
        return self.clockwise[(seat - learner - 1) % self.seats]

    def policies(self) -> list[str | None]:
        """The policy of each seat in the first match; None for the learner."""
        at_seats: list[str | None] = [None] * self.seats
        for place, policy in enumerate(self.clockwise):
            at_seats[(self.seat + 1 + place) % self.seats] = policy
        return at_seats
