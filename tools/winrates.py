"""`make winrates`: how often the missions are won, and whether the rates meet V-C.1.

One line per mission and number of assassins: first attempts by a planning policy at all seats,
and by the greedy one with two assassins beside it. The same seed gives the same table on any
machine. It takes about half an hour on two cores, and ends with 1 if a line of V-C.1 is not kept.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mission_attempts import Results, Trial, attempts, missions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tools.mission_attempts import Share

GREEDY = "greedy"
ASSASSINS = (1, 2, 3, 4)
# With this number of assassins the greedy policy plays too, and trophies are checked.
PAIR = 2

_PAGE = """# Win rates

How often the missions of Brotherhood are won at the first attempt (`retries=0`), with one policy at
all seats. Written by `make winrates ARGS="--report {page}"`: {games} matches a line, seed {seed},
`{policy}`. Shares have their 95 % intervals by Wilson in brackets.

{table}

## As V-C.1 wants it

A line is kept if the share lies within the bounds; it is sure if its whole interval does.

{verdicts}
"""


@dataclass(frozen=True, slots=True)
class Demand:
    """A line of V-C.1, for one of the rows."""

    what: str
    share: Share
    least: float
    most: float = 1.0

    @property
    def kept(self) -> bool:
        """Whether the share is within the bounds. What nothing was counted of is not."""
        return self.share.whole > 0 and self.least <= self.share.mean <= self.most

    @property
    def verdict(self) -> str:
        """For people: an interval that crosses a bound says that more matches would tell."""
        low, high = self.share.interval
        if self.kept:
            return "yes" if low >= self.least and high <= self.most else "yes, not surely"
        apart = high < self.least or low > self.most
        return "**no**" if apart else "**no**, not surely"

    @property
    def bounds(self) -> str:
        """Where the share should be."""
        if self.most < 1:
            return f"{self.least:.0%} to {self.most:.0%}"
        return f"at least {self.least:.0%}"


def demands(rows: Sequence[Results], policy: str) -> Iterator[Demand]:
    """What V-C.1 says about these rows."""
    first = missions()[0]
    for row in rows:
        trial = row.trial
        what = f"{trial.mission}, {_people(trial.assassins)}"
        if trial.policy != policy:
            yield Demand(f"{what}: won by `{trial.policy}`", row.won, 0.15)
            continue
        least, most = (0.5, 0.8) if trial.assassins == PAIR else (0.4, 0.9)
        yield Demand(f"{what}: won", row.won, least, most)
        if trial.mission == first:
            yield Demand(f"{what}: won, as the first mission", row.won, 0.7)
        if trial.assassins == PAIR:
            yield Demand(f"{what}: 100 % goal, of wins", row.trophy, 0.03, 0.5)


def trials(given: argparse.Namespace) -> list[Trial]:
    """What is to be played, in the order of the table."""
    found = []
    for mission in given.mission or missions():
        for assassins in given.seats:
            found.append(Trial(mission, assassins, given.policy))
            if assassins == PAIR and given.policy != GREEDY:
                found.append(Trial(mission, assassins, GREEDY))
    return found


def table(rows: Sequence[Results]) -> str:
    """The rows as Markdown."""
    lines = [
        "| mission | assassins | policy | matches | won | 100 % goal, of wins | turns | failed |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *map(_line, rows)])


def verdicts(found: Sequence[Demand]) -> str:
    """The verdicts as Markdown."""
    lines = ["| what | wanted | found | kept |", "| --- | --- | --- | --- |"]
    lines += [f"| {one.what} | {one.bounds} | {one.share} | {one.verdict} |" for one in found]
    return "\n".join(lines)


def main() -> int:
    """Plays, prints, and says whether all is as wanted."""
    given = _parser().parse_args()
    rows = []
    for trial in trials(given):
        progress = Progress(trial, given.games)
        rows.append(attempts(trial, given.games, given.seed, given.jobs, progress.show))
        progress.end(_line(rows[-1]))
    judged = list(demands(rows, given.policy))
    print(f"{table(rows)}\n\n{verdicts(judged)}")
    if given.report:
        page = _PAGE.format(
            page=given.report,
            games=given.games,
            seed=given.seed,
            policy=given.policy,
            table=table(rows),
            verdicts=verdicts(judged),
        )
        given.report.write_text(page, encoding="utf-8")
    missed = sum(not one.kept for one in judged)
    print(f"\n{len(judged) - missed} of {len(judged)} lines of V-C.1 are kept")
    return int(missed > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=400, help="how many matches a line has")
    parser.add_argument("--policy", default="planner:sims=100", help="the planning policy")
    parser.add_argument("--mission", nargs="+", choices=missions(), help="only some missions")
    parser.add_argument("--seats", nargs="+", type=int, choices=ASSASSINS, default=ASSASSINS)
    parser.add_argument("--seed", type=int, default=1, help="where chance comes from")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), help="how many threads")
    parser.add_argument("--report", type=Path, help="a page that is written again")
    return parser


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


class Progress:
    """How far a row is, for who waits: on a terminal in place, otherwise only when it is done."""

    def __init__(self, trial: Trial, games: int) -> None:
        self._trial, self._games = trial, games
        self._began = time.monotonic()

    def show(self, results: Results) -> None:
        if sys.stderr.isatty():
            spent = time.monotonic() - self._began
            left = spent / results.matches * (self._games - results.matches)
            print(
                f"\r{self._trial.mission}, {_people(self._trial.assassins)}, {self._trial.policy}: "
                f"{results.matches}/{self._games}, {results.wins} won, {left:.0f} s left\033[K",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self, line: str) -> None:
        start = "\r\033[K" if sys.stderr.isatty() else ""
        spent = time.monotonic() - self._began
        print(f"{start}{line} {spent:.0f} s", file=sys.stderr, flush=True)


def _people(assassins: int) -> str:
    return f"{assassins} assassin{'s' if assassins > 1 else ''}"


def _line(row: Results) -> str:
    causes = ", ".join(f"{name} {share:.0%}" for name, share in row.failures)
    trial = row.trial
    return (
        f"| {trial.mission} | {trial.assassins} | `{trial.policy}` | {row.matches:,} | {row.won} "
        f"| {row.trophy} | {row.mean_turns:.1f} | {causes} |"
    )


if __name__ == "__main__":
    sys.exit(main())
