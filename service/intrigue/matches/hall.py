"""The hall: where matches are found, opened and left."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from intrigue.engine import Refused
from intrigue.matches import checks, tokens
from intrigue.matches.bots import Bots
from intrigue.matches.faults import Code, Fault
from intrigue.matches.gate import Gate
from intrigue.matches.room import Room
from intrigue.matches.watcher import Watcher
from intrigue.store import Lease, Role, Stage, Status, StoreError, TokenRow, Write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from intrigue.engine import Engine, Play
    from intrigue.store import Store, StoredMatch

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the hall takes on."""

    live_matches: int
    cached_tokens: int
    policy_threads: int
    watch_buffer: int
    heartbeat_seconds: float


class Hall:
    """All matches: those in memory, and behind them those in the store."""

    def __init__(self, engine: Engine, store: Store, limits: Limits) -> None:
        self.engine = engine
        self.store = store
        self.gate = Gate(store, limits.cached_tokens)
        self.minter = tokens.Minter(store.secret)
        self._limits = limits
        self._live: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._bots = Bots(engine, limits.policy_threads, self.find)
        self._resuming: asyncio.Task[None] | None = None
        self._stopping = False

    # The life of the hall.

    def start(self) -> None:
        """Takes up the matches in which a policy owes a decision, one after the other."""
        self._resuming = asyncio.create_task(self._resume())

    def close_watchers(self) -> None:
        """Tells all readers to resume elsewhere; no more are let in."""
        self._stopping = True
        for room in self._live.values():
            for watcher in list(room.watchers):
                watcher.close(Fault(Code.SERVER_STOPPING))

    async def stop(self) -> None:
        """Ends all that goes on by itself; what was played is in the store."""
        self._stopping = True
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.gather(self._resuming, return_exceptions=True)
        await self._bots.stop()

    # Coming in.

    async def enter(self, match_id: str, token: str | None) -> tuple[Room, TokenRow | None]:
        """The room of a match, and who the caller is in it: nobody in particular without a token.

        To an outsider a private match looks like one that does not exist.
        """
        holder = None if token is None else await self.gate.holder(token)
        # Once more if the room was left again before its finder came to use it.
        while (room := self._live.get(match_id)) is None:
            if await self.find(checks.match_id(match_id)) is None:
                raise Fault(Code.UNKNOWN_MATCH)
        self._live.move_to_end(match_id)
        if holder is None:
            if room.row.private:
                raise Fault(Code.UNKNOWN_MATCH)
        elif holder.match_id != match_id:
            private = room.row.private
            raise Fault(Code.UNKNOWN_MATCH if private else Code.TOKEN_OF_ANOTHER_MATCH)
        if room.fault is not None:
            raise Fault(room.fault)
        return room, holder

    def at_hand(self, match_id: str, token: str) -> tuple[Room, int | None] | None:
        """The room and the seat of a caller whom memory knows; None: `enter` has to look closer.

        The short way for the methods that are called most.
        """
        holder = self.gate.known(token)
        room = self._live.get(match_id)
        if holder is None or room is None or holder.match_id != match_id or room.fault is not None:
            return None
        self._live.move_to_end(match_id)
        return room, holder.seat

    async def look(self, match_id: str, token: str | None) -> tuple[Room, int | None]:
        """The room of a match, and the seat whose eyes the caller has: None for a spectator."""
        if token is not None and (found := self.at_hand(match_id, token)) is not None:
            return found
        room, holder = await self.enter(match_id, token)
        return room, None if holder is None else holder.seat

    async def sit(self, match_id: str, token: str | None) -> tuple[Room, int]:
        """The room of a match and the caller's seat in it."""
        room, seat = await self.look(match_id, token)
        if seat is None:
            raise Fault(Code.SEAT_TOKEN_REQUIRED)
        return room, seat

    async def host(self, match_id: str, token: str | None) -> Room:
        """The room of a match that the caller hosts."""
        room, holder = await self.enter(match_id, token)
        if holder is None or holder.role is not Role.HOST:
            raise Fault(Code.HOST_TOKEN_REQUIRED)
        return room

    async def watch(
        self, match_id: str, token: str | None, *, after: int, include_view: bool
    ) -> Watcher:
        """A reader of a match; to be called by the task that will read."""
        room, holder = await self.enter(match_id, token)
        checks.number("after_revision", after)
        if self._stopping:
            raise Fault(Code.SERVER_STOPPING)
        return Watcher(
            room,
            None if holder is None else holder.seat,
            None if holder is None else holder.hash,
            after=after,
            include_view=include_view,
            heartbeat=self._limits.heartbeat_seconds,
            buffer=self._limits.watch_buffer,
        )

    async def rotate(self, token: str | None) -> str:
        """Replaces a token; the old one is void at once, and streams opened with it are closed."""
        if token is None:
            raise Fault(Code.TOKEN_REQUIRED)
        old = await self.gate.holder(token)
        fresh = tokens.token(tokens.draw())
        new = TokenRow(tokens.digest(fresh), old.match, old.match_id, old.role, old.seat)
        self.gate.void(old)
        self.gate.admit([new])
        room = self._live.get(old.match_id)
        for watcher in list(room.watchers if room is not None else ()):
            if watcher.token == old.hash:
                watcher.close(Fault(Code.TOKEN_REPLACED))
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None) -> None:
            if error is not None:
                self.gate.forget([old, new])
                if not waiter.done():
                    waiter.set_exception(Fault(Code.STORE_FAILED))
            elif not waiter.done():
                waiter.set_result(None)

        self.store.submit(Write(tokens=(new,), void=old.hash), Lease(), done)
        await waiter
        return fresh

    # Rooms.

    async def find(self, match_id: str) -> Room | None:
        """The room of a match, opened from the store if it is not in memory."""
        room = self._live.get(match_id)
        if room is not None:
            return room
        if not tokens.is_match_id(match_id):
            return None
        # One task for all who ask, so that a match has one room; it outlives each of them.
        task = self._opening.get(match_id)
        if task is None:
            task = asyncio.create_task(self._open(match_id))
            self._opening[match_id] = task
            task.add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(task)

    def live(self, match_id: str) -> Room | None:
        """The room of a match, if it is in memory."""
        return self._live.get(match_id)

    def keep(self, room: Room) -> None:
        """Has a room among those in memory; those not used for longest make way."""
        self._live[room.row.id] = room
        surplus = len(self._live) - self._limits.live_matches
        if surplus > 0:
            for other in self._oldest(2 * surplus + 16):
                if other.idle and other is not room:
                    del self._live[other.row.id]

    def broken(self, room: Room) -> None:
        """Leaves a room that can't go on; the match is rebuilt when it is next used."""
        log.error("match_given_up", match=room.row.id, reason=str(room.fault))
        self.discard(room)

    def discard(self, room: Room) -> None:
        """Has a room no more among those in memory."""
        if self._live.get(room.row.id) is room:
            del self._live[room.row.id]

    def turn(self, room: Room) -> None:
        """Has policies play if they owe a decision."""
        self._bots.wake(room)

    def _oldest(self, count: int) -> list[Room]:
        rooms = iter(self._live.values())
        return [room for room, _ in zip(rooms, range(count), strict=False)]

    async def _open(self, match_id: str) -> Room | None:
        stored = await self.store.match(match_id)
        # A match may have been made under this id while the store was asked.
        room = self._live.get(match_id)
        if stored is None or room is not None:
            return room
        play = await self._replayed(stored)
        stage = stored.stage._replace(revisions=(0,) * (len(stored.stage.seats) + 1))
        if play is not None:
            stage = _stage_of(stored, play)
        room = Room(
            stored.row,
            stage,
            play,
            stored.entries,
            engine=self.engine,
            store=self.store,
            landlord=self,
        )
        self.keep(room)
        if room.policies:
            self._bots.wake(room)
        return room

    async def _replayed(self, stored: StoredMatch) -> Play | None:
        """The play that a log leads to; None if the match has not begun."""
        row, entries = stored.row, stored.entries
        if [entry.number for entry in entries] != list(range(len(entries))):
            raise Fault(Code.LOG_DAMAGED)
        if not entries:
            if stored.stage.status in {Status.RUNNING, Status.FINISHED}:
                raise Fault(Code.LOG_DAMAGED)
            return None
        if (current := self.engine.rules_version(row.game)) != row.rules_version:
            raise Fault(Code.RULES_CHANGED, stored=row.rules_version, current=current)
        try:
            return await asyncio.to_thread(
                self.engine.restore,
                row.game,
                row.options,
                row.seed,
                row.script,
                [entry.entry for entry in entries],
            )
        except Refused as refusal:
            log.warning("log_damaged", match=row.id, code=refusal.code)
            raise Fault(Code.LOG_DAMAGED) from refusal

    async def _resume(self) -> None:
        matches: Sequence[str] = await self.store.with_policies()
        for match_id in matches:
            try:
                await self.find(match_id)
            except (Fault, StoreError) as error:
                log.warning("match_not_resumed", match=match_id, error=str(error))


def _stage_of(stored: StoredMatch, play: Play) -> Stage:
    seats = stored.stage.seats
    revisions = (*[play.revision(seat) for seat in range(len(seats))], play.revision(None))
    return Stage(stored.stage.status, seats, revisions, stored.stage.outcome)
