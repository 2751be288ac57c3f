"""The list of public matches, page by page."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from typing import TYPE_CHECKING

from intrigue.matches import validation
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_version import Snapshot
from intrigue.store import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.matches.integrity_scan import IntegrityScan
    from intrigue.matches.match_registry import MatchRegistry
    from intrigue.store import ListedMatch, MatchFilter, Store

# Of the options of all matches of a page, in characters.
_MOST_TEXT = 512 * 1024
_PLACE = struct.Struct(">Q4s")


class MatchList:
    """Lists matches, the newest first."""

    def __init__(self, store: Store, registry: MatchRegistry, scan: IntegrityScan) -> None:
        self._store = store
        self._registry = registry
        self._scan = scan

    async def page(self, wanted: MatchFilter, size: int, token: str) -> tuple[list[Snapshot], str]:
        """One page and the token of the next; the token is empty on the last page."""
        validation.text("game", wanted.game or "", validation.MAX_ID)
        size = validation.page_size(size)
        # A page token holds only for the question that it came from.
        question = hashlib.sha256(repr(wanted).encode()).digest()[:4]
        before = _place(token, question) if token else None
        if not await self._scan.intact():
            # Whatever it listed, it might leave out what is lost.
            raise ServiceError(ErrorCode.LOG_DAMAGED)
        found = await self._store.page(wanted, before, size + 1)
        size = min(size, _fitting(found))
        shown = [await self._snapshot(listed) for listed in found[:size]]
        page = [snapshot for snapshot in shown if snapshot is not None]
        more = len(found) > size
        return page, _token(found[size - 1].row.key, question) if more else ""

    async def _snapshot(self, listed: ListedMatch) -> Snapshot | None:
        """The store knows the revision of an ended match only; a match in memory always has it.

        None for a match that is damaged: it can't be said how it stands.
        """
        row, (lobby, revision, outcome, times) = listed.row, listed.summary
        live = self._registry.get(row.id)
        try:
            if live is None and lobby.status is Status.RUNNING:
                live = await self._registry.find(row.id)
            elif live is not None and live.log.stale:
                # Another server may have gone on with it.
                await live.log.refresh()
        except ServiceError as error:
            if error.code is ErrorCode.LOG_DAMAGED:
                return None
            live = None
        if live is None:
            return Snapshot(row, lobby, revision, outcome, times)
        return live.snapshot()


def _fitting(found: Sequence[ListedMatch]) -> int:
    """How many of some matches make a page that every client takes: options may be long texts."""
    left = _MOST_TEXT
    for number, listed in enumerate(found):
        left -= sum(map(len, listed.row.options.values()))
        if left < 0:
            return max(number, 1)
    return len(found)


def _token(key: int, question: bytes) -> str:
    return base64.urlsafe_b64encode(_PLACE.pack(key, question)).decode()


def _place(token: str, question: bytes) -> int:
    """The key after which a page begins."""
    if len(token) > validation.MAX_ID:
        raise ServiceError(ErrorCode.INVALID_PAGE_TOKEN, field="page_token")
    try:
        key, asked = _PLACE.unpack(base64.urlsafe_b64decode(token.encode()))
    except (binascii.Error, struct.error, ValueError) as error:
        raise ServiceError(ErrorCode.INVALID_PAGE_TOKEN, field="page_token") from error
    if asked != question or not 0 < key <= validation.MAX_NUMBER:
        raise ServiceError(ErrorCode.INVALID_PAGE_TOKEN, field="page_token")
    return int(key)
