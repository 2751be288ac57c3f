"""Keeps up with what goes on elsewhere: other servers, and matches that nobody sees to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from intrigue.matches.faults import Code, Fault
from intrigue.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Iterable

    from intrigue.matches.hall import Hall
    from intrigue.matches.journal import Journal
    from intrigue.matches.room import Room

log = structlog.get_logger(__name__)

# A match that nobody has seen to for so long, in milliseconds, may have been left alone.
_NEGLECT = 5_000


class Liaison:
    """Refreshes rooms that another server has changed, and opens those that need attention.

    The store tells of changes as they happen; behind that, what is watched here is polled.
    """

    def __init__(self, hall: Hall, poll_seconds: float) -> None:
        self._hall = hall
        self._poll_seconds = poll_seconds
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begins to listen."""
        self._hall.store.listen(self._changed)
        self._begin(self._attend())
        if self._hall.store.shared:
            self._begin(self._poll())

    async def stop(self) -> None:
        """Listens no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def revalidate(self, room: Journal) -> None:
        """Looks whether the tokens of a room's readers still hold."""
        if room.watchers:
            self._begin(self._look_again(room))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _changed(self, keys: Collection[int] | None) -> None:
        """Another server has written to these matches; None: perhaps to any."""
        rooms: Iterable[Room | None] = self._hall.by_key.values()
        if keys is not None:
            rooms = map(self._hall.by_key.get, keys)
        for room in list(rooms):
            if room is not None:
                room.stale = True
                if room.watchers or room.policies or room.row.clock is not None:
                    self._begin(self._catch_up(room))

    @staticmethod
    async def _catch_up(room: Room) -> None:
        try:
            await room.refresh()
        except (Fault, StoreError) as error:
            log.warning("match_not_refreshed", match=room.row.id, error=str(error))

    async def _look_again(self, room: Journal) -> None:
        for watcher in list(room.watchers):
            holder = watcher.holder
            if holder is None:
                continue
            try:
                row = await self._hall.store.token(holder.hash)
            except StoreError:
                continue
            if row is None or row.void:
                self._hall.gate.forget([holder.hash])
                watcher.close(Fault(Code.TOKEN_REPLACED))

    async def _poll(self) -> None:
        """Looks for changes that nobody told of."""
        while True:
            await asyncio.sleep(self._poll_seconds)
            followed = {
                key: room
                for key, room in self._hall.by_key.items()
                if room.watchers or room.policies or room.row.clock is not None
            }
            try:
                heads = await self._hall.store.heads(followed) if followed else {}
            except StoreError:
                continue
            behind = [key for key, head in heads.items() if head > followed[key].durable.number]
            if behind:
                self._changed(behind)

    async def _attend(self) -> None:
        """Opens the matches that policies or clocks have to see to."""
        neglect = _NEGLECT if self._hall.store.shared else 0
        while True:
            try:
                matches = await self._hall.store.unattended(self._hall.clock.now() - neglect)
            except StoreError as error:
                log.warning("matches_not_attended", error=str(error))
                matches = []
            for match_id in matches:
                if self._hall.live(match_id) is not None:
                    continue
                try:
                    await self._hall.find(match_id)
                except (Fault, StoreError) as error:
                    log.warning("match_not_resumed", match=match_id, error=str(error))
            if not self._hall.store.shared:
                return
            await asyncio.sleep(_NEGLECT / 1000)
