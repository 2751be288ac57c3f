"""Where matches are kept: what a store can do, whatever database it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from intrigue.store.rows import (
    ClockRow,
    EntryKind,
    EntryRow,
    ListedMatch,
    Lobby,
    MatchFilter,
    MatchRow,
    Occupant,
    Pace,
    PublicTimes,
    Role,
    SeatRow,
    Status,
    StoredMatch,
    Summary,
    TokenRow,
    Witness,
    Write,
    WriteLease,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Mapping

__all__ = [
    "ClockRow",
    "Conflict",
    "DamagedData",
    "DamagedToken",
    "EntryKind",
    "EntryRow",
    "ListedMatch",
    "Lobby",
    "MatchFilter",
    "MatchRow",
    "Occupant",
    "Pace",
    "PublicTimes",
    "Role",
    "SeatRow",
    "Status",
    "Store",
    "StoreError",
    "StoredMatch",
    "Summary",
    "TokenRow",
    "Witness",
    "Write",
    "WriteLease",
]


class StoreError(Exception):
    """The store could not do what was asked.

    A write that failed so may have been kept all the same, if the connection broke while it was
    committed: reading the log tells.
    """


class Conflict(StoreError):
    """A write comes too late: its place in the log, its id or its request id is taken.

    Nothing of it was kept.
    """


class DamagedData(StoreError):
    """The store holds something that it never wrote, or has lost something that it did."""


class DamagedToken(DamagedData):
    """What is damaged is what was known of a token."""


class Store(Protocol):
    """Durable memory of matches. All methods are called on the event loop's thread.

    A match is its row, which never changes, and its log, which only grows: the primary key of
    the log (match, number) decides who was first where several servers share a database.
    """

    @property
    def secret(self) -> bytes:
        """32 bytes that belong to this database, from which repeatable tokens are derived."""

    @property
    def shared(self) -> bool:
        """Whether other servers may write to the same database."""

    def listen(self, changed: Callable[[Collection[int] | None], None]) -> None:
        """Calls `changed` on the event loop with the keys of matches that another server has
        written to; with None if that can't be told and any match may have changed.
        """

    def on_commit(self, committed: Callable[[float, int], None]) -> None:
        """Calls `committed` on the event loop for every group of writes that has become durable:
        the seconds that it took, and how many writes it had.
        """

    async def new_key(self) -> int:
        """The key of a new match; keys rise, more or less."""

    def submit(
        self, write: Write, lease: WriteLease, done: Callable[[StoreError | None], None]
    ) -> None:
        """Queues a write.

        Writes are kept in the order of their submission. `done` is called on the event loop
        when the write is durable, or when it has failed; it must not raise. It is a plain
        callback, not a future, so that a caller that goes away can't cancel what follows from
        its write.
        """

    async def match(self, match_id: str) -> StoredMatch | None:
        """A match with its whole log."""

    async def entries(self, key: int, after: int) -> list[EntryRow]:
        """The entries of a match with numbers above `after`."""

    async def answered(self, key: int, seat: int | None, request_id: str) -> EntryRow | None:
        """The entry that a request of a seat, or of the host, led to."""

    async def heads(self, keys: Collection[int]) -> Mapping[int, int]:
        """The number of the last entry of each of these matches."""

    async def invited(self, invitation: bytes) -> str | None:
        """The id of the match with this hash of an invitation code."""

    async def token(self, digest: bytes) -> TokenRow | None:
        """What is known of a token, also of a void one."""

    async def successor(self, digest: bytes) -> TokenRow | None:
        """The token that was made in place of another, if it has not been used."""

    async def page(self, wanted: MatchFilter, before: int | None, limit: int) -> list[ListedMatch]:
        """Matches without their logs, the newest first, with keys below `before`."""

    async def unattended(self, before: int) -> list[str]:
        """The ids of running matches with a policy's seat or a clock, whose last entry is older
        than `before` on the service's clock (a store that isn't shared may name them all).
        """

    async def tick(self, now: int) -> int:
        """Keeps the time of the service's clock, in milliseconds, unless it has a later one;
        answers the later. The clock of a new database starts at 0.
        """

    def scan(self) -> AsyncIterator[str | DamagedData]:
        """Reads every row once: the ids of all matches, and what is found to be damaged, such
        as a token's row or a match that a witness knows and the table does not.
        """

    async def close(self) -> None:
        """Keeps what was submitted, then lets go of the database."""
