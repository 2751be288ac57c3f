"""How far a simulation has come."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a simulation."""

    games: int
    """Matches played so far."""
    total: int
    """Matches in all: of a task with rotation rounded up to whole blocks."""
    decisions: int
    seconds: float
    """Since it began, by the clock on the wall."""
