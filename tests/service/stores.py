"""Stores of both kinds, and things to put into them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from intrigue.store import (
    ClockRow,
    EntryKind,
    EntryRow,
    Lobby,
    MatchRow,
    Occupant,
    Pace,
    PublicTimes,
    SeatRow,
    Status,
    StoreError,
    Summary,
    Write,
    WriteLease,
)
from intrigue.store.address import is_postgres
from intrigue.store.postgres import PostgresStore
from intrigue.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from intrigue.store import Store

SEATS = (
    SeatRow(Occupant.TAKEN, "Ana — ☂", ready=True, entropy=b"\x00\xff"),
    SeatRow(Occupant.POLICY, policy="random"),
)
TIMES = PublicTimes(1_700_000_000_124, 0, 1_700_000_000_125)
WAITING = Lobby(Status.WAITING, (SEATS[0], SeatRow(Occupant.OPEN)))
RUNNING = Lobby(Status.RUNNING, SEATS)


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store: Store
    if is_postgres(database):
        store = await PostgresStore.open(database)
    else:
        store = await SqliteStore.open(database)
    try:
        yield store
    finally:
        await store.close()


async def a_match(
    store: Store, match_id: str = "m", *, private: bool = False, clock: ClockRow | None = None
) -> MatchRow:
    return MatchRow(
        key=await store.new_key(),
        id=match_id,
        game="some_game",
        rules_version=1,
        options={"length": "court — ☂"},
        seed=bytes(range(32)),
        nonce=b"\x00n" * 16,
        seeded=True,
        script=("deal 1", "deal 2"),
        policy_seed=b"p" * 32,
        private=private,
        rated=False,
        ready_check=True,
        clock=clock,
        pace=Pace.RELAXED,
        labels={"season": "été — ☂", "round": "2"},
        invitation=f"invitation to {match_id}".encode() if private else None,
        create_time=1_700_000_000_123,
        request_hash=b"h",
    )


def an_entry(key: int, number: int, seat: int | None = None, request_id: str = "") -> EntryRow:
    return EntryRow(
        match=key,
        number=number,
        kind=EntryKind.STEP,
        seat=seat,
        request_id=request_id,
        revision=10 * number,
        time=1000 * number,
        wall_time=1_700_000_000_123 + number,
        clock=b"\x00left",
        body=b"\xffbody %d" % number,
        head=bytes([number % 256]) * 32,
    )


async def put(store: Store, write: Write, lease: WriteLease | None = None) -> None:
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(error: StoreError | None) -> None:
        if error is not None and not done.done():
            done.set_exception(error)
        elif not done.done():
            done.set_result(None)

    store.submit(write, lease or WriteLease(), settle)
    await done


async def create(
    store: Store,
    match_id: str = "m",
    *,
    lobby: Lobby = WAITING,
    private: bool = False,
    clock: ClockRow | None = None,
) -> MatchRow:
    """A match with its first entry."""
    row = await a_match(store, match_id, private=private, clock=clock)
    await put(store, Write((an_entry(row.key, 0),), row, Summary(lobby, 0, None, TIMES)))
    return row


async def log_of(store: Store, match_id: str = "m") -> list[int]:
    stored = await store.match(match_id)
    assert stored is not None
    return [entry.number for entry in stored.entries]
