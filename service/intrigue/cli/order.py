"""What a person asks of `intrigue simulate`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from intrigue.cli.outlets import Outlets
from intrigue.cli.trust import Trust

DEFAULT_GAMES: Final = 1000


@dataclass(frozen=True, slots=True)
class Order:
    """Which matches between whom, where they are played, and what is written of them."""

    game: str
    policies: str
    options: tuple[str, ...] = ()
    games: int = DEFAULT_GAMES
    seed: str | None = None
    fixed_seats: bool = False
    threads: int | None = None
    server: str | None = None
    ray: str | None = None
    outlets: Outlets = field(default_factory=Outlets)
    trust: Trust = field(default_factory=Trust)
