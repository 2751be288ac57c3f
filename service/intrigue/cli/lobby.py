"""Before the deal: a person waits for the others, says when it is ready, fills open seats."""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from intrigue.cli.company import listed
from intrigue.cli.messages import Say
from intrigue.cli.wish import DEFAULT_POLICY, QUIT
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import IntrigueError, MatchOver, Refused

if TYPE_CHECKING:
    from intrigue.cli.feed import Feed
    from intrigue.cli.lines import Lines
    from intrigue.cli.screen import Screen
    from intrigue_proto.v1.match_pb2 import Match
    from intrigue_sdk import Host, SeatHandle

_BOTS: Final = frozenset({"bots", "automates"})
# Long enough for a match that begins at once: nobody is told of waiting that nobody notices.
_PATIENCE_SECONDS: Final = 0.7


class _Need(Enum):
    """What the match waits for."""

    SEATS = auto()
    OWN = auto()
    OTHERS = auto()
    NOTHING = auto()


class Lobby:
    """One seat of a match that has not begun."""

    def __init__(
        self, screen: Screen, lines: Lines, seat: SeatHandle, host: Host | None, *, automatic: bool
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._seat = seat
        self._host = host
        self._automatic = automatic
        self._match = match_pb2.Match()
        self._changed = asyncio.Event()
        self._asking = False
        self._reading = lines.interactive

    def notice(self, match: Match) -> None:
        """Takes note of who sits where."""
        self._match = match
        self._changed.set()

    def step_aside(self) -> None:
        """Ends a line on which a question stands, before something else is written."""
        if self._asking:
            self._asking = False
            self._screen.line()

    async def wait(self, feed: Feed) -> bool:
        """Waits until something happens at the table; False if the person leaves."""
        await asyncio.wait({feed.coming()}, timeout=_PATIENCE_SECONDS)
        stays = True
        while stays and not feed.coming().done():
            self._changed.clear()
            need = self._need()
            if need is _Need.OWN and self._automatic:
                await self._get_ready()
                continue
            self._say(need)
            reading = self._reading or need is _Need.OWN
            while not self._changed.is_set() and not feed.coming().done():
                if await self._typed(feed, reading=reading):
                    stays = await self._heed(await self._lines.next(), need)
                    break
        self.step_aside()
        return stays

    def _need(self) -> _Need:
        match = self._match
        if match.status != match_pb2.MATCH_STATUS_WAITING:
            return _Need.NOTHING
        if any(seat.status == match_pb2.SEAT_STATUS_OPEN for seat in match.seats):
            return _Need.SEATS
        own_ready = match.seats[self._seat.seat].ready
        return _Need.OTHERS if own_ready or not match.ready_check else _Need.OWN

    def _say(self, need: _Need) -> None:
        screen = self._screen
        if need is _Need.SEATS:
            screen.say(Say.WAITING_FOR_SEATS, "dim")
            if self._host is not None and self._reading:
                screen.say(Say.OFFER_BOTS, "dim")
        elif need is _Need.OWN:
            screen.ask(screen.phrase(Say.ASK_READY))
            self._asking = True
        elif need is _Need.OTHERS:
            late = [
                seat.number
                for seat in self._match.seats
                if seat.status == match_pb2.SEAT_STATUS_TAKEN and not seat.ready
            ]
            screen.say(Say.WAITING_READY, "dim", who=listed(self._match, late, screen))

    async def _typed(self, feed: Feed, *, reading: bool) -> bool:
        """Waits until something happens; whether it was that a line was typed."""
        changed = asyncio.ensure_future(self._changed.wait())
        waited: set[asyncio.Future[object]] = {feed.coming(), changed}  # type: ignore[arg-type]
        typed = asyncio.ensure_future(self._lines.peek()) if reading else None
        if typed is not None:
            waited.add(typed)  # type: ignore[arg-type]
        try:
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            return typed is not None and typed.done()
        finally:
            changed.cancel()
            if typed is not None:
                typed.cancel()

    async def _heed(self, line: str | None, need: _Need) -> bool:
        """Does what a line says; False if the person leaves."""
        self._asking = False
        if not self._lines.interactive:
            self._screen.line(line or "")
        if line is None:
            self._reading = False
            if need is _Need.OWN:
                self._screen.say(Say.NO_MORE_INPUT)
            return need is not _Need.OWN
        word, _, rest = line.strip().casefold().partition(" ")
        if word in QUIT:
            return False
        if word in _BOTS and self._host is not None and need is _Need.SEATS:
            await self._fill(self._host, rest.strip() or DEFAULT_POLICY)
        elif not word and need is _Need.OWN:
            await self._get_ready()
        return True

    async def _get_ready(self) -> None:
        try:
            self.notice(await self._seat.set_ready())
        except (Refused, MatchOver):
            # It has begun, or ended, meanwhile: the updates that say so are on their way.
            self._match.status = match_pb2.MATCH_STATUS_RUNNING

    async def _fill(self, host: Host, policy: str) -> None:
        try:
            await host.add_bots(policy)
        except IntrigueError as refusal:
            self._screen.line(refusal.text(self._screen.lang))
