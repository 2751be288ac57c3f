"""`make bench`: what the engine and the service reach, each as a ratio within one run.

One line a figure: name, value, unit, ratio, what it is compared with. Nothing here fails a build:
machines differ and are shared, so only ratios mean something, and a person reads them.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.alternating_runs import Rates
    from bench.figure import Figure

PARTS = ("native", "vector", "batch", "wire", "scale", "beside", "memory")


def main() -> None:
    """Runs what was asked for and prints it."""
    arguments = _parser().parse_args()
    parts = arguments.only or list(PARTS)
    figures: list[Figure] = []
    native: Rates = {}
    vector: Rates = {}
    # Imported here, because the native part needs nothing of the service.
    if "native" in parts:
        from bench import native_figures

        found, native = native_figures.measure(arguments.rounds, 0.5)
        figures += _printed(found)
    if "vector" in parts:
        from bench import vector_figures

        found, vector = vector_figures.measure(arguments.rounds, 0.5)
        figures += _printed(found)
    if set(parts) - {"native", "vector"}:
        for found in _served(parts, arguments):
            figures += _printed(found)
    if arguments.report:
        from bench import quoted_figures
        from bench.report import write

        write(arguments.report, figures, native, vector, arguments.rounds)
        if arguments.report.resolve() == quoted_figures.SOURCE:
            quoted_figures.update()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only some parts")
    parser.add_argument("--database", choices=("SQLite", "PostgreSQL"), help="only one of them")
    parser.add_argument("--rounds", type=int, default=7, help="how often each thing is measured")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a slice of wire lasts")
    parser.add_argument("--matches", type=int, default=100_000, help="how many are open for P10")
    parser.add_argument("--events", type=int, default=1_000_000, help="how many are stored for P10")
    parser.add_argument("--streams", type=int, default=2_000, help="how many are open for P13")
    parser.add_argument("--report", type=Path, help="a page whose figures and chart are renewed")
    return parser


def _served(parts: list[str], arguments: argparse.Namespace) -> Iterator[list[Figure]]:
    from bench import server_figures, simulation_figures
    from bench.databases import kinds

    rounds, seconds = arguments.rounds, arguments.seconds
    with kinds() as both:
        wanted = [kind for kind in both if arguments.database in {None, kind.name}]
        if "batch" in parts:
            # No batch touches the database: one is enough.
            yield simulation_figures.measure(wanted[0], rounds, seconds)
        for kind in wanted:
            if "wire" in parts:
                yield server_figures.wire(kind, rounds, seconds)
            if "scale" in parts:
                yield server_figures.scale(kind, rounds, arguments.matches, arguments.events)
            if "beside" in parts:
                yield server_figures.beside(kind, rounds)
            if "memory" in parts:
                yield server_figures.memory(kind, arguments.streams)


def _printed(figures: list[Figure]) -> list[Figure]:
    """Prints figures as soon as they are there."""
    for figure in figures:
        print(figure.line(), flush=True)
    return figures


if __name__ == "__main__":
    main()
