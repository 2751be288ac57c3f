"""Which token is whose, asked of memory first and of the store once."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING

from intrigue.matches import tokens
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.store import DamagedData

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from intrigue.store import Role, Store, TokenRow

# How long memory is believed where other servers may make tokens void. One that does so answers
# only after this time: then the token is void everywhere.
TRUST_SECONDS = 1.0


class TokenCache:
    """Knows who holds a token."""

    def __init__(self, store: Store, capacity: int, intact: Callable[[], Awaitable[bool]]) -> None:
        """`intact` tells whether the store has lost nothing: what is unknown never was known."""
        self._store = store
        self._capacity = capacity
        self._intact = intact
        self._turnover = 0
        self._known: OrderedDict[bytes, tuple[TokenRow, float]] = OrderedDict()
        # Hashing costs more than all else here, and a caller sends the same token every time.
        self._digest = lru_cache(capacity)(_digest)

    async def holder(self, token: str) -> TokenRow:
        """What a token is good for. A void token is as unknown as any other."""
        row = self.known(token)
        if row is None:
            row = await self.issued(self._digest(token))
            if row is None and not await self._intact():
                raise ServiceError(ErrorCode.LOG_DAMAGED)
        if row is None or row.void:
            raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
        return row

    async def issued_to(self, token: str) -> TokenRow:
        """What a token was made for, also if it is void."""
        row = await self.issued(self._digest(token))
        if row is None:
            if not await self._intact():
                raise ServiceError(ErrorCode.LOG_DAMAGED)
            raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
        return row

    async def holds(self, token: str) -> bool:
        """Whether a token is good for anything."""
        row = await self.issued(self._digest(token))
        return row is not None and not row.void

    def known(self, token: str) -> TokenRow | None:
        """What a token is good for, if it is known without asking the store."""
        digest = self._digest(token)
        found = self._known.get(digest)
        if found is None:
            return None
        row, until = found
        if until and time.monotonic() > until:
            return None
        self._known.move_to_end(digest)
        # Found by its hash: how long that takes says nothing about the token. Compared all the
        # same, in constant time.
        if row.void or not hmac.compare_digest(row.hash, digest):
            raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
        return row

    async def issued(self, digest: bytes) -> TokenRow | None:
        """What is known of a token by its hash, also of a void one."""
        found = self._known.get(digest)
        if found is not None and not found[1]:
            return found[0]
        while True:
            turnover = self._turnover
            try:
                row = await self._store.token(digest)
            except DamagedData as error:
                raise ServiceError(ErrorCode.LOG_DAMAGED) from error
            # Tokens were made void while the store was asked: this one may be among them.
            if turnover == self._turnover:
                break
        if not self._store.shared and digest in self._known:
            # It was made or replaced while the store was asked: memory is ahead.
            return self._known[digest][0]
        if row is not None:
            self.admit([row])
        return row

    def admit(self, rows: Iterable[TokenRow]) -> None:
        """Knows tokens from now on."""
        until = time.monotonic() + TRUST_SECONDS if self._store.shared else 0.0
        for row in rows:
            self._known[row.hash] = (row, until)
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)

    def forget(self, hashes: Iterable[bytes]) -> None:
        """Leaves it to the store what tokens are good for."""
        self._turnover += 1
        for digest in hashes:
            self._known.pop(digest, None)

    def of_seat(self, match_id: str, role: Role, seat: int | None) -> list[bytes]:
        """The hashes of the known tokens of a seat."""
        return [
            row.hash
            for row, _ in self._known.values()
            if row.match_id == match_id and row.role is role and row.seat == seat
        ]


def _digest(token: str) -> bytes:
    """The hash of a token; a text of another shape is refused without asking anybody."""
    if not tokens.is_token(token):
        raise ServiceError(ErrorCode.TOKEN_UNKNOWN)
    return tokens.digest(token)
