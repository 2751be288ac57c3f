"""One reader of a match: what it has had, what it is owed, and when it is too slow."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_version import Snapshot, snapshot_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_version import MatchVersion
    from intrigue.matches.text_options import TextOptions
    from intrigue.store import TokenRow


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing has happened for a while."""


@dataclass(frozen=True, slots=True)
class SetupMessage:
    """What does not change in the match, as a GameSetup."""

    message: bytes


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """Everything that had happened when the stream began has been sent."""

    revision: int


@dataclass(frozen=True, slots=True)
class ClockUpdate:
    """What the viewer may know of everybody's time."""

    live: LiveMatch
    version: MatchVersion
    viewer: int | None


HEARTBEAT = Heartbeat()
WatchContent = Snapshot | bytes | Heartbeat | ClockUpdate | SetupMessage | CaughtUp


class Watcher:
    """Follows a match for one viewer, from a revision on.

    It keeps no buffer: it remembers the last revision that it handed out, and asks the play for
    what came after. So a reader can fall behind without costing memory; the bound on how far is
    there because a reader that never reads would hold its stream for ever.
    """

    __slots__ = (
        "_buffer",
        "_cursor",
        "_floor",
        "_has_setup",
        "_heartbeat",
        "_include_view",
        "_live",
        "_place",
        "_sleeper",
        "_stale",
        "_task",
        "_texts",
        "_viewer",
        "error",
        "holder",
    )

    def __init__(
        self,
        live: LiveMatch,
        holder: TokenRow | None,
        *,
        after: int,
        include_view: bool,
        texts: TextOptions,
        heartbeat: float,
        buffer: int,
    ) -> None:
        self.holder = holder
        self.error: ServiceError | None = None
        self._live = live
        viewer = None if holder is None else holder.seat
        self._viewer = viewer
        self._place = -1 if viewer is None else viewer
        self._cursor = after
        self._include_view = include_view
        self._texts = texts
        self._heartbeat = heartbeat
        self._buffer = buffer
        current = live.log.durable.revisions[self._place]
        if after > current:
            raise ServiceError(ErrorCode.REVISION_AHEAD, revision=current)
        # What had happened before is not held against a reader that has just come.
        self._floor = current
        self._stale = False
        self._has_setup = False
        self._sleeper: asyncio.Future[None] | None = None
        self._task = asyncio.current_task()
        live.add_watcher(self)

    def leave(self) -> None:
        """Watches no more."""
        self._live.remove_watcher(self)

    def wake(self, version: MatchVersion) -> None:
        """Something has become durable."""
        self._stale = True
        if version.revisions[self._place] - max(self._cursor, self._floor) > self._buffer:
            self.close(ServiceError(ErrorCode.TOO_SLOW, revision=self._cursor))
        self._wake_up()

    def close(self, error: ServiceError) -> None:
        """Ends the stream, and tells the reader why; it may resume elsewhere or later."""
        if self.error is not None:
            return
        self.error = error
        self.leave()
        if self._sleeper is not None:
            self._wake_up()
        elif self._task is not None:
            # It is stuck in a write that the reader does not take: nothing else wakes it.
            self._task.cancel()

    async def follow(self) -> AsyncIterator[WatchContent]:
        """The match itself, then Updates; the match again whenever its seats or status change.
        Before the first update comes the setup, in games that have one.

        Ends after the last update of a match that has ended. The update that ends a match comes
        before the match that says so; the start comes before the first update. Where seats are
        timed, the clock comes after updates, and only then: alone it would tell that something
        hidden has happened.
        """
        live = self._live
        told: tuple[object, ...] | None = None
        caught_up = False
        while True:
            self._stale = False
            version = live.log.durable
            shown = version.lobby.shown
            new = shown != told
            if new and (told is None or not version.status.ended):
                told, new = shown, False
                yield _snapshot(live, version)
            updated = False
            for content in self._owed(version):
                updated = True
                yield content
            if not caught_up:
                caught_up = True
                yield CaughtUp(self._cursor)
            if updated and version.times is not None:
                yield ClockUpdate(live, version, self._viewer)
            if new:
                told = shown
                yield _snapshot(live, version)
            if version.status.ended:
                return
            if not self._stale and not await self._sleep():
                yield HEARTBEAT

    def _owed(self, version: MatchVersion) -> Iterator[bytes | SetupMessage]:
        """The updates that the reader has not had, and before the first of them the setup."""
        updates = self._pending_updates(version)
        if updates and not self._has_setup:
            self._has_setup = True
            setup = self._live.log.play.setup() if self._live.log.play is not None else b""
            if setup:
                yield SetupMessage(setup)
        for update in updates:
            self._cursor += 1
            yield update

    def _pending_updates(self, version: MatchVersion) -> list[bytes]:
        play = self._live.log.play
        owed = version.revisions[self._place] - self._cursor
        if play is None or owed <= 0:
            return []
        texts = self._texts
        # The play may know more than is durable.
        return play.updates(
            self._viewer,
            self._cursor,
            self._include_view,
            version.lobby.names(asked=texts.names),
            texts.languages,
            count=owed,
        )

    async def _sleep(self) -> bool:
        """Waits for something to happen; False if nothing did for the time of a heartbeat."""
        self._raise_error()
        loop = asyncio.get_running_loop()
        self._sleeper = loop.create_future()
        timer = loop.call_later(self._heartbeat, self._wake_up)
        try:
            await self._sleeper
        finally:
            timer.cancel()
            self._sleeper = None
        self._raise_error()
        return self._stale

    def _wake_up(self) -> None:
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    def _raise_error(self) -> None:
        if self.error is not None:
            raise self.error


def _snapshot(live: LiveMatch, version: MatchVersion) -> Snapshot:
    return snapshot_of(live.row, version)
