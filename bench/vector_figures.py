"""P5: stepping many matches together, with tensors and masks, compared with other engines."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from bench.alternating_runs import own, run_alternately
from bench.figure import Figure, over
from bench.other_engines import EIGHTS, ENVPOOL, all_peers
from bench.vector_env import LANES

if TYPE_CHECKING:
    from bench.alternating_runs import Rates

_LOOP, _STEPS = "steps and choices", "steps"
# Games that have goals.
_SMALL = ("district_noir", "complots")
# The subject whose rate stands beside every peer.
YARDSTICK = "complots, 4 seats"


def measure(rounds: int, seconds: float) -> tuple[list[Figure], Rates]:
    """Vector stepping of every game, then every peer beside one of them."""
    print(f"· vectors of {LANES:,} lanes: {rounds} rounds", flush=True)
    rates = run_alternately([own("bench.vector_env"), *all_peers()], rounds, seconds)
    subjects = dict.fromkeys(name.split("|")[0] for name in rates if "|" in name)
    figures = [figure for subject in subjects for figure in _subject(subject, rates)]
    figures += [_beside("peer", YARDSTICK, peer, rates) for peer in rates if "|" not in peer]
    return figures, rates


def _subject(subject: str, rates: Rates) -> list[Figure]:
    steps, loop = rates[f"{subject}|{_STEPS}"], rates[f"{subject}|{_LOOP}"]
    small = subject.startswith(_SMALL)
    figures = [
        Figure(
            "P5",
            f"{subject}: vector steps",
            steps,
            "decisions/s",
            over(steps, loop),
            "the same with random choices",
            "≥ 5 M/s" if small else "",
        )
    ]
    for peer, wanted in ((ENVPOOL, "≥ 10"), (EIGHTS, "≥ 3")):
        if peer in rates:
            figures.append(_beside("P5", subject, peer, rates, wanted if small else ""))
    return figures


def _beside(name: str, subject: str, peer: str, rates: Rates, goal: str = "") -> Figure:
    """Choices included, on both sides."""
    loop, theirs = rates[f"{subject}|{_LOOP}"], rates[peer]
    return Figure(
        name,
        f"{subject}: vector steps and choices",
        loop,
        "decisions/s",
        over(loop, theirs),
        f"{peer} ({statistics.median(theirs):,.0f}/s)",
        goal,
    )
