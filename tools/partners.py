"""`make partners`: whether a policy is a partner that people like to play missions with.

One line per policy, mission and number of assassins: first attempts by the policy at all seats. It
counts how often an assassin left for good while an objective was open, how often one stepped back
and forth, how many decisions a match took, how often it was won, and the CPU time of a decision.
Apart from times, the same seed gives the same table on any machine.
"""

from __future__ import annotations

import argparse
import sys

from tools.mission_attempts import Results, Trial, attempts, missions
from tools.winrates import ASSASSINS, PAIR, Progress, positive

_HEAD = """| mission | assassins | policy | matches | deserted | left in the last turn \
| steps back a match | median decisions | won | CPU a decision | slowest |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def line(row: Results) -> str:
    """A row of the table, as Markdown."""
    trial = row.trial
    return (
        f"| {trial.mission} | {trial.assassins} | `{trial.policy}` | {row.matches:,} "
        f"| {row.desertions} | {row.last_turn_departures} | {row.steps_back:.2f} "
        f"| {row.median_decisions:g} | {row.won} | {row.mean_seconds * 1000:.1f} ms "
        f"| {row.slowest * 1000:.0f} ms |"
    )


def main(arguments: list[str] | None = None) -> int:
    """Plays and prints."""
    given = _parser().parse_args(arguments)
    rows = []
    for mission in given.mission or missions():
        for assassins in given.seats:
            for policy in given.policy:
                trial = Trial(mission, assassins, policy)
                progress = Progress(trial, given.games)
                rows.append(attempts(trial, given.games, given.seed, given.jobs, progress.show))
                progress.end(line(rows[-1]))
    print("\n".join([_HEAD, *map(line, rows)]))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("policy", nargs="+", help="policies, such as planner:sims=100")
    parser.add_argument("--games", type=positive, default=400, help="how many matches a line has")
    parser.add_argument("--mission", nargs="+", choices=missions(), help="only some missions")
    parser.add_argument("--seats", nargs="+", type=int, choices=ASSASSINS, default=(PAIR,))
    parser.add_argument("--seed", type=int, default=1, help="where chance comes from")
    parser.add_argument("--jobs", type=positive, default=1, help="how many threads")
    return parser


if __name__ == "__main__":
    sys.exit(main())
