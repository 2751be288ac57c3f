"""The gate: which token is whose, asked of memory first and of the store once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
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

    async def holder(self, token: str) -> TokenRow:
        """What a token is good for. A token that holds no more is as unknown as any other."""
        if not tokens.is_token(token):
            raise Fault(Code.TOKEN_UNKNOWN)
        digest = tokens.digest(token)
        row = self._known.get(digest)
        if row is None:
            row = await self.issued(digest)
        else:
            self._known.move_to_end(digest)
        if row is None or row.void:
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
