"""Measures on request: one line in, one line out, so that several programs can take turns."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    # Plays for a number of seconds and says how many decisions were made a second.
    Measure = Callable[[float], float]


def serve(measures: Mapping[str, Measure]) -> None:
    """For each line on the input, which says how many seconds each thing may take, measures each
    of them once and prints the rates by name as a line of JSON.
    """
    # What libraries print must not get between the lines.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        rates = {name: measure(float(line)) for name, measure in measures.items()}
        print(json.dumps(rates), file=answers, flush=True)


def rate(seconds: float, play: Callable[[], float]) -> float:
    """Decisions a second of this process's CPU time, all its threads together; `play` makes some
    and says how many. Neighbors on the machine don't count.
    """
    start, decisions = time.process_time(), 0.0
    while True:
        decisions += play()
        spent = time.process_time() - start
        if spent >= seconds:
            return decisions / spent
