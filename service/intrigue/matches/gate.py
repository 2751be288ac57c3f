"""The gate: which token is whose, asked of memory first and of the store once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from intrigue.matches import tokens
from intrigue.matches.faults import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from intrigue.store import Store, TokenRow


class Gate:
    """Knows who holds a token."""

    def __init__(self, store: Store, capacity: int) -> None:
        self._store = store
        self._capacity = capacity
        self._known: OrderedDict[bytes, TokenRow] = OrderedDict()
        # Hashing costs more than all else here, and a caller sends the same token every time.
        self._digest = lru_cache(capacity)(_digest)

    async def holder(self, token: str) -> TokenRow:
        """What a token is good for. A token that holds no more is as unknown as any other."""
        row = self.known(token)
        if row is None:
            row = await self.issued(self._digest(token))
        if row is None or row.void:
            raise Fault(Code.TOKEN_UNKNOWN)
        return row

    def known(self, token: str) -> TokenRow | None:
        """What a token is good for, if it is known without asking the store."""
        digest = self._digest(token)
        row = self._known.get(digest)
        if row is None:
            return None
        self._known.move_to_end(digest)
        if row.void:
            raise Fault(Code.TOKEN_UNKNOWN)
        return row

    async def issued(self, digest: bytes) -> TokenRow | None:
        """What is known of a token by its hash, also of a void one."""
        row = self._known.get(digest)
        if row is None:
            stored = await self._store.token(digest)
            # It may have been made or replaced while the store was asked: memory is ahead.
            row = self._known.get(digest, stored)
            if row is not None:
                self.admit([row])
        return row

    def admit(self, rows: Iterable[TokenRow]) -> None:
        """Knows tokens from now on."""
        for row in rows:
            self._known[row.hash] = row
        while len(self._known) > self._capacity:
            self._known.popitem(last=False)

    def void(self, row: TokenRow) -> None:
        """Turns a token away from now on, also while the store does not know of it yet."""
        self.admit([replace(row, void=True)])

    def forget(self, rows: Iterable[TokenRow]) -> None:
        """Leaves it to the store what tokens are good for, after a write has failed."""
        for row in rows:
            self._known.pop(row.hash, None)


def _digest(token: str) -> bytes:
    """The hash of a token; a text of another shape is refused without asking anybody."""
    if not tokens.is_token(token):
        raise Fault(Code.TOKEN_UNKNOWN)
    return tokens.digest(token)
