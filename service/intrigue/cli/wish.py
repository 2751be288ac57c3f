"""What a person asks of `intrigue play`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from intrigue.cli.trust import TlsArgs

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_POLICY: Final = "ismcts:sims=2000"
QUIT: Final = frozenset({"quit", "q", "exit", "quitter"})
YES: Final = frozenset({"y", "yes", "o", "oui"})


@dataclass(frozen=True, slots=True)
class PlayArgs:
    """What the person asked for."""

    game: str | None = None
    options: tuple[str, ...] = ()
    seat: int | None = None
    policies: tuple[str, ...] = ()
    server: str | None = None
    seed: str = ""
    name: str = ""
    join: str | None = None
    code: str | None = None
    host: bool = False
    private: bool = False
    clock: str | None = None
    timeout_policy: str = ""
    ready: bool = False
    resume: Path | None = None
    auto: str | None = None
    save: Path | None = None
    tls: TlsArgs = field(default_factory=TlsArgs)

    @property
    def joins(self) -> bool:
        """Whether the person takes a seat of a match that somebody else has made."""
        return self.join is not None or self.code is not None

    @property
    def invites(self) -> bool:
        """Whether the other seats are left to people."""
        return self.host or self.private
