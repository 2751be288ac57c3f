"""What any store keeps, what it refuses, and what happens when a write fails."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest
from tests.service.stores import (
    RUNNING,
    SEATS,
    TIMES,
    WAITING,
    a_match,
    an_entry,
    create,
    log_of,
    opened,
    put,
)

from intrigue.store import (
    ClockRow,
    Conflict,
    DamagedData,
    DamagedToken,
    Lobby,
    MatchFilter,
    Role,
    Status,
    StoreError,
    Summary,
    TokenRow,
    Write,
    WriteLease,
)

CLOCK = ClockRow(60_000, 2_000, 0, "random")


@pytest.fixture
async def store(database):
    async with opened(database) as store:
        yield store


async def test_a_match_comes_back_as_it_was(database):
    async with opened(database) as store:
        row = await a_match(store, private=True, clock=CLOCK)
        entries = (an_entry(row.key, 0), an_entry(row.key, 1, 0, "request ☂"))
        await put(store, Write(entries, row, Summary(RUNNING, 0, None, TIMES)))
        await put(store, Write((an_entry(row.key, 2, 1),)))
        secret = store.secret
    async with opened(database) as store:
        stored = await store.match("m")
        assert stored is not None
        assert stored.row == row
        assert stored.entries == (*entries, an_entry(row.key, 2, 1))
        assert stored.witness is not None
        assert stored.witness.number == 2
        assert stored.entries[-1].head.startswith(stored.witness.head)
        assert len(stored.witness.head) >= 16
        assert await store.match("other") is None
        assert store.secret == secret
        assert len(secret) == 32
        assert await store.new_key() > row.key


async def test_parts_of_a_log_are_found(store):
    row = await create(store)
    other = await create(store, "other")
    for number in range(1, 5):
        entry = an_entry(row.key, number, number % 2, f"r{number}" if number < 4 else "")
        await put(store, Write((entry,)))
    assert [entry.number for entry in await store.entries(row.key, 1)] == [2, 3, 4]
    assert await store.entries(row.key, 4) == []
    assert await store.answered(row.key, 0, "r2") == an_entry(row.key, 2, 0, "r2")
    for seat, request_id in ((1, "r2"), (0, "r4"), (0, "")):
        assert await store.answered(row.key, seat, request_id) is None
    assert await store.heads([row.key, other.key, 999]) == {row.key: 4, other.key: 0}
    assert await store.heads([]) == {}


async def test_the_summary_follows_the_match(store):
    row = await create(store)
    summary = Summary(Lobby(Status.FINISHED, SEATS, "next"), 5, b"\x00outcome", TIMES)
    await put(store, Write((an_entry(row.key, 1),), summary=summary))
    (listed,) = await store.page(MatchFilter(), None, 10)
    assert listed.row == row
    assert listed.summary == summary
    assert await log_of(store) == [0, 1]


async def test_a_write_is_all_or_nothing(store):
    row = await create(store)
    token = TokenRow(b"t" * 32, row.key, row.id, Role.SEAT, 0)
    entries = (an_entry(row.key, 1), an_entry(row.key, 0))
    with pytest.raises(Conflict):
        await put(store, Write(entries, summary=Summary(RUNNING, 0, None, TIMES), tokens=(token,)))
    (listed,) = await store.page(MatchFilter(), None, 10)
    assert listed.summary.lobby.status is Status.WAITING
    assert await log_of(store) == [0]
    assert await store.heads([row.key]) == {row.key: 0}
    assert await store.token(token.hash) is None


@pytest.mark.parametrize("plain", [True, False])
async def test_one_bad_write_does_not_take_its_group_along(store, plain):
    rows = [await create(store, f"m{number}") for number in range(4)]
    summary = None if plain else Summary(RUNNING, 0, None, TIMES)
    results: list[StoreError | None] = []
    # Submitted without a pause, so that they may share a group with the one that fails.
    for number, row in zip((1, 1, 0, 1), rows, strict=True):
        store.submit(
            Write((an_entry(row.key, number),), None, summary), WriteLease(), results.append
        )
    await put(store, Write((an_entry(rows[1].key, 2),)))
    assert [error is None for error in results] == [True, True, False, True]
    assert isinstance(results[2], Conflict)
    assert [await log_of(store, row.id) for row in rows] == [[0, 1], [0, 1, 2], [0], [0, 1]]


async def test_nothing_is_kept_on_top_of_a_write_that_failed(store):
    row = await create(store)
    lease = WriteLease()
    await put(store, Write((an_entry(row.key, 1),)), lease)
    results: list[StoreError | None] = []
    store.submit(Write((an_entry(row.key, 1, 0),)), lease, results.append)
    store.submit(Write((an_entry(row.key, 2),)), lease, results.append)
    with pytest.raises(StoreError):
        await put(store, Write((an_entry(row.key, 3),)), lease)
    assert lease.broken
    assert isinstance(results[0], Conflict)
    assert isinstance(results[1], StoreError)
    assert await log_of(store) == [0, 1]
    await put(store, Write((an_entry(row.key, 2),)))


async def test_a_request_id_is_kept_once_for_a_seat(store):
    row = await create(store)
    requests = [(0, "same"), (1, "same"), (0, ""), (0, ""), (None, "")]
    for number, (seat, request_id) in enumerate(requests, 1):
        await put(store, Write((an_entry(row.key, number, seat, request_id),)))
    with pytest.raises(Conflict):
        await put(store, Write((an_entry(row.key, 6, 0, "same"),)))
    assert await log_of(store) == [0, 1, 2, 3, 4, 5]


async def test_an_id_and_an_invitation_are_taken_once(store):
    first = await create(store, private=True)
    for changes in ({"invitation": None}, {"id": "another"}):
        second = replace(await a_match(store, private=True), **changes)
        write = Write((an_entry(second.key, 0),), second, Summary(RUNNING, 0, None, TIMES))
        with pytest.raises(Conflict):
            await put(store, write)
    assert await store.invited(b"invitation to m") == first.id
    assert await store.invited(b"invitation to another") is None


async def test_many_writes_share_a_group_and_keep_their_order(store):
    row = await create(store)
    lease = WriteLease()
    settled: list[tuple[int, StoreError | None]] = []

    def settle(number: int, error: StoreError | None) -> None:
        settled.append((number, error))

    for number in range(1, 1200):
        entry = an_entry(row.key, number, 0, f"r{number}")
        store.submit(Write((entry,)), lease, functools.partial(settle, number))
    await put(store, Write((an_entry(row.key, 1200),)), lease)
    assert settled == [(number, None) for number in range(1, 1200)]
    assert await log_of(store) == list(range(1201))
    assert await store.heads([row.key]) == {row.key: 1200}


async def test_a_match_and_what_follows_may_share_a_group(store):
    lease = WriteLease()
    results: list[StoreError | None] = []
    rows = [await a_match(store, f"m{number}") for number in range(5)]
    for row in rows:
        token = TokenRow(b"%032d" % row.key, row.key, row.id, Role.HOST, None)
        first = Write((an_entry(row.key, 0),), row, Summary(RUNNING, 0, None, TIMES), (token,))
        ended = Summary(Lobby(Status.ABORTED, SEATS), 3, None, TIMES)
        for write in (
            first,
            Write((an_entry(row.key, 1, 1, "a"), an_entry(row.key, 2))),
            Write((an_entry(row.key, 3),)),
            Write((an_entry(row.key, 4),), summary=ended, void=(token.hash,)),
        ):
            store.submit(write, lease, results.append)
    await put(store, Write((an_entry(rows[0].key, 5),)), lease)
    assert results == [None] * 20
    assert await log_of(store, "m0") == [0, 1, 2, 3, 4, 5]
    for row in rows:
        token = await store.token(b"%032d" % row.key)
        assert token is not None
        assert token.void
    page = await store.page(MatchFilter(statuses=(Status.ABORTED,)), None, 10)
    assert [listed.row.id for listed in page] == ["m4", "m3", "m2", "m1", "m0"]


async def test_tokens_are_found_voided_and_never_voided_twice(store):
    row = await create(store)
    old = TokenRow(b"o" * 32, row.key, row.id, Role.SEAT, 1)
    new = TokenRow(b"n" * 32, row.key, row.id, Role.SEAT, 1)
    await put(store, Write((an_entry(row.key, 1),), tokens=(old,)))
    assert await store.token(old.hash) == old
    await put(store, Write((an_entry(row.key, 2),), tokens=(new,), void=(old.hash,)))
    assert await store.token(old.hash) == replace(old, void=True)
    assert await store.token(new.hash) == new
    another = TokenRow(b"x" * 32, row.key, row.id, Role.SEAT, 1)
    for hashes in ((old.hash,), (new.hash, old.hash), (b"?" * 32,)):
        with pytest.raises(Conflict):
            await put(store, Write((an_entry(row.key, 3),), tokens=(another,), void=hashes))
    assert await store.token(another.hash) is None
    assert await store.token(new.hash) == new


async def test_all_tokens_of_a_seat_are_voided_at_once(store):
    row = await create(store)
    other = await create(store, "other")
    tokens = [
        TokenRow(b"1" * 32, row.key, row.id, Role.SEAT, 1),
        TokenRow(b"2" * 32, row.key, row.id, Role.SEAT, 1),
        TokenRow(b"3" * 32, row.key, row.id, Role.SEAT, 0),
        TokenRow(b"4" * 32, row.key, row.id, Role.SPECTATOR, None),
        TokenRow(b"5" * 32, row.key, row.id, Role.HOST, None),
        TokenRow(b"6" * 32, other.key, other.id, Role.SEAT, 1),
    ]
    await put(store, Write((an_entry(row.key, 1),), tokens=tuple(tokens)))

    async def holding() -> str:
        found = [await store.token(token.hash) for token in tokens]
        return "".join(chr(row.hash[0]) for row in found if row is not None and not row.void)

    fresh = TokenRow(b"7" * 32, row.key, row.id, Role.SEAT, 1)
    lease = WriteLease()
    results: list[StoreError | None] = []
    late = TokenRow(b"8" * 32, row.key, row.id, Role.SEAT, 1)
    store.submit(Write((an_entry(row.key, 2),), tokens=(late,)), lease, results.append)
    void = Write((an_entry(row.key, 3),), tokens=(fresh,), void_seat=(Role.SEAT, 1))
    await put(store, void, lease)
    tokens += [late, fresh]
    assert results == [None]
    assert await holding() == "34567"
    await put(store, Write((an_entry(row.key, 4),), void_seat=(Role.SPECTATOR, None)))
    assert await holding() == "3567"
    await put(store, Write((an_entry(row.key, 5),), void_seat=(Role.SPECTATOR, None)))


async def test_pages_hold_matches_newest_first(store):
    rows = [await create(store, f"m{number}", private=number == 2) for number in range(5)]

    async def page(wanted: MatchFilter, before: int | None = None, limit: int = 3) -> list[str]:
        return [listed.row.id for listed in await store.page(wanted, before, limit)]

    assert await page(MatchFilter()) == ["m4", "m3", "m1"]
    assert await page(MatchFilter(private=None)) == ["m4", "m3", "m2"]
    assert await page(MatchFilter(private=True)) == ["m2"]
    assert await page(MatchFilter("some_game", (Status.WAITING,), joinable=True), rows[1].key) == [
        "m0"
    ]
    assert await page(MatchFilter(rated=False), limit=10) == ["m4", "m3", "m1", "m0"]
    for nothing in (
        MatchFilter("other"),
        MatchFilter(statuses=(Status.RUNNING,)),
        MatchFilter(joinable=False),
    ):
        assert await page(nothing) == []
    assert await page(MatchFilter(rated=True)) == []
    await put(store, Write((an_entry(rows[3].key, 1),), summary=Summary(RUNNING, 0, None, TIMES)))
    assert await page(MatchFilter(joinable=False)) == ["m3"]
    assert await page(MatchFilter(statuses=(Status.RUNNING,))) == ["m3"]


async def test_matches_that_go_on_by_themselves_are_found(store):
    nobody = RUNNING._replace(seats=(SEATS[0], SEATS[0]))
    bots = await create(store, "bots", lobby=RUNNING)
    await create(store, "waiting")
    await create(store, "people", lobby=nobody)
    await create(store, "timed", lobby=nobody, clock=CLOCK)
    await put(store, Write((an_entry(bots.key, 1),)))
    assert await store.unattended(1001) == ["bots", "timed"]
    if store.shared:
        assert await store.unattended(1000) == ["timed"]
    ended = Summary(Lobby(Status.FINISHED, SEATS), 2, b"", TIMES)
    await put(store, Write((an_entry(bots.key, 2),), summary=ended))
    assert await store.unattended(9000) == ["timed"]


async def test_the_clock_of_the_service_never_goes_back(database):
    async with opened(database) as store:
        assert await store.tick(0) == 0
        assert await store.tick(5000) == 5000
        assert await store.tick(4000) == 5000
    async with opened(database) as store:
        assert await store.tick(0) == 5000


async def test_a_scan_reads_everything(store):
    assert [found async for found in store.scan()] == []
    rows = [await create(store, f"m{number}") for number in range(3)]
    token = TokenRow(b"t" * 32, rows[0].key, "m0", Role.HOST, None)
    with_token = Summary(WAITING._replace(tokens=1), 0, None, TIMES)
    await put(store, Write((an_entry(rows[0].key, 1),), summary=with_token, tokens=(token,)))
    found = [found async for found in store.scan()]
    assert found == ["m0", "m1", "m2"]
    assert not any(isinstance(item, DamagedData) for item in found)
    # A token too few is noticed.
    await put(store, Write((an_entry(rows[1].key, 1),), summary=with_token))
    found = [found async for found in store.scan()]
    assert [type(item) for item in found] == [str, DamagedToken, str]


async def test_a_write_after_closing_fails_and_does_not_hang(database):
    async with opened(database) as store:
        row = await create(store)
    lease = WriteLease()
    with pytest.raises(StoreError):
        await put(store, Write((an_entry(row.key, 1),)), lease)
    assert lease.broken
    with pytest.raises(StoreError):
        await store.match("m")


async def test_closing_keeps_what_was_submitted(database):
    results: list[StoreError | None] = []
    async with opened(database) as store:
        row = await create(store)
        for number in range(1, 51):
            store.submit(Write((an_entry(row.key, number),)), WriteLease(), results.append)
    assert results == [None] * 50
    async with opened(database) as store:
        assert await log_of(store) == list(range(51))
