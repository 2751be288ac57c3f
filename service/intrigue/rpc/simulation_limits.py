"""How much of the server those may have who simulate and analyse."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from intrigue.rpc.rate_limits import Limiter


@dataclass(frozen=True, slots=True)
class SimulationLimits:
    """What is allowed."""

    everybody: bool
    """Whether it takes no operator's token."""
    simulations: int
    """At the same time."""
    games: int
    """Of one simulation."""
    seconds: float
    """Of processor time, for one simulation."""
    analyses: int
    """At the same time, worlds that are sampled among them."""
    worlds: int
    """In one answer."""
    batches: int
    """At the same time, streams and leases."""
    lanes: int
    """Of one batch."""
    batch_sims: int
    """Of all lanes of a batch, if each has one decision of a policy."""
    batch_idle_seconds: float
    """How long a batch is kept without being used."""
    answer_bytes: int


class ConcurrencyLimit:
    """At most this number at the same time."""

    __slots__ = ("_limit", "_limiter", "_most", "taken")

    def __init__(self, limiter: Limiter, limit: str, most: int) -> None:
        """`limit` is the setting's name, told to those for whom there is no place."""
        self._limiter = limiter
        self._limit = limit
        self._most = most
        self.taken = 0

    def take(self) -> None:
        """Takes a place, to be given back; or refuses, and says when to come back."""
        if self.taken >= self._most:
            raise self._limiter.refusal(self._limit)
        self.taken += 1

    def give_back(self) -> None:
        """Frees a place."""
        self.taken -= 1

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place for as long as something goes on."""
        self.take()
        try:
            yield
        finally:
            self.give_back()
