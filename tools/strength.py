"""`make strength`: how strong the policies are, for every game and several numbers of seats.

One policy against another at all other seats, over blocks with common deals in which it sits once
at each seat: the tables of docs/strength.md. Where the seats win or lose together, one policy
at all seats is compared with the other at all seats. The result is the same on any machine: seeds
and numbers of matches are fixed, and simulations do not depend on threads.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from intrigue import Game, simulate
from intrigue.engine import Engine
from intrigue.inprocess.simulation_result import Estimate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strength.md"
STRENGTHS = ("easy", "normal", "hard")
if TYPE_CHECKING:
    from collections.abc import Mapping

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
    plan: list[tuple[str, dict[str, str], str, str, int]] = []
    old = "ismcts:sims=1000,opponents=random"
    for game, options, matches in (
        ("district_noir", {}, 1000),
        ("complots", {"seats": "2"}, 2000),
        ("complots", {"seats": "4"}, 1000),
        ("complots", {"seats": "6"}, 600),
        ("shadow_blades", {"seats": "2"}, 120),
        ("shadow_blades", {"seats": "3"}, 120),
        ("shadow_blades", {"seats": "4"}, 160),
        ("shadow_blades", {"seats": "4", "mode": "alliances"}, 60),
    ):
        plan += [
            (game, options, "easy", "random", matches),
            (game, options, "normal", "easy", matches),
            (game, options, "hard", "normal", matches),
        ]
        if game == "complots":
            plan += [
                (game, options, "ismcts:sims=4000", "ismcts:sims=1000", matches // 2),
                (game, options, "ismcts:sims=1000", old, matches // 2),
            ]
        if "learned" in resolved("hard", game, options):
            plan += [(game, options, "learned", old, 4000)]
    for seats in (1, 2, 4):
        # First attempts: what a policy does with a second one would blur how good its first was.
        options = {"seats": str(seats), "mission": "seven_ropes", "retries": "0"}
        plan += [
            ("brotherhood", options, "easy", "random", 1000),
            ("brotherhood", options, "normal", "easy", 400),
            ("brotherhood", options, "hard", "normal", 400),
        ]
    return [
        Contest(game, options, one, other, max(8, round(matches * share)))
        for game, options, one, other, matches in plan
    ]


def resolved(policy: str, game: str, options: Mapping[str, str]) -> str:
    """The policy behind a strength, in full."""
    return Engine().resolve_policy(policy, game, options)


def strengths() -> str:
    """The policies behind the strengths, as a table with a row for each game and its seats."""
    rows = ["| game | seats | easy | normal | hard |", "| --- | --- | --- | --- | --- |"]
    for game in Game.all():
        numbers = [str(seats) for seats in range(game.min_seats, game.max_seats + 1)]
        options = [{"seats": seats} if len(numbers) > 1 else {} for seats in numbers]
        found: dict[tuple[str, ...], list[str]] = {}
        for seats, given in zip(numbers, options, strict=True):
            policies = tuple(resolved(name, game.id, given) for name in STRENGTHS)
            found.setdefault(policies, []).append(seats)
        for policies, played in found.items():
            cells = " | ".join(f"`{policy}`" for policy in policies)
            rows.append(f"| {game.id} | {', '.join(played)} | {cells} |")
    return "\n".join(rows) + "\n"


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


def part_of_page(page: str, name: str) -> str:
    """What the page has between two comments with a name."""
    return page.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- /{name} -->\n")[0]


def replace_part(page: str, name: str, text: str) -> str:
    """The page with another text between two comments with a name."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    before, _, rest = page.partition(begin)
    return before + begin + text + end + rest.partition(end)[2]


def main() -> None:
    """Plays all contests, and prints or writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="a share of the matches")
    parser.add_argument("--only", default="", help="only rows that begin so: 'complots, 2'")
    parser.add_argument("--write", action="store_true", help="into docs/strength.md")
    given = parser.parse_args()
    old = part_of_page(PAGE.read_text("utf-8"), "contests")
    rows = [
        "| game | policy | against | matches | its payoff | that of each rival | apart |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for contest in contests(given.share):
        if contest.variant.startswith(given.only):
            start = time.process_time()
            rows.append(line(contest))
            spent = time.process_time() - start
            print(f"{rows[-1]} {spent:.0f} CPU s", file=sys.stderr, flush=True)
        elif given.write:
            # What is not played again stays as it is.
            rows += [row for row in old.splitlines() if row.startswith(head(contest))]
    table = "\n".join(rows) + "\n"
    if given.write:
        # Read again: it may have been written meanwhile.
        page = replace_part(PAGE.read_text("utf-8"), "strengths", strengths())
        PAGE.write_text(replace_part(page, "contests", table), "utf-8")
    else:
        print(f"{strengths()}\n{table}")


if __name__ == "__main__":
    main()
