"""One live match: its play, and what callers see of it and do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from intrigue import proof
from intrigue.engine import Refused, entry_action, is_resignation
from intrigue.matches import clocks, entry_chain, resigned_seats
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.granted_requests import GrantedRequests
from intrigue.matches.lobby_request import NO_REQUEST
from intrigue.matches.match_log import ConcurrentChange, MatchLog
from intrigue.matches.match_version import (
    MatchVersion,
    Receipt,
    Snapshot,
    complete,
    first_version,
    policies_of,
    snapshot_of,
    times_after,
    version_after,
)
from intrigue.matches.text_options import PLAIN, TextOptions
from intrigue.store import EntryKind, Lobby, PublicTimes, Status

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from collections.abc import Set as AbstractSet

    from intrigue.engine import Match
    from intrigue.matches.lobby_request import LobbyRequest
    from intrigue.matches.match_context import MatchContext
    from intrigue.matches.watcher import Watcher
    from intrigue.store import EntryRow, MatchRow, Role, TokenRow

# How often a change is tried again that other servers' changes have overtaken.
_ATTEMPTS = 20
_NO_WATCHERS: AbstractSet[Watcher] = frozenset()


class ActionResult(NamedTuple):
    """The answer to a seat that has acted."""

    receipt: Receipt
    update: bytes


class LiveMatch:
    """A match in memory: its log, the play, and what callers see of it and do to it."""

    __slots__ = ("_context", "_granted", "log", "policies", "policy_running", "row", "watchers")

    def __init__(
        self, row: MatchRow, version: MatchVersion, play: Match | None, context: MatchContext
    ) -> None:
        self.row = row
        self.watchers: AbstractSet[Watcher] = _NO_WATCHERS
        self.policies = policies_of(version.lobby)
        """The policies by the seats that they hold."""
        self.policy_running = False
        self._context = context
        self._granted = GrantedRequests(row.key, context.store)
        self.log = MatchLog(
            row, version, play, engine=context.engine, store=context.store, match=self
        )

    @classmethod
    def new(cls, row: MatchRow, lobby: Lobby, context: MatchContext) -> LiveMatch:
        """A match that the store does not have yet."""
        return cls(row, first_version(row, lobby, context.clock.now()), None, context)

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if the match were dropped from memory."""
        return not (self.log.busy or self.watchers or self.policy_running)

    # Watchers.

    def add_watcher(self, watcher: Watcher) -> None:
        """Wakes a watcher from now on whenever something is durable."""
        if isinstance(self.watchers, set):
            self.watchers.add(watcher)
        else:
            self.watchers = {watcher}

    def remove_watcher(self, watcher: Watcher) -> None:
        """Forgets a watcher. A match that nobody watches should be small."""
        if isinstance(self.watchers, set):
            self.watchers.discard(watcher)
            self.watchers = self.watchers or _NO_WATCHERS

    def close_watchers(self, error: ServiceError) -> None:
        """Ends all streams of the match, and tells their readers why."""
        for watcher in list(self.watchers):
            watcher.close(error)

    # What the log tells.

    def became_durable(self, before: MatchVersion, *, own: bool) -> None:
        """The log has a new durable version, written by this server or by another."""
        version = self.log.durable
        if version.lobby.seats is not before.lobby.seats:
            self.policies = policies_of(version.lobby)
        for watcher in list(self.watchers):
            watcher.wake(version)
        if (self.policies or self.row.clock is not None) and self.log.failure is None:
            self._context.on_turn(self, own)

    def lobby_changed_elsewhere(self) -> None:
        """Another server has changed seats, or made tokens void."""
        self._context.on_lobby_changed_elsewhere(self)

    def log_failed(self) -> None:
        """The log can't go on."""
        self._context.on_failure(self)

    # What can be seen.

    def snapshot(self) -> Snapshot:
        """What anyone may know, as far as it is durable."""
        version = self.log.durable
        return snapshot_of(self.row, version)

    def receipt(self) -> Receipt:
        """For one who has changed the lobby, or asks again what came of it."""
        return Receipt(self.log.durable.revision, self.log.durable.open_head)

    async def view(self, viewer: int | None, after: int = 0, texts: TextOptions = PLAIN) -> bytes:
        """The viewer's View, not older than a revision that it has seen."""
        if self.log.uncertain:
            await self.log.wait_durable()
        await self._reach(viewer, after)
        if self.log.play is None:
            await self.log.refresh()
        names = self.log.durable.lobby.names(asked=texts.names)
        return self._begun().view(viewer, names, texts.languages)

    async def setup(self) -> bytes:
        """The GameSetup; empty for games that have none."""
        await self.log.wait_durable()
        if self.log.play is None:
            await self.log.refresh()
        return self._begun().setup()

    async def explain(self, seat: int, choice: int | str, texts: TextOptions = PLAIN) -> bytes:
        """Whether an action would be legal, as an ExplainResponse."""
        await self.log.wait_durable()
        names = self.log.durable.lobby.names(asked=texts.names)
        return self._begun().explain(seat, choice, names, texts.languages)

    async def updates(
        self,
        viewer: int | None,
        after: int,
        count: int,
        *,
        include_view: bool,
        texts: TextOptions,
    ) -> list[bytes]:
        """Updates that the viewer has had after a revision, at most `count` of them."""
        await self.log.wait_durable()
        await self._reach(viewer, after)
        if self.log.play is None:
            await self.log.refresh()
        names = self.log.durable.lobby.names(asked=texts.names)
        # What is not durable yet is for nobody, also if it was played while this call waited.
        durable = self.log.durable.revisions[-1 if viewer is None else viewer]
        return self._begun().updates(
            viewer, after, include_view, names, texts.languages, count=min(count, durable - after)
        )

    async def record(self) -> bytes:
        """The whole MatchRecord with its seed, once the match is finished."""
        await self.log.wait_durable()
        if not self.log.durable.status.ended:
            # Another server may have played on.
            await self.log.refresh()
        play = self._begun()
        if self.log.durable.status is Status.ABORTED:
            raise ServiceError(ErrorCode.MATCH_ABORTED)
        if self.log.durable.status is not Status.FINISHED:
            raise ServiceError(ErrorCode.MATCH_NOT_OVER)
        return play.record(True)

    async def _reach(self, viewer: int | None, revision: int) -> None:
        """Returns when the viewer has had a revision; refuses one that has not happened."""
        place = -1 if viewer is None else viewer
        if revision > self.log.durable.revisions[place]:
            await self.log.refresh()
            if revision > (current := self.log.durable.revisions[place]):
                raise ServiceError(ErrorCode.REVISION_AHEAD, revision=current)

    # What changes the match.

    async def open(self, tokens: tuple[TokenRow, ...]) -> None:
        """Makes a new match durable; it is dealt at once if nobody has to be waited for."""
        lobby = self.log.latest.lobby._replace(tokens=len(tokens))
        await self.log.submit(*self._lobby_entries(lobby), create=self.row, tokens=tokens)

    async def change_lobby(
        self,
        change: Callable[[Lobby], Lobby],
        *,
        tokens: Callable[[Lobby], tuple[TokenRow, ...]] = lambda _: (),
        void: tuple[bytes, ...] = (),
        void_seat: tuple[Role, int | None] | None = None,
        used: tuple[bytes, ...] = (),
        overtaken: Callable[[], Awaitable[object]] | None = None,
        request: LobbyRequest | None = None,
    ) -> None:
        """Changes seats or status; `change` may raise a `ServiceError`, and is called again if
        something else came first. `tokens` are made for the lobby that it returns. `overtaken` is
        called before another attempt, and may raise a `ServiceError`. A `request` that was granted
        before changes nothing.
        """
        for _ in range(_ATTEMPTS):
            await self._usable()
            if request is not None and await self._was_granted(request):
                return
            before = self.log.latest
            try:
                lobby = change(before.lobby)
            except ServiceError:
                if await self._holds(before):
                    raise
                continue
            made = tokens(lobby)
            lobby = lobby._replace(tokens=lobby.tokens + len(made))
            try:
                await self.log.submit(
                    *self._lobby_entries(lobby, request),
                    tokens=made,
                    void=void,
                    void_seat=void_seat,
                    used=used,
                )
            except ConcurrentChange:
                if overtaken is not None:
                    await overtaken()
                continue
            return
        raise ServiceError(ErrorCode.CONTENDED)

    async def act(
        self,
        seat: int,
        choice: int | str,
        expected: int | None,
        request_id: str,
        *,
        by_policy: bool = False,
        texts: TextOptions = PLAIN,
    ) -> ActionResult:
        """Plays an action by id or notation, for the seat's holder or for the policy at it."""
        if self.log.latest.times is not None:
            await self._on_time(seat, request_id)

        def take(play: Match) -> bytes:
            if not by_policy:
                resigned_seats.refuse_replaced(self.log.latest, seat)
            return play.act(seat, choice, expected)

        def is_same(step: bytes) -> bool:
            return entry_action(step) == self._action(self._begun(), choice)

        return await self._step(seat, request_id, take, is_same=is_same, texts=texts)

    async def resign(self, seat: int, request_id: str, texts: TextOptions = PLAIN) -> ActionResult:
        """Gives up for a seat."""

        def take(play: Match) -> bytes:
            resigned_seats.refuse_replaced(self.log.latest, seat)
            return play.resign(seat)

        return await self._step(seat, request_id, take, is_same=is_resignation, texts=texts)

    async def time_out(self, seat: int, decide: Callable[[Match], bytes]) -> None:
        """Decides for a seat whose time is up; does nothing if it has decided meanwhile."""

        def step(play: Match) -> bytes:
            if not self.overdue(seat):
                raise ServiceError(ErrorCode.TIME_NOT_UP)
            return decide(play)

        try:
            await self._step(seat, "", step, EntryKind.TIMEOUT)
        except ServiceError as error:
            if error.code is not ErrorCode.TIME_NOT_UP:
                raise

    def overdue(self, seat: int) -> bool:
        """Whether a seat's time is up."""
        clock, times = self.row.clock, self.log.latest.times
        if clock is None or times is None or self.log.latest.status is not Status.RUNNING:
            return False
        due = clocks.deadline(clock, times.true[seat])
        return due is not None and self._context.clock.now() >= due

    def now(self) -> int:
        """The service's clock, in milliseconds."""
        return self._context.clock.now()

    def wall_time(self, moment: int) -> int:
        """A moment of the service's clock in nanoseconds since 1970.

        Told to clients; nothing is decided by it. The same for a moment whenever it is asked,
        so that a view and an update that speak of one deadline say the same.
        """
        return self._context.clock.wall_time(moment)

    # How a change is made.

    def _begun(self) -> Match:
        if self.log.play is None:
            raise self._not_playing()
        return self.log.play

    def _playing(self) -> Match:
        if self.log.failure is not None:
            raise ServiceError(self.log.failure)
        if self.log.play is None or self.log.latest.status is Status.ABORTED:
            raise self._not_playing()
        return self.log.play

    def _not_playing(self) -> ServiceError:
        aborted = self.log.latest.status is Status.ABORTED
        return ServiceError(ErrorCode.MATCH_ABORTED if aborted else ErrorCode.MATCH_NOT_STARTED)

    @staticmethod
    def _action(play: Match, choice: int | str) -> int | None:
        """The id of an action; None if there is no such action."""
        try:
            return choice if isinstance(choice, int) else play.parse_action(choice)
        except Refused:
            return None

    async def _usable(self) -> None:
        """Returns when changes can be made."""
        if self.log.recovering:
            await self.log.wait_durable()
        if self.log.failure is not None:
            raise ServiceError(self.log.failure)

    async def _holds(self, version: MatchVersion) -> bool:
        """Whether a refusal that rests on a version stands: it is durable, and the newest."""
        await self.log.wait_durable()
        await self.log.refresh()
        return self.log.latest is version

    async def _on_time(self, seat: int, request_id: str) -> None:
        """Refuses a seat whose time is up, unless its request has been granted before."""
        if not self.overdue(seat):
            return
        await self.log.wait_durable()
        if not self.overdue(seat) or await self._granted.find(seat, request_id):
            return
        self._context.on_turn(self, True)
        raise ServiceError(ErrorCode.TIME_UP)

    async def _step(
        self,
        seat: int,
        request_id: str,
        take: Callable[[Match], bytes],
        kind: EntryKind = EntryKind.STEP,
        *,
        is_same: Callable[[bytes], bool] = lambda _: True,
        texts: TextOptions = PLAIN,
    ) -> ActionResult:
        """Has a seat take a step, and makes it durable.

        A request that was granted before is found out by what stands in its way: the match has
        moved on, so the step is refused, or the store has its request id already. `is_same` tells
        whether a step is the one that is asked for now.
        """
        for _ in range(_ATTEMPTS):
            if self.log.recovering:
                await self.log.wait_durable()
            before = self.log.latest
            try:
                entry = take(self._playing())
            except (Refused, ServiceError):
                if not await self._holds(before):
                    continue
                if answer := await self._answered(seat, request_id, is_same, texts):
                    return answer
                raise
            try:
                return await self._log(seat, entry, request_id, kind, texts)
            except ConcurrentChange:
                if answer := await self._answered(seat, request_id, is_same, texts):
                    return answer
        raise ServiceError(ErrorCode.CONTENDED)

    async def _was_granted(self, request: LobbyRequest) -> bool:
        """Whether a request has changed the lobby before."""
        entry = await self._granted.find_lobby_change(request)
        if entry is not None:
            await self._until_durable(entry)
        return entry is not None

    async def _answered(
        self,
        seat: int,
        request_id: str,
        is_same: Callable[[bytes], bool],
        texts: TextOptions,
    ) -> ActionResult | None:
        """The answer to a request that has been granted before: the same bytes, so with the names
        that the seats had then.
        """
        entry = await self._granted.find_step(seat, request_id, is_same)
        if entry is None:
            return None
        names = await self._granted.names_before(entry) if texts.names else ()
        await self._until_durable(entry)
        receipt = Receipt(entry.revision, entry.head)
        update = self._begun().update(seat, entry.revision, names=names, languages=texts.languages)
        return ActionResult(receipt, update)

    async def _until_durable(self, entry: EntryRow) -> None:
        """Returns when memory has an entry that the store has."""
        if entry.number > self.log.durable.number:
            await self.log.wait_durable()
            await self.log.refresh()

    async def _log(
        self, seat: int, step: bytes, request_id: str, kind: EntryKind, texts: TextOptions
    ) -> ActionResult:
        """Makes durable what has just been played."""
        play = self.log.play
        try:
            assert play is not None  # noqa: S101 - it has just been played
            before = self.log.latest
            revision = play.revision
            revisions = (*[revision(place) for place in range(len(before.seats))], revision(None))
            update = play.update(
                seat,
                revisions[seat],
                names=before.lobby.names(asked=texts.names),
                languages=texts.languages,
            )
            now = max(before.time, self._context.clock.now())
            wall_time = self._context.clock.calendar_time(now)
            resigned, lobby, outcome = before.resigned, before.lobby, None
            if is_resignation(step):
                resigned |= {seat}
            if play.over:
                lobby, outcome = lobby._replace(status=Status.FINISHED), play.outcome()
            elif resigned:
                engine = self._context.engine
                lobby = resigned_seats.with_policies(
                    engine, self.row, lobby, resigned, play.asked()
                )
            untimed = resigned_seats.untimed(lobby, resigned)
            times = times_after(self.row, play, before, revisions, seat, now, untimed)
            clock = b"" if times is None else times.encode()
            entry = self.log.chain.entry(
                before, kind, seat, request_id, revisions[seat], now, wall_time, clock, step
            )
            started, ended, updated = before.public_times
            if revisions[-1] != before.revisions[-1]:
                updated = wall_time
            if outcome is not None:
                ended = wall_time
            version = MatchVersion(
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
                PublicTimes(started, ended, updated),
            )
            entries: tuple[EntryRow, ...] = (entry,)
            if version.lobby is not lobby:
                following, version = self._lobby_entry(version, lobby)
                entries = (entry, following)
        except BaseException:
            # Memory is ahead of the store, and can't be told apart from it any more.
            self.log.fail(ErrorCode.CORE_FAULT)
            raise
        await self.log.submit(entries, version, summarize=version.lobby is not before.lobby)
        return ActionResult(Receipt(revisions[seat], entry.head), update)

    def _lobby_entry(
        self, before: MatchVersion, lobby: Lobby, request: LobbyRequest | None = None
    ) -> tuple[EntryRow, MatchVersion]:
        """The entry of a new lobby, and how the match stands with it."""
        wall_time = self._context.clock.calendar_time(before.time)
        seat, request_id, digest = request or NO_REQUEST
        lobby = lobby._replace(request=digest)
        public_times = before.public_times
        if lobby.shown != before.lobby.shown:
            lobby = lobby._replace(version=before.lobby.version + 1)
            public_times = public_times._replace(updated=wall_time)
            # A match that is over changes once more when its rematch is created.
            if lobby.status.ended and not public_times.ended:
                public_times = public_times._replace(ended=wall_time)
        if self.log.play is not None:
            for replaced in set(lobby.replaced) - set(before.lobby.replaced):
                self.log.play.note_replaced(replaced)
        body = lobby.encode()
        entry = self.log.chain.entry(
            before, EntryKind.LOBBY, seat, request_id, 0, before.time, wall_time, b"", body
        )
        version = before._replace(
            lobby=lobby,
            number=entry.number,
            head=entry.head,
            open_head=entry.head,
            resigned=entry_chain.still_resigned(lobby, before.resigned),
            public_times=public_times,
        )
        return entry, version

    def _lobby_entries(
        self, lobby: Lobby, request: LobbyRequest | None = None
    ) -> tuple[tuple[EntryRow, ...], MatchVersion]:
        """The entries that a new lobby makes; if nobody has to be waited for, it is dealt."""
        row, before = self.row, self.log.latest
        now = max(before.time, self._context.clock.now())
        entry, version = self._lobby_entry(before._replace(time=now), lobby, request)
        lobby = version.lobby
        if lobby.status is not Status.WAITING or not complete(row, lobby):
            return (entry,), version
        seed = proof.deal_seed(row.seed, [seat.entropy for seat in lobby.seats])
        play = self._context.engine.deal(row.game, row.options, seed, row.script)
        (deal,) = play.entries()
        times = times_after(row, play, version, (1,) * len(version.revisions), None, now)
        clock = b"" if times is None else times.encode()
        wall_time = self._context.clock.calendar_time(now)
        dealt = self.log.chain.entry(
            version, EntryKind.DEAL, None, "", 0, now, wall_time, clock, deal
        )
        self.log.play = play
        return (entry, dealt), version_after(
            version, (dealt,), entry_chain.lobby_of((dealt,), lobby), play
        )
