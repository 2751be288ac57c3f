"""`make strength`: how strong the policies are, for every game and several numbers of seats.

One policy against another at all other seats, over blocks with common deals in which it sits once
at each seat: the table of docs/simulation.md. Where the seats win or lose together, one policy
at all seats is compared with the other at all seats. The result is the same on any machine: seeds
and numbers of matches are fixed, and simulations do not depend on threads.
"""

from __future__ import annotations

import argparse
import functools
import sys
from dataclasses import dataclass
from pathlib import Path

from intrigue import Game, simulate
from intrigue.inprocess.simulation_result import Estimate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "simulation.md"
BEGIN, END = "<!-- strength -->\n", "<!-- /strength -->\n"
SEED = b"strength".ljust(32)
# Options that speak for themselves by their value.
_TOLD = ("mode", "mission")


@dataclass(frozen=True, slots=True)
class Contest:
    """A policy against another."""

    game: str
    options: dict[str, str]
    one: str
    other: str
    matches: int

    @property
    def variant(self) -> str:
        """The game and its options, for people."""
        _, seats = Game(self.game).settle(self.options)
        more = ", ".join(value for name, value in self.options.items() if name in _TOLD)
        return f"{self.game}, {seats} seat{'s' if seats > 1 else ''}" + (
            f", {more}" if more else ""
        )


def contests(share: float) -> list[Contest]:
    """All of them, with a share of the matches."""
    noir: dict[str, str] = {}
    alliances = {"seats": "4", "mode": "alliances"}
    plan = [
        ("district_noir", noir, "greedy", "random", 2000),
        ("district_noir", noir, "ismcts:sims=1000", "greedy", 1000),
        ("district_noir", noir, "ismcts:sims=4000", "ismcts:sims=400", 400),
    ]
    for seats, sims, matches in ((2, 2000, 1000), (4, 10_000, 600), (6, 10_000, 600)):
        options = {"seats": str(seats)}
        search, less = f"ismcts:sims={sims}", f"ismcts:sims={sims // 20}"
        plan += [
            ("complots", options, "greedy", "random", 2000),
            ("complots", options, search, "greedy", matches),
            ("complots", options, search, less, matches // 2),
        ]
    for options, search, less, matches in (
        ({"seats": "2"}, "ismcts:sims=1000", "ismcts:sims=100", 120),
        ({"seats": "3"}, "ismcts:sims=1000", "ismcts:sims=100", 120),
        ({"seats": "4"}, "ismcts:sims=1000", "ismcts:sims=100", 160),
        (alliances, "ismcts:sims=600,reuse=20", "ismcts:sims=60,reuse=20", 60),
    ):
        plan += [
            ("shadow_blades", options, "greedy", "random", 200),
            ("shadow_blades", options, search, "greedy", matches),
            ("shadow_blades", options, search, less, matches),
        ]
    for seats in (1, 2, 4):
        # First attempts: what a policy does with a second one would blur how good its first was.
        options = {"seats": str(seats), "mission": "seven_ropes", "retries": "0"}
        plan += [
            ("brotherhood", options, "greedy", "random", 1000),
            ("brotherhood", options, "planner:sims=200", "greedy", 400),
            ("brotherhood", options, "planner:sims=400", "planner:sims=20", 400),
            ("brotherhood", options, "ismcts:sims=500", "greedy", 200),
            ("brotherhood", options, "ismcts:sims=500", "ismcts:sims=25", 200),
        ]
    return [
        Contest(game, options, one, other, max(8, round(matches * share)))
        for game, options, one, other, matches in plan
    ]


def line(contest: Contest) -> str:
    """A contest's row of the table."""
    return together(contest) if Game(contest.game).cooperative else against(contest)


def together(contest: Contest) -> str:
    """The row of a game in which seats win or lose together: all seats of the one policy, and as
    many matches with the same seed of the other.
    """
    options = tuple(contest.options.items())
    ours, theirs = (
        alike(contest.game, options, policy, contest.matches)
        for policy in (contest.one, contest.other)
    )
    return row(contest, contest.matches, ours, theirs)


@functools.cache
def alike(game: str, options: tuple[tuple[str, str], ...], policy: str, matches: int) -> Estimate:
    """The payoff of a policy at all seats; several contests may want to know it."""
    _, seats = Game(game).settle(dict(options))
    # With one policy at all seats a rotation would only play the same seats again.
    summary = simulate(
        game, [policy] * seats, matches, options=dict(options), seed=SEED, rotate=False
    )
    return summary.policies[0].payoff


def against(contest: Contest) -> str:
    """The row of a game in which a seat wins what the others lose."""
    settings, seats = Game(contest.game).settle(contest.options)
    # Allies sit opposite each other, and the one policy has a whole side.
    sides = 2 if settings.get("mode") == "alliances" else 1
    policies = [contest.one if seat % 2 == 0 else contest.other for seat in range(seats)]
    if sides == 1:
        policies = [contest.one, *[contest.other] * (seats - 1)]
    found = simulate(contest.game, policies, contest.matches, options=contest.options, seed=SEED)
    payoff = found.policies[0].payoff
    low, mean, high = (value * sides for value in (payoff.low, payoff.mean, payoff.high))
    rivals = seats - 1 if sides == 1 else 1
    theirs = [max(0.0, 1 - value) / rivals for value in (mean, high, low)]
    return row(contest, found.games, Estimate(mean, low, min(high, 1)), Estimate(*theirs))


def head(contest: Contest) -> str:
    """How the row of a contest begins."""
    return f"| {contest.variant} | `{contest.one}` | `{contest.other}` | "


def row(contest: Contest, games: int, ours: Estimate, theirs: Estimate) -> str:
    """A row: the payoff of the one policy, that of the other, and whether the intervals are apart
    with the one above.
    """
    verdict = "yes" if ours.low > theirs.high else "no"
    cells = (f"{one.mean:.3f} ({one.low:.3f} to {one.high:.3f})" for one in (ours, theirs))
    return f"{head(contest)}{games:,} | {' | '.join(cells)} | {verdict} |"


def main() -> None:
    """Plays all contests, and prints or writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="a share of the matches")
    parser.add_argument("--only", default="", help="only games whose id begins so")
    parser.add_argument("--write", action="store_true", help="into docs/simulation.md")
    given = parser.parse_args()
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    rows = [
        "| game | policy | against | matches | its payoff | that of each rival | apart |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for contest in contests(given.share):
        if contest.game.startswith(given.only):
            rows.append(line(contest))
            print(rows[-1], file=sys.stderr, flush=True)
        elif given.write:
            # What is not played again stays as it is.
            rows += [row for row in old.splitlines() if row.startswith(head(contest))]
    table = "\n".join(rows) + "\n"
    if given.write:
        PAGE.write_text(before + BEGIN + table + END + after, "utf-8")
    else:
        print(table)


if __name__ == "__main__":
    main()
