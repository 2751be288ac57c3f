"""What a person asks of `intrigue play`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from intrigue.cli.trust import Trust

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asked for."""

    game: str | None = None
    options: tuple[str, ...] = ()
    seat: int | None = None
    policies: tuple[str, ...] = ()
    server: str | None = None
    seed: str = ""
    name: str = ""
    join: str | None = None
    host: bool = False
    resume: Path | None = None
    auto: str | None = None
    save: Path | None = None
    trust: Trust = field(default_factory=Trust)
