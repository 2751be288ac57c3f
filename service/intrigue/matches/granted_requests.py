"""The requests of one match that were granted before, so that repeated ones change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from intrigue.matches import entry_chain
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import DamagedData, EntryKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.matches.lobby_request import LobbyRequest
    from intrigue.store import EntryRow, Store


class GrantedRequests:
    """Finds the entry that a request has led to. An id that was used for another request is
    refused.
    """

    __slots__ = ("_match", "_store")

    def __init__(self, match: int, store: Store) -> None:
        """`match` is the key of the match."""
        self._match = match
        self._store = store

    async def find(self, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry of a request with this id."""
        if not request_id:
            return None
        try:
            return await self._store.answered(self._match, seat, request_id)
        except DamagedData as error:
            raise ServiceError(ErrorCode.LOG_DAMAGED) from error

    async def find_step(
        self, seat: int, request_id: str, is_same: Callable[[bytes], bool]
    ) -> EntryRow | None:
        """The entry of a request to act or to resign; `is_same` gets the step."""
        entry = await self.find(seat, request_id)
        if entry is not None and (entry.kind == EntryKind.LOBBY or not is_same(entry.body)):
            raise ServiceError(ErrorCode.REQUEST_ID_REUSED)
        return entry

    async def find_lobby_change(self, request: LobbyRequest) -> EntryRow | None:
        """The entry of a request to change the lobby."""
        entry = await self.find(request.seat, request.id)
        if entry is None:
            return None
        if (
            entry.kind != EntryKind.LOBBY
            or entry_chain.lobby_of((entry,), None).request != request.digest
        ):
            raise ServiceError(ErrorCode.REQUEST_ID_REUSED)
        return entry

    async def names_before(self, entry: EntryRow) -> tuple[str, ...]:
        """The names that the seats had when the request was granted."""
        try:
            entries = await self._store.entries(self._match, -1)
        except DamagedData as error:
            raise ServiceError(ErrorCode.LOG_DAMAGED) from error
        before = (other for other in entries if other.number < entry.number)
        return entry_chain.lobby_of(before, None).names(asked=True)
