"""What memory has added to a match's log, and how far the store has that."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, Protocol

from intrigue import proof
from intrigue.engine import Refused
from intrigue.matches import ledger
from intrigue.matches.faults import Code, Fault
from intrigue.matches.stage import Stage
from intrigue.store import (
    Conflict,
    Damage,
    Kind,
    Lease,
    Occupant,
    Status,
    StoreError,
    Summary,
    Write,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from intrigue.engine import Engine, Play
    from intrigue.matches.service_clock import ServiceClock
    from intrigue.matches.watcher import Watcher
    from intrigue.store import EntryRow, Lobby, MatchRow, Role, Store, TokenRow

# How often, and after which pauses, the store is asked what has become of a failed write.
_INQUIRIES = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0)
_NOBODY: AbstractSet[Watcher] = frozenset()
# Entries that everybody knows of.
_OPEN = frozenset({Kind.LOBBY, Kind.DEAL})


class Landlord(Protocol):
    """What a room tells the one that keeps it."""

    engine: Engine
    store: Store
    clock: ServiceClock

    def turn(self, room: Journal, *, own: bool) -> None:
        """Something is durable in a match that policies or clocks may have to see to; by this
        server's own doing, or by another's.
        """

    def lobby_changed(self, room: Journal) -> None:
        """Another server has changed seats, or made tokens void."""

    def broken(self, room: Journal) -> None:
        """The room can't go on; the match has to be rebuilt from the store."""


class Overtaken(Exception):
    """Something else came first; the change has to be thought over."""


class _Pending(NamedTuple):
    """A change that the store has not confirmed yet."""

    waiter: asyncio.Future[None]
    stage: Stage
    error: StoreError | None = None


class Journal:
    """The log of a live match: what memory has added to it, and how far the store has that.

    A change is made in memory and handed to the store in one step, without a pause between, so
    that both have the same order. What anybody is told waits until the store has it: `durable`
    is how far that is. Should a write fail, or come too late, everything that is not durable is
    forgotten, the log is read on from there, and what was overtaken is tried again: memory never
    stays ahead.
    """

    __slots__ = (
        "_failed",
        "_landlord",
        "_latest",
        "_lease",
        "_ledger",
        "_pending",
        "_quiet",
        "_refreshing",
        "durable",
        "fault",
        "play",
        "policies",
        "policies_at_work",
        "row",
        "stale",
        "watchers",
    )

    def __init__(self, row: MatchRow, stage: Stage, play: Play | None, landlord: Landlord) -> None:
        self.row = row
        self.play = play
        self.durable = stage
        self.fault: Code | None = None
        self.stale = False
        """Whether another server may have changed the match."""
        self.watchers: AbstractSet[Watcher] = _NOBODY
        self.policies: dict[int, str] = {}
        self.policies_at_work = False
        self._landlord = landlord
        self._latest = stage
        self._ledger = ledger.Ledger(row)
        self._lease = Lease()
        self._pending: list[_Pending] = []
        self._failed: list[_Pending] = []
        self._quiet: list[asyncio.Future[None]] = []
        self._refreshing: asyncio.Task[None] | None = None
        self._seat_policies(stage.lobby)

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if the room were given up."""
        busy = self._pending or self._failed or self._refreshing is not None
        return not (busy or self.watchers or self.policies_at_work)

    @property
    def made(self) -> bool:
        """Whether the store has the match at all."""
        return self.durable.number >= 0

    @property
    def latest(self) -> Stage:
        """How the match stands, durable or not: for those that are about to change it."""
        return self._latest

    def admit(self, watcher: Watcher) -> None:
        """Has a reader from now on."""
        if isinstance(self.watchers, set):
            self.watchers.add(watcher)
        else:
            self.watchers = {watcher}

    def dismiss(self, watcher: Watcher) -> None:
        """Has a reader no more. A match that nobody reads should be small."""
        if isinstance(self.watchers, set):
            self.watchers.discard(watcher)
            self.watchers = self.watchers or _NOBODY

    async def settled(self) -> None:
        """Returns when all that has happened so far is durable, or forgotten."""
        while self._pending or self._failed:
            # A future for each caller: one that goes away must not wake the others.
            quiet = asyncio.get_running_loop().create_future()
            self._quiet.append(quiet)
            await quiet
        if self.fault is not None:
            raise Fault(self.fault)

    def give_up(self, code: Code) -> None:
        """Turns everybody away; the match goes on in a new room, rebuilt from the store."""
        if self.fault is not None:
            return
        self.fault = code
        for watcher in list(self.watchers):
            watcher.close(Fault(code))
        failed, self._failed = self._failed, []
        for pending in failed:
            if not pending.waiter.done():
                pending.waiter.set_exception(Fault(code))
        if not self._pending:
            self._settle()

    # Keeping up with other servers.

    async def refresh(self) -> None:
        """Takes in what other servers have done."""
        if not self._landlord.store.shared:
            return
        if self._refreshing is None:
            self._refreshing = asyncio.create_task(self._read_on())
        await asyncio.shield(self._refreshing)
        if self.fault is not None:
            raise Fault(self.fault)

    async def _read_on(self) -> None:
        try:
            # What is under way here is in doubt anyhow, and clears up by itself.
            await self.settled()
            self.stale = False
            after = self.durable.number
            entries = await self._landlord.store.entries(self.row.key, after)
            if entries and not (self._pending or self._failed) and after == self.durable.number:
                self._take_in(entries)
        except (Fault, Refused) as error:
            self.give_up(_reason(error))
        except StoreError as error:
            self.stale = True
            raise Fault(_reason(error)) from error
        finally:
            self._refreshing = None

    def _take_in(self, entries: Sequence[EntryRow]) -> None:
        """Goes on with entries that another server has made; raises if they make no sense."""
        stage = self.durable
        if not self._ledger.follows(stage.number, stage.head, entries):
            raise Fault(Code.LOG_DAMAGED)
        lobby = ledger.lobby_of(entries, stage.lobby)
        for step in ledger.steps_of(entries):
            if self.play is None:
                self.play = self._restored(lobby, [step])
            else:
                self.play.follow(step)
        self._adopt(entries, lobby)

    def _adopt(self, entries: Sequence[EntryRow], lobby: Lobby) -> None:
        """Stands where entries lead, which `play` has already taken in."""
        stage = stage_after(self.durable, entries, lobby, self.play)
        self.durable = self._latest = stage
        self._seat_policies(lobby)
        self._tell(stage, own=False)
        if any(entry.kind == Kind.LOBBY for entry in entries):
            self._landlord.lobby_changed(self)

    async def _recover(self) -> None:
        """After a failed write: forgets what is not durable, and reads on from there."""
        try:
            entries = await self._inquire()
            self._rewind(entries)
        except (Fault, StoreError, Refused) as error:
            self.give_up(_reason(error))
            return
        except BaseException:
            self.give_up(Code.CORE_FAULT)
            raise
        if not self.made:
            # The match itself was not kept.
            self.fault = Code.STORE_FAILED
        failed, self._failed = self._failed, []
        kept = {entry.head for entry in entries}
        for waiter, stage, why in failed:
            if waiter.done():
                continue
            if stage.head in kept:
                waiter.set_result(None)
            elif isinstance(why, Conflict):
                waiter.set_exception(Overtaken())
            else:
                waiter.set_exception(Fault(Code.STORE_FAILED))
        self._settle()

    async def _inquire(self) -> list[EntryRow]:
        """What the log has after the last durable entry."""
        *first, last = _INQUIRIES
        for pause in first:
            await asyncio.sleep(pause)
            try:
                return await self._landlord.store.entries(self.row.key, self.durable.number)
            except Damage:
                raise
            except StoreError:
                continue
        await asyncio.sleep(last)
        return await self._landlord.store.entries(self.row.key, self.durable.number)

    def _rewind(self, entries: Sequence[EntryRow]) -> None:
        """Stands where the log leads, whatever memory had in mind."""
        stage = self.durable
        if not self._ledger.follows(stage.number, stage.head, entries):
            raise Fault(Code.LOG_DAMAGED)
        lobby = ledger.lobby_of(entries, stage.lobby)
        steps = [] if self.play is None else self.play.entries()[: stage.steps]
        steps += ledger.steps_of(entries)
        self.play = self._restored(lobby, steps) if steps else None
        self._latest = stage
        self._lease = Lease()
        if entries:
            self._adopt(entries, lobby)

    def _restored(self, lobby: Lobby, steps: Sequence[bytes]) -> Play:
        return restore(self._landlord.engine, self.row, lobby, steps)

    # Writing.

    def _submit(
        self,
        entries: tuple[EntryRow, ...],
        stage: Stage,
        *,
        create: MatchRow | None = None,
        tokens: tuple[TokenRow, ...] = (),
        void: tuple[bytes, ...] = (),
        void_seat: tuple[Role, int | None] | None = None,
        summarize: bool = True,
    ) -> asyncio.Future[None]:
        summary = None
        if summarize:
            ended = stage.status.ended
            summary = Summary(stage.lobby, stage.revision if ended else 0, stage.outcome)
        self._latest = stage
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(waiter, stage))
        write = Write(entries, create, summary, tokens, void, void_seat)
        self._landlord.store.submit(write, self._lease, self._committed)
        return waiter

    def _committed(self, error: StoreError | None) -> None:
        """Called for each write in the order of their submission."""
        pending = self._pending.pop(0)
        if error is None:
            if self.durable.lobby.seats is not pending.stage.lobby.seats:
                self._seat_policies(pending.stage.lobby)
            self.durable = pending.stage
            if not pending.waiter.done():
                pending.waiter.set_result(None)
            self._tell(pending.stage, own=True)
        elif self.fault is None:
            # The first to fail is the reason why those after it failed.
            reason = self._failed[0].error if self._failed else error
            self._failed.append(pending._replace(error=reason))
        elif not pending.waiter.done():
            pending.waiter.set_exception(Fault(self.fault))
        if not self._pending:
            if self._failed:
                self._begin_recovery()
            else:
                self._settle()

    def _begin_recovery(self) -> None:
        task = asyncio.create_task(self._recover())
        # The loop itself holds on to tasks only weakly.
        _recoveries.add(task)
        task.add_done_callback(_recoveries.discard)

    def _tell(self, stage: Stage, *, own: bool) -> None:
        for watcher in list(self.watchers):
            watcher.wake(stage)
        if (self.policies or self.row.clock is not None) and self.fault is None:
            self._landlord.turn(self, own=own)

    def _seat_policies(self, lobby: Lobby) -> None:
        self.policies = {
            seat: held.policy
            for seat, held in enumerate(lobby.seats)
            if held.occupant is Occupant.POLICY
        }

    def _settle(self) -> None:
        """Nothing is under way: tells those that waited for it."""
        if self.fault is not None:
            self._landlord.broken(self)
        quiet, self._quiet = self._quiet, []
        for waiter in quiet:
            if not waiter.done():
                waiter.set_result(None)


_recoveries: set[asyncio.Task[None]] = set()


def _reason(error: Fault | StoreError | Refused) -> Code:
    """Why a room can't go on."""
    if isinstance(error, Fault):
        return error.code
    failed = isinstance(error, StoreError) and not isinstance(error, Damage)
    return Code.STORE_FAILED if failed else Code.LOG_DAMAGED


def restore(engine: Engine, row: MatchRow, lobby: Lobby, steps: Sequence[bytes]) -> Play:
    """The play that a log leads to; raises `Refused`."""
    seed = proof.deal_seed(row.seed, [seat.entropy for seat in lobby.seats])
    return engine.restore(row.game, row.options, seed, row.script, steps)


def stage_after(
    before: Stage, entries: Sequence[EntryRow], lobby: Lobby, play: Play | None
) -> Stage:
    """How a match stands after entries that `play` has taken in."""
    last = entries[-1]
    open_heads = [entry.head for entry in entries if entry.kind in _OPEN]
    revisions, outcome = before.revisions, before.outcome
    if play is not None:
        revision = play.revision
        revisions = (*[revision(seat) for seat in range(len(lobby.seats))], revision(None))
        if play.over:
            outcome = play.outcome()
            lobby = lobby._replace(status=Status.FINISHED)
    return Stage(
        lobby,
        revisions,
        outcome,
        last.number,
        last.head,
        open_heads[-1] if open_heads else before.open_head,
        before.steps + sum(entry.kind != Kind.LOBBY for entry in entries),
        last.time,
        ledger.times_of(entries, before.times),
        ledger.resigned_after(entries, before.resigned),
    )
