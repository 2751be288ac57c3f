"""One figure: what was measured, beside what, and how far it should go."""

from __future__ import annotations

import operator
import re
import statistics
from dataclasses import dataclass

_COMPARE = {"≥": operator.ge, "≤": operator.le}


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the result."""

    name: str
    what: str
    values: list[float]
    """What was measured, round by round."""
    unit: str
    ratios: list[float]
    """The same over what it is compared with, round by round."""
    against: str
    goal: str = ""
    """For the ratio, such as `≥ 0.40`, and for the value, such as `≥ 5 M/s`; empty: none."""

    @property
    def value(self) -> float:
        """The median of what was measured."""
        return statistics.median(self.values)

    @property
    def ratio(self) -> float:
        """The median ratio."""
        return statistics.median(self.ratios)

    @property
    def reached(self) -> bool | None:
        """Whether every part of the goal is reached by the medians; None without a goal."""
        if not self.goal:
            return None
        return all(self._reached(part) for part in self.goal.split(", "))

    def _reached(self, goal: str) -> bool:
        found = re.fullmatch(r"([≥≤]) ([\d.,]+)(?: ([kM]?)/s)?", goal)
        if not found:
            raise ValueError(f"a goal that can't be read: {goal!r}")
        sign, number, scale = found.groups()
        limit = float(number) * {"k": 1e3, "M": 1e6}.get(scale or "", 1)
        reached: bool = _COMPARE[sign](self.value if goal.endswith("/s") else self.ratio, limit)
        return reached

    def line(self) -> str:
        """The figure as it is printed: the median, and the median ratio with its spread."""
        spread = f"{short(min(self.ratios))}..{short(max(self.ratios))}"
        mark = {None: "", True: " (reached)", False: " (NOT reached)"}[self.reached]
        amount = f"{self.value:,.0f}" if self.value >= 1000 else short(self.value)
        goal = f"; goal {self.goal}{mark}" if self.goal else ""
        return (
            f"{self.name:<4} {self.what:<56} {amount:>12} {self.unit:<13} "
            f"{short(self.ratio):>7} ({spread}) of {self.against}{goal}"
        )


def short(number: float) -> str:
    """A ratio in three digits or so: 0.52, 17.3, 1,240."""
    decimals = 2 if abs(number) < 10 else 1 if abs(number) < 100 else 0
    return f"{number:,.{decimals}f}"


def over(values: list[float], others: list[float]) -> list[float]:
    """The ratios, round by round."""
    return [value / other for value, other in zip(values, others, strict=True)]
