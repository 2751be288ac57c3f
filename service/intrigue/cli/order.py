"""What a person asks of `intrigue simulate`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from intrigue.cli.outlets import OutputFiles
from intrigue.cli.trust import TlsArgs

DEFAULT_GAMES: Final = 1000


@dataclass(frozen=True, slots=True)
class SimulateArgs:
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
    output: OutputFiles = field(default_factory=OutputFiles)
    tls: TlsArgs = field(default_factory=TlsArgs)
