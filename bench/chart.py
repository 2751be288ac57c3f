"""Everybody's rate in bars, on a logarithmic axis."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from bench.alternating_runs import Rates

_OURS, _LIMIT, _THEIRS = "#b0413e", "#d8b4a0", "#7a8794"
_SHOWN = ("district_noir, 2 seats", "complots, 4 seats", "shadow_blades, 4 seats")
# Played, but not stepped as a vector.
_PLAYED = ("brotherhood, 2 seats, every mission",)


def draw(path: Path, native: Rates, vector: Rates) -> None:
    """Two panels: what plays by itself, and what is stepped from Python."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    panels = [
        ("played natively, without tensors, one core", _native(native)),
        ("stepped from Python with tensors, one core", _vector(vector)),
    ]
    panels = [panel for panel in panels if panel[1]]
    if not panels:
        return
    # The same run gives the same file, and a reader's own fonts draw it.
    mpl.rcParams.update({"svg.hashsalt": "intrigue", "svg.fonttype": "none"})
    heights = [len(bars) for _, bars in panels]
    figure, axes = pyplot.subplots(
        len(panels),
        1,
        figsize=(9.5, 0.34 * sum(heights) + 1.6),
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
        sharex=True,
    )
    for (title, bars), (panel,) in zip(panels, axes, strict=True):
        _panel(panel, title, bars)
    # One axis for both, with room for the numbers behind the bars.
    every = [rate for _, bars in panels for _, rates, _ in bars for rate in rates]
    axes[-1][0].set_xlim(min(every) / 2, max(every) * 3)
    axes[-1][0].set_xlabel("decisions per second of CPU time, logarithmic")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


# A bar: its name, its rates round by round, its color.
Bar = tuple[str, list[float], str]


def _native(rates: Rates) -> list[Bar]:
    played = (*_SHOWN, *_PLAYED)
    bars = [(name, rates[f"{name}|decisions"], _OURS) for name in played if rates]
    loops = {"district_noir, 2 seats": "tight loop of District Noir's size"}
    loops["complots, 4 seats"] = "tight loop of Coup, 4 seats"
    bars += [(title, rates[f"{name}|tight"], _LIMIT) for name, title in loops.items() if rates]
    # What is stepped from Python stands in the other panel.
    alone = {name: found for name, found in rates.items() if "alone" in name or "crate" in name}
    return [*bars, *((name, found, _THEIRS) for name, found in alone.items())]


def _vector(rates: Rates) -> list[Bar]:
    bars = [
        (f"{name}, VectorEnv", rates[f"{name}|steps and choices"], _OURS)
        for name in _SHOWN
        if rates
    ]
    theirs = {
        name: found for name, found in rates.items() if "|" not in name and "alone" not in name
    }
    return [*bars, *((name, found, _THEIRS) for name, found in theirs.items())]


def _panel(panel: Any, title: str, bars: list[Bar]) -> None:
    bars = sorted(bars, key=lambda bar: statistics.median(bar[1]))
    middles = [statistics.median(rates) for _, rates, _ in bars]
    below = [middle - min(rates) for middle, (_, rates, _) in zip(middles, bars, strict=True)]
    above = [max(rates) - middle for middle, (_, rates, _) in zip(middles, bars, strict=True)]
    panel.barh(
        [name for name, _, _ in bars],
        middles,
        color=[color for _, _, color in bars],
        xerr=(below, above),
        error_kw={"lw": 1, "ecolor": "#333333"},
    )
    panel.set_xscale("log")
    panel.set_title(title, fontsize=10, loc="left")
    panel.tick_params(labelsize=9)
    panel.grid(axis="x", alpha=0.3)
    panel.set_axisbelow(True)
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)
    for place, (middle, high) in enumerate(zip(middles, above, strict=True)):
        text = f"{middle / 1e6:.3g} M" if middle >= 1e6 else f"{middle / 1e3:.3g} k"
        panel.annotate(
            text,
            (middle + high, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
