"""How a match comes about: made, and joined until its seats are filled."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from intrigue.matches import checks, tokens
from intrigue.matches.faults import Code, Fault
from intrigue.matches.journal import Overtaken
from intrigue.matches.room import Room
from intrigue.store import Lobby, MatchRow, Occupant, Role, SeatRow, Status, TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from intrigue.matches.hall import Hall
    from intrigue.matches.stage import Receipt, Snapshot
    from intrigue.store import ClockRow


# How often a match is looked for that another server seems to have made.
_ATTEMPTS = 3
# A rating compares seats, so a rated match has at least this many.
_RIVALS = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody asks for who makes a match."""

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

    def check(self) -> None:
        """Raises a `Fault` if something is wrong that can be seen without the game."""
        checks.text("game", self.game, checks.MAX_ID)
        checks.options(self.options)
        checks.items("seats", len(self.seats), checks.MAX_SEATS)
        for seat in self.seats:
            checks.text("seats", seat.name, checks.MAX_NAME)
            checks.text("seats", seat.policy)
            checks.entropy(seat.entropy)
        checks.clock(self.clock)
        checks.seed(self.seed)
        checks.script(self.script)
        checks.secret_request_id(self.request_id)
        if self.rated and (self.seed or self.script):
            raise Fault(Code.RATED_NOT_RANDOM)

    def digest(self) -> bytes:
        """By which a repeated request is told from another with the same id."""
        seats = [[*seat[:4], seat.entropy.hex()] for seat in self.seats]
        fields = asdict(self) | {
            "options": dict(self.options),
            "seed": self.seed.hex(),
            "seats": seats,
        }
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).digest()


@dataclass(frozen=True, slots=True)
class Guest:
    """What somebody asks for who joins."""

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
class Founded:
    """A new match and the keys to it, told this once."""

    snapshot: Snapshot
    receipt: Receipt
    host_token: str
    spectator_token: str
    credentials: tuple[Credential, ...]
    invitation_code: str


class Founder:
    """Makes matches and seats those who join."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def create(self, proposal: Proposal) -> Founded:
        """Makes a match; the same request again gives the same match and the same tokens."""
        proposal.check()
        hall = self._hall
        options, count = await self._settled(proposal)
        if proposal.rated and (count < _RIVALS or hall.engine.cooperative(proposal.game)):
            raise Fault(Code.RATED_WITHOUT_RIVALS)
        seats = self._seats(proposal, count)
        clock = proposal.clock
        if clock is not None and clock.policy:
            clock = replace(clock, policy=hall.effort.settle(clock.policy))
        draw = hall.minter.for_request("create", proposal.request_id)
        row = MatchRow(
            key=await hall.store.new_key(),
            id=tokens.match_id(draw("match")),
            game=proposal.game,
            rules_version=hall.engine.rules_version(proposal.game),
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
            invitation=_invitation(draw) if proposal.private else None,
            create_time=time.time_ns(),
            request_hash=proposal.digest() if proposal.request_id else b"",
        )
        room = await self.found(row, seats, draw, repeatable=bool(proposal.request_id))
        if room.row.request_hash != row.request_hash:
            raise Fault(Code.REQUEST_ID_REUSED)
        return Founded(
            room.snapshot(),
            room.receipt(),
            tokens.token(draw("host")),
            tokens.token(draw("spectator")),
            tuple(
                Credential(number, tokens.token(draw(f"seat {number}")))
                for number, seat in enumerate(seats)
                if seat.occupant is Occupant.TAKEN
            ),
            tokens.code(draw("invitation")) if proposal.private else "",
        )

    async def found(
        self,
        row: MatchRow,
        seats: tuple[SeatRow, ...],
        draw: Callable[[str], bytes],
        *,
        repeatable: bool,
    ) -> Room:
        """The room of a match that is made, unless there is one with this id already.

        `repeatable` tells whether the same request gives the same id again.
        """
        hall = self._hall
        for _ in range(_ATTEMPTS):
            found = await hall.find(row.id)
            if repeatable and found is None and not await hall.scan.intact():
                # It may have been made before, and be lost.
                raise Fault(Code.LOG_DAMAGED)
            # A copy of this request may have made the match meanwhile. Nothing is awaited from
            # here until the room is kept: there can't be two of it.
            room = hall.live(row.id) or found
            if room is not None:
                try:
                    await room.settled()
                except Fault:
                    if room.made:
                        raise
                    # The copy has come to nothing, perhaps because another server was first.
                    continue
                return room
            try:
                return await self._open(row, seats, draw)
            except Overtaken:
                # Another server has made it.
                continue
        raise Fault(Code.CONTENDED)

    async def join(
        self,
        match_id: str,
        token: str | None,
        guest: Guest,
        request_id: str,
        *,
        invited: bool = False,
    ) -> tuple[Snapshot, Receipt, Credential]:
        """Takes an open seat; the same request again gives the same seat and the same token."""
        checks.text("name", guest.name, checks.MAX_NAME)
        checks.entropy(guest.entropy)
        checks.secret_request_id(request_id)
        hall = self._hall
        draw = hall.minter.for_request("join", match_id, request_id)
        fresh = tokens.token(draw("token"))
        digest = tokens.digest(fresh)
        room, _ = await hall.enter(match_id, token, invited=invited)
        taken: list[int] = []

        def sit(lobby: Lobby) -> Lobby:
            number = open_seat(lobby, guest.seat)
            taken.append(number)
            # What was mixed into the deal stays, whoever comes later.
            dealt = lobby.status is not Status.WAITING
            entropy = lobby.seats[number].entropy if dealt else guest.entropy
            seat = SeatRow(Occupant.TAKEN, guest.name, entropy=entropy)
            return with_seat(lobby, number, seat)

        def key(_: Lobby) -> tuple[TokenRow, ...]:
            return (TokenRow(digest, room.row.key, room.row.id, Role.SEAT, taken[-1]),)

        if request_id and (seat := await self._issued(room, digest, guest)) is not None:
            return room.snapshot(), room.receipt(), Credential(seat, fresh)

        async def not_seated_yet() -> None:
            if await hall.gate.issued(digest) is not None:
                raise Fault(Code.SEAT_NOT_OPEN)

        try:
            await room.change_lobby(sit, tokens=key, overtaken=not_seated_yet)
        except Fault as fault:
            # A copy of this request may have been first.
            seat = await self._issued(room, digest, guest) if request_id else None
            if seat is None:
                raise fault from None
            return room.snapshot(), room.receipt(), Credential(seat, fresh)
        hall.gate.admit(key(room.durable.lobby))
        return room.snapshot(), room.receipt(), Credential(taken[-1], fresh)

    async def _issued(self, room: Room, digest: bytes, guest: Guest) -> int | None:
        """The seat that a request took before."""
        await room.settled()
        issued = await self._hall.gate.issued(digest)
        if issued is None and not await self._hall.scan.tokens_intact():
            # It may have been granted before, and be lost.
            raise Fault(Code.LOG_DAMAGED)
        if issued is None or issued.seat is None:
            return None
        if guest.seat is not None and guest.seat != issued.seat:
            raise Fault(Code.REQUEST_ID_REUSED)
        if room.durable.seats[issued.seat].occupant is Occupant.OPEN:
            await room.refresh()
        return issued.seat

    async def _open(
        self, row: MatchRow, seats: tuple[SeatRow, ...], draw: Callable[[str], bytes]
    ) -> Room:
        hall = self._hall
        if row.script:
            # A script that does not fit is the creator's fault, not that of the last to join.
            hall.engine.deal(row.game, row.options, row.seed, row.script)
        room = Room.new(row, Lobby(Status.WAITING, seats), hall)
        rows = [
            _token_row(row, draw("host"), Role.HOST),
            _token_row(row, draw("spectator"), Role.SPECTATOR),
        ]
        rows.extend(
            _token_row(row, draw(f"seat {number}"), Role.SEAT, number)
            for number, seat in enumerate(seats)
            if seat.occupant is Occupant.TAKEN
        )
        hall.keep(room)
        try:
            await room.open(tuple(rows))
        except BaseException:
            # If it was not even submitted, nothing will ever come of it.
            if room.idle:
                hall.discard(room)
            raise
        # The others are seldom used, and found when they are.
        hall.gate.admit(row for row in rows if row.role is Role.SEAT)
        return room

    async def _settled(self, proposal: Proposal) -> tuple[Mapping[str, str], int]:
        """All options of a match, and the number of seats that they make."""
        settle, game, options = self._hall.engine.settle_options, proposal.game, proposal.options
        if checks.has_document(options):
            # Others need not wait until it is read.
            return await asyncio.to_thread(settle, game, options)
        return settle(game, options)

    def _seats(self, proposal: Proposal, count: int) -> tuple[SeatRow, ...]:
        if not proposal.seats:
            return (SeatRow(Occupant.OPEN),) * count
        if len(proposal.seats) != count:
            raise Fault(Code.WRONG_SEAT_COUNT, seats=count)
        settle = self._hall.effort.settle
        return tuple(
            SeatRow(Occupant.POLICY, policy=settle(seat.policy))
            if seat.occupant is Occupant.POLICY
            else seat
            for seat in proposal.seats
        )


def open_seat(lobby: Lobby, wanted: int | None) -> int:
    """The seat that somebody takes who asks for this one, or for any."""
    seats = lobby.seats
    if wanted is not None and wanted >= len(seats):
        raise Fault(Code.SEAT_OUT_OF_RANGE, seats=len(seats))
    if lobby.status is Status.ABORTED:
        raise Fault(Code.MATCH_ABORTED)
    if lobby.status is not Status.FINISHED:
        for number in range(len(seats)) if wanted is None else (wanted,):
            if seats[number].occupant is Occupant.OPEN:
                return number
    raise Fault(Code.NO_OPEN_SEAT if wanted is None else Code.SEAT_NOT_OPEN)


def with_seat(lobby: Lobby, number: int, seat: SeatRow) -> Lobby:
    """A lobby with another occupant of one seat."""
    seats = list(lobby.seats)
    seats[number] = seat
    return lobby._replace(seats=tuple(seats))


def _invitation(draw: Callable[[str], bytes]) -> bytes:
    return tokens.digest(tokens.plain_code(tokens.code(draw("invitation"))))


def _token_row(row: MatchRow, draw: bytes, role: Role, seat: int | None = None) -> TokenRow:
    return TokenRow(tokens.digest(tokens.token(draw)), row.key, row.id, role, seat)


def _policy_seed(seed: bytes) -> bytes:
    """The policies' luck: as repeatable as the deal, and not the same numbers."""
    return hashlib.sha256(b"policy" + seed).digest() if seed else tokens.draw()
