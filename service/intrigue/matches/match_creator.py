"""How a match comes about: made, and joined until its seats are filled."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from intrigue.matches import tokens, validation
from intrigue.matches.errors import ErrorCode, ServiceError
from intrigue.matches.match_access import missing_token
from intrigue.matches.match_log import ConcurrentChange
from intrigue.store import (
    Lobby,
    MatchRow,
    Occupant,
    Pace,
    Role,
    SeatRow,
    Status,
    TokenRow,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue.engine import Engine
    from intrigue.matches.integrity_scan import IntegrityScan
    from intrigue.matches.live_match import LiveMatch
    from intrigue.matches.match_access import MatchAccess
    from intrigue.matches.match_registry import MatchRegistry
    from intrigue.matches.match_version import Receipt, Snapshot
    from intrigue.matches.policy_limits import PolicyLimits
    from intrigue.matches.token_cache import TokenCache
    from intrigue.store import ClockRow, Store


# How often a match is looked for that another server seems to have made.
_ATTEMPTS = 3
# A rating compares seats, so a rated match has at least this many.
_RIVALS = 2


@dataclass(frozen=True, slots=True)
class MatchProposal:
    """What a caller asks for who creates a match."""

    game: str
    options: Mapping[str, str]
    seats: tuple[SeatRow, ...]
    """TAKEN: by the one who asks. None at all: every seat is open."""
    private: bool
    rated: bool
    seed: bytes
    script: tuple[str, ...]
    request_id: str
    ready_check: bool = False
    clock: ClockRow | None = None
    pace: Pace = Pace.FAST
    labels: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    seat_count: int = 0

    def check(self) -> None:
        """Raises a `ServiceError` if something is wrong that can be seen without the game."""
        validation.text("game", self.game, validation.MAX_ID)
        validation.options(self.options, self.documents)
        validation.labels(self.labels)
        validation.items("seats", len(self.seats), validation.MAX_SEATS)
        for number, seat in enumerate(self.seats):
            validation.text(f"seats[{number}].own.name", seat.name, validation.MAX_NAME)
            validation.text(f"seats[{number}].policy", seat.policy)
            validation.entropy(seat.entropy, f"seats[{number}].own.entropy")
        validation.clock(self.clock)
        validation.seed(self.seed)
        validation.script(self.script)
        validation.secret_request_id(self.request_id)
        if self.rated and (self.seed or self.script):
            raise ServiceError(ErrorCode.RATED_NOT_RANDOM)

    def digest(self) -> bytes:
        """By which a repeated request is told from another with the same id."""
        seats = [[*seat[:4], seat.entropy.hex()] for seat in self.seats]
        fields = asdict(self) | {
            "options": dict(self.options),
            "documents": dict(self.documents),
            "labels": dict(self.labels),
            "seed": self.seed.hex(),
            "seats": seats,
        }
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).digest()


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """What a caller asks for who joins."""

    seat: int | None
    """None: any."""
    name: str
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Credential:
    """A seat and the token that moves it."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A new match and its tokens, which are sent this once."""

    snapshot: Snapshot
    receipt: Receipt
    host_token: str
    spectator_token: str
    credentials: tuple[Credential, ...]
    invitation_code: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next match, and the caller's tokens in it."""

    snapshot: Snapshot
    receipt: Receipt
    credential: Credential | None
    host_token: str


class MatchCreator:
    """Creates matches and rematches, and seats those who join."""

    def __init__(  # noqa: PLR0917 - the parts it is made of
        self,
        engine: Engine,
        store: Store,
        registry: MatchRegistry,
        access: MatchAccess,
        token_cache: TokenCache,
        scan: IntegrityScan,
        minter: tokens.Minter,
        policy_limits: PolicyLimits,
    ) -> None:
        self._engine = engine
        self._store = store
        self._registry = registry
        self._access = access
        self._token_cache = token_cache
        self._scan = scan
        self._minter = minter
        self._policy_limits = policy_limits

    async def create(self, proposal: MatchProposal) -> CreatedMatch:
        """Makes a match; the same request again gives the same match and the same tokens."""
        proposal.check()
        options, count = await self._resolved_options(proposal)
        if proposal.rated and (count < _RIVALS or self._engine.cooperative(proposal.game)):
            raise ServiceError(ErrorCode.RATED_WITHOUT_RIVALS)
        seats = self._seats(proposal, options, count)
        clock = proposal.clock
        if clock is not None and clock.policy:
            policy = self._policy_limits.resolve_for(clock.policy, proposal.game, options)
            clock = replace(clock, policy=policy)
        draw = self._minter.for_request("create", proposal.request_id)
        row = MatchRow(
            key=await self._store.new_key(),
            id=tokens.match_id(draw("match")),
            game=proposal.game,
            rules_version=self._engine.rules_version(proposal.game),
            options=options,
            seed=proposal.seed or tokens.draw(),
            nonce=tokens.draw(),
            seeded=bool(proposal.seed),
            script=proposal.script,
            policy_seed=_policy_seed(proposal.seed),
            private=proposal.private,
            rated=proposal.rated,
            ready_check=proposal.ready_check,
            clock=clock,
            pace=proposal.pace,
            labels=proposal.labels,
            invitation=_invitation(draw) if proposal.private else None,
            create_time=_wall_time(),
            request_hash=proposal.digest() if proposal.request_id else b"",
        )
        live = await self.create_or_find(row, seats, draw, repeatable=bool(proposal.request_id))
        if live.row.request_hash != row.request_hash:
            raise ServiceError(ErrorCode.REQUEST_ID_REUSED)
        return CreatedMatch(
            live.snapshot(),
            live.receipt(),
            tokens.token(draw("host")),
            tokens.token(draw("spectator")),
            tuple(
                Credential(number, tokens.token(draw(f"seat {number}")))
                for number, seat in enumerate(seats)
                if seat.occupant is Occupant.TAKEN
            ),
            tokens.code(draw("invitation")) if proposal.private else "",
        )

    async def create_or_find(
        self,
        row: MatchRow,
        seats: tuple[SeatRow, ...],
        draw: Callable[[str], bytes],
        *,
        repeatable: bool,
    ) -> LiveMatch:
        """The live of a match that is made, unless there is one with this id already.

        `repeatable` tells whether the same request gives the same id again.
        """
        for _ in range(_ATTEMPTS):
            found = await self._registry.find(row.id)
            if repeatable and found is None and not await self._scan.intact():
                # It may have been made before, and be lost.
                raise ServiceError(ErrorCode.LOG_DAMAGED)
            # A copy of this request may have made the match meanwhile. Nothing is awaited from
            # here until the match is in memory: there can't be two of it.
            live = self._registry.get(row.id) or found
            if live is not None:
                try:
                    await live.log.wait_durable()
                except ServiceError:
                    if live.log.created:
                        raise
                    # The copy has come to nothing, perhaps because another server was first.
                    continue
                return live
            try:
                return await self._open(row, seats, draw)
            except ConcurrentChange:
                # Another server has made it.
                continue
        raise ServiceError(ErrorCode.CONTENDED)

    async def join(
        self,
        match_id: str,
        token: str | None,
        request: JoinRequest,
        request_id: str,
        *,
        invited: bool = False,
    ) -> tuple[Snapshot, Receipt, Credential]:
        """Takes an open seat; the same request again gives the same seat and the same token."""
        validation.text("name", request.name, validation.MAX_NAME)
        validation.entropy(request.entropy)
        validation.secret_request_id(request_id)
        draw = self._minter.for_request("join", match_id, request_id)
        fresh = tokens.token(draw("token"))
        digest = tokens.digest(fresh)
        live, _ = await self._access.open(match_id, token, invited=invited)
        taken: list[int] = []

        def sit(lobby: Lobby) -> Lobby:
            number = open_seat(lobby, request.seat)
            taken.append(number)
            # What was mixed into the deal stays, also for later holders.
            dealt = lobby.status is not Status.WAITING
            entropy = lobby.seats[number].entropy if dealt else request.entropy
            seat = SeatRow(Occupant.TAKEN, request.name, entropy=entropy)
            return with_seat(lobby, number, seat)

        def key(_: Lobby) -> tuple[TokenRow, ...]:
            return (TokenRow(digest, live.row.key, live.row.id, Role.SEAT, taken[-1]),)

        if request_id and (seat := await self._issued(live, digest, request)) is not None:
            return live.snapshot(), live.receipt(), Credential(seat, fresh)

        async def not_seated_yet() -> None:
            if await self._token_cache.issued(digest) is not None:
                raise ServiceError(ErrorCode.SEAT_NOT_OPEN)

        try:
            await live.change_lobby(sit, tokens=key, overtaken=not_seated_yet)
        except ServiceError as error:
            # A copy of this request may have been first.
            seat = await self._issued(live, digest, request) if request_id else None
            if seat is None:
                raise error from None
            return live.snapshot(), live.receipt(), Credential(seat, fresh)
        self._token_cache.admit(key(live.log.durable.lobby))
        return live.snapshot(), live.receipt(), Credential(taken[-1], fresh)

    async def rematch(self, match_id: str, token: str | None, entropy: bytes) -> Rematch:
        """The next match of the same players; it makes the caller's seat in it ready."""
        validation.entropy(entropy)
        live, holder = await self._access.open(match_id, token)
        if holder is None or holder.role is Role.SPECTATOR:
            raise missing_token(ErrorCode.SEAT_TOKEN_REQUIRED, token)
        old = live.row
        draw = self._minter.for_request("rematch", old.id)
        next_id = tokens.match_id(draw("match"))
        following = await self._registry.find(next_id)
        if following is None:
            following = await self._follow_up(live, next_id)

        def link(lobby: Lobby) -> Lobby:
            return lobby._replace(rematch=next_id)

        if live.log.durable.lobby.rematch != next_id:
            await live.change_lobby(link)
        credential = None
        if holder.seat is not None:
            seat = _moved(holder.seat, len(live.log.durable.seats))
            fresh = tokens.token(draw(f"seat {seat}"))
            # If it is void, the host has given the seat to another player, who is ready
            # when that one says so.
            if await self._token_cache.holds(fresh):
                await self._claim(following, seat, entropy)
                credential = Credential(seat, fresh)
        host = tokens.token(draw("host")) if holder.role is Role.HOST else ""
        return Rematch(following.snapshot(), following.receipt(), credential, host)

    async def _follow_up(self, live: LiveMatch, next_id: str) -> LiveMatch:
        """Makes the next match: every seat moves on by one."""
        await live.log.wait_durable()
        if live.log.durable.status is Status.ABORTED:
            raise ServiceError(ErrorCode.MATCH_ABORTED)
        if live.log.durable.status is not Status.FINISHED or live.log.play is None:
            raise ServiceError(ErrorCode.MATCH_NOT_OVER)
        old = live.row
        count = len(live.log.durable.seats)
        places = [_moved(seat, count) for seat in range(count)]
        seats = [SeatRow(Occupant.OPEN)] * count
        for place, held in zip(places, live.log.durable.seats, strict=True):
            seats[place] = SeatRow(held.occupant, held.name, held.policy)
        options = live.log.play.rematch(places)
        for policy in {held.policy for held in seats if held.policy}:
            # The next match may have other options, which the policy may not be able to play.
            self._engine.resolve_policy(policy, old.game, options)
        row = replace(
            old,
            key=await self._store.new_key(),
            id=next_id,
            rules_version=self._engine.rules_version(old.game),
            options=options,
            seed=tokens.draw(),
            nonce=tokens.draw(),
            seeded=False,
            script=(),
            policy_seed=tokens.draw(),
            ready_check=True,
            invitation=None,
            create_time=_wall_time(),
            request_hash=b"",
        )
        draw = self._minter.for_request("rematch", old.id)
        return await self.create_or_find(row, tuple(seats), draw, repeatable=True)

    @staticmethod
    async def _claim(live: LiveMatch, seat: int, entropy: bytes) -> None:
        """Has a seat ready, if that is still to be said."""

        def change(lobby: Lobby) -> Lobby:
            held = lobby.seats[seat]
            if lobby.status is not Status.WAITING or held.ready:
                raise ServiceError(ErrorCode.MATCH_STARTED)
            if held.occupant is not Occupant.TAKEN:
                raise ServiceError(ErrorCode.MATCH_STARTED)
            return with_seat(lobby, seat, held._replace(ready=True, entropy=entropy))

        try:
            await live.change_lobby(change)
        except ServiceError as error:
            if error.code is not ErrorCode.MATCH_STARTED:
                raise

    async def _issued(self, live: LiveMatch, digest: bytes, request: JoinRequest) -> int | None:
        """The seat that a request took before."""
        await live.log.wait_durable()
        issued = await self._token_cache.issued(digest)
        if issued is None and not await self._scan.tokens_intact():
            # It may have been granted before, and be lost.
            raise ServiceError(ErrorCode.LOG_DAMAGED)
        if issued is None or issued.seat is None:
            return None
        if live.log.durable.seats[issued.seat].occupant is Occupant.OPEN:
            await live.log.refresh()
        held = live.log.durable.seats[issued.seat]
        given = (request.name, request.entropy)
        same_seat = request.seat is None or request.seat == issued.seat
        if not same_seat or (not issued.void and self._given(live, held, request) != given):
            raise ServiceError(ErrorCode.REQUEST_ID_REUSED)
        return issued.seat

    @staticmethod
    def _given(live: LiveMatch, held: SeatRow, request: JoinRequest) -> tuple[str, bytes]:
        """What a seat's holder gave when it joined. Who joins after the deal has its entropy left
        out, so that it can't be compared.
        """
        dealt = live.log.durable.status is not Status.WAITING
        late = dealt and held.entropy != request.entropy
        return held.name, request.entropy if late else held.entropy

    async def _open(
        self, row: MatchRow, seats: tuple[SeatRow, ...], draw: Callable[[str], bytes]
    ) -> LiveMatch:
        if row.script:
            # A script that does not fit is the creator's fault, not that of the last to join.
            self._engine.deal(row.game, row.options, row.seed, row.script)
        rows = [
            _token_row(row, draw("host"), Role.HOST),
            _token_row(row, draw("spectator"), Role.SPECTATOR),
        ]
        rows.extend(
            _token_row(row, draw(f"seat {number}"), Role.SEAT, number)
            for number, seat in enumerate(seats)
            if seat.occupant is Occupant.TAKEN
        )
        live = self._registry.add_new(row, Lobby(Status.WAITING, seats))
        try:
            await live.open(tuple(rows))
        except BaseException:
            # If it was not even submitted, nothing will ever come of it.
            if live.idle:
                self._registry.remove(live)
            raise
        # The others are seldom used, and found when they are.
        self._token_cache.admit(row for row in rows if row.role is Role.SEAT)
        return live

    async def _resolved_options(self, proposal: MatchProposal) -> tuple[Mapping[str, str], int]:
        """All options of a match, and the number of seats that they make."""

        def settle() -> tuple[Mapping[str, str], int]:
            settings = self._engine.read_settings(
                proposal.game,
                proposal.options,
                proposal.documents,
                proposal.seat_count or len(proposal.seats),
            )
            return self._engine.settle_options(proposal.game, settings)

        if proposal.documents:
            # Others need not wait until it is read.
            return await asyncio.to_thread(settle)
        return settle()

    def _seats(
        self, proposal: MatchProposal, options: Mapping[str, str], count: int
    ) -> tuple[SeatRow, ...]:
        if not proposal.seats:
            return (SeatRow(Occupant.OPEN),) * count
        if len(proposal.seats) != count:
            raise ServiceError(ErrorCode.WRONG_SEAT_COUNT, seats=count, field="seats")
        resolve = self._policy_limits.resolve_for
        return tuple(
            SeatRow(Occupant.POLICY, policy=resolve(seat.policy, proposal.game, options))
            if seat.occupant is Occupant.POLICY
            else seat
            for seat in proposal.seats
        )


def open_seat(lobby: Lobby, wanted: int | None) -> int:
    """The seat for a caller who wants this one, or any."""
    seats = lobby.seats
    if wanted is not None and wanted >= len(seats):
        raise ServiceError(ErrorCode.SEAT_OUT_OF_RANGE, seats=len(seats), field="seat")
    if lobby.status is Status.ABORTED:
        raise ServiceError(ErrorCode.MATCH_ABORTED)
    if lobby.status is not Status.FINISHED:
        for number in range(len(seats)) if wanted is None else (wanted,):
            if seats[number].occupant is Occupant.OPEN:
                return number
    raise ServiceError(ErrorCode.NO_OPEN_SEAT if wanted is None else ErrorCode.SEAT_NOT_OPEN)


def with_seat(lobby: Lobby, number: int, seat: SeatRow) -> Lobby:
    """A lobby with another occupant of one seat."""
    seats = list(lobby.seats)
    seats[number] = seat
    return lobby._replace(seats=tuple(seats))


def _wall_time() -> int:
    return time.time_ns() // 1_000_000


def _invitation(draw: Callable[[str], bytes]) -> bytes:
    return tokens.digest(tokens.plain_code(tokens.code(draw("invitation"))))


def _token_row(row: MatchRow, draw: bytes, role: Role, seat: int | None = None) -> TokenRow:
    return TokenRow(tokens.digest(tokens.token(draw)), row.key, row.id, role, seat)


def _policy_seed(seed: bytes) -> bytes:
    """The policies' luck: as repeatable as the deal, and not the same numbers."""
    return hashlib.sha256(b"policy" + seed).digest() if seed else tokens.draw()


def _moved(seat: int, seats: int) -> int:
    """Where a seat's holder sits in the next match."""
    return (seat + 1) % seats
