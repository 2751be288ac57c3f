"""`python -m tools.honest_bot`: the payoff of the honest bot against built-in policies.

The bot of clients/examples/python/honest_bot.py never bluffs and never challenges. It sits once at
each seat of Complots, and a policy has all other seats. The same seed gives the same figures on any
machine.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from intrigue import Game

if TYPE_CHECKING:
    from types import ModuleType

EXAMPLE = Path(__file__).parents[1] / "clients" / "examples" / "python" / "honest_bot.py"


class HonestPayoff(NamedTuple):
    """The mean payoff of the honest bot, half of its 95 % interval, and how often the policy
    challenged a claim of anybody's.
    """

    mean: float
    margin: float
    challenged: float


def load_example() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("honest_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example


def honest_payoff(policy: str, seats: int, matches: int, seed: int = 0) -> HonestPayoff:
    """Plays matches of the honest bot against a policy at all other seats."""
    choose = load_example().choose
    game = Game("complots")
    challenge = next(place for place, one in enumerate(game.actions) if one.notation == "challenge")
    total = squares = 0.0
    asked = challenges = 0
    for number in range(matches):
        match = game.deal({"seats": seats}, seed=seed + number)
        own = number % seats
        while not match.over:
            seat = match.asked[number % len(match.asked)]
            if seat == own:
                view = match.view(seat)
                match.play(choose(view, view.prompt).id, seat)
                continue
            action = match.decide(policy, seat=seat, seed=seed + number)
            if challenge in match.legal(seat):
                asked += 1
                challenges += action == challenge
            match.play(action, seat)
        assert match.payoffs is not None
        total += match.payoffs[own]
        squares += match.payoffs[own] ** 2
    mean = total / matches
    variance = max(0.0, squares / matches - mean * mean)
    return HonestPayoff(mean, 1.96 * math.sqrt(variance / matches), challenges / max(asked, 1))


def main() -> None:
    """Prints a line per number of seats."""
    parser = argparse.ArgumentParser("python -m tools.honest_bot", description=__doc__)
    parser.add_argument("--policy", default="ismcts:sims=1000", help="(%(default)s)")
    parser.add_argument("--seats", type=int, action="append", help="(2, 4 and 6)")
    parser.add_argument("--matches", type=int, default=1000, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first deal (%(default)s)")
    given = parser.parse_args()
    for seats in given.seats or (2, 4, 6):
        start = time.process_time()
        found = honest_payoff(given.policy, seats, given.matches, given.seed)
        print(
            f"complots, {seats} seats: {found.mean:.3f} "
            f"({found.mean - found.margin:.3f} to {found.mean + found.margin:.3f}), even "
            f"{1 / seats:.3f}; {given.policy} challenges {found.challenged:.0%} of claims; "
            f"{given.matches:,} matches, {time.process_time() - start:.0f} CPU s",
            flush=True,
        )


if __name__ == "__main__":
    main()
