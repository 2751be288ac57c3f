"""The core natively, on one core: random play, worlds, and search, beside loops and engines."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from bench.alternating_runs import ROOT, Runner, run_alternately
from bench.figure import Figure, over
from bench.other_engines import COUP, HEARTS, SEARCHES, coup_peer, open_spiel

if TYPE_CHECKING:
    from bench.alternating_runs import Rates

_PROGRAM = ROOT / "core_rs" / "target" / "release" / "intrigue_bench"

# The figure's name, and its goal beside the tight loop, by game or by game and seats.
_PLAY = {
    "district_noir": ("P1", "≥ 0.40"),
    "complots": ("P2", "≥ 0.25"),
    "complots, 4 seats": ("P2", "≥ 0.25, ≥ 11 M/s"),
    "shadow_blades": ("P3", ""),
    "shadow_blades, 4 seats": ("P3", "≥ 5 M/s"),
    "brotherhood": ("P4", "≥ 2 M/s"),
}
# Figures of games that have a tight loop of their own size.
_SIZED = ("P1", "P2")


def measure(rounds: int, seconds: float) -> tuple[list[Figure], Rates]:
    """P1 to P4, P12 and P14, in CPU time."""
    print("· building the native benchmark", flush=True)
    subprocess.run(
        ["cargo", "build", "--quiet", "--locked", "--release", "-p", "intrigue_bench"],
        cwd=ROOT / "core_rs",
        check=True,
    )
    print(f"· native: {rounds} rounds", flush=True)
    runners = [Runner("native", [str(_PROGRAM)]), *coup_peer(), *open_spiel()]
    rates = run_alternately(runners, rounds, seconds)
    subjects = dict.fromkeys(name.split("|")[0] for name in rates if "|" in name)
    return [figure for subject in subjects for figure in _subject(subject, rates)], rates


def _subject(subject: str, rates: Rates) -> list[Figure]:
    game, seats = subject.split(", ")[:2]
    name, goal = _PLAY.get(subject) or _PLAY[game]
    decisions, what = rates[f"{subject}|decisions"], f"{subject}: random play"

    def play(against: str, others: list[float], wanted: str) -> Figure:
        ratios = over(decisions, others)
        return Figure(name, what, decisions, "decisions/s", ratios, against, wanted)

    loop = "a tight loop of its size" if name in _SIZED else "the tight loop of P2, 4 seats"
    figures = [play(loop, rates[f"{subject}|tight"], goal)]
    crate = COUP.get(seats)
    if name == "P2" and crate in rates:
        figures.append(play(crate, rates[crate], "≥ 20" if seats == "4 seats" else ""))
    if name == "P3" and HEARTS in rates:
        figures.append(play(HEARTS, rates[HEARTS], "≥ 1" if goal else ""))
    return figures + _search(subject, rates) + _policies(subject, rates)


def _search(subject: str, rates: Rates) -> list[Figure]:
    """What a search is made of, the search as it comes, and the search as textbooks have it."""
    worlds, simulations, whole = (
        rates[f"{subject}|{what}"] for what in ("worlds", "simulations", "whole")
    )
    euchre = SEARCHES["euchre"]
    rows = [
        ("worlds re-dealt", worlds, "its decisions", rates[f"{subject}|decisions"], "≥ 1 M/s"),
        ("ismcts", simulations, "the same to the end, a world each", whole, "≥ 300 k/s"),
    ]
    if euchre in rates:
        rows.append(("ismcts to the end, a world each", whole, euchre, rates[euchre], ""))
    return [
        Figure(
            "P12",
            f"{subject}: {what}",
            found,
            "worlds/s" if found is worlds else "simulations/s",
            over(found, others),
            against,
            goal if subject.startswith("complots") else "",
        )
        for what, found, against, others, goal in rows
    ]


def _policies(subject: str, rates: Rates) -> list[Figure]:
    """How long each policy thinks about a decision, with its default parameters."""
    start = f"{subject}|policy "
    spent = {
        name.removeprefix(start): [1e6 / rate for rate in found]
        for name, found in rates.items()
        if name.startswith(start)
    }
    return [
        Figure(
            "P14",
            f"{subject}: a decision of {policy}",
            found,
            "µs",
            over(found, spent["random"]),
            "one of random",
        )
        for policy, found in spent.items()
    ]
