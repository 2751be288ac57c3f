"""The matches in memory, and behind them those in the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

import structlog

from intrigue.engine import Refused
from intrigue.matches import entry_chain, tokens
from intrigue.matches.bots import Bots
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.live_match import LiveMatch
from intrigue.matches.match_context import MatchContext
from intrigue.matches.match_log import restore
from intrigue.matches.match_version import MatchVersion, version_after
from intrigue.matches.timekeeper import Timekeeper
from intrigue.store import DamagedData, Lobby, PublicTimes, Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Engine
    from intrigue.matches.service_clock import ServiceClock
    from intrigue.store import MatchRow, Store, StoredMatch

log = structlog.get_logger(__name__)


class MatchRegistry:
    """Finds matches: in memory, or rebuilt from the store. Has policies and clocks see to them."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        clock: ServiceClock,
        *,
        capacity: int,
        policy_threads: int,
        on_lobby_changed_elsewhere: Callable[[LiveMatch], None],
    ) -> None:
        """`capacity` matches stay in memory, as far as they are idle."""
        self.by_key: dict[int, LiveMatch] = {}
        """The matches in memory by their keys in the store."""
        self._engine = engine
        self._store = store
        self._capacity = capacity
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._opening: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._bots = Bots(engine, policy_threads, self.find)
        self._timekeeper = Timekeeper(engine, clock, self.find)
        self._context = MatchContext(
            engine,
            store,
            clock,
            on_turn=self._schedule,
            on_lobby_changed_elsewhere=on_lobby_changed_elsewhere,
            on_failure=self._drop_failed,
        )

    async def stop(self) -> None:
        """Ends what goes on by itself; what was played is in the store."""
        await self._timekeeper.stop()
        await self._bots.stop()

    @property
    def live_count(self) -> int:
        """How many matches are in memory."""
        return len(self._matches)

    def close_watchers(self, error: ServiceError) -> None:
        """Ends all streams, and tells their readers why."""
        for live in self._matches.values():
            live.close_watchers(error)

    def get(self, match_id: str) -> LiveMatch | None:
        """A match, if it is in memory."""
        return self._matches.get(match_id)

    def touch(self, live: LiveMatch) -> None:
        """Marks a match as used: those not used for longest leave memory first."""
        self._matches.move_to_end(live.row.id)

    async def find(self, match_id: str) -> LiveMatch | None:
        """A match, opened from the store if it is not in memory."""
        live = self._matches.get(match_id)
        if live is not None:
            return live
        if not tokens.is_match_id(match_id):
            return None
        # One task for all who ask, so that a match is in memory once; it outlives each of them.
        task = self._opening.get(match_id)
        if task is None:
            task = asyncio.create_task(self._open(match_id))
            self._opening[match_id] = task
            task.add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(task)

    def add_new(self, row: MatchRow, lobby: Lobby) -> LiveMatch:
        """A match that the store does not have yet; from now on it is in memory."""
        live = LiveMatch.new(row, lobby, self._context)
        self._add(live)
        return live

    def remove(self, live: LiveMatch) -> None:
        """Drops a match from memory."""
        if self._matches.get(live.row.id) is live:
            del self._matches[live.row.id]
            self.by_key.pop(live.row.key, None)

    async def stored(self, match_id: str) -> StoredMatch:
        """A match as the store has it, its chain checked."""
        try:
            stored = await self._store.match(match_id)
        except DamagedData as error:
            raise ServiceError(ErrorCode.LOG_DAMAGED) from error
        if stored is None:
            raise ServiceError(ErrorCode.UNKNOWN_MATCH)
        await asyncio.to_thread(entry_chain.check, stored)
        return stored

    def _add(self, live: LiveMatch) -> None:
        """Has a match in memory; those not used for longest make way."""
        self._matches[live.row.id] = live
        self.by_key[live.row.key] = live
        surplus = len(self._matches) - self._capacity
        if surplus > 0:
            for other in self._oldest(2 * surplus + 16):
                if other.idle and other is not live:
                    self.remove(other)

    def _oldest(self, count: int) -> list[LiveMatch]:
        matches = iter(self._matches.values())
        return [live for live, _ in zip(matches, range(count), strict=False)]

    def _drop_failed(self, live: LiveMatch) -> None:
        """Drops a match that can't go on; it is rebuilt when it is next used."""
        log.error("match_given_up", match=live.row.id, reason=str(live.log.failure))
        self.remove(live)

    def _schedule(self, live: LiveMatch, own: bool) -> None:
        """Has policies play if they owe a decision, and notes when the next deadline is."""
        if self._matches.get(live.row.id) is not live:
            return
        self._timekeeper.keep(live, own=own)
        if live.policies:
            self._bots.wake(live, own=own)

    async def _open(self, match_id: str) -> LiveMatch | None:
        try:
            stored = await self._store.match(match_id)
        except DamagedData as error:
            log.warning("match_damaged", match=match_id)
            raise ServiceError(ErrorCode.LOG_DAMAGED) from error
        # A match may have been made under this id while the store was asked.
        live = self._matches.get(match_id)
        if stored is None or live is not None:
            return live
        live = await asyncio.to_thread(self._rebuilt, stored)
        self._add(live)
        self._schedule(live, not self._store.shared)
        return live

    def _rebuilt(self, stored: StoredMatch) -> LiveMatch:
        """A match as its log leaves it; not on the event loop."""
        row, entries = stored.row, stored.entries
        entry_chain.check(stored)
        lobby = entry_chain.lobby_of(entries, None)
        steps = entry_chain.steps_of(entries)
        play = None
        if steps:
            if (current := self._engine.rules_version(row.game)) != row.rules_version:
                raise ServiceError(
                    ErrorCode.RULES_CHANGED, stored=row.rules_version, current=current
                )
            try:
                play = restore(self._engine, row, lobby, steps)
            except Refused as refusal:
                log.warning("log_damaged", match=row.id, code=refusal.code)
                raise ServiceError(ErrorCode.LOG_DAMAGED) from refusal
        revisions = (0,) * (len(lobby.seats) + 1)
        empty = Lobby(Status.WAITING, ())
        times = PublicTimes(updated=row.create_time)
        nothing = MatchVersion(empty, revisions, None, -1, b"", b"", 0, 0, None, public_times=times)
        return LiveMatch(row, version_after(nothing, entries, lobby, play), play, self._context)
