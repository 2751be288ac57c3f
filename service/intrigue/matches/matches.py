"""Puts the parts of the match service together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue.matches.integrity_scan import IntegrityScan
from intrigue.matches.match_access import MatchAccess
from intrigue.matches.match_creator import MatchCreator
from intrigue.matches.match_list import MatchList
from intrigue.matches.match_registry import MatchRegistry
from intrigue.matches.policy_limits import PolicyLimits
from intrigue.matches.replica_sync import ReplicaSync
from intrigue.matches.seat_admin import SeatAdmin
from intrigue.matches.service_clock import ServiceClock
from intrigue.matches.token_cache import TokenCache
from intrigue.matches.tokens import Minter

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Engine
    from intrigue.matches.live_match import LiveMatch
    from intrigue.store import Store


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """How much the match service takes on."""

    live_matches: int
    cached_tokens: int
    policy_threads: int
    watch_buffer: int
    heartbeat_seconds: float
    poll_seconds: float = 2.0
    scan_logs: bool = True
    policy_sims: int = 20_000
    """How many simulations a policy may make for a decision; 0: any number."""
    policy_ms: int = 5_000
    """How many milliseconds it may ask for; 0: any number."""


class Matches:
    """The match service: its parts, started and stopped together."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        limits: MatchLimits,
        *,
        clock: ServiceClock | None = None,
        is_operator: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._store = store
        self._clock = clock or ServiceClock()
        self.scan = IntegrityScan(store, logs=limits.scan_logs)
        self.policy_limits = PolicyLimits(engine, limits.policy_sims, limits.policy_ms)
        self.registry = MatchRegistry(
            engine,
            store,
            self._clock,
            capacity=limits.live_matches,
            policy_threads=limits.policy_threads,
            on_lobby_changed_elsewhere=self._lobby_changed_elsewhere,
        )
        minter = Minter(store.secret)
        token_cache = TokenCache(store, limits.cached_tokens, self.scan.tokens_intact)
        self._sync = ReplicaSync(
            store, self._clock, self.registry, token_cache, limits.poll_seconds
        )
        self.access = MatchAccess(
            store,
            self.registry,
            token_cache,
            self.scan,
            minter,
            is_operator=is_operator,
            heartbeat_seconds=limits.heartbeat_seconds,
            watch_buffer=limits.watch_buffer,
        )
        self.creator = MatchCreator(
            engine,
            store,
            self.registry,
            self.access,
            token_cache,
            self.scan,
            minter,
            self.policy_limits,
        )
        self.seat_admin = SeatAdmin(self.access, self.policy_limits)
        self.list = MatchList(store, self.registry, self.scan)

    async def start(self) -> None:
        """Takes up the matches that policies or clocks have to see to."""
        await self._clock.start(self._store)
        self.scan.start()
        self._sync.start()

    async def stop(self) -> None:
        """Ends all that goes on by itself; what was played is in the store."""
        self.access.close_streams()
        await self._sync.stop()
        await self.scan.stop()
        await self.registry.stop()
        await self._clock.stop()

    def _lobby_changed_elsewhere(self, live: LiveMatch) -> None:
        self._sync.check_watchers(live)
