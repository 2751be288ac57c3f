"""What is recorded of a simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Columns


@dataclass(frozen=True, slots=True)
class Recording:
    """What is recorded of the decisions of a simulation, and who takes the rows."""

    legal: bool
    """Whether the legal actions are."""
    features: bool
    """Whether the feature tensors are."""
    write: Callable[[Columns], None]
    """Called with rows in columns, in the order of matches, by one thread at a time."""
