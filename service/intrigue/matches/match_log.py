"""The log of a live match: what memory has added to it, and how far the store has that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from intrigue import proof
from intrigue.engine import Refused
from intrigue.matches import entry_chain
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_version import version_after
from intrigue.store import Conflict, DamagedData, EntryKind, StoreError, Summary, Write, WriteLease

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.engine import Engine, Match
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_version import MatchVersion
    from intrigue.store import EntryRow, Lobby, MatchRow, Role, Store, TokenRow

# How often, and after which pauses, the store is asked what has become of a failed write.
_RETRY_PAUSES = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0)


class ConcurrentChange(Exception):
    """Something else was written first; the change has to be considered again."""


class _PendingWrite(NamedTuple):
    """A change that the store has not confirmed yet."""

    waiter: asyncio.Future[None]
    version: MatchVersion
    error: StoreError | None = None


class MatchLog:
    """The log of a live match.

    A change is made in memory and handed to the store in one step, without a pause between, so
    that both have the same order. What callers and watchers are told waits until the store has it:
    `durable` is how far that is. Should a write fail, or come too late, everything that is not
    durable is dropped, the log is read on from there, and what was overtaken is tried again: memory
    never stays ahead.
    """

    __slots__ = (
        "_engine",
        "_failed",
        "_lease",
        "_match",
        "_pending",
        "_refreshing",
        "_store",
        "_waiting",
        "chain",
        "durable",
        "failure",
        "latest",
        "play",
        "row",
        "stale",
    )

    def __init__(
        self,
        row: MatchRow,
        version: MatchVersion,
        play: Match | None,
        *,
        engine: Engine,
        store: Store,
        match: LiveMatch,
    ) -> None:
        """`match` is told when a version is durable, when seats change, and of a failure."""
        self.row = row
        self.play = play
        self.durable = version
        self.latest = version
        """How the match stands, durable or not: for those that are about to change it."""
        self.failure: ErrorCode | None = None
        """Why the log can't go on; the match is then rebuilt from the store."""
        self.stale = False
        """Whether another server may have changed the match."""
        self.chain = entry_chain.EntryChain(row)
        self._engine = engine
        self._store = store
        self._match = match
        self._lease = WriteLease()
        self._pending: list[_PendingWrite] = []
        self._failed: list[_PendingWrite] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a write or a read is under way."""
        return bool(self._pending or self._failed) or self._refreshing is not None

    @property
    def uncertain(self) -> bool:
        """Whether memory may be ahead of the store, or can't go on."""
        return bool(self._pending or self._failed) or self.failure is not None

    @property
    def recovering(self) -> bool:
        """Whether a write has failed and its outcome is not known yet."""
        return bool(self._failed)

    @property
    def created(self) -> bool:
        """Whether the store has the match at all."""
        return self.durable.number >= 0

    async def wait_durable(self) -> None:
        """Returns when all that has happened so far is durable, or dropped."""
        while self._pending or self._failed:
            # A future for each caller: one that goes away must not wake the others.
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        if self.failure is not None:
            raise ServiceError(self.failure)

    def fail(self, code: ErrorCode) -> None:
        """Refuses everybody from now on; the match goes on once it is rebuilt from the store."""
        if self.failure is not None:
            return
        self.failure = code
        self._match.close_watchers(ServiceError(code))
        failed, self._failed = self._failed, []
        for pending in failed:
            if not pending.waiter.done():
                pending.waiter.set_exception(ServiceError(code))
        if not self._pending:
            self._all_settled()

    # Writing.

    def submit(
        self,
        entries: tuple[EntryRow, ...],
        version: MatchVersion,
        *,
        create: MatchRow | None = None,
        tokens: tuple[TokenRow, ...] = (),
        void: tuple[bytes, ...] = (),
        void_seat: tuple[Role, int | None] | None = None,
        used: tuple[bytes, ...] = (),
        summarize: bool = True,
    ) -> asyncio.Future[None]:
        """Hands entries to the store, after which the match is at `version`.

        The future is done when they are durable; it raises `ConcurrentChange` if another server
        was first, or a `ServiceError`.
        """
        summary = None
        if summarize:
            ended = version.status.ended
            revision = version.revision if ended else 0
            summary = Summary(version.lobby, revision, version.outcome, version.public_times)
        self.latest = version
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append(_PendingWrite(waiter, version))
        write = Write(entries, create, summary, tokens, void, void_seat, used)
        self._store.submit(write, self._lease, self._committed)
        return waiter

    def _committed(self, error: StoreError | None) -> None:
        """Called by the store for each write, in the order of their submission."""
        pending = self._pending.pop(0)
        if error is None:
            before, self.durable = self.durable, pending.version
            if not pending.waiter.done():
                pending.waiter.set_result(None)
            self._match.became_durable(before, own=True)
        elif self.failure is None:
            # The first to fail is the reason why those after it failed.
            reason = self._failed[0].error if self._failed else error
            self._failed.append(pending._replace(error=reason))
        elif not pending.waiter.done():
            pending.waiter.set_exception(ServiceError(self.failure))
        if not self._pending:
            if self._failed:
                self._begin_recovery()
            else:
                self._all_settled()

    def _all_settled(self) -> None:
        """Nothing is under way: wakes those that wait for it."""
        if self.failure is not None:
            self._match.log_failed()
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    # After a failed write.

    def _begin_recovery(self) -> None:
        task = asyncio.create_task(self._recover())
        # The loop itself holds on to tasks only weakly.
        _recoveries.add(task)
        task.add_done_callback(_recoveries.discard)

    async def _recover(self) -> None:
        """Drops what is not durable, and reads on from there."""
        try:
            entries = await self._entries_after_failure()
            self._rewind(entries)
        except (ServiceError, StoreError, Refused) as error:
            self.fail(_reason(error))
            return
        except BaseException:
            self.fail(ErrorCode.CORE_FAULT)
            raise
        if not self.created:
            # The match itself was not stored.
            self.failure = ErrorCode.STORE_FAILED
        failed, self._failed = self._failed, []
        stored = {entry.head for entry in entries}
        for waiter, version, why in failed:
            if waiter.done():
                continue
            if version.head in stored:
                waiter.set_result(None)
            elif isinstance(why, Conflict):
                waiter.set_exception(ConcurrentChange())
            else:
                waiter.set_exception(ServiceError(ErrorCode.STORE_FAILED))
        self._all_settled()

    async def _entries_after_failure(self) -> list[EntryRow]:
        """What the store has after the last durable entry."""
        *first, last = _RETRY_PAUSES
        for pause in first:
            await asyncio.sleep(pause)
            try:
                return await self._store.entries(self.row.key, self.durable.number)
            except DamagedData:
                raise
            except StoreError:
                continue
        await asyncio.sleep(last)
        return await self._store.entries(self.row.key, self.durable.number)

    def _rewind(self, entries: Sequence[EntryRow]) -> None:
        """Brings memory to where the stored log leads."""
        version = self.durable
        if not self.chain.follows(version.number, version.head, entries):
            raise ServiceError(ErrorCode.LOG_DAMAGED)
        lobby = entry_chain.lobby_of(entries, version.lobby)
        steps = [] if self.play is None else self.play.entries()[: version.steps]
        steps += entry_chain.steps_of(entries)
        self.play = restore(self._engine, self.row, lobby, steps) if steps else None
        self.latest = version
        self._lease = WriteLease()
        if entries:
            self._adopt(entries, lobby)

    # Other servers' entries.

    async def refresh(self) -> None:
        """Takes in what other servers have written."""
        if not self._store.shared:
            return
        if self._refreshing is None:
            self._refreshing = asyncio.create_task(self._read_on())
        await asyncio.shield(self._refreshing)
        if self.failure is not None:
            raise ServiceError(self.failure)

    async def _read_on(self) -> None:
        try:
            # What is under way here is in doubt anyhow, and clears up by itself.
            await self.wait_durable()
            self.stale = False
            after = self.durable.number
            entries = await self._store.entries(self.row.key, after)
            if entries and not (self._pending or self._failed) and after == self.durable.number:
                self._apply_foreign(entries)
        except (ServiceError, Refused) as error:
            self.fail(_reason(error))
        except StoreError as error:
            self.stale = True
            raise ServiceError(_reason(error)) from error
        finally:
            self._refreshing = None

    def _apply_foreign(self, entries: Sequence[EntryRow]) -> None:
        """Goes on with another server's entries; raises if they make no sense."""
        version = self.durable
        if not self.chain.follows(version.number, version.head, entries):
            raise ServiceError(ErrorCode.LOG_DAMAGED)
        lobby = entry_chain.lobby_of(entries, version.lobby)
        for step in entry_chain.steps_of(entries):
            if self.play is None:
                self.play = restore(self._engine, self.row, lobby, [step])
            else:
                self.play.follow(step)
        note_replaced(self.play, lobby)
        self._adopt(entries, lobby)

    def _adopt(self, entries: Sequence[EntryRow], lobby: Lobby) -> None:
        """Moves to where entries lead, which `play` has already taken in."""
        before = self.durable
        self.durable = self.latest = version_after(before, entries, lobby, self.play)
        self._match.became_durable(before, own=False)
        if any(entry.kind == EntryKind.LOBBY for entry in entries):
            self._match.lobby_changed_elsewhere()


_recoveries: set[asyncio.Task[None]] = set()


def _reason(error: ServiceError | StoreError | Refused) -> ErrorCode:
    """Why a log can't go on."""
    if isinstance(error, ServiceError):
        return error.code
    failed = isinstance(error, StoreError) and not isinstance(error, DamagedData)
    return ErrorCode.STORE_FAILED if failed else ErrorCode.LOG_DAMAGED


def restore(engine: Engine, row: MatchRow, lobby: Lobby, steps: Sequence[bytes]) -> Match:
    """The match that a log leads to; raises `Refused`."""
    seed = proof.deal_seed(row.seed, [seat.entropy for seat in lobby.seats])
    play = engine.restore(row.game, row.options, seed, row.script, steps)
    note_replaced(play, lobby)
    return play


def note_replaced(play: Match | None, lobby: Lobby) -> None:
    """Has the play know which seats have changed hands since the deal."""
    if play is not None:
        for seat in lobby.replaced:
            play.note_replaced(seat)
