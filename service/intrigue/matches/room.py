"""One live match: its play, what of it is durable, who watches."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Protocol

from intrigue.engine import Refused
from intrigue.matches.faults import Code, Fault
from intrigue.matches.snapshot import Snapshot
from intrigue.store import EntryRow, Lease, Occupant, Role, SeatRow, Stage, Status, TokenRow, Write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from intrigue.engine import Engine, Play
    from intrigue.matches.watcher import Watcher
    from intrigue.store import MatchRow, Store, StoreError


class Landlord(Protocol):
    """What a room tells the one that keeps it."""

    def turn(self, room: Room) -> None:
        """Something happened in a match with policies: one of them may owe a decision."""

    def broken(self, room: Room) -> None:
        """The room can't go on; the match has to be rebuilt from the store."""


class Room:
    """A match in memory.

    A change is made in memory and handed to the store in one step, without a pause between, so
    that both have the same order. What anybody is told waits until the store has it: `durable`
    is how far that is. Should the store fail, the room is given up, and the match is rebuilt
    from what the store has: memory never stays ahead.
    """

    __slots__ = (
        "_answers",
        "_engine",
        "_landlord",
        "_latest",
        "_lease",
        "_pending",
        "_quiet",
        "_store",
        "durable",
        "fault",
        "play",
        "policies",
        "policies_at_work",
        "row",
        "watchers",
    )

    def __init__(
        self,
        row: MatchRow,
        stage: Stage,
        play: Play | None,
        entries: Iterable[EntryRow],
        *,
        engine: Engine,
        store: Store,
        landlord: Landlord,
    ) -> None:
        self.row = row
        self.play = play
        self.durable = stage
        self.fault: Code | None = None
        self.watchers: set[Watcher] = set()
        self.policies = {
            seat: held.policy
            for seat, held in enumerate(stage.seats)
            if held.occupant is Occupant.POLICY
        }
        self.policies_at_work = False
        self._latest = stage
        self._engine = engine
        self._store = store
        self._landlord = landlord
        self._lease = Lease()
        self._pending: deque[tuple[asyncio.Future[None], Stage]] = deque()
        self._quiet: list[asyncio.Future[None]] = []
        # By seat: what revision each request id led to.
        self._answers: list[dict[str, int]] = [{} for _ in stage.seats]
        for entry in entries:
            if entry.seat is not None and entry.request_id:
                self._answers[entry.seat][entry.request_id] = entry.revision

    # What can be seen.

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if the room were given up."""
        return not (self._pending or self.watchers or self.policies_at_work)

    @property
    def status(self) -> Status:
        """Where the match is, durable or not: for those that are about to change it."""
        return self._latest.status

    def snapshot(self) -> Snapshot:
        """What anyone may know, as far as it is durable."""
        return Snapshot(self.row, self.durable)

    async def settled(self) -> None:
        """Returns when all that has happened so far is durable."""
        while self._pending:
            # A future for each caller: one that goes away must not wake the others.
            quiet = asyncio.get_running_loop().create_future()
            self._quiet.append(quiet)
            await quiet
        if self.fault is not None:
            raise Fault(self.fault)

    async def view(self, viewer: int | None) -> bytes:
        """The viewer's View."""
        if self._pending or self.fault is not None:
            await self.settled()
        if self.play is None:
            raise self._not_playing()
        return self.play.view(viewer)

    async def explain(self, seat: int, choice: int | str) -> bytes:
        """Whether an action would be legal, as an ExplainResponse."""
        await self.settled()
        if self.play is None:
            raise self._not_playing()
        return self.play.explain(seat, self._action(self.play, choice))

    async def updates(self, viewer: int | None) -> list[bytes]:
        """All Updates that the viewer has had."""
        await self.settled()
        return [] if self.play is None else self.play.updates(viewer, 0)

    async def record(self) -> bytes | None:
        """The whole Record with its seed, once the match is finished."""
        await self.settled()
        if self.play is None or self.durable.status is not Status.FINISHED:
            return None
        return self.play.record(True)

    # What changes the match.

    async def open(self, write: Write) -> None:
        """Makes the match itself durable; dealt at once if no seat is open."""
        stage, entry = self._seated(self._latest.seats)
        await self._submit(write._replace(entry=entry, stage=(self.row.key, stage)), stage)

    async def join(
        self, seat: int | None, name: str, digest: bytes, admit: Callable[[TokenRow], None]
    ) -> TokenRow:
        """Takes an open seat for the holder of a token; deals if it was the last.

        `admit` is told of the token as soon as the seat is taken, before anything is awaited.
        """
        number = self._open_seat(seat)
        seats = list(self._latest.seats)
        seats[number] = SeatRow(Occupant.TAKEN, name)
        stage, entry = self._seated(tuple(seats))
        token = TokenRow(digest, self.row.key, self.row.id, Role.SEAT, number)
        admit(token)
        await self._submit(Write(entry, stage=(self.row.key, stage), tokens=(token,)), stage)
        return token

    async def act(
        self, seat: int, choice: int | str, expected: int | None, request_id: str
    ) -> tuple[int, bytes]:
        """Plays an action by id or notation: the seat's new revision and its Update."""
        if request_id and (revision := self._answers[seat].get(request_id)) is not None:
            return await self._again(seat, revision)
        play = self._playing()
        try:
            entry = play.act(seat, self._action(play, choice), expected)
        except Refused:
            # The refusal may rest on something that is not durable yet.
            await self.settled()
            raise
        return await self._log(play, seat, entry, request_id)

    async def resign(self, seat: int, request_id: str) -> tuple[int, bytes]:
        """Gives up for a seat: its new revision and its Update."""
        if request_id and (revision := self._answers[seat].get(request_id)) is not None:
            return await self._again(seat, revision)
        play = self._playing()
        try:
            entry = play.resign(seat)
        except Refused:
            await self.settled()
            raise
        return await self._log(play, seat, entry, request_id)

    async def abort(self) -> None:
        """Ends the match without an outcome; once more is no fault."""
        status = self._latest.status
        if status is Status.FINISHED:
            await self.settled()
            raise Fault(Code.MATCH_OVER)
        if status is Status.ABORTED:
            await self.settled()
            return
        stage = self._latest._replace(status=Status.ABORTED)
        await self._submit(Write(stage=(self.row.key, stage)), stage)

    def give_up(self, code: Code) -> None:
        """Turns everybody away; the match goes on in a new room, rebuilt from the store."""
        if self.fault is not None:
            return
        self.fault = code
        for watcher in list(self.watchers):
            watcher.close(Fault(code))
        if not self._pending:
            self._settle()

    # How it is done.

    def _playing(self) -> Play:
        if self.fault is not None:
            raise Fault(self.fault)
        if self.play is None or self._latest.status is Status.ABORTED:
            raise self._not_playing()
        return self.play

    def _not_playing(self) -> Fault:
        aborted = self._latest.status is Status.ABORTED
        return Fault(Code.MATCH_ABORTED if aborted else Code.MATCH_NOT_STARTED)

    @staticmethod
    def _action(play: Play, choice: int | str) -> int:
        return choice if isinstance(choice, int) else play.parse_action(choice)

    def _open_seat(self, seat: int | None) -> int:
        seats = self._latest.seats
        if seat is not None and seat >= len(seats):
            raise Fault(Code.SEAT_OUT_OF_RANGE, seats=len(seats))
        if self.fault is not None:
            raise Fault(self.fault)
        if self._latest.status is Status.ABORTED:
            raise Fault(Code.MATCH_ABORTED)
        wanted = range(len(seats)) if seat is None else (seat,)
        for number in wanted:
            if seats[number].occupant is Occupant.OPEN:
                return number
        raise Fault(Code.NO_OPEN_SEAT if seat is None else Code.SEAT_NOT_OPEN)

    def _seated(self, seats: tuple[SeatRow, ...]) -> tuple[Stage, EntryRow | None]:
        """How the match stands with these seats; if none is open, it is dealt."""
        row = self.row
        if any(seat.occupant is Occupant.OPEN for seat in seats):
            return Stage(Status.WAITING, seats, self._latest.revisions, None), None
        play = self._engine.deal(row.game, row.options, row.seed, row.script)
        stage = self._stage(play, seats)
        (deal,) = play.entries()
        self.play = play
        return stage, EntryRow(row.key, 0, None, "", 0, deal)

    @staticmethod
    def _stage(play: Play, seats: tuple[SeatRow, ...]) -> Stage:
        revision = play.revision
        revisions = (*[revision(seat) for seat in range(len(seats))], revision(None))
        if play.over:
            return Stage(Status.FINISHED, seats, revisions, play.outcome())
        return Stage(Status.RUNNING, seats, revisions, None)

    async def _again(self, seat: int, revision: int) -> tuple[int, bytes]:
        """The answer to a request that has been granted before."""
        await self.settled()
        if self.play is None:
            raise self._not_playing()
        return revision, self.play.update(seat, revision)

    async def _log(self, play: Play, seat: int, entry: bytes, request_id: str) -> tuple[int, bytes]:
        """Makes durable what has just been played."""
        try:
            stage = self._stage(play, self._latest.seats)
            revision = stage.revisions[seat]
            update = play.update(seat, revision)
            key = self.row.key
            row = EntryRow(key, play.entry_count - 1, seat, request_id, revision, entry)
        except BaseException:
            # Memory is ahead of the store, and can't be told apart from it any more.
            self.give_up(Code.CORE_FAULT)
            raise
        if request_id:
            self._answers[seat][request_id] = revision
        ended = stage.status is not Status.RUNNING
        await self._submit(Write(row, None, (key, stage) if ended else None), stage)
        return revision, update

    def _submit(self, write: Write, stage: Stage) -> asyncio.Future[None]:
        self._latest = stage
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((waiter, stage))
        self._store.submit(write, self._lease, self._committed)
        return waiter

    def _committed(self, error: StoreError | None) -> None:
        """Called for each write in the order of their submission."""
        waiter, stage = self._pending.popleft()
        if error is None:
            self.durable = stage
            if not waiter.done():
                waiter.set_result(None)
            for watcher in list(self.watchers):
                watcher.wake(stage)
            if self.policies and self.fault is None:
                self._landlord.turn(self)
        else:
            if not waiter.done():
                waiter.set_exception(Fault(Code.STORE_FAILED))
            self.give_up(Code.STORE_FAILED)
        if not self._pending:
            self._settle()

    def _settle(self) -> None:
        """Nothing is under way: tells those that waited for it."""
        if self.fault is not None:
            self._landlord.broken(self)
        quiet, self._quiet = self._quiet, []
        for waiter in quiet:
            if not waiter.done():
                waiter.set_result(None)
