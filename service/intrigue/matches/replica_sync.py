"""Keeps up with what goes on elsewhere: other servers, and matches that nobody sees to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Iterable

    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_registry import MatchRegistry
    from intrigue.matches.service_clock import ServiceClock
    from intrigue.matches.token_cache import TokenCache
    from intrigue.store import Store

log = structlog.get_logger(__name__)

# After how many milliseconds a match without attention may have been abandoned by its server.
_NEGLECT = 5_000


class ReplicaSync:
    """Refreshes matches that another server has changed, and opens those that need attention.

    The store tells of changes as they happen; behind that, what is watched here is polled.
    """

    def __init__(
        self,
        store: Store,
        clock: ServiceClock,
        registry: MatchRegistry,
        token_cache: TokenCache,
        poll_seconds: float,
    ) -> None:
        self._store = store
        self._clock = clock
        self._registry = registry
        self._token_cache = token_cache
        self._poll_seconds = poll_seconds
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begins to listen."""
        self._store.listen(self._changed)
        self._begin(self._attend())
        if self._store.shared:
            self._begin(self._poll())

    async def stop(self) -> None:
        """Listens no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def check_watchers(self, live: LiveMatch) -> None:
        """Closes the streams of those whose tokens another server has made void."""
        if live.watchers:
            self._begin(self._look_again(live))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _changed(self, keys: Collection[int] | None) -> None:
        """Another server has written to these matches; None: perhaps to any."""
        matches: Iterable[LiveMatch | None] = self._registry.by_key.values()
        if keys is not None:
            matches = map(self._registry.by_key.get, keys)
        for live in list(matches):
            if live is not None:
                live.log.stale = True
                if live.watchers or live.policies or live.row.clock is not None:
                    self._begin(self._catch_up(live))

    @staticmethod
    async def _catch_up(live: LiveMatch) -> None:
        try:
            await live.log.refresh()
        except (ServiceError, StoreError) as error:
            log.warning("match_not_refreshed", match=live.row.id, error=str(error))

    async def _look_again(self, live: LiveMatch) -> None:
        for watcher in list(live.watchers):
            holder = watcher.holder
            if holder is None:
                continue
            try:
                row = await self._store.token(holder.hash)
            except StoreError:
                continue
            if row is None or row.void:
                self._token_cache.forget([holder.hash])
                watcher.close(ServiceError(ErrorCode.TOKEN_REPLACED))

    async def _poll(self) -> None:
        """Looks for changes that nobody told of."""
        while True:
            await asyncio.sleep(self._poll_seconds)
            followed = {
                key: live
                for key, live in self._registry.by_key.items()
                if live.watchers or live.policies or live.row.clock is not None
            }
            try:
                heads = await self._store.heads(followed) if followed else {}
            except StoreError:
                continue
            behind = [key for key, head in heads.items() if head > followed[key].log.durable.number]
            if behind:
                self._changed(behind)

    async def _attend(self) -> None:
        """Opens the matches that policies or clocks have to see to."""
        neglect = _NEGLECT if self._store.shared else 0
        while True:
            try:
                matches = await self._store.unattended(self._clock.now() - neglect)
            except StoreError as error:
                log.warning("matches_not_attended", error=str(error))
                matches = []
            for match_id in matches:
                if self._registry.get(match_id) is not None:
                    continue
                try:
                    await self._registry.find(match_id)
                except (ServiceError, StoreError) as error:
                    log.warning("match_not_resumed", match=match_id, error=str(error))
            if not self._store.shared:
                return
            await asyncio.sleep(_NEGLECT / 1000)
