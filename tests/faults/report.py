"""What a run has done and found: one line per figure."""

from __future__ import annotations

import os
import time
from collections import Counter

EXAMPLES = 12
SOAK = bool(os.environ.get("INTRIGUE_SOAK"))


class Report:
    """Counts, and the faults that were found. Faults are kept, so that a run sees all of them."""

    def __init__(self, name: str, *, loud: bool = False) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        self.figures: dict[str, str] = {}
        self._loud = loud
        self._start = time.monotonic()

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] += by

    def fault(self, kind: str, example: str = "") -> None:
        """Something that must never be."""
        self.faults[kind] += 1
        examples = self.examples.setdefault(kind, [])
        if example and len(examples) < EXAMPLES:
            examples.append(example)

    def figure(self, what: str, value: str) -> None:
        self.figures[what] = value

    def progress(self, text: str) -> None:
        if self._loud:
            print(f"  {time.monotonic() - self._start:7.1f} s  {text}", flush=True)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    def lines(self) -> list[str]:
        lines = [f"{self.name}: {count:,} {what}" for what, count in self.counts.items()]
        lines += [f"{self.name}: {what} {value}" for what, value in self.figures.items()]
        for kind, count in self.faults.items():
            lines.append(f"{self.name}: FAULT {count:,} {kind}")
            lines += [f"{self.name}:   such as {example}" for example in self.examples[kind]]
        lines.append(f"{self.name}: {sum(self.faults.values()):,} faults in {self.seconds:.1f} s")
        return lines

    def show(self) -> None:
        print("\n".join(self.lines()), flush=True)

    def check(self) -> None:
        """Prints everything, and raises if there was a fault."""
        self.show()
        assert not self.faults, dict(self.faults)


def chosen(short: int, soak: int) -> int:
    """How much a test does: less in CI, more with INTRIGUE_SOAK=1."""
    return soak if SOAK else short
