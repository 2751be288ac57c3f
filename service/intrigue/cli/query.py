"""What a person asks of `intrigue analyze`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from intrigue.cli.outlets import OutputFiles

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_ANALYSIS_POLICY: Final = "ismcts:sims=2000"
DEFAULT_SEED: Final = "0"


@dataclass(frozen=True, slots=True)
class AnalyzeArgs:
    """Whose choices in which match, and who judges them."""

    record: Path
    seat: int
    step: int | None = None
    policy: str = DEFAULT_ANALYSIS_POLICY
    seed: str = DEFAULT_SEED
    threads: int = 1
    output: OutputFiles = field(default_factory=OutputFiles)
