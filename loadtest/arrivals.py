"""When requests are due: times that are drawn before the first request is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


def poisson_times(rate: float, seconds: float, rng: random.Random) -> list[float]:
    """The arrivals of a Poisson process, in seconds from its beginning, in order.

    `rate` is the mean number of arrivals per second. No arrival depends on another one, or on how
    long an answer takes.
    """
    if rate <= 0 or seconds <= 0:
        raise ValueError("a Poisson process has a positive rate and a positive length")
    times = []
    time = rng.expovariate(rate)
    while time < seconds:
        times.append(time)
        time += rng.expovariate(rate)
    return times
