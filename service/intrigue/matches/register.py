"""The register: public matches, page by page."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import TYPE_CHECKING

from intrigue.matches import checks
from intrigue.matches.faults import Code, Fault
from intrigue.matches.stage import Snapshot
from intrigue.store import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.matches.hall import Hall
    from intrigue.store import Filter, ListedMatch

# Of the options of all matches of a page, in characters.
_MOST_TEXT = 512 * 1024
_PLACE = struct.Struct(">Q4s")


class Register:
    """Lists matches, the newest first."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def page(self, wanted: Filter, size: int, token: str) -> tuple[list[Snapshot], str]:
        """One page and the token of the next; the token is empty on the last page."""
        checks.text("game", wanted.game or "", checks.MAX_ID)
        size = checks.page_size(size)
        # A page token holds only for the question that it came from.
        question = hashlib.sha256(repr(wanted).encode()).digest()[:4]
        before = _place(token, question) if token else None
        if not await self._hall.scan.intact():
            # Whatever it listed, it might leave out what is lost.
            raise Fault(Code.LOG_DAMAGED)
        found = await self._hall.store.page(wanted, before, size + 1)
        size = min(size, _fitting(found))
        shown = [await self._snapshot(listed) for listed in found[:size]]
        page = [snapshot for snapshot in shown if snapshot is not None]
        more = len(found) > size
        return page, _token(found[size - 1].row.key, question) if more else ""

    async def _snapshot(self, listed: ListedMatch) -> Snapshot | None:
        """The store knows the revision of a match only when it has ended; its room always does.

        None for a match that is damaged: it can't be said how it stands.
        """
        row, (lobby, revision, outcome) = listed.row, listed.summary
        room = self._hall.live(row.id)
        try:
            if room is None and lobby.status is Status.RUNNING:
                room = await self._hall.find(row.id)
            elif room is not None and room.stale:
                # Another server may have gone on with it.
                await room.refresh()
        except Fault as fault:
            if fault.code is Code.LOG_DAMAGED:
                return None
            room = None
        if room is None:
            return Snapshot(row, lobby, revision, outcome)
        return room.snapshot()


def _fitting(found: Sequence[ListedMatch]) -> int:
    """How many of some matches make a page that every client takes: options may be long texts."""
    room = _MOST_TEXT
    for number, listed in enumerate(found):
        room -= sum(map(len, listed.row.options.values()))
        if room < 0:
            return max(number, 1)
    return len(found)


def _token(key: int, question: bytes) -> str:
    return base64.urlsafe_b64encode(_PLACE.pack(key, question)).decode()


def _place(token: str, question: bytes) -> int:
    """The key after which a page begins."""
    if len(token) > checks.MAX_ID:
        raise Fault(Code.INVALID_PAGE_TOKEN)
    try:
        key, asked = _PLACE.unpack(base64.urlsafe_b64decode(token.encode()))
    except (binascii.Error, struct.error, ValueError) as error:
        raise Fault(Code.INVALID_PAGE_TOKEN) from error
    if asked != question or not 0 < key <= checks.MAX_NUMBER:
        raise Fault(Code.INVALID_PAGE_TOKEN)
    return int(key)
