"""One live match: its play, and what callers see of it and do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from intrigue import proof
from intrigue.engine import Refused
from intrigue.matches import clocks, ledger, stand_in
from intrigue.matches.faults import Code, Fault
from intrigue.matches.journal import Journal, Overtaken, stage_after
from intrigue.matches.stage import Receipt, Snapshot, Stage, complete
from intrigue.store import Damage, Kind, Lobby, Status

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from intrigue.engine import Play
    from intrigue.matches.journal import Landlord
    from intrigue.store import EntryRow, MatchRow, Role, TokenRow

# How often a change is tried anew that other servers' changes have overtaken.
_ATTEMPTS = 20


class Acted(NamedTuple):
    """What a seat is told of its own deed."""

    receipt: Receipt
    update: bytes


class Room(Journal):
    """A match in memory: its play, and what callers see of it and do to it."""

    __slots__ = ()

    @classmethod
    def new(cls, row: MatchRow, lobby: Lobby, landlord: Landlord) -> Room:
        """The room of a match that the store does not have yet."""
        revisions = (0,) * (len(lobby.seats) + 1)
        first = ledger.Ledger(row).first_link
        stage = Stage(lobby, revisions, None, -1, first, first, 0, landlord.clock.now(), None)
        return cls(row, stage, None, landlord)

    # What can be seen. With `names`, texts call seats by the names that they have now.

    def snapshot(self) -> Snapshot:
        """What anyone may know, as far as it is durable."""
        stage = self.durable
        return Snapshot(self.row, stage.lobby, stage.revision, stage.outcome)

    def receipt(self) -> Receipt:
        """For one who has changed the lobby, or asks again what came of it."""
        return Receipt(self.durable.revision, self.durable.open_head)

    async def view(self, viewer: int | None, after: int = 0, *, names: bool = False) -> bytes:
        """The viewer's View, not older than a revision that it has seen."""
        if self._pending or self._failed or self.fault is not None:
            await self.settled()
        place = -1 if viewer is None else viewer
        if after > self.durable.revisions[place]:
            await self.refresh()
            if after > (current := self.durable.revisions[place]):
                raise Fault(Code.REVISION_AHEAD, revision=current)
        if self.play is None:
            await self.refresh()
        return self._begun().view(viewer, self.durable.lobby.names(asked=names))

    async def explain(self, seat: int, choice: int | str, *, names: bool = False) -> bytes:
        """Whether an action would be legal, as an ExplainResponse."""
        await self.settled()
        play = self._begun()
        return play.explain(seat, self._action(play, choice), self.durable.lobby.names(asked=names))

    async def updates(self, viewer: int | None, *, names: bool = False) -> list[bytes]:
        """All Updates that the viewer has had."""
        await self.settled()
        if self.play is None:
            return []
        return self.play.updates(viewer, 0, names=self.durable.lobby.names(asked=names))

    async def record(self) -> bytes | None:
        """The whole Record with its seed, once the match is finished."""
        await self.settled()
        if self.play is None or self.durable.status is not Status.FINISHED:
            return None
        return self.play.record(True)

    # What changes the match.

    async def open(self, tokens: tuple[TokenRow, ...]) -> None:
        """Makes a new match durable; it is dealt at once if nobody has to be waited for."""
        lobby = self._latest.lobby._replace(tokens=len(tokens))
        await self._submit(*self._lobby_entries(lobby), create=self.row, tokens=tokens)

    async def change_lobby(
        self,
        change: Callable[[Lobby], Lobby],
        *,
        tokens: Callable[[Lobby], tuple[TokenRow, ...]] = lambda _: (),
        void: tuple[bytes, ...] = (),
        void_seat: tuple[Role, int | None] | None = None,
        overtaken: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Changes seats or status; `change` may raise a `Fault`, and is asked again if something
        else came first. `tokens` are made for the lobby that came of it. `overtaken` is asked
        before another attempt, and may raise a `Fault`.
        """
        for _ in range(_ATTEMPTS):
            await self._usable()
            before = self._latest
            try:
                lobby = change(before.lobby)
            except Fault:
                if await self._holds(before):
                    raise
                continue
            made = tokens(lobby)
            lobby = lobby._replace(tokens=lobby.tokens + len(made))
            try:
                await self._submit(
                    *self._lobby_entries(lobby),
                    tokens=made,
                    void=void,
                    void_seat=void_seat,
                )
            except Overtaken:
                if overtaken is not None:
                    await overtaken()
                continue
            return
        raise Fault(Code.CONTENDED)

    async def act(
        self,
        seat: int,
        choice: int | str,
        expected: int | None,
        request_id: str,
        *,
        by_policy: bool = False,
        names: bool = False,
    ) -> Acted:
        """Plays an action by id or notation, for the seat's holder or for the policy at it."""
        if self._latest.times is not None:
            await self._on_time(seat, request_id)

        def take(play: Play) -> bytes:
            if not by_policy:
                stand_in.refuse_replaced(self._latest, seat)
            return play.act(seat, self._action(play, choice), expected)

        return await self._step(seat, request_id, take, names=names)

    async def resign(self, seat: int, request_id: str, *, names: bool = False) -> Acted:
        """Gives up for a seat."""

        def take(play: Play) -> bytes:
            stand_in.refuse_replaced(self._latest, seat)
            return play.resign(seat)

        return await self._step(seat, request_id, take, names=names)

    async def time_out(self, seat: int, decide: Callable[[Play], bytes]) -> None:
        """Decides for a seat whose time is up; does nothing if it has decided meanwhile."""

        def step(play: Play) -> bytes:
            if not self.overdue(seat):
                raise Fault(Code.TIME_NOT_UP)
            return decide(play)

        try:
            await self._step(seat, "", step, Kind.TIMEOUT)
        except Fault as fault:
            if fault.code is not Code.TIME_NOT_UP:
                raise

    def overdue(self, seat: int) -> bool:
        """Whether a seat's time is up."""
        clock, times = self.row.clock, self._latest.times
        if clock is None or times is None or self._latest.status is not Status.RUNNING:
            return False
        due = clocks.deadline(clock, times.true[seat])
        return due is not None and self._landlord.clock.now() >= due

    def wall_time(self, moment: int) -> int:
        """A moment of the service's clock in nanoseconds since 1970.

        Told to clients; nothing is decided by it. The same for a moment whenever it is asked,
        so that a view and an update that speak of one deadline say the same.
        """
        return self._landlord.clock.wall_time(moment)

    # How a change is made.

    def _begun(self) -> Play:
        if self.play is None:
            raise self._not_playing()
        return self.play

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

    async def _usable(self) -> None:
        """Returns when changes can be made."""
        if self._failed:
            await self.settled()
        if self.fault is not None:
            raise Fault(self.fault)

    async def _holds(self, stage: Stage) -> bool:
        """Whether a refusal that rests on a stage stands: it is durable, and the newest."""
        await self.settled()
        await self.refresh()
        return self._latest is stage

    async def _on_time(self, seat: int, request_id: str) -> None:
        """Refuses a seat whose time is up, unless its request has been granted before."""
        if not self.overdue(seat):
            return
        await self.settled()
        if not self.overdue(seat) or await self._answered(seat, request_id):
            return
        self._landlord.turn(self, own=True)
        raise Fault(Code.TIME_UP)

    async def _step(
        self,
        seat: int,
        request_id: str,
        take: Callable[[Play], bytes],
        kind: Kind = Kind.STEP,
        *,
        names: bool = False,
    ) -> Acted:
        """Has a seat take a step, and makes it durable.

        A request that was granted before is found out by what stands in its way: the match has
        moved on, so the step is refused, or the store has its request id already.
        """
        for _ in range(_ATTEMPTS):
            if self._failed:
                await self.settled()
            before = self._latest
            try:
                entry = take(self._playing())
            except (Refused, Fault):
                if not await self._holds(before):
                    continue
                if answer := await self._answered(seat, request_id, names=names):
                    return answer
                raise
            try:
                return await self._log(seat, entry, request_id, kind, names=names)
            except Overtaken:
                if answer := await self._answered(seat, request_id, names=names):
                    return answer
        raise Fault(Code.CONTENDED)

    async def _answered(self, seat: int, request_id: str, *, names: bool = False) -> Acted | None:
        """The answer to a request that has been granted before: the same bytes, so with the names
        that the seats had then.
        """
        if not request_id:
            return None
        store, key = self._landlord.store, self.row.key
        called: tuple[str, ...] = ()
        try:
            entry = await store.answered(key, seat, request_id)
            if entry is None:
                return None
            if names:
                before = (e for e in await store.entries(key, -1) if e.number < entry.number)
                called = ledger.lobby_of(before, None).names(asked=True)
        except Damage as error:
            raise Fault(Code.LOG_DAMAGED) from error
        if entry.number > self.durable.number:
            await self.settled()
            await self.refresh()
        receipt = Receipt(entry.revision, entry.head)
        return Acted(receipt, self._begun().update(seat, entry.revision, names=called))

    async def _log(
        self, seat: int, step: bytes, request_id: str, kind: Kind, *, names: bool
    ) -> Acted:
        """Makes durable what has just been played."""
        play = self.play
        try:
            assert play is not None  # noqa: S101 - it has just been played
            before = self._latest
            revision = play.revision
            revisions = (*[revision(place) for place in range(len(before.seats))], revision(None))
            update = play.update(seat, revisions[seat], names=before.lobby.names(asked=names))
            now = max(before.time, self._landlord.clock.now())
            resigned, lobby, outcome = before.resigned, before.lobby, None
            if ledger.is_resignation(step):
                resigned |= {seat}
            if play.over:
                lobby, outcome = lobby._replace(status=Status.FINISHED), play.outcome()
            elif resigned:
                engine = self._landlord.engine
                lobby = stand_in.seated(engine, self.row, lobby, resigned, play.asked())
            untimed = stand_in.untimed(lobby, resigned)
            times = self._times(play, before, revisions, seat, now, untimed)
            clock = b"" if times is None else times.encode()
            entry = self._ledger.entry(
                before, kind, seat, request_id, revisions[seat], now, clock, step
            )
            stage = Stage(
                before.lobby if outcome is None else lobby,
                revisions,
                outcome,
                entry.number,
                entry.head,
                before.open_head,
                before.steps + 1,
                now,
                times,
                resigned,
            )
            entries: tuple[EntryRow, ...] = (entry,)
            if stage.lobby is not lobby:
                following, stage = self._seated_anew(stage, lobby)
                entries = (entry, following)
        except BaseException:
            # Memory is ahead of the store, and can't be told apart from it any more.
            self.give_up(Code.CORE_FAULT)
            raise
        await self._submit(entries, stage, summarize=stage.lobby is not before.lobby)
        return Acted(Receipt(revisions[seat], entry.head), update)

    def _times(  # noqa: PLR0917 - called for every action
        self,
        play: Play,
        before: Stage,
        revisions: tuple[int, ...],
        actor: int | None,
        now: int,
        untimed: frozenset[int] = frozenset(),
    ) -> clocks.Times | None:
        clock = self.row.clock
        if clock is None:
            return None
        times = clocks.advance(
            clock,
            before.times or clocks.begin(clock, len(before.seats)),
            actor=actor,
            asked=play.asked(),
            # While a question stays open, nothing happens that those whom it is put to can see.
            anew={seat for seat, old in enumerate(before.revisions) if revisions[seat] > old},
            seen_asked=play.asked_as_seen(None),
            public=revisions[-1] > before.revisions[-1],
            now=now,
        )
        return clocks.excuse(times, untimed) if untimed else times

    def _seated_anew(self, before: Stage, lobby: Lobby) -> tuple[EntryRow, Stage]:
        """The entry of a new lobby, and how the match stands with it."""
        entry = self._ledger.entry(
            before, Kind.LOBBY, None, "", 0, before.time, b"", lobby.encode()
        )
        stage = before._replace(
            lobby=lobby,
            number=entry.number,
            head=entry.head,
            open_head=entry.head,
            resigned=ledger.still_resigned(lobby, before.resigned),
        )
        return entry, stage

    def _lobby_entries(self, lobby: Lobby) -> tuple[tuple[EntryRow, ...], Stage]:
        """The entries that a new lobby makes; if nobody has to be waited for, it is dealt."""
        row, before = self.row, self._latest
        now = max(before.time, self._landlord.clock.now())
        entry, stage = self._seated_anew(before._replace(time=now), lobby)
        if lobby.status is not Status.WAITING or not complete(row, lobby):
            return (entry,), stage
        seed = proof.deal_seed(row.seed, [seat.entropy for seat in lobby.seats])
        play = self._landlord.engine.deal(row.game, row.options, seed, row.script)
        (deal,) = play.entries()
        times = self._times(play, stage, (1,) * len(stage.revisions), None, now)
        clock = b"" if times is None else times.encode()
        dealt = self._ledger.entry(stage, Kind.DEAL, None, "", 0, now, clock, deal)
        self.play = play
        return (entry, dealt), stage_after(stage, (dealt,), ledger.lobby_of((dealt,), lobby), play)
