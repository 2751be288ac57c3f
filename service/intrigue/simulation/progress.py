"""The progress of a simulation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a simulation at one moment."""

    games: int
    """Matches played so far."""
    total: int
    """Matches to be played; with rotation rounded up to whole blocks."""
    decisions: int
    seconds: float
    """Elapsed time."""
