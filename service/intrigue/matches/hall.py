"""The hall: where matches are found, opened and left."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from intrigue.engine import Refused
from intrigue.matches import checks, ledger, tokens
from intrigue.matches.bots import Bots
from intrigue.matches.effort import Effort
from intrigue.matches.faults import Code, Fault
from intrigue.matches.gate import TRUST_SECONDS, Gate
from intrigue.matches.journal import restore, stage_after
from intrigue.matches.liaison import Liaison
from intrigue.matches.room import Room
from intrigue.matches.scan import Scan
from intrigue.matches.service_clock import ServiceClock
from intrigue.matches.stage import Stage
from intrigue.matches.timekeeper import Timekeeper
from intrigue.matches.watcher import Watcher
from intrigue.store import Damage, Role, TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from intrigue.engine import Engine
    from intrigue.matches.journal import Journal
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
    poll_seconds: float = 2.0
    scan_logs: bool = True
    policy_sims: int = 20_000
    """How many simulations a policy may make for a decision; 0: any number."""
    policy_ms: int = 5_000
    """How many milliseconds it may ask for; 0: any number."""


class Hall:
    """All matches: those in memory, and behind them those in the store."""

    def __init__(
        self,
        engine: Engine,
        store: Store,
        limits: Limits,
        *,
        clock: ServiceClock | None = None,
        is_operator: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.engine = engine
        self.store = store
        self.clock = clock or ServiceClock()
        self.scan = Scan(store, logs=limits.scan_logs)
        self.gate = Gate(store, limits.cached_tokens, self.scan.tokens_intact)
        self.minter = tokens.Minter(store.secret)
        self.is_operator = is_operator
        self.effort = Effort(engine, limits.policy_sims, limits.policy_ms)
        self._limits = limits
        self._live: OrderedDict[str, Room] = OrderedDict()
        self.by_key: dict[int, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._bots = Bots(engine, limits.policy_threads, self.find)
        self._timekeeper = Timekeeper(engine, self.clock, self.find)
        self._liaison = Liaison(self, limits.poll_seconds)
        self._stopping = False

    # The life of the hall.

    async def start(self) -> None:
        """Takes up the matches that have to be seen to, one after the other."""
        await self.clock.start(self.store)
        self.scan.start()
        self._liaison.start()

    def close_watchers(self) -> None:
        """Tells all readers to resume elsewhere; no more are let in."""
        self._stopping = True
        for room in self._live.values():
            for watcher in list(room.watchers):
                watcher.close(Fault(Code.SERVER_STOPPING))

    async def stop(self) -> None:
        """Ends all that goes on by itself; what was played is in the store."""
        self._stopping = True
        await self._liaison.stop()
        await self.scan.stop()
        await self._timekeeper.stop()
        await self._bots.stop()
        await self.clock.stop()

    # Coming in.

    async def enter(
        self, match_id: str, token: str | None, *, invited: bool = False
    ) -> tuple[Room, TokenRow | None]:
        """The room of a match, and who the caller is in it: nobody in particular without a token.

        To an outsider a private match looks like one that does not exist.
        """
        holder = None
        operator = token is not None and self.is_operator(token)
        if token is not None and not operator:
            holder = await self.gate.holder(token)
        # Once more if the room was left again before its finder came to use it.
        while (room := self._live.get(match_id)) is None:
            if await self.find(checks.match_id(match_id)) is None:
                if not await self.scan.intact():
                    raise Fault(Code.LOG_DAMAGED)
                raise Fault(Code.UNKNOWN_MATCH)
        self._live.move_to_end(match_id)
        if holder is None:
            if room.row.private and not (operator or invited):
                raise Fault(Code.UNKNOWN_MATCH)
        elif holder.match_id != match_id:
            private = room.row.private
            raise Fault(Code.UNKNOWN_MATCH if private else Code.TOKEN_OF_ANOTHER_MATCH)
        if room.fault is not None:
            raise Fault(room.fault)
        if room.stale:
            await room.refresh()
        return room, holder

    async def known(self, token: str | None) -> bool:
        """Refuses a token that does not hold; tells whether it is the operator's."""
        if token is None:
            return False
        if self.is_operator(token):
            return True
        await self.gate.holder(token)
        return False

    async def invited(self, match_id: str, code: str) -> str:
        """The id of the match that an invitation is to."""
        try:
            found = await self.store.invited(tokens.digest(tokens.plain_code(code)))
        except Damage as error:
            raise Fault(Code.LOG_DAMAGED) from error
        if found is None or (match_id and match_id != found):
            raise Fault(Code.INVITATION_UNKNOWN)
        return found

    def at_hand(self, match_id: str, token: str) -> tuple[Room, int | None] | None:
        """The room and the seat of a caller whom memory knows; None: `enter` has to look closer.

        The short way for the methods that are called most.
        """
        room = self._live.get(match_id)
        if room is None or room.stale or room.fault is not None or not tokens.is_token(token):
            return None
        holder = self.gate.known(token)
        if holder is None or holder.match_id != match_id:
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

    async def host(self, match_id: str, token: str | None, *, operator: bool = False) -> Room:
        """The room of a match that the caller hosts; or that the operator may see to as well."""
        room, holder = await self.enter(match_id, token)
        if operator and token is not None and self.is_operator(token):
            return room
        if holder is None or holder.role is not Role.HOST:
            raise Fault(Code.HOST_TOKEN_REQUIRED)
        return room

    async def watch(
        self,
        match_id: str,
        token: str | None,
        *,
        after: int,
        include_view: bool,
        names: bool = False,
    ) -> Watcher:
        """A reader of a match; to be called by the task that will read."""
        room, holder = await self.enter(match_id, token)
        checks.number("after_revision", after)
        place = -1 if holder is None or holder.seat is None else holder.seat
        if after > room.durable.revisions[place]:
            await room.refresh()
        if self._stopping:
            raise Fault(Code.SERVER_STOPPING)
        return Watcher(
            room,
            holder,
            after=after,
            include_view=include_view,
            names=names,
            heartbeat=self._limits.heartbeat_seconds,
            buffer=self._limits.watch_buffer,
        )

    # Tokens.

    async def rotate(self, token: str | None) -> str:
        """Replaces a token; the old one is void at once, and streams opened with it are closed."""
        if token is None:
            raise Fault(Code.TOKEN_REQUIRED)
        old = await self.gate.holder(token)
        room, _ = await self.enter(old.match_id, token)
        fresh = tokens.token(tokens.draw())
        new = TokenRow(tokens.digest(fresh), old.match, old.match_id, old.role, old.seat)
        await self._replace_token(room, token, old, new)
        return fresh

    async def revoke(self, token: str | None, role: Role | None, seat: int | None) -> None:
        """Makes void the caller's token, or as the host those of a role and seat."""
        if token is None:
            raise Fault(Code.TOKEN_REQUIRED)
        holder = await self.gate.holder(token)
        room, _ = await self.enter(holder.match_id, token)
        if role is None:
            await self._replace_token(room, token, holder, None)
            return
        if holder.role is not Role.HOST:
            raise Fault(Code.HOST_TOKEN_REQUIRED)
        if seat is not None and seat >= len(room.durable.seats):
            raise Fault(Code.SEAT_OUT_OF_RANGE, seats=len(room.durable.seats))
        await room.change_lobby(lambda lobby: lobby, void_seat=(role, seat))
        await self.dismiss(room, role, seat)

    async def dismiss(self, room: Room, role: Role, seat: int | None) -> None:
        """Turns away everybody whose tokens of a seat the store has made void."""
        self.gate.forget(self.gate.of_seat(room.row.id, role, seat))
        for watcher in list(room.watchers):
            holder = watcher.holder
            if holder is not None and (holder.role, holder.seat) == (role, seat):
                watcher.close(Fault(Code.TOKEN_REPLACED))
        await self._everywhere()

    async def _replace_token(
        self, room: Room, token: str, old: TokenRow, new: TokenRow | None
    ) -> None:
        fresh = () if new is None else (new,)

        async def still_holds() -> None:
            self.gate.forget([old.hash])
            await self.gate.holder(token)

        try:
            await room.change_lobby(
                lambda lobby: lobby,
                tokens=lambda _: fresh,
                void=(old.hash,),
                overtaken=still_holds,
            )
        finally:
            self.gate.forget([old.hash])
        self.gate.admit(fresh)
        for watcher in list(room.watchers):
            if watcher.holder is not None and watcher.holder.hash == old.hash:
                watcher.close(Fault(Code.TOKEN_REPLACED))
        await self._everywhere()

    async def _everywhere(self) -> None:
        """Returns when no server believes any more what it knew of tokens before."""
        if self.store.shared:
            await asyncio.sleep(TRUST_SECONDS)

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

    @property
    def live_count(self) -> int:
        """How many matches are in memory."""
        return len(self._live)

    def keep(self, room: Room) -> None:
        """Has a room among those in memory; those not used for longest make way."""
        self._live[room.row.id] = room
        self.by_key[room.row.key] = room
        surplus = len(self._live) - self._limits.live_matches
        if surplus > 0:
            for other in self._oldest(2 * surplus + 16):
                if other.idle and other is not room:
                    self.discard(other)

    def broken(self, room: Journal) -> None:
        """Leaves a room that can't go on; the match is rebuilt when it is next used."""
        log.error("match_given_up", match=room.row.id, reason=str(room.fault))
        self.discard(room)

    def discard(self, room: Journal) -> None:
        """Has a room no more among those in memory."""
        if self._live.get(room.row.id) is room:
            del self._live[room.row.id]
            self.by_key.pop(room.row.key, None)

    def turn(self, room: Journal, *, own: bool) -> None:
        """Has policies play if they owe a decision, and notes when the next deadline is."""
        live = self._live.get(room.row.id)
        if live is None or live is not room:
            return
        self._timekeeper.keep(live, own=own)
        if live.policies:
            self._bots.wake(live, own=own)

    def lobby_changed(self, room: Journal) -> None:
        """Looks whether another server has turned a reader away."""
        self._liaison.revalidate(room)

    async def stored(self, match_id: str) -> StoredMatch:
        """A match as the store has it, whole."""
        try:
            stored = await self.store.match(match_id)
        except Damage as error:
            raise Fault(Code.LOG_DAMAGED) from error
        if stored is None:
            raise Fault(Code.UNKNOWN_MATCH)
        await asyncio.to_thread(ledger.check, stored)
        return stored

    def _oldest(self, count: int) -> list[Room]:
        rooms = iter(self._live.values())
        return [room for room, _ in zip(rooms, range(count), strict=False)]

    async def _open(self, match_id: str) -> Room | None:
        try:
            stored = await self.store.match(match_id)
        except Damage as error:
            log.warning("match_damaged", match=match_id)
            raise Fault(Code.LOG_DAMAGED) from error
        # A match may have been made under this id while the store was asked.
        room = self._live.get(match_id)
        if stored is None or room is not None:
            return room
        room = await asyncio.to_thread(self._rebuilt, stored)
        self.keep(room)
        self.turn(room, own=not self.store.shared)
        return room

    def _rebuilt(self, stored: StoredMatch) -> Room:
        """The room of a match, as its log leaves it; not on the event loop."""
        row, entries = stored.row, stored.entries
        ledger.check(stored)
        lobby = ledger.lobby_of(entries, None)
        steps = ledger.steps_of(entries)
        play = None
        if steps:
            if (current := self.engine.rules_version(row.game)) != row.rules_version:
                raise Fault(Code.RULES_CHANGED, stored=row.rules_version, current=current)
            try:
                play = restore(self.engine, row, lobby, steps)
            except Refused as refusal:
                log.warning("log_damaged", match=row.id, code=refusal.code)
                raise Fault(Code.LOG_DAMAGED) from refusal
        revisions = (0,) * (len(lobby.seats) + 1)
        nothing = Stage(lobby, revisions, None, -1, b"", b"", 0, 0, None)
        return Room(row, stage_after(nothing, entries, lobby, play), play, self)
