"""What anyone may know of a match, as of one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from intrigue.store import MatchRow, Stage


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match and how it stands. The row holds secrets too: only what is public is told on."""

    row: MatchRow
    stage: Stage
