"""Where matches are kept: what a store can do, whatever database it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from intrigue.store.rows import (
    EntryRow,
    Lease,
    MatchRow,
    Occupant,
    Role,
    SeatRow,
    Stage,
    Status,
    StoredMatch,
    TokenRow,
    Write,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "EntryRow",
    "Lease",
    "MatchRow",
    "Occupant",
    "Role",
    "SeatRow",
    "Stage",
    "Status",
    "Store",
    "StoreError",
    "StoredMatch",
    "TokenRow",
    "Write",
]


class StoreError(Exception):
    """The store could not do what was asked; nothing of it was kept."""


class Store(Protocol):
    """Durable memory of matches. All methods are called on the event loop's thread."""

    @property
    def secret(self) -> bytes:
        """32 bytes that belong to this database, from which repeatable tokens are derived."""

    def new_key(self) -> int:
        """The key of the next match; keys rise."""

    def submit(self, write: Write, lease: Lease, done: Callable[[StoreError | None], None]) -> None:
        """Queues a write.

        Writes are kept in the order of their submission. `done` is called on the event loop
        when the write is durable, or when it has failed; it must not raise. It is a plain
        callback, not a future, so that a caller that goes away can't cancel what follows from
        its write.
        """

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token, also of a void one."""

    async def page(
        self, game: str | None, status: Status | None, before: int | None, limit: int
    ) -> list[StoredMatch]:
        """Public matches, without their logs, the newest first, with keys below `before`."""

    async def with_policies(self) -> list[str]:
        """The ids of running matches in which a policy holds a seat."""

    async def close(self) -> None:
        """Keeps what was submitted, then lets go of the database."""
