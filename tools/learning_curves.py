"""Draws the learning curves of `tools.train`, for docs/training.md. It needs the extra `plot`.

python -m tools.learning_curves "Complots, 2 seats=runs/complots-2.csv" --output curves.svg
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Point:
    """A payoff with its 95 % interval, after some minutes of processor time."""

    minutes: float
    payoff: float
    low: float
    high: float


def read(path: Path) -> dict[str, list[Point]]:
    """The points of a learning curve, by the policy that was played against."""
    curves: dict[str, list[Point]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            payoff, low, high = (float(row[name]) for name in ("payoff", "low", "high"))
            point = Point(float(row["cpu_seconds"]) / 60, payoff, low, high)
            curves[row["against"]].append(point)
    return dict(curves)


def draw(runs: dict[str, dict[str, list[Point]]], path: Path) -> None:
    """Draws payoffs over time, one panel per run, into a file; its suffix says which kind."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    # The same picture gives the same file.
    plt.rcParams["svg.hashsalt"] = "intrigue"
    figure, panels = plt.subplots(
        1, len(runs), figsize=(4.5 * len(runs), 4), layout="constrained", squeeze=False
    )
    for axes, (name, curves) in zip(panels[0], runs.items(), strict=True):
        for policy, points in curves.items():
            minutes = [point.minutes for point in points]
            axes.plot(minutes, [point.payoff for point in points], marker=".", label=policy)
            low, high = [point.low for point in points], [point.high for point in points]
            axes.fill_between(minutes, low, high, alpha=0.2, linewidth=0)
        axes.set(title=name, xlabel="CPU minutes", ylabel="payoff against", ylim=(0, 1))
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser("python -m tools.learning_curves", description=__doc__)
    parser.add_argument("runs", nargs="+", metavar="NAME=CSV", help="a title and its curve")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="PNG, SVG, PDF")
    given = parser.parse_args(arguments)
    runs = {}
    for run in given.runs:
        name, equals, path = run.rpartition("=")
        if not equals:
            parser.error(f"a run is written NAME=CSV, not {run}")
        runs[name] = read(Path(path))
    draw(runs, given.output)
    print(f"the curves are in {given.output}")


if __name__ == "__main__":
    main()
