"""What all live matches share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Engine
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.service_clock import ServiceClock
    from intrigue.store import Store


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What live matches are made with, and whom they tell."""

    engine: Engine
    store: Store
    clock: ServiceClock
    on_turn: Callable[[LiveMatch, bool], None]
    """A version is durable that policies or clocks may have to see to; the flag tells whether this
    server wrote it.
    """
    on_lobby_changed_elsewhere: Callable[[LiveMatch], None]
    """Another server has changed seats, or made tokens void."""
    on_failure: Callable[[LiveMatch], None]
    """The match can't go on in memory, and has to be rebuilt from the store."""
