"""The figures as a page: tables between the marks of a Markdown file, and a chart beside it."""

from __future__ import annotations

import os
import platform
import re
import statistics
import subprocess
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from bench import other_engines
from bench.chart import draw
from bench.figure import over, short
from bench.vector_figures import YARDSTICK

if TYPE_CHECKING:
    from bench.alternating_runs import Rates
    from bench.figure import Figure

_MARK = "<!-- {}: written by make bench -->"
_END = "<!-- the end of it -->"
_ENGINE = ("P1", "P2", "P3", "P4", "P5", "P12", "P14")


def write(page: Path, figures: list[Figure], native: Rates, vector: Rates, rounds: int) -> None:
    """Fills in the marked parts of the page, and draws its chart next to it."""
    text = page.read_text(encoding="utf-8")
    parts = {
        "machine": _machine(rounds, other_engines.versions() if native or vector else {}),
        "figures": _tables(figures),
        "rates": _rates(native, vector),
    }
    for name, part in parts.items():
        before, mark, rest = text.partition(_MARK.format(name))
        _, end, after = rest.partition(_END)
        if not mark or not end:
            raise ValueError(f"{page} has no part marked {name!r}")
        text = f"{before}{mark}\n{part}\n{end}{after}"
    page.write_text(text, encoding="utf-8")
    draw(page.with_suffix(".svg"), native, vector)


def _machine(rounds: int, versions: dict[str, str]) -> str:
    model = "unknown"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"^model name\s*: (.*)$", cpuinfo.read_text(), re.MULTILINE)
        model = found.group(1) if found else model
    rust = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True)
    text = (
        f"Measured on {os.cpu_count()} cores ({model}, {platform.system()}), "
        f"Python {platform.python_version()}, {' '.join(rust.stdout.split()[:2])}; {rounds} rounds."
    )
    if versions:
        text += f" Peers: {', '.join(' '.join(pair) for pair in versions.items())}."
    return textwrap.fill(text, 100)


def _tables(figures: list[Figure]) -> str:
    """What the engine does by itself, and what the service does."""
    # Figures without a number are everybody's rates, which have a table of their own.
    numbered = [figure for figure in figures if figure.name != "peer"]
    numbered.sort(key=lambda figure: int(figure.name.removeprefix("P")))
    engine = [figure for figure in numbered if figure.name in _ENGINE]
    served = [figure for figure in numbered if figure.name not in _ENGINE]
    parts = []
    for title, part in (("In process, one core", engine), ("Over gRPC", served)):
        if part:
            parts.append(f"### {title}\n\n{_table(part)}")
    return "\n\n".join(parts)


def _table(figures: list[Figure]) -> str:
    rows = [
        "| | what | median (spread) | ratio (spread) | of | goal | reached |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for figure in figures:
        reached = {None: "", True: "yes", False: "**no**"}[figure.reached]
        cells = (
            figure.name,
            figure.what,
            f"{amount(figure.value)} ({_spread(figure.values)}) {figure.unit}",
            f"{short(figure.ratio)} ({_spread(figure.ratios)})",
            figure.against,
            figure.goal.replace(", ", " and "),
            reached,
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _rates(native: Rates, vector: Rates) -> str:
    """Everybody's rate, the fastest first, beside that of one of our games."""
    # OpenSpiel is measured beside both: what it does from Python belongs to the second.
    alone = {name for name in (*native, *vector) if name.endswith("alone") or "crate" in name}
    # Others have no loop of their own: the one beside them is that of Complots.
    sized = ("district_noir", "complots")
    loops = {name for name in native if name.endswith("|tight") and name.startswith(sized)}
    played = {name for name in native if name.endswith("|decisions")}
    stepped = {name for name in vector if name.endswith("|steps and choices")}
    theirs = {name for name in vector if "|" not in name} - alone
    parts = []
    for title, rates, shown, ours in (
        ("Played natively, without tensors", native, played | loops | alone, "decisions"),
        ("Stepped from Python with tensors", vector, stepped | theirs, "steps and choices"),
    ):
        if rates:
            table = _rate_table(rates, shown & rates.keys(), rates[f"{YARDSTICK}|{ours}"])
            parts.append(f"### {title}\n\n{table}")
    return "\n\n".join(parts)


def _rate_table(rates: Rates, shown: set[str], yardstick: list[float]) -> str:
    rows = [
        f"| | decisions a second (spread) | {YARDSTICK}, is this many times as fast |",
        "| --- | --- | --- |",
    ]
    middle = {name: statistics.median(rates[name]) for name in shown}
    for name in sorted(shown, key=middle.__getitem__, reverse=True):
        rate = f"{amount(middle[name])} ({_spread(rates[name])})"
        times = short(statistics.median(over(yardstick, rates[name])))
        rows.append(f"| {_label(name)} | {rate} | {times} |")
    return "\n".join(rows)


def _label(name: str) -> str:
    subject, _, what = name.partition("|")
    ours = {"tight": "tight loop", "decisions": "native", "steps and choices": "VectorEnv"}
    return f"**{subject}**, {ours[what]}" if what else name


def _spread(values: list[float]) -> str:
    if len(values) == 1:
        return "once"
    return f"{amount(min(values))} to {amount(max(values))}"


def amount(number: float) -> str:
    """A rate as people say it: 27.6 M, 480 k, 4,870."""
    for unit, size in (("M", 1e6), ("k", 1e4)):
        if abs(number) >= size:
            return f"{short(number / (1e6 if unit == 'M' else 1e3))} {unit}"
    return f"{number:,.0f}" if abs(number) >= 1000 else short(number)
