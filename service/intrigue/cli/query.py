"""What a person asks of `intrigue analyze`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from intrigue.cli.outlets import Outlets

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_JUDGE: Final = "ismcts:sims=2000"
DEFAULT_SEED: Final = "0"


@dataclass(frozen=True, slots=True)
class Query:
    """Whose choices in which match, and who judges them."""

    record: Path
    seat: int
    step: int | None = None
    policy: str = DEFAULT_JUDGE
    seed: str = DEFAULT_SEED
    threads: int = 1
    outlets: Outlets = field(default_factory=Outlets)
