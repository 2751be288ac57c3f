"""`make strength`: how strong the policies are, for every game and several numbers of seats.

One policy against another at all other seats, over blocks with common deals in which it sits once
at each seat: the table of docs/simulation.md. It is the same to the digit on any machine: seeds and
numbers of matches are fixed, and simulations don't depend on threads.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from intrigue import Game, simulate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "simulation.md"
BEGIN, END = "<!-- strength -->\n", "<!-- /strength -->\n"


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
        more = ", ".join(value for name, value in self.options.items() if name != "seats")
        return f"{self.game}, {seats} seats" + (f", {more}" if more else "")


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
    return [
        Contest(game, options, one, other, max(8, round(matches * share)))
        for game, options, one, other, matches in plan
    ]


def line(contest: Contest) -> str:
    """A contest's row of the table."""
    settings, seats = Game(contest.game).settle(contest.options)
    # Allies sit opposite each other, and the one policy has a whole side.
    sides = 2 if settings.get("mode") == "alliances" else 1
    policies = [contest.one if seat % 2 == 0 else contest.other for seat in range(seats)]
    if sides == 1:
        policies = [contest.one, *[contest.other] * (seats - 1)]
    found = simulate(
        contest.game, policies, contest.matches, options=contest.options, seed=b"strength".ljust(32)
    )
    ours = found.policies[0].payoff
    low, mean, high = (value * sides for value in (ours.low, ours.mean, ours.high))
    rivals = seats - 1 if sides == 1 else 1
    theirs = [max(0.0, 1 - value) / rivals for value in (high, mean, low)]
    verdict = "yes" if low > theirs[2] else "no"
    return (
        f"| {contest.variant} | `{contest.one}` | `{contest.other}` | {found.games:,} "
        f"| {mean:.3f} ({low:.3f} to {min(high, 1):.3f}) "
        f"| {theirs[1]:.3f} ({theirs[0]:.3f} to {theirs[2]:.3f}) | {verdict} |"
    )


def main() -> None:
    """Plays all contests, and prints or writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="a share of the matches")
    parser.add_argument("--only", default="", help="only games whose id begins so")
    parser.add_argument("--write", action="store_true", help="into docs/simulation.md")
    given = parser.parse_args()
    rows = [
        "| game | policy | against | matches | its payoff | that of each rival | apart |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for contest in contests(given.share):
        if contest.game.startswith(given.only):
            rows.append(line(contest))
            print(rows[-1], file=sys.stderr, flush=True)
    table = "\n".join(rows) + "\n"
    if given.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + table + END + rest.partition(END)[2], "utf-8")
    else:
        print(table)


if __name__ == "__main__":
    main()
