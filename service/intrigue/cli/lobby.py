"""The lobby: a person waits for the match to begin, gets ready, fills open seats with bots."""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from intrigue.cli.arguments import DEFAULT_PLAY_POLICY
from intrigue.cli.match_display import list_seat_names
from intrigue.cli.messages import CliText
from intrigue.cli.terminal import QUIT
from intrigue_proto.v1 import match_pb2
from intrigue_sdk import IntrigueError, MatchOver, Refused

if TYPE_CHECKING:
    from intrigue.cli.play_session import UpdateReader
    from intrigue.cli.terminal import InputLines, Screen
    from intrigue_proto.v1.match_pb2 import Match
    from intrigue_sdk import Host, SeatHandle

_BOTS: Final = frozenset({"bots", "automates"})
# Longer than a match takes that begins at once: only a noticeable wait is reported.
_WAIT_NOTICE_SECONDS: Final = 0.7


class _WaitingFor(Enum):
    """What the match waits for."""

    SEATS = auto()
    OWN_READY = auto()
    OTHERS_READY = auto()
    NOTHING = auto()


class LobbySession:
    """One seat of a match that has not begun yet."""

    def __init__(
        self,
        screen: Screen,
        lines: InputLines,
        seat: SeatHandle,
        host: Host | None,
        *,
        automatic: bool,
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

    def update(self, match: Match) -> None:
        """Sets the match as it is now."""
        self._match = match
        self._changed.set()

    def end_question(self) -> None:
        """Ends the line of an open question, before something else is written."""
        if self._asking:
            self._asking = False
            self._screen.line()

    async def wait(self, updates: UpdateReader) -> bool:
        """Waits for the first update of the match; False if the person leaves."""
        await asyncio.wait({updates.peek()}, timeout=_WAIT_NOTICE_SECONDS)
        stays = True
        while stays and not updates.peek().done():
            self._changed.clear()
            waiting_for = self._waiting_for()
            if waiting_for is _WaitingFor.OWN_READY and self._automatic:
                await self._set_ready()
                continue
            self._show(waiting_for)
            reading = self._reading or waiting_for is _WaitingFor.OWN_READY
            while not self._changed.is_set() and not updates.peek().done():
                if await self._line_typed(updates, reading=reading):
                    stays = await self._handle_line(waiting_for)
                    break
        self.end_question()
        return stays

    def _waiting_for(self) -> _WaitingFor:
        match = self._match
        if match.status != match_pb2.MATCH_STATUS_WAITING:
            return _WaitingFor.NOTHING
        if any(seat.status == match_pb2.SEAT_STATUS_OPEN for seat in match.seats):
            return _WaitingFor.SEATS
        if match.ready_check and not match.seats[self._seat.seat].ready:
            return _WaitingFor.OWN_READY
        return _WaitingFor.OTHERS_READY

    def _show(self, waiting_for: _WaitingFor) -> None:
        screen = self._screen
        if waiting_for is _WaitingFor.SEATS:
            screen.say(CliText.WAITING_FOR_SEATS, "dim")
            if self._host is not None and self._reading:
                screen.say(CliText.OFFER_BOTS, "dim")
        elif waiting_for is _WaitingFor.OWN_READY:
            screen.ask(screen.text(CliText.ASK_READY))
            self._asking = True
        elif waiting_for is _WaitingFor.OTHERS_READY:
            late = [
                seat.number
                for seat in self._match.seats
                if seat.status == match_pb2.SEAT_STATUS_TAKEN and not seat.ready
            ]
            screen.say(CliText.WAITING_READY, "dim", who=list_seat_names(self._match, late, screen))

    async def _line_typed(self, updates: UpdateReader, *, reading: bool) -> bool:
        """Waits for a line, a change of the match or an update; True if a line was typed."""
        changed = asyncio.ensure_future(self._changed.wait())
        waited: set[asyncio.Future[object]] = {updates.peek(), changed}  # type: ignore[arg-type]
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

    async def _handle_line(self, waiting_for: _WaitingFor) -> bool:
        """Executes the next line; False if the person leaves."""
        self._asking = False
        line = await self._lines.next_echoed(self._screen)
        if line is None:
            self._reading = False
            if waiting_for is _WaitingFor.OWN_READY:
                self._screen.say(CliText.NO_MORE_INPUT)
            return waiting_for is not _WaitingFor.OWN_READY
        word, _, rest = line.strip().casefold().partition(" ")
        if word in QUIT:
            return False
        if word in _BOTS and self._host is not None and waiting_for is _WaitingFor.SEATS:
            await self._fill(self._host, rest.strip() or DEFAULT_PLAY_POLICY)
        elif not word and waiting_for is _WaitingFor.OWN_READY:
            await self._set_ready()
        return True

    async def _set_ready(self) -> None:
        try:
            self.update(await self._seat.set_ready())
        except (Refused, MatchOver):
            # It has begun or ended meanwhile: the updates follow.
            self._match.status = match_pb2.MATCH_STATUS_RUNNING

    async def _fill(self, host: Host, policy: str) -> None:
        try:
            await host.add_bots(policy)
        except IntrigueError as refusal:
            self._screen.line(refusal.text(self._screen.lang))
